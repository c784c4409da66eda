//! [`Solver`]: one board, one configuration, all questions.

use sdkc_board::Board;

use crate::{
    CandidatesReport, Config, CoreReport, Count, CountReport, Limits, Never, Observer, Outcome, Propagation,
    Report, Silent, Solutions, Stop, Strategy, Uniqueness, UniquenessReport, ValueOrder, cores, event::Lent,
    lanes, possible,
};
#[cfg(feature = "parallel")]
use crate::{Crew, Workers, parallel};

/// Asks questions about a board.
///
/// ```
/// use sdkc_engine::{Count, Solver, Uniqueness, board::{Board, Grid, Shape, check}};
/// let line = "100007090030020008009600500005300900010080002600004000300000010040000007007000300";
/// let numbers: Vec<u8> = line.bytes().map(|digit| digit - b'0').collect();
/// let board = Board::with_givens(Shape::classic(), Grid::from_numbers(&numbers))?;
///
/// let solver = Solver::new(&board);
/// let report = solver.solve();
/// let solution = report.outcome.solution().expect("AI Escargot has a solution");
/// assert_eq!(check(&board, solution), Ok(()));
/// assert!(matches!(solver.uniqueness().verdict, Uniqueness::Unique(_)));
/// assert_eq!(solver.count(1000).count, Count::Exactly(1));
/// # Ok::<(), sdkc_engine::board::BoardError>(())
/// ```
///
/// Each question is a run of its own: limits count from its start, and the same question gets the same answer.
#[derive(Clone, Copy)]
pub struct Solver<'a> {
    board: &'a Board,
    config: Config,
    stop: &'a dyn Stop,
    #[cfg(feature = "parallel")]
    jobs: usize,
    /// Whether this is a thread that helps another one.
    #[cfg(feature = "parallel")]
    is_helper: bool,
}

impl<'a> Solver<'a> {
    /// A solver with everything left to `auto`, and no limits.
    #[must_use]
    pub fn new(board: &'a Board) -> Self {
        Self::with_config(board, Config::default())
    }

    /// A solver with these choices.
    #[must_use]
    pub fn with_config(board: &'a Board, config: Config) -> Self {
        Self {
            board,
            config,
            stop: &Never,
            #[cfg(feature = "parallel")]
            jobs: 1,
            #[cfg(feature = "parallel")]
            is_helper: false,
        }
    }

    /// Chooses the strategy.
    #[must_use]
    pub const fn strategy(mut self, strategy: Strategy) -> Self {
        self.config.strategy = strategy;
        self
    }

    /// Chooses the order of values; `auto` has its own.
    #[must_use]
    pub const fn values(mut self, order: ValueOrder) -> Self {
        self.config.values = Some(order);
        self
    }

    /// Chooses the propagation; `auto` has its own.
    #[must_use]
    pub const fn propagate(mut self, level: Propagation) -> Self {
        self.config.propagate = Some(level);
        self
    }

    /// Seeds random choices.
    #[must_use]
    pub const fn seed(mut self, seed: u64) -> Self {
        self.config.seed = seed;
        self
    }

    /// Limits each run.
    #[must_use]
    pub const fn limits(mut self, limits: Limits) -> Self {
        self.config.limits = limits;
        self
    }

    /// Polls `stop` during each run: a [`crate::CancelToken`], a `Deadline`, a pair of both, or your own.
    #[must_use]
    pub const fn stop(mut self, stop: &'a dyn Stop) -> Self {
        self.stop = stop;
        self
    }

    /// Works on one question with up to so many threads. The board has one to itself; if it turns out to be hard, so that
    /// conflicts have to be learned from, the others search it from seeds of their own; all tell each other short clauses
    /// that they learn, and the first answer counts.
    ///
    /// Verdicts and counts are those of one thread; where there are several solutions, which of them is shown may
    /// differ, and so may what was counted on the way. Named strategies, runs with a node limit (whose outcome is a promise),
    /// [`Self::solutions`] and runs with an observer take one thread all the same. Where many boards share the threads of a
    /// machine, see [`Stop::crew`] instead.
    #[cfg(feature = "parallel")]
    #[must_use]
    pub const fn jobs(mut self, jobs: usize) -> Self {
        self.jobs = jobs;
        self
    }

