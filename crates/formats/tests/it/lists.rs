//! Lists as people have them: junk above, numbers in front, quotes around, columns with any name. Each is told by what stands in it, alike
//! from a file and line by line from a stream.

use sdkc_formats::{
    Detection, Dialect, Glance, ReadOptions, Record, decode, detect, glance, lines, read, to_line,
};

pub(crate) const EASY: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
pub(crate) const SOLVED: &str =
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

/// The pencil marks of a line of cells.
pub(crate) fn marks(cells: &str) -> String {
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
pub(crate) fn told(bytes: &[u8]) -> (Dialect, Vec<Record>) {
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
pub(crate) fn puzzles(bytes: &[u8]) -> (Dialect, Vec<String>, usize) {
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

#[test]
fn blanks_that_are_no_ascii_are_blanks() {
    for blank in ["\u{a0}", "\u{2003}", "\u{3000}", "\u{2028}", "\u{b}", "\u{a0} \u{a0}"] {
        for (dialect, good) in good_lines() {
            let text = format!("{blank}{good}\n{good}{blank}\n{blank}{good}{blank}\n");
            let of_one = puzzles(good.as_bytes()).1;
            assert_eq!(
                puzzles(text.as_bytes()),
                (dialect, [&of_one[..]; 3].concat(), 0),
                "{blank:?} {dialect}"
            );
        }
        for good in [EASY.to_owned(), marks(EASY)] {
            for (behind, remark) in [("# easy", "easy"), ("easy", "easy"), (",", ""), ("; é", "é")] {
                let (_, records) = told(format!("{good}{blank}{behind}\n").as_bytes());
                let puzzle =
                    records[0].puzzle.as_ref().unwrap_or_else(|| panic!("{blank:?} {behind}: {records:?}"));
                assert_eq!(puzzle.meta.first("comment").unwrap_or_default(), remark, "{blank:?}");
            }
        }
        let table = format!("{blank}puzzle{blank},solution{blank}\n{blank}{EASY}{blank},{SOLVED}{blank}\n");
        assert_eq!(puzzles(table.as_bytes()), (Dialect::Csv, vec![EASY.to_owned()], 0), "{blank:?}");
    }
}

/// Numbers and names in front of the cells, and quotes around them.
#[test]
fn labelled_and_quoted_lines_are_read() {
    let shapes = [
        ("1,_", "1"),
        ("1;_", "1"),
        ("1\t_", "1"),
        ("1 _", "1"),
        ("1. _", "1."),
        ("1: _", "1"),
        ("1) _", "1"),
        ("[1] _", "1"),
        ("(1) _", "1"),
        ("00001 _", "00001"),
        ("No. 1: _", "No. 1"),
        ("Puzzle #1: _", "Puzzle #1"),
        ("name,_", "name"),
        ("a,b,7,_", "a,b,7"),
        ("\"_\"", ""),
        ("\"_\",", ""),
        ("'_',", ""),
        ("  \"_\",", ""),
        ("1,\"_\"", "1"),
        ("“_”", ""),
        ("x = \"_\";", "x"),
        ("1:_", "1"),
        ("1|_|", "1"),
        ("{\"puzzle\": \"_\"}", "puzzle"),
    ];
    for (shape, label) in shapes {
        for cells in [
            EASY.to_owned(),
            EASY.replace('.', "0"),
            EASY.replace('.', "_"),
            marks(EASY),
            format!("{}F..G", "123.".repeat(63)),
        ] {
            let is_marks = cells.len() == 729;
            let line = shape.replacen('_', &cells, 1);
            for text in [format!("{line}\n"), format!("{line}\r\n").repeat(30)] {
                let (dialect, records) = told(text.as_bytes());
                assert_eq!(dialect, if is_marks { Dialect::Marks729 } else { Dialect::Line }, "{text:.200}");
                assert_eq!(detect(&text), Detection::Foreign(dialect));
                for record in &records {
                    let Some(puzzle) = &record.puzzle else { panic!("{line}: {:?}", record.diagnostics) };
                    assert_eq!(puzzle.meta.first("label").unwrap_or_default(), label, "{line}");
                    assert_eq!(puzzle.meta.first("comment"), None, "{line}");
                    for (cell, value) in puzzle.board.givens().filled().take(usize::from(!is_marks)) {
                        let span = puzzle.origins.givens.span(cell).expect("every given has a place");
                        assert_eq!(text[span.range()], value.to_string(), "{line}");
                    }
                }
            }
        }
    }
}

/// Brackets of an array hold nothing; several puzzles on a line are told of, and not left out.
#[test]
fn arrays_of_strings_are_lists() {
    let item = format!("  \"{EASY}\"");
    for text in [
        format!("[\n{item},\n{item}\n]\n"),
        format!("[\n{item},\n{item},\n];\n"),
        format!("  [\n\n{item},\n{item}\n  ]"),
    ] {
        assert_eq!(puzzles(text.as_bytes()), (Dialect::Line, vec![EASY.to_owned(); 2], 0), "{text}");
    }
    let text = format!("[\"{EASY}\", \"{EASY}\"]\n");
    assert_eq!(puzzles(text.as_bytes()), (Dialect::Line, vec![EASY.to_owned()], 1), "{text}");
    let program = format!("puzzles = [\n{item},\n{item},\n]\n");
    let (_, good, n_errors) = puzzles(program.as_bytes());
    assert_eq!((good.len(), n_errors), (2, 1), "the name is a bad line");
}

/// A title may hold the name of a column; a table's heading that stands first may have bad rows only.
#[test]
fn titles_with_the_name_of_a_column_make_no_table() {
    let numbered: String = (1..5).map(|number| format!("{number}. {EASY}\n")).collect();
    let quoted = format!("\"{EASY}\",\n").repeat(4);
    for title in [
        "Hard, Sudoku",
        "No. 1, Puzzle",
        "By J. Doe, sudoku",
        "Daily Mail; Puzzles",
        "Sunday\tPuzzle",
        "sudoku, x",
    ] {
        for list in [&format!("{EASY}\n").repeat(4), &numbered] {
            let text = format!("{title}\n{list}");
            let (dialect, good, n_errors) = puzzles(text.as_bytes());
            // Where the word comes first the puzzles are in its column.
            assert_eq!((good.len(), n_errors), (4, usize::from(dialect == Dialect::Line)), "{text}");
        }
        assert_eq!(puzzles(format!("{title}\n{quoted}").as_bytes()).1.len(), 4, "{title}");
        let list = format!("{EASY},easy;1\t2\n").repeat(4);
        let good = puzzles(format!("{title}\n{list}").as_bytes()).1;
        assert_eq!(good.len(), 4, "{title}");
        let rows =
            EASY.as_bytes().chunks(9).map(|row| String::from_utf8_lossy(row) + "\n").collect::<String>();
        let text = format!("{title}\n{rows}").repeat(3);
        assert_eq!(puzzles(text.as_bytes()), (Dialect::Rows, vec![EASY.to_owned(); 3], 0), "{text}");
    }
    for row in ["1,2", "1,53..7", "x,", "2024,words"] {
        let (dialect, good, n_errors) = puzzles(format!("id,puzzle\n{row}\n{row}\n").as_bytes());
        assert_eq!((dialect, good.len()), (Dialect::Csv, 0), "{row}");
        assert!(n_errors >= 2, "{row}");
    }
    // The solutions beside puzzles that cannot be read are none themselves.
    for row in [format!("broken,{SOLVED}"), format!(",{SOLVED}")] {
        let (dialect, good, n_errors) = puzzles(format!("puzzle,solution\n{row}\n{row}\n").as_bytes());
        assert_eq!((dialect, good.len(), n_errors), (Dialect::Csv, 0, 2), "{row}");
    }
    // What no column holds is no row of one column: the name is a bad line.
    for (line, n_bad) in
        [(format!("{EASY} # a remark"), 1), (format!("1. {EASY}"), 1), (format!("{EASY}, easy"), 0)]
    {
        let text = format!("puzzle\n{line}\n{EASY}\n{line}\n");
        let (_, good, n_errors) = puzzles(text.as_bytes());
        assert_eq!((good.len(), n_errors), (3, n_bad), "{text}");
    }
    // A quoted list in which such a word stands between puzzles.
    let text = format!("{quoted}puzzle\n{quoted}");
    assert_eq!(puzzles(text.as_bytes()), (Dialect::Line, vec![EASY.to_owned(); 8], 1));
}

/// A solution is no puzzle, wherever it stands; what is behind the puzzle is a remark, as without a label.
#[test]
fn a_solution_on_a_line_is_not_taken_for_the_puzzle() {
    for line in [
        format!("1,{EASY},{SOLVED}"),
        format!("1,{SOLVED},{EASY}"),
        format!("{{\"solution\": \"{SOLVED}\", \"puzzle\": \"{EASY}\"}}"),
        format!("\"{SOLVED}\",\"{EASY}\""),
    ] {
        assert_eq!(puzzles(line.as_bytes()), (Dialect::Line, vec![EASY.to_owned()], 0), "{line}");
    }
    for line in [
        format!("\"solution\": \"{SOLVED}\""),
        format!("{},{SOLVED}", &EASY[2..]),
        format!("{}\"{},{SOLVED}", &EASY[..30], &EASY[31..]),
    ] {
        let text = format!("{EASY}\n{line}\n{EASY}\n");
        assert_eq!(puzzles(text.as_bytes()).1, [EASY, EASY], "{line}");
    }
    assert_eq!(puzzles(format!("1. {SOLVED}\n").as_bytes()).1, [SOLVED], "a full board by itself");
}

/// A bad line has one error, whatever stands around its cells.
#[test]
fn bad_lines_with_labels_have_one_error() {
    for line in [
        format!("1,{}", &EASY[1..]),
        format!("1. {EASY}."),
        format!("\"{}\"", &EASY[1..]),
        format!("\"{EASY}.\","),
        format!("1: {}", EASY.replacen("98", "9q", 1)),
        format!("  \"{}\",", EASY.replacen("98", "9q", 1)),
        format!(":0000:x:{}:::", &EASY[1..]),
        format!("[{EASY}.]"),
    ] {
        let text = format!("{EASY}\n{line}\n{EASY}\n");
        assert_eq!(puzzles(text.as_bytes()), (Dialect::Line, vec![EASY.to_owned(); 2], 1), "{line}");
    }
}

#[test]
fn lines_of_other_formats_are_read_among_lines_of_cells() {
    for (dialect, line) in good_lines() {
        if dialect == Dialect::Marks729 {
            continue;
        }
        let text = format!("{EASY}\n{line}\n{EASY}\n");
        assert_eq!(puzzles(text.as_bytes()), (Dialect::Line, vec![EASY.to_owned(); 3], 0), "{dialect}");
    }
    let placed = format!("{EASY}\n:0000:x:{}:::\n", EASY.replacen("53", "5+3", 1));
    let (_, records) = told(placed.as_bytes());
    let puzzle = records[1].puzzle.as_ref().expect("a line of the library");
    assert_eq!(puzzle.state.as_ref().map(|state| state.n_filled()), Some(1));
}

/// Where no name tells which column is the puzzle, the first row with one does.
#[test]
fn columns_with_any_name_are_found() {
    for heading in [
        "id,grid,solution",
        "n,quizzes,solutions",
        "id,board,answer",
        "id,givens,solved",
        "x,clues,solution",
        "id,problem,solution",
        "id,Sudoku puzzle,Sudoku solution",
        "id,initial,the_answer",
        "\"id\",\"grid\",\"solution\"",
        "a,b,solution",
        "puzzle,grid,solution",
    ] {
        for (separator, quote) in [(",", ""), ("\t", ""), (";", ""), (",", "\"")] {
            for order in [[0, 1, 2], [2, 1, 0], [1, 2, 0]] {
                let row = |fields: [&str; 3]| {
                    let all = order.map(|at| fields[at].to_owned());
                    all.join(separator) + "\n"
                };
                let names: Vec<&str> = heading.split(',').collect();
                let cells = [EASY, SOLVED].map(|cells| format!("{quote}{cells}{quote}"));
                let text = row([names[0], names[1], names[2]]) + &row(["7", &cells[0], &cells[1]]).repeat(3);
                let (dialect, records) = told(text.as_bytes());
                assert_eq!(dialect, Dialect::Csv, "{text}");
                assert_eq!(detect(&text), Detection::Foreign(Dialect::Csv), "{text}");
                for record in &records {
                    let Some(puzzle) = &record.puzzle else { panic!("{text}: {:?}", record.diagnostics) };
                    assert_eq!(
                        to_line(puzzle.board.givens(), &puzzle.notation).as_deref(),
                        Some(EASY),
                        "{text}"
                    );
                    assert_eq!(puzzle.expects.len(), 1, "{text}");
                }
                assert_eq!(records.len(), 3, "{text}");
            }
        }
    }
    for text in [
        format!("grid\n{EASY}\n"),
        format!("Givens\n\"{EASY}\"\n"),
        format!("id,grid\n1,{EASY}\n"),
        format!("My list\nid,grid\n1,{EASY}\n"),
        format!("grid,full\n{EASY},{SOLVED}\n"),
        format!("a,b,c\n1,bad,{SOLVED}\n2,{EASY},{SOLVED}\n"),
    ] {
        let (dialect, good, _) = puzzles(text.as_bytes());
        assert_eq!((dialect, good), (Dialect::Csv, vec![EASY.to_owned()]), "{text}");
    }
    // Of two columns with puzzles the one counts that is called so.
    let other = EASY.replace("53", "..");
    for text in [
        format!("before,puzzle\n{other},{EASY}\n{other},{EASY}\n"),
        format!("puzzle,before\n{EASY},{other}\n{EASY},{other}\n"),
    ] {
        let (dialect, good, _) = puzzles(text.as_bytes());
        assert_eq!((dialect, good), (Dialect::Csv, vec![EASY.to_owned(); 2]), "{text}");
    }
    // No names, no heading.
    for first in [format!("{},easy", &EASY[1..]), "1,2".to_owned(), "x".to_owned()] {
        let text = format!("{first}\n{EASY},easy\n");
        let (dialect, good, n_errors) = puzzles(text.as_bytes());
        assert_eq!((dialect, good.len(), n_errors), (Dialect::Line, 1, 1), "{text}");
    }
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
    let boxed = "+---+---+---+\n".to_owned() + &rows(".");
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

/// One line with a label may be another format's bad line: it decides nothing by itself.
#[test]
fn a_first_line_with_something_in_front_does_not_decide() {
    for (dialect, good) in good_lines() {
        for first in [format!("\u{fffd}\u{fffd}{good}"), format!("{}{good}", &good[..good.len() / 2])] {
            let text = format!("{first}\n{}", format!("{good}\n").repeat(3));
            let (found, records) = told(text.as_bytes());
            assert_eq!((found, records.len()), (dialect, 4), "{text:.300}");
            assert!(records[1..].iter().all(|record| record.puzzle.is_some()), "{text:.300}");
        }
    }
    let text = format!("\u{fffd}\"{EASY}\"\n\"sudoku\"\n\"{EASY}\"\n");
    assert_eq!(puzzles(text.as_bytes()).0, Dialect::Csv);
    let row = format!("\"{SOLVED}\"\t\"{EASY}\"\n");
    let text = format!("\u{fffd}{row}\"solution\"\t\"Grid\"\n{row}{row}");
    assert_eq!(puzzles(text.as_bytes()).0, Dialect::Csv);
}

/// A line with `#` is a remark wherever another line is none.
#[test]
fn numbers_with_a_hash_in_front_are_numbers_in_a_list_of_nothing_else() {
    for shape in ["#1 _", "#1: _", "#01. _", "#1,_", "  #1\t_", "#1) \"_\""] {
        let line = shape.replace('_', EASY);
        for text in [format!("# mine\n{line}\n"), format!("{line}\r\n").repeat(60)] {
            let (dialect, records) = told(text.as_bytes());
            let n_lines = text.lines().count() - usize::from(text.starts_with("# mine"));
            assert_eq!((dialect, records.len()), (Dialect::Line, n_lines), "{text:.200}");
            let puzzle = records[0].puzzle.as_ref().unwrap_or_else(|| panic!("{line}: {records:?}"));
            assert_eq!(to_line(puzzle.board.givens(), &puzzle.notation).as_deref(), Some(EASY));
            let (cell, value) = puzzle.board.givens().filled().next().expect("a given");
            let span = puzzle.origins.givens.span(cell).expect("every given has a place");
            assert_eq!(text[span.range()], value.to_string(), "{line}");
        }
        assert_eq!(puzzles(format!("{line}\n{EASY}\n").as_bytes()).1.len(), 1, "{line}");
    }
    for text in
        [format!("#{EASY}\n"), format!("# {EASY}\n"), format!("#A 1 {EASY}\n#1 x\n"), "#1\n".to_owned()]
    {
        let records = match detect(&text) {
            Detection::Foreign(dialect) => read(dialect, &text, &ReadOptions::default()).records,
            _ => Vec::new(),
        };
        assert!(records.is_empty(), "{text}");
    }
}
