//! Where in the text the parts of a puzzle stand.

use sdkc_board::Cell;
use sdkc_diagnostics::Span;

/// The places of cells in a text. Twelve bytes for each cell that is written; look-up by binary search.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CellSpans {
    /// Sorted by cell; of two entries for a cell the later one counts.
    entries: Vec<(Cell, Span)>,
}

impl CellSpans {
    /// Remembers the place of a cell. Cells may come in any order; reading order is the fastest. A second place for a cell replaces the first.
    pub fn insert(&mut self, cell: Cell, span: Span) {
        if self.entries.last().is_none_or(|(last, _)| *last < cell) {
            return self.entries.push((cell, span));
        }
        match self.entries.binary_search_by_key(&cell, |(cell, _)| *cell) {
            Ok(at) => self.entries[at].1 = span,
            Err(at) => self.entries.insert(at, (cell, span)),
        }
    }

    /// The places of these cells, sorted once; of two places for a cell the later one counts.
    #[must_use]
    pub fn from_pairs(mut pairs: Vec<(Cell, Span)>) -> Self {
        pairs.sort_by_key(|(cell, _)| *cell);
        pairs.dedup_by(|next, kept| {
            let same = next.0 == kept.0;
            if same {
                kept.1 = next.1;
            }
            same
        });
        Self { entries: pairs }
    }

    /// Where a cell stands.
    #[must_use]
    pub fn span(&self, cell: Cell) -> Option<Span> {
        self.entries.binary_search_by_key(&cell, |(cell, _)| *cell).ok().map(|at| self.entries[at].1)
    }

    /// The cell that is written at an offset (the end of its text counts too). Looks at every entry.
    #[must_use]
    pub fn cell_at(&self, offset: u32) -> Option<Cell> {
        let inside = self.entries.iter().find(|(_, span)| span.contains(offset));
        inside.or_else(|| self.entries.iter().find(|(_, span)| span.end == offset)).map(|(cell, _)| *cell)
    }

    /// All places, by cell.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (Cell, Span)> + '_ {
        self.entries.iter().copied()
    }

    /// Whether no cell is written.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }
}

/// Where the parts of one puzzle stand. Empty for a puzzle that was not read from a text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Origins {
    /// The whole puzzle.
    pub puzzle: Option<Span>,
    /// Its name, or the keyword that opens it: the place for what concerns the puzzle as a whole.
    pub header: Option<Span>,
    /// The cells of the givens: grid cells (empty ones too) and the values of single `given` items.
    pub givens: CellSpans,
    /// The cells of `candidates`.
    pub candidates: CellSpans,
    /// The cells of the state.
    pub state: CellSpans,
    /// What fixed the shape (`block`, `dimensions`, `regions`), where written.
    pub shape: Option<Span>,
    /// For each further constraint of the board its place, in their order.
    pub constraints: Vec<Span>,
}

impl Origins {
    /// The best place for something about a cell: where its given is written, else its candidates, else the puzzle's header.
    #[must_use]
    pub fn cell(&self, cell: Cell) -> Option<Span> {
        self.givens.span(cell).or_else(|| self.candidates.span(cell)).or(self.header)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sdkc_board::Shape;

    #[test]
    fn places_come_in_any_order_and_the_last_counts() {
        let shape = Shape::classic();
        let cell = |at| shape.cell_at(at).unwrap();
        let mut spans = CellSpans::default();
        for (at, start) in [(5, 50), (1, 10), (5, 51), (9, 90)] {
            spans.insert(cell(at), Span::new(start, start + 1));
        }
        assert_eq!(spans.span(cell(5)), Some(Span::new(51, 52)));
        assert_eq!(spans.iter().len(), 3);
        assert_eq!(spans.cell_at(10), Some(cell(1)));
        assert_eq!(spans.cell_at(11), Some(cell(1)));
        assert_eq!(spans.cell_at(12), None);
        let pairs = vec![(cell(5), Span::at(50)), (cell(1), Span::new(10, 11)), (cell(5), Span::new(51, 52))];
        assert_eq!(CellSpans::from_pairs(pairs).span(cell(5)), Some(Span::new(51, 52)));
    }
}
