//! The search itself: a stack of decisions, each with the alternatives that are left of it.

use sdkc_board::{Grid, Mask, SeededRng, Value};

use super::{Search, Step, cell, value};
use crate::{
    Backend, Event, Observer, Stats, StopReason, Strategy, ValueOrder,
    limits::Meter,
    state::{Item, Store},
};

/// A decision: a cell (or a value in a house), and the values (or places) of it that are still to be tried.
struct Frame<M> {
    item: Item,
    /// Whether there was more than one value to begin with.
    guess: bool,
    left: M,
    mark: u32,
}

/// What comes next.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Phase {
    /// Choose a cell.
    Down,
    /// Try the next value of the topmost decision.
    Next,
}

/// One strategy on one store.
pub(crate) struct Driver<S: Store> {
    store: S,
    strategy: Strategy,
    values: ValueOrder,
    rng: SeededRng,
    frames: Vec<Frame<S::Mask>>,
    phase: Phase,
    stats: Stats,
}

impl<S: Store> Driver<S> {
    pub(crate) fn new(store: S, strategy: Strategy, values: ValueOrder, seed: u64, stats: Stats) -> Self {
        let rng = SeededRng::new(seed);
        Self { store, strategy, values, rng, frames: Vec::new(), phase: Phase::Down, stats }
    }

    /// Opens a decision at the cell that the strategy suggests.
    fn branch(&mut self, meter: &mut Meter<'_>) -> Result<(), StopReason> {
        let above = self.frames.last().map(|frame| frame.item.cell());
        let picked = cell::pick(self.strategy, &self.store, above, &mut self.rng, meter)?;
        let Some(item) = picked else { return Ok(()) };
        let left = self.store.options(item);
        let guess = left.count() > 1;
        let mark = self.store.mark() as u32;
        self.frames.push(Frame { item, guess, left, mark });
        self.stats.max_depth = self.stats.max_depth.max(self.frames.len() as u64);
        Ok(())
    }

    /// Tries the next value of the topmost decision, or drops it; `false` when there is none.
    fn try_next<O: Observer>(&mut self, observer: &mut O) -> Option<Phase> {
        let depth = self.frames.len();
        let frame = self.frames.last_mut()?;
        if frame.left.is_empty() {
            self.frames.pop();
            self.stats.dead_ends += 1;
            if O::ACTIVE {
                observer.event(Event::DeadEnd { depth });
            }
            return Some(Phase::Next);
        }
        let bit = if self.strategy == Strategy::Auto {
            frame.left.lowest()
        } else {
            value::pick(self.values, &self.store, frame.item.cell(), frame.left, &mut self.rng)
        };
        frame.left &= !S::Mask::bit(bit);
        let (cell, value) = self.store.option(frame.item, bit);
        self.stats.nodes += 1;
        self.stats.guesses += u64::from(frame.guess);
        if O::ACTIVE
            && let (Some(cell), Some(value)) = (self.store.shape().cell_at(cell), Value::from_index(value))
        {
            observer.event(Event::Placed { cell, value, depth });
        }
        if self.store.place(cell, value, &mut self.stats, observer) {
            return Some(Phase::Down);
        }
        Some(Phase::Next)
    }
}

impl<S: Store, O: Observer> Search<O> for Driver<S> {
    fn advance(&mut self, meter: &mut Meter<'_>, observer: &mut O) -> Step {
        let scan = self.store.shape().n_cells() as u64 / 8 + 32;
        loop {
            if let Some(reason) = meter.work(scan) {
                return Step::Stopped(reason);
            }
            if self.phase == Phase::Down {
                if self.store.n_open() == 0 {
                    self.phase = Phase::Next;
                    self.stats.solutions += 1;
                    if O::ACTIVE {
                        observer.event(Event::Solution);
                    }
                    return Step::Solution;
                }
                if let Err(reason) = self.branch(meter) {
                    return Step::Stopped(reason);
                }
                self.phase = Phase::Next;
            }
            let Some(frame) = self.frames.last() else { return Step::Exhausted };
            self.store.undo(frame.mark as usize, observer);
            if !frame.left.is_empty()
                && let Some(reason) = meter.node()
            {
                return Step::Stopped(reason);
            }
            match self.try_next(observer) {
                Some(phase) => self.phase = phase,
                None => return Step::Exhausted,
            }
        }
    }

    fn grid(&self) -> Grid {
        self.store.grid()
    }

    fn stats(&self) -> Stats {
        self.stats
    }

    fn backend(&self) -> Backend {
        self.store.backend()
    }
}
