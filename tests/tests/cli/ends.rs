//! What is long ends when it is told to, in good order: big boards, readers who do not read, findings without end.
#![cfg(unix)]

use std::{
    io::{Read as _, Write as _},
    process::{Child, ChildStdout, Command, Stdio},
    time::{Duration, Instant},
};

use sdkc_tests::terminal::{Scratch, run, sdkc, wait};

use crate::interrupts::{EASY, a_while, send};

/// 33 554 432 cells and one given.
const FIVE: &str = "puzzle { dimensions 5; block 2; given (1, 1, 1, 1, 1) = 3 }\n";

/// Starts a command whose standard output nobody reads yet.
fn start(command: &mut Command) -> (Child, ChildStdout) {
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("sdkc starts");
    let stdout = child.stdout.take().expect("it is a pipe");
    (child, stdout)
}

fn stderr_of(child: &mut Child) -> String {
    let mut text = String::new();
    child.stderr.take().expect("a pipe").read_to_string(&mut text).expect("text");
    text
}

/// The board is written as it is worked out: its first values are there at once, and no more is worked out than is read.
#[test]
fn a_big_board_ends_between_its_layers() {
    let scratch = Scratch::new();
    scratch.write("five.sdk", FIVE);
    for (signal, jobs, code) in [("INT", "1", 130), ("INT", "2", 130), ("TERM", "2", 143)] {
        let mut command = sdkc(scratch.path(), &["legal", "five.sdk", "--timeout", "0", "--jobs", jobs]);
        let (mut child, mut stdout) = start(&mut command);
        let mut head = [0; 1 << 16];
        stdout.read_exact(&mut head).expect("it writes at once");
        assert!(head.starts_with(b"five.sdk:1\nlayer (1, 1, 1)\n"), "{}", String::from_utf8_lossy(&head));
        send(signal, child.id());
        let rest = std::thread::spawn(move || std::io::copy(&mut stdout, &mut std::io::sink()));
        assert_eq!(wait(&mut child, &command), Some(code), "{signal}");
        let n_bytes = rest.join().expect("no panic").expect("a pipe can be read");
        assert!(n_bytes < 64 << 20, "it went on for {n_bytes} bytes");
        let stderr = stderr_of(&mut child);
        assert!(stderr.contains("sdkc: interrupted before the first puzzle was finished"), "{stderr}");
    }
}

#[test]
fn a_big_board_heeds_its_time() {
    let scratch = Scratch::new();
    scratch.write("five.sdk", FIVE);
    let ran = run(&mut sdkc(scratch.path(), &["legal", "five.sdk", "--timeout", "50ms"]), b"");
    assert_eq!(ran.code, Some(3));
    let said = "five.sdk:1: time limit of 50ms reached; the rest of the board is not shown";
    assert!(ran.stderr.contains(said) && ran.stderr.contains("--timeout"), "{}", ran.stderr);
    // How many layers there are by then depends on the machine.
    assert!(ran.stdout.is_empty() || ran.stdout.starts_with("five.sdk:1\n"), "{}", ran.stdout);
    let last = ran.stdout.lines().last().unwrap_or_default();
    assert!(!last.starts_with("layer"), "a layer is shown as a whole: {last}");
}

/// Many givens are to be gone through before anything is known.
#[test]
fn a_big_board_of_which_nothing_is_known_yet_is_not_shown() {
    let scratch = Scratch::new();
    let args = ["solve", "-o", "line", "--any", "-"];
    let filled = run(&mut sdkc(scratch.path(), &args), b"puzzle { dimensions 3; block 5 }");
    assert_eq!(filled.code, Some(0), "{}", filled.stderr);
    scratch.write("full.txt", format!("3 5\n{}", filled.stdout));
    let ran = run(&mut sdkc(scratch.path(), &["legal", "full.txt", "--timeout", "1ms"]), b"");
    assert_eq!((ran.code, ran.stdout.as_str()), (Some(3), ""), "{}", ran.stderr);
    let said = "full.txt:1: time limit of 1ms reached; nothing is shown of such a big board";
    assert!(ran.stderr.contains(said) && ran.stderr.contains("--timeout"), "{}", ran.stderr);
    for args in [&["solve"][..], &["solve", "--strategy", "first-empty"], &["check", "--expect", "unique"]] {
        let ran = run(&mut sdkc(scratch.path(), &[args, &["full.txt", "--timeout", "1ms"]].concat()), b"");
        assert_eq!(ran.code, Some(3), "{args:?}: {}", ran.stderr);
    }
}

