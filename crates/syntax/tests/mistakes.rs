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
