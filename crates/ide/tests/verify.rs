//! Every expectation, kept, broken and undecided; the pages of codes that need a solver.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::fmt::Write as _;

use sdkc_diagnostics::{Code, Family};
use sdkc_formats::ReadOptions;
use sdkc_ide::{CancelToken, Limits, Never, Scope, Snapshot, Stop, facts, judge, verify};
use sdkc_puzzle::Verdict;

fn told_by(text: &str, limits: Limits, stop: &dyn Stop) -> String {
    let snapshot = Snapshot::new(text.to_owned(), &ReadOptions::default());
    let mut told = String::new();
    let mut found = snapshot.diagnostics().to_vec();
    for entry in snapshot.entries() {
        let Some(puzzle) = entry.solvable() else {
            continue;
        };
        let verification = verify(puzzle, limits, stop);
        assert_eq!(verification.bug, None);
        writeln!(told, "{}", verification.verdict).unwrap();
        found.extend(verification.diagnostics);
    }
    for it in &found {
        let at = it.span.map_or("", |span| &text[span.range()]);
        writeln!(told, "{} `{}`: {}", it.code, at.lines().next().unwrap_or(""), it.message).unwrap();
        for label in &it.labels {
            writeln!(told, "  `{}`: {}", &text[label.span.range()], label.message).unwrap();
        }
        for note in &it.notes {
            writeln!(told, "  = {note}").unwrap();
        }
    }
    told
}

fn told(text: &str) -> String {
    told_by(text, Limits::none(), &Never)
}

/// A 4×4 puzzle with these rows and items.
fn small(rows: &str, items: &str) -> String {
    format!("puzzle \"p\" {{ block 2\n givens {{\n{rows}\n}}\n{items}\n}}")
}

const UNIQUE: &str = "12..\n3...\n..4.\n...1";
const SEVERAL: &str = "1234\n34..\n....\n....";
const NONE: &str = "12..\n..3.\n....\n3...";

#[test]
fn kept_expectations_say_nothing() {
    for (rows, items) in [
        (UNIQUE, "expect unique"),
        (UNIQUE, "expect minimal"),
        (UNIQUE, "expect solutions 1; expect givens 5"),
        (UNIQUE, "expect solution \"1234341221434321\""),
        (SEVERAL, "expect solutions 6"),
        (SEVERAL, "expect solutions >= 3; expect solutions <= 6"),
        (NONE, "expect unsolvable"),
        (NONE, "expect solutions <= 5"),
    ] {
        let told = told(&small(rows, items));
        assert_eq!(told.lines().count(), 1, "{items}: {told}");
    }
}

