//! The classic 9×9 board as nine boards of 81 bits, one a digit: what `auto` uses there.
//!
//! The deductions are those of the general store (singles, locked candidates), but each is a handful of shifts on a
//! whole digit at once, without a branch a candidate. A decision copies the state, which is 300 bytes, and taking it back
//! is to drop the copy.

mod narrow;
mod state;

use sdkc_board::{Board, Cell, Grid, Shape, Value};

use crate::{
    Backend, Event, Observer, Stats,
    limits::Meter,
    search::{Search, Step},
};
use state::{Choice, State};

/// Whether the board is one of these: 9×9 with 3×3 blocks and no further constraints (restricted candidates are fine).
pub(crate) fn fits(board: &Board) -> bool {
    board.shape().is_classic() && board.constraints().is_empty()
}

/// A decision: the state before it, and what is still to be tried.
struct Frame {
    before: State,
    choice: Choice,
}

pub(crate) struct Bitboards {
    shape: Shape,
    now: State,
    frames: Vec<Frame>,
    /// Whether `now` is at a fixed point below which nothing was tried yet.
    fresh: bool,
    stats: Stats,
}

impl Bitboards {
    /// The board at its first fixed point; `None` where that is a contradiction.
    pub(crate) fn new<O: Observer>(board: &Board, observer: &mut O) -> Option<Self> {
        let mut now = State::new(board)?;
        let mut stats = Stats::default();
        let filled = now.filled;
        let fits = now.settle();
        let shape = board.shape().clone();
        stats.propagations += u64::from((now.filled & !filled).count_ones());
        let search = Self { shape, now, frames: Vec::new(), fresh: true, stats };
        search.tell_filled(filled, observer);
        fits.then_some(search)
    }

    fn cell(&self, index: usize) -> Option<Cell> {
        self.shape.cell_at(index)
    }

    /// Reports the cells that were filled since.
    fn tell_filled<O: Observer>(&self, before: u128, observer: &mut O) {
        if O::ACTIVE {
            for index in state::bits(self.now.filled & !before) {
                if let (Some(cell), Some(value)) = (self.cell(index), Value::new(self.now.number(index))) {
                    observer.event(Event::Deduced { cell, value });
                }
            }
        }
    }

    /// Takes back everything since the topmost decision.
    fn restore<O: Observer>(&mut self, observer: &mut O) {
        let Some(frame) = self.frames.last() else { return };
        if O::ACTIVE {
            for index in state::bits(self.now.filled & !frame.before.filled) {
                if let Some(cell) = self.cell(index) {
                    observer.event(Event::Removed { cell });
                }
            }
        }
        self.now = frame.before;
    }

    /// Tries the next digit of the topmost decision.
    fn try_next<O: Observer>(&mut self, observer: &mut O) {
        let depth = self.frames.len();
        let Some(frame) = self.frames.last_mut() else { return };
        let Some((cell, digit)) = frame.choice.next() else {
            self.frames.pop();
            self.stats.dead_ends += 1;
            if O::ACTIVE {
                observer.event(Event::DeadEnd { depth });
            }
            return;
        };
        self.stats.nodes += 1;
        self.stats.guesses += 1;
        if O::ACTIVE
            && let (Some(cell), Some(value)) = (self.cell(cell), Value::from_index(digit))
        {
            observer.event(Event::Placed { cell, value, depth });
        }
        self.now.decide(cell, digit);
        let filled = self.now.filled | 1 << cell;
        self.fresh = self.now.settle();
        self.stats.propagations += u64::from((self.now.filled & !filled).count_ones());
        self.tell_filled(filled, observer);
    }

    fn branch(&mut self) {
        self.frames.push(Frame { before: self.now, choice: self.now.tightest() });
        self.stats.max_depth = self.stats.max_depth.max(self.frames.len() as u64);
    }
}

impl<O: Observer> Search<O> for Bitboards {
    fn advance(&mut self, meter: &mut Meter<'_>, observer: &mut O) -> Step {
        loop {
            if let Some(reason) = meter.work(32) {
                return Step::Stopped(reason);
            }
            if self.fresh {
                self.fresh = false;
                if self.now.is_solved() {
                    self.stats.solutions += 1;
                    if O::ACTIVE {
                        observer.event(Event::Solution);
                    }
                    return Step::Solution;
                }
                self.branch();
            }
            let Some(frame) = self.frames.last() else { return Step::Exhausted };
            if !frame.choice.is_empty()
                && let Some(reason) = meter.node()
            {
                return Step::Stopped(reason);
            }
            self.restore(observer);
            self.try_next(observer);
        }
    }

    fn grid(&self) -> Grid {
        Grid::from_numbers(&std::array::from_fn::<u8, 81, _>(|cell| self.now.number(cell)))
    }

    fn stats(&self) -> Stats {
        self.stats
    }

    fn backend(&self) -> Backend {
        Backend::Bitboards
    }
}
