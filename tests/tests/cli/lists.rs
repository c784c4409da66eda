//! Lists in other forms than a line a puzzle: what the kernel found for many puzzles at once is told as it is told of each alone.

use std::{fmt::Write as _, io::Write as _, process::Stdio};

use sdkc_tests::terminal::{Scratch, run, sdkc};
use serde_json::Value;

const EASY: &str = "530070000600195000098000060800060003400803001700020006060000280000419005000080079";
const SOLVED: &str = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
const HARD: &str = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";

/// A list with some of everything.
fn mixed() -> String {
    let (several, none) = (EASY.replacen("53", "..", 1).replace('7', "."), format!("55{}", ".".repeat(79)));
    let unsolvable = format!("12345678.........9{}", ".".repeat(63));
    [EASY, HARD, &several, EASY, "12..3", &none, &unsolvable, &format!("{EASY} # easy"), HARD].join("\n")
        + "\n"
}

/// What a record says, without what may differ from run to run or counts lines of the file.
fn essence(mut record: Value) -> Value {
    let fields = record.as_object_mut().expect("a record is an object");
    fields.retain(|name, _| !matches!(&name[..], "nodes" | "time_ms" | "stats" | "line" | "index"));
    for it in fields["diagnostics"].as_array_mut().expect("a list") {
        let it = it.as_object_mut().expect("an object");
        it.retain(|name, _| matches!(&name[..], "code" | "message" | "notes"));
    }
    fields["diagnostics"].as_array_mut().expect("a list").retain(|it| it["code"] != "N0701");
    record
}

#[test]
fn records_of_lists_are_those_of_single_puzzles() {
    let scratch = Scratch::new();
    scratch.write("list.txt", mixed());
    for args in [
        &["solve", "--output", "ndjson"][..],
        &["solve", "--output", "ndjson", "--stats"],
        &["solve", "--output", "ndjson", "--max-nodes", "100000"],
        &["solve", "--output", "ndjson", "--max-nodes", "20"],
        &["count", "--output", "ndjson"],
        &["count", "--output", "ndjson", "--stats", "--max-nodes", "100000"],
        &["count", "--output", "ndjson", "--max-nodes", "20"],
    ] {
        let of_list = run(sdkc(scratch.path(), args).arg("list.txt"), b"");
        let records: Vec<Value> =
            of_list.stdout.lines().map(|line| serde_json::from_str(line).expect("a record a line")).collect();
        assert_eq!(records.len(), mixed().lines().count(), "{of_list:?}");
        assert_eq!(records[0]["diagnostics"][0]["code"], "N0701", "the first one tells the format");
        for (at, (line, record)) in mixed().lines().zip(records).enumerate() {
            assert_eq!(
                (record["line"].as_u64(), record["index"].as_u64()),
                (Some(at as u64 + 1), Some(at as u64 + 1))
            );
            let alone = run(
                sdkc(scratch.path(), args).args(["-", "--stdin-filename", "list.txt"]),
                format!("{line}\n").as_bytes(),
            );
            let alone: Value = serde_json::from_str(&alone.stdout).expect("one record");
            // Too short a line is no list by itself.
            if line.len() >= 81 {
                assert_eq!(essence(record), essence(alone), "{args:?} {line}");
            }
        }
    }
}

#[test]
fn boards_of_lists_are_drawn_like_those_of_single_puzzles() {
    let scratch = Scratch::new();
    scratch.write("list.txt", format!("{EASY}\n{HARD}\n"));
    let ran = run(&mut sdkc(scratch.path(), &["solve", "--output", "grid", "list.txt"]), b"");
    let alone = run(&mut sdkc(scratch.path(), &["solve", "--output", "grid", HARD]), b"");
    let board = |text: &str| text.lines().rev().skip(2).take(11).map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(board(&ran.stdout), board(&alone.stdout), "{ran:?}\n{alone:?}");
    assert!(ran.stdout.contains("list.txt:2\n"), "{ran:?}");
}

