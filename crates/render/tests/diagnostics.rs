//! Every format of diagnostics on the same batch, and the human one on texts that are hard to draw.

#![cfg(feature = "terminal")]

use sdkc_board::{Board, Grid, Shape};
use sdkc_diagnostics::{Code, Diagnostic, Span};
use sdkc_puzzle::Puzzle;
use sdkc_render::{Before, CharSet, DiagnosticFormat, FileReport, Look, write_diagnostics};

const UNICODE: Look = Look { color: false, charset: CharSet::Unicode };

fn rendered(format: DiagnosticFormat, files: &[FileReport<'_>], look: Look) -> String {
    let mut out = Vec::new();
    write_diagnostics(&mut out, format, files, look).expect("a Vec takes everything");
    String::from_utf8(out).expect("renderers write UTF-8")
}

fn human(text: &str, diagnostics: &[Diagnostic]) -> String {
    rendered(DiagnosticFormat::Human, &[FileReport::new("a.sdk", text, diagnostics)], UNICODE)
}

/// The span of the `nth` occurrence of `needle`.
fn span(text: &str, needle: &str, nth: usize) -> Span {
    let (at, found) = text.match_indices(needle).nth(nth).expect("the needle is in the text");
    Span::from_range(at..at + found.len())
}

const PUZZLE: &str = "\
puzzle \"clash\" {
    block 2
    givens {
        1 . | . 1
        . . | 3 .
        ----+----
        4 . | . .
        . . | . .
    }
    epect unique
}
";

/// Two givens that clash, a misspelt word, a remark on the whole file.
fn batch() -> Vec<Diagnostic> {
    vec![
        Diagnostic::new(Code::N0701, "a remark on the file as a whole", None).with_note("convert it"),
        Diagnostic::new(Code::E0401, "1 stands twice in row 1", span(PUZZLE, "1", 1))
            .with_primary_label("1 at r1c4, again")
            .with_label(span(PUZZLE, "1", 0), "1 at r1c1")
            .with_note("each value stands once in row 1 (r1c1 to r1c4); change or remove one of the 1s")
            .with_fix("Empty r1c4", span(PUZZLE, "1", 1), ".")
            .in_puzzle(0),
        Diagnostic::new(Code::E0203, "there is no item `epect`", span(PUZZLE, "epect", 0))
            .with_primary_label("did you mean `expect`?")
            .with_fix("Write `expect`", span(PUZZLE, "epect", 0), "expect"),
        Diagnostic::new(
            Code::W0605,
            "two puzzles, 100%\nof one name",
            span(PUZZLE, "givens {\n        1", 0),
        )
        .with_primary_label("over two lines"),
    ]
}

#[test]
fn all_formats() {
    let found = batch();
    let files =
        [FileReport::new("dir, a/b:c.sdk", PUZZLE, &found), FileReport::new("clean.sdk", "puzzle {}\n", &[])];
    for format in DiagnosticFormat::ALL {
        insta::assert_snapshot!(format.name(), rendered(*format, &files, Look::PLAIN));
    }
    insta::assert_snapshot!("human_unicode", rendered(DiagnosticFormat::Human, &files, UNICODE));
    let colors = Look { color: true, charset: CharSet::Unicode };
    let colored = rendered(DiagnosticFormat::Human, &files, colors);
    insta::assert_snapshot!("human_color", colored.replace('\x1b', "^"));
}

#[test]
fn nothing_found_is_valid_in_every_format() {
    for format in DiagnosticFormat::ALL {
        let text = rendered(*format, &[], Look::PLAIN);
        match format {
            DiagnosticFormat::Json => assert_eq!(text, "[]\n"),
            DiagnosticFormat::Sarif => {
                let document: serde_json::Value = serde_json::from_str(&text).expect("SARIF is JSON");
                assert_eq!(document["runs"][0]["results"], serde_json::json!([]));
            }
            _ => assert_eq!(text, ""),
        }
    }
}

