//! Ctrl-C, time that runs out and lines without an end: what was found by then is kept, and said to be all there is.
#![cfg(unix)]

use std::{
    io::{BufRead as _, BufReader, Read as _, Write as _},
    process::{Command, Stdio},
    thread,
    time::{Duration, Instant},
};

use sdkc_tests::terminal::{Ran, Scratch, run, sdkc, wait};

pub const EASY: &str = "530070000600195000098000060800060003400803001700020006060000280000419005000080079";
const SOLVED: &str = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

/// Runs a command on an input that nobody ends, until Ctrl-C; fails where that is not heeded at once.
fn interrupted(args: &[&str], input: &str) -> Ran {
    ended_by("INT", args, input)
}

/// The same by any signal.
pub fn ended_by(signal: &str, args: &[&str], input: &str) -> Ran {
    let scratch = Scratch::new();
    let mut command = sdkc(scratch.path(), args);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("sdkc starts");
    let mut stdin = child.stdin.take().expect("it is a pipe");
    stdin.write_all(input.as_bytes()).expect("sdkc reads");
    thread::sleep(a_while());
    let start = Instant::now();
    send(signal, child.id());
    let code = wait(&mut child, &command);
    // It is a twentieth of a second; the rest is for busy machines.
    assert!(start.elapsed() < Duration::from_secs(10), "{args:?} went on for {:?}", start.elapsed());
    drop(stdin);
    let (mut stdout, mut stderr) = (String::new(), String::new());
    child.stdout.take().expect("a pipe").read_to_string(&mut stdout).expect("text");
    child.stderr.take().expect("a pipe").read_to_string(&mut stderr).expect("text");
    Ran { code, stdout, stderr }
}

/// Long enough for a command to start and to do some puzzles, however busy the machine is.
pub fn a_while() -> Duration {
    let scratch = Scratch::new();
    let mut command = sdkc(scratch.path(), &["solve", EASY]);
    let start = Instant::now();
    assert_eq!(run(&mut command, b"").code, Some(0));
    Duration::from_millis(600) + 10 * start.elapsed()
}

pub fn send(signal: &str, process: u32) {
    let told = Command::new("kill").args([&format!("-{signal}"), &process.to_string()]).status();
    assert!(told.expect("there is a kill").success());
}

/// Who asks for an end (a time limit of a CI, a system that shuts down) gets whole records as well.
#[test]
fn a_request_to_end_is_heeded_like_ctrl_c() {
    let input = format!("{EASY}\n{}\n{EASY}\n", ".".repeat(81));
    for (args, n_records) in [
        (&["solve", "--output", "json"][..], 3),
        (&["count", "--output", "json", "--limit", "9"], 3),
        // The last one says that it is not all.
        (&["check", "--format", "json"], 3),
        (&["check", "--format", "json", "--jobs", "1"], 3),
    ] {
        let ran = ended_by("TERM", &[args, &["-"]].concat(), &input);
        assert_eq!(ran.code, Some(143), "{args:?}: {ran:?}");
        let records: Vec<serde_json::Value> = serde_json::from_str(&ran.stdout).expect("a whole array");
        assert_eq!(records.len(), n_records, "{args:?}: {ran:?}");
        assert!(ran.stderr.contains("sdkc: interrupted after 3 puzzles"), "{args:?}: {ran:?}");
    }
}

/// Nobody reads what is written: a request to end is granted all the same, a little later.
#[test]
fn a_request_to_end_does_not_wait_for_readers() {
    let scratch = Scratch::new();
    scratch.write("list.txt", format!("{EASY}\n").repeat(50_000));
    let mut command = sdkc(scratch.path(), &["solve", "list.txt"]);
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().expect("sdkc starts");
    thread::sleep(a_while());
    send("TERM", child.id());
    assert_eq!(wait(&mut child, &command), Some(143));
}

#[test]
fn an_input_that_is_waited_for_does_not_hold_up_the_end() {
    // The last line has not come to its end: it may be the start of anything.
    let input = format!("{EASY}\n{EASY}\n{}", &EASY[..40]);
    for jobs in ["1", "2"] {
        for (command, line) in [("solve", SOLVED), ("count", "<stdin>:2: 1"), ("check", "")] {
            let ran = interrupted(&[command, "-", "--jobs", jobs], &input);
            assert_eq!(ran.code, Some(130), "{ran:?}");
            assert!(ran.stderr.contains("sdkc: interrupted after 2 puzzles"), "{ran:?}");
            assert_eq!(ran.stdout.lines().last().unwrap_or_default(), line, "{ran:?}");
            assert!(!ran.stderr.contains("--timeout"), "{ran:?}");
        }
        let nothing = interrupted(&["solve", "-", "--jobs", jobs], "");
        assert_eq!((nothing.code, nothing.stdout.as_str()), (Some(130), ""), "{nothing:?}");
    }
}

