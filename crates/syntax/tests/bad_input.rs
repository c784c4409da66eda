//! Input that nobody would write on purpose: no panic, no hang, a small stack, and few diagnostics.

use std::thread;

use proptest::prelude::*;
use sdkc_diagnostics::{Code, Diagnostic};
use sdkc_syntax::{Parse, parse};

/// Parses on a stack that a thread of any program has, and checks what must hold for any text.
fn parse_checked(text: String) -> Parse {
    let thread = thread::Builder::new().stack_size(512 * 1024);
    let handle = thread.spawn(move || {
        let parse = parse(&text);
        assert!(parse.errors.len() <= 101, "{} diagnostics", parse.errors.len());
        check_tokens(&text, &parse);
        for error in &parse.errors {
            check_places(&text, error);
        }
        parse
    });
    handle.expect("a thread").join().expect("no panic")
}

/// Only blanks and a byte order mark lie between tokens, and no token is empty or out of order.
fn check_tokens(text: &str, parse: &Parse) {
    let mut at = 0;
    for token in &parse.tokens {
        let range = token.span.range();
        assert!(at <= range.start && range.start < range.end, "{token:?} after {at}");
        assert!(is_blank(&text[at..range.start]), "{:?} is no token", &text[at..range.start]);
        at = range.end;
    }
    assert!(is_blank(&text[at..]), "{:?} is no token", &text[at..]);
}

fn is_blank(text: &str) -> bool {
    text.chars().all(|ch| matches!(ch, ' ' | '\t' | '\u{feff}'))
}

/// Every place of a diagnostic can be sliced.
fn check_places(text: &str, it: &Diagnostic) {
    let edits = it.fixes.iter().flat_map(|fix| &fix.edits).map(|edit| edit.span);
    for span in it.span.into_iter().chain(it.labels.iter().map(|label| label.span)).chain(edits) {
        assert!(text.get(span.range()).is_some(), "{span:?} of {it:?}");
    }
}

fn codes(parse: &Parse) -> Vec<Code> {
    parse.errors.iter().map(|error| error.code).collect()
}

#[test]
fn nested_braces_are_one_mistake() {
    let deep = "{".repeat(200_000);
    for text in [
        deep.clone(),
        format!("puzzle {deep}"),
        format!("puzzle {{ givens {deep}"),
        format!("puzzle {{ author {deep}"),
        format!("puzzle {{ strategy random {{ seed {deep}"),
    ] {
        assert_eq!(codes(&parse_checked(text)), [Code::E0208]);
    }
    let closed = format!("puzzle {{ {deep}{} block 2 }}", "}".repeat(200_000));
    assert_eq!(codes(&parse_checked(closed)), [Code::E0208]);
}

#[test]
fn nested_layers_are_one_mistake() {
    let text = format!("puzzle {{ givens {{ {}", "layer (1) {\n".repeat(200_000));
    assert_eq!(codes(&parse_checked(text)), [Code::E0208]);
}

#[test]
fn repetition_of_any_piece_is_read_in_linear_time() {
    let pieces = [
        "}",
        "{",
        "(",
        ")",
        "\"",
        "\"\n",
        "\n",
        "\r",
        "\r\n",
        ";",
        "//",
        "/",
        "\\",
        "\0",
        "\u{feff}",
        "é",
        "puzzle\n",
        "puzzle {",
        "puzzle }\n",
        "puzzle { }\n",
        "puzzle\n\n\n",
        "sdk 1\n",
        "givens {",
        "givens {\n",
        "block 2\n",
        "strategy x {",
        "rules {",
        "expect\n",
        "x\n",
        "x ",
        "1 2 | 3\n",
        "---\n",
        "layer (1)\n",
        "given (1,\n",
        "given r1c1 = 1\n",
        "{ }",
        "candidates {\n",
        "=",
        "r1c1 ",
        "9",
        "_",
        "-",
        "\"\\",
        "puzzle \"a\" {\n",
    ];
    for piece in pieces {
        for lead in [
            "",
            "puzzle { ",
            "puzzle { givens {\n",
            "puzzle { strategy a { ",
            "puzzle { givens { layer (1) {\n",
        ] {
            parse_checked(format!("{lead}{}", piece.repeat(20_000 / piece.len())));
        }
    }
}

