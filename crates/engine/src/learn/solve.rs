//! The face of the search: a board in, solutions out, one after the other.

use sdkc_board::{Board, Grid, Mask, Shape};

use super::{
    compile::{Compiled, Options, compile, settled, width},
    dimacs,
    exchange::Port,
    literal::{Lit, Reason, Var},
    proof::Proof,
    root::{Dead, Root},
    search::{Search, Step},
    structure::Structure,
    tally::Tally,
    tuning::Tuning,
};
use crate::{Limits, Stop, StopReason, limits::Meter};

/// What a search came to.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Answer {
    /// A solution that was not given before.
    Solution(Grid),
    /// There is none (any more).
    None,
    /// Undecided; asked again, the search goes on where it was.
    Stopped(StopReason),
    /// The board has more items than the search can number; nothing was tried.
    TooLarge,
}

/// A search over one board that gives its solutions one after the other, each once.
///
/// ```
/// use sdkc_engine::{Limits, Never, learn::{Answer, Learner}, board::{Board, Shape, check}};
/// let board = Board::empty(Shape::hypercube(2, 4)?);
/// let mut learner = Learner::new(&board, 0);
/// let Answer::Solution(grid) = learner.search(Limits::none(), &Never) else { panic!("it has solutions") };
/// assert_eq!(check(&board, &grid), Ok(()));
/// # Ok::<(), sdkc_engine::board::ShapeError>(())
/// ```
pub struct Learner {
    shape: Shape,
    state: State,
    tally: Tally,
    /// The log so far, if one is wanted.
    proof: Option<String>,
}

enum State {
    /// Nothing is compiled yet.
    Fresh(Box<Task>),
    /// Settled at the root: this is the only solution.
    Settled(Grid),
    /// There is nothing (more).
    Over,
    /// The board was refused.
    TooLarge,
    /// The search and its place in it.
    Searching(Box<dyn Machine + Send>),
}

/// What is to be searched.
struct Task {
    board: Board,
    /// The usual numbers for its size, if it is to have no others.
    tuning: Option<Tuning>,
    seed: u64,
    /// Only solutions with this structure count.
    structure: Option<Structure>,
    /// A solution that is known, to begin beside.
    known: Option<Grid>,
}

/// A search whose widths are forgotten.
trait Machine {
    fn advance(&mut self, meter: &mut Meter<'_>) -> Step;
    fn tally(&self) -> Tally;
    fn grid(&self, shape: &Shape) -> Grid;
    /// Begins a log.
    fn log(&mut self, side: usize);
    /// Takes a place at an exchange.
    fn share(&mut self, port: Port);
    /// Moves what the log has to the end of `proof`.
    fn hand_over(&mut self, proof: &mut String);
}

struct Running<M, const K: usize> {
    options: Options,
    search: Search<M, K>,
    /// The last answer was a solution, which is to be blocked before going on.
    solved: bool,
}

impl<M: Mask, const K: usize> Machine for Running<M, K> {
    fn advance(&mut self, meter: &mut Meter<'_>) -> Step {
        if std::mem::take(&mut self.solved) {
            self.search.block();
        }
        let step = self.search.run(meter);
        self.solved = step == Step::Solved;
        step
    }

    fn tally(&self) -> Tally {
        self.search.tally()
    }

    fn grid(&self, shape: &Shape) -> Grid {
        let taken =
            (0..self.options.n_vars() as Var).filter(|var| self.search.items.value(Lit::yes(*var)) > 0);
        self.options.grid(taken, shape)
    }

    fn log(&mut self, side: usize) {
        let options = self.options.cells.iter().zip(&self.options.values);
        let names = options.map(|(cell, value)| dimacs::name(side, *cell as usize, usize::from(*value)));
        self.search.proof = Some(Proof::new(names.collect()));
    }

    fn share(&mut self, port: Port) {
        self.search.port = Some(port);
    }

    fn hand_over(&mut self, proof: &mut String) {
        if let Some(log) = &mut self.search.proof {
            proof.push_str(&std::mem::take(&mut log.text));
        }
    }
}

impl Learner {
    /// A search over `board`; the same seed is the same search on every machine.
    #[must_use]
    pub fn new(board: &Board, seed: u64) -> Self {
        Self::with_task(Task { board: board.clone(), tuning: None, seed, structure: None, known: None })
    }

    /// A search with other numbers than the defaults.
    #[must_use]
    pub fn with_tuning(board: &Board, seed: u64, tuning: Tuning) -> Self {
        Self::with_task(Task {
            board: board.clone(),
            tuning: Some(tuning),
            seed,
            structure: None,
            known: None,
        })
    }

    /// A search for solutions of this structure only: that there is none says nothing about the board.
    pub(super) fn structured(board: &Board, structure: Structure, seed: u64) -> Self {
        Self::with_task(Task {
            board: board.clone(),
            tuning: None,
            seed,
            structure: Some(structure),
            known: None,
        })
    }

    fn with_task(task: Task) -> Self {
        let shape = task.board.shape().clone();
        Self { shape, state: State::Fresh(Box::new(task)), tally: Tally::default(), proof: None }
    }

    /// Begins at a solution that is known already, which is then among the first to be given again: others are as a rule
    /// found soonest near one. To be called before the first search.
    pub(super) fn begin_at(&mut self, known: Grid) {
        if let State::Fresh(task) = &mut self.state {
            task.known = Some(known);
        }
    }

