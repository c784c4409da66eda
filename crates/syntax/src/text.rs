//! Quoted strings: what stands between the quotes, and back.

use sdkc_diagnostics::Span;

/// The value of a quoted string and the places (relative to its first quote) of the escapes that do not exist.
/// A missing closing quote and unknown escapes are passed over: the lexer reports them.
pub(crate) fn unescape(quoted: &str) -> (String, Vec<Span>) {
    let mut value = String::with_capacity(quoted.len());
    let mut bad = Vec::new();
    let mut rest = quoted.strip_prefix('"').unwrap_or(quoted);
    while let Some(ch) = rest.chars().next() {
        let start = quoted.len() - rest.len();
        rest = &rest[ch.len_utf8()..];
        match ch {
            '"' => break,
            '\\' => {
                let (escaped, length) = escape(rest);
                match escaped {
                    Some(ch) => value.push(ch),
                    None => bad.push(Span::from_range(start..start + 1 + length)),
                }
                rest = &rest[length..];
            }
            ch => value.push(ch),
        }
    }
    (value, bad)
}

/// The character that an escape stands for and the escape's length, both without the `\`.
fn escape(rest: &str) -> (Option<char>, usize) {
    let Some(ch) = rest.chars().next() else { return (None, 0) };
    let simple = match ch {
        '"' | '\\' => Some(ch),
        'n' => Some('\n'),
        'u' if rest[1..].starts_with('{') => return unicode_escape(rest),
        _ => None,
    };
    (simple, ch.len_utf8())
}

/// `u{1F600}`: one to six hexadecimal digits of a character.
fn unicode_escape(rest: &str) -> (Option<char>, usize) {
    let digits = &rest[2..];
    let length = digits.bytes().take_while(u8::is_ascii_hexdigit).count();
    if !digits[length..].starts_with('}') {
        return (None, 2 + length);
    }
    let code = u32::from_str_radix(&digits[..length], 16).ok().filter(|_| length <= 6);
    (code.and_then(char::from_u32), 2 + length + 1)
}

/// The string as it is written in a file, with its quotes.
///
/// ```
/// assert_eq!(sdkc_syntax::quote("say \"5\"\n"), r#""say \"5\"\n""#);
/// ```
#[must_use]
pub fn quote(value: &str) -> String {
    let mut quoted = String::with_capacity(value.len() + 2);
    quoted.push('"');
    for ch in value.chars() {
        match ch {
            '"' => quoted.push_str("\\\""),
            '\\' => quoted.push_str("\\\\"),
            '\n' => quoted.push_str("\\n"),
            ch if ch.is_control() => quoted.push_str(&format!("\\u{{{:x}}}", u32::from(ch))),
            ch => quoted.push(ch),
        }
    }
    quoted.push('"');
    quoted
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_quoted_comes_back() {
        for value in ["", "plain", "\"\\\n\r\t\0", "Jörg 😀", "\\u{41}"] {
            assert_eq!(unescape(&quote(value)), (value.to_owned(), Vec::new()), "{value:?}");
        }
    }

    #[test]
    fn bad_escapes_are_placed() {
        let (value, bad) = unescape(r#""a\qb\u{}\u{110000}\u{41}\u{41""#);
        assert_eq!(value, "abA");
        let places: Vec<_> = bad.iter().map(|span| (span.start, span.end)).collect();
        assert_eq!(places, [(2, 4), (5, 9), (9, 19), (25, 30)]);
    }

    #[test]
    fn the_closing_quote_may_be_missing() {
        assert_eq!(unescape("\"abc").0, "abc");
        assert_eq!(unescape("\"abc\\").0, "abc");
        assert_eq!(unescape("\"").0, "");
    }
}
