//! How a grid is to be drawn: the little that a formatter has to know about a board.

/// How the rows of one grid are cut into cells and drawn. Whoever knows the board makes one for each grid of a file.
///
/// The grids of a file are counted in text order: each `{ … }` that holds rows is one grid, so each layer is one, and
/// the braces around layers are none. See [`grids`](crate::grids).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    /// The number of cells in a row, and of rows.
    pub side: u32,
    /// The columns (0-based) in front of which `|` is drawn, ascending; neither 0 nor `side`.
    pub column_borders: Vec<u32>,
    /// The rows (0-based) above which a line is drawn, ascending; neither 0 nor `side`.
    pub row_borders: Vec<u32>,
    /// The width of the widest cell that the board can have, in characters: 1 for digits and symbols, 2 from 10 on.
    /// Cells that are wider still, as in a grid of candidates, make all cells of the grid wider.
    pub cell_width: u32,
    /// How a run of letters and digits is cut into cells.
    pub runs: Runs,
    /// Whether `0` is an empty cell (which is written `.`), as everywhere but where it is a symbol or names a region.
    pub zero_is_empty: bool,
}

/// How a run of letters and digits is cut into cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Runs {
    /// Every character is a cell.
    Cells,
    /// A run is one cell: a number of several digits, or all candidates of a cell.
    Whole,
}
