//! What the search knows of the board at a moment, and how it takes steps back.

mod textbook;

use sdkc_board::{Grid, Mask, Shape, Value};

pub(crate) use textbook::Textbook;

use crate::{Observer, Stats};

/// A board half filled. Cells and values are plain numbers here, below the public types: `cell` in reading order,
/// `value` the bit in masks.
pub(crate) trait Store {
    /// Candidate masks as wide as the board needs.
    type Mask: Mask;

    /// The board's shape.
    fn shape(&self) -> &Shape;
    /// Whether the cell is empty.
    fn is_open(&self, cell: usize) -> bool;
    /// The number of empty cells.
    fn n_open(&self) -> usize;
    /// The values that an empty cell can still take.
    fn legal(&self, cell: usize) -> Self::Mask;
    /// The value of a filled cell, as its number; 0 where empty.
    fn number(&self, cell: usize) -> u8;
    /// Where to go back to with [`Store::undo`].
    fn mark(&self) -> usize;
    /// Puts a legal value into an empty cell and draws the consequences; `false` on a contradiction, after which only
    /// `undo` is allowed.
    fn place<O: Observer>(&mut self, cell: usize, value: usize, stats: &mut Stats, observer: &mut O) -> bool;
    /// Takes back everything since the mark.
    fn undo<O: Observer>(&mut self, mark: usize, observer: &mut O);
    /// The number of filled peers of a cell.
    fn filled_peers(&self, cell: usize) -> usize;
    /// How many open peers could take `value` as well.
    fn rivals(&self, cell: usize, value: usize) -> usize;

    /// All cells as they stand.
    fn grid(&self) -> Grid {
        Grid::from_values((0..self.shape().n_cells()).map(|cell| Value::new(self.number(cell))).collect())
    }
}
