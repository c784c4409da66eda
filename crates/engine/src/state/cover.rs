//! The store that removes candidates: an exact cover, kept as masks.
//!
//! A candidate (cell, value) lies in the cell's mask of values and, for each house of the cell, in the value's mask of
//! places there. Removing it clears one bit in each; a mask down to one bit is a naked or hidden single, seen at
//! once, and an empty one a contradiction. Work is in proportion to the candidates removed, each at most once on a
//! way down, and taking a step back sets the same bits again. What removes candidates is in `propagators`.

use std::sync::Arc;

use sdkc_board::{Board, Mask, Shape};

use super::{Geometry, Item, Store};
use crate::{
    Event, Observer, Stats,
    post::Extras,
    propagators::{Dirty, decide, settle},
};

/// A candidate in one number: the cell above the lowest 7 bits, the value in them.
#[derive(Clone, Copy)]
pub(crate) struct Candidate(u32);

/// Marks a trail entry as "this cell was filled".
const FILLED: u32 = 1 << 31;

impl Candidate {
    #[inline]
    pub(crate) const fn new(cell: usize, value: usize) -> Self {
        Self((cell as u32) << 7 | value as u32)
    }

    #[inline]
    pub(crate) const fn parts(self) -> (usize, usize) {
        ((self.0 >> 7) as usize, (self.0 & 127) as usize)
    }
}

/// The most cells that this store takes: its tables cost about 100 bytes a cell.
pub(crate) const MOST_CELLS: usize = 1 << 20;

pub(crate) struct Cover<M> {
    pub(crate) geometry: Arc<Geometry<M>>,
    pub(crate) extras: Extras,
    /// The values of each cell.
    pub(crate) values: Vec<M>,
    /// The places of each value in each house.
    pub(crate) places: Vec<M>,
    numbers: Vec<u8>,
    n_open: usize,
    trail: Vec<u32>,
    /// Singles that wait to be filled in.
    pub(crate) singles: Vec<Candidate>,
    pub(crate) dirty: Dirty<M>,
    pub(crate) removed: u64,
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
        let n_cells = geometry.shape.n_cells();
        let full = M::full(geometry.side as u8);
        let mut store = Self {
            values: vec![full; n_cells],
            places: vec![full; geometry.house_cells.len()],
            numbers: vec![0; n_cells],
            n_open: n_cells,
            trail: Vec::new(),
            singles: Vec::new(),
            dirty: Dirty::new(geometry.n_houses, locked, extras.has_order()),
            removed: 0,
            geometry,
            extras,
        };
        let fits = store.post(board) && settle(&mut store, stats, observer);
        // What follows from the givens stays: nothing above the first decision is ever taken back.
        store.trail.clear();
        store.trail.shrink_to_fit();
        fits.then_some(store)
    }

    /// Enters the restricted candidates and the givens.
    fn post(&mut self, board: &Board) -> bool {
        if self.extras.distinct.iter().any(|cells| cells.len() > self.geometry.side) {
            return false;
        }
        for (cell, allowed) in board.restricted() {
            let cell = cell.index();
            let mut gone = self.values[cell] & !M::from_wide(allowed.bits());
            while !gone.is_empty() {
                if !self.remove(cell, gone.lowest()) {
                    return false;
                }
                gone = gone.without_lowest();
            }
        }
        for (cell, value) in board.givens().filled() {
            self.singles.push(Candidate::new(cell.index(), value.index()));
        }
        if self.extras.has_order() {
            self.dirty.cells.extend(0..self.values.len() as u32);
        }
        true
    }

    /// Removes a candidate that is there; `false` if that empties a mask.
    #[inline]
    pub(crate) fn remove(&mut self, cell: usize, value: usize) -> bool {
        let left = self.values[cell] & !M::bit(value);
        self.values[cell] = left;
        self.trail.push(Candidate::new(cell, value).0);
        self.removed += 1;
        let mut fits = !left.is_empty();
        if left.is_single() {
            self.singles.push(Candidate::new(cell, left.lowest()));
        }
        for place in self.geometry.places(cell) {
            let base = place.base as usize;
            let left = self.places[base + value] & !place.bit;
            self.places[base + value] = left;
            if left.is_single() {
                let only = self.geometry.house_cells[base + left.lowest()];
                self.singles.push(Candidate::new(only as usize, value));
            } else if left.is_empty() {
                fits = false;
            } else if self.dirty.locked {
                self.dirty.house(place.house, M::bit(value));
            }
        }
        if self.dirty.order {
            self.dirty.cells.push(cell as u32);
        }
        fits
    }

    /// Notes that a cell has its value.
    pub(crate) fn fill(&mut self, cell: usize, value: usize) {
        self.numbers[cell] = value as u8 + 1;
        self.n_open -= 1;
        self.trail.push(FILLED | cell as u32);
    }
}

impl<M: Mask> Store for Cover<M> {
    type Mask = M;

    fn shape(&self) -> &Shape {
        &self.geometry.shape
    }

    fn extras(&self) -> &Extras {
        &self.extras
    }

    #[inline]
    fn is_open(&self, cell: usize) -> bool {
        self.numbers[cell] == 0
    }

    #[inline]
    fn n_open(&self) -> usize {
        self.n_open
    }

    #[inline]
    fn legal(&self, cell: usize) -> M {
        self.values[cell]
    }

    fn number(&self, cell: usize) -> u8 {
        self.numbers[cell]
    }

    #[inline]
    fn mark(&self) -> usize {
        self.trail.len()
    }

    fn place<O: Observer>(&mut self, cell: usize, value: usize, stats: &mut Stats, observer: &mut O) -> bool {
        decide(self, cell, value) && settle(self, stats, observer)
    }

    fn undo<O: Observer>(&mut self, mark: usize, observer: &mut O) {
        while self.trail.len() > mark {
            let Some(entry) = self.trail.pop() else { return };
            if entry & FILLED != 0 {
                let cell = (entry & !FILLED) as usize;
                self.numbers[cell] = 0;
                self.n_open += 1;
                if O::ACTIVE
                    && let Some(cell) = self.geometry.shape.cell_at(cell)
                {
                    observer.event(Event::Removed { cell });
                }
                continue;
            }
            let (cell, value) = Candidate(entry).parts();
            self.values[cell] |= M::bit(value);
            for place in self.geometry.places(cell) {
                self.places[place.base as usize + value] |= place.bit;
            }
        }
    }

    fn tightest(&self) -> Option<Item> {
        crate::search::tightest(self)
    }

    fn options(&self, item: Item) -> M {
        match item.slot() {
            Some(slot) => self.places[slot],
            None => self.values[item.cell()],
        }
    }

    fn option(&self, item: Item, bit: usize) -> (usize, usize) {
        match item.slot() {
            Some(slot) => {
                let value = slot % self.geometry.side;
                (self.geometry.house_cells[slot - value + bit] as usize, value)
            }
            None => (item.cell(), bit),
        }
    }
}