/// By documents, as every form of output was once, each puzzle of a list is written as it is alone.
#[test]
fn files_of_lists_hold_what_single_puzzles_make() {
    let scratch = Scratch::new();
    scratch.write("list.txt", mixed());
    let ran = run(&mut sdkc(scratch.path(), &["solve", "--output", "sdk", "list.txt", "--jobs", "1"]), b"");
    let of = |number: usize| {
        let number = number.to_string();
        let args = ["solve", "--output", "sdk", "list.txt", "--puzzle", &number];
        run(&mut sdkc(scratch.path(), &args), b"").stdout
    };
    let alone: Vec<String> = (1..=mixed().lines().count()).map(of).collect();
    assert_eq!(ran.stdout, alone.join("\n"));
    assert_eq!(ran.stdout.matches("expect solution {").count(), 5, "{ran:?}");
    assert!(ran.stdout.contains("\"easy\""), "{ran:?}");
    scratch.write("again.sdk", &ran.stdout);
    let tidy = run(&mut sdkc(scratch.path(), &["fmt", "--check", "again.sdk"]), b"");
    assert_eq!(tidy.code, Some(0), "{tidy:?}");
}

/// The pencil marks of a line of cells.
fn marks(cells: &str) -> String {
    let of_cell = |cell: char| {
        let mark = |digit: char| if cell == '.' || cell == '0' || cell == digit { digit } else { '.' };
        ('1'..='9').map(mark).collect::<String>()
    };
    cells.chars().map(of_cell).collect()
}

/// A list of pencil marks with some of everything: narrowed cells make puzzles of boards that have none without.
fn mixed_marks() -> Vec<String> {
    let several = marks(&EASY.replacen("53", "..", 1).replace('7', "."));
    let solved = marks(SOLVED);
    let narrowed = several.chars().zip(solved.chars()).enumerate();
    let narrowed = narrowed.map(|(at, (mark, right))| if at % 2 == 0 { right } else { mark });
    let without_value = marks(EASY).replacen("123456789", "_________", 1);
    let alone = marks(EASY).replacen("12345", "0*_45", 1);
    let mut lists = vec![marks(EASY), marks(HARD), several.clone(), narrowed.collect(), without_value, alone];
    lists.push("123456789".repeat(81));
    lists.push(marks(EASY).replacen('5', "6", 1));
    lists.push(marks(EASY)[1..].to_owned());
    lists.push(marks(&format!("55{}", ".".repeat(79))));
    lists.push(marks(&format!("12345678.........9{}", ".".repeat(63))));
    lists.push(format!(" {}\t\r", marks(HARD)));
    // Remarks in all ways that set them off, one that is not, and one behind too few marks.
    lists.extend([" hard", "# hard", ",hard, 7.2", ";hard", "\t#hard\r"].map(|it| marks(HARD) + it));
    lists.push(format!("{}hard", marks(HARD)));
    lists.push(format!("{} 12", &marks(HARD)[..728]));
    lists
}

#[test]
fn lists_of_all_formats_are_told_of_alike_in_lists_and_one_by_one() {
    let mut banks: Vec<String> = mixed().lines().map(|line| format!("0000183b305c {line}  1.2")).collect();
    banks.push(format!("0000183b305g {EASY}  1.2"));
    told_alike(&mixed_marks(), [("multiple", 2), ("invalid", 5), ("none", 2), (SOLVED, 3)]);
    told_alike(&banks, [("multiple", 1), ("invalid", 4), ("none", 0), (SOLVED, 3)]);
    let named = |(number, line)| format!("1,2,3,4,{line},Name {number},20.00s,0");
    let mut gsf: Vec<String> = mixed().lines().enumerate().map(named).collect();
    gsf.extend([format!("1,2,3,4,{EASY},,x,0"), format!("1,2,3,4,{EASY}")]);
    told_alike(&gsf, [("multiple", 1), ("invalid", 5), ("none", 0), (SOLVED, 3)]);
    let mut hodoku: Vec<String> = mixed().lines().map(|line| format!(":0000:x:{line}:::")).collect();
    // A digit that was placed is no given, be it right or wrong.
    hodoku.extend(["53+4", "53+9"].map(|start| format!(":0000:x:{}:::", EASY.replacen("530", start, 1))));
    hodoku.push(format!(":0000:x:{EASY}::"));
    told_alike(&hodoku, [("multiple", 1), ("invalid", 5), ("none", 0), (SOLVED, 4)]);
}

