//! Grids of rows: long rows without blanks, what stands around grids, and how else people write them.

use sdkc_formats::{Detection, Dialect, ReadOptions, Record, detect, read, to_line};

/// A filled board by a pattern, some cells of which are empty; each value by its number, 0 for none.
fn board(block: usize, shift: usize) -> Vec<Vec<usize>> {
    let side = block * block;
    let value = |row: usize, column: usize| (row * block + row / block + column + shift) % side + 1;
    let is_open = |row: usize, column: usize| (row * 5 + column * 3 + row * column / 4) % 5 < 2;
    (0..side)
        .map(|row| {
            (0..side).map(|column| if is_open(row, column) { 0 } else { value(row, column) }).collect()
        })
        .collect()
}

/// Its rows, each value a character.
fn chars(block: usize, shift: usize, symbols: &str, empty: char) -> Vec<String> {
    let of = |value: usize| match value {
        0 => empty,
        _ => symbols.chars().nth(value - 1).expect("as many symbols as values"),
    };
    board(block, shift).iter().map(|row| row.iter().map(|value| of(*value)).collect()).collect()
}

fn told(text: &str) -> (Dialect, Vec<Record>) {
    let Detection::Foreign(dialect) = detect(text) else { panic!("not foreign:\n{text:.300}") };
    (dialect, read(dialect, text, &ReadOptions::default()).records)
}

/// The givens of each record, `None` for a broken one.
fn givens(text: &str) -> Vec<Option<String>> {
    let of =
        |record: Record| record.puzzle.and_then(|puzzle| to_line(puzzle.board.givens(), &puzzle.notation));
    told(text).1.into_iter().map(of).collect()
}

#[test]
fn long_rows_are_no_list_of_small_puzzles() {
    for (symbols, empty) in [
        ("123456789ABCDEFG", '.'),
        ("123456789ABCDEFG", '0'),
        ("123456789abcdefg", '.'),
        ("ABCDEFGHIJKLMNOP", '-'),
        ("0123456789ABCDEF", '.'),
        ("0123456789abcdef", '.'),
    ] {
        let rows = chars(4, 0, symbols, empty);
        let grid = rows.join("\n") + "\n";
        let other = chars(4, 3, symbols, empty).join("\n") + "\n";
        for (text, n) in [
            (grid.clone(), 1),
            (grid.replace('\n', "\r\n"), 1),
            (format!("Grid 1\n{grid}"), 1),
            (format!("{grid}\n{other}"), 2),
            (format!("{grid}{other}{grid}"), 3),
            (rows.chunks(4).map(|band| band.join("\n") + "\n\n").collect(), 1),
        ] {
            let (dialect, records) = told(&text);
            assert_eq!((dialect, records.len()), (Dialect::Rows, n), "{text}");
            assert!(records.iter().all(|it| it.puzzle.is_some()), "{text}{:?}", records[0].diagnostics);
        }
        // A row is told of where it is short, and so are rows that are too few.
        let short = format!("{}\n{}\n{}\n", rows[..5].join("\n"), &rows[5][1..], rows[6..].join("\n"));
        for (text, line) in [(short, 6), (rows[..14].join("\n"), 1)] {
            let (dialect, records) = told(&text);
            assert_eq!((dialect, records.len()), (Dialect::Rows, 1), "{text}");
            assert_eq!(records[0].diagnostics[0].code.as_str(), "E0702", "{text}");
            let start = records[0].diagnostics[0].span.expect("a place").start as usize;
            assert_eq!(text[..start].matches('\n').count() + 1, line, "{text}");
        }
    }
}

#[test]
fn lists_of_small_puzzles_stay_lists() {
    let small = "1...........2..4\n";
    for (text, n_bad) in [
        (small.repeat(16), 0),
        (small.repeat(15) + "1...........2..9\n", 1),
        (small.repeat(13) + "1...........2..9\n567...8.....9.AB\nxx..............\n", 2),
        ("A..B...C....D...\n".repeat(16), 16),
        (small.repeat(3) + "12.............9\n", 1),
    ] {
        let (dialect, records) = told(&text);
        assert_eq!((dialect, records.len()), (Dialect::Line, text.lines().count()), "{text}");
        assert_eq!(records.iter().filter(|it| it.puzzle.is_none()).count(), n_bad, "{text}");
    }
    for text in [(".".repeat(36) + "\n").repeat(36), (".".repeat(81) + "\n").repeat(81)] {
        assert_eq!(told(&text).0, Dialect::Line);
        assert!(givens(&text).iter().all(Option::is_some));
    }
}

