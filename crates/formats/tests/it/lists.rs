//! Lists as people have them: junk above, numbers in front, quotes around, columns with any name. Each is told by what stands in it, alike
//! from a file and line by line from a stream.

use sdkc_formats::{
    Detection, Dialect, Glance, ReadOptions, Record, decode, detect, glance, lines, read, to_line,
};

const EASY: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

/// The pencil marks of a line of cells.
fn marks(cells: &str) -> String {
    let of_cell = |cell: char| {
        let mark = |digit: char| if cell == '.' || cell == digit { digit } else { '.' };
        ('1'..='9').map(mark).collect::<String>()
    };
    cells.chars().map(of_cell).collect()
}

/// A good line of each format without a heading.
fn good_lines() -> [(Dialect, String); 5] {
    [
        (Dialect::Line, EASY.to_owned()),
        (Dialect::Marks729, marks(EASY)),
        (Dialect::ExchangeBank, format!("0000183b305c {EASY}  1.2")),
        (Dialect::Hodoku, format!(":0000:x:{EASY}:::")),
        (Dialect::Gsf, format!("99480,99408,114,1895,{EASY},Easter,20.00s,0")),
    ]
}

/// What is read of an input as the command reads it: its format and its records.
fn told(bytes: &[u8]) -> (Dialect, Vec<Record>) {
    let options = ReadOptions::default();
    match glance(bytes, true, &options) {
        Glance::List(reader) => {
            let text = String::from_utf8_lossy(bytes).into_owned();
            let records = lines(&text).filter_map(|line| reader.read(&line)).collect();
            (reader.dialect(), records)
        }
        _ => {
            let text = decode(bytes).unwrap_or_else(|error| panic!("{}", error.message)).text.into_owned();
            let Detection::Foreign(dialect) = detect(&text) else {
                panic!("{:?}: {text:.300}", detect(&text))
            };
            (dialect, read(dialect, &text, &options).records)
        }
    }
}

/// Its good puzzles, one line each, and the number of errors.
fn puzzles(bytes: &[u8]) -> (Dialect, Vec<String>, usize) {
    let (dialect, records) = told(bytes);
    let line = |record: &Record| {
        let puzzle = record.puzzle.as_ref()?;
        to_line(puzzle.board.givens(), &puzzle.notation)
    };
    let n_errors = records.iter().map(|record| record.diagnostics.len() + record.aside.len()).sum();
    (dialect, records.iter().filter_map(line).collect(), n_errors)
}

#[test]
fn junk_above_a_list_is_bad_lines() {
    let junk = ["{ x }", "123", "1234", "..3......", "{\n}", "1 2", "{ x }\n123", "\"x\" {}"];
    for (dialect, good) in good_lines() {
        for junk in junk {
            for (n_junk, n_good) in [(1, 1), (2, 300), (8, 1), (8, 3), (8, 300), (20, 300)] {
                let text = format!("{junk}\n").repeat(n_junk) + &format!("{good}\n").repeat(n_good);
                // Many times the rows of a board are a board.
                if junk.len() == 9 && n_junk > 8 {
                    continue;
                }
                let (found, records) = told(text.as_bytes());
                let n_read = records.iter().filter(|record| record.puzzle.is_some()).count();
                let n_lines = n_junk * junk.lines().count();
                let name = format!("{dialect} {n_good} behind {n_junk} of {junk:?}");
                assert_eq!((found, n_read, records.len()), (dialect, n_good, n_lines + n_good), "{name}");
                assert_eq!(detect(&text), Detection::Foreign(dialect), "{name}, as a file");
            }
        }
    }
}

/// In a text in the language, a puzzle stands inside of braces; rows above a puzzle that is one line are rows, if they make a grid.
#[test]
fn what_is_no_list_stays_so() {
    for text in [
        format!("puzle \"A\" {{\n    block 3\n    givens \"{EASY}\"\n}}\n"),
        format!("puzle \"A\" {{ givens \"{EASY}\" }}\n").repeat(5),
        format!("sdkc 1\ngivens \"{EASY}\"\n"),
        format!("// {EASY}\npuzle {{ }}\n"),
        format!("puzle \"A\" {{\n  givens {{\n{EASY}\n}}\n}}\n"),
    ] {
        assert_eq!(detect(&text), Detection::Unknown, "{text}");
    }
    let rows: String = EASY.as_bytes().chunks(9).map(|row| String::from_utf8_lossy(row) + "\n").collect();
    let text = format!("{rows}{EASY}\n");
    assert_eq!(detect(&text), Detection::Foreign(Dialect::Rows));
}

