//! What every step of lowering one puzzle needs at hand.

use sdkc_board::Shape;

use crate::{alphabet::Alphabet, report::Report};

/// The puzzle at hand, once its shape is known.
pub(crate) struct Context<'t> {
    /// The text of the whole file.
    pub(crate) text: &'t str,
    pub(crate) shape: Shape,
    pub(crate) alphabet: Alphabet,
    pub(crate) report: Report,
    pub(crate) size: SizeDoubt,
}

/// What is known about whether the shape is the one that the author has in mind.
#[derive(Debug, Default)]
pub(crate) struct SizeDoubt {
    /// Where to write `block` if the shape is the default one.
    pub(crate) insert_block_at: Option<u32>,
    /// Whether an item that could not be read may have been the one about the shape.
    pub(crate) shape_may_be_unread: bool,
    /// The size (rows, cells) of a grid that has been reported as not fitting the board: other grids of the same size
    /// are the same mistake.
    pub(crate) told: Option<(usize, usize)>,
}

impl Context<'_> {
    /// The side as a size.
    pub(crate) fn side(&self) -> usize {
        self.shape.side()
    }

    /// The size of one grid, `9×9`.
    pub(crate) fn grid_size(&self) -> String {
        let side = self.side();
        format!("{side}×{side}")
    }
}
