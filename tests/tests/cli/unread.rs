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

/// Some bytes that are no text more often than not, always the same for a number.
fn random_bytes(seed: u64) -> Vec<u8> {
    const PARTS: [&[u8]; 16] = [
        b"\xff",
        b"\0",
        b"\0",
        b"a",
        b"1..",
        b"\n",
        b"\r\n",
        b"\r",
        b" ",
        b"\xc3\xa4",
        b"\xe2\x82\xac",
        b"\xe2\x82",
        b"\xf0\x9f\x98",
        b"\xf0\x9f\x98\x80",
        b"puzzle {",
        b"\x80\xff\xfe",
    ];
    let mut state = seed;
    let mut next = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize
    };
    let mut bytes = if next() % 8 == 0 { b"\xef\xbb\xbf".to_vec() } else { Vec::new() };
    for _ in 0..next() % 24 {
        bytes.extend(PARTS[next() % PARTS.len()]);
    }
    bytes
}

/// Line and column of a byte, counted plainly: each run of bytes that are no UTF-8 is one character.
fn counted(bytes: &[u8], at: usize) -> (u64, u64) {
    let before = String::from_utf8_lossy(&bytes[..at]).replace("\r\n", "\n").replace('\r', "\n");
    let last = before.rsplit('\n').next().unwrap_or_default();
    let n_columns = last.trim_start_matches('\u{feff}').chars().count() as u64;
    (before.matches('\n').count() as u64 + 1, n_columns + 1)
}

/// Whatever stands before the place where a file is no text: the place is right, and the other files of the folder are told of.
#[test]
fn any_bytes_are_told_of_at_their_place() {
    let scratch = Scratch::new();
    let mut files: Vec<(String, Vec<u8>)> =
        (0..160).map(|seed| (format!("r{seed:03}.sdk"), random_bytes(seed))).collect();
    for (name, bytes) in [
        ("gzip.sdk", &b"\x1f\x8b\x08\0\0\0\0\0"[..]),
        ("jpeg.sdk", b"\xff\xd8\xff\xe0\0\x10JFIF\0"),
        ("png.sdk", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR"),
        ("xls.sdk", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1\0\0"),
        ("nul.sdk", b"a\xff\0b\n"),
    ] {
        files.push((name.to_owned(), bytes.to_vec()));
    }
    for (name, bytes) in &files {
        scratch.write(name, bytes);
    }
    scratch.write("zz.sdk", "puzzle \"last\" { blok 2 }\n");
    let formats =
        ["human", "concise", "json", "ndjson", "github", "sarif"].map(|it| ["check", "--format", it]);
    let outputs =
        ["solve", "count"].into_iter().flat_map(|of| ["json", "ndjson"].map(|it| [of, "--output", it]));
    for args in formats.into_iter().chain(outputs).chain([["legal", "--jobs", "1"], ["fmt", "--check", "--"]])
    {
        let ran = run(sdkc(scratch.path(), &args).arg("."), b"");
        assert_eq!(ran.code, Some(1), "{args:?} {}", ran.stderr);
        assert!((ran.stdout.clone() + &ran.stderr).contains("zz.sdk"), "{args:?} {}", ran.stderr);
    }
    let ran = run(&mut sdkc(scratch.path(), &["check", "--format", "json", "."]), b"");
    let all = json(&ran.stdout);
    let unread: Vec<&Value> = all
        .as_array()
        .expect("an array")
        .iter()
        .filter(|it| it["code"] == "E0105" && it["span"].is_array())
        .collect();
    assert!(unread.len() > 60, "{} of {}", unread.len(), files.len());
    for it in unread {
        let name = it["file"].as_str().expect("a name").trim_start_matches("./");
        let (_, bytes) = files.iter().find(|(of, _)| of == name).expect("one of the files");
        let number = |value: &Value| value.as_u64().expect("a number");
        let at = number(&it["span"][0]) as usize;
        let is_wrong =
            bytes[at] == 0 || std::str::from_utf8(bytes).is_err_and(|error| error.valid_up_to() == at);
        assert!(is_wrong && number(&it["span"][1]) as usize <= bytes.len(), "{name} {bytes:?} {it}");
        assert_eq!((number(&it["line"]), number(&it["column"])), counted(bytes, at), "{name} {bytes:?} {it}");
    }
}

/// Bytes are those of the file, with a byte order mark as well; lines and columns are those that are seen.
#[test]
fn a_byte_order_mark_is_among_the_bytes_of_a_file() {
    let scratch = Scratch::new();
    let rows = format!(
        "{}\n",
        EASY.as_bytes()
            .chunks(9)
            .map(|row| format!("{}\n", String::from_utf8_lossy(row)))
            .collect::<String>()
    );
    let bad_rows = rows.replacen("53", "5%", 1);
    for (text, word) in [("puzzle \"x\" { blok 2 }\n", "blok"), (&*bad_rows, "%")] {
        let of = |text: &str| {
            scratch.write("p.sdk", text);
            let all =
                json(&run(&mut sdkc(scratch.path(), &["check", "--format", "json", "p.sdk"]), b"").stdout);
            let it = all.as_array().expect("an array").iter().find(|it| it["severity"] == "error").cloned();
            it.expect("an error")
        };
        let (plain, marked) = (of(text), of(&format!("\u{feff}{text}")));
        assert_eq!((&plain["line"], &plain["column"]), (&marked["line"], &marked["column"]));
        let at = text.find(word).expect("it is there") as u64;
        assert_eq!(plain["span"][0], at, "{plain}");
        assert_eq!(marked["span"][0], at + 3, "{marked}");
        let edit = |it: &Value| it["fixes"][0]["edits"][0]["span"][0].as_u64();
        assert_eq!(edit(&marked), edit(&plain).map(|at| at + 3), "{marked}");
    }
}
