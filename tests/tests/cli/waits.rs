//! Inputs that keep their reader waiting: a pipe without a writer, one whose writer says nothing, whatever else has a name.
#![cfg(unix)]

use std::{
    fs::OpenOptions,
    process::{Command, Stdio},
    thread,
    time::{Duration, Instant},
};

use sdkc_tests::terminal::{Ran, Scratch, binary, run, sdkc, wait};

use crate::interrupts::{EASY, a_while, send};

/// A named pipe in a folder of its own.
fn pipe() -> Scratch {
    let scratch = Scratch::new();
    let made = Command::new("mkfifo").arg(scratch.path().join("pipe")).status();
    assert!(made.expect("there is a mkfifo").success());
    scratch
}

/// What comes of a command that waits for a pipe when a signal comes.
fn ended_by(signal: &str, scratch: &Scratch, args: &[&str], stdin: Stdio) -> Ran {
    let mut command = sdkc(scratch.path(), args);
    command.stdin(stdin).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("sdkc starts");
    thread::sleep(a_while());
    let start = Instant::now();
    send(signal, child.id());
    let code = wait(&mut child, &command);
    // It is a twentieth of a second; the rest is for busy machines.
    assert!(start.elapsed() < Duration::from_secs(2), "{args:?} went on for {:?}", start.elapsed());
    let output = child.wait_with_output().expect("pipes can be read");
    let text = |bytes| String::from_utf8(bytes).expect("text");
    Ran { code, stdout: text(output.stdout), stderr: text(output.stderr) }
}

const COMMANDS: [&[&str]; 8] = [
    &["solve", "pipe"],
    &["check", "--jobs", "1", "pipe"],
    &["count", "pipe"],
    &["legal", "pipe"],
    &["fmt", "pipe"],
    &["fmt", "--check", "pipe"],
    &["bench", "pipe"],
    &["study", "pipe"],
];

#[test]
fn a_pipe_without_a_writer_does_not_hold_up_the_end() {
    let scratch = pipe();
    for (args, (signal, code)) in COMMANDS.iter().zip([("INT", 130), ("TERM", 143)].iter().cycle()) {
        let ran = ended_by(signal, &scratch, args, Stdio::null());
        assert_eq!(ran.code, Some(*code), "{args:?}: {ran:?}");
        assert!(ran.stderr.contains("sdkc: interrupted"), "{args:?}: {ran:?}");
        assert!(!ran.stderr.contains("5 seconds"), "{args:?}: {ran:?}");
    }
}

#[test]
fn a_writer_that_says_nothing_does_not_hold_up_the_end() {
    let scratch = pipe();
    // Whoever reads and writes a pipe needs nobody to open it.
    let kept = OpenOptions::new().read(true).write(true).open(scratch.path().join("pipe")).expect("a pipe");
    let input = || Stdio::from(kept.try_clone().expect("a pipe"));
    for args in COMMANDS {
        let ran = ended_by("INT", &scratch, args, Stdio::null());
        assert_eq!(ran.code, Some(130), "{args:?}: {ran:?}");
    }
    for args in [&["solve", "/dev/stdin"][..], &["fmt", "-"], &["bench", "-"], &["study", "/dev/stdin"]] {
        let ran = ended_by("TERM", &scratch, args, input());
        assert_eq!((ran.code, ran.stdout.contains("puzzle")), (Some(143), false), "{args:?}: {ran:?}");
    }
}

/// What came by then is kept, as it is of standard input.
#[test]
fn what_a_pipe_brought_before_the_end_is_told() {
    let scratch = pipe();
    let path = scratch.path().join("pipe");
    let mut kept = OpenOptions::new().read(true).write(true).open(path).expect("a pipe");
    for jobs in ["1", "2"] {
        std::io::Write::write_all(&mut kept, format!("{EASY}\n{EASY}\n").as_bytes()).expect("it has room");
        let ran = ended_by("INT", &scratch, &["solve", "--jobs", jobs, "pipe"], Stdio::null());
        assert_eq!((ran.code, ran.stdout.lines().count()), (Some(130), 2), "{ran:?}");
        assert_eq!(ran.stderr, "sdkc: interrupted after 2 puzzles\n");
    }
}

/// A walk opens no pipe: nobody may write to it, and whoever does wants another reader.
#[test]
fn a_pipe_in_a_folder_is_counted_and_not_opened() {
    let scratch = pipe();
    let path = scratch.path().join("pipe");
    std::fs::rename(path, scratch.path().join("a.sdk")).expect("it is ours");
    let ran = run(&mut sdkc(scratch.path(), &["check", "."]), b"");
    assert_eq!(ran.code, Some(2), "{ran:?}");
    assert!(ran.stderr.contains("there is no .sdk file in . that is a plain file and not hidden"), "{ran:?}");
    scratch.write("b.sdk", "puzzle { block 2 }");
    let ran = run(&mut sdkc(scratch.path(), &["check", "--format", "concise", "."]), b"");
    assert_eq!(ran.code, Some(0), "{ran:?}");
    assert!(ran.stderr.contains("left out: 1 named pipe; "), "{ran:?}");
}

/// What has no end and is no text is told after its beginning. The limit on memory is for a command that reads on.
#[test]
fn of_endless_zeros_no_more_is_read_than_tells_them() {
    let scratch = Scratch::new();
    for (args, code, told) in [
        (&["solve", "/dev/zero"][..], 1, "E0105]: the file holds NUL bytes"),
        (&["check", "--format", "concise", "/dev/zero"], 1, "/dev/zero:1:1: E0105 the file holds NUL bytes"),
        (&["fmt", "--check", "/dev/full"], 1, "E0105]: the file holds NUL bytes"),
        (&["bench", "/dev/zero"], 1, "there is no classic puzzle in it"),
        (&["study", "/dev/zero"], 2, "/dev/zero: the file holds NUL bytes"),
    ] {
        let limited = ["-c", "ulimit -v 2000000; exec \"$@\"", "sh"];
        let mut command = Command::new("sh");
        command.current_dir(scratch.path()).args(limited).arg(binary()).args(args);
        let start = Instant::now();
        let ran = run(&mut command, b"");
        assert!(start.elapsed() < Duration::from_secs(2), "{args:?} went on for {:?}", start.elapsed());
        assert_eq!(ran.code, Some(code), "{args:?}: {ran:?}");
        assert!(format!("{}{}", ran.stdout, ran.stderr).contains(told), "{args:?}: {ran:?}");
    }
}
