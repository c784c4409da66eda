//! The SIMD kernel as a backend: classic boards whose verdict or count is asked for, without an observer and without a node limit
//! (which would mean something else on each kernel).
//!
//! A kernel shows some solution of a board that has several, so that where two are to be shown the scalar search finds them:
//! what `auto` shows is the same on every machine.

use sdkc_board::{Board, Grid, ValueSet};
use sdkc_kernel as kernel;

use crate::{
    Backend, Config, Count, CountReport, Stats, Stop, StopReason, Strategy, Uniqueness, UniquenessReport,
    bitboards,
};

/// Whether the kernel can answer for this board.
pub(crate) fn fits(board: &Board, config: &Config) -> bool {
    config.strategy == Strategy::Auto && config.limits.nodes.is_none() && bitboards::fits(board)
}

/// Decides uniqueness; `None` where there are several solutions, which the scalar search is to show.
pub(crate) fn uniqueness(board: &Board, stop: &dyn Stop) -> Option<UniquenessReport> {
    let (outcome, stopped) = run(board, 2, stop);
    let first = outcome.first.map(|digits| Grid::from_numbers(&digits));
    let verdict = match (outcome.end, first) {
        (kernel::End::Exhausted, None) => Uniqueness::None,
        (kernel::End::Exhausted, Some(only)) if outcome.count == 1 => Uniqueness::Unique(only),
        (kernel::End::Stopped, found) => Uniqueness::Stopped { reason: stopped?, found },
        _ => return None,
    };
    Some(UniquenessReport { verdict, stats: stats(&outcome), backend: Backend::Kernel })
}

/// Counts up to a limit.
pub(crate) fn count(board: &Board, limit: u128, stop: &dyn Stop) -> CountReport {
    // What cannot be counted in a lifetime is no limit.
    let most = u64::try_from(limit).unwrap_or(u64::MAX);
    let (outcome, stopped) = run(board, most, stop);
    let number = u128::from(outcome.count);
    let count =
        if outcome.end == kernel::End::Exhausted { Count::Exactly(number) } else { Count::AtLeast(number) };
    CountReport { count, stopped, stats: stats(&outcome), backend: Backend::Kernel }
}

fn run(board: &Board, limit: u64, stop: &dyn Stop) -> (kernel::Outcome, Option<StopReason>) {
    // The kernel is through with most boards before it asks for the first time.
    let stopped = std::cell::Cell::new(stop.poll());
    if stopped.get().is_some() {
        let outcome =
            kernel::Outcome { count: 0, nodes: 0, end: kernel::End::Stopped, first: None, second: None };
        return (outcome, stopped.get());
    }
    let poll = || {
        if stopped.get().is_none() {
            stopped.set(stop.poll());
        }
        stopped.get().is_some()
    };
    let mut solver = kernel::Solver::new(kernel::Kernel::detect());
    let outcome = solver.solve(&translate(board), &kernel::Limits::solutions(limit), &poll);
    let stopped = stopped.get().filter(|_| outcome.end == kernel::End::Stopped);
    (outcome, stopped)
}

/// The board as candidates of each cell.
fn translate(board: &Board) -> kernel::Board {
    let mut candidates = [0; 81];
    for (to, cell) in candidates.iter_mut().zip(board.shape().cells()) {
        let given = board.given(cell).map_or(ValueSet::full(9), ValueSet::only);
        *to = (given & board.allowed(cell)).bits() as u16;
    }
    kernel::Board::from_candidates(candidates)
}

fn stats(outcome: &kernel::Outcome) -> Stats {
    Stats { nodes: outcome.nodes, guesses: outcome.nodes, solutions: outcome.count, ..Stats::default() }
}
