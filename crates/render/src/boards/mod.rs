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
use sdkc_puzzle::{Notation, Puzzle};

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

/// The text of each value, right-aligned to the width of the longest.
#[derive(Default)]
pub(crate) struct Texts(Vec<String>);

impl Texts {
    /// The texts of the values that the puzzle has.
    pub(crate) fn new(puzzle: &Puzzle) -> Self {
        let (width, side) = (puzzle.notation.width(), puzzle.notation.side());
        let text = |value| format!("{:>width$}", puzzle.notation.show(value));
        Self((0..side).filter_map(Value::from_index).map(text).collect())
    }

    /// What stands in a cell: `.` where it is empty.
    pub(crate) fn of(&self, value: Option<Value>) -> &str {
        value.map_or(".", |value| self.0.get(value.index()).map_or("?", String::as_str))
    }
}

/// The one character of each cell's value on a board where every value has one; `.` where it is empty.
pub(crate) fn symbol(notation: &Notation, value: Option<Value>) -> char {
    let Some(value) = value else { return '.' };
    let symbol = match notation.as_symbols() {
        Some(symbols) => symbols.get(value.index()).copied(),
        None => char::from_digit(value.number().into(), 10),
    };
    symbol.unwrap_or('?')
}
