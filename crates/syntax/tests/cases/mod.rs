//! Reads files of cases and writes diagnostics the way the snapshots show them.

use std::fmt::Write as _;

use sdkc_diagnostics::{Diagnostic, Encoding, LineIndex, Span};

/// The cases of a file: `=== name`, then the text up to the next one.
pub fn cases(file: &str) -> Vec<(String, String)> {
    let parts = file.split("=== ").skip(1);
    let cases: Vec<_> = parts
        .map(|part| {
            let (name, text) = part.split_once('\n').unwrap_or((part, ""));
            (name.to_owned(), text.to_owned())
        })
        .collect();
    assert!(!cases.is_empty(), "the file holds no cases");
    cases
}

/// The diagnostics, a line for each place, note and fix.
pub fn told(text: &str, diagnostics: &[Diagnostic]) -> String {
    let index = LineIndex::new(text);
    let place = |span: Span| {
        let position = index.position(text, span.start, Encoding::Utf32);
        let piece = &text[span.range()];
        format!("{}:{} {piece:?}", position.line + 1, position.column + 1)
    };
    let mut out = String::new();
    for it in diagnostics {
        let span = it.span.map_or_else(|| "-".to_owned(), place);
        writeln!(out, "{} {span}: {}", it.code, it.message).expect("writing to a string");
        if !it.label.is_empty() {
            writeln!(out, "      here: {}", it.label).expect("writing to a string");
        }
        for label in &it.labels {
            writeln!(out, "      {}: {}", place(label.span), label.message).expect("writing to a string");
        }
        for note in &it.notes {
            writeln!(out, "      note: {note}").expect("writing to a string");
        }
        for fix in &it.fixes {
            write!(out, "      fix: {}:", fix.title).expect("writing to a string");
            for edit in &fix.edits {
                write!(out, " {} -> {:?}", place(edit.span), edit.text).expect("writing to a string");
            }
            out.push('\n');
        }
    }
    out
}