/// What a search has found about a board by the time of Ctrl-C is shown, and said to be that.
#[test]
fn legal_values_are_shown_as_far_as_they_are_known() {
    let scratch = Scratch::new();
    let hard = std::fs::read(crate::here("data/hard/twenty-five-a.txt")).expect("the file is there");
    scratch.write("hard.txt", hard);
    let args = ["legal", "--true", "--timeout", "0", "hard.txt"];
    let mut command = sdkc(scratch.path(), &args);
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("sdkc starts");
    std::thread::sleep(a_while());
    send("INT", child.id());
    assert_eq!(wait(&mut child, &command), Some(130));
    let mut text = String::new();
    child.stdout.take().expect("a pipe").read_to_string(&mut text).expect("text");
    let stderr = stderr_of(&mut child);
    assert!(stderr.contains("cancelled; values that were not decided are shown too"), "{stderr}");
    assert!(text.starts_with("hard.txt:1\n") && text.lines().count() > 25, "{text}");
}

/// A row a word, as people read a small board aloud.
#[test]
fn a_puzzle_given_as_an_argument_may_have_blanks() {
    let ran = run(&mut sdkc(Scratch::new().path(), &["solve", "-o", "line", "1..2 .3.. .... ..14"]), b"");
    let of_one_word =
        run(&mut sdkc(Scratch::new().path(), &["solve", "-o", "line", "1..2.3........14"]), b"");
    assert_eq!(ran.code, Some(0), "{}", ran.stderr);
    assert_eq!(ran.stdout, of_one_word.stdout);
}

#[test]
fn a_link_to_nothing_is_told_by_its_own_name() {
    let scratch = Scratch::new();
    scratch.write("good.sdk", format!("puzzle {{ givens \"{EASY}\" }}"));
    std::os::unix::fs::symlink("nowhere", scratch.path().join("gone.sdk")).expect("links can be made");
    let ran = run(&mut sdkc(scratch.path(), &["check", "--format", "json", "."]), b"");
    assert_eq!(ran.code, Some(2));
    assert!(ran.stderr.contains("gone.sdk` is a link to something that does not exist"), "{}", ran.stderr);
    assert!(ran.stdout.contains("gone.sdk\""), "{}", ran.stdout);
}

/// What a player has filled in is part of a puzzle, unless it was made givens.
#[test]
fn the_state_of_a_puzzle_is_kept() {
    let scratch = Scratch::new();
    scratch.write(
        "a.sdk",
        "puzzle { block 2; givens \"1..2 .3.. .... ..14\"; state {\n. 4 . .\n. . . .\n. . . .\n. . . .\n} }",
    );
    let of = |more: &[&str]| {
        run(&mut sdkc(scratch.path(), &[&["solve", "-o", "sdk", "a.sdk"], more].concat()), b"")
    };
    let ran = of(&[]);
    assert_eq!(ran.code, Some(0), "{}", ran.stderr);
    assert!(ran.stdout.contains("    state {\n"), "{}", ran.stdout);
    let ran = of(&["--from-state"]);
    assert!(!ran.stdout.contains("state"), "{}", ran.stdout);
}