/// Titles, `_` where a number stands.
const TITLES: &[&str] = &[
    "_",
    "_ 17",
    "00_",
    "_.",
    "_)",
    "(_)",
    "[_]",
    "P_",
    "No. _",
    "2024-01-0_",
    "=== _ ===",
    "7._",
    "_/5",
    "A",
    "x",
    "Name {_}",
    "\"Name _\"",
    "puzzle _",
    "puzzle \"_\"",
    "Grid _\n7._",
    "_\n\n",
    "Grid _\n*****\n",
];

fn named(title: &str, at: usize) -> String {
    title.replace('_', &at.to_string()) + "\n"
}

/// Grids with titles; the rows of each may be changed.
fn titled(title: &str, n: usize, change: impl Fn(usize, &mut Vec<String>)) -> String {
    let of = |at: usize| {
        let mut rows = chars(3, at, "123456789", '.');
        change(at, &mut rows);
        named(title, at) + &rows.join("\n") + "\n"
    };
    (1..=n).map(of).collect()
}

#[test]
fn short_lines_around_grids_are_titles() {
    for title in TITLES {
        for n in [1, 2, 5] {
            let plain = titled(title, n, |_, _| ());
            for text in [
                plain.clone(),
                plain.trim_end().to_owned(),
                plain.replace('\n', "\r\n"),
                plain.replace('.', "0"),
                titled(title, n, |_, rows| rows.push(String::new())),
                titled(title, n, |_, rows| {
                    rows.insert(0, "+---+---+---+".to_owned());
                    rows.push("+---+---+---+".to_owned());
                }),
                titled(title, n, |_, rows| *rows = rows.chunks(3).map(|it| it.join("\n") + "\n").collect()),
            ] {
                let (dialect, records) = told(&text);
                assert_eq!((dialect, records.len()), (Dialect::Rows, n), "{text}");
                for (at, record) in (1..).zip(records) {
                    let puzzle = record.puzzle.unwrap_or_else(|| panic!("{text}{:?}", record.diagnostics));
                    let expected = chars(3, at, "123456789", '.').concat();
                    assert_eq!(to_line(puzzle.board.givens(), &puzzle.notation), Some(expected), "{text}");
                    let name = puzzle.name.expect("a name");
                    let titles = named(title, at);
                    assert!(
                        titles.lines().any(|it| it.replace('.', "0") == name.replace('.', "0")),
                        "{name}"
                    );
                }
            }
        }
    }
}

/// The grid that is broken is told of, its title is no row of it, and the others are read.
#[test]
fn a_broken_grid_keeps_its_title_and_harms_no_other() {
    for title in TITLES {
        for broken in [1, 2, 3] {
            for row in [0, 4, 8] {
                let of = |change: &dyn Fn(&mut Vec<String>)| {
                    titled(title, 3, |at, rows| {
                        if at == broken {
                            change(rows)
                        }
                    })
                };
                for text in [
                    of(&|rows| drop(rows.remove(row))),
                    of(&|rows| rows[row].truncate(8)),
                    of(&|rows| rows[row].push('.')),
                    of(&|rows| rows[row].replace_range(..1, "!")),
                ] {
                    let records = told(&text).1;
                    let good: Vec<_> =
                        records.iter().filter_map(|it| it.puzzle.as_ref()?.name.clone()).collect();
                    assert_eq!((good.len(), records.len()), (2, 3), "{text}");
                    let bad = &records[broken - 1];
                    let error = &bad.diagnostics[0];
                    assert!(!error.message.starts_with("1 cell") && bad.span.start > 0, "{text}{error:?}");
                }
            }
        }
    }
}

/// What is neither a row nor a title costs no grid.
#[test]
fn lines_between_grids_are_bad_by_themselves() {
    let grid = chars(3, 1, "123456789", '.').join("\n") + "\n";
    let line = grid.replace('\n', "");
    for other in ["12......", "1.2.......", &line] {
        for (text, n) in [
            (format!("{grid}{other}\n{grid}"), 2),
            (format!("{grid}\n{other}\n\n{grid}"), 2),
            (format!("{grid}{other}\n"), 1),
        ] {
            let found = givens(&text);
            assert_eq!(found.iter().flatten().count(), n, "{text}");
            assert_eq!(found.len(), n + 1, "{text}");
        }
    }
    // A number below the last grid, and one above all: a page and a count.
    for (text, n) in [(format!("Page 7\n\n{grid}\n12\n"), 1), (format!("2\n{grid}{grid}"), 2)] {
        assert_eq!(givens(&text), vec![Some(line.clone()); n], "{text}");
    }
    let records = told(&format!("{grid}12\n")).1;
    assert_eq!(records[0].puzzle.as_ref().and_then(|it| it.meta.first("comment")), Some("12"));
}