#[test]
fn a_count_that_is_broken_off_is_not_lost() {
    let input = format!("{EASY}\n{}\n{EASY}\n", ".".repeat(81));
    for jobs in ["1", "2"] {
        let args = ["count", "-", "--limit", "99999999999999", "--jobs", jobs];
        let ran = interrupted(&args, &input);
        assert_eq!(ran.code, Some(130), "{ran:?}");
        let line = ran.stdout.lines().nth(1).expect("the second puzzle is told of");
        let count =
            line.strip_prefix("<stdin>:2: at least ").and_then(|it| it.strip_suffix(" (stopped: cancelled)"));
        let count: u64 = count.and_then(|it| it.parse().ok()).unwrap_or_else(|| panic!("{ran:?}"));
        assert!(count > 1_000, "half a second is enough for more: {count}");
    }
}

/// In records as in text; and of puzzles that were not begun nothing is told, however many go together.
#[test]
fn what_was_counted_before_the_end_is_a_record_too() {
    let empty = ".".repeat(81);
    for (input, n_told) in [(format!("{EASY}\n{empty}\n"), 2), (format!("{empty}\n").repeat(100), 1)] {
        for (output, jobs) in [("ndjson", "1"), ("ndjson", "2"), ("json", "1"), ("text", "1")] {
            let args = ["count", "-", "--limit", "99999999999999", "--output", output, "--jobs", jobs];
            let ran = interrupted(&args, &input);
            assert_eq!(ran.code, Some(130), "{ran:?}");
            let told: Vec<&str> = ran.stdout.lines().filter(|line| line.len() > 1).collect();
            assert!(told.len() == n_told && !ran.stdout.contains("at least 0"), "{output}: {ran:?}");
            // The last one is not done.
            let said = match n_told {
                1 => "sdkc: interrupted before the first puzzle was finished",
                _ => "sdkc: interrupted after 1 puzzle; 1 more was not finished",
            };
            assert!(ran.stderr.contains(said), "{ran:?}");
            if output != "text" {
                let last = told[n_told - 1].trim().trim_end_matches(',');
                let record: serde_json::Value = serde_json::from_str(last).expect("a record");
                assert!(record["count"].as_u64().is_some_and(|count| count > 100), "{record}");
                assert_eq!(
                    (&record["limit"], &record["count_is_exact"]),
                    (&"cancelled".into(), &false.into())
                );
            }
        }
    }
}

/// Who goes on behind so many puzzles leaves none out.
#[test]
fn as_many_puzzles_are_named_as_were_told_of() {
    let several = EASY.replacen("53", "00", 1).replace('7', "0");
    let scratch = Scratch::new();
    scratch.write("list.txt", format!("{EASY}\n{several}\n12..3\n").repeat(60_000));
    let _ = sdkc_tests::terminal::binary();
    for (command, jobs) in [("solve", "1"), ("solve", "2"), ("count", "2")] {
        let args = [command, "list.txt", "--output", "ndjson", "--jobs", jobs];
        let mut command = sdkc(scratch.path(), &args);
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("sdkc starts");
        let mut stdout = BufReader::new(child.stdout.take().expect("it is a pipe"));
        let mut text = String::new();
        for _ in 0..1_000 {
            stdout.read_line(&mut text).expect("text");
        }
        // What is not read holds it up: it cannot be done when the signal comes.
        send("INT", child.id());
        thread::sleep(a_while());
        stdout.read_to_string(&mut text).expect("text");
        assert_eq!(wait(&mut child, &command), Some(130), "{args:?}");
        let mut stderr = String::new();
        child.stderr.take().expect("a pipe").read_to_string(&mut stderr).expect("text");
        let lines: Vec<u64> = text
            .lines()
            .map(|line| serde_json::from_str::<serde_json::Value>(line).expect("a record")["index"].as_u64())
            .map(|index| index.expect("a number"))
            .collect();
        assert!(lines.iter().copied().eq(1..=lines.len() as u64), "{args:?}: a puzzle is left out");
        let named: String = stderr
            .split_once("interrupted after ")
            .and_then(|(_, rest)| rest.split_once(' '))
            .map(|(n, _)| n.replace(',', ""))
            .expect("it is told");
        let n_broken_off = usize::from(stderr.contains("; 1 more was not finished"));
        assert_eq!(named, (lines.len() - n_broken_off).to_string(), "{args:?}");
    }
}