#[test]
fn machine_formats_can_be_read_back() {
    let found = batch();
    let files = [FileReport::new("a.sdk", PUZZLE, &found)];
    let array: Vec<serde_json::Value> =
        serde_json::from_str(&rendered(DiagnosticFormat::Json, &files, Look::PLAIN)).expect("an array");
    let lines: Vec<serde_json::Value> = rendered(DiagnosticFormat::Ndjson, &files, Look::PLAIN)
        .lines()
        .map(|line| serde_json::from_str(line).expect("an object a line"))
        .collect();
    assert_eq!(array, lines);
    assert_eq!(array.len(), found.len());
    let clash = &array[1];
    let [start, end] = [0, 1].map(|at| clash["span"][at].as_u64().expect("a byte") as usize);
    assert_eq!(&PUZZLE[start..end], "1");
    assert_eq!((&clash["line"], &clash["column"], &clash["endColumn"]), (&4.into(), &17.into(), &18.into()));
    assert_eq!(rendered(DiagnosticFormat::Concise, &files, Look::PLAIN).lines().count(), found.len());
    assert_eq!(rendered(DiagnosticFormat::Github, &files, Look::PLAIN).lines().count(), found.len());
}

#[test]
fn sarif_is_consistent() {
    let found = batch();
    let files = [FileReport::new("dir a/b.sdk", PUZZLE, &found)];
    let document: serde_json::Value =
        serde_json::from_str(&rendered(DiagnosticFormat::Sarif, &files, Look::PLAIN)).expect("SARIF is JSON");
    let run = &document["runs"][0];
    for result in run["results"].as_array().expect("results") {
        let rule = result["ruleIndex"].as_u64().expect("an index") as usize;
        assert_eq!(run["tool"]["driver"]["rules"][rule]["id"], result["ruleId"]);
        let file = &result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"];
        assert_eq!(file, "dir%20a/b.sdk");
    }
}

#[test]
fn real_rule_violations() {
    let text = "1 . | . 1\n. . | 3 .\n";
    let shape = Shape::hypercube(2, 2).expect("4×4");
    let mut numbers = [0; 16];
    (numbers[0], numbers[3]) = (1, 1);
    let board = Board::with_givens(shape.clone(), Grid::from_numbers(&numbers)).expect("fits");
    let mut puzzle = Puzzle::new(board);
    for (cell, nth) in [(0, 0), (3, 1)] {
        puzzle.origins.givens.insert(shape.cell_at(cell).expect("inside"), span(text, "1", nth));
    }
    insta::assert_snapshot!(human(text, &sdkc_puzzle::rules(&puzzle)));
}

#[test]
fn texts_that_are_hard_to_draw() {
    let at = |text: &str, needle: &str| {
        Diagnostic::new(Code::E0201, "this", span(text, needle, 0)).with_primary_label("here")
    };
    let crlf = "puzzle {\r\n\tblock\t0\r\n}\r\n";
    let wide = "author \"数独 😀 x\" y\n";
    let steering = "a\u{1b}[31m\u{202e}b c\n";
    let shown = [
        human(crlf, &[at(crlf, "0")]),
        human(crlf, &[at(crlf, "\r\n")]),
        human(wide, &[at(wide, "x"), at(wide, "数独"), at(wide, "y")]),
        human(steering, &[at(steering, "c")]),
        human("", &[Diagnostic::new(Code::E0211, "a file without a puzzle", Span::at(0))]),
        human("ab", &[Diagnostic::new(Code::E0202, "the end", Span::at(2))]),
        human("ab\n", &[Diagnostic::new(Code::E0202, "the end", Span::at(3))]),
        human("\u{feff}ab\n", &[at("\u{feff}ab\n", "b")]),
    ];
    insta::assert_snapshot!(shown.join("=====\n"));
}

#[test]
fn long_lines_are_shown_in_windows() {
    let row: Vec<String> = (0..65_536).map(|n| (n % 16 + 1).to_string()).collect();
    let text = format!("givens {{\n{}\n}}\n", row.join(" "));
    let near = span(&text, "10 11", 0);
    let far = Diagnostic::new(Code::E0401, "equal givens", span(&text, "10 11", 4000))
        .with_primary_label("10, again")
        .with_label(near, "10 at (1, 10, 1, 1)")
        .with_label(span(&text, "5 6", 2000), "and here")
        .with_label(span(&text, "5 6", 3000), "and there")
        .with_label(Span::new(0, 400_000), "all of it");
    let shown = human(&text, &[far]);
    assert!(shown.lines().all(|line| line.chars().count() < 400), "{shown}");
    insta::assert_snapshot!(shown);
}

