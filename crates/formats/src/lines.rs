//! The lines of a text with their numbers and offsets; `\n`, `\r\n` and a lone `\r` all end a line.

use sdkc_diagnostics::Span;

/// One line of a text, without its line break.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Line<'t> {
    /// Its 1-based number.
    pub number: u64,
    /// The offset of its first byte in the whole text; saturates at 4 GiB, as in a long stream.
    pub offset: u32,
    /// Its text.
    pub text: &'t str,
}

impl Line<'_> {
    /// The place of the whole line.
    #[must_use]
    pub fn span(&self) -> Span {
        self.part(0, self.text.len())
    }

    /// The place of the bytes `start..end` of the line.
    pub(crate) fn part(&self, start: usize, end: usize) -> Span {
        Span::from_range(start..end).shifted(self.offset)
    }

    /// Whether there is nothing to read here: blanks, a comment that starts with `#`, or the bracket of an array of puzzles.
    pub(crate) fn is_idle(&self) -> bool {
        is_idle_text(self.text)
    }
}

pub(crate) fn is_idle_text(text: &str) -> bool {
    let text = text.trim_start();
    text.is_empty() || text.starts_with('#') || is_bracket(text.as_bytes())
}

/// Whether a line opens or closes an array and holds nothing.
fn is_bracket(text: &[u8]) -> bool {
    matches!(text.trim_ascii_end(), b"[" | b"]" | b"]," | b"];")
}

/// A byte order mark.
pub(crate) const MARK: &str = "\u{feff}";

/// Whether there is nothing to read on a line of a list: blanks, a comment that starts with `#`, or the bracket of an array. For those who have bytes, whatever
/// they are, and count puzzles as the readers do.
///
/// ```
/// use sdkc_formats::is_idle;
/// assert!(is_idle(b"[\n") && is_idle(b" \r\n") && is_idle("\u{a0}# so to speak".as_bytes()) && is_idle("\u{feff}".as_bytes()));
/// assert!(!is_idle(b" 1..") && !is_idle(b"\xff"));
/// ```
#[must_use]
pub fn is_idle(line: &[u8]) -> bool {
    let line = line.strip_prefix(MARK.as_bytes()).unwrap_or(line);
    match line.trim_ascii_start() {
        [] | [b'#', ..] => true,
        text @ [b'[' | b']', ..] => is_idle_text(&String::from_utf8_lossy(text)),
        // Perhaps a blank that ASCII does not have, or does not call one.
        [0x0b | 0x80.., ..] => is_idle_text(&String::from_utf8_lossy(line)),
        _ => false,
    }
}

/// The lines of `text`. A byte order mark belongs to no line: joined files have some in the middle.
///
/// ```
/// let numbers: Vec<_> = sdkc_formats::lines("a\r\nb\rc").map(|line| (line.number, line.text)).collect();
/// assert_eq!(numbers, [(1, "a"), (2, "b"), (3, "c")]);
/// ```
pub fn lines(text: &str) -> impl Iterator<Item = Line<'_>> {
    let (mut at, mut number) = (0, 0);
    std::iter::from_fn(move || {
        at += if text.get(at..)?.starts_with(MARK) { MARK.len() } else { 0 };
        let rest = text.get(at..).filter(|rest| !rest.is_empty())?;
        let end = rest.bytes().position(|byte| matches!(byte, b'\n' | b'\r')).unwrap_or(rest.len());
        let line_break = if rest[end..].starts_with("\r\n") { 2 } else { 1 };
        let offset = u32::try_from(at).unwrap_or(u32::MAX);
        at += end + line_break;
        number += 1;
        Some(Line { number, offset, text: &rest[..end] })
    })
}