fn told_alike(list: &[String], verdicts: [(&str, usize); 4]) {
    let scratch = Scratch::new();
    scratch.write("list.txt", list.join("\n"));
    let told = run(&mut sdkc(scratch.path(), &["solve", "list.txt"]), b"").stdout;
    for (word, n) in verdicts {
        assert_eq!(told.matches(word).count(), n, "{word}: {told}");
    }
    for args in [
        &["solve", "--output", "line"][..],
        &["solve", "--output", "ndjson"],
        &["solve", "--output", "ndjson", "--max-nodes", "100000"],
        &["solve", "--output", "sdk"],
        &["count", "--limit", "50"],
        &["count", "--limit", "50", "--output", "ndjson"],
        &["check", "--format", "ndjson"],
        &["check", "--format", "concise", "--expect", "unique"],
    ] {
        let of = |more: &[&str]| {
            let ran = run(sdkc(scratch.path(), args).arg("list.txt").args(more), b"");
            let essence = |line: &str| match serde_json::from_str::<Value>(line) {
                // Told with the first puzzle, where that is looked at.
                Ok(it) if it["code"] == "N0701" && !more.contains(&"1") => None,
                // The kernel counts nodes in a way of its own.
                Ok(mut record) if record["verdict"].is_string() => {
                    let (line, index) = (record["line"].clone(), record["index"].clone());
                    record["backend"] = Value::Null;
                    Some(format!("{line} {index} {}", essence(record)))
                }
                _ => Some(line.to_owned()),
            };
            let told = ran.stdout.lines().filter(|line| !line.is_empty());
            (ran.code, told.filter_map(essence).collect::<Vec<_>>())
        };
        let whole = of(&["--jobs", "1"]);
        let alone: Vec<_> = (1..=list.len()).map(|number| of(&["--puzzle", &number.to_string()])).collect();
        let codes = alone.iter().map(|(code, _)| *code).max().flatten();
        assert_eq!(whole.0, codes, "{args:?}");
        let alone: Vec<String> = alone.into_iter().flat_map(|(_, told)| told).collect();
        assert_eq!(whole.1, alone, "{args:?}");
    }
}

/// A remark in Latin-1 is no reason to refuse a list, in the first line as little as in the others.
#[test]
fn bytes_that_are_no_text_concern_their_line() {
    let scratch = Scratch::new();
    for (cells, solved) in [(EASY.to_owned(), SOLVED), (marks(EASY), SOLVED)] {
        let (remark, stray) = (cells.clone() + " caf\u{e9}", cells.replacen('5', "\u{e9}", 1));
        for (lines, told) in [
            ([&remark, &cells, &stray], format!("{solved}\n{solved}\ninvalid\n")),
            ([&cells, &stray, &remark], format!("{solved}\ninvalid\n{solved}\n")),
        ] {
            let bytes: Vec<u8> =
                lines.map(|line| line.clone() + "\n").concat().chars().map(|ch| ch as u8).collect();
            scratch.write("list.txt", &bytes);
            for args in [&["solve", "list.txt"][..], &["solve", "-"]] {
                let ran = run(&mut sdkc(scratch.path(), args), &bytes);
                assert_eq!((ran.code, &ran.stdout), (Some(1), &told), "{ran:?}");
                assert_eq!(ran.stderr.matches("E0701").count(), 1, "{ran:?}");
            }
        }
    }
}