    /// Writes down what is learned from now on, for [`Self::proof`]. To be called before the first search.
    #[must_use]
    pub fn logging(mut self) -> Self {
        self.proof = Some(String::new());
        self
    }

    /// After [`Answer::None`], the proof in DRAT that the formula of [`super::dimacs`] has no model, or none but the
    /// solutions that were found, where those were excluded from it. `None` without [`Self::logging`].
    #[must_use]
    pub fn proof(&self) -> Option<&str> {
        self.proof.as_deref()
    }

    /// What was counted so far.
    #[must_use]
    pub const fn tally(&self) -> Tally {
        self.tally
    }

    /// The next solution, within limits that count from now.
    pub fn search(&mut self, limits: Limits, stop: &dyn Stop) -> Answer {
        self.next(&mut Meter::new(limits, stop))
    }

    /// The next solution.
    pub(crate) fn next(&mut self, meter: &mut Meter<'_>) -> Answer {
        if let Err(reason) = self.begin(meter) {
            return Answer::Stopped(reason);
        }
        match &mut self.state {
            State::Settled(grid) => {
                let grid = grid.clone();
                self.over();
                Answer::Solution(grid)
            }
            State::Searching(machine) => {
                // Solutions may lie a few decisions apart, and to write one down takes a pass over the board.
                if let Some(reason) = meter.work(self.shape.n_cells() as u64) {
                    return Answer::Stopped(reason);
                }
                let step = machine.advance(meter);
                self.tally = machine.tally();
                if let Some(proof) = &mut self.proof {
                    machine.hand_over(proof);
                }
                match step {
                    Step::Solved => Answer::Solution(machine.grid(&self.shape)),
                    Step::Stopped(reason) => Answer::Stopped(reason),
                    Step::Refuted => {
                        self.state = State::Over;
                        Answer::None
                    }
                }
            }
            State::TooLarge => Answer::TooLarge,
            State::Over | State::Fresh(_) => Answer::None,
        }
    }

    /// Compiles the board, if that was not done.
    fn begin(&mut self, meter: &mut Meter<'_>) -> Result<(), StopReason> {
        let State::Fresh(task) = &self.state else { return Ok(()) };
        // A log holds what follows from what it says itself; a structure is more than the board.
        let exchange = meter.exchange().filter(|_| self.proof.is_none() && task.structure.is_none());
        let port = exchange.and_then(|(exchange, number)| exchange.port(&task.board, number));
        let made = match self.shape.side() {
            0..=64 => start::<u64>(task, meter),
            _ => start::<u128>(task, meter),
        };
        self.state = match made {
            Ok(state) => state,
            Err(Dead::Refuted) => {
                self.over();
                return Ok(());
            }
            Err(Dead::Stopped(reason)) => return Err(reason),
        };
        if let State::Searching(machine) = &mut self.state {
            if self.proof.is_some() {
                machine.log(self.shape.side());
            }
            if let Some(port) = port {
                machine.share(port);
            }
        }
        Ok(())
    }

    /// There is nothing (more), and the formula shows it by unit propagation alone.
    fn over(&mut self) {
        self.state = State::Over;
        if let Some(proof) = &mut self.proof {
            proof.push_str("0\n");
        }
    }
}

/// Whether all items and options that the board may have can be numbered.
pub(super) fn fits(board: &Board) -> bool {
    let shape = board.shape();
    let (side, n_cells) = (shape.side(), shape.n_cells());
    let bits = if side <= 64 { u64::BITS } else { u128::BITS };
    let houses = shape.n_units() + board.constraints().len();
    let n_items = n_cells + houses * side + 1;
    n_items < 1 << (u32::BITS - bits.trailing_zeros()) && n_cells * side + 1 < Reason::LIMIT / 2
}

fn start<M: Mask>(task: &Task, meter: &mut Meter<'_>) -> Result<State, Dead> {
    let mut root = Root::<M>::new(&task.board);
    if let Some(structure) = &task.structure {
        structure.settle(&mut root, meter)?;
        if root.is_complete() {
            return Ok(State::Settled(settled(&root)));
        }
    }
    if !fits(&task.board) {
        return Ok(State::TooLarge);
    }
    root.run(meter)?;
    match width(&root) {
        1 => Ok(State::Settled(settled(&root))),
        2..=4 => machine::<M, 4>(&root, task, meter),
        5 => machine::<M, 5>(&root, task, meter),
        6 => machine::<M, 6>(&root, task, meter),
        7 | 8 => machine::<M, 8>(&root, task, meter),
        _ => machine::<M, 16>(&root, task, meter),
    }
}

fn machine<M: Mask, const K: usize>(
    root: &Root<'_, M>,
    task: &Task,
    meter: &mut Meter<'_>,
) -> Result<State, Dead> {
    let Compiled { options, items, clauses } = compile::<M, K>(root, task.structure.as_ref(), meter)?;
    let tuning = task.tuning.unwrap_or_else(|| Tuning::of(task.board.shape(), options.n_vars()));
    let mut search = Search::new(items, clauses, tuning, task.seed);
    if let Some(known) = &task.known {
        search.begin_at(&options.taken(known));
    }
    Ok(State::Searching(Box::new(Running { options, search, solved: false })))
}
