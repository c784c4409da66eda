//! A search to look at: the strategy that is asked for, and every step told to an observer.

use sdkc_board::Grid;
use sdkc_engine::{Limits, Observer, Solver, Stop, StopReason};
use sdkc_puzzle::{Puzzle, Spanned, StrategyKind};

use crate::config;

/// How a search ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Searched {
    /// The solution, where one was found.
    pub solution: Option<Grid>,
    /// Why it ended early, if it did.
    pub stopped: Option<StopReason>,
    /// The values that were placed.
    pub nodes: u64,
    /// The name of the strategy.
    pub strategy: &'static str,
}

/// Searches as the puzzle's own strategy says, or with another one and the same options, while `observer` listens.
///
/// ```
/// use sdkc_engine::{Event, board::{Board, Shape}};
/// use sdkc_ide::{Limits, Never, StrategyKind, watch};
/// use sdkc_puzzle::Puzzle;
/// let puzzle = Puzzle::new(Board::empty(Shape::hypercube(2, 2)?));
/// let mut placed = 0;
/// let mut count = |event| placed += u64::from(matches!(event, Event::Placed { .. }));
/// let found = watch(&puzzle, Some(StrategyKind::FirstEmpty), Limits::none(), &Never, &mut count);
/// assert_eq!((found.nodes, found.strategy), (placed, "first-empty"));
/// # Ok::<(), sdkc_engine::board::ShapeError>(())
/// ```
pub fn watch<O: Observer>(
    puzzle: &Puzzle,
    strategy: Option<StrategyKind>,
    limits: Limits,
    stop: &dyn Stop,
    observer: &mut O,
) -> Searched {
    let mut spec = puzzle.strategy.clone();
    spec.kind = strategy.map(Spanned::from).or(spec.kind);
    let mut config = config(&spec);
    config.limits.nodes = [config.limits.nodes, limits.nodes].into_iter().flatten().min();
    let report = Solver::with_config(&puzzle.board, config).stop(stop).solve_with(observer);
    Searched {
        solution: report.outcome.solution().cloned(),
        stopped: report.outcome.stopped(),
        nodes: report.stats.nodes,
        strategy: config.strategy.name(),
    }
}