/// Ctrl-C is granted as a request to end is, a little later than where somebody reads, and is not silent.
#[test]
fn ctrl_c_does_not_wait_for_readers() {
    let scratch = Scratch::new();
    scratch.write("list.txt", format!("{EASY}\n").repeat(50_000));
    let open = ".".repeat(81);
    for args in [&["solve", "--all", &open][..], &["solve", "list.txt"]] {
        let mut command = sdkc(scratch.path(), args);
        let (mut child, mut stdout) = start(&mut command);
        let mut head = [0; 1];
        stdout.read_exact(&mut head).expect("it writes");
        send("INT", child.id());
        assert_eq!(wait(&mut child, &command), Some(130), "{args:?}");
        drop(stdout);
        let stderr = stderr_of(&mut child);
        assert!(stderr.contains("sdkc: interrupted "), "{args:?}: {stderr}");
        assert!(stderr.contains("nothing moved for 5 seconds"), "{args:?}: {stderr}");
    }
}

/// Who reads slowly gets whole documents, even if that takes longer than who does not read is waited for.
#[test]
fn ctrl_c_waits_for_slow_readers() {
    let scratch = Scratch::new();
    scratch.write("list.txt", format!("{EASY}\n").repeat(50_000));
    let mut command = sdkc(scratch.path(), &["solve", "-o", "json", "list.txt"]);
    let (mut child, mut stdout) = start(&mut command);
    let mut text = vec![0; 1];
    stdout.read_exact(&mut text).expect("it writes");
    send("INT", child.id());
    let slowly = std::time::Duration::from_millis(100);
    for _ in 0..65 {
        let mut some = [0; 1 << 12];
        stdout.read_exact(&mut some).expect("it waits for readers");
        text.extend_from_slice(&some);
        std::thread::sleep(slowly);
    }
    stdout.read_to_end(&mut text).expect("a pipe can be read");
    assert_eq!(wait(&mut child, &command), Some(130));
    let text = String::from_utf8(text).expect("text");
    assert!(text.ends_with("}\n]\n"), "{}", &text[text.len().saturating_sub(200)..]);
    let stderr = stderr_of(&mut child);
    assert!(stderr.contains("sdkc: interrupted ") && !stderr.contains("nothing moved"), "{stderr}");
}

/// Where each finding is a line, a puzzle that was broken off has none.
#[test]
fn lines_are_of_puzzles_that_were_finished() {
    let scratch = Scratch::new();
    let args =
        ["check", "-", "--format", "concise", "--expect", "solutions <= 99999999999999", "--timeout", "0"];
    let mut command = sdkc(scratch.path(), &[&args[..], &["--jobs", "1"]].concat());
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("sdkc starts");
    let (mut stdin, mut stdout) = (child.stdin.take().expect("a pipe"), child.stdout.take().expect("a pipe"));
    let bad = EASY.replacen("53", "55", 1);
    stdin.write_all(format!("{bad}\n").repeat(2).as_bytes()).expect("it reads");
    let mut text = vec![0; 1];
    stdout.read_exact(&mut text).expect("it tells of the first line");
    stdin.write_all(format!("{}\n", ".".repeat(81)).as_bytes()).expect("it reads");
    // Whether the last puzzle is begun by the time that the signal comes cannot be known; nothing depends on it.
    std::thread::sleep(std::time::Duration::from_millis(500));
    send("INT", child.id());
    assert_eq!(wait(&mut child, &command), Some(130));
    stdout.read_to_end(&mut text).expect("a pipe can be read");
    let (text, stderr) = (String::from_utf8(text).expect("text"), stderr_of(&mut child));
    assert_eq!(text.lines().count(), 2, "{text}");
    assert!(stderr.contains("sdkc: interrupted after 2 puzzles"), "{stderr}");
}