/// What is wrong with the second column is a finding about that, and the puzzle in the first one is solved.
#[test]
fn a_solution_that_cannot_be_read_makes_no_puzzle_invalid() {
    let wrong = SOLVED.replace('1', "x").replace('2', "1").replace('x', "2");
    let (stray, short) = (SOLVED.replacen('5', "q", 1), &SOLVED[1..]);
    let bad = [&stray, short, EASY, "none", &format!("\"{stray}\"")];
    let mut table =
        format!("id,puzzle,solution,rating\n0,{EASY},{SOLVED},1\n1,{EASY},{wrong},1\n2,{EASY},,1\n");
    for solution in bad {
        let _ = writeln!(table, "3,{EASY},{solution},1");
    }
    let scratch = Scratch::new();
    let n_rows = table.lines().count() - 1;
    for separator in [",", ";", "\t"] {
        scratch.write("table.csv", table.replace(',', separator));
        for jobs in ["1", "2"] {
            let of = |args: &[&str]| run(sdkc(scratch.path(), args).args(["table.csv", "--jobs", jobs]), b"");
            let solved = of(&["solve"]);
            assert_eq!((solved.code, solved.stdout), (Some(1), format!("{SOLVED}\n").repeat(n_rows)));
            assert_eq!(solved.stderr.matches("E0502").count(), 1, "{}", solved.stderr);
            for line in 5..=9 {
                assert_eq!(
                    solved.stderr.matches(&format!("table.csv:{line}:")).count(),
                    1,
                    "{}",
                    solved.stderr
                );
            }
            let counted = of(&["count"]);
            let counts: String = (2..n_rows + 2).map(|line| format!("table.csv:{line}: 1\n")).collect();
            assert_eq!((counted.code, counted.stdout), (Some(1), counts), "{}", counted.stderr);
            assert_eq!(counted.stderr.matches(": E070").count(), 5, "{}", counted.stderr);
            let checked = of(&["check", "--format", "concise"]);
            assert_eq!(checked.code, Some(1), "{checked:?}");
            assert_eq!(checked.stdout.matches(": E070").count(), 5, "{checked:?}");
            assert_eq!(checked.stdout.lines().count(), 6, "{checked:?}");
            for args in [&["solve", "--output", "ndjson"][..], &["count", "--output", "ndjson"]] {
                records_are_unique(&of(args).stdout, n_rows);
            }
            let kept = of(&["solve", "--output", "sdk"]);
            assert!(kept.stdout.contains(&format!("\"{stray}\"")), "{kept:?}");
            assert!(kept.stdout.contains("\"none\""), "{kept:?}");
            scratch.write("kept.sdk", &kept.stdout);
            let again = run(&mut sdkc(scratch.path(), &["check", "--rules-only", "kept.sdk"]), b"");
            assert_eq!(again.code, Some(0), "{again:?}");
        }
    }
}

/// The first three rows have nothing in them that cannot be read.
fn records_are_unique(told: &str, n_rows: usize) {
    let records: Vec<Value> =
        told.lines().map(|line| serde_json::from_str(line).expect("a record")).collect();
    assert_eq!(records.len(), n_rows, "{told}");
    for (at, record) in records.iter().enumerate() {
        assert_eq!((&record["verdict"], &record["count"]), (&"unique".into(), &1.into()), "{record}");
        let found = record["diagnostics"].as_array().expect("a list");
        let is_unread =
            found.iter().any(|it| it["code"].as_str().is_some_and(|code| code.starts_with("E07")));
        assert_eq!(is_unread, at >= 3, "{record}");
    }
}

