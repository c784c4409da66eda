//! Where the lines of a text start, and columns in the encoding that the reader of a message counts in.

/// The unit in which columns are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Encoding {
    /// Bytes.
    Utf8,
    /// UTF-16 code units, as most editors count.
    Utf16,
    /// Unicode scalar values, as people count.
    Utf32,
}

/// A 0-based line and column.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Position {
    /// 0-based line.
    pub line: u32,
    /// 0-based column, in the unit of the [`Encoding`] asked for.
    pub column: u32,
}

/// How far apart the places are up to which characters are counted once and for all.
const STEP: usize = 1024;

/// The line starts of one text; lines end with `\n`, `\r\n` or a lone `\r`.
///
/// Counting columns from a line's start is linear in the line, and a line may have ten million characters. So the count up to every
/// 1024th byte is remembered, unless the text is ASCII, where there is nothing to count: places cost O(log n) after one pass.
///
/// ```
/// use sdkc_diagnostics::{Encoding, LineIndex, Position};
/// let text = "a\n😀b";
/// let index = LineIndex::new(text);
/// let b = text.find('b').unwrap() as u32;
/// assert_eq!(index.position(text, b, Encoding::Utf16), Position { line: 1, column: 2 });
/// assert_eq!(index.position(text, b, Encoding::Utf32), Position { line: 1, column: 1 });
/// assert_eq!(index.offset(text, Position { line: 1, column: 2 }, Encoding::Utf16), b);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineIndex {
    starts: Vec<u32>,
    len: u32,
    /// What stands before each multiple of [`STEP`]; empty for ASCII.
    counts: Vec<Units>,
}

/// Units of text by encoding.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Units {
    utf16: u32,
    utf32: u32,
}

impl Units {
    fn of(bytes: &[u8]) -> Self {
        let count = |is: fn(&&u8) -> bool| u32::try_from(bytes.iter().filter(is).count()).unwrap_or(u32::MAX);
        let utf32 = count(|byte| **byte & 0xc0 != 0x80);
        // What takes four bytes takes a pair of surrogates.
        Self { utf16: utf32.saturating_add(count(|byte| **byte >= 0xf0)), utf32 }
    }

    const fn of_encoding(self, encoding: Encoding) -> u32 {
        match encoding {
            Encoding::Utf16 => self.utf16,
            _ => self.utf32,
        }
    }

    const fn plus(self, other: Self) -> Self {
        Self { utf16: self.utf16.saturating_add(other.utf16), utf32: self.utf32.saturating_add(other.utf32) }
    }
}

impl LineIndex {
    /// Finds the line starts of `text` in one pass.
    #[must_use]
    pub fn new(text: &str) -> Self {
        let bytes = text.as_bytes();
        let mut starts = vec![0];
        for (at, byte) in bytes.iter().enumerate() {
            let ends = *byte == b'\n' || (*byte == b'\r' && bytes.get(at + 1) != Some(&b'\n'));
            if ends {
                starts.push(u32::try_from(at + 1).unwrap_or(u32::MAX));
            }
        }
        let mut counts = Vec::new();
        if !text.is_ascii() {
            let mut before = Units::default();
            for chunk in bytes.chunks(STEP) {
                counts.push(before);
                before = before.plus(Units::of(chunk));
            }
        }
        Self { starts, len: u32::try_from(bytes.len()).unwrap_or(u32::MAX), counts }
    }

    /// The number of lines; an empty text has one.
    #[must_use]
    pub fn n_lines(&self) -> u32 {
        u32::try_from(self.starts.len()).unwrap_or(u32::MAX)
    }

    /// The 0-based line that holds the byte at `offset` (the last line for offsets past the end).
    #[must_use]
    pub fn line(&self, offset: u32) -> u32 {
        let after = self.starts.partition_point(|start| *start <= offset);
        u32::try_from(after.saturating_sub(1)).unwrap_or(u32::MAX)
    }

    /// The offset at which a line starts; the text's end for lines past the last.
    #[must_use]
    pub fn line_start(&self, line: u32) -> u32 {
        self.starts.get(line as usize).copied().unwrap_or(self.len)
    }