/// As of a list, so of a text of the language: each kind of mistake is shown, and no more than anybody reads.
#[test]
fn what_is_said_of_a_crowd_of_puzzles_is_bounded() {
    const N: usize = 2_000;
    let scratch = Scratch::new();
    let bad = format!("puzzle {{ givens \"{}\" }}\n", EASY.replacen("53", "55", 1));
    scratch.write("bad.sdk", bad.repeat(N));
    let code = "E0401";
    for args in [
        &["check"][..],
        &["solve"],
        &["solve", "--output", "sdk"],
        &["solve", "--all"],
        &["count"],
        &["legal"],
    ] {
        let ran = run(&mut sdkc(scratch.path(), &[args, &["bad.sdk"]].concat()), b"");
        assert_eq!(ran.code, Some(1), "{args:?}");
        let told = if args == ["check"] { &ran.stdout } else { &ran.stderr };
        let n_told = told.lines().filter(|line| line.contains(code) && !line.contains("explain")).count();
        assert!((100..=102).contains(&n_told), "{args:?}: {n_told} are told of");
        assert!(ran.stderr.contains(&format!("more lines with {code}")), "{args:?}: {}", ran.stderr);
    }
    // Programs get all of them.
    for format in ["concise", "json", "ndjson", "sarif", "github"] {
        let ran = run(&mut sdkc(scratch.path(), &["check", "bad.sdk", "--format", format]), b"");
        let n = ran.stdout.matches("E0401").count();
        assert!(n >= N, "{format}: {n}");
    }
}

/// A name may hold anything; what it holds steers no terminal and adds no line.
#[test]
fn names_of_files_are_shown_and_not_obeyed() {
    let scratch = Scratch::new();
    let name = "a\u{1b}[31m\n::error::%0A,b:\u{7}.sdk";
    scratch.write(name, format!("puzzle \"\" {{ givens \"{EASY}\" }} }}\n"));
    let list = "l\u{1b}[31m\n.txt";
    scratch.write(list, format!("{EASY}\n{}\n{}\n", ".".repeat(81), EASY.replacen("53", "55", 1)));
    let folder = "f\u{1b}[31m";
    scratch.write(&format!("{folder}/x.txt"), "");
    scratch.write("binary\u{1b}.sdk", b"\xff\xfe\x00");
    let missing = "no\u{1b}[31m\n.sdk";
    for command in [
        "solve",
        "check",
        "count",
        "legal",
        "fmt --check",
        "fmt --diff",
        "check --format concise",
        "check --format github",
        "count --timeout 1ms",
        "solve --all --limit 2",
    ] {
        for file in [name, list, folder, missing, "binary\u{1b}.sdk"] {
            let args: Vec<&str> = command.split(' ').chain([file]).collect();
            let ran = run(&mut sdkc(scratch.path(), &args), b"");
            for text in [&ran.stdout, &ran.stderr] {
                assert!(!text.contains(['\u{1b}', '\u{7}']), "{args:?}: {text:?}");
                assert!(
                    !text.lines().any(|line| line.starts_with("::error::") || line.starts_with(".txt")),
                    "{args:?}: {text:?}"
                );
            }
        }
    }
    let ran = run(&mut sdkc(scratch.path(), &["check", "--format", "github", name]), b"");
    assert!(
        ran.stdout
            .starts_with("::error file=a\u{fffd}[31m%0A%3A%3Aerror%3A%3A%250A%2Cb%3A\u{fffd}.sdk,line=1,"),
        "{ran:?}"
    );
    assert_eq!(ran.stdout.lines().count(), 1, "{ran:?}");
}

/// Where every puzzle is broken there is none to write, which is said by who writes and understood by who reads.
#[test]
fn a_file_of_no_puzzles_is_told_of() {
    let scratch = Scratch::new();
    scratch.write("bad.sdk", "puzzle \"a\" { block 0 }\npuzzle \"b\" { block 0 }\n");
    let ran = run(&mut sdkc(scratch.path(), &["solve", "--output", "sdk", "bad.sdk"]), b"");
    assert_eq!((ran.code, ran.stdout.as_str()), (Some(1), "// invalid: a\n\n// invalid: b\n"), "{ran:?}");
    assert!(
        ran.stderr.contains("sdkc: note: all 2 puzzles are invalid: nothing but comments was written"),
        "{ran:?}"
    );
    let read = run(&mut sdkc(scratch.path(), &["check", "-"]), ran.stdout.as_bytes());
    assert_eq!(read.code, Some(1), "{read:?}");
    assert!(read.stdout.contains("E0211]: this file holds comments and no puzzle"), "{read:?}");
    assert!(read.stdout.contains("in place of a puzzle with errors"), "{read:?}");
}