#[test]
fn broken_expectations_say_what_is_the_case() {
    insta::assert_snapshot!(told(&small(SEVERAL, "expect unique")), @"
    multiple
    E0502 `expect unique`: this puzzle is expected to have exactly one solution, but has more than one
      = r3c2 can be 1 or 3, for instance
      = add givens, or expect what is the case: `expect solutions >= 2`
    ");
    insta::assert_snapshot!(told(&small(SEVERAL, "expect solutions 5")), @"
    multiple
    E0502 `expect solutions 5`: this puzzle is expected to have exactly 5 solutions, but has at least 6
    ");
    insta::assert_snapshot!(told(&small(SEVERAL, "expect solutions <= 3")), @"
    multiple
    E0502 `expect solutions <= 3`: this puzzle is expected to have at most 3 solutions, but has at least 4
    ");
    insta::assert_snapshot!(told(&small(UNIQUE, "expect unsolvable")), @"
    unique
    E0502 `expect unsolvable`: this puzzle is expected to have no solution, but has 1
    ");
    insta::assert_snapshot!(told(&small(UNIQUE, "expect solution \"1243341221344321\"")), @r#"
    unique
    E0502 `expect solution "1243341221344321"`: the only solution has 3 at r1c3, not 4
      `4`: the solution has 3
      `3`: the solution has 4
      `3`: the solution has 4
      `4`: the solution has 3
      = 4 cells differ
    "#);
    insta::assert_snapshot!(told(&small("12..\n34..\n..4.\n...1", "expect givens 5; expect minimal")), @"
    unique
    E0502 `expect givens 5`: this puzzle is expected to have 5 givens, but has 6
    E0502 `expect minimal`: this puzzle is not minimal: any one of 4 givens can go, such as r1c1
      `1`: 1 is not needed
      `2`: 2 is not needed
      `3`: 3 is not needed
      `4`: 4 is not needed
      = remove it, or write `expect unique`
    ");
    insta::assert_snapshot!(told(&small(NONE, "expect unique; expect givens 4")), @"
    none
    E0502 `expect unique`: this puzzle is expected to have exactly one solution, but has none
      `2`: 2 at r1c2
      `3`: 3 at r2c3
      `3`: 3 at r4c1
      = these clash: 2 at r1c2, 3 at r2c3 and 3 at r4c1; without any one of them they would not
    ");
}

#[test]
fn without_expectations_none_is_an_error_and_several_a_warning() {
    assert_eq!(told(&small(UNIQUE, "")), "unique\n");
    insta::assert_snapshot!(told(&small(NONE, "")), @r#"
    none
    E0501 `"p"`: this puzzle has no solution
      `2`: 2 at r1c2
      `3`: 3 at r2c3
      `3`: 3 at r4c1
      = write `expect unsolvable` if that is meant
      = these clash: 2 at r1c2, 3 at r2c3 and 3 at r4c1; without any one of them they would not
    "#);
    insta::assert_snapshot!(told(&small(SEVERAL, "")), @r#"
    multiple
    W0606 `"p"`: this puzzle has more than one solution
      = r3c2 can be 1 or 3, for instance
      = add givens, or write `expect solutions >= 2` if several solutions are meant
    "#);
}

#[test]
fn limits_make_unknown_and_never_broken() {
    let many = "puzzle { expect solutions >= 1_000_000 }";
    insta::assert_snapshot!(told_by(many, Limits::nodes(1000), &Never), @"
    multiple
    E0503 `expect solutions >= 1_000_000`: this expectation is undecided: node limit of 1000 reached
      = give more time (`--timeout 10m`) or more nodes (`--max-nodes`), or expect less
    ");
    let cancelled = CancelToken::new();
    cancelled.cancel();
    let unique = small(UNIQUE, "expect unique");
    insta::assert_snapshot!(told_by(&unique, Limits::none(), &cancelled), @"
    unknown
    E0503 `expect unique`: this expectation is undecided: cancelled
    ");
}

#[test]
fn a_rule_violation_outranks_everything() {
    let text = small("11..\n....\n....\n....", "expect unsolvable");
    let snapshot = Snapshot::new(text, &ReadOptions::default());
    assert!(snapshot.entries()[0].solvable().is_none());
    assert_eq!(snapshot.diagnostics().iter().map(|it| it.code).collect::<Vec<_>>(), [Code::E0401]);
}

#[test]
fn every_page_that_needs_a_solver_has_a_true_example() {
    let codes = Code::ALL
        .iter()
        .filter(|code| code.family() == Family::Solving || matches!(code, Code::W0606 | Code::W0607))
        // A bug that has an example is mended.
        .filter(|code| **code != Code::E0504);
    for code in codes {
        let block = |heading: &str| {
            let section = code.page().split(heading).nth(1).expect("the page has the section");
            section
                .split("```sdk\n")
                .nth(1)
                .and_then(|rest| rest.split("```").next())
                .expect("the section has an example")
        };
        let limits = if *code == Code::E0503 { Limits::nodes(1000) } else { Limits::none() };
        let codes_of = |text: &str| -> Vec<String> {
            let told = told_by(text, limits, &Never);
            told.lines()
                .filter(|line| line.contains("`:") && !line.starts_with(' '))
                .map(|line| line[..5].to_owned())
                .collect()
        };
        assert_eq!(codes_of(block("\n## Example\n")), [code.as_str()], "{code}");
        assert_eq!(codes_of(block("\n## Fix\n")), Vec::<String>::new(), "{code}");
    }
}

#[test]
fn foreign_texts_are_verified_as_they_are() {
    let snapshot = Snapshot::new("12..3.....4....1\n11..............\n".to_owned(), &ReadOptions::default());
    assert_eq!(snapshot.entries().len(), 2);
    let puzzle = snapshot.entries()[0].solvable().unwrap();
    assert_eq!(verify(puzzle, Limits::none(), &Never).verdict, Verdict::Unique);
    assert!(snapshot.entries()[1].solvable().is_none());
}

/// Where only messages are shown, the search for what clashes is left out, and nothing else.
#[test]
fn messages_alone_do_not_need_what_clashes() {
    for text in [small(NONE, ""), small(NONE, "expect unique")] {
        let snapshot = Snapshot::new(text.clone(), &ReadOptions::default());
        let puzzle = snapshot.entries()[0].solvable().unwrap_or_else(|| panic!("{text}"));
        let [all, brief, least] = [Scope::All, Scope::Messages, Scope::Facts].map(|scope| {
            let facts = facts(puzzle, Limits::none(), &Never);
            judge(puzzle, facts, Limits::none(), &Never, scope).diagnostics
        });
        let messages = |found: &[sdkc_diagnostics::Diagnostic]| -> Vec<String> {
            found.iter().map(|it| it.message.clone()).collect()
        };
        assert_eq!((all.len(), messages(&all)), (1, messages(&brief)), "{text}");
        assert_eq!(brief, least, "{text}");
        let clashes = |note: &String| note.contains("these clash");
        assert!(all[0].notes.iter().any(clashes) && !brief[0].notes.iter().any(clashes), "{text}");
    }
}

/// Stops after it was asked so often.
struct After(std::sync::atomic::AtomicU64);

impl Stop for After {
    fn poll(&self) -> Option<sdkc_ide::StopReason> {
        let left = self.0.load(std::sync::atomic::Ordering::Relaxed);
        self.0.store(left.saturating_sub(1), std::sync::atomic::Ordering::Relaxed);
        (left == 0).then_some(sdkc_ide::StopReason::Cancelled)
    }
}

/// To hold a solution of a big board against the rules takes its time, too; before that is done it is none.
#[test]
fn what_was_not_looked_through_is_no_solution() {
    let empty = "puzzle { dimensions 3; block 5; expect solutions >= 2 }";
    let snapshot = Snapshot::new(empty.to_owned(), &ReadOptions::default());
    let puzzle = snapshot.entries()[0].solvable().unwrap();
    let found = facts(puzzle, Limits::none(), &Never);
    assert!(found.solution.is_some() && found.other.is_some());
    let judged = |n: u64| judge(puzzle, found.clone(), Limits::none(), &After(n.into()), Scope::All);
    // 125×125×125 cells, each looked at five times, are some hundreds of questions for each of the two.
    for (n, verdict) in
        [(0, Verdict::Unknown), (100, Verdict::Unknown), (700, Verdict::Solved), (5_000, Verdict::Multiple)]
    {
        let verification = judged(n);
        assert_eq!((verification.verdict, verification.bug), (verdict, None), "{n}");
        let facts = verification.facts;
        assert_eq!(facts.solution.is_some(), verdict != Verdict::Unknown, "{n}");
        assert_eq!(facts.other.is_some(), verdict == Verdict::Multiple, "{n}");
        let codes: Vec<Code> = verification.diagnostics.iter().map(|it| it.code).collect();
        assert_eq!(codes, if verdict == Verdict::Multiple { vec![] } else { vec![Code::E0503] }, "{n}");
    }
}