/// `FF FE` is the mark of UTF-16 only in front of UTF-16.
#[test]
fn bad_bytes_in_front_make_no_other_encoding_of_a_list() {
    for (dialect, good) in good_lines() {
        for mark in [b"\xff\xfe", b"\xfe\xff"] {
            for (first, behind) in
                [(&b"junk"[..], &b"a\0b\n"[..]), (b"\0junk", b""), (b"", b"\0\n"), (b"\0", b"\0\n")]
            {
                for line_break in ["\n", "\r\n"] {
                    let good = format!("{good}{line_break}").repeat(20);
                    let text = [mark, first, line_break.as_bytes(), good.as_bytes(), behind, good.as_bytes()]
                        .concat();
                    let (found, records) = told(&text);
                    let n_bad = 1 + usize::from(!behind.is_empty());
                    let n_read = records.iter().filter(|record| record.puzzle.is_some()).count();
                    let name = format!("{dialect} {mark:?} {first:?} {behind:?}");
                    assert_eq!((found, n_read, records.len()), (dialect, 40, 40 + n_bad), "{name}");
                }
            }
            let units = |text: &str| {
                text.encode_utf16()
                    .flat_map(|unit| match mark {
                        b"\xff\xfe" => unit.to_le_bytes(),
                        _ => unit.to_be_bytes(),
                    })
                    .collect::<Vec<_>>()
            };
            for title in ["", "数独\n", "\u{2e2e}\u{2e2e}\n\u{3131}\n"] {
                let text = [&mark[..], &units(title), &units(&format!("{good}\r\n").repeat(3))].concat();
                let (found, records) = told(&text);
                let n_read = records.iter().filter(|record| record.puzzle.is_some()).count();
                assert_eq!((found, n_read), (dialect, 3), "{title}");
            }
        }
    }
    let text = b"\xff\xfe puzzle { }\n puzzle { }\n a\0\n";
    let error = decode(text).expect_err("no UTF-16, and no UTF-8");
    assert_eq!(error.code.as_str(), "E0105");
}

/// The file of Project Euler's problem 96: a title above each grid, and no blank lines.
#[test]
fn grids_with_titles_are_read() {
    let rows = |empty: &str| -> String {
        EASY.replace('.', empty).as_bytes().chunks(9).map(|row| String::from_utf8_lossy(row) + "\n").collect()
    };
    let of = |n: usize, title: &str, rows: &str| {
        (1..=n).map(|at| title.replace('_', &format!("{at:02}")) + rows).collect::<String>()
    };
    let boxed = "+---+---+---+\n".to_owned() + &rows(".").replacen("53.", "53.", 1);
    for (text, n) in [
        (of(50, "Grid _\n", &rows("0")), 50),
        (of(50, "Grid _\r\n", &rows("0").replace('\n', "\r\n")), 50),
        (of(1, "Grid _\n", &rows("0")), 1),
        (of(3, "Grid _\n", &rows("0")).trim_end().to_owned(), 3),
        (of(5, "Puzzle #_\n", &(rows(".") + "\n")), 5),
        (of(5, "Puzzle #_\n\n", &(rows(".") + "\n")), 5),
        (of(2, "Easy, by \u{e9}mile (_)\n", &boxed), 2),
        (format!("My sudokus\n\n{}", of(2, "No. _\n", &rows("."))), 2),
    ] {
        assert_eq!(puzzles(text.as_bytes()), (Dialect::Rows, vec![EASY.to_owned(); n], 0), "{text:.120}");
    }
    let (_, records) = told(of(2, "Grid _\n", &rows("0")).as_bytes());
    let names: Vec<_> = records.iter().map(|it| it.puzzle.as_ref().and_then(|it| it.name.clone())).collect();
    assert_eq!(names, [Some("Grid 01".to_owned()), Some("Grid 02".to_owned())]);
    assert_eq!(records.iter().map(|it| it.line).collect::<Vec<_>>(), [2, 12]);
    // Each grid keeps its own rows.
    let short = rows("0").split_inclusive('\n').skip(1).collect::<String>();
    let text = of(2, "Grid _\n", &rows("0")) + "Grid 03\n" + &short + &of(1, "Grid _\n", &rows("0"));
    let (dialect, good, n_errors) = puzzles(text.as_bytes());
    assert_eq!((dialect, good.len(), n_errors), (Dialect::Rows, 3, 1));
    // A line inside of a grid is no title.
    let torn = rows(".").replacen("8...6", "hello\n8...6", 1);
    let (dialect, good, n_errors) = puzzles(torn.as_bytes());
    assert!(dialect == Dialect::Rows && good.is_empty() && n_errors > 0);
}