/// That a run was to be ended counts as it does beside findings: it was not the disk that ended it.
#[test]
fn ctrl_c_counts_on_a_full_disk_too() {
    let Ok(full) = std::fs::OpenOptions::new().write(true).open("/dev/full") else { return };
    let open = ".".repeat(81);
    let args = ["count", "--limit", "99999999999999", "--timeout", "0", &open];
    let scratch = Scratch::new();
    let mut command = sdkc(scratch.path(), &args);
    let mut child = command.stdout(full).stderr(Stdio::piped()).spawn().expect("sdkc starts");
    std::thread::sleep(a_while());
    // What it has counted so far is the first that it writes.
    send("INT", child.id());
    assert_eq!(wait(&mut child, &command), Some(130));
    let stderr = stderr_of(&mut child);
    assert!(stderr.starts_with("sdkc: error: cannot write: "), "{stderr}");
}

/// Who cannot write does not search on: the puzzle at hand may have no end.
#[test]
fn what_cannot_be_written_is_not_worked_on() {
    let scratch = Scratch::new();
    let easy = format!("{EASY}\n");
    scratch.write("list.txt", easy.repeat(2_000) + &".".repeat(81) + "\n" + &easy.repeat(3_000));
    for jobs in ["1", "2", "5"] {
        let args = ["count", "--limit", "99999999999999", "--timeout", "0", "--jobs", jobs, "list.txt"];
        let (mut child, stdout) = start(&mut sdkc(scratch.path(), &args));
        drop(stdout);
        let code = wait(&mut child, &sdkc(scratch.path(), &args));
        assert_eq!(code, Some(3), "{jobs}: nobody reads any more");
        let full = std::fs::OpenOptions::new().write(true).open("/dev/full");
        let Ok(full) = full else { continue };
        let mut command = sdkc(scratch.path(), &args);
        let mut child = command.stdout(full).stderr(Stdio::piped()).spawn().expect("sdkc starts");
        assert_eq!(wait(&mut child, &command), Some(2), "{jobs}");
        assert!(stderr_of(&mut child).starts_with("sdkc: error: cannot write: "), "{jobs}");
    }
}

/// The search on a board of tens of millions of cells has steps that take seconds; a given is no matter of searching.
#[test]
fn a_search_on_a_big_board_ends_at_once() {
    let scratch = Scratch::new();
    scratch.write("five.sdk", FIVE);
    for cell in [&[][..], &["--cell", "(1,1,1,1,2)"]] {
        let args = [&["legal", "--true", "--timeout", "0", "five.sdk"], cell].concat();
        let (mut child, mut stdout) = start(&mut sdkc(scratch.path(), &args));
        std::thread::sleep(a_while());
        let start = Instant::now();
        send("INT", child.id());
        assert_eq!(wait(&mut child, &sdkc(scratch.path(), &args)), Some(130));
        assert!(start.elapsed() < Duration::from_secs(2), "{cell:?}: {:?}", start.elapsed());
        let mut text = String::new();
        stdout.read_to_string(&mut text).expect("text");
        let told = if cell.is_empty() { "" } else { "five.sdk:1 (1, 1, 1, 1, 2): 1 2 4 5" };
        assert!(text.starts_with(told), "{text}");
        assert!(
            stderr_of(&mut child).contains("interrupted before the first puzzle was finished"),
            "{cell:?}"
        );
    }
    let start = Instant::now();
    let of_given = ["legal", "--true", "--cell", "(1,1,1,1,1)", "five.sdk"];
    let ran = run(&mut sdkc(scratch.path(), &of_given), b"");
    assert_eq!((ran.code, ran.stdout.as_str()), (Some(0), "five.sdk:1 (1, 1, 1, 1, 1): 3 (given)\n"));
    assert!(start.elapsed() < Duration::from_secs(10), "it is searched for: {:?}", start.elapsed());
}
