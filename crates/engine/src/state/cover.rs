//! The store that removes candidates: an exact cover, kept at its fixed point.

use std::sync::Arc;

use sdkc_board::{Board, Mask, Shape};

use super::{Candidates, Geometry, Item, Store, Tables};
use crate::{
    Backend, Observer, Stats,
    post::Extras,
    propagators::{decide, settle},
};

/// The most cells that this store takes: its tables cost about 100 bytes a cell.
pub(crate) const MOST_CELLS: usize = 1 << 20;

pub(crate) struct Cover<M> {
    pub(crate) tables: Tables<M>,
    pub(crate) state: Candidates<M>,
}

impl<M: Mask> Cover<M> {
    /// The board at its first fixed point; `None` where that is a contradiction.
    pub(crate) fn new<O: Observer>(
        board: &Board,
        geometry: Arc<Geometry<M>>,
        extras: Extras,
        locked: bool,
        stats: &mut Stats,
        observer: &mut O,
    ) -> Option<Self> {
        let tables = Tables { geometry, extras };
        let mut state = Candidates::new(&tables, locked);
        let fits = state.post(&tables, board) && settle(&tables, &mut state, stats, observer);
        // What follows from the givens stays: nothing above the first decision is ever taken back.
        state.forget_trail();
        fits.then_some(Self { tables, state })
    }
}

impl<M: Mask> Store for Cover<M> {
    type Mask = M;

    fn shape(&self) -> &Shape {
        &self.tables.geometry.shape
    }

    fn backend(&self) -> Backend {
        if self.state.dirty.locked { Backend::Locked } else { Backend::Singles }
    }

    fn extras(&self) -> &Extras {
        &self.tables.extras
    }

    #[inline]
    fn is_open(&self, cell: usize) -> bool {
        self.state.numbers[cell] == 0
    }

    #[inline]
    fn n_open(&self) -> usize {
        self.state.n_open
    }

    #[inline]
    fn legal(&self, cell: usize) -> M {
        self.state.values[cell]
    }

    fn number(&self, cell: usize) -> u8 {
        self.state.numbers[cell]
    }

    #[inline]
    fn mark(&self) -> usize {
        self.state.mark()
    }

    #[inline]
    fn place<O: Observer>(&mut self, cell: usize, value: usize, stats: &mut Stats, observer: &mut O) -> bool {
        decide(&self.tables, &mut self.state, (cell, value), stats, observer)
    }

    #[inline]
    fn undo<O: Observer>(&mut self, mark: usize, observer: &mut O) {
        self.state.undo(&self.tables.geometry, mark, observer);
    }

    fn tightest(&self) -> Option<Item> {
        crate::search::tightest(&self.state)
    }

    #[inline]
    fn options(&self, item: Item) -> M {
        match item.slot() {
            Some(slot) => self.state.places[slot],
            None => self.state.values[item.cell()],
        }
    }

    #[inline]
    fn option(&self, item: Item, bit: usize) -> (usize, usize) {
        let Some(slot) = item.slot() else { return (item.cell(), bit) };
        let geometry = &self.tables.geometry;
        let value = slot % geometry.side;
        (geometry.house_cells[slot - value + bit] as usize, value)
    }
}
