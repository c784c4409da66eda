//! Exit codes: what the help of each command says of them is what happens.

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