/// The rows of a grid of numbers, and of a grid of candidates.
fn words(block: usize, shift: usize, empty: &str) -> Vec<String> {
    let of = |value: &usize| if *value == 0 { empty.to_owned() } else { value.to_string() };
    board(block, shift).iter().map(|row| row.iter().map(of).collect::<Vec<_>>().join(" ")).collect()
}

#[test]
fn titles_stand_above_numbers_and_candidates_as_well() {
    let drawn = |shift: usize| -> Vec<String> {
        let border = "*---------*---------*---------*".to_owned();
        let rows: Vec<String> = words(3, shift, "12")
            .iter()
            .map(|row| row.split(' ').collect::<Vec<_>>().chunks(3).map(|it| it.join("  ") + " | ").collect())
            .map(|row: String| format!("| {row}"))
            .collect();
        rows.chunks(3)
            .flat_map(|band| [std::slice::from_ref(&border), band].concat())
            .chain([border.clone()])
            .collect()
    };
    for title in TITLES {
        for n in [1, 2, 4] {
            let of = |rows: &dyn Fn(usize) -> Vec<String>| -> String {
                (1..=n).map(|at| named(title, at) + &rows(at).join("\n") + "\n").collect()
            };
            for (text, expected) in [
                (of(&|at| words(4, at, "0")), Dialect::Numbers),
                (of(&|at| words(4, at, ".")), Dialect::Numbers),
                (of(&|at| words(5, at, "0")).replace('\n', "\r\n"), Dialect::Numbers),
                (of(&|at| words(3, at, "12")), Dialect::Candidates),
                (of(&drawn), Dialect::Candidates),
                (of(&drawn) + "\nWhat is the next step?\n", Dialect::Candidates),
            ] {
                let (dialect, records) = told(&text);
                assert_eq!((dialect, records.len()), (expected, n), "{text}");
                for record in &records {
                    let puzzle =
                        record.puzzle.as_ref().unwrap_or_else(|| panic!("{text}{:?}", record.diagnostics));
                    assert!(puzzle.name.is_some(), "{text}");
                }
            }
            // A row that lost a number is told of, its neighbours are read.
            let short = |at: usize| {
                let mut rows = words(4, at, "0");
                let row = &mut rows[7];
                row.truncate(row.rfind(' ').filter(|_| at == 2).unwrap_or(row.len()));
                rows
            };
            let records = told(&of(&short)).1;
            let n_good = records.iter().filter(|it| it.puzzle.is_some()).count();
            assert_eq!((records.len(), n_good), (n, n - usize::from(n > 1)), "{title}");
        }
    }
}

#[test]
fn fields_of_a_spreadsheet_are_cells() {
    for separator in [",", ";", "\t", ", "] {
        for (block, empty) in [(2, ""), (3, ""), (3, "0"), (3, "."), (4, ""), (4, "0"), (5, "")] {
            let rows = |shift: usize| -> Vec<String> {
                let of = |value: &usize| if *value == 0 { empty.to_owned() } else { value.to_string() };
                let join = |row: &Vec<usize>| row.iter().map(of).collect::<Vec<_>>().join(separator);
                board(block, shift).iter().map(join).collect()
            };
            let grid = rows(0).join("\n") + "\n";
            let mut with_empty_row = rows(0);
            let side = with_empty_row.len();
            with_empty_row[side - 1] = vec![empty; side].join(separator);
            for (text, n) in [
                (grid.clone(), 1),
                (grid.replace('\n', "\r\n"), 1),
                (format!("{grid}\n{}\n", rows(1).join("\n")), 2),
                (with_empty_row.join("\n") + "\n", 1),
            ] {
                let (dialect, records) = told(&text);
                assert_eq!((dialect, records.len()), (Dialect::Numbers, n), "{text}");
                for record in &records {
                    assert!(record.puzzle.is_some(), "{text}{:?}", record.diagnostics);
                }
                let puzzle = records[0].puzzle.as_ref().expect("a puzzle");
                let (cell, value) = puzzle.board.givens().filled().next().expect("a given");
                let span = puzzle.origins.givens.span(cell).expect("a place");
                assert_eq!(text[span.range()], value.to_string(), "{text}");
            }
            let mut short = rows(0);
            let last = short[1].rfind(separator).expect("several fields");
            short[1].truncate(last);
            let records = told(&(short.join("\n") + "\n")).1;
            assert_eq!(records.len(), 1, "{short:?}");
            assert_eq!(records[0].diagnostics[0].code.as_str(), "E0702", "{short:?}");
        }
    }
    // As many small puzzles are no grid.
    let list = "1,0,0,0,0,0,0,0,0,0,0,0,0,0,0,4\n".repeat(16);
    assert_ne!(detect(&list), Detection::Foreign(Dialect::Numbers));
}

