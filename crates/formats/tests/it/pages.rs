//! The pages of the codes on foreign files: the example of each triggers exactly its code.

use sdkc_diagnostics::{Code, Diagnostic};
use sdkc_formats::{Detection, ReadOptions, decode, detect, read};

/// The first fenced block of a kind under `## Example`.
fn example<'p>(page: &'p str, kind: &str) -> &'p str {
    let (_, after) = page.split_once("## Example").expect("every page has an example");
    let fence = format!("```{kind}\n");
    let (_, body) = after.split_once(fence.as_str()).expect("the example is fenced");
    body.split_once("```").expect("the fence is closed").0
}

fn complaints(text: &str) -> Vec<Diagnostic> {
    match detect(text) {
        Detection::Foreign(dialect) => read(dialect, text, &ReadOptions::default()).all_diagnostics(),
        other => panic!("{other:?}: {text}"),
    }
}

#[test]
fn each_example_triggers_its_code_and_nothing_else() {
    for code in [Code::E0701, Code::E0702, Code::E0703, Code::E0704] {
        let found = complaints(example(code.page(), "text"));
        let codes: Vec<Code> = found.iter().map(|it| it.code).filter(|found| *found != Code::N0701).collect();
        assert_eq!(codes, [code]);
    }
    let note = complaints(example(Code::N0701.page(), "text"));
    assert_eq!(note.iter().map(|it| it.code).collect::<Vec<_>>(), [Code::N0701]);
}

#[test]
fn the_bytes_of_the_decoding_page_are_no_text() {
    let bytes: Vec<u8> = example(Code::E0105.page(), "hex")
        .split_whitespace()
        .map(|byte| u8::from_str_radix(byte, 16).expect("two hexadecimal digits"))
        .collect();
    assert_eq!(decode(&bytes).unwrap_err().code, Code::E0105);
}

#[test]
fn every_page_says_how_to_mend_it() {
    for code in [Code::E0105, Code::E0701, Code::E0702, Code::E0703, Code::E0704, Code::N0701] {
        assert!(code.page().contains("## Fix"), "{code}");
    }
}
