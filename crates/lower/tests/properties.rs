//! Whatever the text, lowering keeps its promises and does not panic.

#![expect(
    clippy::unwrap_used,
    clippy::disallowed_methods,
    reason = "a test fails by panicking, and reads the project's files"
)]

use proptest::prelude::*;
use sdkc_lower::{Lowered, lower};
use sdkc_puzzle::{Origins, Puzzle};
use sdkc_syntax::{format, parse};

/// The samples of the project that are small enough for hundreds of runs.
fn samples() -> Vec<String> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../samples");
    let mut texts: Vec<String> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "sdk"))
        .map(|path| std::fs::read_to_string(path).unwrap())
        .filter(|text| text.len() < 4000 && !text.contains("dimensions 5") && !text.contains("dimensions 4"))
        .collect();
    texts.sort();
    assert!(texts.len() > 10);
    texts
}

/// What every result must have, for any text.
fn check(text: &str) {
    let parsed = parse(text);
    let lowered = lower(&parsed, text);
    assert_eq!(lowered.puzzles.len(), parsed.ast.puzzles.len());
    assert_eq!(lowered.layouts.len(), sdkc_syntax::grids(&parsed.ast).count());
    let n_errors = lowered.diagnostics.iter().chain(&parsed.errors).filter(|it| it.is_error()).count();
    if parsed.errors.is_empty() {
        check_formatting(text, &lowered);
    }
    assert!(n_errors > 0 || lowered.puzzles.iter().all(|puzzle| puzzle.sound), "unsound without an error");
    for it in lowered.diagnostics.iter().chain(&lowered.rules()) {
        let edits = it.fixes.iter().flat_map(|fix| &fix.edits).map(|edit| edit.span);
        let spans = it.span.into_iter().chain(it.labels.iter().map(|label| label.span)).chain(edits);
        for span in spans {
            assert!(text.get(span.range()).is_some(), "{}: {span:?} is no place", it.code);
        }
        assert!(!it.message.is_empty() && !it.message.ends_with('.'), "{}", it.message);
        assert!(it.puzzle.is_some());
        for fix in &it.fixes {
            assert!(
                fix.edits.windows(2).all(|pair| pair[0].span.end <= pair[1].span.start),
                "{}: the edits of `{}` overlap",
                it.code,
                fix.title
            );
        }
    }
}

/// Tidying a text changes nothing of what it means: the same puzzles but for the places, the same errors.
fn check_formatting(text: &str, lowered: &Lowered) {
    let tidy = format(&parse(text), text, &lowered.layouts).unwrap();
    let parsed = parse(&tidy);
    assert_eq!(parsed.errors, [], "{tidy}");
    let again = lower(&parsed, &tidy);
    let meaning = |lowered: &Lowered| -> Vec<_> {
        lowered.puzzles.iter().map(|it| (it.sound, it.puzzle.clone().map(without_places))).collect()
    };
    assert_eq!(meaning(lowered), meaning(&again), "{text}\n────────\n{tidy}");
    let errors = |lowered: &Lowered| -> Vec<_> {
        lowered.diagnostics.iter().filter(|it| it.is_error()).map(|it| it.code).collect()
    };
    assert_eq!(errors(lowered), errors(&again), "{text}\n────────\n{tidy}");
}

fn without_places(mut puzzle: Puzzle) -> Puzzle {
    puzzle.origins = Origins::default();
    let strategy = &mut puzzle.strategy;
    strategy.kind = strategy.kind.map(|it| it.value.into());
    strategy.seed = strategy.seed.map(|it| it.value.into());
    strategy.values = strategy.values.map(|it| it.value.into());
    strategy.propagate = strategy.propagate.map(|it| it.value.into());
    strategy.timeout_ms = strategy.timeout_ms.map(|it| it.value.into());
    strategy.nodes = strategy.nodes.map(|it| it.value.into());
    puzzle.expects.iter_mut().for_each(|expect| *expect = expect.kind.clone().into());
    puzzle
}

