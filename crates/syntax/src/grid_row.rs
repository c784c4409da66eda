//! Cuts a row of a grid into runs of letters and digits, marks for empty cells, and bars.

use sdkc_diagnostics::Span;

/// A piece of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RowPart {
    /// A run of letters and digits: one cell or many, which the board decides.
    Run(Span),
    /// One mark for an empty cell: `.`, `_`, `*`, `?` or `·`.
    Empty(Span),
    /// `|` or a stroke that stands for it, drawn between cells.
    Bar(Span),
}

impl RowPart {
    /// Where it stands.
    #[must_use]
    pub const fn span(self) -> Span {
        match self {
            Self::Run(span) | Self::Empty(span) | Self::Bar(span) => span,
        }
    }
}

/// What a character does in a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CellChar {
    /// Part of a run.
    Run,
    /// An empty cell.
    Empty,
    /// Drawn between cells.
    Bar,
    /// Separates.
    Blank,
    /// Not allowed.
    Stray,
}

/// The class of a character in a row.
pub(crate) fn cell_char(ch: char) -> CellChar {
    match ch {
        '0'..='9' | 'a'..='z' | 'A'..='Z' => CellChar::Run,
        '.' | '_' | '*' | '?' | '·' => CellChar::Empty,
        '|' | '│' | '┃' | '║' | '¦' => CellChar::Bar,
        ' ' | '\t' => CellChar::Blank,
        _ if ch.is_alphanumeric() => CellChar::Run,
        _ => CellChar::Stray,
    }
}

/// The parts of a row, in order. Characters that no grid can hold are passed over; the lexer has reported them.
#[derive(Clone, Debug)]
pub struct RowParts<'t> {
    text: &'t str,
    at: usize,
    end: usize,
}

impl<'t> RowParts<'t> {
    /// The parts of the piece of `text` at `span`.
    ///
    /// ```
    /// use sdkc_diagnostics::Span;
    /// use sdkc_syntax::grid_row::{RowPart, RowParts};
    /// let parts: Vec<_> = RowParts::new("10 . | 3", Span::new(0, 8)).collect();
    /// assert_eq!(parts[0], RowPart::Run(Span::new(0, 2)));
    /// assert_eq!(parts[1], RowPart::Empty(Span::new(3, 4)));
    /// assert_eq!(parts.len(), 4);
    /// ```
    #[must_use]
    pub fn new(text: &'t str, span: Span) -> Self {
        let range = span.range();
        let end = range.end.min(text.len());
        Self { text, at: range.start.min(end), end }
    }

    fn char_at(&self, at: usize) -> Option<(char, usize)> {
        let byte = *self.text.as_bytes().get(at).filter(|_| at < self.end)?;
        if byte.is_ascii() {
            return Some((char::from(byte), at + 1));
        }
        let ch = self.text.get(at..self.end)?.chars().next()?;
        Some((ch, at + ch.len_utf8()))
    }
}

impl Iterator for RowParts<'_> {
    type Item = RowPart;

    fn next(&mut self) -> Option<RowPart> {
        loop {
            let start = self.at;
            let (ch, next) = self.char_at(start)?;
            self.at = next;
            match cell_char(ch) {
                CellChar::Blank | CellChar::Stray => {}
                CellChar::Empty => return Some(RowPart::Empty(Span::from_range(start..next))),
                CellChar::Bar => return Some(RowPart::Bar(Span::from_range(start..next))),
                CellChar::Run => {
                    while let Some((ch, next)) = self.char_at(self.at)
                        && cell_char(ch) == CellChar::Run
                    {
                        self.at = next;
                    }
                    return Some(RowPart::Run(Span::from_range(start..self.at)));
                }
            }
        }
    }
}
