//! The folder `grammar` says what the parser does: every word of the tables is in the reference and in the guide, and
//! the guide's examples parse, or fail with the code that they are said to have.

use sdkc_syntax::{
    Keyword,
    keywords::{FACTS, STRUCTURE},
    parse,
};

const GUIDE: &str = include_str!("../../../grammar/language-guide.md");
const REFERENCE: &str = include_str!("../../../grammar/sdk.ebnf");

#[test]
fn every_word_is_in_the_reference() {
    let items = Keyword::ALL.iter().map(|word| word.as_str());
    let facts = FACTS.iter().map(|fact| fact.text);
    let structure = STRUCTURE.iter().map(|(word, _)| *word);
    for word in items.chain(facts).chain(structure) {
        assert!(REFERENCE.contains(&format!("\"{word}\"")), "{word}");
    }
}

#[test]
fn every_name_of_the_reference_is_defined() {
    let rules = bare(REFERENCE);
    let mut defined = Vec::new();
    let mut used = Vec::new();
    for rule in rules.split(';').filter(|rule| rule.contains('=')) {
        let (name, body) = rule.split_once('=').expect("an equals sign");
        defined.push(name.trim().to_owned());
        let names = body.split([',', '|', '{', '}', '[', ']', '(', ')']).map(str::trim);
        let is_name =
            |name: &&str| !name.is_empty() && name.chars().all(|ch| ch.is_ascii_lowercase() || ch == ' ');
        used.extend(names.filter(is_name).map(str::to_owned));
    }
    assert!(defined.len() > 30 && used.len() > 60);
    for name in &used {
        assert!(defined.contains(name), "{name:?} is used and not defined");
    }
    // A file is what all rules make together, and what separates tokens stands in no rule.
    for name in defined.iter().filter(|name| !["file", "separation"].contains(&name.as_str())) {
        assert!(used.contains(name), "{name:?} is defined and not used");
    }
}

/// The reference without its comments, terminals and descriptions.
fn bare(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(ch) = rest.chars().next() {
        let (skipped, end) = match ch {
            '(' if rest.starts_with("(*") => (2, "*)"),
            '"' => (1, "\""),
            '\'' => (1, "'"),
            '?' => (1, "?"),
            ch => {
                out.push(ch);
                rest = &rest[ch.len_utf8()..];
                continue;
            }
        };
        let (_, after) = rest[skipped..].split_once(end).expect("what is opened is closed");
        rest = after;
    }
    out
}

#[test]
fn every_item_is_in_the_guide() {
    for word in Keyword::ALL {
        assert!(GUIDE.contains(&format!("\n| `{word}` | ")), "{word} is not in the table of all items");
    }
    for fact in FACTS {
        assert!(GUIDE.contains(&format!("`expect {}", fact.text)), "{} is not in the guide", fact.text);
    }
}

#[test]
fn the_examples_of_the_tables_parse() {
    let items = Keyword::ALL.iter().filter(|word| **word != Keyword::Rules).map(|word| word.example());
    for example in items.chain(FACTS.iter().map(|fact| fact.example)) {
        let text = format!("puzzle {{\n    {}\n}}\n", example.replace('…', "\n"));
        assert_eq!(parse(&text).errors, [], "{text}");
    }
}

#[test]
fn the_examples_of_the_guide_parse_or_fail_as_they_say() {
    let mut n_examples = 0;
    for block in GUIDE.split("\n```sdk").skip(1) {
        let (info, body) = block.split_once('\n').expect("a line break");
        let (text, _) = body.split_once("\n```").expect("an end");
        let codes: Vec<_> = parse(text).errors.iter().map(|error| error.code.as_str()).collect();
        match info.trim().strip_prefix("error ") {
            Some(code) if code < "E0209" => assert_eq!(codes, [code], "{text}"),
            _ => assert_eq!(codes, [""; 0], "{text}"),
        }
        n_examples += 1;
    }
    assert!(n_examples > 15, "{n_examples} examples");
}