/// What was worked on and not written because Ctrl-C came counts nowhere.
#[test]
fn there_is_one_number_of_puzzles() {
    let scratch = Scratch::new();
    for command in ["check", "solve", "count"] {
        let args = [command, "-", "--stats", "--jobs", "2", "--kernel", "scalar"];
        let mut command = sdkc(scratch.path(), &args);
        command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("sdkc starts");
        let mut stdin = child.stdin.take().expect("it is a pipe");
        let feeder = thread::spawn(move || {
            // It has no end but that of who reads it.
            let lines = format!("{EASY}\n").repeat(1_000);
            while stdin.write_all(lines.as_bytes()).is_ok() {}
        });
        thread::sleep(a_while());
        send("INT", child.id());
        assert_eq!(wait(&mut child, &command), Some(130), "{args:?}");
        feeder.join().expect("it does not panic");
        let mut stderr = String::new();
        child.stderr.take().expect("a pipe").read_to_string(&mut stderr).expect("text");
        let after = |word: &str| {
            let rest = stderr.split_once(word).unwrap_or_else(|| panic!("{word}: {stderr}")).1;
            rest.trim_start().split([' ', ':']).next().unwrap_or_default().replace(',', "")
        };
        let n = after("interrupted after ");
        assert_eq!(after("\n  puzzles "), n, "{args:?}: {stderr}");
        if args[0] == "check" {
            assert_eq!(after("\nchecked "), n, "{args:?}: {stderr}");
        }
    }
}

/// A puzzle that was broken off is not done.
#[test]
fn a_puzzle_alone_that_is_broken_off_is_not_counted() {
    let open = ".".repeat(81);
    for args in
        [&["count", "--limit", "99999999999999"][..], &["check", "--expect", "solutions <= 99999999999999"]]
    {
        let ran = interrupted(&[args, &["--timeout", "0", &open]].concat(), "");
        assert_eq!(ran.code, Some(130), "{ran:?}");
        let said = "interrupted before the first puzzle was finished";
        assert!(ran.stderr.contains(said), "{args:?}: {}", ran.stderr);
        assert!(!ran.stderr.contains("checked 1 puzzle"), "{}", ran.stderr);
    }
}

#[test]
fn a_measurement_ends_at_once_too() {
    let ran = interrupted(&["bench", "--puzzles", "5", "--rounds", "60000", "--kernel", "scalar"], "");
    assert_eq!(ran.code, Some(130), "{ran:?}");
    assert_eq!(ran.stderr, "sdkc: interrupted: the table is of the rounds until then\n");
    assert!(ran.stdout.lines().last().is_some_and(|line| line.starts_with("  scalar ")), "{ran:?}");
}

#[test]
fn a_puzzle_of_a_list_has_its_time_once() {
    let scratch = Scratch::new();
    scratch.write("list.txt", format!("{}\n{EASY}\n", ".".repeat(81)));
    // What builds it is not to be timed. Twice the time would be six seconds; busy machines get the rest.
    let _ = sdkc_tests::terminal::binary();
    for jobs in ["1", "2"] {
        let args = ["count", "list.txt", "--limit", "99999999999999", "--timeout", "3s", "--jobs", jobs];
        let timed = || {
            let start = Instant::now();
            (run(&mut sdkc(scratch.path(), &args), b""), start.elapsed())
        };
        // A machine that is busy in one run need not be so in the next; twice its time would be so in each.
        let (mut ran, mut time) = timed();
        for _ in 0..3 {
            if time > Duration::from_millis(5_600) {
                (ran, time) = timed();
            }
        }
        assert!(time < Duration::from_millis(5_600), "it took twice its time: {time:?}");
        assert_eq!(ran.code, Some(3), "{ran:?}");
        let lines: Vec<&str> = ran.stdout.lines().collect();
        assert!(
            lines[0].starts_with("list.txt:1: at least ") && lines[0].ends_with(" (stopped: timeout)"),
            "{ran:?}"
        );
        assert_eq!(lines[1], "list.txt:2: 1", "{ran:?}");
    }
}