#[test]
fn many_places_and_far_lines() {
    let text: String = (0..12_000).map(|n| format!("line {n}\n")).collect();
    let mut it = Diagnostic::new(Code::E0205, "expectations that contradict", span(&text, "line 11000", 0))
        .with_primary_label("the last of them");
    for n in [99, 100, 9, 5000] {
        it = it.with_label(span(&text, &format!("line {n}\n"), 0), format!("see {n}"));
    }
    for n in 0..30 {
        it = it.with_label(span(&text, &format!("line {}\n", 2 * n), 0), format!("also {n}"));
    }
    insta::assert_snapshot!(human(&text, &[it]));
}

/// A hundred diagnostics of a ten-megabyte text, on one line and on a million.
#[test]
fn large_texts_cost_no_more_than_their_size() {
    for text in ["ä 1 ".repeat(2_000_000), "1 2 3 4 \n".repeat(1_000_000)] {
        let step = text.len() / 100;
        let many: Vec<Diagnostic> = (0..100)
            .map(|n| {
                let at = (n * step) as u32;
                Diagnostic::new(Code::E0104, "a stray character", Span::new(at, at + 1))
                    .with_label(Span::new(at / 2, text.len() as u32), "the rest")
            })
            .collect();
        for format in DiagnosticFormat::ALL {
            let files = [FileReport::new("big.sdk", &text, &many)];
            let shown = rendered(*format, &files, UNICODE);
            assert!(shown.len() < 300_000, "{format}: {} bytes", shown.len());
        }
    }
}

#[test]
fn pieces_of_a_stream_count_from_its_start() {
    let text = "1 2\n3 x\n";
    let found = [Diagnostic::new(Code::E0104, "a stray character", span(text, "x", 0))];
    let piece = FileReport {
        before: Before { lines: 998, bytes: 5_000_000_000 },
        ..FileReport::new("-", text, &found)
    };
    assert_eq!(rendered(DiagnosticFormat::Concise, &[piece], UNICODE), "-:1000:3: E0104 a stray character\n");
    let human = rendered(DiagnosticFormat::Human, &[piece], UNICODE);
    assert!(human.contains("╭─[ -:1000:3 ]") && human.contains("\n 1000 │ 3 x\n"), "{human}");
    assert!(rendered(DiagnosticFormat::Json, &[piece], UNICODE).contains("\"span\":[5000000006,5000000007]"));
}

/// Editors hide a mark at the start of a file; where files were joined it is a character.
#[test]
fn a_byte_order_mark_takes_a_column_unless_it_is_the_first() {
    let text = "\u{feff}1 x\n";
    let found = [Diagnostic::new(Code::E0104, "a stray character", span(text, "x", 0))];
    for (lines, place) in [(0, "1:3"), (1, "2:4")] {
        let before = Before { lines, bytes: u64::from(lines) };
        let report = FileReport { before, ..FileReport::new("a", text, &found) };
        let told = rendered(DiagnosticFormat::Concise, &[report], UNICODE);
        assert_eq!(told, format!("a:{place}: E0104 a stray character\n"));
    }
}

/// Columns count characters, and what is none is one; spans count the bytes that the file has.
#[test]
fn places_behind_what_is_no_text_are_those_of_the_file() {
    let bytes = b"caf\xe9 \xe2\x82 x\n";
    let (text, map) = sdkc_diagnostics::lossy(bytes);
    let found = [Diagnostic::new(Code::E0104, "a stray character", span(&text, "x", 0))];
    let report = FileReport { bytes: Some(&map), ..FileReport::new("a", &text, &found) };
    let json = rendered(DiagnosticFormat::Json, &[report], UNICODE);
    assert!(json.contains("\"column\":8,") && json.contains("\"span\":[8,9]"), "{json}");
    assert_eq!(&bytes[8..9], b"x");
}
