//! What the search knows of the board at a moment, and how it takes steps back.

mod candidates;
mod cover;
mod geometry;
mod textbook;

use sdkc_board::{Grid, Mask, Shape, Value};

pub(crate) use candidates::{Candidate, Candidates, Tables};
pub(crate) use cover::{Cover, MOST_CELLS};
pub(crate) use geometry::Geometry;
pub(crate) use textbook::Textbook;

use crate::{Backend, Observer, Stats, post::Extras};

/// What a decision is about: the values of a cell, or the places of a value in a house.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Item(u32);

/// Marks an item as the slot of a house and value.
const SLOT: u32 = 1 << 31;

impl Item {
    #[inline]
    pub(crate) const fn at_cell(cell: usize) -> Self {
        Self(cell as u32)
    }

    #[inline]
    pub(crate) const fn at_slot(slot: usize) -> Self {
        Self(slot as u32 | SLOT)
    }

    #[inline]
    pub(crate) const fn slot(self) -> Option<usize> {
        if self.0 & SLOT == 0 { None } else { Some((self.0 & !SLOT) as usize) }
    }

    /// The cell; meaningless for a slot.
    #[inline]
    pub(crate) const fn cell(self) -> usize {
        self.0 as usize
    }
}

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
    /// What a search on this store is called.
    fn backend(&self) -> Backend;
    /// The constraints beyond the shape's units.
    fn extras(&self) -> &Extras;

    /// Where `auto` branches, if this store has an opinion.
    fn tightest(&self) -> Option<Item> {
        None
    }

    /// The bits to be tried of an item.
    fn options(&self, item: Item) -> Self::Mask {
        self.legal(item.cell())
    }

    /// The cell and value that a bit of an item stands for.
    fn option(&self, item: Item, bit: usize) -> (usize, usize) {
        (item.cell(), bit)
    }

    /// The number of filled peers of a cell.
    fn filled_peers(&self, cell: usize) -> usize {
        self.extras().peers(self.shape(), cell).into_iter().filter(|peer| !self.is_open(*peer)).count()
    }

    /// How many open peers could take `value` as well.
    fn rivals(&self, cell: usize, value: usize) -> usize {
        let bit = Self::Mask::bit(value);
        let open = self.extras().peers(self.shape(), cell).into_iter().filter(|peer| self.is_open(*peer));
        open.filter(|peer| !(self.legal(*peer) & bit).is_empty()).count()
    }

    /// All cells as they stand.
    fn grid(&self) -> Grid {
        Grid::from_values((0..self.shape().n_cells()).map(|cell| Value::new(self.number(cell))).collect())
    }
}
