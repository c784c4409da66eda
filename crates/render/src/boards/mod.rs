//! Boards as text: drawn as in a puzzle file, as pencil marks, or on one line.

mod draw;
mod jigsaw;
mod line;
mod marks;
mod ruler;

pub use draw::{DrawOptions, Drawn, draw_board};
pub use line::{Cells, write_line};
pub use marks::draw_candidates;

pub(crate) use ruler::Ruler;

use sdkc_board::{Coords, Grid, Shape, Value};
use sdkc_puzzle::Puzzle;

/// The number of two-dimensional layers: 1 for a flat board.
pub(crate) fn n_layers(shape: &Shape) -> usize {
    shape.n_cells() / (shape.side() * shape.side())
}

/// The 0-based number of the first cell of a row of a layer.
pub(crate) fn row_start(shape: &Shape, layer: usize, row: usize) -> usize {
    (layer * shape.side() + row) * shape.side()
}

/// The words over a layer, `layer (1, 2)`; `None` on flat boards.
pub(crate) fn layer_name(shape: &Shape, layer: usize) -> Option<String> {
    let coords: Coords = shape.coords(shape.cell_at(row_start(shape, layer, 0))?);
    let further = coords.get(2..).filter(|further| !further.is_empty())?;
    let names: Vec<String> = further.iter().map(|at| (u16::from(*at) + 1).to_string()).collect();
    Some(format!("layer ({})", names.join(", ")))
}

/// The values of `side` cells from `start` on; cells that the grid does not have are empty.
pub(crate) fn row_values(grid: &Grid, start: usize, side: usize) -> impl Iterator<Item = Option<Value>> + '_ {
    (start..start + side).map(|at| grid.values().get(at).copied().flatten())
}

/// Every value's text, by index, right-aligned to the width of the longest.
pub(crate) fn value_texts(puzzle: &Puzzle) -> Vec<String> {
    let width = puzzle.notation.width();
    (0..128)
        .filter_map(Value::from_index)
        .map(|value| format!("{:>width$}", puzzle.notation.show(value)))
        .collect()
}
