//! `sdkc study` from outside: impossible plans and folders that are not what they should be are refused, with what and
//! where, and nothing is overwritten; runs that are interrupted, killed or out of disk go on to the same bytes.

use std::{
    collections::BTreeMap,
    fs,
    path::Path,
    process::{Child, Stdio},
    thread,
    time::{Duration, Instant},
};

use sdkc_tests::terminal::{Ran, Scratch, run, sdkc};

fn study(scratch: &Scratch, args: &str) -> Ran {
    let args: Vec<&str> = std::iter::once("study")
        .chain(args.split_whitespace().map(|arg| if arg == "''" { "" } else { arg }))
        .collect();
    run(&mut sdkc(scratch.path(), &args), b"")
}

/// All files of a folder; of a file, itself.
fn files(path: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut all = BTreeMap::new();
    if path.is_file() {
        all.insert(String::new(), fs::read(path).expect("a readable file"));
    } else if path.is_dir() {
        for entry in fs::read_dir(path).expect("a readable folder") {
            let entry = entry.expect("a readable entry");
            for (name, bytes) in files(&entry.path()) {
                all.insert(format!("{}/{name}", entry.file_name().to_string_lossy()), bytes);
            }
        }
    }
    all.retain(|name, _| !name.starts_with(".lock"));
    all
}

/// What must be the same after any history: the samples, not their times.
fn samples(folder: &Path) -> [String; 2] {
    ["samples.csv", "samples.jsonl"].map(|name| fs::read_to_string(folder.join(name)).expect("results"))
}

/// Refused with exit code 2 and these words, and not a byte of the scratch folder is another.
fn refused(scratch: &Scratch, args: &str, words: &[&str]) {
    let before = files(scratch.path());
    let ran = study(scratch, args);
    assert_eq!(ran.code, Some(2), "{args}\n{}", ran.stderr);
    assert!(ran.stdout.is_empty(), "{args}\n{}", ran.stdout);
    for word in words {
        assert!(ran.stderr.contains(word), "{args}: `{word}` is not in\n{}", ran.stderr);
    }
    assert_eq!(files(scratch.path()), before, "{args}: a file was changed");
}

#[test]
fn impossible_plans_are_refused_with_their_key() {
    let scratch = Scratch::new();
    scratch.write("bad.toml", "samples = 5\ncolour = 'red'\n");
    scratch.write("worse.toml", "samples = \n");
    scratch.write("zero.toml", "[limits]\ntime-ms = 0\n");
    scratch.write("binary.toml", [0xff, 0xfe, 0x00]);
    for (args, words) in [
        ("--locked 82", &["`locked`", "82 locked cells on a board of 81", "3x3"][..]),
        ("--boards 2x2,3x3 --locked 20", &["20 locked cells on a board of 16", "2x2"]),
        ("--locked 5..=4", &["`locked`", "empty"]),
        ("--locked 0..=9:0", &["step of 0"]),
        ("--locked 0..=18446744073709551615", &["`locked`"]),
        ("--locked 0..=99999999999999999999999", &["no count"]),
        ("--locked x", &["`x` is no count"]),
        ("--locked=-5", &["`-5` is no count"]),
        ("--locked 1.5", &["`1.5` is no count"]),
        ("--locked 0%..=200%:10%", &["over 100 %"]),
        ("--samples 0", &["`samples`", "at least 1"]),
        ("--samples 18446744073709551615", &["`samples`", "at most"]),
        ("--samples 1e6", &["--samples"]),
        ("--samples=-1", &["--samples"]),
        ("--strategies best", &["`strategies`", "`best` is none of", "min-candidates"]),
        ("--strategies random,random", &["named twice"]),
        ("--values upwards", &["`values`", "`upwards`"]),
        ("--propagate everything", &["`propagate`", "`everything`"]),
        ("--placement anyhow", &["`placement`", "legal-pair"]),
        ("--boards 0x3", &["`boards`", "0x3"]),
        ("--boards 99999999999x9", &["`boards`"]),
        ("--boards 3x3,3x3", &["named twice"]),
        ("--boards regions:AABB/AAB", &["`boards`"]),
        ("--boards ''", &["`boards`"]),
        ("--max-nodes 0", &["`limits`", "0 nodes"]),
        ("--truth-nodes 0", &["`limits`", "0 nodes"]),
        ("zero.toml", &["`limits`", "0 ms"]),
        ("--timeout soon", &["--timeout"]),
        ("--jobs 0", &["--jobs"]),
        ("--jobs many", &["--jobs"]),
        ("--shard 3/2", &["--shard", "3/2"]),
        ("--shard 0/2", &["--shard"]),
        ("--seed 9007199254740992", &["`seed`", "2^53"]),
        ("--preset other", &["--preset", "original"]),
        ("nowhere.toml", &["cannot read nowhere.toml"]),
        ("bad.toml", &["colour", "line 2"]),
        ("worse.toml", &["line 1"]),
        ("binary.toml", &["binary.toml"]),
    ] {
        refused(&scratch, &format!("{args} --out out"), words);
        assert!(!scratch.path().join("out").exists(), "{args}: a folder was made");
    }
}

