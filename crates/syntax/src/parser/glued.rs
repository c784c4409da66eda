//! Keywords without a blank behind them: what is written as one word, and where it falls into two.

use crate::{Form, Keyword, keywords::FACTS};

/// A word that is two.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Split {
    /// The keyword in front, as it should be written.
    pub(super) keyword: &'static str,
    /// Where what belongs behind it starts.
    pub(super) rest: u32,
}

/// Takes a word apart where it starts with a keyword and goes on with what may stand behind that: inside of a puzzle the keywords of items,
/// outside `puzzle` and `sdk`. Case and one `-` or `_` between the two do not matter.
pub(super) fn split(word: &str, in_puzzle: bool) -> Option<Split> {
    let of_items = Keyword::ALL.iter().filter(|_| in_puzzle).map(|word| word.as_str());
    let others = ["puzzle", "sdk"].into_iter().filter(|_| !in_puzzle);
    let mut all: Vec<&'static str> = of_items.chain(others).collect();
    // `givens` goes before `given`.
    all.sort_by_key(|keyword| std::cmp::Reverse(keyword.len()));
    all.into_iter().find_map(|keyword| {
        let head = word.get(..keyword.len())?;
        let behind = &word[keyword.len()..];
        let rest = behind.strip_prefix(['-', '_']).unwrap_or(behind);
        let fits = head.eq_ignore_ascii_case(keyword) && !rest.is_empty() && may_follow(keyword, rest);
        let rest = u32::try_from(word.len() - rest.len()).ok()?;
        fits.then_some(Split { keyword, rest })
    })
}

/// Whether this is what stands behind the keyword where it is written right.
fn may_follow(keyword: &str, rest: &str) -> bool {
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    match Keyword::from_text(keyword).map(Keyword::form) {
        Some(Form::Number) => is_number(rest),
        Some(Form::Lengths) => rest.split(['x', 'X']).all(is_number),
        Some(Form::CellValue | Form::Candidates) => is_cell(rest),
        // Of free texts only these are told from a word.
        Some(Form::Text) if keyword == Keyword::Symbols.as_str() => is_alphabet(rest),
        Some(Form::KeyAndText) => {
            rest.len() > 1 && rest.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
        }
        Some(Form::Expect) => FACTS.iter().any(|fact| fact.text == rest),
        Some(Form::Strategy) => {
            rest.len() > 2 && rest.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-')
        }
        Some(_) => false,
        None if keyword == "sdk" => is_number(rest),
        // More than one of them is a slip of another kind: `puzzles`.
        None => rest.starts_with(|ch: char| !ch.is_lowercase()),
    }
}

/// Characters for the values of a board: no word of the language, such as the ending of a plural.
fn is_alphabet(text: &str) -> bool {
    text.chars().count() >= 4 && text.starts_with(|ch: char| !ch.is_lowercase())
}

/// `r4c7`.
fn is_cell(text: &str) -> bool {
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let lower = text.to_ascii_lowercase();
    lower
        .strip_prefix('r')
        .and_then(|rest| rest.split_once('c'))
        .is_some_and(|(row, column)| is_number(row) && is_number(column))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_is_two_where_both_make_sense() {
        let apart = |word: &str, in_puzzle| {
            split(word, in_puzzle).map(|split| format!("{} {}", split.keyword, &word[split.rest as usize..]))
        };
        for (word, wanted) in [
            ("block2", "block 2"),
            ("Block2x3", "block 2x3"),
            ("block-2", "block 2"),
            ("dimensions_3", "dimensions 3"),
            ("givenr1c1", "given r1c1"),
            ("candidatesR1C1", "candidates R1C1"),
            ("expectunique", "expect unique"),
            ("strategymin-candidates", "strategy min-candidates"),
            ("symbols1234", "symbols 1234"),
            ("symbols_ABCD", "symbols ABCD"),
            ("metaeditor", "meta editor"),
        ] {
            assert_eq!(apart(word, true).as_deref(), Some(wanted), "{word}");
            assert_eq!(apart(word, false), None, "{word} outside");
        }
        for (word, wanted) in [("puzzle2", "puzzle 2"), ("puzzleA", "puzzle A"), ("sdk1", "sdk 1")] {
            assert_eq!(apart(word, false).as_deref(), Some(wanted), "{word}");
            assert_eq!(apart(word, true), None, "{word} inside");
        }
        for word in [
            "blocks",
            "block",
            "block2x",
            "blockx2",
            "givens1",
            "expected",
            "author2",
            "puzzles",
            "strategys",
            "symbolset",
            "symbols2",
            "metas",
            "é2",
        ] {
            assert_eq!((apart(word, true), apart(word, false)), (None, None), "{word}");
        }
    }
}
