//! Standard input that is closed, output that nobody reads, files that may not be read.

use std::{
    fs,
    io::{BufRead as _, BufReader, Write as _},
    process::{Command, Stdio},
};

use sdkc_tests::terminal::{Scratch, binary, run, sdkc, wait};

const EASY: &str = "530070000600195000098000060800060003400803001700020006060000280000419005000080079";

#[test]
fn closed_input_is_an_empty_one() {
    let scratch = Scratch::new();
    let mut command = sdkc(scratch.path(), &["check", "-"]);
    let child = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
    let output = child.expect("sdkc starts").wait_with_output().expect("sdkc ends");
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    assert!(String::from_utf8_lossy(&output.stdout).contains("E0211"), "{output:?}");
}

#[test]
#[cfg(unix)]
fn input_may_be_closed_altogether() {
    let scratch = Scratch::new();
    let line = format!("'{}' check - <&-", sdkc_tests::terminal::binary().display());
    let ran = run(Command::new("sh").args(["-c", &line]).current_dir(scratch.path()), b"");
    assert!(matches!(ran.code, Some(1 | 2)), "{ran:?}");
    assert!(!format!("{}{}", ran.stdout, ran.stderr).contains("panicked"), "{ran:?}");
}

/// A stack that is larger than any memory: the system then gives no thread.
#[test]
#[cfg(target_os = "linux")]
fn input_is_read_where_there_is_no_thread_for_it() {
    let scratch = Scratch::new();
    let input = format!("{EASY}\n").repeat(3_000);
    for args in [&["solve", "-", "--jobs", "1"][..], &["count", "-", "--jobs", "1"]] {
        let mut command = sdkc(scratch.path(), args);
        let without = run(command.env("RUST_MIN_STACK", (1_u64 << 62).to_string()), input.as_bytes());
        assert_eq!(without, run(&mut sdkc(scratch.path(), args), input.as_bytes()), "{args:?}");
        assert_eq!((without.code, without.stdout.lines().count()), (Some(0), 3_000), "{args:?}");
    }
    // Workers are threads: who asks for some is told that there are none.
    let mut command = sdkc(scratch.path(), &["solve", "-", "--jobs", "2"]);
    let ran = run(command.env("RUST_MIN_STACK", (1_u64 << 62).to_string()), b"");
    assert!(ran.code == Some(2) && ran.stderr.contains("`--jobs 1`"), "{ran:?}");
}

#[test]
fn nobody_need_read_the_output() {
    let scratch = Scratch::new();
    scratch.write("many.txt", format!("{EASY}\n").repeat(5_000));
    for args in
        [&["solve", "many.txt"][..], &["solve", "--output", "ndjson", "many.txt"], &["explain", "E0401"]]
    {
        let mut command = sdkc(scratch.path(), args);
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("sdkc starts");
        drop(child.stdout.take());
        wait(&mut child, &command);
        let mut talk = String::new();
        let stderr = child.stderr.as_mut().expect("it is a pipe");
        std::io::Read::read_to_string(stderr, &mut talk).expect("a pipe can be read");
        assert!(!talk.contains("panicked") && !talk.to_lowercase().contains("pipe"), "{args:?}: {talk}");
    }
}

#[test]
#[cfg(unix)]
fn a_file_that_may_not_be_read_is_told() {
    use std::os::unix::fs::PermissionsExt as _;
    let scratch = Scratch::new();
    scratch.write("good.txt", EASY);
    scratch.write("secret.sdk", "puzzle {}");
    let secret = scratch.path().join("secret.sdk");
    fs::set_permissions(&secret, fs::Permissions::from_mode(0o000)).expect("it is ours");
    // A root user may read everything: then a folder in the place of a file is what cannot be read.
    let name = if fs::read(&secret).is_ok() { "missing.sdk" } else { "secret.sdk" };
    let ran = run(&mut sdkc(scratch.path(), &["solve", "--output", "line", name, "good.txt"]), b"");
    assert_eq!(ran.code, Some(2), "{ran:?}");
    assert!(ran.stderr.contains(name), "{ran:?}");
    assert!(ran.stdout.contains("534678912"), "the readable file is solved all the same: {ran:?}");
}