/// What stands behind pencil marks goes where what stands behind cells goes.
#[test]
fn remarks_behind_pencil_marks_are_kept_as_those_behind_cells() {
    let scratch = Scratch::new();
    for remark in [" easy one", "#easy one", ", easy one", "; easy one", "\t# easy one\r"] {
        let list = |cells: String| [" first", remark, ""].map(|it| format!("{cells}{it}\n")).concat();
        scratch.write("cells.txt", list(EASY.to_owned()));
        scratch.write("marks.txt", list(marks(EASY)));
        let of = |args: &[&str]| run(&mut sdkc(scratch.path(), args), b"");
        for output in ["line", "ndjson", "grid", "sdk"] {
            let (cells, marks) = (
                of(&["solve", "--output", output, "cells.txt"]),
                of(&["solve", "--output", output, "marks.txt"]),
            );
            assert_eq!((cells.code, marks.code), (Some(0), Some(0)), "{marks:?}");
            for word in ["\"easy one\"", "\"first\"", SOLVED, "unique", "multiple", "invalid"] {
                let n_of = |ran: &sdkc_tests::terminal::Ran| ran.stdout.matches(word).count();
                assert_eq!(n_of(&cells), n_of(&marks), "{output} {word}: {marks:?}");
            }
            assert_eq!(marks.stdout.contains("easy one"), output == "sdk", "{marks:?}");
        }
        let checked = of(&["check", "marks.txt"]);
        assert_eq!((checked.code, checked.stdout.as_str()), (Some(0), ""), "{checked:?}");
        assert_eq!(of(&["count", "marks.txt"]).stdout, "marks.txt:1: 1\nmarks.txt:2: 1\nmarks.txt:3: 1\n");
    }
}

/// Which givens clash is told where there is room for it, and of a drawn list once.
#[test]
fn what_clashes_is_told_where_it_is_shown() {
    let (scratch, unsolvable) = (Scratch::new(), EASY.replacen("530", "531", 1));
    scratch.write("list.txt", format!("{EASY}\n{unsolvable}\n{EASY}\n{unsolvable}\n"));
    scratch.write("table.csv", format!("puzzle,solution\n{unsolvable},{SOLVED}\n{unsolvable},{SOLVED}\n"));
    for (args, n_told) in [
        (&["solve", "list.txt"][..], 0),
        (&["solve", "list.txt", "--strategy", "min-candidates"], 0),
        (&["solve", "list.txt", "--output", "ndjson"], 2),
        (&["solve", "list.txt", "--output", "grid"], 1),
        (&["solve", "list.txt", "--output", "grid", "--strategy", "min-candidates"], 1),
        (&["solve", "list.txt", "--output", "sdk"], 1),
        (&["solve", "list.txt", "--all"], 1),
        (&["solve", "table.csv"], 0),
        (&["solve", "table.csv", "--output", "ndjson"], 2),
        (&["check", "list.txt"], 1),
        (&["check", "list.txt", "--format", "concise"], 0),
    ] {
        for jobs in ["1", "2"] {
            let ran = run(sdkc(scratch.path(), args).args(["--jobs", jobs]), b"");
            let told = format!("{}{}", ran.stdout, ran.stderr);
            assert_eq!(told.matches("these clash").count(), n_told, "{args:?}: {told}");
            assert!(told.contains("E0501") || told.contains("E0502"), "{args:?}: {told}");
        }
    }
}

#[test]
fn figures_of_a_list_name_the_kernel_that_was_picked() {
    let scratch = Scratch::new();
    scratch.write("list.txt", format!("{EASY}\n{HARD}\n"));
    let args = ["solve", "--output", "grid", "--stats", "--kernel", "scalar", "list.txt"];
    let ran = run(&mut sdkc(scratch.path(), &args), b"");
    assert_eq!(ran.stdout.matches("kernel (scalar)").count(), 2, "{ran:?}");
    let ran = run(&mut sdkc(scratch.path(), &["legal", "--kernel", "scalar", "list.txt"]), b"");
    assert!(ran.code == Some(2) && ran.stderr.contains("--kernel"), "{ran:?}");
}

