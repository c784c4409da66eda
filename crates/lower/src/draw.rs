//! Where the lines between blocks run, and rows drawn with them: for layouts, hints and fixes.

use sdkc_board::Shape;
use sdkc_syntax::Layout;

use crate::{alphabet::Alphabet, cut::Holds};

/// The lines in front of which a border runs along an axis (0 rows, 1 columns); none on boards without blocks and
/// on jigsaw boards.
pub(crate) fn borders(shape: &Shape, axis: usize) -> Vec<u32> {
    let side = shape.side() as u32;
    match shape.block_lengths() {
        Some(lengths) if shape.has_blocks() => {
            (1..side).filter(|at| at.is_multiple_of(u32::from(lengths[axis]))).collect()
        }
        _ => Vec::new(),
    }
}

/// The layout of a grid of this board.
pub(crate) fn layout(shape: &Shape, alphabet: &Alphabet, holds: Holds) -> Layout {
    Layout {
        side: shape.side() as u32,
        column_borders: borders(shape, 1),
        row_borders: borders(shape, 0),
        cell_width: alphabet.notation.width() as u32,
        runs: holds.runs(alphabet),
        zero_is_empty: alphabet.notation.zero_is_empty(),
    }
}

/// The layout of a grid of regions, whose borders are the user's own.
pub(crate) const fn regions_layout(side: usize) -> Layout {
    Layout {
        side: side as u32,
        column_borders: Vec::new(),
        row_borders: Vec::new(),
        cell_width: 1,
        runs: sdkc_syntax::Runs::Cells,
        zero_is_empty: false,
    }
}

/// A row of these cells with bars at the borders.
pub(crate) fn row<'c>(cells: impl IntoIterator<Item = &'c str>, shape: &Shape) -> String {
    let borders = borders(shape, 1);
    let mut out = String::new();
    for (at, cell) in cells.into_iter().enumerate() {
        if at > 0 {
            out.push(' ');
        }
        if borders.contains(&(at as u32)) {
            out.push_str("| ");
        }
        out.push_str(cell);
    }
    out
}

/// A row of empty cells.
pub(crate) fn empty_row(shape: &Shape) -> String {
    row(std::iter::repeat_n(".", shape.side()), shape)
}
