//! What a line inside the braces of a grid is: a row, decoration, the head of a layer, or no part of the grid at all.

use crate::{
    Form, Keyword, TokenKind,
    grid_row::{CellChar, cell_char},
    keywords::FACTS,
};

/// The number of bytes up to the end of the line's cells: a line break, a brace, a comment or the end of the text.
pub(super) fn line_length(rest: &str) -> usize {
    let bytes = rest.as_bytes();
    let ends = |(at, byte): (usize, &u8)| match byte {
        b'\r' | b'\n' | b'{' | b'}' => true,
        b'/' => bytes.get(at + 1) == Some(&b'/'),
        _ => false,
    };
    let end = bytes.iter().enumerate().position(ends).unwrap_or(bytes.len());
    rest[..end].trim_end_matches([' ', '\t']).len()
}

/// Whether a line holds cells, and the first run of characters in it that no grid can hold.
pub(super) fn classify(line: &str) -> (TokenKind, Option<std::ops::Range<usize>>) {
    if is_decoration(line) {
        return (TokenKind::Decoration, None);
    }
    let stray = |ch: char| cell_char(ch) == CellChar::Stray;
    let Some(start) = line.find(stray) else { return (TokenKind::Row, None) };
    let length = line[start..].find(|ch| !stray(ch)).unwrap_or(line.len() - start);
    (TokenKind::BrokenRow, Some(start..start + length))
}

/// A line without letter or digit and with a stroke of three or more.
fn is_decoration(line: &str) -> bool {
    let mut stroke = 0;
    let mut longest = 0;
    for ch in line.chars() {
        match ch {
            '-' | '=' | '\u{2500}'..='\u{257F}' => stroke += 1,
            '+' | '|' | '*' | ':' | '\'' | '.' | ' ' | '\t' => stroke = 0,
            _ => return false,
        }
        longest = longest.max(stroke);
    }
    longest >= 3
}

/// The length of the word with which the head of a layer starts: `layer (1)`, also a misspelt one, since no row holds
/// a parenthesis, and `layer 1 {`, which lacks them.
pub(super) fn layer_word(line: &str, brace_follows: bool) -> Option<usize> {
    let length = word_length(line);
    let rest = line[length..].trim_start_matches([' ', '\t']);
    let is_head = (length > 0 && rest.starts_with('(')) || (&line[..length] == "layer" && brace_follows);
    is_head.then_some(length)
}

/// Whether a line is an item rather than a row, so that the grid's closing brace must be missing.
///
/// Only what no row can be is taken for an item: `author "…"`, `given r1c1 = 5`, and a few pairs of words that repeat
/// letters. The line alone decides, so that the rest of the file can be read as it would be without the mistake.
pub(super) fn is_item(line: &str, brace_follows: bool) -> bool {
    let length = word_length(line);
    let rest = line[length..].trim_start_matches([' ', '\t']);
    let word = &line[..length];
    if word == "puzzle" {
        return rest.starts_with('"') || (rest.is_empty() && brace_follows);
    }
    let next = &rest[..word_length(rest)];
    match Keyword::from_text(word).map(Keyword::form) {
        Some(Form::Text | Form::Texts | Form::KeyAndText) => rest.starts_with('"'),
        Some(Form::Grid | Form::Cells | Form::Rules) => {
            rest.starts_with('"') || (rest.is_empty() && brace_follows)
        }
        Some(Form::CellValue) => rest.contains('='),
        Some(Form::Candidates) => rest.contains('=') || (rest.is_empty() && brace_follows),
        Some(Form::Strategy) => next.len() > 1 && next.len() == rest.len(),
        Some(Form::Expect) => FACTS.iter().any(|fact| fact.text == next),
        Some(Form::Number | Form::Lengths) | None => false,
    }
}

fn word_length(text: &str) -> usize {
    let is_part = |byte: &u8| byte.is_ascii_alphabetic() || *byte == b'-';
    text.bytes().take_while(|byte| is_part(byte)).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strokes_make_decoration() {
        for line in
            ["------+-------+------", "===", "+---+", "*-----------*", "─────┼─────", "'---:---'", "---"]
        {
            assert_eq!(classify(line).0, TokenKind::Decoration, "{line}");
        }
        for line in ["- - -", "--", ". . .", "|", "* * *"] {
            assert_ne!(classify(line).0, TokenKind::Decoration, "{line}");
        }
        assert_eq!(classify("1 - 2"), (TokenKind::BrokenRow, Some(2..3)));
        assert_eq!(classify("---1---").0, TokenKind::BrokenRow);
        assert_eq!(classify("1 é #? ·"), (TokenKind::BrokenRow, Some(5..6)));
    }

    #[test]
    fn a_line_ends_before_braces_and_comments() {
        assert_eq!(line_length("1 2 // x"), 3);
        assert_eq!(line_length("1 / 2 }"), 5);
        assert_eq!(line_length("12\r\n"), 2);
        assert_eq!(line_length("12  "), 2);
    }

    #[test]
    fn items_are_not_rows() {
        for line in
            ["author \"x\"", "expect unique", "given r1c1 = 5", "strategy min-candidates", "puzzle \"x\""]
        {
            assert!(is_item(line, false), "{line}");
        }
        for line in ["givens", "state", "block 3", "1 2 3", "given", "expect", "layer (1)", "meta"] {
            assert!(!is_item(line, false), "{line}");
        }
        assert!(is_item("givens", true));
    }
}