    /// The text of a line without its line break.
    #[must_use]
    pub fn line_text<'t>(&self, text: &'t str, line: u32) -> &'t str {
        let range = self.line_start(line) as usize..self.line_start(line.saturating_add(1)) as usize;
        text.get(range).unwrap_or("").trim_end_matches(['\n', '\r'])
    }

    /// Line and column of an offset; one inside a character counts as its start, one past the end as the end.
    #[must_use]
    pub fn position(&self, text: &str, offset: u32, encoding: Encoding) -> Position {
        let line = self.line(offset.min(self.len));
        let start = self.line_start(line) as usize;
        let mut end = (offset.min(self.len) as usize).min(text.len());
        while !text.is_char_boundary(end) {
            end -= 1;
        }
        let column = self.units_before(text, end, encoding) - self.units_before(text, start, encoding);
        Position { line, column }
    }

    /// The offset of a position; columns past the line's end mean its end, lines past the last the text's end.
    #[must_use]
    pub fn offset(&self, text: &str, position: Position, encoding: Encoding) -> u32 {
        let start = self.line_start(position.line) as usize;
        let end = start + self.line_text(text, position.line).len();
        let wanted = self.units_before(text, start, encoding).saturating_add(position.column);
        // The last place that was counted before the wanted one, or the line's start.
        let counted = self.counts.partition_point(|count| count.of_encoding(encoding) <= wanted);
        let mut at = if self.counts.is_empty() || encoding == Encoding::Utf8 {
            text.floor_char_boundary((start + position.column as usize).min(end))
        } else {
            text.ceil_char_boundary((counted.saturating_sub(1) * STEP).clamp(start, end))
        };
        let mut units = self.units_before(text, at, encoding);
        for ch in text.get(at..end).unwrap_or("").chars() {
            units += char_width(ch, encoding);
            if units > wanted {
                break;
            }
            at += ch.len_utf8();
        }
        u32::try_from(at).unwrap_or(u32::MAX)
    }

    /// What stands before a character's first byte.
    fn units_before(&self, text: &str, offset: usize, encoding: Encoding) -> u32 {
        let bytes = u32::try_from(offset).unwrap_or(u32::MAX);
        if encoding == Encoding::Utf8 || self.counts.is_empty() {
            return bytes;
        }
        // A text whose length is a multiple of the step has no count at its end.
        let at = (offset / STEP).min(self.counts.len() - 1);
        let rest = text.as_bytes().get(at * STEP..offset).unwrap_or(&[]);
        self.counts[at].plus(Units::of(rest)).of_encoding(encoding)
    }
}

fn char_width(ch: char, encoding: Encoding) -> u32 {
    let units = match encoding {
        Encoding::Utf8 => ch.len_utf8(),
        Encoding::Utf16 => ch.len_utf16(),
        Encoding::Utf32 => 1,
    };
    u32::try_from(units).unwrap_or(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_three_line_ends_count() {
        let text = "a\r\nb\rc\nd";
        let index = LineIndex::new(text);
        let lines: Vec<_> = (0..index.n_lines()).map(|line| index.line_text(text, line)).collect();
        assert_eq!(lines, ["a", "b", "c", "d"]);
    }

    #[test]
    fn every_offset_comes_back() {
        let text = "sdk 1\r\npuzzle \"ä😀\" {\n}\n";
        let index = LineIndex::new(text);
        for encoding in [Encoding::Utf8, Encoding::Utf16, Encoding::Utf32] {
            for (offset, ch) in text.char_indices().filter(|(_, ch)| !matches!(ch, '\r' | '\n')) {
                let offset = offset as u32;
                let position = index.position(text, offset, encoding);
                assert_eq!(index.offset(text, position, encoding), offset, "{ch:?} {encoding:?}");
            }
        }
    }

    #[test]
    fn long_lines_are_counted_as_plainly_as_short_ones() {
        let text = format!("ä\n{}€{}\r\n{}", "é😀".repeat(900), "x".repeat(2000), "z😀".repeat(1500));
        let index = LineIndex::new(&text);
        for encoding in [Encoding::Utf8, Encoding::Utf16, Encoding::Utf32] {
            for (offset, ch) in text.char_indices().filter(|(_, ch)| !matches!(ch, '\r' | '\n')) {
                let line_start = text[..offset].rfind('\n').map_or(0, |end| end + 1);
                let column = text[line_start..offset].chars().map(|ch| char_width(ch, encoding)).sum();
                let position = index.position(&text, offset as u32, encoding);
                assert_eq!(position.column, column, "{ch:?} {encoding:?} at {offset}");
                assert_eq!(index.offset(&text, position, encoding), offset as u32, "{ch:?} {encoding:?}");
            }
        }
    }

    #[test]
    fn columns_inside_a_character_are_its_start() {
        let text = "😀b";
        let index = LineIndex::new(text);
        for (column, encoding) in [(1, Encoding::Utf16), (1, Encoding::Utf8), (3, Encoding::Utf8)] {
            assert_eq!(index.offset(text, Position { line: 0, column }, encoding), 0, "{encoding:?}");
        }
        assert_eq!(index.position(text, 2, Encoding::Utf16).column, 0);
    }

    #[test]
    fn places_past_the_end_are_the_end() {
        let text = "ab\ncd";
        let index = LineIndex::new(text);
        assert_eq!(index.position(text, 99, Encoding::Utf16), Position { line: 1, column: 2 });
        assert_eq!(index.offset(text, Position { line: 0, column: 9 }, Encoding::Utf8), 2);
        assert_eq!(index.offset(text, Position { line: 9, column: 0 }, Encoding::Utf8), 5);
    }
}
