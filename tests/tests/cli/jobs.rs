//! Hard boards on several threads: the answers of one. The boards of `data/hard` have one solution and are beyond plain
//! search; they were made by taking values from a random board.

use std::{
    path::Path,
    time::{Duration, Instant},
};

use sdkc_engine::{
    Limits, Never,
    board::{SeededRng, Shape},
    generate::full_board,
};
use sdkc_tests::terminal::{Scratch, run, sdkc};

/// Rows of numbers: a random board without about so many in a hundred of its values.
fn rows(block: usize, seed: u64, holes: usize) -> String {
    let shape = Shape::hypercube(2, block).expect("a shape");
    let grid = full_board(&shape, seed, Limits::none(), &Never).expect("no limits");
    let mut rng = SeededRng::new(seed);
    let numbers = grid.values().iter().map(|value| value.filter(|_| rng.below(100) >= holes));
    let numbers: Vec<String> =
        numbers.map(|value| value.map_or(0, |value| value.index() + 1).to_string()).collect();
    let rows: Vec<String> = numbers.chunks(shape.side()).map(|row| row.join(" ")).collect();
    rows.join("\n") + "\n"
}

/// The records that a command writes, without what may differ from one number of threads to the other.
fn records(scratch: &Scratch, command: &[&str], jobs: &str) -> (Option<i32>, Vec<serde_json::Value>) {
    let args = [command, &["--output", "ndjson", "--jobs", jobs]].concat();
    let ran = run(&mut sdkc(scratch.path(), &args), b"");
    let records = ran.stdout.lines().map(|line| {
        let mut record: serde_json::Value = serde_json::from_str(line).expect("a record a line");
        let fields = record.as_object_mut().expect("a record is an object");
        fields.retain(|name, _| !matches!(&name[..], "nodes" | "time_ms" | "stats"));
        record
    });
    (ran.code, records.collect())
}

#[test]
fn answers_do_not_depend_on_the_number_of_threads() {
    let scratch = Scratch::new();
    scratch.copy(&Path::new(env!("CARGO_MANIFEST_DIR")).join("data/hard"), ".");
    let (a, b) = ("twenty-five-a.txt", "twenty-five-b.txt");
    scratch.write("easy.txt", rows(4, 1, 30));
    for command in [
        &["solve", a][..],
        &["count", b, "--limit", "50"],
        &["solve", a, "easy.txt", b],
        &["count", "easy.txt", b, a],
    ] {
        let alone = records(&scratch, command, "1");
        let is_hard = |record: &serde_json::Value| record["backend"] == "conflict-driven";
        assert!(alone.1.iter().any(is_hard), "{command:?}: no board is hard");
        assert!(
            alone.1.iter().all(|record| !is_hard(record) || record["verdict"] == "unique"),
            "{command:?}"
        );
        for jobs in ["2", "5"] {
            assert_eq!(alone, records(&scratch, command, jobs), "{command:?} --jobs {jobs}");
        }
    }
}

#[test]
fn check_names_the_same_core() {
    let scratch = Scratch::new();
    // One row of the board is shifted against the others: its values are right by themselves, but not together.
    let board = rows(4, 1, 55);
    let mut lines: Vec<&str> = board.lines().collect();
    let shifted: Vec<&str> = lines[0].split(' ').skip(1).chain(lines[0].split(' ').take(1)).collect();
    let shifted = shifted.join(" ");
    lines[0] = &shifted;
    scratch.write("broken.txt", lines.join("\n") + "\n");
    let check = |jobs| run(&mut sdkc(scratch.path(), &["check", "broken.txt", "--jobs", jobs]), b"");
    let alone = check("1");
    assert_eq!(alone.code, Some(1), "{alone:?}");
    assert_eq!(alone, check("3"));
}

#[test]
fn all_threads_end_with_the_time() {
    let scratch = Scratch::new();
    // A minute is not enough for this one.
    scratch.write("hard.txt", include_str!("../../../crates/engine/tests/common/hard-cube.txt"));
    // What builds it is not to be timed.
    let _ = sdkc_tests::terminal::binary();
    let start = Instant::now();
    let args = ["solve", "hard.txt", "--timeout", "400ms", "--jobs", "3", "--stats", "--output", "ndjson"];
    let ran = run(&mut sdkc(scratch.path(), &args), b"");
    assert!(start.elapsed() < Duration::from_secs(20), "the limit was 400 ms");
    assert_eq!(ran.code, Some(3), "{ran:?}");
    let record: serde_json::Value = serde_json::from_str(&ran.stdout).expect("one record");
    assert_eq!(record["limit"], "timeout");
    let stats = &record["stats"];
    assert_eq!(stats["helpers"], 2, "{stats}");
    for name in ["nodes", "conflicts", "restarts", "learned", "learned_kept", "deductions_per_second"] {
        assert!(stats[name].as_u64().is_some_and(|number| number > 0), "{name} in {stats}");
    }
    assert_eq!(record["backend_reason"], "plain search did not get on with it");
}