/// How a row is drawn.
type Draw<'d> = &'d dyn Fn(&str) -> String;

#[test]
fn blanks_are_cells_where_the_width_is_that_of_all() {
    let rows = |shift: usize| chars(3, shift, "123456789", ' ');
    let between = |left: &str, bar: &str, row: &str, pad: bool| {
        let part = |part: &[u8]| {
            let part = String::from_utf8_lossy(part).into_owned();
            let spaced = || part.chars().map(|ch| format!(" {ch}")).collect::<String>() + " ";
            if pad { spaced() } else { part }
        };
        let parts: Vec<String> = row.as_bytes().chunks(3).map(part).collect();
        format!("{left}{}{left}", parts.join(bar))
    };
    let draw = |border: &str, draw: &dyn Fn(&str) -> String, shift: usize| -> String {
        let lines: Vec<String> = rows(shift).iter().map(|row| draw(row) + "\n").collect();
        lines.chunks(3).map(|band| format!("{border}{}", band.concat())).collect::<String>() + border
    };
    let styles: [(&str, Draw<'_>); 5] = [
        ("", &str::to_owned),
        ("---+---+---\n", &|row| between("", "|", row, false)),
        ("+-------+-------+-------+\n", &|row| between("|", "|", row, true)),
        ("╠═══╪═══╪═══╣\n", &|row| between("║", "│", row, false)),
        ("", &|row| row.chars().map(String::from).collect::<Vec<_>>().join(" ")),
    ];
    for (border, style) in styles {
        let grid = draw(border, style, 0);
        for (text, n) in [
            (grid.clone(), 1),
            (grid.replace('\n', "\r\n"), 1),
            (format!("Grid 1\n{grid}"), 1),
            (format!("{grid}\n{}", draw(border, style, 2)), 2),
        ] {
            assert_eq!(told(&text).0, Dialect::Rows, "{text}");
            let expected: Vec<_> =
                [0, 2][..n].iter().map(|at| Some(chars(3, *at, "123456789", '.').concat())).collect();
            assert_eq!(givens(&text), expected, "{text}");
        }
    }
}

/// A row of blanks is a row wherever it stands in a grid, the first one below a title too.
#[test]
fn rows_of_blanks_are_rows() {
    let all = chars(3, 0, "123456789", ' ');
    let blank = " ".repeat(9);
    for empty in [&[0][..], &[4], &[8], &[0, 8], &[1]] {
        let row = |at: usize| if empty.contains(&at) { blank.clone() } else { all[at].clone() };
        let rows: Vec<String> = (0..9).map(row).collect();
        let grid = rows.iter().map(|row| format!("{row}\n")).collect::<String>();
        let cells = Some(rows.concat().replace(' ', "."));
        for (text, n) in [
            (format!("Grid 1\n{grid}\nGrid 2\n{grid}"), 2),
            (format!("Grid 1\n\n{grid}\nGrid 2\n\n{grid}"), 2),
            (format!("***\n{grid}\n***\n{grid}\n***\n{grid}"), 3),
            (grid.clone(), 1),
        ] {
            assert_eq!(givens(&text), vec![cells.clone(); n], "{empty:?}\n{text}");
        }
    }
}

/// Letters are values whatever their case.
#[test]
fn small_letters_alone_are_read_as_capitals_are() {
    let capitals = include_str!("../data/a_to_p_16.txt");
    let small = capitals.to_ascii_lowercase();
    let all = |text: &str| -> Vec<Option<Vec<u8>>> {
        let numbers = |record: Record| record.puzzle.map(|puzzle| puzzle.board.givens().numbers());
        told(text).1.into_iter().map(numbers).collect()
    };
    assert_eq!(all(&small), all(capitals));
    assert!(all(&small).iter().all(Option::is_some), "{small}");
    // Where a letter may be the mark of an empty cell nothing is settled.
    let marked = small.replace(['.', '_', '-', '*'], "x");
    let records = read(Dialect::Rows, &marked, &ReadOptions::default()).records;
    assert_eq!(records[0].diagnostics[0].code.as_str(), "E0703", "{marked}");
}
