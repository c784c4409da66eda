//! The first line of a list may be bad, or none of it at all: it is one bad line, and the others are read, in every format, from a file
//! and from a pipe.

use std::{
    io::{BufRead as _, BufReader, Write as _},
    process::Stdio,
};

use sdkc_tests::terminal::{Scratch, run, sdkc, wait};
use serde_json::Value;

const EASY: &str = "530070000600195000098000060800060003400803001700020006060000280000419005000080079";
const SOLVED: &str = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
const FOUR: &str = "1.....3..4.....2";
const TWELVE: usize = 144;

/// The pencil marks of a line of cells.
fn marks(cells: &str) -> String {
    let of_cell = |cell: char| {
        let mark = |digit: char| if cell == '0' || cell == digit { digit } else { '.' };
        ('1'..='9').map(mark).collect::<String>()
    };
    cells.chars().map(of_cell).collect()
}

/// A good line of each format with one puzzle a line, and the heading that it needs.
fn formats() -> Vec<(&'static str, &'static str, String)> {
    let gsf = format!("99480,99408,114,1895,{EASY},Easter,20.00s,0");
    vec![
        ("line", "", EASY.to_owned()),
        ("line", "", format!("{} with a \"remark\"", EASY.replace('0', "."))),
        ("line", "", FOUR.to_owned()),
        ("line", "", format!("{FOUR} \"four\"")),
        ("line", "", "0 ".repeat(TWELVE).trim().to_owned()),
        ("line", "", EASY.replace('0', " ")),
        ("line", "", format!("1,{EASY}")),
        ("line", "", format!("1. {EASY}")),
        ("line", "", format!("\"{EASY}\",")),
        ("line", "", format!("\u{a0}{EASY}\u{a0}")),
        ("marks-729", "", marks(EASY)),
        ("marks-729", "", format!("1: {}", marks(EASY))),
        ("hodoku", "", format!(":0000:x:{}:::", EASY.replacen("53", "5+3", 1))),
        ("hodoku", "", format!(":0101-1:3 5:{EASY}:113 114:513:335:")),
        ("gsf", "", gsf),
        ("exchange-bank", "", format!("0000183b305c {EASY}  1.2")),
        ("csv", "puzzle,solution\n", format!("{EASY},{SOLVED}")),
        ("csv", "id;rating;Quizzes\n", format!("7;1.2;{EASY}")),
        ("csv", "source\tquestion\tanswer\n", format!("a\t\"{EASY}\"\t{SOLVED}")),
        ("csv", "id,grid,solution\n", format!("7,{EASY},{SOLVED}")),
        ("csv", "\"solution\"\t\"Grid\"\n", format!("\"{SOLVED}\"\t\"{EASY}\"")),
        ("csv", "puzzle\n", EASY.to_owned()),
        ("csv", "\"sudoku\"\n", format!("\"{EASY}\"")),
    ]
}

/// What may stand in front of a good line, made of one; each is one bad line, or nothing at all.
fn firsts(good: &str) -> Vec<(&'static str, Vec<u8>, usize)> {
    let half = good.len() / 2;
    let with = |inside: &[u8]| [&good.as_bytes()[..half], inside, &good.as_bytes()[half + 1..]].concat();
    vec![
        ("a bad character", with(b"q"), 1),
        ("a bad byte", with(b"\xe9"), 1),
        ("bad bytes in front", [b"\xff\xfe", good.as_bytes()].concat(), 1),
        ("a NUL", with(b"\0"), 1),
        ("a quote", with(b"\""), 1),
        ("a brace", with(b"{"), 1),
        ("too short", good.as_bytes()[..half].to_vec(), 1),
        ("too long", [&good.as_bytes()[..half], good.as_bytes()].concat(), 1),
        ("much too long", "7".repeat(100_000).into_bytes(), 1),
        ("longer than a line may be", "7 x ".repeat(300_000).into_bytes(), 1),
        ("a title", b"My puzzles".to_vec(), 1),
        ("a title in Latin-1", b"R\xe4tsel".to_vec(), 1),
        ("a title with quotes", b"\"My\" puzzles {mine}".to_vec(), 1),
        ("a word of the language", b"sdk 1".to_vec(), 1),
        ("a number", b"1000000".to_vec(), 1),
        ("two numbers", b"2 3".to_vec(), 1),
        ("two lines with braces", b"{ x }\n{ x }".to_vec(), 2),
        ("eight numbers", b"123\n".repeat(8).trim_ascii_end().to_vec(), 8),
        ("eight rows", b"..3......\n".repeat(8).trim_ascii_end().to_vec(), 8),
        ("bad bytes and a NUL", b"\xff\xfe junk \0".to_vec(), 1),
        ("a bracket", b"[".to_vec(), 0),
        ("nothing", b"".to_vec(), 0),
        ("blanks", b" \t ".to_vec(), 0),
        ("a remark", b"# mine".to_vec(), 0),
        ("a remark as SadMan's headers are", b"#All of mine".to_vec(), 0),
        ("a remark that is no text", b"# R\xe4tsel \"{".to_vec(), 0),
        ("a byte order mark", b"\xef\xbb\xbf".to_vec(), 0),
        ("a marked remark", b"\xef\xbb\xbf# mine".to_vec(), 0),
    ]
}

