//! Decides many classic boards, each within time and nodes of its own.
//!
//! Boards share the kernel's lanes for a moment, in which all but very hard ones are done. Those that are not go on alone, with what is
//! left of their own time, and what was found is kept when that runs out or when Ctrl-C ends the run.

use std::{
    collections::BTreeMap,
    ops::Range,
    time::{Duration, Instant},
};

use sdkc_engine::{
    Backend, Count, Grid, Solver as Engine, Stats, Stop as _, StopReason, Uniqueness,
    board::{Board as EngineBoard, BoardError, Shape, ValueSet},
};
use sdkc_ide::Facts;
use sdkc_kernel::{Board, End, Limits, Outcome, Solver};

use crate::{
    args::{Bounds, DEFAULT_TIMEOUT},
    session::{interrupt, kernel, puzzle_stop},
    solution::is_solution,
};

/// How long boards share the kernel at most: hundreds of times what a thousand boards with one solution take.
const TOGETHER: Duration = Duration::from_millis(250);

/// What the work on many lines needs.
#[derive(Default)]
pub struct Worker {
    solver: Option<Solver>,
    /// The number, the place and the kind of each puzzle: whether it goes to the kernel.
    pub slots: Vec<(u32, Range<usize>, bool)>,
    /// The givens of each board; none in a list of pencil marks.
    pub givens: Vec<[u8; 81]>,
    pub boards: Vec<Board>,
    pub outcomes: Vec<Outcome>,
    /// How long a board took on the average.
    mean: Duration,
    /// How long those took that went on alone, by number.
    alone: BTreeMap<usize, Duration>,
    /// How each was decided, where the engine was asked.
    by_engine: Vec<How>,
}

/// What a line says of its puzzle.
#[derive(Clone, Copy, Debug)]
pub enum Stated<'a> {
    Givens(&'a [u8; 81]),
    /// Pencil marks, as the kernel has them.
    Marks(&'a Board),
}

impl Stated<'_> {
    /// The board as the engine has it.
    pub fn board(self, shape: &Shape) -> Result<EngineBoard, BoardError> {
        let marks = match self {
            Self::Givens(givens) => {
                return EngineBoard::with_givens(shape.clone(), Grid::from_numbers(givens));
            }
            Self::Marks(marks) => marks.candidates(),
        };
        let mut board = EngineBoard::empty(shape.clone());
        for (cell, candidates) in shape.cells().zip(marks) {
            let values = ValueSet::from_bits(candidates.into());
            if values != ValueSet::full(9) {
                board.restrict(cell, values)?;
            }
        }
        Ok(board)
    }

    /// Whether digits solve it.
    pub fn is_solved_by(self, digits: &[u8; 81]) -> bool {
        match self {
            Self::Givens(givens) => is_solution(givens, digits),
            Self::Marks(board) => {
                let mut of_cells = board.candidates().into_iter().zip(digits);
                is_solution(&[0; 81], digits)
                    && of_cells.all(|(candidates, digit)| candidates >> (digit - 1) & 1 == 1)
            }
        }
    }
}

/// How a board was decided.
#[derive(Clone, Copy, Debug)]
pub struct How {
    pub backend: Backend,
    pub stats: Stats,
    pub time: Duration,
}

impl Worker {
    pub fn clear(&mut self) {
        self.slots.clear();
        self.givens.clear();
        self.boards.clear();
        self.alone.clear();
        self.by_engine.clear();
    }

    /// What was stated of a board.
    pub fn stated(&self, number: usize) -> Stated<'_> {
        match self.givens.get(number) {
            Some(givens) => Stated::Givens(givens),
            None => Stated::Marks(&self.boards[number]),
        }
    }

    /// How a board was decided. In the kernel it took its share of the time of all, or its own.
    pub fn how(&self, number: usize, outcome: &Outcome) -> How {
        if let Some(how) = self.by_engine.get(number) {
            return *how;
        }
        let time = self.alone.get(&number).copied().unwrap_or(self.mean);
        let mut stats = Stats::default();
        (stats.nodes, stats.guesses, stats.solutions) = (outcome.nodes, outcome.nodes, outcome.count);
        How { backend: Backend::Kernel, stats, time }
    }

    /// Decides the boards.
    pub fn solve(&mut self, limit: u64, bounds: &Bounds) {
        let start = Instant::now();
        match bounds.max_nodes {
            Some(_) => self.solve_by_engine(limit, bounds),
            None => self.solve_by_kernel(limit, bounds),
        }
        let of_all = start.elapsed().saturating_sub(self.alone.values().sum());
        self.mean =
            of_all.checked_div(u32::try_from(self.boards.len()).unwrap_or(u32::MAX)).unwrap_or_default();
    }

    fn solve_by_kernel(&mut self, limit: u64, bounds: &Bounds) {
        let timeout = timeout(bounds);
        let together = if timeout.is_zero() { TOGETHER } else { TOGETHER.min(timeout / 8) };
        let limits = Limits::solutions(limit);
        let stop = puzzle_stop(together);
        let is_stopped = std::cell::Cell::new(false);
        let poll = || {
            is_stopped.set(is_stopped.get() || stop.poll().is_some());
            is_stopped.get()
        };
        let solver = self.solver.get_or_insert_with(|| Solver::new(kernel()));
        solver.solve_batch_into(&self.boards, &limits, &poll, &mut self.outcomes);
        if is_stopped.get() {
            self.alone = go_on_alone(solver, &self.boards, &mut self.outcomes, &limits, (timeout, together));
        }
    }

    /// Nodes are those of the scalar search, here as for any other puzzle: a limit on them is a promise.
    fn solve_by_engine(&mut self, limit: u64, bounds: &Bounds) {
        self.outcomes.clear();
        for givens in &self.givens {
            let start = Instant::now();
            let (outcome, backend, stats) = by_engine(givens, limit, bounds);
            self.outcomes.push(outcome);
            self.by_engine.push(How { backend, stats, time: start.elapsed() });
        }
    }
}