/// A square of the lines would take minutes.
#[test]
fn blank_and_comment_lines_are_read_in_linear_time() {
    for lines in ["\n".repeat(1_000_000), "// a comment\n".repeat(400_000)] {
        for lead in ["", "puzzle { givens", "puzzle { givens {\n", "puzzle { givens { layer (1)"] {
            parse_checked(format!("{lead}{lines}"));
        }
    }
}

#[test]
fn many_puzzles_are_many_puzzles() {
    let parse = parse_checked("puzzle { }\n".repeat(200_000));
    assert_eq!(parse.ast.puzzles.len(), 200_000);
    assert!(parse.errors.is_empty());
}

#[test]
fn garbage_is_told_briefly() {
    let mut state = 7_u64;
    let mut next = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        u8::try_from(state >> 56).expect("eight bits")
    };
    let bytes: Vec<u8> = (0..1_000_000).map(|_| next()).collect();
    let latin: String = bytes.iter().map(|byte| char::from(*byte)).collect();
    let ascii: String = bytes.iter().map(|byte| char::from(byte % 95 + 32)).collect();
    let lossy = String::from_utf8_lossy(&bytes).into_owned();
    for text in [latin, ascii, lossy] {
        assert!(!parse_checked(text).errors.is_empty());
    }
}

#[test]
fn line_ends_and_marks_are_only_that() {
    let text = "sdk 1\npuzzle \"A\" {\n  block 2\n  givens {\n 1...\n ....\n ....\n ....\n }\n}\n";
    let plain = parse_checked(text.to_owned());
    assert!(plain.errors.is_empty());
    for other in [text.replace('\n', "\r\n"), text.replace('\n', "\r"), format!("\u{feff}{text}")] {
        let parse = parse_checked(other);
        assert!(parse.errors.is_empty(), "{:?}", parse.errors);
        assert_eq!(parse.ast.puzzles[0].items.len(), plain.ast.puzzles[0].items.len());
        let kinds = |parse: &Parse| parse.tokens.iter().map(|token| token.kind).collect::<Vec<_>>();
        assert_eq!(kinds(&parse), kinds(&plain));
    }
}

/// Words that make deep states of the parser likely.
fn soup() -> impl Strategy<Value = String> {
    let words = prop::sample::select(vec![
        "puzzle",
        "sdk 1",
        "{",
        "}",
        "givens",
        "layer",
        "(1)",
        "(",
        ")",
        "1",
        "-1",
        "=",
        "expect",
        "unique",
        "\"a\"",
        "\"",
        "\n",
        "\r\n",
        ";",
        "strategy",
        "random",
        "seed",
        "given",
        "candidates",
        "r1c1",
        "rules",
        "---",
        "|",
        ".",
        "//x\n",
        "regions",
        "$",
        "solution",
        "block",
        "2x3",
        "10s",
        ",",
        "é",
        "\0",
        "meta",
        "givns",
        "dimensions",
    ]);
    prop::collection::vec(words, 0..60).prop_map(|words| words.join(" "))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_text_is_parsed(text in any::<String>()) {
        parse_checked(text);
    }

    #[test]
    fn any_soup_is_parsed(text in soup()) {
        parse_checked(text);
    }

    #[test]
    fn any_cut_of_a_puzzle_is_parsed(from in 0_usize..900, to in 0_usize..900, insert in soup()) {
        let text = include_str!("cases/escargot.sdk");
        let at = |offset: usize| (0..=offset.min(text.len())).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0);
        parse_checked(format!("{}{insert}{}", &text[..at(from)], &text[at(to)..]));
    }
}
