//! Mistakes in foreign files: each snapshot holds the text's mistakes with their codes, places and ways out.

use std::fmt::Write as _;

use sdkc_diagnostics::{Encoding, LineIndex};
use sdkc_formats::{Detection, Dialect, ReadOptions, decode, detect, read, read_bare};

const EASY: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

/// What is said about a text, a diagnostic a line: code, place, marked text, message, label, notes.
fn told(text: &str) -> String {
    let Detection::Foreign(dialect) = detect(text) else {
        return "not foreign".to_owned();
    };
    let reading = read(dialect, text, &ReadOptions::default());
    let index = LineIndex::new(text);
    let mut out =
        format!("{dialect}: {} good", reading.records.iter().filter(|it| it.puzzle.is_some()).count());
    for it in reading.all_diagnostics().iter().filter(|it| it.is_error()) {
        let span = it.span.expect("mistakes in a text have a place");
        let at = index.position(text, span.start, Encoding::Utf32);
        let marked: String = text[span.range()].chars().take(20).collect();
        write!(out, "\n{} {}:{} {marked:?} {}", it.code, at.line + 1, at.column + 1, it.message)
            .expect("a String takes it");
        if !it.label.is_empty() {
            write!(out, " [{}]", it.label).expect("a String takes it");
        }
        for note in &it.notes {
            write!(out, "\n  = {note}").expect("a String takes it");
        }
    }
    out
}

fn rows() -> Vec<String> {
    EASY.as_bytes().chunks(9).map(|row| String::from_utf8_lossy(row).into_owned()).collect()
}

fn with_row(at: usize, row: &str) -> String {
    let mut rows = rows();
    rows[at] = row.to_owned();
    rows.join("\n")
}

#[test]
fn lines_that_are_wrong() {
    insta::assert_snapshot!("line_80_cells", told(&EASY[1..]));
    insta::assert_snapshot!("line_82_cells", told(&format!("{EASY}.")));
    insta::assert_snapshot!("line_stray", told(&EASY.replacen("6..195", "6..q95", 1)));
    insta::assert_snapshot!("line_word_behind", told(&format!("{EASY}extra words")));
    insta::assert_snapshot!("line_of_50", told(&EASY[..50]));
    insta::assert_snapshot!("line_4x4_value", told("1...........2..5"));
    insta::assert_snapshot!(
        "lines_one_bad",
        told(&format!("# pack\n{EASY}\n{}\nnot a puzzle\n{EASY} x", &EASY[2..]))
    );
    insta::assert_snapshot!("line_letters_ambiguous", told(&format!("123A{}", ".".repeat(252))));
    insta::assert_snapshot!("line_two_zeros_meanings", told(&format!("0123G.{}", ".".repeat(250))));
    insta::assert_snapshot!("line_blanks_cut_off", told(EASY[..79].replace('.', " ").trim_end()));
    insta::assert_snapshot!("line_inner_accent", told(&EASY.replacen("98", "9é", 1)));
}

#[test]
fn rows_that_are_wrong() {
    insta::assert_snapshot!("row_of_8", told(&with_row(3, "8...6...")));
    insta::assert_snapshot!("row_of_10", told(&with_row(3, "8...6...33")));
    insta::assert_snapshot!("row_stray", told(&with_row(3, "8...y...3")));
    insta::assert_snapshot!("rows_8", told(&rows()[1..].join("\n")));
    insta::assert_snapshot!("rows_10", told(&format!("{}\n.........", rows().join("\n"))));
    let pair = format!("{}\n\n{}", rows()[1..].join("\n"), rows().join("\n"));
    insta::assert_snapshot!("rows_8_then_9", told(&pair));
}

#[test]
fn sadman_files_that_are_wrong() {
    let grid = rows().join("\n");
    let changed = with_row(0, "63..7....");
    insta::assert_snapshot!(
        "sadman_state_changes_given",
        told(&format!("[Puzzle]\n{grid}\n[State]\n{changed}"))
    );
    insta::assert_snapshot!("sadman_no_rows", told("#AMe\n[Puzzle]\n"));
    insta::assert_snapshot!("sadman_twice", told(&format!("[Puzzle]\n{grid}\n[Puzzle]\n{grid}")));
    insta::assert_snapshot!("sadman_short_state", told(&format!("[Puzzle]\n{grid}\n[State]\n53..7....")));
}