/// Pieces that break things when they are put into a file.
const PIECES: &[&str] = &[
    "1",
    "12",
    "0",
    ".",
    "|",
    "-",
    "---",
    "}",
    "{",
    "\n",
    " ",
    "\"",
    ";",
    "(",
    ")",
    ",",
    "é",
    "·",
    "99999999999999999999",
    "-1",
    "layer (1) {",
    "givens {",
    "given r1c1 = 1\n",
    "block 2x3\n",
    "dimensions 3\n",
    "symbols \"abcd\"\n",
    "regions { 12\n12 }\n",
    "expect unique\n",
    "candidates r1c1 = 1 2\n",
    "strategy random { seed 1 }\n",
    "puzzle {",
];

/// The cells of a row that is too short are looked at behind the others; what is said of them stays in the order of the text.
#[test]
fn values_without_a_symbol_are_told_in_the_order_of_the_text() {
    let rows = "| 3 | 4 2\n2 4 | 3 1\n----+----\n4 2 | 1 3\n3 1 | 2 4\n";
    let text = format!("puzzle {{\nblock 2\nsymbols \"abcd\"\ngivens {{\n{rows}}}\n}}\n");
    check(&text);
    let diagnostics = lower(&parse(&text), &text).diagnostics;
    let fix = diagnostics.iter().flat_map(|it| &it.fixes).find(|fix| fix.title == "Write symbols");
    let fix = fix.unwrap_or_else(|| panic!("{diagnostics:?}"));
    assert_eq!(fix.edits.len(), 15);
    assert!(fix.edits.is_sorted_by_key(|edit| edit.span));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn mutated_samples_are_answered(
        which in any::<prop::sample::Index>(),
        edits in prop::collection::vec((any::<prop::sample::Index>(), 0_usize..12, prop::sample::select(PIECES)), 0..6),
    ) {
        let samples = samples();
        let mut text = samples[which.index(samples.len())].clone();
        for (at, removed, piece) in edits {
            let floor = |mut at: usize| { while !text.is_char_boundary(at) { at -= 1; } at };
            let start = floor(at.index(text.len() + 1));
            let end = floor((start + removed).min(text.len())).max(start);
            text.replace_range(start..end, piece);
        }
        check(&text);
    }

    #[test]
    fn soups_of_pieces_are_answered(pieces in prop::collection::vec(prop::sample::select(PIECES), 0..40)) {
        check(&format!("puzzle {{ {}", pieces.concat()));
    }
}

#[test]
fn bad_input_is_answered() {
    let deep = format!("puzzle {{ givens {} ", "{".repeat(200_000));
    let wide = format!("puzzle {{ block 2; givens {{ {} }} }}", "1 ".repeat(200_000));
    let tall = format!("puzzle {{ block 2; givens {{ {} }} }}", "12\n".repeat(50_000));
    let lengths = format!("puzzle {{ block {}2 }}", "1x".repeat(50_000));
    let tuple = format!("puzzle {{ given ({}1) = 1 }}", "1, ".repeat(50_000));
    let huge = "puzzle { dimensions 2; block 18446744073709551615x18446744073709551615 }";
    for text in [
        "",
        "\0\u{1}",
        "puzzle {",
        "puzzle { dimensions 5; block 3 }",
        huge,
        &deep,
        &wide,
        &tall,
        &lengths,
        &tuple,
    ] {
        check(text);
        let lowered = lower(&parse(text), text);
        assert!(lowered.diagnostics.len() < 100);
    }
}

/// A file of a hundred thousand equal mistakes is told briefly, and how many there are.
#[test]
fn many_mistakes_of_one_kind_are_counted() {
    let items = "    candidates r1c1 = 1 2\n".repeat(5_000);
    let text = format!("puzzle {{\n    block 2\n{items}}}\n");
    let found = lower(&parse(&text), &text).diagnostics;
    assert!(found.len() <= 101, "{}", found.len());
    let notes: Vec<&String> = found.iter().flat_map(|it| &it.notes).collect();
    assert!(
        notes.iter().any(|note| note.contains("and 4899 more of this kind in the same puzzle")),
        "{notes:?}"
    );
}
