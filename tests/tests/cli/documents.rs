//! SARIF documents and JSON arrays of `check`: whole however the run ends, and written as the results come.
#![cfg(unix)]

use std::process::Command;

use sdkc_tests::terminal::{Scratch, run, sdkc};
use serde_json::{Value, json};

use super::interrupts::{EASY, ended_by};

const HARD: &str = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";

/// The one run of a SARIF document.
fn run_of(document: &str) -> Value {
    let mut document: Value = serde_json::from_str(document).expect("SARIF is JSON");
    assert_eq!(document["version"], "2.1.0");
    let run = document["runs"][0].take();
    for result in run["results"].as_array().expect("results") {
        let rule = result["ruleIndex"].as_u64().expect("a number") as usize;
        assert_eq!(run["tool"]["driver"]["rules"][rule]["id"], result["ruleId"]);
    }
    run
}

#[test]
fn a_document_says_how_the_run_ended() {
    let scratch = Scratch::new();
    scratch.write("list.txt", format!("{EASY}\n{}\n", &EASY[..40]));
    scratch.write("fine.sdk", "puzzle { block 2; expect solutions >= 2 }\n");
    scratch.write("lists/fine.sdk", "puzzle { block 2; expect solutions >= 2 }\n");
    scratch.write("lists/list.txt", format!("{EASY}\n"));
    let told = |level: &str, text: &str| json!([{ "level": level, "message": { "text": text } }]);
    let notice = |text: &str| told("error", text);
    let left_out = "of folders only .sdk files are read; left out: 1 .txt; \
                    name lists and other files to have them read, such as lists/list.txt";
    for (args, code, wanted) in [
        (&["fine.sdk"][..], 0, Value::Null),
        (&["list.txt"], 1, Value::Null),
        (&["lists"], 0, told("note", left_out)),
        (&["fine.sdk", "gone.sdk"], 2, notice("there is no file or folder `gone.sdk`")),
        (&["fine.sdk", "--puzzle", "7"], 2, notice("there is no puzzle `7`")),
    ] {
        let ran = run(&mut sdkc(scratch.path(), &[&["check", "--format", "sarif"], args].concat()), b"");
        assert_eq!(ran.code, Some(code), "{ran:?}");
        let invocation = &run_of(&ran.stdout)["invocations"][0];
        assert_eq!(invocation["executionSuccessful"], code < 2, "{args:?}");
        assert_eq!(
            (&invocation["exitCode"], &invocation["toolExecutionNotifications"]),
            (&json!(code), &wanted)
        );
    }
}

/// A limit that was reached, whether anything else was found or not.
#[test]
fn a_check_that_left_something_undecided_was_no_success() {
    let scratch = Scratch::new();
    scratch.write("hard.txt", format!("{HARD}\n{EASY}\n"));
    scratch.write("both.txt", format!("{HARD}\n{}\n", &EASY[..40]));
    for (file, code) in [("hard.txt", 3), ("both.txt", 1)] {
        let args = ["check", "--format", "sarif", "--max-nodes", "1", file];
        let ran = run(&mut sdkc(scratch.path(), &args), b"");
        assert_eq!(ran.code, Some(code), "{ran:?}");
        let run = run_of(&ran.stdout);
        assert!(ran.stdout.contains("\"E0503\""), "{ran:?}");
        assert_eq!(run["invocations"][0]["executionSuccessful"], false, "{run}");
    }
}

#[test]
fn an_interrupted_check_says_so_in_its_data() {
    let input = format!("{EASY}\n{}\n{EASY}\n", &EASY[..40]);
    let said = "interrupted after 3 puzzles";
    for (signal, code) in [("INT", 130), ("TERM", 143)] {
        for jobs in ["1", "2"] {
            let check = |format| {
                let ran = ended_by(signal, &["check", "--jobs", jobs, "--format", format, "-"], &input);
                assert_eq!(ran.code, Some(code), "{format}: {ran:?}");
                assert!(ran.stderr.contains(said), "{format}: {ran:?}");
                ran.stdout
            };
            let run = run_of(&check("sarif"));
            let wanted = json!([{
                "executionSuccessful": false,
                "exitCode": code,
                "toolExecutionNotifications": [{ "level": "error", "message": { "text": said } }],
            }]);
            assert_eq!(run["invocations"], wanted);
            assert!(run["results"].as_array().is_some_and(|results| results.len() > 1), "{run}");
            let array: Vec<Value> = serde_json::from_str(&check("json")).expect("a whole array");
            let last = array.last().expect("it says how it ended");
            assert_eq!((&last["code"], &last["file"]), (&json!("E0503"), &json!("<stdin>")));
            assert_eq!(last["message"], format!("{said}: the rest was not checked"));
            let lines = check("ndjson");
            assert_eq!(
                serde_json::from_str::<Value>(lines.lines().last().expect("a line")).ok().as_ref(),
                Some(last)
            );
            let annotation =
                "::error file=<stdin>,title=E0503::interrupted after 3 puzzles: the rest was not checked";
            assert_eq!(check("github").lines().last(), Some(annotation));
        }
    }
}

/// Where the system heeds a limit on memory: what is written is not kept.
#[test]
#[cfg(target_os = "linux")]
fn a_document_takes_no_more_memory_for_more_results() {
    let scratch = Scratch::new();
    scratch.write("list.txt", format!("{}\n", &EASY[..40]).repeat(26_000));
    let binary = sdkc_tests::terminal::binary().display();
    let line = format!("ulimit -v 200000; exec '{binary}' check --jobs 1 --format sarif list.txt");
    let ran = run(Command::new("sh").args(["-c", &line]).current_dir(scratch.path()), b"");
    assert_eq!(ran.code, Some(1), "{}", ran.stderr);
    let n_results = run_of(&ran.stdout)["results"].as_array().expect("results").len();
    assert!(n_results > 25_000, "{n_results}");
    let note = format!("these are {n_results} results; GitHub's code scanning takes 25000 a run");
    assert!(ran.stderr.contains(&note), "{}", ran.stderr);
}