/// Whether something stands in front of the cells of a list of cells or pencil marks.
fn has_label(good: &str) -> bool {
    good.starts_with(['"', '\u{a0}']) && !good.contains('\t')
        || good.starts_with("1,")
        || good.starts_with("1. ")
        || good.starts_with("1: ")
}

/// Whether a first line of that kind may well be a good one: what is bad stands in a remark or in another field.
fn is_good_after_all(good: &str, name: &str) -> bool {
    let has_remark = good.starts_with(['1', '5', '0']) && good.contains('"') || good.contains(SOLVED);
    let is_labelled = has_label(good) && name == "bad bytes in front";
    let is_small = good.len() < 81 && name.starts_with("eight");
    let has_first_field = good.starts_with(&format!("\"{SOLVED}"))
        || !good.starts_with([':', '1', '5', '"']) && good.contains(EASY);
    match name {
        // A label is a remark, and rows are what a few lines of short boards are.
        _ if is_labelled || is_small => true,
        "a bad character" | "a bad byte" | "a quote" | "a brace" | "a NUL" | "too short" | "too long" => {
            has_remark || good.contains([';', '\t'])
        }
        "bad bytes in front" => has_first_field,
        _ => false,
    }
}

/// The number of lines of what stands in front, the last of which has no line end.
fn n_lines(first: &[u8]) -> u64 {
    1 + first.iter().filter(|byte| **byte == b'\n').count() as u64
}

