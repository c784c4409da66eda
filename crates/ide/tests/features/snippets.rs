//! Whole puzzles that completion offers: right, and tidy, with the values that they come with.

use sdkc_formats::ReadOptions;
use sdkc_ide::{self as ide, CompletionKind, Limits, Never, Snapshot};

#[test]
fn puzzles_that_are_offered_are_right() {
    let snapshot = Snapshot::new(String::new(), &ReadOptions::default());
    let offered = ide::completions(&snapshot, 0);
    assert!(offered.len() >= 5 && offered.iter().all(|it| it.kind == CompletionKind::Snippet));
    for it in offered {
        let text = it.text.replace("${1:Name}", "Name");
        assert!(!text.contains('$'), "{text}: its only part to fill in is the name");
        let read = Snapshot::new(text.clone(), &ReadOptions::default());
        assert_eq!(ide::format(&read), Some(text), "{} is tidy", it.label);
        let puzzle = read.entries()[0].solvable().expect("it keeps the rules");
        let mut told = read.diagnostics().to_vec();
        told.extend(ide::verify(puzzle, Limits { nodes: Some(10_000) }, &Never).diagnostics);
        // Only what is true of an empty board: it has no givens, and more than one solution.
        let codes: Vec<_> = told.iter().map(|it| (it.code.as_str(), it.is_error())).collect();
        assert_eq!(codes, [("W0603", false), ("W0606", false)], "{}", it.label);
    }
}