    /// Another signal on the same question, as the thread of this number has it; the first is the board's own.
    #[cfg(feature = "parallel")]
    pub(crate) fn racer<'b>(&self, number: usize, stop: &'b dyn Stop) -> Solver<'b>
    where
        'a: 'b,
    {
        let seed = self.config.seed.wrapping_add((number as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15));
        Solver {
            board: self.board,
            config: Config { seed, ..self.config },
            stop,
            jobs: 1,
            is_helper: number > 0,
        }
    }

    /// Whether further threads may help, and which.
    #[cfg(feature = "parallel")]
    fn race<T>(&self, race: impl FnOnce(&dyn Crew) -> T) -> Option<T> {
        if self.config.strategy != Strategy::Auto || self.config.limits.nodes.is_some() {
            return None;
        }
        if self.jobs > 1 {
            return Some(race(&Workers::new(self.jobs - 1)));
        }
        self.stop.crew().map(race)
    }

    /// The board.
    #[must_use]
    pub const fn board(&self) -> &'a Board {
        self.board
    }

    /// The choices.
    #[must_use]
    pub const fn config(&self) -> &Config {
        &self.config
    }

    /// Finds a solution.
    #[must_use]
    pub fn solve(&self) -> Report {
        #[cfg(feature = "parallel")]
        if let Some(report) = self.race(|crew| parallel::solve(self, crew)) {
            return report;
        }
        self.solve_with(&mut Silent)
    }

    /// Finds a solution while `observer` listens.
    pub fn solve_with<O: Observer>(&self, observer: &mut O) -> Report {
        let mut solutions = self.solutions_with(Lent(observer));
        let outcome = match (solutions.next(), solutions.stopped()) {
            (Some(grid), _) => Outcome::Solved(grid),
            (None, Some(reason)) => Outcome::Stopped(reason),
            // That there is no solution is known, however long it takes to see whether it shows at once.
            (None, None) => match cores::at_once(self.board, self.stop) {
                Ok(Some(core)) => Outcome::Unsatisfiable { core },
                Ok(None) | Err(_) => Outcome::Exhausted,
            },
        };
        Report { outcome, stats: solutions.stats(), backend: solutions.backend() }
    }

    /// The solutions one by one, each found when it is asked for.
    ///
    /// ```
    /// use sdkc_engine::{Solver, board::{Board, Shape}};
    /// let board = Board::empty(Shape::hypercube(2, 2)?);
    /// assert_eq!(Solver::new(&board).solutions().count(), 288);
    /// # Ok::<(), sdkc_engine::board::ShapeError>(())
    /// ```
    #[must_use]
    pub fn solutions(&self) -> Solutions<'a> {
        self.solutions_with(Silent)
    }

    /// The solutions one by one while `observer` listens.
    pub fn solutions_with<'o, O: Observer + 'o>(&self, observer: O) -> Solutions<'o, O>
    where
        'a: 'o,
    {
        #[cfg(feature = "parallel")]
        if self.is_helper {
            return Solutions::of_helper(self.board, &self.config, self.stop, observer);
        }
        Solutions::new(self.board, &self.config, self.stop, observer)
    }

    /// Counts solutions, up to a limit.
    #[must_use]
    pub fn count(&self, limit: u128) -> CountReport {
        if lanes::fits(self.board, &self.config) {
            return lanes::count(self.board, limit, self.stop);
        }
        #[cfg(feature = "parallel")]
        if let Some(report) = self.race(|crew| parallel::count(self, crew, limit)) {
            return report;
        }
        self.count_with(limit, &mut Silent)
    }

    /// Counts solutions, up to a limit, while `observer` listens.
    pub fn count_with<O: Observer>(&self, limit: u128, observer: &mut O) -> CountReport {
        let mut solutions = self.solutions_with(Lent(observer));
        let mut number = 0;
        while number < limit && solutions.advance() {
            number += 1;
        }
        let stopped = solutions.stopped();
        let exact = number < limit && stopped.is_none();
        let count = if exact { Count::Exactly(number) } else { Count::AtLeast(number) };
        CountReport { count, stopped, stats: solutions.stats(), backend: solutions.backend() }
    }

    /// Decides whether there is exactly one solution.
    #[must_use]
    pub fn uniqueness(&self) -> UniquenessReport {
        if lanes::fits(self.board, &self.config)
            && let Some(report) = lanes::uniqueness(self.board, self.stop)
        {
            return report;
        }
        #[cfg(feature = "parallel")]
        if let Some(report) = self.race(|crew| parallel::uniqueness(self, crew)) {
            return report;
        }
        let mut solutions = self.solutions();
        let first = solutions.next();
        let second = first.as_ref().and_then(|_| solutions.next());
        let verdict = match (first, second, solutions.stopped()) {
            (Some(first), Some(second), _) => Uniqueness::Multiple(Box::new([first, second])),
            (found, None, Some(reason)) => Uniqueness::Stopped { reason, found },
            (Some(only), None, None) => Uniqueness::Unique(only),
            (None, ..) => Uniqueness::None,
        };
        UniquenessReport { verdict, stats: solutions.stats(), backend: solutions.backend() }
    }

    /// For each cell the values that occur in some solution. `auto` answers, whatever the strategy.
    ///
    /// ```
    /// use sdkc_engine::{Solver, board::{Board, Shape}};
    /// let board = Board::empty(Shape::hypercube(2, 2)?);
    /// let report = Solver::new(&board).true_candidates();
    /// assert!(report.possible.iter().all(|values| values.len() == 4));
    /// # Ok::<(), sdkc_engine::board::ShapeError>(())
    /// ```
    #[must_use]
    pub fn true_candidates(&self) -> CandidatesReport {
        possible::true_candidates(self)
    }

    /// For a board without solutions, a set of givens, candidates and constraints that have none together and, where
    /// limits allow, of which none can go. `auto` answers, whatever the strategy.
    ///
    /// ```
    /// use sdkc_engine::{Solver, classic};
    /// let mut grid = [[0; 9]; 9];
    /// (grid[0][0], grid[4][4], grid[0][8]) = (7, 7, 7);
    /// let board = classic::board(&grid)?;
    /// let core = Solver::new(&board).core().core.expect("no solution");
    /// assert!(core.minimal && core.givens().count() == 2, "r1c1 and r1c9");
    /// # Ok::<(), classic::GridError>(())
    /// ```
    #[must_use]
    pub fn core(&self) -> CoreReport {
        cores::core(self)
    }

    pub(crate) const fn stop_signal(&self) -> &'a dyn Stop {
        self.stop
    }
}
