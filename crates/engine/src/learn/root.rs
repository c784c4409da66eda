//! What holds before any decision: candidates after the givens, restrictions and orders, naked and hidden singles.
//! On masks of cells, since a big board is often over here, and what is settled here never becomes a variable.

use sdkc_board::{Board, Constraint, Mask};

use super::houses::Houses;
use crate::{StopReason, limits::Meter};

/// Why there is nothing to search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Dead {
    /// Something cannot be.
    Refuted,
    /// Undecided.
    Stopped(StopReason),
}

/// The candidates of every cell, and the cells that are down to one but were not told to their houses yet.
pub(super) struct Candidates<M> {
    pub(super) masks: Vec<M>,
    settled: Vec<bool>,
    queue: Vec<u32>,
}

/// The board at the root.
pub(super) struct Root<'b, M> {
    pub(super) houses: Houses<'b>,
    pub(super) cells: Candidates<M>,
    /// Pairs of cells in order.
    pub(super) less: Vec<(usize, usize)>,
    pub(super) side: usize,
}

impl<M: Mask> Candidates<M> {
    /// Queues a cell that is down to one candidate.
    #[inline]
    fn notice(&mut self, cell: usize) -> Result<(), Dead> {
        let left = self.masks[cell];
        if left.is_empty() {
            return Err(Dead::Refuted);
        }
        if left.is_single() && !self.settled[cell] {
            self.settled[cell] = true;
            self.queue.push(cell as u32);
        }
        Ok(())
    }

    #[inline]
    pub(super) fn narrow(&mut self, cell: usize, to: M) -> Result<(), Dead> {
        let left = self.masks[cell];
        if left & to == left {
            return Ok(());
        }
        self.masks[cell] = left & to;
        self.notice(cell)
    }
}

/// Counts work.
pub(super) fn work(meter: &mut Meter<'_>, amount: usize) -> Result<(), Dead> {
    meter.work(amount as u64).map_or(Ok(()), |reason| Err(Dead::Stopped(reason)))
}

impl<'b, M: Mask> Root<'b, M> {
    pub(super) fn new(board: &'b Board) -> Self {
        let shape = board.shape();
        let full = M::full(shape.side() as u8);
        let mut masks = vec![full; shape.n_cells()];
        for (cell, values) in board.restricted() {
            masks[cell.index()] = M::from_wide(values.bits()) & full;
        }
        for (cell, value) in board.givens().filled() {
            masks[cell.index()] &= M::bit(value.index());
        }
        let less = board.constraints().iter().filter_map(|constraint| match constraint {
            Constraint::Less(low, high) => Some((low.index(), high.index())),
            _ => None,
        });
        let settled = vec![false; masks.len()];
        Self {
            houses: Houses::new(board),
            cells: Candidates { masks, settled, queue: Vec::new() },
            less: less.collect(),
            side: shape.side(),
        }
    }

    /// Draws all consequences.
    pub(super) fn run(&mut self, meter: &mut Meter<'_>) -> Result<(), Dead> {
        work(meter, 0)?;
        if (0..self.houses.len()).any(|house| self.houses.size(house) > self.side) {
            return Err(Dead::Refuted);
        }
        self.notice_givens(meter)?;
        loop {
            self.naked_singles(meter)?;
            self.orders()?;
            if self.cells.queue.is_empty() {
                self.hidden_singles(meter)?;
            }
            if self.cells.queue.is_empty() {
                return Ok(());
            }
        }
    }

    /// Queues the cells that the board itself settles.
    pub(super) fn notice_givens(&mut self, meter: &mut Meter<'_>) -> Result<(), Dead> {
        (0..self.cells.masks.len()).try_for_each(|cell| {
            work(meter, 1)?;
            self.cells.notice(cell)
        })
    }

    /// Whether every cell is down to one candidate.
    pub(super) fn is_complete(&self) -> bool {
        self.cells.settled.iter().all(|settled| *settled)
    }

    /// Tells the houses of settled cells.
    fn naked_singles(&mut self, meter: &mut Meter<'_>) -> Result<(), Dead> {
        while let Some(cell) = self.cells.queue.pop() {
            let cell = cell as usize;
            let others = !self.cells.masks[cell];
            for house in self.houses.of(cell) {
                for other in self.houses.cells(house) {
                    if other != cell {
                        self.cells.narrow(other, others)?;
                    }
                }
            }
            work(meter, self.side)?;
        }
        Ok(())
    }

    /// Bounds of cells in order, until they agree.
    fn orders(&mut self) -> Result<(), Dead> {
        let mut changed = true;
        while changed {
            changed = false;
            for (low, high) in &self.less {
                let (lows, highs) = (self.cells.masks[*low], self.cells.masks[*high]);
                let below = M::full(highs.highest() as u8);
                let above = !M::full(lows.lowest() as u8 + 1);
                changed |= lows & below != lows || highs & above != highs;
                self.cells.narrow(*low, below)?;
                self.cells.narrow(*high, above)?;
            }
        }
        Ok(())
    }

    /// One pass over the houses in which every value has a place: settles cells that are a value's only place.
    fn hidden_singles(&mut self, meter: &mut Meter<'_>) -> Result<(), Dead> {
        let full = M::full(self.side as u8);
        for house in 0..self.houses.len() {
            if !self.houses.is_exact(house) {
                continue;
            }
            let (mut once, mut twice) = (M::EMPTY, M::EMPTY);
            for cell in self.houses.cells(house) {
                let mask = self.cells.masks[cell];
                twice |= once & mask;
                once |= mask;
            }
            if once != full {
                return Err(Dead::Refuted);
            }
            work(meter, self.side)?;
            let only = once & !twice;
            if only.is_empty() {
                continue;
            }
            for cell in self.houses.cells(house) {
                let here = self.cells.masks[cell] & only;
                if !here.is_empty() && !self.cells.masks[cell].is_single() {
                    // Two values in one cell: the mask of both is narrowed to the first, and the second is missed
                    // by the next pass.
                    self.cells.narrow(cell, M::bit(here.lowest()))?;
                }
            }
        }
        Ok(())
    }

    /// Whether a cell has one candidate left.
    pub(super) fn is_settled(&self, cell: usize) -> bool {
        self.cells.settled[cell]
    }
}
