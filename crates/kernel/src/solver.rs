//! The public face: a solver owns a kernel and the memory its searches use again and again.

use crate::batch::{Batch, Memory, PATIENCE, Rest};
use crate::layout::Frame;
use crate::solo::Solo;
use crate::{Board, End, Kernel, Limits, Outcome};
use std::{fmt, iter::FusedIterator};

/// Fewer boards than this are solved one after the other: so few lanes in use are no faster, and boards with many solutions suffer.
const FEW: usize = 8;

/// More boards than this are not taken at once from a stream, whatever its caller says: memory has an end.
const MOST: usize = 1 << 16;

/// Solves boards with one kernel.
///
/// ```
/// use sdkc_kernel::{Board, Kernel, Limits, Solver};
/// let board: Board = format!("123456789{}", ".".repeat(72)).parse()?;
/// let mut solver = Solver::new(Kernel::detect());
/// let outcome = solver.solve(&board, &Limits::solutions(1000), &|| false);
/// assert_eq!(outcome.count, 1000);
/// assert_eq!(outcome.first.map(|digits| digits[8]), Some(9));
/// # Ok::<(), sdkc_kernel::InvalidText>(())
/// ```
///
/// On several cores, each thread has a solver. `stop` may be shared:
///
/// ```
/// use sdkc_kernel::{Board, Kernel, Limits, Solver};
/// use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
/// let boards = vec![Board::from_candidates([0x1ff; 81]); 100];
/// let cancelled = AtomicBool::new(false);
/// let found: u64 = std::thread::scope(|scope| {
///     let part = |boards| {
///         let mut solver = Solver::new(Kernel::detect());
///         solver.solve_batch(boards, &Limits::default(), &|| cancelled.load(Relaxed))
///     };
///     let threads: Vec<_> = boards.chunks(50).map(|boards| scope.spawn(move || part(boards))).collect();
///     threads.into_iter().flat_map(|thread| thread.join().expect("it does not panic")).map(|outcome| outcome.count).sum()
/// });
/// assert_eq!(found, 200);
/// ```
pub struct Solver {
    kernel: Kernel,
    stack: Vec<Frame>,
    memory: Memory,
}

impl fmt::Debug for Solver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Solver").field("kernel", &self.kernel).finish_non_exhaustive()
    }
}

/// A solver with the same kernel and memory of its own.
impl Clone for Solver {
    fn clone(&self) -> Self {
        Self::new(self.kernel)
    }
}

impl Solver {
    /// A solver that uses `kernel`.
    pub fn new(kernel: Kernel) -> Self {
        Self { kernel, stack: Vec::with_capacity(128), memory: Memory::new() }
    }

    /// The kernel that this solver uses.
    pub fn kernel(&self) -> Kernel {
        self.kernel
    }

    /// Solves one board. `stop` is asked every few microseconds, for the first time some microseconds after the beginning; once it says yes, the search
    /// ends with what it has.
    pub fn solve(&mut self, board: &Board, limits: &Limits, stop: &dyn Fn() -> bool) -> Outcome {
        let mut outcome = Outcome::UNTRIED;
        if limits.solutions == 0 {
            outcome.end = End::Solutions;
            return outcome;
        }
        self.stack.clear();
        self.stack.push(board.frame());
        let patience = if limits.nodes == u64::MAX { PATIENCE } else { u32::MAX };
        let stack = &mut self.stack;
        self.kernel.0.run_narrow(Solo { stack, outcome: &mut outcome, limits, patience, stop });
        if outcome.end == End::Nodes && limits.nodes == u64::MAX {
            let (seeds, memory) = (&mut self.stack, &mut self.memory);
            self.kernel.0.run_wide(Rest { seeds, outcome: &mut outcome, limits, stop, memory });
        }
        outcome
    }

