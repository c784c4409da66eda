//! Spans as lines and columns that people count: from 1, columns in characters.
//!
//! Counting characters from a line's start is linear in the line, and a line may have ten million of them. So
//! the count up to every 1024th byte is remembered, unless the text is ASCII, where there is nothing to count.

use std::ops::Range;

use sdkc_diagnostics::{LineIndex, Span};

use super::Before;

const STEP: usize = 1024;

/// A 1-based line and a 1-based column in characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    pub line: u32,
    pub column: u32,
}

/// The lines and columns of one text.
pub(crate) struct Places<'t> {
    text: &'t str,
    index: LineIndex,
    /// The number of characters before each multiple of [`STEP`]; empty for ASCII.
    counts: Vec<usize>,
    before: Before,
}

impl<'t> Places<'t> {
    pub fn new(text: &'t str, before: Before) -> Self {
        let mut counts = Vec::new();
        if !text.is_ascii() {
            let mut before = 0;
            for chunk in text.as_bytes().chunks(STEP) {
                counts.push(before);
                before += starts(chunk);
            }
        }
        Self { text, index: LineIndex::new(text), counts, before }
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

    /// Line and column of a byte of the text. A byte order mark takes no column.
    pub fn place(&self, offset: usize) -> Place {
        let offset = offset.min(self.text.len());
        let line = self.index.line(u32::try_from(offset).unwrap_or(u32::MAX));
        let start = self.index.line_start(line) as usize;
        let mark = usize::from(line == 0 && offset > 0 && self.text.starts_with('\u{feff}'));
        let column = self.chars_before(offset).saturating_sub(self.chars_before(start) + mark);
        let number = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        Place { line: line.saturating_add(self.first_line()), column: number(column).saturating_add(1) }
    }

    /// The 1-based number of the text's first line in its file.
    pub fn first_line(&self) -> u32 {
        self.before.lines.saturating_add(1)
    }

    /// The byte of the file that an offset into the text stands for.
    pub fn byte(&self, offset: usize) -> u64 {
        self.before.bytes.saturating_add(offset as u64)
    }

    /// First place of the span and the place behind it.
    pub fn range(&self, span: Span) -> (Place, Place) {
        let range = self.clamp(span);
        (self.place(range.start), self.place(range.end))
    }

    fn chars_before(&self, offset: usize) -> usize {
        let Some(count) = self.counts.get(offset / STEP) else {
            // ASCII, or the end of a text whose length is a multiple of the step.
            return match self.counts.last() {
                Some(count) => count + starts(&self.text.as_bytes()[(self.counts.len() - 1) * STEP..offset]),
                None => offset,
            };
        };
        count + starts(&self.text.as_bytes()[offset / STEP * STEP..offset])
    }
}

/// The number of bytes that start a character.
fn starts(bytes: &[u8]) -> usize {
    bytes.iter().filter(|byte| **byte & 0xc0 != 0x80).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_those_of_a_plain_count() {
        let text = format!("\u{feff}ab\nä{}€x\r\n{}", "é😀".repeat(900), "z".repeat(3000));
        let places = Places::new(&text, Before::default());
        for (at, _) in text.char_indices().chain([(text.len(), ' ')]) {
            let line_start = text[..at].rfind('\n').map_or(0, |end| end + 1);
            let column = text[line_start..at].trim_start_matches('\u{feff}').chars().count() as u32 + 1;
            assert_eq!(places.place(at).column, column, "at byte {at}");
        }
        assert_eq!(places.clamp(Span { start: 4, end: 2 }), 4..4, "reversed");
        assert_eq!(places.clamp(Span::new(1, 1)), 0..3, "inside a character");
    }
}
