//! What stands on one line: one puzzle, or more than one, or the row of a board.

use sdkc_formats::{
    Detection, Dialect, LineReader, ReadOptions, detect, parse_81, parse_729, parse_labelled,
    parse_labelled_729,
};

use crate::lists::{EASY, SOLVED, marks, puzzles, told};

/// The first puzzle of a line is read, and that there are others is told, whatever sets them off, in the fast lanes' way or not.
#[test]
fn further_puzzles_on_a_line_are_told_of() {
    let other = EASY.replace("53", "4x");
    let marked = marks(EASY);
    for between in [
        " ", ",", ";", "\t", "\u{c}", "\u{b}", "\u{85}", "\u{2028}", "\u{2029}", "\u{a0}", " | ", ", 17: ",
        "\",\"",
    ] {
        for (label, first, second) in [
            ("", EASY, other.as_str()),
            ("1. ", EASY, other.as_str()),
            ("\"", EASY, EASY),
            ("", SOLVED, EASY),
            ("", "1...2...3...4...", "1..2............"),
            ("", &marked, &marked),
            ("x: ", &marked, &marked),
        ] {
            if (label == "\"") != (between == "\",\"") {
                continue;
            }
            for n_more in [1, 4] {
                let line = format!("{label}{first}{}", format!("{between}{second}").repeat(n_more));
                let (dialect, records) = told(format!("{line}\n{line}\n").as_bytes());
                assert_eq!(records.len(), 2, "{dialect} {line:?}");
                let [it] = &records[1].aside[..] else { panic!("{line:?}: {:?}", records[1].aside) };
                let number = if n_more == 1 { "a second puzzle" } else { "4 more puzzles" };
                assert!(it.message.starts_with(number), "{line:?}: {}", it.message);
                let start = it.span.expect("a place").start as usize - line.len() - 1;
                assert_eq!(&line[start..start + second.len()], second, "{line:?}");
                assert!(records[1].puzzle.is_some(), "{line:?}");
                for lane in [parse_81(line.as_bytes()).is_ok(), parse_labelled(line.as_bytes()).is_some()] {
                    assert!(!lane, "the fast lanes say nothing: {line:?}");
                }
                let marks = parse_729(line.as_bytes()).or(parse_labelled_729(line.as_bytes()));
                assert_eq!(marks, None, "the fast lanes say nothing: {line:?}");
            }
        }
    }
    // Solutions, numbers, short words, what is said to be a remark, and the fields of an object are no further puzzles.
    for line in [
        format!("{EASY},{SOLVED}"),
        format!("{EASY} {SOLVED} {SOLVED}"),
        format!("{EASY} # {EASY}"),
        format!("{EASY}#{EASY} {EASY}"),
        format!("{EASY} {}", &EASY[1..]),
        format!("{EASY} {}", "0".repeat(81)),
        format!("{EASY} {}", "-".repeat(81)),
        "1...2...3...4... 2024010120240101".to_owned(),
        "1...2...3...4... a.remark.of.16.b".to_owned(),
        format!("{{\"puzzle\": \"{EASY}\", \"state\": \"{other}\"}}"),
    ] {
        let (_, records) = told(format!("{line}\n{line}\n").as_bytes());
        assert!(records[1].puzzle.is_some() && records[1].aside.is_empty(), "{line}: {records:?}");
    }
}

/// A line that was drawn is no empty board; one of dots is.
#[test]
fn rules_are_bad_lines() {
    for (first, n_bad) in [
        ("-".repeat(81), 1),
        ("-".repeat(80) + ".", 1),
        ("_".repeat(81), 0),
        ("-".repeat(16), 1),
        (".".repeat(81), 0),
    ] {
        for rest in [format!("{EASY}\n"), format!("1. {EASY}\n2. {EASY}\n")] {
            let text = format!("{first}\n{rest}");
            let (_, good, n_errors) = puzzles(text.as_bytes());
            assert_eq!((good.len(), n_errors), (rest.lines().count() + 1 - n_bad, n_bad), "{text}");
            assert_eq!(parse_81(first.as_bytes()).is_ok(), n_bad == 0, "{first}");
        }
    }
}