#[test]
fn folders_that_hold_something_else_are_left_alone() {
    let scratch = Scratch::new();
    let small = "--boards 2x2 --locked 4 --strategies random --samples 3";
    scratch.write("file", "a letter\n");
    scratch.write("full/letter.txt", "a letter\n");
    refused(&scratch, &format!("{small} --out file"), &["file: is a file"]);
    refused(&scratch, &format!("{small} --out file/below"), &["cannot create file/below"]);
    refused(&scratch, &format!("{small} --out /proc/nowhere"), &["cannot create /proc/nowhere"]);
    refused(&scratch, &format!("{small} --out full"), &["full: is neither empty", "letter.txt"]);
    refused(&scratch, "--resume --out nowhere", &["nowhere: holds no study"]);
    refused(&scratch, "--resume --out full", &["full: holds no study"]);
    refused(&scratch, &format!("{small} --resume --out full"), &["full: holds no study"]);

    let ran = study(&scratch, &format!("{small} --out out"));
    assert_eq!(ran.code, Some(0), "{}", ran.stderr);
    assert!(ran.stdout.contains("Success rate") && ran.stdout.contains("out/report.html"), "{}", ran.stdout);
    refused(
        &scratch,
        &format!("{small} --out out"),
        &["out: holds results of this plan already", "--resume"],
    );
    let other = "out/plan.toml: is of another plan: `seed = 1` there, `seed = 7` here";
    refused(&scratch, &format!("{small} --seed 7 --out out"), &[other]);
    refused(&scratch, &format!("{small} --seed 7 --resume --out out"), &[other]);
    refused(&scratch, "--resume --seed 7 --out out", &[other]);
    refused(&scratch, &format!("{small} --shard 1/2 --resume --out out"), &["holds shard 1/1 and not 1/2"]);

    let good = files(&scratch.path().join("out"));
    let text = |name: &str| String::from_utf8(good[&format!("{name}/")].clone()).expect("text");
    let csv = text("samples.csv");
    for (name, bad, words) in [
        ("samples.csv", csv[..csv.len() - 9].to_owned(), &["out/samples.csv", "truncated"][..]),
        ("samples.csv", csv.replacen("solved", "Solved", 1), &["out/samples.csv:2:"]),
        ("samples.csv", csv.replacen("solved,", "solved,9", 2), &["out/samples.csv:2:"]),
        ("samples.csv", csv.clone() + "a note\n", &["out/samples.csv", "`a note` follows"]),
        ("samples.jsonl", text("samples.jsonl").replacen("solved", "solvee", 1), &["out/samples.jsonl:1:"]),
        ("times.csv", String::new(), &["out/times.csv", "truncated"]),
        ("progress.toml", "done = 3\n".to_owned(), &["out/progress.toml", "missing field"]),
        ("plan.toml", text("plan.toml").replace("seed = 1", "seed = 7"), &["out/plan.toml", "was edited"]),
    ] {
        let path = format!("out/{name}");
        scratch.write(&path, &bad);
        refused(&scratch, "--resume --out out", words);
        scratch.write(&path, text(name));
    }
    fs::remove_file(scratch.path().join("out/times.csv")).expect("it is there");
    refused(&scratch, "--resume --out out", &["cannot open out/times.csv"]);
}

