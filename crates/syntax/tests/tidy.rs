//! The formatter: cases against snapshots, and what must hold for every file that it takes.

mod cases;

use proptest::prelude::*;
use sdkc_diagnostics::Edit;
use sdkc_syntax::{Layout, Parse, Runs, TokenKind, ast::Grid, format, format_edits, grids, parse};

/// Layouts of the square grids of a file, as somebody who knows the boards would make them.
fn layouts(text: &str, parse: &Parse) -> Vec<Option<Layout>> {
    grids(&parse.ast).map(|grid| layout(text, grid)).collect()
}

fn layout(text: &str, grid: &Grid) -> Option<Layout> {
    let side = u32::try_from(grid.rows.len()).ok()?;
    let (runs, cell_width, rows, columns) = match side {
        4 => (Runs::Cells, 1, 2, 2),
        9 => (Runs::Cells, 1, 3, 3),
        10 => (Runs::Whole, 2, 2, 5),
        _ => return None,
    };
    let has_numbers = grid.rows.iter().any(|row| text[row.span.range()].contains("12"));
    let runs = if has_numbers { Runs::Whole } else { runs };
    let borders = |length: u32| (1..side / length).map(|border| border * length).collect();
    Some(Layout {
        side,
        column_borders: borders(columns),
        row_borders: borders(rows),
        cell_width,
        runs,
        zero_is_empty: true,
    })
}

#[test]
fn files_become_tidy() {
    for (name, text) in cases::cases(include_str!("cases/tidy.txt")) {
        insta::assert_snapshot!(name.replace(' ', "_"), check(&text));
    }
}

#[test]
fn files_with_mistakes_are_left_alone() {
    for (_, text) in cases::cases(include_str!("cases/mistakes.txt")) {
        let parse = parse(&text);
        let result = format(&parse, &text, &[]);
        assert_eq!(result.is_err(), !parse.errors.is_empty(), "{text}");
        assert_eq!(format_edits(&parse, &text, &[]).is_err(), result.is_err());
    }
}

#[test]
fn line_ends_stay() {
    let text = "puzzle \"A\" {\n  block 2\n  givens {\n 1 2 3 4\n ....\n ....\n .... }\n  state {\n1 2\n}\n}";
    let tidy = check(text);
    for end in ["\r\n", "\r"] {
        assert_eq!(check(&text.replace('\n', end)), tidy.replace('\n', end));
    }
    assert_eq!(check(&format!("\u{feff}{text}")), format!("\u{feff}{tidy}"));
}

#[test]
fn a_layout_of_another_size_is_not_used() {
    let text = "puzzle {\n    givens {\n     1   2 3\n    }\n}\n";
    let wrong = Layout {
        side: 4,
        column_borders: vec![2],
        row_borders: vec![2],
        cell_width: 1,
        runs: Runs::Cells,
        zero_is_empty: true,
    };
    assert_eq!(format(&parse(text), text, &[Some(wrong)]).as_deref(), Ok(text));
}

/// Formats, and checks what must hold for any file without mistakes.
fn check(text: &str) -> String {
    let before = parse(text);
    assert!(before.errors.is_empty(), "{text}\n{}", cases::told(text, &before.errors));
    let layouts_before = layouts(text, &before);
    let tidy = format(&before, text, &layouts_before).expect("no errors");
    let after = parse(&tidy);
    assert!(after.errors.is_empty(), "{tidy}\n{}", cases::told(&tidy, &after.errors));
    assert_eq!(essence(text, &before), essence(&tidy, &after), "{text}\n{tidy}");
    assert_eq!(layouts(&tidy, &after), layouts_before);
    let again = format(&after, &tidy, &layouts_before).expect("no errors");
    assert_eq!(again, tidy, "from {text}");
    let edits = format_edits(&before, text, &layouts_before).expect("no errors");
    assert_eq!(apply(text, &edits), tidy);
    assert!(n_blank_lines(&tidy) <= n_blank_lines(text), "{text}\n{tidy}");
    tidy
}