#[test]
fn plain_boards_that_are_wrong() {
    insta::assert_snapshot!("plain_short", told("2 2\n1 0 0 0\n0 0 0 2\n"));
    assert!(told("2 2\n1\n").contains("1 number where a 4×4 board has 16 cells"));
    insta::assert_snapshot!("plain_long", told("2 2\n1 0 0 0\n0 0 0 2\n0 0 0 0\n0 0 0 0 9\n"));
    insta::assert_snapshot!("plain_value", told("2 2\n1 0 0 5\n0 0 x 2\n0 0 0 0\n0 0 -1 0\n"));
    insta::assert_snapshot!("plain_impossible", told("5 3\n0 0 0\n"));
    insta::assert_snapshot!("plain_huge", told("99999999999999999999 3\n0 0 0\n"));
    insta::assert_snapshot!("plain_no_block", told("2 1\n0 0 0\n"));
}

#[test]
fn other_formats_that_are_wrong() {
    insta::assert_snapshot!("csv_short_puzzle", told(&format!("puzzle,solution\n{},{EASY}\n", &EASY[1..])));
    insta::assert_snapshot!("csv_open_solution", told(&format!("puzzle,solution\n{EASY},{EASY}\n")));
    insta::assert_snapshot!("csv_no_field", told(&format!("id,puzzle\n1,{EASY}\n2\n")));
    insta::assert_snapshot!("hodoku_colons", told(&format!(":0000:x:{EASY}:::\n:0000:x:{EASY}:\n")));
    insta::assert_snapshot!(
        "hodoku_plus",
        told(&format!(":0000:x:+{EASY}+:::\n:0000:x:{}:::\n", &EASY[1..]))
    );
    insta::assert_snapshot!("numbers_value", told(&format!("{}17\n", "0 ".repeat(15))));
}