/// Enough rows that the table is read as a stream; the second column is held against what is found.
#[test]
fn solutions_in_tables_are_verified_in_streams_as_well() {
    let wrong = SOLVED.replace('1', "x").replace('2', "1").replace('x', "2");
    let mut table = String::from("puzzle,solution\n");
    for _ in 0..600 {
        let _ = writeln!(table, "{EASY},{SOLVED}");
    }
    let good = table.clone();
    let _ = writeln!(table, "{EASY},{wrong}");
    let _ = writeln!(table, "\"{EASY}\",\"{SOLVED}\"");
    let _ = writeln!(table, "{EASY},");
    let _ = writeln!(table, "{},{SOLVED}", ".".repeat(81));
    let scratch = Scratch::new();
    for separator in [",", ";", "\t"] {
        scratch.write("good.csv", good.replace(',', separator));
        scratch.write("bad.csv", table.replace(',', separator));
        let ran = run(&mut sdkc(scratch.path(), &["solve", "good.csv"]), b"");
        assert_eq!(
            (ran.code, ran.stdout == format!("{SOLVED}\n").repeat(600)),
            (Some(0), true),
            "{}",
            ran.stderr
        );
        let ran = run(&mut sdkc(scratch.path(), &["solve", "bad.csv"]), b"");
        let told: Vec<&str> = ran.stdout.lines().skip(600).collect();
        assert_eq!(
            (ran.code, &told[..]),
            (Some(1), &[SOLVED, SOLVED, SOLVED, "multiple"][..]),
            "{}",
            ran.stderr
        );
        assert_eq!(ran.stderr.matches("E0502").count(), 2, "{}", ran.stderr);
        assert!(ran.stderr.contains("bad.csv:602:"), "{}", ran.stderr);
        let ran = run(&mut sdkc(scratch.path(), &["check", "--format", "concise", "bad.csv"]), b"");
        assert_eq!((ran.code, ran.stdout.matches("E0502").count()), (Some(1), 2), "{ran:?}");
        let ran = run(&mut sdkc(scratch.path(), &["count", "--limit", "2", "bad.csv"]), b"");
        assert_eq!(ran.stdout.lines().count(), 604, "{}", ran.stderr);
        assert!(
            ran.stdout.ends_with("bad.csv:604: 1\nbad.csv:605: at least 2 (the --limit)\n"),
            "{}",
            ran.stderr
        );
    }
}

/// Columns have many names: what is not held against the puzzles is told of.
#[test]
fn tables_say_what_is_not_compared() {
    let scratch = Scratch::new();
    let wrong = SOLVED.replacen("53", "35", 1);
    for (heading, code, note) in [
        ("difficulty,sudoku,solved_sudoku", 1, None),
        ("difficulty,sudoku,full", 0, Some("the column `full` holds full boards")),
    ] {
        // Not every row need have one, and not the first.
        scratch.write("table.csv", format!("{heading}\n1,{EASY},\n1,{EASY},{wrong}\n1,{EASY},{wrong}\n"));
        for command in ["check", "solve"] {
            let ran = run(&mut sdkc(scratch.path(), &[command, "table.csv"]), b"");
            assert_eq!(ran.code, Some(code), "{heading}: {ran:?}");
            assert_eq!(ran.stderr.matches("sdkc: note: table.csv: ").count(), usize::from(note.is_some()));
            assert!(note.is_none_or(|note| ran.stderr.contains(note)), "{ran:?}");
        }
        let counted = run(&mut sdkc(scratch.path(), &["count", "table.csv"]), b"");
        assert!(!counted.stderr.contains("holds full boards"), "{counted:?}");
    }
}

