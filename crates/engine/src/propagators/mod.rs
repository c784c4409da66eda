//! What removes candidates, one family a file, and the order in which they run until nothing changes.
//!
//! To add one: write its file with a function that gets tables and state and removes candidates by `Candidates::remove` (which
//! does the trail, the singles and the marks), let `Dirty` remember what wakes it, and call it in [`settle`] after
//! everything cheaper.

mod locked;
mod order;
mod singles;

use sdkc_board::Mask;

use crate::{
    Observer, Stats,
    state::{Candidates, Tables},
};

/// What has changed since the propagators last looked.
pub(crate) struct Dirty<M> {
    /// Whether locked candidates are wanted.
    pub(crate) locked: bool,
    /// Whether there are pairs in order.
    pub(crate) order: bool,
    /// Values whose places changed, by house, and the houses that have any.
    values: Vec<M>,
    houses: Vec<u32>,
    /// Cells whose values changed, where there are pairs in order.
    pub(crate) cells: Vec<u32>,
}

impl<M: Mask> Dirty<M> {
    pub(crate) fn new(n_houses: usize, locked: bool, order: bool) -> Self {
        let values = if locked { vec![M::EMPTY; n_houses] } else { Vec::new() };
        Self { locked, order, values, houses: Vec::new(), cells: Vec::new() }
    }

    /// Some places of a value in a house are gone.
    #[inline]
    pub(crate) fn house(&mut self, house: u32, bit: M) {
        let values = &mut self.values[house as usize];
        if values.is_empty() {
            self.houses.push(house);
        }
        *values |= bit;
    }

    fn clear(&mut self) {
        self.cells.clear();
        for house in self.houses.drain(..) {
            self.values[house as usize] = M::EMPTY;
        }
    }
}

/// Puts a value into an open cell and runs all propagators; `false` on a contradiction.
pub(crate) fn decide<M: Mask, O: Observer>(
    tables: &Tables<M>,
    state: &mut Candidates<M>,
    (cell, value): (usize, usize),
    stats: &mut Stats,
    observer: &mut O,
) -> bool {
    let fits = singles::put(tables, state, cell, value) && to_fixed_point(tables, state, stats, observer);
    finish(state, stats, fits)
}

/// Runs all propagators until nothing changes; `false` on a contradiction.
pub(crate) fn settle<M: Mask, O: Observer>(
    tables: &Tables<M>,
    state: &mut Candidates<M>,
    stats: &mut Stats,
    observer: &mut O,
) -> bool {
    let fits = to_fixed_point(tables, state, stats, observer);
    finish(state, stats, fits)
}

/// Counts, and forgets what was still to be looked at before a contradiction.
fn finish<M: Mask>(state: &mut Candidates<M>, stats: &mut Stats, fits: bool) -> bool {
    stats.eliminations += std::mem::take(&mut state.removed);
    if !fits {
        state.singles.clear();
        state.dirty.clear();
    }
    fits
}

/// The cheapest first: each goes back to the start as soon as it has removed something.
fn to_fixed_point<M: Mask, O: Observer>(
    tables: &Tables<M>,
    state: &mut Candidates<M>,
    stats: &mut Stats,
    observer: &mut O,
) -> bool {
    loop {
        while let Some(single) = state.singles.pop() {
            if !singles::fill(tables, state, single, stats, observer) {
                return false;
            }
        }
        if let Some(cell) = state.dirty.cells.pop() {
            if !order::narrow(tables, state, cell as usize) {
                return false;
            }
            continue;
        }
        let Some(house) = state.dirty.houses.pop() else { return true };
        let values = std::mem::take(&mut state.dirty.values[house as usize]);
        if !locked::narrow(&tables.geometry, state, house as usize, values) {
            return false;
        }
    }
}