#[test]
fn shards_that_do_not_fit_are_not_merged() {
    let scratch = Scratch::new();
    let small = "--boards 2x2 --locked 4 --strategies '' --samples 7";
    for shard in ["1/3", "2/3", "3/3", "1/2"] {
        let out = shard.replace('/', "-of-");
        assert_eq!(study(&scratch, &format!("{small} --shard {shard} --out {out}")).code, Some(0));
    }
    assert_eq!(study(&scratch, &format!("{small} --seed 2 --shard 1/3 --out other")).code, Some(0));
    assert_eq!(study(&scratch, &format!("{small} --out whole")).code, Some(0));
    for (shards, words) in [
        ("1-of-3 2-of-3", &["shard 3/3 is missing"][..]),
        ("1-of-3 2-of-3 2-of-3 3-of-3", &["are both shard 2/3"]),
        ("1-of-2 2-of-3 3-of-3", &["2-of-3 is shard 2/3", "1-of-2"]),
        ("other 2-of-3 3-of-3", &["different plans", "other"]),
        ("1-of-3 nowhere 3-of-3", &["nowhere/plan.toml"]),
    ] {
        refused(&scratch, &format!("merge merged {shards}"), words);
    }
    refused(&scratch, "merge whole 1-of-3 2-of-3 3-of-3", &["whole: holds a study already"]);
    let ran = study(&scratch, "merge merged 3-of-3 1-of-3 2-of-3");
    assert_eq!(ran.code, Some(0), "{}", ran.stderr);
    assert_eq!(samples(&scratch.path().join("merged")), samples(&scratch.path().join("whole")));
    let name = "summary.csv";
    let summary = |folder: &str| fs::read(scratch.path().join(folder).join(name)).expect("a summary");
    assert_eq!(summary("merged"), summary("whole"));
}

/// A study that takes some seconds in a debug build.
const LONG: &str =
    "study --locked 20 --strategies first-empty,min-candidates --samples 300 --max-nodes 20000 --out out";

fn begin(scratch: &Scratch, args: &str) -> Child {
    let mut command = sdkc(scratch.path(), &args.split_whitespace().collect::<Vec<_>>());
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped());
    command.spawn().expect("sdkc starts")
}