/// Where a line starts with what was meant as cells no others are looked for, whatever marks them as empty.
#[test]
fn a_bad_first_puzzle_does_not_give_way_to_a_second() {
    let other = EASY.replace("53", "4.");
    for empty in ['.', '0', '_', '*', '-', '?', 'x', 'X'] {
        let cells = EASY.replace('.', &empty.to_string());
        for stray in ["\u{200b}", "\u{ad}", "ä", "/", " \u{feff}"] {
            for at in [0, 1, 40, 80] {
                let line = format!("{}{stray}{} {other}", &cells[..at], &cells[at..]);
                let text = format!("{line}\n{}", format!("{EASY}\n").repeat(3));
                let (_, good, n_errors) = puzzles(text.as_bytes());
                if stray.starts_with(' ') && at > 0 {
                    continue;
                }
                assert!(good.len() == 3 && n_errors > 0, "{line:?}: {good:?}");
                assert_eq!(parse_labelled(line.as_bytes()), None, "{line:?}");
            }
        }
        // A byte order mark belongs to no line.
        let line = format!("\u{feff}{cells} a remark");
        let read = parse_labelled(line.as_bytes()).map(|cells| cells[..5].to_vec());
        assert_eq!(read, Some(vec![5, 3, 0, 0, 7]), "{line}");
        assert_eq!(parse_labelled(format!("\u{feff}{cells} {other}").as_bytes()), None);
    }
    let marked = marks(EASY);
    let line = format!("\u{feff}1. {marked}");
    assert_eq!(parse_labelled_729(line.as_bytes()), parse_729(marked.as_bytes()));
}

/// Numbers with blanks between them are a puzzle a line if they cannot be the row of a board.
#[test]
fn lines_of_numbers_are_puzzles_of_any_size() {
    for (cells, n_lines) in [
        (EASY, 3),
        (EASY, 81),
        ("1...2...3...4...", 3),
        ("1..12.......3.4.", 16),
        ("1.....2......3....1...5....6........", 36),
    ] {
        for (empty, blank) in [("0", " "), (".", " "), ("0", "\t"), (".", "  ")] {
            let numbers: Vec<String> =
                cells.chars().map(|cell| cell.to_string().replace('.', empty)).collect();
            let line = numbers.join(blank);
            // The numbers of some are all different, as those of a row may be: another line tells.
            let telling = line.replacen(&format!("{empty}{blank}{empty}"), &format!("1{blank}1"), 1);
            let text = format!("{telling}\n{}", format!("{line}\n").repeat(n_lines - 1));
            let (dialect, good, n_errors) = puzzles(text.as_bytes());
            assert_eq!((dialect, good.len(), n_errors), (Dialect::Line, n_lines, 0), "{text:.400}");
            assert_eq!(good[1], cells);
            assert_eq!(detect(&text), Detection::Foreign(Dialect::Line), "{text:.400}");
        }
    }
    // Rows of larger boards stay rows.
    for (side, n_rows) in [(16, 16), (36, 36), (81, 81)] {
        let row = |at: usize| {
            let number =
                |column: usize| if (column + at).is_multiple_of(3) { (column + at) % side + 1 } else { 0 };
            (0..side).map(|column| number(column).to_string()).collect::<Vec<_>>().join(" ")
        };
        let text: String = (0..n_rows).map(|at| row(at) + "\n").collect();
        assert_eq!(detect(&text), Detection::Foreign(Dialect::Numbers), "{side}");
        let few: String = format!("1 2 3 4{}\n", " 0".repeat(side - 4))
            + &format!("0{}\n", " 0".repeat(side - 1)).repeat(side - 1);
        assert_eq!(detect(&few), Detection::Foreign(Dialect::Numbers), "{side}");
    }
}

/// What stands in columns that are not read is told of, whether it is full or not; what is empty is not.
#[test]
fn columns_that_are_not_read_are_told_of() {
    let empty = ".".repeat(81);
    for (heading, row, told) in [
        ("puzzle,full", [EASY, SOLVED], Some("the column `full` holds full boards")),
        (
            "puzzle,other",
            [EASY, EASY],
            Some("the column `other` holds puzzles, too, and is not read: only `puzzle` is"),
        ),
        ("other,puzzle", [EASY, EASY], Some("the column `other` holds puzzles")),
        ("puzzle,solution", [EASY, SOLVED], None),
        ("puzzle,marks", [EASY, &empty], None),
        ("puzzle,rating", [EASY, "7.1"], None),
        ("puzzle,part", [EASY, &EASY[..36]], None),
    ] {
        let reader = LineReader::new(Dialect::Csv, &format!("{heading}\n"), ReadOptions::default());
        let note = reader.expect("a format of lines").not_compared(&row.join(","));
        let is_told = |told: &str| note.as_ref().is_some_and(|note| note.starts_with(told));
        assert!(told.map_or(note.is_none(), is_told), "{heading}: {note:?}");
    }
}
