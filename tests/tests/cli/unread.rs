//! Inputs that cannot be read, or are no text, and bytes that are none in the middle of a list: told of at their place, by a record
//! each, and alike by all commands.

use sdkc_tests::terminal::{Ran, Scratch, run, sdkc};
use serde_json::Value;

const EASY: &str = "530070000600195000098000060800060003400803001700020006060000280000419005000080079";

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

/// A folder with a puzzle and a file that is no text; `missing.sdk` is not there.
fn folder() -> Scratch {
    let scratch = Scratch::new();
    scratch.write("good.txt", format!("{EASY}\n"));
    scratch.write("latin1.sdk", b"puzzle \"one\" {\n  meta author \"Andr\xe9\";\n}\n");
    scratch
}

#[test]
fn each_input_that_is_not_read_has_a_record() {
    let scratch = folder();
    let all = ["missing.sdk", "latin1.sdk", "good.txt"];
    for jobs in ["1", "2"] {
        let of = |args: &[&str]| run(sdkc(scratch.path(), args).args(["--jobs", jobs]).args(all), b"");
        for command in ["solve", "count"] {
            for output in ["json", "ndjson"] {
                let ran = of(&[command, "--output", output]);
                let records: Vec<Value> = match output {
                    "json" => json(&ran.stdout).as_array().expect("an array").clone(),
                    _ => ran.stdout.lines().map(json).collect(),
                };
                assert_eq!((ran.code, records.len()), (Some(2), 3), "{ran:?}");
                for (record, name) in records.iter().zip(all) {
                    assert_eq!(record["file"], name, "{ran:?}");
                    let codes = record["diagnostics"].as_array().expect("a list");
                    let is_unread = codes.iter().any(|it| it["code"] == "E0105");
                    assert_eq!((is_unread, &record["verdict"] == "invalid"), (name != "good.txt", is_unread));
                }
                let it = &records[1]["diagnostics"][0];
                assert_eq!((&it["line"], &it["span"]), (&2.into(), &serde_json::json!([34, 35])), "{ran:?}");
            }
        }
        let unread = |ran: Ran, of: fn(&Value) -> Vec<Value>| {
            assert_eq!(ran.code, Some(2), "{ran:?}");
            of(&json(&ran.stdout)).iter().filter(|it| it.to_string().contains("E0105")).count()
        };
        let elements = |it: &Value| it.as_array().expect("an array").clone();
        let results = |it: &Value| it["runs"][0]["results"].as_array().expect("an array").clone();
        assert_eq!(unread(of(&["check", "--format", "json"]), elements), 2);
        assert_eq!(unread(of(&["check", "--format", "sarif"]), results), 2);
        let of_lines = of(&["check", "--format", "ndjson"]);
        assert_eq!(of_lines.stdout.matches("\"code\":\"E0105\"").count(), 2, "{of_lines:?}");
        let concise = of(&["check", "--format", "concise"]);
        let places: Vec<&str> =
            concise.stdout.lines().map(|line| &line[..line.find(" E").unwrap_or(0)]).collect();
        assert_eq!((concise.code, &places[..]), (Some(2), &["missing.sdk:1:1:", "latin1.sdk:2:20:"][..]));
        let github = of(&["check", "--format", "github"]);
        assert!(github.stdout.contains("::error file=missing.sdk,title=E0105::"), "{github:?}");
        assert!(github.stdout.contains("::error file=latin1.sdk,line=2,endLine=2,col=20,"), "{github:?}");
        assert_eq!(github.code, Some(2), "{github:?}");
    }
}

#[test]
fn what_is_no_text_ends_every_command_alike() {
    let scratch = folder();
    for (name, code) in [("latin1.sdk", 1), ("missing.sdk", 2)] {
        for args in [
            &["solve"][..],
            &["solve", "--output", "json"],
            &["count"],
            &["count", "--output", "json"],
            &["check"],
            &["check", "--format", "json"],
            &["check", "--format", "sarif"],
            &["legal"],
            &["fmt", "--check"],
        ] {
            let ran = run(sdkc(scratch.path(), args).arg(name), b"");
            assert_eq!(ran.code, Some(code), "{args:?} {ran:?}");
        }
    }
    let ran = run(&mut sdkc(scratch.path(), &["check", "latin1.sdk"]), b"");
    assert!(ran.stdout.contains("latin1.sdk:2:20 ") && ran.stdout.contains("Andr\u{fffd}"), "{ran:?}");
}

/// Each byte that is no text takes one column, as in editors, and one byte.
#[test]
fn places_behind_bytes_that_are_no_text_are_right() {
    let scratch = Scratch::new();
    let marks = "123456789".repeat(81);
    for cells in [EASY, &marks] {
        let line = [
            b"\xe9".to_vec(),
            cells.as_bytes()[1..10].to_vec(),
            b"q".to_vec(),
            cells.as_bytes()[11..].to_vec(),
        ];
        let remark = [cells.as_bytes(), b" caf\xe9 \xe2\x82 \xc3\xa4\n"].concat();
        let text = [&remark[..], &remark, &line.concat(), b"\n"].concat();
        let (bad, stray) = (2 * remark.len() as u64, 2 * remark.len() as u64 + 10);
        for (args, is_file) in
            [(["check", "--format", "json", "list.txt"], true), (["check", "--format", "json", "-"], false)]
        {
            scratch.write("list.txt", &text);
            let ran = run(&mut sdkc(scratch.path(), &args), &text);
            let found = json(&ran.stdout);
            let places: Vec<(u64, u64, u64, u64)> = found
                .as_array()
                .expect("an array")
                .iter()
                .filter(|it| it["code"] == "E0701")
                .map(|it| {
                    let number = |value: &Value| value.as_u64().expect("a number");
                    (
                        number(&it["line"]),
                        number(&it["column"]),
                        number(&it["span"][0]),
                        number(&it["span"][1]),
                    )
                })
                .collect();
            let wanted = [(3, 1, bad, bad + 1), (3, 11, stray, stray + 1)];
            assert_eq!(places, wanted, "{is_file} {ran:?}");
        }
        for (format, place) in [
            ("concise", "list.txt:3:11: E0701"),
            ("github", "line=3,endLine=3,col=11,endColumn=12,"),
            ("sarif", "\"endColumn\":12,\"endLine\":3,\"startColumn\":11,\"startLine\":3"),
            ("human", "[ list.txt:3:1 ]"),
        ] {
            let ran = run(&mut sdkc(scratch.path(), &["check", "--format", format, "list.txt"]), b"");
            assert!(ran.stdout.contains(place), "{format}: {ran:?}");
        }
    }
}
