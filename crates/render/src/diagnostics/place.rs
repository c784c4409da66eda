//! Spans as lines and columns that people count: from 1, columns in characters.
//!
//! The index of the lines is the report's, where it has one: many reports on one large text share it.

use std::{borrow::Cow, ops::Range};

use sdkc_diagnostics::{ByteMap, Encoding, LineIndex, Span};

use super::{Before, FileReport};

/// A 1-based line and a 1-based column in characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    pub line: u32,
    pub column: u32,
}

/// The lines and columns of one text.
pub(crate) struct Places<'t> {
    text: &'t str,
    index: Cow<'t, LineIndex>,
    before: Before,
    bytes: Option<&'t ByteMap>,
}

impl<'t> Places<'t> {
    pub fn new(file: &FileReport<'t>) -> Self {
        let index = file.lines.map_or_else(|| Cow::Owned(LineIndex::new(file.text)), Cow::Borrowed);
        Self { text: file.text, index, before: file.before, bytes: file.bytes }
    }

    #[cfg(feature = "terminal")]
    pub fn text(&self) -> &'t str {
        self.text
    }

    #[cfg(feature = "terminal")]
    pub fn index(&self) -> &LineIndex {
        &self.index
    }

    /// The span as a range that can slice the text: inside it, on character borders, not reversed.
    pub fn clamp(&self, span: Span) -> Range<usize> {
        let len = self.text.len();
        let mut start = (span.start as usize).min(len);
        let mut end = (span.end as usize).clamp(start, len);
        while !self.text.is_char_boundary(start) {
            start -= 1;
        }
        while !self.text.is_char_boundary(end) {
            end += 1;
        }
        start..end
    }

    /// Line and column of a byte of the text. A byte order mark at the start of the file takes no column.
    pub fn place(&self, offset: usize) -> Place {
        let offset = offset.min(self.text.len());
        let offset = u32::try_from(offset).unwrap_or(u32::MAX);
        let position = self.index.position(self.text, offset, Encoding::Utf32);
        let is_first = position.line == 0 && self.before == Before::default();
        let mark = u32::from(is_first && offset > 0 && self.text.starts_with('\u{feff}'));
        let column = position.column.saturating_sub(mark).saturating_add(1);
        Place { line: position.line.saturating_add(self.first_line()), column }
    }

    /// The 1-based number of the text's first line in its file.
    pub fn first_line(&self) -> u32 {
        self.before.lines.saturating_add(1)
    }

    /// The byte of the file that an offset into the text stands for.
    pub fn byte(&self, offset: usize) -> u64 {
        let byte = self.bytes.map_or(offset, |map| map.byte(offset));
        self.before.bytes.saturating_add(byte as u64)
    }

    /// First place of the span and the place behind it.
    pub fn range(&self, span: Span) -> (Place, Place) {
        let range = self.clamp(span);
        (self.place(range.start), self.place(range.end))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_those_of_a_plain_count() {
        let text = format!("\u{feff}ab\nä{}€x\r\n{}", "é😀".repeat(900), "z".repeat(3000));
        let places = Places::new(&FileReport::new("", &text, &[]));
        for (at, _) in text.char_indices().chain([(text.len(), ' ')]) {
            let line_start = text[..at].rfind('\n').map_or(0, |end| end + 1);
            let column = text[line_start..at].trim_start_matches('\u{feff}').chars().count() as u32 + 1;
            assert_eq!(places.place(at).column, column, "at byte {at}");
        }
        assert_eq!(places.clamp(Span { start: 4, end: 2 }), 4..4, "reversed");
        assert_eq!(places.clamp(Span::new(1, 1)), 0..3, "inside a character");
    }
}