#[test]
fn a_pipe_gets_no_colour_unless_it_is_forced() {
    let scratch = Scratch::new();
    scratch.write("bad.sdk", "puzzle { blok 2 }\n");
    let plain = run(&mut sdkc(scratch.path(), &["check", "bad.sdk"]), b"");
    assert!(!plain.stdout.contains('\u{1b}') && !plain.stderr.contains('\u{1b}'), "{plain:?}");
    let forced = run(sdkc(scratch.path(), &["check", "bad.sdk"]).env("CLICOLOR_FORCE", "1"), b"");
    assert!(forced.stdout.contains('\u{1b}'), "{forced:?}");
    let always = run(&mut sdkc(scratch.path(), &["check", "--color", "always", "bad.sdk"]), b"");
    assert!(always.stdout.contains('\u{1b}'), "{always:?}");
    let never =
        run(sdkc(scratch.path(), &["check", "--color", "never", "bad.sdk"]).env("CLICOLOR_FORCE", "1"), b"");
    assert!(!never.stdout.contains('\u{1b}'), "{never:?}");
    let both = run(sdkc(scratch.path(), &["check", "bad.sdk"]).env("NO_COLOR", "1"), b"");
    assert!(!both.stdout.contains('\u{1b}'), "{both:?}");
}

/// Millions of solutions are written as they are found: the reader sees the first ones long before the end, and goes away.
#[test]
fn all_solutions_are_written_while_more_are_sought() {
    let scratch = Scratch::new();
    scratch.write("empty.sdk", "puzzle { expect solutions >= 2 }\n");
    scratch.write("other.sdk", "puzzle { block 2; expect solutions >= 2 }\n");
    for jobs in ["1", "2"] {
        let args =
            ["solve", "--all", "--limit", "1000000000", "--timeout", "0", "--jobs", jobs, "--output", "line"];
        let mut command = sdkc(scratch.path(), &args);
        command.args(["other.sdk", "empty.sdk"]);
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().expect("sdkc starts");
        let lines = std::io::BufRead::lines(std::io::BufReader::new(child.stdout.take().expect("a pipe")));
        let read: Vec<String> = lines.take(1288).map(|line| line.expect("a line")).collect();
        assert!(read[287].len() == 16 && read[1287].len() == 81, "{read:?}");
        wait(&mut child, &command);
    }
}

/// What a list is taken for does not depend on how large it is, on where it comes from, or on when its bytes come.
#[test]
fn the_same_bytes_are_read_alike_from_files_and_pipes() {
    let scratch = Scratch::new();
    let bad = b"\xff530070000600195000098000060800060003400803001700020006060000280000419005000080079\n";
    let easy = format!("{EASY}\n").into_bytes();
    let mark = "\u{feff}".as_bytes();
    let texts: [(&str, Vec<u8>, usize); 5] = [
        ("bad-byte", [&easy, &easy, &bad[..], &easy].concat(), 4),
        ("marks", [mark, &easy, mark, &easy].concat(), 2),
        ("native-behind", [&easy, &b"puzzle \"x\" { block 2 }\n"[..]].concat(), 2),
        ("large-bad-byte", [easy.repeat(900), bad.to_vec(), easy.repeat(14_000)].concat(), 14_901),
        ("alone", easy.clone(), 1),
    ];
    for (name, text, n_puzzles) in texts {
        scratch.write(name, &text);
        let args = ["solve", "--output", "ndjson"];
        let of_file = run(sdkc(scratch.path(), &args).arg(name), b"");
        let of_pipe = run(sdkc(scratch.path(), &args).arg("-").args(["--stdin-filename", name]), &text);
        assert_eq!(of_file.stdout.lines().count(), n_puzzles, "{name}: {}", of_file.stderr);
        let verdicts = |ran: &sdkc_tests::terminal::Ran| -> Vec<bool> {
            ran.stdout.lines().map(|line| line.contains("\"verdict\":\"unique\"")).collect()
        };
        assert_eq!(verdicts(&of_file), verdicts(&of_pipe), "{name}");
        assert_eq!(of_file.code, of_pipe.code, "{name}");
    }
}

