//! One well-known puzzle in every format: each sample is detected as what it is and gives the same givens.

#![expect(clippy::disallowed_methods, reason = "the samples of a test are files")]

use std::{fs, path::Path};

use sdkc_formats::{Detection, Dialect, ReadOptions, decode, detect, read, to_line};
use sdkc_puzzle::Puzzle;

const EASY: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

/// The puzzles of a sample, which must be read without a complaint.
fn puzzles(file: &str, dialect: Dialect) -> Vec<Puzzle> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(file);
    let bytes = fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let decoded = decode(&bytes).unwrap_or_else(|error| panic!("{file}: {}", error.message));
    assert_eq!(detect(&decoded.text), Detection::Foreign(dialect), "{file}");
    let reading = read(dialect, &decoded.text, &ReadOptions::default());
    let complaints: Vec<_> = reading.records.iter().flat_map(|record| &record.diagnostics).collect();
    assert!(complaints.is_empty(), "{file}: {complaints:?}");
    reading
        .records
        .into_iter()
        .map(|record| record.puzzle.expect("a puzzle where nothing is wrong"))
        .collect()
}

fn line(puzzle: &Puzzle) -> String {
    to_line(puzzle.board.givens(), &puzzle.notation).expect("one character a cell")
}

#[test]
fn the_easy_puzzle_comes_out_of_every_format() {
    let samples = [
        ("line_dot.txt", Dialect::Line),
        ("line_zero.txt", Dialect::Line),
        ("line_star.txt", Dialect::Line),
        ("line_underscore.txt", Dialect::Line),
        ("line_dash.txt", Dialect::Line),
        ("line_x.txt", Dialect::Line),
        ("line_blank.txt", Dialect::Line),
        ("line_bom_crlf.txt", Dialect::Line),
        ("line_utf16le.txt", Dialect::Line),
        ("line_utf16be.txt", Dialect::Line),
        ("collection.sdm", Dialect::Line),
        ("rows.sdk", Dialect::Rows),
        ("rows_pipes.sdk", Dialect::Rows),
        ("simple_sudoku.ss", Dialect::Rows),
        ("simple_sudoku_old.ss", Dialect::Rows),
        ("clipboard.txt", Dialect::Rows),
        ("printed.txt", Dialect::Rows),
        ("bands.txt", Dialect::Rows),
        ("sadman.sdk", Dialect::SadMan),
        ("sadman_headers_last.sdk", Dialect::SadMan),
        ("plain_2_3.txt", Dialect::Plain),
        ("kaggle.csv", Dialect::Csv),
        ("answers.csv", Dialect::Csv),
        ("hodoku.txt", Dialect::Hodoku),
        ("bank.txt", Dialect::ExchangeBank),
        ("gsf.txt", Dialect::Gsf),
        ("candidates.txt", Dialect::Candidates),
        ("progress.sdx", Dialect::Candidates),
    ];
    for (file, dialect) in samples {
        let found = puzzles(file, dialect);
        let expected = EASY.to_owned();
        assert_eq!(line(&found[0]), expected, "{file}");
    }
}

#[test]
fn every_example_is_detected_and_read() {
    for dialect in Dialect::ALL {
        assert_eq!(detect(dialect.example()), Detection::Foreign(*dialect), "{dialect}");
        let reading = read(*dialect, dialect.example(), &ReadOptions::default());
        assert!(!reading.records.is_empty(), "{dialect}");
        for record in &reading.records {
            assert!(record.puzzle.is_some(), "{dialect}: {:?}", record.diagnostics);
        }
    }
}

#[test]
fn cells_keep_their_places() {
    for (file, dialect) in [
        ("clipboard.txt", Dialect::Rows),
        ("sadman.sdk", Dialect::SadMan),
        ("plain_2_3.txt", Dialect::Plain),
        ("hodoku.txt", Dialect::Hodoku),
        ("kaggle.csv", Dialect::Csv),
        ("collection.sdm", Dialect::Line),
    ] {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(file);
        let text = fs::read_to_string(path).unwrap();
        for puzzle in puzzles(file, dialect) {
            for (cell, value) in puzzle.board.givens().filled() {
                let span = puzzle.origins.givens.span(cell).expect("every given has a place");
                assert_eq!(text[span.range()], value.to_string(), "{file} {cell:?}");
            }
        }
    }
}