/// The nodes of a list's puzzle are counted like those of any other one.
#[test]
fn a_limit_on_nodes_means_the_same_in_lists() {
    let scratch = Scratch::new();
    let hard = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
    let list = [EASY, hard, &".".repeat(81), hard].join("\n") + "\n";
    scratch.write("list.txt", &list);
    let mut seen = Vec::new();
    for nodes in ["1", "10", "30", "70", "100", "10000"] {
        for command in ["solve", "count"] {
            let in_list = run(&mut sdkc(scratch.path(), &[command, "list.txt", "--max-nodes", nodes]), b"");
            for (at, line) in in_list.stdout.lines().enumerate() {
                let puzzle = list.lines().nth(at).expect("a line a puzzle");
                let alone = [command, puzzle, "--max-nodes", nodes, "--output", "ndjson"];
                let alone = run(&mut sdkc(scratch.path(), &alone), b"");
                let record: serde_json::Value = serde_json::from_str(&alone.stdout).expect("one record");
                let verdict = record["verdict"].as_str().expect("a word");
                let count = record["count"].to_string();
                seen.push(verdict.to_owned());
                let is_same = match (command, verdict) {
                    ("solve", "unique") => record["solution"] == line,
                    ("solve", verdict) => line == verdict,
                    _ => line.split([':', ' ']).any(|word| word == count),
                };
                assert!(
                    is_same,
                    "{command} --max-nodes {nodes}, puzzle {}: {line}\n{}",
                    at + 1,
                    alone.stdout
                );
            }
        }
    }
    assert!(
        ["unique", "unknown", "multiple"].iter().all(|verdict| seen.iter().any(|it| it == verdict)),
        "{seen:?}"
    );
}

/// What is left out of a long line still counts for the numbers of those behind it.
#[test]
fn returns_in_a_line_that_is_too_long_end_lines_too() {
    let scratch = Scratch::new();
    let long = |n: usize, tail: &str| "1".repeat(n) + tail;
    let twisted = [
        (long(2 << 20, "\r2\r\r\n"), 3),
        (long(1 << 20, "\r\r\n"), 2),
        (long(1 << 20, "\r\n"), 1),
        (long((1 << 20) + 1, "\r\n"), 1),
        (long(1_228_799, "\r\n"), 1),
        (long(1_228_799, "\r.\n"), 2),
    ];
    for (long, n_lines) in twisted {
        let list = format!("{EASY}\n{long}xx\n");
        let ran = run(&mut sdkc(scratch.path(), &["check", "--format", "concise", "-"]), list.as_bytes());
        let last = ran.stdout.lines().last().unwrap_or_default();
        assert!(last.starts_with(&format!("<stdin>:{}:1: E0701 ", n_lines + 2)), "{n_lines}: {ran:?}");
    }
}

/// Of a line without an end no more is kept than shows that it is none.
#[test]
fn a_line_that_is_too_long_is_one_bad_line() {
    let scratch = Scratch::new();
    let endless = "1".repeat(5 << 20);
    let remark = format!("{EASY} {}", "x".repeat(2 << 20));
    let lists = [
        (format!("{EASY}\n{endless}\n{EASY}\n"), 2),
        (format!("{endless}\n{EASY}\n{EASY}\n"), 1),
        (format!("{EASY}\n{EASY}\n{endless}"), 3),
        (format!("{EASY}\n{remark}\n{EASY}\n"), 2),
    ];
    for (list, bad) in lists {
        scratch.write("list.txt", &list);
        for (name, input) in [("list.txt", ""), ("-", &list[..])] {
            let args = ["solve", name, "--stdin-filename", "list.txt"];
            let ran = run(&mut sdkc(scratch.path(), &args), input.as_bytes());
            assert_eq!(ran.code, Some(1), "{ran:?}");
            assert!(ran.stderr.starts_with(&format!("list.txt:{bad}:1: E0704 ")), "{ran:?}");
            assert_eq!(ran.stderr.lines().count(), 1, "{ran:?}");
            let wanted: Vec<&str> = (1..=3).map(|at| if at == bad { "invalid" } else { SOLVED }).collect();
            assert_eq!(ran.stdout.lines().collect::<Vec<_>>(), wanted, "{ran:?}");
        }
    }
}