fn timeout(bounds: &Bounds) -> Duration {
    bounds.timeout.unwrap_or(DEFAULT_TIMEOUT)
}

/// Gives each board that is not done its own time, less what it has had. The result is what they took.
fn go_on_alone(
    solver: &mut Solver,
    boards: &[Board],
    outcomes: &mut [Outcome],
    limits: &Limits,
    (timeout, together): (Duration, Duration),
) -> BTreeMap<usize, Duration> {
    let mut times = BTreeMap::new();
    let all = boards.iter().zip(outcomes).enumerate();
    for (number, (board, outcome)) in all.filter(|(_, (_, outcome))| outcome.end == End::Stopped) {
        if interrupt().is_cancelled() {
            break;
        }
        let start = Instant::now();
        let had = if is_begun(outcome) { together } else { Duration::ZERO };
        let stop = puzzle_stop(timeout.saturating_sub(had));
        let alone = solver.solve(board, limits, &|| stop.poll().is_some());
        // Stopped at once, it may have found less than before.
        if alone.end != End::Stopped || alone.count >= outcome.count {
            *outcome = alone;
        }
        times.insert(number, had + start.elapsed());
    }
    times
}

/// Whether anything was tried.
fn is_begun(outcome: &Outcome) -> bool {
    outcome.end != End::Stopped || outcome.count > 0 || outcome.nodes > 0
}

/// Why a board is undecided.
pub fn stopped(outcome: &Outcome, bounds: &Bounds) -> Option<StopReason> {
    match outcome.end {
        End::Exhausted | End::Solutions => None,
        End::Nodes => Some(StopReason::Nodes { limit: bounds.max_nodes.unwrap_or_default() }),
        End::Stopped if interrupt().is_cancelled() => Some(StopReason::Cancelled),
        End::Stopped => Some(StopReason::Time { limit: timeout(bounds) }),
    }
}

/// What is known of a puzzle by a search for two solutions that found the only one, or was given up.
pub fn facts(outcome: &Outcome, stopped: Option<StopReason>, how: &How) -> Facts {
    let count = u128::from(outcome.count);
    Facts {
        count: if outcome.end == End::Exhausted { Count::Exactly(count) } else { Count::AtLeast(count) },
        solution: outcome.first.map(|digits| Grid::from_numbers(&digits)),
        other: None,
        stopped,
        stats: how.stats,
        backend: how.backend,
    }
}

/// What the engine finds under a node limit.
fn by_engine(givens: &[u8; 81], limit: u64, bounds: &Bounds) -> (Outcome, Backend, Stats) {
    let nothing = Outcome { count: 0, nodes: 0, end: End::Stopped, first: None, second: None };
    // What is not answered here goes the ordinary way, as a puzzle without a solution does: so its line is told of in any case.
    let left = (Outcome { end: End::Exhausted, ..nothing }, Backend::Rules, Stats::default());
    let Ok(board) = EngineBoard::with_givens(Shape::classic(), Grid::from_numbers(givens)) else {
        return left;
    };
    if interrupt().is_cancelled() {
        return (nothing, Backend::Rules, Stats::default());
    }
    let stop = puzzle_stop(timeout(bounds));
    let engine = Engine::new(&board).limits(bounds.limits()).stop(&stop);
    let end_of = |reason| if matches!(reason, StopReason::Nodes { .. }) { End::Nodes } else { End::Stopped };
    if limit != 2 {
        let report = engine.count(limit.into());
        let end = match (report.count, report.stopped) {
            (_, Some(reason)) => end_of(reason),
            (Count::Exactly(_), None) => End::Exhausted,
            (Count::AtLeast(_), None) => End::Solutions,
        };
        let count = u64::try_from(report.count.number()).unwrap_or(u64::MAX);
        let nodes = report.stats.nodes;
        return (Outcome { count, nodes, end, ..nothing }, report.backend, report.stats);
    }
    let report = engine.uniqueness();
    let nodes = report.stats.nodes;
    let (count, end, first) = match report.verdict {
        Uniqueness::None => (0, End::Exhausted, None),
        Uniqueness::Unique(only) => (1, End::Exhausted, Some(only)),
        Uniqueness::Multiple(two) => {
            let [first, _] = *two;
            (2, End::Solutions, Some(first))
        }
        Uniqueness::Stopped { reason, found } => (found.is_some().into(), end_of(reason), found),
        // The engine may come to know other answers; who knows them all is asked then.
        _ => return left,
    };
    let outcome = Outcome { count, nodes, end, first: first.as_ref().and_then(digits), ..nothing };
    (outcome, report.backend, report.stats)
}

/// The digits of a full grid.
fn digits(grid: &Grid) -> Option<[u8; 81]> {
    let mut digits = [0; 81];
    for (to, value) in digits.iter_mut().zip(grid.values()) {
        *to = u8::try_from(value.as_ref()?.index() + 1).ok()?;
    }
    Some(digits)
}
