//! What the parser says about mistakes: each case of `cases/mistakes.txt` against its snapshot.

mod cases;

#[test]
fn mistakes_are_told_once_and_at_their_place() {
    for (name, text) in cases::cases(include_str!("cases/mistakes.txt")) {
        let parse = sdkc_syntax::parse(&text);
        let told = format!("{text}\n{}", cases::told(&text, &parse.errors));
        insta::assert_snapshot!(name.replace(' ', "_"), told);
    }
}

/// That it stands outside of its puzzle is enough to be said of an item.
#[test]
fn an_item_outside_of_its_puzzle_is_no_second_one() {
    let text = "puzzle {\n    block 2\n}\nblock 2\n";
    let told = cases::told(text, &sdkc_syntax::parse(text).errors);
    assert!(told.contains("E0201") && !told.contains("E0204"), "{told}");
}

/// What a fix of items that run together makes is well-formed.
#[test]
fn items_that_run_together_are_taken_apart() {
    for (text, wanted) in [
        ("puzzle { block 2 givens { 1 . } }", "puzzle { block 2; givens { 1 . } }"),
        ("puzzle { block 2 , expect unique }", "puzzle { block 2 ; expect unique }"),
        ("puzzle { block 2,expect unique }", "puzzle { block 2; expect unique }"),
        ("puzzle { expect unique minimal }", "puzzle { expect unique; expect minimal }"),
        ("puzzle { expect unique, givens 3 }", "puzzle { expect unique; expect givens 3 }"),
        ("puzzle { expect unique givens { 1 } }", "puzzle { expect unique; givens { 1 } }"),
        ("puzzle { candidates r1c1 = 1 4 expect unique }", "puzzle { candidates r1c1 = 1 4; expect unique }"),
        // All of them at once, whatever stands between.
        (
            "puzzle { dimensions 3 block 2 strategy auto expect unique }",
            "puzzle { dimensions 3; block 2; strategy auto; expect unique }",
        ),
        (
            "puzzle { block 2 author \"x\" tags \"a\" \"b\" expect solutions >= 2 given r1c1 = 1 givens { 1 } }",
            "puzzle { block 2; author \"x\"; tags \"a\" \"b\"; expect solutions >= 2; given r1c1 = 1; givens { 1 } }",
        ),
        (
            "puzzle { block 2 expect givens 3 state { 1 } }",
            "puzzle { block 2; expect givens 3; state { 1 } }",
        ),
        ("puzzle { candidates r1c1 = 1 given r1c2 = 3 }", "puzzle { candidates r1c1 = 1; given r1c2 = 3 }"),
        ("puzzle { strategy random seed 3 }", "puzzle { strategy random { seed 3 } }"),
        (
            "puzzle { strategy random { seed 3 values random } }",
            "puzzle { strategy random { seed 3; values random } }",
        ),
    ] {
        assert_eq!(mended(text), (1, wanted.to_owned()));
    }
}

/// Nothing is lost where the blank behind a keyword was.
#[test]
fn words_that_run_together_are_taken_apart() {
    for (text, n, wanted) in [
        ("puzzle { block2 }", 1, "puzzle { block 2 }"),
        ("puzzle { Block2x3; dimensions_2 }", 2, "puzzle { block 2x3; dimensions 2 }"),
        (
            "puzzle { givenr1c1 = 3; candidatesr1c2 = 1 2 }",
            2,
            "puzzle { given r1c1 = 3; candidates r1c2 = 1 2 }",
        ),
        ("puzzle { expectunique; strategyrandom }", 2, "puzzle { expect unique; strategy random }"),
        (
            "puzzle { expect solutions2; expect givens23 }",
            2,
            "puzzle { expect solutions 2; expect givens 23 }",
        ),
        ("puzzle { block 2; symbols1234 }", 1, "puzzle { block 2; symbols \"1234\" }"),
        ("puzzle { metaeditor \"J. Doe\" }", 1, "puzzle { meta \"editor\" \"J. Doe\" }"),
        ("sdk1\npuzzle { }", 1, "sdk 1\npuzzle { }"),
        ("puzzle2 { block 2 }", 1, "puzzle \"2\" { block 2 }"),
        (
            "puzzle { strategy random { seed7; timeout10s } }",
            2,
            "puzzle { strategy random { seed 7; timeout 10s } }",
        ),
    ] {
        assert_eq!(mended(text), (n, wanted.to_owned()));
    }
}

/// The number of mistakes in a text, and the text with the first fix of each, which leaves none.
fn mended(text: &str) -> (usize, String) {
    let errors = sdkc_syntax::parse(text).errors;
    let mut edits: Vec<_> = errors.iter().flat_map(|it| &it.fixes[0].edits).collect();
    edits.sort_by_key(|edit| edit.span);
    let mut fixed = text.to_owned();
    for edit in edits.iter().rev() {
        fixed.replace_range(edit.span.range(), &edit.text);
    }
    assert!(sdkc_syntax::parse(&fixed).errors.is_empty(), "{text}: {fixed}");
    (errors.len(), fixed)
}
