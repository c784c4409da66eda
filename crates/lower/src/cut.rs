//! Cuts the rows of a grid, and strings of cells, into cells.
//!
//! # Where a run of letters and digits is cut
//!
//! * In a grid of values each character is a cell where values are one character: on boards of side 9 or less, and
//!   with `symbols` at every side. Otherwise a run is one number and so one cell.
//! * In a grid of candidates a run is always one cell. Where values are one character, each character of it is one
//!   candidate (`14` takes 1 or 4). Where they are numbers over 9, a run is one number, so a cell of the grid takes one
//!   value or all (`.`); for cells that take some, write `candidates r1c1 = 4 12`, or use `symbols`.
//! * Each mark of an empty cell is a cell of its own, everywhere. In a grid of candidates it means all candidates.

use sdkc_diagnostics::{Code, Diagnostic, Span};
use sdkc_syntax::{
    Runs, ast,
    grid_row::{RowPart, RowParts},
};

use crate::{
    alphabet::{Alphabet, Reading},
    report::Report,
};

/// One cell as written.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Piece {
    pub(crate) span: Span,
    pub(crate) reading: Reading,
}

/// A bar between the cells of a row.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bar {
    /// The 0-based row.
    pub(crate) row: usize,
    /// The number of cells in front of it in the row.
    pub(crate) column: usize,
    pub(crate) span: Span,
}

/// The rows of one grid, cut.
#[derive(Debug, Default)]
pub(crate) struct CutRows {
    pieces: Vec<Piece>,
    ends: Vec<usize>,
    pub(crate) bars: Vec<Bar>,
}

/// What the cells of a grid hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Holds {
    /// A value or nothing.
    Values,
    /// The candidates of the cell.
    Candidates,
}

impl Holds {
    /// How the runs of such a grid are cut.
    pub(crate) fn runs(self, alphabet: &Alphabet) -> Runs {
        match self {
            Self::Values => alphabet.runs(),
            Self::Candidates => Runs::Whole,
        }
    }
}

impl CutRows {
    /// Cuts all rows of a grid.
    pub(crate) fn new(grid: &ast::Grid, text: &str, alphabet: &Alphabet, holds: Holds) -> Self {
        let mut cut = Self::default();
        for row in &grid.rows {
            let start = cut.pieces.len();
            for part in row.parts(text) {
                match part {
                    RowPart::Empty(span) => cut.pieces.push(Piece { span, reading: Reading::Empty }),
                    RowPart::Run(span) => push_run(&mut cut.pieces, text, span, alphabet, holds),
                    RowPart::Bar(span) => {
                        let column = cut.pieces.len() - start;
                        cut.bars.push(Bar { row: cut.ends.len(), column, span });
                    }
                }
            }
            cut.ends.push(cut.pieces.len());
        }
        cut
    }

    /// The cells of a row.
    pub(crate) fn row(&self, row: usize) -> &[Piece] {
        let start = if row == 0 { 0 } else { self.ends[row - 1] };
        &self.pieces[start..self.ends[row]]
    }

    /// The rows in order.
    pub(crate) fn rows(&self) -> impl Iterator<Item = &[Piece]> {
        (0..self.ends.len()).map(|row| self.row(row))
    }
}

fn push_run(pieces: &mut Vec<Piece>, text: &str, span: Span, alphabet: &Alphabet, holds: Holds) {
    let run = &text[span.range()];
    if holds == Holds::Candidates {
        let is_empty = run == "0" && alphabet.notation.zero_is_empty();
        let reading = if is_empty { Reading::Empty } else { Reading::Candidates };
        return pieces.push(Piece { span, reading });
    }
    if alphabet.runs() == Runs::Whole {
        return pieces.push(Piece { span, reading: alphabet.read(run) });
    }
    for (at, ch) in run.char_indices() {
        let end = at + ch.len_utf8();
        let here = Span::from_range(at..end).shifted(span.start);
        pieces.push(Piece { span: here, reading: alphabet.read(&run[at..end]) });
    }
}

/// Cuts a string of cells; blanks and bars may stand anywhere. `None` where it holds a character that is no cell, which
/// is reported.
pub(crate) fn cut_text(text: &ast::Text, alphabet: &Alphabet, report: &mut Report) -> Option<Vec<Piece>> {
    let whole = Span::from_range(0..text.value.len());
    let mut pieces = Vec::new();
    let (mut at, mut clean) = (0, true);
    let mut gap = |range: std::ops::Range<usize>| {
        let stray = text.value[range.clone()].char_indices().find(|(_, ch)| !ch.is_ascii_whitespace());
        if let Some((offset, ch)) = stray {
            let start = range.start + offset;
            let shown: String = ch.escape_debug().collect();
            report.push(
                Diagnostic::new(
                    Code::E0104,
                    format!("`{shown}` cannot stand among cells"),
                    text.place(start..start + ch.len_utf8()),
                )
                .with_note("cells are values and `.`, with or without blanks between them"),
            );
            clean = false;
        }
    };
    for part in RowParts::new(&text.value, whole) {
        let range = part.span().range();
        gap(at..range.start);
        at = range.end;
        let first = pieces.len();
        match part {
            RowPart::Empty(span) => pieces.push(Piece { span, reading: Reading::Empty }),
            RowPart::Run(span) => push_run(&mut pieces, &text.value, span, alphabet, Holds::Values),
            RowPart::Bar(_) => {}
        }
        for piece in &mut pieces[first..] {
            piece.span = text.place(piece.span.range());
        }
    }
    gap(at..text.value.len());
    clean.then_some(pieces)
}
