//! What a character without meaning outside grids was probably meant to be.

use sdkc_diagnostics::{Code, Diagnostic, Edit, Fix, Span};

use super::name;

const QUOTES: [char; 9] = ['“', '”', '„', '‟', '«', '»', '\'', '‘', '’'];
const COMMENTS: &str = "a comment starts with `//` and runs to the end of the line";

pub(super) fn explain(span: Span, piece: &str, text: &str) -> Diagnostic {
    let it = Diagnostic::new(Code::E0101, format!("{} has no meaning here", name(piece)), span);
    let before = &text[..span.range().start];
    let after = &text[span.range().end..];
    match piece {
        "#" | "--" | "%" => it.with_note(COMMENTS).with_fix("Make it a comment", span, "//"),
        "/" | "/*" => it.with_note(COMMENTS),
        _ if is_quote(piece) => quotes(it, span, text),
        ">" | "<" => comparison(it, span, piece, before, after),
        "≥" => it.with_note("at least is written `>=`").with_fix("Write `>=`", span, ">="),
        "≤" => it.with_note("at most is written `<=`").with_fix("Write `<=`", span, "<="),
        "×" | "*" if before.ends_with(is_digit) => lengths(it, span, before, after),
        ":" if is_cell_item(line_of(text, span)) => it
            .with_note("a cell and its value are joined by `=`, as in `given r4c7 = 9`")
            .with_fix("Write `=`", span, " ="),
        ":" => it.with_note("a keyword is followed by its value directly, without a colon").with_fix(
            "Remove the colon",
            span,
            "",
        ),
        "." => it.with_note("`.` is an empty cell and belongs into a grid, as in `givens { … }`"),
        _ if piece.contains('\0') => {
            it.with_note("is this a text file? `.sdk` files are plain text in UTF-8")
        }
        _ => it.with_note("free text, such as a name or a comment of your own, stands in double quotes"),
    }
}

fn is_digit(ch: char) -> bool {
    ch.is_ascii_digit()
}

pub(super) fn is_quote(piece: &str) -> bool {
    piece == "`" || (piece.starts_with(QUOTES) && piece.chars().count() == 1)
}

pub(super) fn has_quotes(text: &str) -> bool {
    text.contains(QUOTES) || text.contains('`')
}

/// The line that a place stands on.
pub(super) fn line_of(text: &str, span: Span) -> &str {
    let ends = ['\n', '\r'];
    let start = text[..span.range().start].rfind(ends).map_or(0, |at| at + 1);
    let end = text[span.range().end..].find(ends).map_or(text.len(), |at| span.range().end + at);
    &text[start..end]
}

/// Whether the rest of a line holds words rather than cells.
pub(super) fn has_words(rest: &str) -> bool {
    let line = &rest[..rest.find(['\n', '\r']).unwrap_or(rest.len())];
    line.split(|ch: char| !ch.is_alphabetic()).any(|word| word.chars().count() > 1)
}

fn is_cell_item(line: &str) -> bool {
    let mut words = line.split_ascii_whitespace();
    matches!(words.next(), Some("given" | "candidates"))
}

/// Other quotes than straight double ones; its partner on the same line is mended with it.
fn quotes(it: Diagnostic, span: Span, text: &str) -> Diagnostic {
    let mut it = it.with_note("strings stand between straight double quotes: \"like this\"");
    let line = &text[span.range().end..];
    let line = &line[..line.find(['\n', '\r']).unwrap_or(line.len())];
    let is_quote = |ch: char| QUOTES.contains(&ch) || matches!(ch, '`' | '"');
    let mut edits = vec![Edit { span, text: "\"".to_owned() }];
    if let Some((at, ch)) = line.char_indices().find(|(_, ch)| is_quote(*ch)) {
        let partner = Span::from_range(at..at + ch.len_utf8()).shifted(span.end);
        edits.push(Edit { span: partner, text: "\"".to_owned() });
    }
    let title =
        if edits.len() == 1 { "Write a straight double quote" } else { "Write straight double quotes" };
    it.fixes.push(Fix { title: title.to_owned(), edits });
    it
}

/// `> 1` and `< 3`, of which the language has only `>= 2` and `<= 2`; and `=> 2`, the wrong way round.
fn comparison(it: Diagnostic, span: Span, piece: &str, before: &str, after: &str) -> Diagnostic {
    let it = it.with_note("at least is written `>=`, at most `<=`");
    // Nothing else is compared.
    if !before.trim_end_matches(['=', ' ', '\t']).ends_with("solutions") {
        return it;
    }
    if before.ends_with('=') {
        let written = format!("{piece}=");
        return it.with_fix(format!("Write `{written}`"), Span::new(span.start - 1, span.end), written);
    }
    let number = after.trim_start_matches([' ', '\t']);
    let digits = &number[..number.find(|ch: char| !is_digit(ch) && ch != '_').unwrap_or(number.len())];
    let bound = digits.replace('_', "").parse::<u32>().ok();
    let meant = bound.and_then(|n| if piece == ">" { n.checked_add(1) } else { n.checked_sub(1) });
    let Some(meant) = meant else { return it };
    let length = u32::try_from(after.len() - number.len() + digits.len()).unwrap_or(0);
    let written = format!("{piece}= {meant}");
    it.with_fix(format!("Write `{written}`"), Span::new(span.start, span.end + length), written)
}

/// `2×3` and `2*3*4`.
fn lengths(it: Diagnostic, span: Span, before: &str, after: &str) -> Diagnostic {
    let start = before.len() - before.trim_end_matches(is_digit).len();
    let is_part = |ch: char| is_digit(ch) || matches!(ch, '×' | '*' | 'x');
    let end = after.find(|ch| !is_part(ch)).unwrap_or(after.len());
    let (start, end) = (u32::try_from(start).unwrap_or(0), u32::try_from(end).unwrap_or(0));
    let whole = Span::new(span.start - start, span.end + end);
    let written: String = before[before.len() - start as usize..]
        .chars()
        .chain(['x'])
        .chain(after[..end as usize].chars())
        .collect();
    let written = written.replace(['×', '*'], "x");
    it.with_note("the lengths of a block are written with `x` between them: `block 2x3`").with_fix(
        format!("Write `{written}`"),
        whole,
        written,
    )
}
