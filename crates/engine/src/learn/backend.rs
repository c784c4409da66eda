//! The conflict-driven search in the engine's terms: steps, events, statistics.

use sdkc_board::{Board, Cell, Grid};

use super::{Answer, Learner, solve::fits};
use crate::{Event, Observer, Stats, limits::Meter, search::Step};

/// A learner that tells observers of its solutions. Its steps are no story of cells filled and emptied: one conflict
/// takes back hundreds of them, so only what stands in the end is told.
pub(crate) struct Learned {
    learner: Learner,
    givens: Grid,
    grid: Grid,
    solutions: u64,
}

impl Learned {
    /// A search over the board; `None` where it has too many items.
    pub(crate) fn new(board: &Board, seed: u64) -> Option<Self> {
        fits(board).then(|| Self {
            learner: Learner::new(board, seed),
            givens: board.givens().clone(),
            grid: Grid::empty(board.shape().n_cells()),
            solutions: 0,
        })
    }

    /// Begins at a known solution.
    pub(super) fn begin_at(&mut self, known: Grid) {
        self.learner.begin_at(known);
    }

    /// Whether the board gives this cell's value.
    pub(super) fn is_given(&self, cell: Cell) -> bool {
        self.givens.value(cell).is_some()
    }

    /// The last solution.
    pub(super) fn solution(&self) -> &Grid {
        &self.grid
    }

    /// What was counted so far.
    pub(super) fn stats(&self) -> Stats {
        let tally = self.learner.tally();
        Stats {
            nodes: tally.nodes,
            guesses: tally.nodes,
            propagations: tally.taken.saturating_sub(tally.nodes),
            eliminations: tally.propagations.saturating_sub(tally.taken),
            dead_ends: tally.conflicts,
            learned: tally.learned,
            kept: tally.kept,
            literals: tally.literals,
            restarts: tally.restarts,
            solutions: self.solutions,
            ..Stats::default()
        }
    }

    /// Goes on to the next solution.
    pub(super) fn advance<O: Observer>(&mut self, meter: &mut Meter<'_>, observer: &mut O) -> Step {
        match self.learner.next(meter) {
            Answer::Solution(grid) => {
                self.show(grid, observer);
                Step::Solution
            }
            Answer::Stopped(reason) => Step::Stopped(reason),
            Answer::None => Step::Exhausted,
            Answer::TooLarge => unreachable!("`new` asks whether the board fits"),
        }
    }

    /// Makes a grid the last solution.
    pub(super) fn show<O: Observer>(&mut self, grid: Grid, observer: &mut O) {
        self.tell(observer, false);
        self.grid = grid;
        self.solutions += 1;
        self.tell(observer, true);
    }

    /// Tells of the cells that the present solution fills, or no longer fills.
    fn tell<O: Observer>(&self, observer: &mut O, placed: bool) {
        if !O::ACTIVE {
            return;
        }
        for (cell, value) in self.grid.filled().filter(|(cell, _)| self.givens.value(*cell).is_none()) {
            observer.event(if placed { Event::Deduced { cell, value } } else { Event::Removed { cell } });
        }
        if placed {
            observer.event(Event::Solution);
        }
    }
}