#[test]
fn bytes_that_are_no_text() {
    let told = |bytes: &[u8]| match decode(bytes) {
        Ok(decoded) => format!("text {:?}", decoded.text),
        Err(it) => format!("{} {} {:?}", it.code, it.message, it.notes),
    };
    let all = [
        told(b"5\x003\x00.\x00"),
        told(b"\x005\x003\x00."),
        told(b"\xff\xfe5\x003"),
        told(b"\xff\xfe\x00\xd85\x00"),
        told(b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR"),
        told(b"ok\nna\xefve"),
        told(b"\xef\xbb\xbf53"),
    ];
    insta::assert_snapshot!("bytes", all.join("\n"));
}

#[test]
fn bare_puzzles_are_told_from_file_names() {
    let options = ReadOptions::default();
    for name in [
        "puzzles.sdk",
        "samples",
        "./53..7....6..195",
        "a/53..7....",
        "x",
        "",
        "-",
        "--help",
        "2024-01-01.txt",
    ] {
        assert!(read_bare(name, &options).is_none(), "{name}");
    }
    for text in
        [EASY, "1...........2..4", &"0".repeat(36), &".".repeat(144), &".".repeat(256), &".".repeat(625)]
    {
        assert!(read_bare(text, &options).is_some_and(|record| record.puzzle.is_some()), "{text}");
    }
    let short = read_bare(&EASY[1..], &options).expect("80 cells are meant as a puzzle");
    assert_eq!(short.diagnostics[0].code.as_str(), "E0702");
}

#[test]
fn only_one_note_says_that_the_file_is_foreign() {
    let reading = read(Dialect::Line, &format!("{EASY}\n{EASY}\n"), &ReadOptions::default());
    let notes: Vec<_> = reading.all_diagnostics();
    assert_eq!(notes.len(), 1);
    insta::assert_snapshot!("note", format!("{} {} {:?}", notes[0].code, notes[0].message, notes[0].notes));
}

#[test]
fn a_list_holds_one_kind_of_puzzles() {
    let marks = "123456789".repeat(81);
    for (list, code, n_good) in
        [([EASY, EASY, &marks], "E0704 3:1 ", 2), ([&marks, &marks, EASY], "E0702 3:1 ", 2)]
    {
        let told = told(&list.join("\n"));
        assert!(told.contains(&format!(": {n_good} good\n{code}")), "{told}");
        assert!(told.contains("\n  = a list holds one kind of puzzles only; put lines of "), "{told}");
        assert!(!told.contains("no board has"), "{told}");
    }
}

/// Lines that `solve` writes of boards of more dimensions are no puzzles that are one cell too long.
#[test]
fn lines_hold_two_dimensions() {
    let told = told(&format!("{EASY}\n{}\n", "12345678".repeat(64)));
    assert!(
        told.contains("512 cells make a board of 8×8×8, and lines hold boards of two dimensions"),
        "{told}"
    );
    assert!(told.contains("--output sdk"), "{told}");
}

/// Behind cells and behind pencil marks alike; what was not set off is kept whole by the way out that is offered.
#[test]
fn remarks_are_set_off_or_told_of() {
    for cells in [EASY.to_owned(), "123456789".repeat(81)] {
        for remark in ["remark", "|remark", "é"] {
            let text = format!("{cells}{remark}");
            let Detection::Foreign(dialect) = detect(&text) else { panic!("{text}") };
            let found = read(dialect, &text, &ReadOptions::default()).records.remove(0).diagnostics;
            let [it] = &found[..] else { panic!("{found:?}") };
            assert!(it.message.contains(" behind the last of "), "{it:?}");
            let edit = &it.fixes[0].edits[0];
            let mut mended = text.clone();
            mended.replace_range(edit.span.range(), &edit.text);
            let puzzle = read(dialect, &mended, &ReadOptions::default()).records.remove(0).puzzle;
            let comment = puzzle.expect("a puzzle").meta.first("comment").map(str::to_owned);
            assert_eq!(comment.as_deref(), Some(remark));
        }
        for remark in [" a remark", ",a remark", ";a remark", "# a remark", "\t#a remark \r"] {
            let text = format!("{cells}{remark}\n{cells}\n");
            let Detection::Foreign(dialect) = detect(&text) else { panic!("{text}") };
            let puzzle = read(dialect, &text, &ReadOptions::default()).records.remove(0).puzzle;
            let comment = puzzle.expect("a puzzle").meta.first("comment").map(str::to_owned);
            assert_eq!(comment.as_deref(), Some("a remark"), "{remark:?}");
        }
    }
}

/// `N b` is no puzzle with 0 for empty cells and a number behind it, be that a rating or its solution.
#[test]
fn numbers_behind_cells_are_remarks() {
    let digits = EASY.replace('.', "0");
    let marks = "123456789".repeat(81);
    for cells in ["1000000000000004", &digits, &marks, &digits[..80], &"0".repeat(256)] {
        for remark in ["7", &digits] {
            let text = format!("{cells} {remark}\n{cells} {remark}\n");
            let Detection::Foreign(dialect) = detect(&text) else { panic!("{text}") };
            assert!(dialect.is_by_line(), "{dialect}: {text}");
            let records = read(dialect, &text, &ReadOptions::default()).records;
            let n_good = records.iter().filter(|it| it.puzzle.is_some()).count();
            assert_eq!(n_good, if cells.len() == 80 { 0 } else { 2 }, "{text}");
        }
    }
    assert_eq!(detect("2 3\n5 3 0"), Detection::Foreign(Dialect::Plain));
}

/// The digits that a broken line has tell which size was not meant.
#[test]
fn a_line_that_was_cut_off_is_told_of_once() {
    for length in [20, 30, 34, 38, 40, 50, 60, 70, 76, 80] {
        let told = told(&format!("{EASY}\n{EASY}\n{}\n", &EASY[..length]));
        assert_eq!(told.matches("\nE070").count(), 1, "{told}");
    }
}

/// What stands beside the cells makes no puzzle of them or none.
#[test]
fn a_bank_with_a_bad_hash_or_rating_has_its_puzzles() {
    let good = format!("0000183b305c {EASY}  1.2\n");
    for (hash, rating, codes) in [("0000183b305g", "1.2", 1), ("0000183b305c", "x", 1), ("x", "y", 2)] {
        let text = format!("{good}{good}{hash} {EASY} {rating}\n");
        assert_eq!(detect(&text), Detection::Foreign(Dialect::ExchangeBank));
        let record = read(Dialect::ExchangeBank, &text, &ReadOptions::default()).records.remove(2);
        let puzzle = record.puzzle.expect("a puzzle");
        assert_eq!((puzzle.meta.first("sha1"), puzzle.meta.first("level")), (Some(hash), Some(rating)));
        assert_eq!((record.diagnostics.len(), record.aside.len()), (0, codes), "{:?}", record.aside);
        assert_eq!(told(&text).matches("\nE0701 3:").count(), codes);
    }
}

/// A blank or a comma in the place of a mark is told of there, and not as an end of the line's marks.
#[test]
fn what_is_no_mark_is_told_at_its_place() {
    for stray in [" ", ",", "5", "-"] {
        let marks = "123456789".repeat(81);
        let told = told(&format!("{marks}\n{}{stray}{}\n", &marks[..300], &marks[301..]));
        assert!(told.starts_with("marks-729: 1 good\nE0701 2:301 "), "{told}");
        assert!(told.contains(" stands in the place of 4"), "{told}");
    }
}