/// A carriage return by itself ends a line as well, for messages, records and editors: also where bytes come one by one.
#[test]
fn lines_have_the_same_numbers_however_their_bytes_come() {
    let scratch = Scratch::new();
    let twisted = format!("{EASY}\n{EASY}\r\r\n{EASY}\r\r\nxx\r\n{EASY}\r{EASY} a\r\nyy");
    let table = format!("puzzle,note\r\n{EASY},a\r\r\n{EASY},b\r\nxx\r\nyy\r\n");
    for (text, puzzles, bad) in [(&twisted, &[1, 2, 4, 7, 8][..], [6, 9]), (&table, &[2, 4], [5, 6])] {
        for args in [&["check", "--format", "ndjson"][..], &["solve", "--output", "ndjson"]] {
            let cuts: [fn(char) -> bool; 3] = [|_| false, |ch| ch == '\r', |ch| ch == '\n'];
            for cut in cuts {
                let mut command = sdkc(scratch.path(), args);
                command.arg("-").stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
                let mut child = command.spawn().expect("sdkc starts");
                let mut stdin = child.stdin.take().expect("it is a pipe");
                for piece in text.split_inclusive(cut) {
                    stdin.write_all(piece.as_bytes()).and_then(|()| stdin.flush()).expect("it reads");
                    std::thread::sleep(std::time::Duration::from_millis(30));
                }
                drop(stdin);
                let output = child.wait_with_output().expect("sdkc ends");
                let records: Vec<serde_json::Value> = String::from_utf8_lossy(&output.stdout)
                    .lines()
                    .map(|line| serde_json::from_str(line).expect("a record a line"))
                    .filter(|it: &serde_json::Value| it["code"] != "N0701")
                    .collect();
                let lines: Vec<u64> = records.iter().filter_map(|it| it["line"].as_u64()).collect();
                let is_check = args[0] == "check";
                let mut wanted = bad.to_vec();
                wanted.extend(puzzles.iter().filter(|_| !is_check));
                wanted.sort_unstable();
                assert_eq!(lines, wanted, "{args:?} {text:?} {records:?}");
            }
        }
    }
}

/// Whatever ends them, lines are the same lines: also the first one, and beside what is no text.
#[test]
fn a_return_by_itself_ends_the_lines_of_a_list() {
    let marks = "123456789".repeat(81);
    for junk in [&b"a\"b"[..], b"{", b"caf\xe9", b"x\0y", b"# a"] {
        for puzzle in [EASY, &marks] {
            for other in [EASY, &marks] {
                let line = |puzzle: &str, remark: &[u8]| [puzzle.as_bytes(), b" ", remark].concat();
                let lines = [line(puzzle, b"one"), line(other, junk), line(puzzle, b""), junk.to_vec()];
                for args in [&["solve", "-"][..], &["check", "--format", "ndjson", "-"], &["count", "-"]] {
                    let of = |end: &[u8]| {
                        let ran = run(&mut sdkc(Scratch::new().path(), args), &lines.join(end));
                        (ran.code, ran.stdout)
                    };
                    assert_eq!(of(b"\n"), of(b"\r"), "{args:?} {junk:?}");
                }
            }
        }
    }
}

/// What is blank without being ASCII, and a byte order mark where files were joined, is no puzzle to any part of the program.
#[test]
fn puzzles_have_the_same_numbers_in_lists_and_documents() {
    let scratch = Scratch::new();
    let odd = ["\u{a0}", "\u{feff}", "\u{feff}# joined", "\u{3000}#", "\u{b}", " ", "#", "\u{a0} \u{2028}"];
    let marks = "123456789".repeat(81);
    for puzzle in [EASY, &marks] {
        let between: String = odd.iter().map(|line| format!("{line}\n{puzzle}\n")).collect();
        scratch.write("list.txt", format!("{puzzle}\n{between}\u{feff}{puzzle}\nxx\n"));
        let of = |more: &[&str]| {
            let ran = run(sdkc(scratch.path(), &["solve", "--output", "ndjson", "list.txt"]).args(more), b"");
            let records = ran
                .stdout
                .lines()
                .map(|line| serde_json::from_str::<serde_json::Value>(line).expect("a record"));
            records
                .map(|it| (it["index"].as_u64(), it["line"].as_u64(), it["verdict"].clone()))
                .collect::<Vec<_>>()
        };
        let (all, n) = (of(&[]), odd.len() + 3);
        assert!(all.iter().map(|it| it.0).eq((1..=n as u64).map(Some)), "{all:?}");
        for (at, record) in all.iter().enumerate() {
            assert_eq!(of(&["--puzzle", &(at + 1).to_string()]), std::slice::from_ref(record));
        }
    }
}

/// A program that talks to `solve` line by line gets each answer before it asks again.
#[test]
fn a_line_is_answered_before_the_next_one_comes() {
    let scratch = Scratch::new();
    for (jobs, heading) in [("1", ""), ("2", ""), ("2", "puzzle,solution\n")] {
        let mut command = sdkc(scratch.path(), &["solve", "--jobs", jobs, "-"]);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("sdkc starts");
        let mut questions = child.stdin.take().expect("it is a pipe");
        let mut answers = BufReader::new(child.stdout.take().expect("it is a pipe"));
        write!(questions, "{heading}").expect("sdkc reads");
        for _ in 0..2 {
            writeln!(questions, "{EASY}").expect("sdkc reads");
            let mut answer = String::new();
            answers.read_line(&mut answer).expect("sdkc writes");
            assert!(answer.starts_with("534678912") && answer.len() == 82, "{answer}");
        }
        drop(questions);
        assert_eq!(wait(&mut child, &command), Some(0));
    }
}