/// Also where boards have letters, and where rows come one by one.
#[test]
fn full_boards_are_noted_once_whatever_their_size_and_however_they_come() {
    let side = |at: usize| (0..16).map(move |column| (4 * (at % 4) + at / 4 + column) % 16);
    let full: String = (0..16).flat_map(side).map(|value| char::from(b"123456789ABCDEFG"[value])).collect();
    let puzzle = format!("..{}", &full[2..]);
    let rows: String =
        (0..30).map(|at| format!("{at},{puzzle},{}\n", if at < 4 { "" } else { &full })).collect();
    let scratch = Scratch::new();
    for pause in [0, 2] {
        let mut command = sdkc(scratch.path(), &["solve", "-"]);
        command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("sdkc starts");
        let mut stdin = child.stdin.take().expect("it is a pipe");
        for row in format!("id,puzzle,full\n{rows}").split_inclusive('\n') {
            stdin.write_all(row.as_bytes()).and_then(|()| stdin.flush()).expect("it reads");
            std::thread::sleep(std::time::Duration::from_millis(pause));
        }
        drop(stdin);
        let output = child.wait_with_output().expect("sdkc ends");
        let told = String::from_utf8_lossy(&output.stderr);
        assert_eq!(told.matches("the column `full` holds full boards").count(), 1, "{told}");
    }
}

/// The surest name wins, whatever stands first; what is shorter than half a board under a name of another kind is no solution.
#[test]
fn the_column_that_is_called_solution_is_the_one() {
    let scratch = Scratch::new();
    let wrong = SOLVED.replacen("53", "35", 1);
    for (table, n_wrong, n_unreadable) in [
        (format!("puzzle,solved,solution\n{EASY},true,{wrong}\n{EASY},false,{SOLVED}\n"), 1, 0),
        (format!("puzzle,answer,solution\n{EASY},3,{wrong}\n{EASY},,{SOLVED}\n"), 1, 0),
        (format!("puzzle,solved\n{EASY},1\n{EASY},{wrong}\n{EASY},{}\n", &SOLVED[..80]), 1, 1),
        (format!("puzzle,answer\n{EASY},x\n{EASY},{SOLVED}\n"), 0, 1),
    ] {
        scratch.write("table.csv", &table);
        let ran = run(&mut sdkc(scratch.path(), &["check", "--format", "concise", "table.csv"]), b"");
        let of = |code: &str| ran.stdout.matches(code).count();
        assert_eq!((of("E0502"), of(" E070")), (n_wrong, n_unreadable), "{table}{ran:?}");
        assert_eq!(ran.code, Some(1), "{table}{ran:?}");
    }
}

/// Advice names no option that the command lacks.
#[test]
fn expectations_are_for_check() {
    let scratch = Scratch::new();
    scratch.write("list.txt", format!("{}\n", ".".repeat(81)));
    for (args, wanted) in [
        (&["check"][..], "say `--expect '"),
        (&["check", "--rules-only"], "say `sdkc check --expect '"),
        (&["solve", "--output", "grid"], "say `sdkc check --expect '"),
        (&["solve", "--output", "ndjson"], "say `sdkc check --expect '"),
        (&["count", "--output", "ndjson"], "say `sdkc check --expect '"),
        (&["legal"], "say `sdkc check --expect '"),
    ] {
        let ran = run(&mut sdkc(scratch.path(), &[args, &["list.txt"]].concat()), b"");
        let all = ran.stdout + &ran.stderr;
        assert!(all.contains(wanted), "{args:?}: {all}");
        assert!(!all.contains("write `expect"), "{args:?}: {all}");
    }
}

/// Blank marks in all places are one mistake, and no given is wrong where there is none.
#[test]
fn a_line_of_no_marks_is_one_error() {
    let scratch = Scratch::new();
    scratch.write("marks.txt", format!("{}\n", ".".repeat(729)));
    let ran = run(&mut sdkc(scratch.path(), &["check", "marks.txt"]), b"");
    assert_eq!(ran.code, Some(1), "{ran:?}");
    assert!(ran.stdout.contains("E0403]: no value fits r1c1 and 80 more cells"), "{ran:?}");
    assert!(ran.stderr.contains("1 error,") && !ran.stdout.contains("givens"), "{ran:?}");
}