#[test]
fn headers_and_comments_become_metadata() {
    let sadman = &puzzles("sadman.sdk", Dialect::SadMan)[0];
    let expected = [
        ("author", "Ruth"),
        ("description", "A first one"),
        ("comment", "Take your time"),
        ("date", "2006-08-03"),
        ("source", "type-in"),
        ("level", "Easy"),
        ("url", "https://example.org/"),
    ];
    for (key, value) in expected {
        assert_eq!(sadman.meta.first(key), Some(value));
    }
    assert_eq!(sadman.state.as_ref().map(|state| state.n_filled()), Some(1), "the 4 that is no given");
    assert_eq!(puzzles("collection.sdm", Dialect::Line)[0].meta.first("comment"), Some("easy"));
    assert_eq!(puzzles("collection.sdm", Dialect::Line).len(), 3);
    assert_eq!(puzzles("gsf.txt", Dialect::Gsf)[0].name.as_deref(), Some("First"));
    assert_eq!(puzzles("answers.csv", Dialect::Csv)[0].meta.first("source"), Some("a, b"));
    assert_eq!(puzzles("kaggle.csv", Dialect::Csv)[0].expects.len(), 1);
    assert_eq!(puzzles("bank.txt", Dialect::ExchangeBank)[0].meta.first("level"), Some("1.2"));
}

#[test]
fn placed_digits_are_no_givens() {
    for (file, dialect, at) in [("hodoku.txt", Dialect::Hodoku, 1), ("progress.sdx", Dialect::Candidates, 0)]
    {
        let puzzle = &puzzles(file, dialect)[at];
        assert_eq!(line(puzzle), EASY, "{file}");
        let state = puzzle.state.as_ref().expect("a digit was placed");
        assert_eq!(state.n_filled(), 1, "{file}");
        assert!(puzzle.board.is_plain(), "{file}: a player's notes bind nobody");
    }
}

#[test]
fn pencil_marks_restrict_cells() {
    let marks = &puzzles("marks.txt", Dialect::Marks729)[0];
    assert_eq!(marks.board.restricted().count(), 30);
    assert_eq!(marks.board.givens().n_filled(), 0);
}

#[test]
fn letters_are_read_as_their_text_settles_it() {
    let values =
        |file, dialect| -> Vec<u8> { puzzles(file, dialect)[0].board.givens().numbers()[..16].to_vec() };
    let expected = [1, 2, 0, 4, 0, 0, 7, 0, 9, 10, 0, 12, 0, 14, 0, 16];
    assert_eq!(values("letters_16.txt", Dialect::Line), expected);
    assert_eq!(values("hex_16.txt", Dialect::Line), expected);
    assert_eq!(values("a_to_p_16.txt", Dialect::Rows), expected);
    assert_eq!(values("numbers_16.txt", Dialect::Numbers), expected);
}

#[test]
fn symbols_settle_what_the_text_does_not() {
    let text = format!("bc_e__h_jk_m_o_q{}\n", "_".repeat(240));
    let asked = ReadOptions { symbols: Some("bcdefghijklmnopq".to_owned()) };
    let reading = read(Dialect::Line, &text, &asked);
    let puzzle = reading.records[0].puzzle.as_ref().expect("the symbols say what is what");
    assert_eq!(puzzle.board.givens().numbers()[..4], [1, 2, 0, 4]);
    assert!(read(Dialect::Line, &text, &ReadOptions::default()).records[0].puzzle.is_none());
}

/// As spreadsheets write them: the separator is that of the heading; without one, what follows the cells is a remark.
#[test]
fn tables_may_have_tabs_or_semicolons() {
    let solution = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
    for separator in ["\t", ";", ","] {
        for (heading, before) in [
            ("puzzle_solution_level", ""),
            ("id_Quizzes_solutions", "7_"),
            ("sudoku_Solved sudoku_level", ""),
            ("sudoku_the-answer_level", ""),
        ] {
            let text = format!("{heading}\n{before}{EASY}_{solution}_easy\n").replace('_', separator);
            assert_eq!(detect(&text), Detection::Foreign(Dialect::Csv), "{text:?}");
            let reading = read(Dialect::Csv, &text, &ReadOptions::default());
            let [record] = &reading.records[..] else { panic!("{text:?}: {reading:?}") };
            let puzzle = record.puzzle.as_ref().expect("a puzzle in its column");
            assert_eq!((line(puzzle).as_str(), puzzle.expects.len()), (EASY, 1), "{text:?}");
        }
        let text = format!("{EASY}{separator}{solution}\n");
        assert_eq!(detect(&text), Detection::Foreign(Dialect::Line), "{text:?}");
        let reading = read(Dialect::Line, &text, &ReadOptions::default());
        assert_eq!(reading.records[0].puzzle.as_ref().map(line).as_deref(), Some(EASY));
        assert!(sdkc_formats::parse_81(text.as_bytes()).is_ok());
    }
}