/// What a list is written as does not depend on how many puzzles it holds.
#[test]
fn a_list_of_one_is_a_list() {
    let scratch = Scratch::new();
    let four = "1.....3..4.....2";
    for (puzzle, is_ended) in [(EASY, true), (EASY, false), (four, true), (four, false)] {
        let end = if is_ended { "\n" } else { "" };
        let one = format!("{puzzle}{end}");
        let two = format!("# two\r\n{puzzle}\r\n{puzzle}{end}");
        scratch.write("one.txt", &one);
        let of_one = run(&mut sdkc(scratch.path(), &["solve", "-"]), one.as_bytes());
        let of_file = run(&mut sdkc(scratch.path(), &["solve", "one.txt"]), b"");
        let of_two = run(&mut sdkc(scratch.path(), &["solve", "-"]), two.as_bytes());
        assert_eq!(of_one.stdout.len(), puzzle.len() + 1, "{of_one:?}");
        assert_eq!(of_one.stdout, of_file.stdout);
        assert_eq!(of_one.stdout.repeat(2), of_two.stdout);
        let argument = run(&mut sdkc(scratch.path(), &["solve", puzzle]), b"");
        assert!(argument.stdout.contains(" | "), "a puzzle as an argument is drawn: {argument:?}");
    }
}

/// A list of bad lines does not scroll the first one away, however many threads look at it.
#[test]
fn what_is_said_of_a_list_is_bounded() {
    let scratch = Scratch::new();
    let text = format!("{EASY}\n{}", "no puzzle\n".repeat(20_000));
    let of = |args: &[&str]| run(&mut sdkc(scratch.path(), args), text.as_bytes());
    for command in ["check", "solve", "count"] {
        let alone = of(&[command, "--jobs", "1", "-"]);
        let together = of(&[command, "--jobs", "3", "-"]);
        assert_eq!((&alone.stdout, &alone.stderr), (&together.stdout, &together.stderr), "{command}");
        let told = if command == "check" { &alone.stdout } else { &alone.stderr };
        assert!(told.lines().count() < 120, "{command}: {told}");
        assert!(alone.stderr.contains("19900 more lines with E0701"), "{command}: {}", alone.stderr);
    }
    for args in
        [&["solve", "--output", "grid"][..], &["solve", "--output", "sdk"], &["solve", "--all"], &["legal"]]
    {
        let ran = of(&[args, &["-"]].concat());
        assert!(ran.stderr.lines().count() < 120, "{args:?}: {}", ran.stderr);
        assert!(ran.stderr.contains("19900 more lines with E0701"), "{args:?}: {}", ran.stderr);
    }
    let drawn = of(&["solve", "--output", "grid", "-"]).stderr;
    assert!(drawn.starts_with("error[E0701]"), "the first is drawn: {drawn}");
    let all = of(&["check", "--format", "concise", "-"]);
    assert_eq!(all.stdout.matches("E0701").count(), 20_000);
}

#[test]
fn a_list_in_utf_16_is_read_from_a_pipe_as_well() {
    let scratch = Scratch::new();
    let text = format!("\u{feff}{EASY}\n{EASY}\n");
    for big in [false, true] {
        let bytes: Vec<u8> = text
            .encode_utf16()
            .flat_map(|unit| if big { unit.to_be_bytes() } else { unit.to_le_bytes() })
            .collect();
        let ran = run(&mut sdkc(scratch.path(), &["solve", "--output", "line", "-"]), &bytes);
        assert_eq!(ran.code, Some(0), "{ran:?}");
        assert_eq!(ran.stdout.lines().filter(|line| line.starts_with("534678912")).count(), 2, "{ran:?}");
    }
}

#[test]
fn the_format_of_a_list_is_noted_once() {
    let scratch = Scratch::new();
    let ran = run(
        &mut sdkc(scratch.path(), &["check", "--format", "ndjson", "-"]),
        format!("{}\n", ".".repeat(81)).as_bytes(),
    );
    assert_eq!(ran.stdout.matches("N0701").count(), 1, "{ran:?}");
    scratch.write("list.txt", EASY);
    scratch.write("list.sdk", EASY);
    let ran = run(&mut sdkc(scratch.path(), &["check", "--format", "concise", "list.txt", "list.sdk"]), b"");
    assert!(ran.stdout.starts_with("list.sdk:1:1: N0701") && ran.stdout.lines().count() == 1, "{ran:?}");
}

