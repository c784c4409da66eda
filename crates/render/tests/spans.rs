//! No span makes a renderer panic: reversed, out of range, inside characters, over line breaks.

#![cfg(feature = "terminal")]

use proptest::prelude::*;
use sdkc_diagnostics::{Code, Diagnostic, Edit, Fix, Label, Span};
use sdkc_render::{CharSet, DiagnosticFormat, FileReport, Look, write_diagnostics};

fn spans() -> impl Strategy<Value = Span> {
    (0..60_u32, 0..60_u32, 0..20_u32).prop_map(|(start, end, far)| match far {
        0 => Span { start, end: u32::MAX },
        1 => Span { start: u32::MAX - 1, end },
        _ => Span { start, end },
    })
}

fn texts() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        "[ -~]{0,9}",
        Just("\r\n".to_owned()),
        Just("\n".to_owned()),
        Just("\r".to_owned()),
        Just("\t".to_owned()),
        Just("\u{feff}".to_owned()),
        Just("\u{2028}\u{85}\u{b}\u{c}".to_owned()),
        Just("e\u{301}\u{200b}".to_owned()),
        Just("数独😀".to_owned()),
        Just("\u{1b}[0m\u{0}".to_owned()),
        Just("0123456789".repeat(30)),
        Just("é".repeat(200)),
    ];
    proptest::collection::vec(piece, 0..12).prop_map(|pieces| pieces.concat())
}

fn diagnostics() -> impl Strategy<Value = Diagnostic> {
    let label = (spans(), "[ -~\n]{0,8}").prop_map(|(span, message)| Label { span, message });
    let labels = proptest::collection::vec(label, 0..16);
    let parts = (proptest::option::of(spans()), labels, spans(), "\\PC{0,6}");
    parts.prop_map(|(span, labels, edit, message)| {
        let mut it = Diagnostic::new(Code::E0401, message.clone(), span).with_note(message.clone());
        it.labels = labels;
        it.fixes = vec![Fix { title: "Fix".to_owned(), edits: vec![Edit { span: edit, text: message }] }];
        it
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    #[test]
    fn every_format_takes_every_span(text in texts(), found in proptest::collection::vec(diagnostics(), 1..4)) {
        let files = [FileReport::new("p", &text, &found)];
        for format in DiagnosticFormat::ALL {
            for charset in [CharSet::Ascii, CharSet::Unicode] {
                for color in [false, true] {
                    let mut out = Vec::new();
                    write_diagnostics(&mut out, *format, &files, Look { color, charset }).expect("a Vec");
                    let shown = String::from_utf8(out).expect("UTF-8");
                    prop_assert!(shown.len() < 200_000);
                    if *format == DiagnosticFormat::Human {
                        prop_assert_eq!(shown.matches("sdkc explain E0401").count(), found.len());
                        // What the text holds must not steer the terminal.
                        let steered = shown.contains(char::from(27));
                        prop_assert!(color || !steered);
                        prop_assert!(!shown.contains("<unknown>"));
                    }
                    if matches!(format, DiagnosticFormat::Json | DiagnosticFormat::Sarif) {
                        let parsed: Result<serde_json::Value, _> = serde_json::from_str(&shown);
                        prop_assert!(parsed.is_ok());
                    }
                }
            }
        }
    }
}
