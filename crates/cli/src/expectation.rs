//! `--expect`: an expectation from the command line, in the words of the language.

use sdkc_puzzle::{Comparison, ExpectKind};

/// All that can be said.
pub const FORMS: &str =
    "unique, unsolvable, minimal, \"solutions N\", \"solutions >= N\", \"solutions <= N\" or \"givens N\"";

/// Reads `unique`, `unsolvable`, `minimal`, `solutions 2`, `solutions >= 2` or `givens 23`.
pub fn parse(text: &str) -> Result<ExpectKind, String> {
    let words: Vec<&str> = text.split_whitespace().collect();
    match words.as_slice() {
        ["unique"] => Ok(ExpectKind::Unique),
        ["unsolvable"] => Ok(ExpectKind::Unsolvable),
        ["minimal"] => Ok(ExpectKind::Minimal),
        ["givens", count] => number(count).map(ExpectKind::Givens),
        ["solutions", rest @ ..] => solutions(&rest.concat()),
        [word]
            if let Some(rest) =
                word.strip_prefix("solutions").filter(|rest| rest.starts_with(['<', '>'])) =>
        {
            solutions(rest)
        }
        _ => Err(format!("expected {FORMS}")),
    }
}

fn solutions(text: &str) -> Result<ExpectKind, String> {
    let (comparison, count) = match (text.strip_prefix(">="), text.strip_prefix("<=")) {
        (Some(count), _) => (Comparison::AtLeast, count),
        (_, Some(count)) => (Comparison::AtMost, count),
        _ => (Comparison::Exactly, text),
    };
    number(count).map(|count| ExpectKind::Solutions { comparison, count })
}

fn number(text: &str) -> Result<u64, String> {
    if text.is_empty() {
        return Err(format!("a number is missing: expected {FORMS}"));
    }
    text.replace('_', "").parse().map_err(|_| format!("`{text}` is not a number of solutions or givens"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_the_words_of_the_language() {
        assert_eq!(parse("unique"), Ok(ExpectKind::Unique));
        let some = ExpectKind::Solutions { comparison: Comparison::AtLeast, count: 2 };
        assert_eq!(parse("solutions >= 2"), Ok(some.clone()));
        assert_eq!(parse("solutions >=2"), Ok(some.clone()));
        assert_eq!(parse("solutions>=2"), Ok(some));
        assert!(parse("solutions many").is_err() && parse("").is_err() && parse("unique 2").is_err());
    }

    #[test]
    fn what_is_offered_is_taken() {
        let words = FORMS.replace('N', "2").replace(" or ", ", ").replace('"', "");
        let all: Vec<ExpectKind> =
            words.split(", ").map(|form| parse(form).unwrap_or_else(|_| panic!("{form}"))).collect();
        for kind in [ExpectKind::Unique, ExpectKind::Unsolvable, ExpectKind::Minimal, ExpectKind::Givens(2)] {
            assert!(all.contains(&kind), "{kind:?}");
        }
        for comparison in [Comparison::Exactly, Comparison::AtLeast, Comparison::AtMost] {
            assert!(all.contains(&ExpectKind::Solutions { comparison, count: 2 }), "{comparison:?}");
        }
        for text in ["foo", "solutions", "solutions >="] {
            assert!(parse(text).expect_err("no fact").ends_with(FORMS), "{text}");
        }
    }
}