/// A column needs no other one beside it, and a heading need not be the first line.
#[test]
fn headings_are_found() {
    for (text, n_bad) in [
        (format!("puzzle\n{EASY}\n"), 0),
        (format!("\u{feff}Sudoku\r\n{EASY}\r\n"), 0),
        (format!("\"Quizzes\"\n\"{EASY}\"\n"), 0),
        ("puzzle\n1...........2..4\n".to_owned(), 0),
        ("#All of mine\nquiz\n1...........2..4\n".to_owned(), 0),
        (format!("My puzzles\n\nid,puzzle\n7,{EASY}\n"), 1),
        (format!("5{EASY}\nquestion\tanswer\n{EASY}\t\n"), 1),
    ] {
        assert_eq!(detect(&text), Detection::Foreign(Dialect::Csv), "{text:?}");
        let records = read(Dialect::Csv, &text, &ReadOptions::default()).records;
        let are_bad: Vec<bool> = records.iter().map(|record| record.puzzle.is_none()).collect();
        assert_eq!(are_bad, [&vec![true; n_bad][..], &[false]].concat(), "{text:?} {records:?}");
    }
    for text in [format!("puzzle\n:0000:x:{EASY}:::\n"), format!("puzzle\n1,2,3,4,{EASY},A,x,0\n")] {
        assert!(matches!(detect(&text), Detection::Foreign(Dialect::Hodoku | Dialect::Gsf)), "{text:?}");
    }
}

/// However much stands above it, a line that is read as it stands says what the others are.
#[test]
fn a_list_may_stand_below_a_text() {
    let prose = "These are \"some\" puzzles,\nof mine;\n\nthey were made\nby nobody\nelse.\n";
    let good = [(EASY.to_owned(), Dialect::Line), (format!(":0000:x:{EASY}:::"), Dialect::Hodoku)];
    for (line, dialect) in good {
        let text = format!("{prose}{line}\n");
        assert_eq!(detect(&text), Detection::Foreign(dialect));
        let records = read(dialect, &text, &ReadOptions::default()).records;
        assert_eq!(records.iter().filter(|it| it.puzzle.is_some()).count(), 1);
        assert_eq!(detect(&format!("puzle {{\n{text}")), Detection::Unknown);
    }
    assert_eq!(detect(prose), Detection::Unknown);
}

/// Where lines of plain numbers break means nothing, nor does a blank up to side 9.
#[test]
fn plain_numbers_may_stand_on_one_line() {
    let cells = "1000002003000003";
    let apart: Vec<&str> = cells.split_inclusive(|_| true).collect();
    for text in [
        format!("2 2 {}", apart.join(" ")),
        format!("2 2 {cells}\n"),
        format!("2 2\n{cells}"),
        format!("2 2 # 4 by 4\n{}\n", apart.join(" ")),
        "2 2\r\n1000\r\n0020\r\n0300 # a row\r\n0003".to_owned(),
        format!("# one\n2 2\n{}\n", apart.join("\n")),
    ] {
        assert_eq!(detect(&text), Detection::Foreign(Dialect::Plain), "{text:?}");
        let record = read(Dialect::Plain, &text, &ReadOptions::default()).records.remove(0);
        let puzzle = record.puzzle.unwrap_or_else(|| panic!("{text:?}: {:?}", record.diagnostics));
        let numbers: String = puzzle.board.givens().numbers().iter().map(ToString::to_string).collect();
        assert_eq!(numbers, cells, "{text:?}");
        let span =
            puzzle.origins.givens.span(puzzle.board.shape().cell_at(6).expect("a cell")).expect("a place");
        assert_eq!(&text[span.range()], "2", "{text:?}");
    }
    let text = format!("2 2\n{}#é\n{}", &cells[..4], &cells[4..]);
    assert!(read(Dialect::Plain, &text, &ReadOptions::default()).records[0].puzzle.is_none());
    let text = format!("2 2 {}", apart[1..].join(" "));
    let record = read(Dialect::Plain, &text, &ReadOptions::default()).records.remove(0);
    assert!(record.diagnostics[0].message.starts_with("15 numbers where a 4×4 board"), "{record:?}");
    let text = format!("2 2\n{cells}\n{cells}\n");
    assert_eq!(detect(&text), Detection::Foreign(Dialect::Line));
}

