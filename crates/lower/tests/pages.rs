//! Every page on a code shows an example that triggers exactly this code, and a corrected one that triggers nothing.

mod common;

use sdkc_diagnostics::{Code, Family};

/// Codes without an example in the language, and why.
const WITHOUT_EXAMPLE: &[(Code, &str)] = &[
    (Code::E0105, "a text in this page is text already"),
    (Code::W0606, "needs a solver"),
    (Code::W0607, "needs a solver"),
];

/// The fenced block of `sdk` text under a heading.
fn block<'p>(page: &'p str, heading: &str) -> Option<&'p str> {
    let section = page.split(heading).nth(1)?;
    let section = section.split("\n## ").next()?;
    section.split("```sdk\n").nth(1)?.split("```").next()
}

#[test]
fn every_example_triggers_its_code_and_no_other() {
    let by_text = |code: &&Code| !matches!(code.family(), Family::Solving | Family::Format);
    let mut wrong = Vec::new();
    for code in Code::ALL.iter().filter(by_text) {
        if WITHOUT_EXAMPLE.iter().any(|(without, _)| without == code) {
            continue;
        }
        let Some(example) = block(code.page(), "\n## Example\n") else {
            wrong.push(format!("{code}: no example"));
            continue;
        };
        let codes: Vec<Code> = common::diagnose(example).1.iter().map(|it| it.code).collect();
        if codes != [*code] {
            wrong.push(format!("{code}: the example gives {codes:?}\n{}", common::told(example)));
        }
        match block(code.page(), "\n## Fix\n") {
            None => wrong.push(format!("{code}: no corrected example")),
            Some(fix) if common::told(fix).is_empty() => {}
            Some(fix) => wrong.push(format!("{code}: the corrected example gives\n{}", common::told(fix))),
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