fn until(what: &str, is_so: impl Fn() -> bool) {
    let started = Instant::now();
    while !is_so() {
        assert!(started.elapsed() < Duration::from_secs(60), "waited for {what} in vain");
        thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn killed_runs_go_on_to_the_same_bytes_and_two_do_not_share_a_folder() {
    let (whole, killed) = (Scratch::new(), Scratch::new());
    let args: Vec<&str> = LONG.split_whitespace().collect();
    assert_eq!(run(&mut sdkc(whole.path(), &args), b"").code, Some(0));

    let mut first = begin(&killed, LONG);
    until("the first note", || killed.path().join("out/plan.toml").exists());
    // It is held where it is, so that it cannot come to its end before the other one starts.
    #[cfg(unix)]
    {
        let hold = format!("kill -STOP {}", first.id());
        assert!(std::process::Command::new("sh").args(["-c", &hold]).status().expect("a shell").success());
    }
    let ran = run(&mut sdkc(killed.path(), &[&args[..], &["--resume"]].concat()), b"");
    assert_eq!(ran.code, Some(2), "{}", ran.stderr);
    let holder = format!("out: another sdkc, process {}, is at work here", first.id());
    assert!(ran.stderr.contains(&holder), "{}", ran.stderr);
    first.kill().expect("it still runs");
    first.wait().expect("it ends");
    for milliseconds in [3, 150, 700, 1100] {
        let mut next = begin(&killed, &format!("{LONG} --resume"));
        thread::sleep(Duration::from_millis(milliseconds));
        // It may have come to its end before.
        let _ = next.kill();
        next.wait().expect("it ends");
    }
    let ran = run(&mut sdkc(killed.path(), &["study", "--resume", "--out", "out"]), b"");
    assert_eq!(ran.code, Some(0), "{}", ran.stderr);
    assert_eq!(samples(&killed.path().join("out")), samples(&whole.path().join("out")));
    assert!(!killed.path().join("out/journal").exists());
}

#[cfg(unix)]
fn shell(script: &str, folder: &Path) {
    let mut shell = std::process::Command::new("sh");
    assert!(shell.current_dir(folder).args(["-c", script]).status().expect("a shell").success(), "{script}");
}

/// The tables are written after Ctrl-C, however slow the disk is: longer than a run that stands still is waited for. Then there is no time
/// for charts, and that is said.
#[cfg(unix)]
#[test]
fn the_tables_are_written_after_an_interrupt_however_long_it_takes() {
    let scratch = Scratch::new();
    let mut child = begin(&scratch, &LONG.replace("--samples 300", "--samples 1000000"));
    until("samples", || fs::metadata(scratch.path().join("out/samples.csv")).is_ok_and(|it| it.len() > 5000));
    // The first file of the report is written through a pipe that nobody reads yet.
    let slow = scratch.path().join("out/summary.new");
    shell(&format!("mkfifo out/summary.new && kill -INT {}", child.id()), scratch.path());
    thread::sleep(Duration::from_secs(8));
    assert!(child.try_wait().expect("it can be asked").is_none(), "it waits for its disk");
    assert!(fs::read_to_string(&slow).expect("a pipe can be read").starts_with("board,"));
    assert_eq!(child.wait().expect("it ends").code(), Some(130));
    assert!(scratch.path().join("out/times.md").exists() && !scratch.path().join("out/report.html").exists());
    let mut told = String::new();
    std::io::Read::read_to_string(&mut child.stderr.take().expect("a pipe"), &mut told).expect("text");
    assert!(told.contains("which are kept; charts and report.html are left out"), "{told}");
}

#[cfg(unix)]
#[test]
fn an_interrupt_and_a_full_disk_keep_what_is_finished() {
    let scratch = Scratch::new();
    // So large that it is not finished before the interrupt comes.
    let long = LONG.replace("--samples 300", "--samples 1000000");
    let mut child = begin(&scratch, &long);
    until("samples", || fs::metadata(scratch.path().join("out/samples.csv")).is_ok_and(|it| it.len() > 5000));
    let interrupt = format!("kill -INT {}", child.id());
    assert!(std::process::Command::new("sh").args(["-c", &interrupt]).status().expect("a shell").success());
    assert_eq!(child.wait().expect("it ends").code(), Some(130), "stopped, with what there is");
    let kept = fs::read_to_string(scratch.path().join("out/samples.csv")).expect("results");
    assert!(kept.ends_with('\n') && kept.lines().count() > 50);
    assert!(scratch.path().join("out/summary.md").exists());

    // A limit on the size of files stands in for a full disk: the system refuses to write on.
    let full = Scratch::new();
    let small = "study --locked 10 --strategies min-candidates --samples 600 --out out";
    let limited = |blocks: u32| {
        let binary = sdkc_tests::terminal::binary().display();
        let script = format!("trap '' XFSZ; ulimit -f {blocks}; exec {binary} {small}");
        let mut shell = std::process::Command::new("sh");
        shell.current_dir(full.path()).args(["-c", &script]);
        run(&mut shell, b"")
    };
    let ran = limited(64);
    assert_eq!(ran.code, Some(2), "{}", ran.stderr);
    // Which file is the first to be too long depends on how fast it goes.
    assert!(ran.stderr.contains("cannot write out/"), "{}", ran.stderr);
    let ran = run(&mut sdkc(full.path(), &["study", "--resume", "--out", "out"]), b"");
    assert_eq!(ran.code, Some(0), "{}", ran.stderr);
    let again = Scratch::new();
    let args: Vec<&str> = small.split_whitespace().collect();
    assert_eq!(run(&mut sdkc(again.path(), &[&args[..], &["--jobs", "1"]].concat()), b"").code, Some(0));
    assert_eq!(samples(&full.path().join("out")), samples(&again.path().join("out")));
}