/// Short lines may be the rows of one board: as many are waited for as tell that they are not, and no more.
#[test]
fn a_list_of_small_boards_is_answered_while_it_comes() {
    let scratch = Scratch::new();
    let board = "1.3..4.....2....\n";
    for command in ["solve", "count"] {
        let mut command = sdkc(scratch.path(), &[command, "-"]);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().expect("sdkc starts");
        let mut stdin = child.stdin.take().expect("it is a pipe");
        let mut answers = BufReader::new(child.stdout.take().expect("it is a pipe")).lines();
        let mut say = |text: &str| {
            stdin.write_all(text.as_bytes()).and_then(|()| stdin.flush()).expect("it reads");
        };
        say(&board.repeat(48));
        for _ in 0..48 {
            assert!(answers.next().is_some_and(|answer| answer.is_ok()), "{command:?}");
        }
        for _ in 0..3 {
            say(board);
            assert!(answers.next().is_some_and(|answer| answer.is_ok()), "{command:?}");
        }
        drop(stdin);
        assert!(answers.next().is_none() && wait(&mut child, &command).is_some(), "{command:?}");
    }
}

/// One board of many rows is no list, however slowly it comes.
#[test]
fn rows_of_one_board_that_come_one_by_one_are_one_board() {
    let scratch = Scratch::new();
    let mut rows = ["."; 9];
    rows[0] = "1";
    let text: String = rows.iter().map(|row| format!("{row}........\n")).collect();
    let mut command = sdkc(scratch.path(), &["count", "-", "--limit", "1"]);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut child = command.spawn().expect("sdkc starts");
    let mut stdin = child.stdin.take().expect("it is a pipe");
    for row in text.split_inclusive('\n') {
        stdin.write_all(row.as_bytes()).and_then(|()| stdin.flush()).expect("it reads");
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    drop(stdin);
    let answers = BufReader::new(child.stdout.take().expect("it is a pipe")).lines();
    let answers: Vec<String> = answers.map(|answer| answer.expect("text")).collect();
    assert_eq!(answers, ["<stdin>:1: at least 1 (the --limit)"]);
    assert_eq!(wait(&mut child, &command), Some(0));
}

/// However many lines hold nothing in front of what an input is: they are passed by, and counted.
#[test]
fn lines_that_hold_nothing_are_passed_by() {
    let scratch = Scratch::new();
    let clash = "puzzle { block 2; givens {\n1 1 . .\n. . . .\n. . . .\n. . . .\n} }\n";
    let latin = b"puzzle { block 2; \xe9 }\n";
    for (idle, n_lines) in
        [("# a comment\n", 300_000), ("\n", 2_500_000), ("\r\n", 1_200_000), ("\r", 1_100_000)]
    {
        let head = idle.repeat(n_lines).into_bytes();
        let place = |behind: usize, told: &str| format!("input:{}:{told}", n_lines + behind);
        for (tail, wanted) in [
            (format!("{EASY}\n").as_bytes(), None),
            (format!("{EASY}\nnonsense\n").as_bytes(), Some(place(2, "1: E0701"))),
            (clash.as_bytes(), Some(place(2, "3: E0401"))),
            (latin, Some(place(1, "19: E0101"))),
        ] {
            let text = [&head, tail].concat();
            scratch.write("input", &text);
            let of = |source: &str, input: &[u8]| {
                let args = ["check", "--format", "concise", "--stdin-filename", "input", source];
                run(&mut sdkc(scratch.path(), &args), input)
            };
            let of_file = of("input", b"");
            assert_eq!(of_file, of("-", &text), "{idle:?}");
            // The language knows no such comments: it says so, once.
            let of_comment = usize::from(idle.starts_with('#') && !tail.starts_with(EASY.as_bytes()));
            assert_eq!(
                of_file.stdout.lines().count(),
                usize::from(wanted.is_some()) + of_comment,
                "{of_file:?}"
            );
            assert!(wanted.is_none_or(|wanted| of_file.stdout.contains(&wanted)), "{of_file:?}");
        }
    }
}

/// Of a stream that may have no end, no more is kept than is looked at.
#[test]
#[cfg(unix)]
fn lines_that_hold_nothing_are_not_kept() {
    let scratch = Scratch::new();
    let list = format!("{}{EASY}\n", "# a comment\n".repeat(10_000_000));
    let limited = ["-c", "ulimit -v 300000; exec \"$@\"", "sh"];
    let mut command = Command::new("sh");
    command.current_dir(scratch.path()).args(limited).arg(binary()).args(["solve", "--jobs", "1", "-"]);
    let ran = run(&mut command, list.as_bytes());
    assert_eq!((ran.code, ran.stdout.lines().count()), (Some(0), 1), "{ran:?}");
}
