//! The candidates of a board as masks, with the trail that brings them back.
//!
//! A candidate (cell, value) lies in the cell's mask of values and, for each house of the cell, in the value's mask of
//! places there. Removing it clears one bit in each; a mask down to one bit is a naked or hidden single, seen at
//! once, and an empty one a contradiction. Work is in proportion to the candidates removed, each at most once on a
//! way down, and taking a step back sets the same bits again. What removes candidates is in `propagators`.

use std::sync::Arc;

use sdkc_board::{Board, Mask};

use super::Geometry;
use crate::{Event, Observer, post::Extras, propagators::Dirty};

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

/// What does not change during a search.
pub(crate) struct Tables<M> {
    pub(crate) geometry: Arc<Geometry<M>>,
    pub(crate) extras: Extras,
}

/// What does.
pub(crate) struct Candidates<M> {
    /// The values of each cell.
    pub(crate) values: Vec<M>,
    /// The places of each value in each house.
    pub(crate) places: Vec<M>,
    /// The value of each cell, 0 where open.
    pub(crate) numbers: Vec<u8>,
    pub(crate) n_open: usize,
    trail: Vec<u32>,
    /// Singles that wait to be filled in.
    pub(crate) singles: Vec<Candidate>,
    pub(crate) dirty: Dirty<M>,
    pub(crate) removed: u64,
}

impl<M: Mask> Candidates<M> {
    /// Everything is possible.
    pub(crate) fn new(tables: &Tables<M>, locked: bool) -> Self {
        let geometry = &*tables.geometry;
        let n_cells = geometry.shape.n_cells();
        let full = M::full(geometry.side as u8);
        Self {
            values: vec![full; n_cells],
            places: vec![full; geometry.house_cells.len()],
            numbers: vec![0; n_cells],
            n_open: n_cells,
            trail: Vec::new(),
            singles: Vec::new(),
            dirty: Dirty::new(geometry.n_houses, locked, tables.extras.has_order()),
            removed: 0,
        }
    }

    /// Enters the restricted candidates and the givens; `false` on a contradiction.
    pub(crate) fn post(&mut self, tables: &Tables<M>, board: &Board) -> bool {
        if tables.extras.distinct.iter().any(|cells| cells.len() > tables.geometry.side) {
            return false;
        }
        for (cell, allowed) in board.restricted() {
            let cell = cell.index();
            let gone = self.values[cell] & !M::from_wide(allowed.bits());
            if !self.remove_values(&tables.geometry, cell, gone) {
                return false;
            }
        }
        for (cell, value) in board.givens().filled() {
            self.singles.push(Candidate::new(cell.index(), value.index()));
        }
        if tables.extras.has_order() {
            self.dirty.cells.extend(0..self.values.len() as u32);
        }
        true
    }

    /// Removes a candidate that is there; `false` if that empties a mask.
    #[inline]
    pub(crate) fn remove(&mut self, geometry: &Geometry<M>, cell: usize, value: usize) -> bool {
        let left = self.values[cell] & !M::bit(value);
        self.values[cell] = left;
        if left.is_single() {
            self.singles.push(Candidate::new(cell, left.lowest()));
        }
        let fits = self.leave_houses(geometry, cell, value);
        fits && !left.is_empty()
    }

    /// A candidate that left its cell leaves its places too, except where `fill` was before; `false` if that empties one.
    #[inline]
    fn leave_houses(&mut self, geometry: &Geometry<M>, cell: usize, value: usize) -> bool {
        self.trail.push(Candidate::new(cell, value).0);
        self.removed += 1;
        let mut fits = true;
        for place in geometry.places(cell) {
            let base = place.base as usize;
            let before = self.places[base + value];
            if (before & place.bit).is_empty() {
                continue;
            }
            let left = before & !place.bit;
            self.places[base + value] = left;
            let mut rest = left.without_lowest();
            if rest.is_empty() {
                if left.is_empty() {
                    fits = false;
                } else {
                    let only = geometry.house_cells[base + left.lowest()];
                    self.singles.push(Candidate::new(only as usize, value));
                }
            } else if self.dirty.locked {
                // Only as many places as two houses can share can be locked.
                for _ in 1..geometry.most_shared {
                    rest = rest.without_lowest();
                }
                if rest.is_empty() {
                    self.dirty.house(place.house, M::bit(value));
                }
            }
        }
        if self.dirty.order {
            self.dirty.cells.push(cell as u32);
        }
        fits
    }

    /// Puts a value, which must be there, into an open cell: every other value leaves the cell, and the value leaves the
    /// cell's houses. `false` if that empties a mask.
    ///
    /// The masks of the cell and of the value in its houses are cut to one bit first, so that what leaves one by one
    /// after that touches the other masks only. All of it does leave, contradiction or not: the trail restores
    /// by candidates, and a mask cut without them would not come back.
    #[inline]
    pub(crate) fn fill(&mut self, geometry: &Geometry<M>, cell: usize, value: usize) -> bool {
        let bit = M::bit(value);
        self.numbers[cell] = value as u8 + 1;
        self.n_open -= 1;
        self.trail.push(FILLED | cell as u32);
        let mut fits = true;
        let mut others = self.values[cell] & !bit;
        self.values[cell] = bit;
        while !others.is_empty() {
            fits &= self.leave_houses(geometry, cell, others.lowest());
            others = others.without_lowest();
        }
        for place in geometry.places(cell) {
            let base = place.base as usize;
            let mut others = self.places[base + value] & !place.bit;
            self.places[base + value] = place.bit;
            while !others.is_empty() {
                let peer = geometry.house_cells[base + others.lowest()] as usize;
                fits &= self.remove(geometry, peer, value);
                others = others.without_lowest();
            }
        }
        fits
    }

    /// Removes values, which must be there, from a cell.
    #[inline]
    pub(crate) fn remove_values(&mut self, geometry: &Geometry<M>, cell: usize, mut gone: M) -> bool {
        while !gone.is_empty() {
            if !self.remove(geometry, cell, gone.lowest()) {
                return false;
            }
            gone = gone.without_lowest();
        }
        true
    }

    /// Removes a value from places of a house, where it must be.
    #[inline]
    pub(crate) fn remove_places(
        &mut self,
        geometry: &Geometry<M>,
        base: usize,
        value: usize,
        mut gone: M,
    ) -> bool {
        while !gone.is_empty() {
            let cell = geometry.house_cells[base + gone.lowest()] as usize;
            if !self.remove(geometry, cell, value) {
                return false;
            }
            gone = gone.without_lowest();
        }
        true
    }

    #[inline]
    pub(crate) fn mark(&self) -> usize {
        self.trail.len()
    }

    /// Makes everything so far permanent.
    pub(crate) fn forget_trail(&mut self) {
        self.trail.clear();
    }

    /// Takes back everything since the mark.
    pub(crate) fn undo<O: Observer>(&mut self, geometry: &Geometry<M>, mark: usize, observer: &mut O) {
        while self.trail.len() > mark {
            let Some(entry) = self.trail.pop() else { return };
            if entry & FILLED != 0 {
                let cell = (entry & !FILLED) as usize;
                self.numbers[cell] = 0;
                self.n_open += 1;
                if O::ACTIVE
                    && let Some(cell) = geometry.shape.cell_at(cell)
                {
                    observer.event(Event::Removed { cell });
                }
                continue;
            }
            let (cell, value) = Candidate(entry).parts();
            self.values[cell] |= M::bit(value);
            for place in geometry.places(cell) {
                self.places[place.base as usize + value] |= place.bit;
            }
        }
    }
}
