//! Exit codes: what the help of each command says of them is what happens.

use std::process::Stdio;

use sdkc_tests::terminal::{Scratch, run, sdkc};

const NONE: &str = "...1.3.4..4..1..";
const EASY: &str = "530070000600195000098000060800060003400803001700020006060000280000419005000080079";

#[test]
fn every_command_ends_as_its_help_says() {
    let scratch = Scratch::new();
    scratch.write("fine.sdk", "puzzle {\n    block 2\n    expect solutions >= 2\n}\n");
    scratch.write("ugly.sdk", "puzzle { block 2; expect solutions >= 2 }\n");
    scratch.write("wrong.sdk", "puzzle { block 2 expect }\n");
    scratch.write("list.txt", format!("{EASY}\n12..3\n"));
    let clash = format!("55{}", &EASY[2..]);
    let empty = ".".repeat(81);
    for (args, code) in [
        (&["solve", EASY][..], 0),
        (&["solve", &empty], 0),
        (&["solve", NONE], 1),
        (&["solve", "wrong.sdk"], 1),
        (&["solve", "gone.sdk"], 2),
        (&["solve", &empty, "--all", "--limit", "9"], 0),
        (&["solve", &empty, "--strategy", "first-empty", "--max-nodes", "3"], 3),
        (&["check", "fine.sdk"], 0),
        (&["check", &empty], 0),
        (&["check", &empty, "--deny-warnings"], 1),
        (&["check", NONE], 1),
        (&["check", "fine.sdk", "gone.sdk"], 2),
        (&["check", &empty, "--expect", "solutions >= 1000000", "--max-nodes", "10"], 3),
        (&["count", EASY], 0),
        (&["count", NONE], 0),
        (&["count", &clash], 1),
        (&["count", &empty, "--limit", "9"], 0),
        (&["count", &empty, "--max-nodes", "9"], 3),
        (&["count", "gone.sdk"], 2),
        (&["legal", EASY], 0),
        (&["legal", NONE], 0),
        (&["legal", &clash], 1),
        (&["legal", EASY, "--cell", "r99c1"], 2),
        (&["fmt", "fine.sdk"], 0),
        (&["fmt", "--check", "ugly.sdk"], 1),
        (&["fmt", "--diff", "ugly.sdk"], 1),
        (&["fmt", "wrong.sdk"], 1),
        (&["fmt", "list.txt"], 0),
        (&["fmt", "gone.sdk"], 2),
        (&["bench", "list.txt", "--rounds", "1", "--kernel", "scalar"], 1),
        (&["bench", "gone.txt"], 2),
        (&["explain", "E0401"], 0),
        (&["explain", "E9999"], 2),
        (&["study", "--resume", "--out", "gone"], 2),
    ] {
        let ran = run(&mut sdkc(scratch.path(), args), b"");
        assert_eq!(ran.code, Some(code), "{args:?}: {ran:?}");
    }
    for command in ["solve", "check", "count", "legal", "fmt", "bench", "study"] {
        let help = run(&mut sdkc(scratch.path(), &[command, "--help"]), b"").stdout;
        assert!(help.contains("Exit codes: 0 ") && help.contains("sdkc --help"), "{command}: {help}");
    }
}

#[test]
fn files_that_are_left_are_counted_in_words() {
    let scratch = Scratch::new();
    scratch.write("a.txt", format!("{EASY}\n"));
    scratch.write("b.txt", format!("{EASY}\n"));
    scratch.write("c.sdk", [0, 159, 146, 150]);
    for (args, words) in [
        (&["fmt", "c.sdk"][..], "0 files reformatted, 0 files unchanged, 1 left as it is"),
        (&["fmt", "a.txt"], "0 files reformatted, 0 files unchanged, 1 left as it is"),
        (&["fmt", "a.txt", "b.txt"], "0 files reformatted, 0 files unchanged, 2 left as they are"),
    ] {
        let ran = run(&mut sdkc(scratch.path(), args), b"");
        assert_eq!(ran.stderr.lines().last(), Some(words), "{ran:?}");
    }
}