    /// Solves every board and gives the outcomes in the same order. `stop` is asked every hundred microseconds or so; boards that are not done when it says
    /// yes are reported as stopped, with what was found.
    ///
    /// ```
    /// use sdkc_kernel::{Board, Kernel, Limits, Solver};
    /// let boards = [Board::from_candidates([0x1ff; 81]), Board::from_candidates([0; 81])];
    /// let outcomes = Solver::new(Kernel::detect()).solve_batch(&boards, &Limits::default(), &|| false);
    /// assert_eq!(outcomes.iter().map(|outcome| outcome.count).collect::<Vec<_>>(), [2, 0]);
    /// ```
    pub fn solve_batch(
        &mut self,
        boards: &[Board],
        limits: &Limits,
        stop: &dyn Fn() -> bool,
    ) -> Vec<Outcome> {
        let mut outcomes = Vec::new();
        self.solve_batch_into(boards, limits, stop, &mut outcomes);
        outcomes
    }

    /// The same into memory that the caller uses again: `outcomes` is cleared first.
    pub fn solve_batch_into(
        &mut self,
        boards: &[Board],
        limits: &Limits,
        stop: &dyn Fn() -> bool,
        outcomes: &mut Vec<Outcome>,
    ) {
        outcomes.clear();
        outcomes.reserve(boards.len());
        if boards.len() >= FEW && limits.solutions > 0 && limits.nodes == u64::MAX {
            self.kernel.0.run_wide(Batch { boards, outcomes, limits, stop, memory: &mut self.memory });
            return;
        }
        outcomes.resize(boards.len(), Outcome::UNTRIED);
        for (board, outcome) in boards.iter().zip(outcomes) {
            if stop() {
                break;
            }
            *outcome = self.solve(board, limits, stop);
            if outcome.end == End::Stopped {
                break;
            }
        }
    }

    /// Solves boards as they come and gives the outcomes in the same order, in memory that does not grow with their number: up to `chunk`
    /// boards (65 536 at most) are taken, then as many outcomes given. Chunks of some thousand are as fast as one batch. After `stop` said yes, the outcomes of the
    /// chunk in hand still come.
    ///
    /// ```
    /// use sdkc_kernel::{Board, Kernel, Limits, Solver};
    /// let boards = std::iter::repeat_n(Board::from_candidates([0x1ff; 81]), 10);
    /// let mut solver = Solver::new(Kernel::detect());
    /// let never = || false;
    /// let found: u64 = solver.stream(boards, 4, Limits::default(), &never).map(|outcome| outcome.count).sum();
    /// assert_eq!(found, 20);
    /// ```
    pub fn stream<'a, I>(
        &'a mut self,
        boards: I,
        chunk: usize,
        limits: Limits,
        stop: &'a dyn Fn() -> bool,
    ) -> Outcomes<'a, I::IntoIter>
    where
        I: IntoIterator<Item = Board>,
    {
        Outcomes {
            solver: self,
            boards: boards.into_iter(),
            chunk: chunk.clamp(1, MOST),
            limits,
            stop,
            taken: Vec::new(),
            ready: Vec::new().into_iter(),
            ended: false,
        }
    }
}

/// The outcomes of [`Solver::stream`].
pub struct Outcomes<'a, I> {
    solver: &'a mut Solver,
    boards: I,
    chunk: usize,
    limits: Limits,
    stop: &'a dyn Fn() -> bool,
    taken: Vec<Board>,
    ready: std::vec::IntoIter<Outcome>,
    /// `stop` has said yes, or the boards have ended.
    ended: bool,
}

impl<I: Iterator<Item = Board>> Iterator for Outcomes<'_, I> {
    type Item = Outcome;

    fn next(&mut self) -> Option<Outcome> {
        if let Some(outcome) = self.ready.next() {
            return Some(outcome);
        }
        self.ended |= (self.stop)();
        if self.ended {
            return None;
        }
        self.taken.clear();
        self.taken.extend(self.boards.by_ref().take(self.chunk));
        let outcomes = self.solver.solve_batch(&self.taken, &self.limits, self.stop);
        let is_stopped = outcomes.iter().any(|outcome| outcome.end == End::Stopped);
        self.ended = is_stopped || self.taken.len() < self.chunk;
        self.ready = outcomes.into_iter();
        self.ready.next()
    }
}

impl<I: Iterator<Item = Board>> FusedIterator for Outcomes<'_, I> {}