fn n_blank_lines(text: &str) -> usize {
    text.replace("\r\n", "\n").replace('\r', "\n").lines().filter(|line| line.trim().is_empty()).count()
}

fn apply(text: &str, edits: &[Edit]) -> String {
    let mut out = text.to_owned();
    for edit in edits.iter().rev() {
        out.replace_range(edit.span.range(), &edit.text);
    }
    out
}

/// What the formatter may not change: the tokens without separators and decoration, the cells of rows, and, apart,
/// the comments.
fn essence(text: &str, parse: &Parse) -> (Vec<String>, Vec<String>) {
    let mut tokens = Vec::new();
    let mut comments = Vec::new();
    for token in &parse.tokens {
        let piece = &text[token.span.range()];
        match token.kind {
            TokenKind::Newline | TokenKind::Semicolon | TokenKind::Decoration => {}
            TokenKind::Comment => comments.push(piece.trim_end().to_owned()),
            TokenKind::Row => tokens.push(cells(piece)),
            TokenKind::Cell => tokens.push(piece.to_lowercase()),
            _ => tokens.push(piece.to_owned()),
        }
    }
    (tokens, comments)
}

/// The cells of a row. Blanks between them matter only where runs are numbers.
fn cells(row: &str) -> String {
    let cells: String =
        row.chars().filter(|ch| *ch != '|').map(|ch| if "_*?·".contains(ch) { '.' } else { ch }).collect();
    let words: Vec<_> = cells.split_whitespace().map(|word| if word == "0" { "." } else { word }).collect();
    if cells.contains("12") || cells.contains("10") {
        words.join(" ").replace(". ", ".").replace(" .", ".")
    } else {
        words.concat().replace('0', ".")
    }
}

/// What may end an item.
fn separator() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec![
        "\n",
        "\n\n\n",
        " ;",
        "  // a comment\n",
        "\r\n",
        "\n// own line\n",
        ";\n\n// x\n\n// y\n",
    ])
}

fn item() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec![
        "block 2",
        "author   \"x // y\"",
        "tags \"a\" \"b\"",
        "expect  unique",
        "expect solutions >= 2",
        "given R1c1=5",
        "given (1 , 2,\n 3)  =  4",
        "given (1, // why\n 3)  =  4",
        "candidates r1c1 = 1 2   3",
        "strategy auto",
        "strategy random { }",
        "strategy random {\n seed 7; timeout 10s // c\n\n\n values random }",
        "givens { 1234\n---\n....\n // x\n . . . .\n\n0_*? }",
        "givens // c\n{ 12 3 4 5 }",
        "givens\n{ 1234 // c\n\n....\n\n\n....\n--- // d\n....\n\n}",
        "givens { }",
        "givens { // c\n }",
        "expect solution { layer (1) { 1 2\n3 4 }\nlayer(2) { // x\n12.3\n....\n....\n.... } }",
        "regions {\nab..\n....\nab ab\n==== // y\n....\n}",
        "meta \"k\"    \"v\"",
        "// alone\n",
    ])
}

/// Puzzles of random items. The same item twice is a mistake, so each item gets a puzzle of its own.
fn file() -> impl Strategy<Value = String> {
    let puzzle = (item(), separator(), separator(), any::<bool>()).prop_map(|(item, lead, tail, brace)| {
        let brace = if brace { " {" } else { "\n{" };
        let lead = if lead.contains(';') { "\n" } else { lead };
        format!("puzzle \"P\"{brace}{lead}{item}{tail}expect minimal{tail}}}")
    });
    prop::collection::vec((puzzle, separator()), 1..6).prop_map(|puzzles| {
        let puzzles = puzzles.into_iter().map(|(puzzle, end)| format!("{puzzle}{end}"));
        format!("// head\n\n{}", puzzles.collect::<String>())
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn tidy_files_stay_tidy_and_mean_the_same(text in file()) {
        check(&text);
    }
}