/// What was found by then is what the exit code says; and that something was not looked at, where it was not.
#[test]
fn whoever_stops_reading_gets_the_worst_of_what_was_found() {
    let scratch = Scratch::new();
    let several = ".".repeat(81);
    let twice = format!("11{}", ".".repeat(79));
    scratch.write("fine.txt", format!("{EASY}\n{EASY}\n"));
    scratch.write("long.txt", format!("{EASY}\n").repeat(100_000));
    scratch.write("bad.txt", format!("{EASY}\n{twice}\n{several}\n"));
    scratch.write("bad_and_long.txt", format!("{twice}\n{}", format!("{EASY}\n").repeat(100_000)));
    scratch.write("clash.sdk", "puzzle { givens {\n11.......\n} }");
    scratch.write("fine.sdk", "puzzle {\n    expect unique\n}\n");
    scratch.write("plan.toml", "boards = [\"4x4\"]\nlocked = [1]\nsamples = 1\n");
    let cases: &[(&[&str], i32)] = &[
        (&["solve", "fine.txt"], 0),
        (&["solve", "fine.txt", "--output", "json"], 0),
        (&["solve", "long.txt"], 3),
        (&["solve", "bad.txt"], 1),
        (&["solve", "bad.txt", "--output", "grid"], 1),
        (&["solve", "bad.txt", "--output", "sdk"], 1),
        (&["solve", "bad_and_long.txt", "--output", "ndjson"], 1),
        (&["solve", "clash.sdk", "--output", "json"], 1),
        (&["solve", "--all", several.as_str()], 3),
        (&["count", "fine.txt"], 0),
        (&["count", "long.txt", "fine.txt"], 3),
        (&["count", "bad.txt", "--output", "json"], 1),
        (&["legal", "long.txt"], 3),
        (&["legal", "bad.txt"], 1),
        (&["check", "--format", "concise", "bad_and_long.txt"], 1),
        (&["check", "--format", "human", "clash.sdk"], 1),
        (&["check", "--format", "json", "clash.sdk"], 1),
        (&["check", "--format", "ndjson", "clash.sdk"], 1),
        (&["check", "--format", "github", "clash.sdk"], 1),
        (&["check", "--format", "sarif", "clash.sdk"], 1),
        (&["check", "--format", "sarif", "fine.txt"], 0),
        (&["check", "--format", "json", "missing.sdk"], 2),
        (&["fmt", "--check", "clash.sdk"], 1),
        (&["fmt", "--diff", "clash.sdk", "fine.sdk"], 1),
        (&["bench", "--puzzles", "1", "--rounds", "1"], 3),
        (&["bench", "--rounds", "1", "bad.txt"], 3),
        (&["study", "plan.toml", "--out", "out"], 0),
        (&["explain", "E0401"], 0),
        (&["--help"], 0),
    ];
    for (args, exit) in cases {
        for jobs in [&["--jobs", "1"][..], &["--jobs", "2"]] {
            let is_batch = matches!(args[0], "solve" | "count" | "legal" | "check");
            let (reader, writer) = std::io::pipe().expect("a pipe");
            drop(reader);
            let mut command = sdkc(scratch.path(), &[*args, if is_batch { jobs } else { &[] }].concat());
            let child = command.stdin(Stdio::null()).stdout(writer).stderr(Stdio::piped()).spawn();
            // The command holds the other end of the pipe.
            let ended = child.expect("sdkc starts").wait_with_output().expect("a pipe can be read");
            let told = String::from_utf8(ended.stderr).expect("text");
            assert_eq!(ended.status.code(), Some(*exit), "{args:?} {jobs:?}: {told}");
            assert!(!told.contains("panicked") && !told.to_lowercase().contains("pipe"), "{args:?}: {told}");
            let _ = std::fs::remove_dir_all(scratch.path().join("out"));
        }
    }
}