#[test]
fn a_bad_first_line_is_one_bad_line() {
    const N_GOOD: usize = 3;
    let scratch = Scratch::new();
    let mut wrong = Vec::new();
    for (dialect, heading, good) in formats() {
        for (name, first, n_bad) in firsts(&good).into_iter().filter(|it| !is_good_after_all(&good, it.0)) {
            let rest = format!("\n{heading}{}", format!("{good}\n").repeat(N_GOOD));
            let text = [&first[..], rest.as_bytes()].concat();
            scratch.write("list.txt", &text);
            for (source, jobs) in [("list.txt", "1"), ("-", "1"), ("-", "2")] {
                let args = ["solve", "--output", "ndjson", "--jobs", jobs, source];
                let ran = run(&mut sdkc(scratch.path(), &args), &text);
                let told = told(&ran.stdout);
                let n_invalid = told.iter().filter(|(_, verdict, _)| verdict == "invalid").count();
                let is_same = told.iter().all(|(_, _, of)| of == dialect);
                let first_line = 1 + n_lines(&first) + heading.lines().count() as u64;
                let lines = told.iter().map(|it| it.0).filter(|line| *line >= first_line);
                let is_right = n_invalid == n_bad
                    && told.len() == N_GOOD + n_bad
                    && is_same
                    && lines.eq(first_line..first_line + N_GOOD as u64);
                if !is_right {
                    wrong.push(format!(
                        "{dialect} {heading:?} {good:.40} behind {name}, {source}: {told:?} {:.300}",
                        ran.stderr
                    ));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{} are wrong:\n{}", wrong.len(), wrong.join("\n"));
}

/// The lines, verdicts and formats of records.
fn told(records: &str) -> Vec<(u64, String, String)> {
    let record = |line: &str| {
        let it: Value = serde_json::from_str(line).expect("a record a line");
        let text = |name: &str| it[name].as_str().unwrap_or("-").to_owned();
        (it["line"].as_u64().unwrap_or_default(), text("verdict"), text("dialect"))
    };
    records.lines().map(record).collect()
}

/// A bad first line is answered as soon as the next one says what the list is. What stands in front of the cells of one line may be
/// anything; of two it is a label.
#[test]
fn answers_do_not_wait_for_the_end_behind_a_bad_line() {
    let scratch = Scratch::new();
    for (_, heading, good) in formats().into_iter().filter(|it| it.2.len() >= 81) {
        let n_good =
            if has_label(&good) && heading.is_empty() && !good.starts_with('\u{a0}') { 2 } else { 1 };
        let all = format!("{good}\n").repeat(n_good);
        for jobs in ["1", "2"] {
            let mut command = sdkc(scratch.path(), &["count", "--limit", "1", "--jobs", jobs, "-"]);
            command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
            let mut child = command.spawn().expect("sdkc starts");
            let mut stdin = child.stdin.take().expect("it is a pipe");
            let mut answers = BufReader::new(child.stdout.take().expect("it is a pipe")).lines();
            let first = if heading.is_empty() { &good[2..good.len() - 9] } else { "a title" };
            write!(stdin, "{first}\n{heading}{all}").and_then(|()| stdin.flush()).expect("it reads");
            let answer = answers.next().and_then(Result::ok).unwrap_or_default();
            assert!(answer.starts_with("<stdin>:1: invalid"), "{good}: {answer}");
            for _ in 0..n_good {
                let answer = answers.next().and_then(Result::ok).unwrap_or_default();
                assert!(answer.contains(": at least 1 (") || answer.ends_with(": 1"), "{good}: {answer}");
            }
            drop(stdin);
            assert!(answers.next().is_none());
            wait(&mut child, &command);
        }
    }
}

/// Many at a time, and each with the name that its line gives to it.
#[test]
fn classic_puzzles_of_all_formats_go_through_the_kernel() {
    let scratch = Scratch::new();
    let is_classic = |it: &(&str, &str, String)| {
        it.2.len() >= 81 && !it.2.contains('\t') && !it.2.starts_with('"') && !it.2.starts_with("0 ")
    };
    for (dialect, heading, good) in formats().into_iter().filter(is_classic) {
        scratch.write("list.txt", format!("{heading}{}", format!("{good}\n").repeat(3)));
        let of = |args: &[&str]| run(sdkc(scratch.path(), args).arg("list.txt"), b"");
        let name = (dialect == "gsf").then_some("Easter");
        for args in [["solve", "--output", "ndjson"], ["count", "--output", "ndjson"]] {
            let ran = of(&args);
            for line in ran.stdout.lines() {
                let record: Value = serde_json::from_str(line).expect("a record");
                // Blanks for empty cells, and quotes, are for those who read a line in full.
                assert!(record["backend"] == "kernel" || good.contains("  6  "), "{good}: {record}");
                assert_eq!(record["puzzle"].as_str(), name, "{record}");
            }
            assert_eq!((ran.code, ran.stdout.lines().count()), (Some(0), 3), "{ran:?}");
        }
        let set_off = |blanks: &str| name.map_or_else(String::new, |name| format!("{blanks}{name}"));
        let counted = of(&["count"]);
        let first = 1 + heading.lines().count();
        assert!(counted.stdout.starts_with(&format!("list.txt:{first}{}: 1\n", set_off(" "))), "{counted:?}");
        let drawn = of(&["solve", "--output", "grid"]);
        assert!(drawn.stdout.starts_with(&format!("list.txt:{first}{}\n", set_off("  "))), "{drawn:?}");
        let sdk = of(&["solve", "--output", "sdk"]);
        assert_eq!(
            sdk.stdout.matches("puzzle \"Easter\"").count(),
            if name.is_some() { 3 } else { 0 },
            "{sdk:?}"
        );
    }
}
