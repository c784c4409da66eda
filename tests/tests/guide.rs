//! Every example of the language guide says what the guide says it does: no word for valid files, exactly its code for the
//! others, rules and expectations included.

use sdkc_formats::ReadOptions;
use sdkc_ide::{Limits, Never, Snapshot, verify};

const GUIDE: &str = include_str!("../../grammar/language-guide.md");

/// The examples with the words behind `sdk` on their fences and the lines they start on.
fn examples() -> Vec<(usize, String, String)> {
    let mut examples = Vec::new();
    let mut open: Option<(usize, String, String)> = None;
    for (number, line) in (1..).zip(GUIDE.lines()) {
        match (&mut open, line.strip_prefix("```")) {
            (None, Some(fence)) => open = Some((number, fence.trim().to_owned(), String::new())),
            (Some(_), Some(_)) => examples.extend(open.take()),
            (Some((_, _, text)), None) => *text += &format!("{line}\n"),
            (None, None) => {}
        }
    }
    examples.retain(|(_, fence, _)| fence.split(' ').next() == Some("sdk"));
    examples
}

/// The codes of everything that is told of a text.
fn codes(text: &str) -> Vec<String> {
    let snapshot = Snapshot::new(text.to_owned(), &ReadOptions::default());
    let mut found = snapshot.diagnostics().to_vec();
    for puzzle in snapshot.entries().iter().filter_map(|entry| entry.solvable()) {
        let proof = verify(puzzle, Limits::none(), &Never);
        assert_eq!(proof.bug, None);
        found.extend(proof.diagnostics);
    }
    found.iter().map(|it| it.code.to_string()).collect()
}

#[test]
fn every_example_gives_what_its_fence_says() {
    let examples = examples();
    assert!(examples.len() >= 20, "the guide is full of examples, not {}", examples.len());
    let mut wrong = Vec::new();
    for (line, fence, text) in examples {
        let expected: Vec<&str> = match fence.split(' ').collect::<Vec<_>>()[..] {
            ["sdk"] => Vec::new(),
            ["sdk", "error", code] => vec![code],
            _ => panic!("line {line}: a fence is `sdk` or `sdk error CODE`, not `{fence}`"),
        };
        let found = codes(&text);
        if found != expected {
            wrong.push(format!("line {line}: {found:?} instead of {expected:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
