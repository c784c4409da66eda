//! Whether a board has a solution, decided by the fastest backend: the 9×9 kernel, many boards at once, or the engine.
//! Runs of strategies, too.

use std::{cell::Cell, time::Instant};

use sdkc_board::{Board, Grid, Shape, check};
use sdkc_engine::{Deadline, Limits, Outcome, Solver, Stop, StopReason};
use sdkc_kernel as kernel;

use crate::{
    plan::{Config, Plan},
    sample::{Run, Verdict},
};

/// Decides boards of one shape.
pub(crate) struct Truth {
    kernel: Option<kernel::Solver>,
    limits: Limits,
}

impl Truth {
    pub(crate) fn new(plan: &Plan, shape: &Shape) -> Self {
        let kernel = shape.is_classic().then(|| kernel::Solver::new(kernel::Kernel::detect()));
        Self { kernel, limits: Limits { nodes: Some(plan.spec().limits.truth_nodes) } }
    }

    /// Decides boards given as numbers in reading order; `None` if it was stopped. The time of a batch is shared out
    /// evenly.
    pub(crate) fn decide(&mut self, shape: &Shape, boards: &[&[u8]], stop: &dyn Stop) -> Option<Vec<Run>> {
        match &mut self.kernel {
            Some(kernel) => in_batch(kernel, boards, stop),
            None => boards
                .iter()
                .map(|numbers| {
                    let config = sdkc_engine::Config { limits: self.limits, ..Default::default() };
                    Some(Run { counters: None, ..solve(shape, numbers, config, stop)? })
                })
                .collect(),
        }
    }
}

fn in_batch(solver: &mut kernel::Solver, boards: &[&[u8]], stop: &dyn Stop) -> Option<Vec<Run>> {
    let started = Instant::now();
    let frames: Vec<kernel::Board> = boards
        .iter()
        .map(|numbers| {
            let givens = (*numbers).try_into().expect("a classic board has 81 cells");
            kernel::Board::from_givens(givens).expect("drawn values are 1 to 9")
        })
        .collect();
    let stopped = Cell::new(false);
    let ask = || {
        stopped.set(stopped.get() || stop.poll().is_some());
        stopped.get()
    };
    let outcomes = solver.solve_batch(&frames, &kernel::Limits::solutions(1), &ask);
    let nanos = started.elapsed().as_nanos() as u64 / boards.len().max(1) as u64;
    let run = |outcome: kernel::Outcome| {
        let verdict = if outcome.count > 0 { Verdict::Solved } else { Verdict::Unsolvable };
        Run { verdict, counters: None, nanos }
    };
    // Boards that were not come to have no answer.
    (!stopped.get()).then(|| outcomes.into_iter().map(run).collect())
}

/// Runs one strategy on a board; `None` if it was stopped.
pub(crate) fn run_strategy(
    plan: &Plan,
    shape: &Shape,
    numbers: &[u8],
    config: &Config,
    seed: u64,
    stop: &dyn Stop,
) -> Option<Run> {
    let (values, propagate) = config.options.unzip();
    let limits = Limits { nodes: plan.spec().limits.nodes };
    let config = sdkc_engine::Config { strategy: config.strategy, values, propagate, seed, limits };
    match plan.time_limit() {
        Some(limit) => solve(shape, numbers, config, &(stop, Deadline::after(limit))),
        None => solve(shape, numbers, config, stop),
    }
}

fn solve(shape: &Shape, numbers: &[u8], config: sdkc_engine::Config, stop: &dyn Stop) -> Option<Run> {
    let board = Board::with_givens(shape.clone(), Grid::from_numbers(numbers));
    let board = board.expect("drawn boards have the shape's cells and values");
    let started = Instant::now();
    let report = Solver::with_config(&board, config).stop(stop).solve();
    let nanos = started.elapsed().as_nanos() as u64;
    let verdict = match report.outcome {
        Outcome::Solved(ref grid) => {
            // It may stand in for the exact truth.
            check(&board, grid).expect("what a search fills obeys the board's rules");
            Verdict::Solved
        }
        Outcome::Stopped(StopReason::Cancelled) => return None,
        ref other if other.is_refuted() => Verdict::Unsolvable,
        _ => Verdict::Limit,
    };
    let stats = report.stats;
    Some(Run { verdict, counters: Some([stats.nodes, stats.guesses, stats.propagations]), nanos })
}

/// What is known about a board that could not be drawn to the end.
pub(crate) const fn unplaceable(is_truth: bool) -> Run {
    Run { verdict: Verdict::Unplaceable, counters: if is_truth { None } else { Some([0; 3]) }, nanos: 0 }
}
