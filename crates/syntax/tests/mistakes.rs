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
        ("puzzle { candidates r1c1 = 1 given r1c2 = 3 }", "puzzle { candidates r1c1 = 1; given r1c2 = 3 }"),
        ("puzzle { strategy random seed 3 }", "puzzle { strategy random { seed 3 } }"),
        (
            "puzzle { strategy random { seed 3 values random } }",
            "puzzle { strategy random { seed 3; values random } }",
        ),
    ] {
        let errors = sdkc_syntax::parse(text).errors;
        let edit = &errors[0].fixes[0].edits[0];
        let mut fixed = text.to_owned();
        fixed.replace_range(edit.span.range(), &edit.text);
        assert_eq!((errors.len(), fixed.as_str()), (1, wanted));
        assert!(sdkc_syntax::parse(&fixed).errors.is_empty(), "{fixed}");
    }
}