/// A word in a name is a guess: what tells about solutions and holds none is metadata.
#[test]
fn columns_about_solutions_are_no_solutions() {
    for heading in ["puzzle,solution_count", "puzzle,n_solutions", "puzzle,unsolved", "puzzle,solved by"] {
        let text = format!("{heading}\n{EASY},1\n");
        let reading = read(Dialect::Csv, &text, &ReadOptions::default());
        let record = &reading.records[0];
        let puzzle = record.puzzle.as_ref().expect("a puzzle in its column");
        let (_, name) = heading.split_once(',').expect("two");
        assert!(puzzle.expects.is_empty() && record.diagnostics.is_empty(), "{record:?}");
        assert_eq!(puzzle.meta.first(name), Some("1"), "{heading}");
    }
}

#[test]
fn native_files_stay_native() {
    let native = [
        "sdk 1\npuzzle {\n}\n",
        "\u{feff}\n// 53..7....6..195....98\n\npuzzle \"A\" {\n}\n",
        "puzzle{}",
        "puzzle\n{",
        "puzzle\t\"A\" {\n}\n",
        "puzzle\tA\n{\n}\n",
        "puzzle\n1...\n..2.\n.3..\n...4\n",
        "puzzle",
    ];
    for text in native {
        assert_eq!(detect(text), Detection::Native, "{text:?}");
    }
    assert_eq!(detect("#All of mine\n1...........2..4\n"), Detection::Foreign(Dialect::Line));
    let rows = format!("puzle {{\n{}}}\n", (". ".repeat(125) + "\n").repeat(60));
    assert_eq!(detect(&rows), Detection::Unknown, "rows of a large board are no lines of small ones");
    let unknown = ["", "\n\n", "puzle \"A\" {\n givens {\n 5 3 . . 7 . . . .\n }\n}\n", "hello\n", "{}"];
    for text in unknown {
        assert_eq!(detect(text), Detection::Unknown, "{text:?}");
    }
}

/// `puzzle` is a word of the language, too, and strings may follow it; puzzles in quotes are rows.
#[test]
fn puzzles_in_quotes_below_their_heading_are_a_table() {
    for text in [format!("puzzle\n\"{EASY}\"\n"), format!("\"puzzle\"\nbad\n\"{EASY}\"\n")] {
        assert_eq!(detect(&text), Detection::Foreign(Dialect::Csv), "{text}");
    }
    for text in ["puzzle\n\"Mine\"\n".to_owned(), format!("puzzle\n\"{EASY}\" {{ block 3 }}\n")] {
        assert_eq!(detect(&text), Detection::Native, "{text}");
    }
}

/// A brace on a bad line makes no text in the language of a list; a text that only begins badly is none.
#[test]
fn lists_of_short_lines_may_have_braces() {
    let short = "1...........2..4\n";
    for bad in ["}", "{ x }", "4513 \"x\"", "puzzle \"x\" {"] {
        let text = short.repeat(20) + bad + "\n" + &short.repeat(20);
        assert_eq!(detect(&text), Detection::Foreign(Dialect::Line), "{bad}");
    }
    let rows = format!("block 4\ngivens {{\n{}}}\n", short.repeat(16));
    assert_ne!(detect(&rows), Detection::Foreign(Dialect::Line));
}

#[test]
fn boards_of_more_dimensions_are_read() {
    let zeros = "0 ".repeat(511);
    let reading = read(Dialect::Plain, &format!("3 2\n8 {zeros}\n"), &ReadOptions::default());
    let puzzle = reading.records[0].puzzle.as_ref().expect("512 numbers");
    assert_eq!((puzzle.board.shape().n_dims(), puzzle.board.givens().n_filled()), (3, 1));
}
