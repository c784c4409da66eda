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

/// The line starts of one text; lines end with `\n`, `\r\n` or a lone `\r`.
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
        Self { starts, len: u32::try_from(bytes.len()).unwrap_or(u32::MAX) }
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
        let before = text.get(start..end).unwrap_or("");
        Position { line, column: width(before, encoding) }
    }

    /// The offset of a position; columns past the line's end mean its end, lines past the last the text's end.
    #[must_use]
    pub fn offset(&self, text: &str, position: Position, encoding: Encoding) -> u32 {
        let start = self.line_start(position.line);
        let mut left = position.column;
        let mut offset = start;
        for ch in self.line_text(text, position.line).chars() {
            let units = char_width(ch, encoding);
            if left < units {
                break;
            }
            left -= units;
            offset += char_width(ch, Encoding::Utf8);
        }
        offset
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

fn width(text: &str, encoding: Encoding) -> u32 {
    match encoding {
        Encoding::Utf8 => u32::try_from(text.len()).unwrap_or(u32::MAX),
        _ => text.chars().map(|ch| char_width(ch, encoding)).sum(),
    }
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
    fn places_past_the_end_are_the_end() {
        let text = "ab\ncd";
        let index = LineIndex::new(text);
        assert_eq!(index.position(text, 99, Encoding::Utf16), Position { line: 1, column: 2 });
        assert_eq!(index.offset(text, Position { line: 0, column: 9 }, Encoding::Utf8), 2);
        assert_eq!(index.offset(text, Position { line: 9, column: 0 }, Encoding::Utf8), 5);
    }
}
