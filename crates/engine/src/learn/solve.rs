//! The face of the search: a board in, solutions out, one after the other.

use sdkc_board::{Board, Grid, Mask};

use super::{
    compile::{Compiled, Options, compile, width},
    literal::{Lit, Var},
    root::{Dead, Root},
    search::{Search, Step},
    tally::Tally,
    tuning::Tuning,
};
use crate::{StopReason, limits::Meter};

/// What a search came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// A solution that was not given before.
    Solution(Grid),
    /// There is none (any more).
    None,
    /// Undecided.
    Stopped(StopReason),
    /// The board has more items than numbers fit; nothing was tried.
    TooLarge,
}

/// A search over one board that gives its solutions one after the other, each once.
pub struct Learner<'b> {
    board: &'b Board,
    tuning: Tuning,
    seed: u64,
    state: State,
    tally: Tally,
}

enum State {
    Fresh,
    /// Settled at the root: this is the only solution.
    Settled(Grid),
    Over,
    Searching(Box<dyn Machine + Send>),
}

/// A search whose widths are forgotten.
trait Machine {
    fn next(&mut self, meter: &mut Meter<'_>) -> (Step, Tally);
    fn grid(&self, board: &Board) -> Grid;
}

struct Running<M, const K: usize> {
    options: Options,
    search: Search<M, K>,
    /// The last answer was a solution, which is to be blocked before going on.
    solved: bool,
}

impl<M: Mask, const K: usize> Machine for Running<M, K> {
    fn next(&mut self, meter: &mut Meter<'_>) -> (Step, Tally) {
        if std::mem::take(&mut self.solved) {
            self.search.block();
        }
        let step = self.search.run(meter);
        self.solved = step == Step::Solved;
        (step, self.search.tally())
    }

    fn grid(&self, board: &Board) -> Grid {
        let taken = (0..self.options.cells.len() as Var).filter(|var| self.search.items.value(Lit::yes(*var)) > 0);
        self.options.grid(taken, |cell| board.shape().cell_at(cell))
    }
}

impl<'b> Learner<'b> {
    /// A search over `board`; the same seed is the same search on every machine.
    #[must_use]
    pub fn new(board: &'b Board, tuning: Tuning, seed: u64) -> Self {
        Self { board, tuning, seed, state: State::Fresh, tally: Tally::default() }
    }

    /// What was counted so far.
    #[must_use]
    pub const fn tally(&self) -> Tally {
        self.tally
    }

    /// The next solution. After a stop, the search goes on where it was.
    pub(crate) fn next(&mut self, meter: &mut Meter<'_>) -> Answer {
        if matches!(self.state, State::Fresh) {
            let made = if self.board.shape().side() <= 64 { self.begin::<u64>(meter) } else { self.begin::<u128>(meter) };
            match made {
                Ok(state) => self.state = state,
                Err(answer) => {
                    if answer == Answer::None {
                        self.state = State::Over;
                    }
                    return answer;
                }
            }
        }
        match &mut self.state {
            State::Settled(grid) => {
                let grid = grid.clone();
                self.state = State::Over;
                Answer::Solution(grid)
            }
            State::Searching(machine) => {
                let (step, tally) = machine.next(meter);
                self.tally = tally;
                match step {
                    Step::Solved => Answer::Solution(machine.grid(self.board)),
                    Step::Refuted => {
                        self.state = State::Over;
                        Answer::None
                    }
                    Step::Stopped(reason) => Answer::Stopped(reason),
                }
            }
            State::Over | State::Fresh => Answer::None,
        }
    }

    fn begin<M: Mask>(&self, meter: &mut Meter<'_>) -> Result<State, Answer> {
        let mut root = Root::<M>::new(self.board);
        match root.run(meter) {
            Ok(()) => {}
            Err(Dead::Refuted) => return Err(Answer::None),
            Err(Dead::Stopped(reason)) => return Err(Answer::Stopped(reason)),
        }
        match width(&root) {
            1 => Ok(State::Settled(super::compile::settled(&root))),
            2..=4 => self.machine::<M, 4>(&root),
            5 => self.machine::<M, 5>(&root),
            6 => self.machine::<M, 6>(&root),
            7 | 8 => self.machine::<M, 8>(&root),
            _ => self.machine::<M, 16>(&root),
        }
    }

    fn machine<M: Mask, const K: usize>(&self, root: &Root<'_, M>) -> Result<State, Answer> {
        let side = self.board.shape().side();
        let Ok(Compiled { options, items, clauses }) = compile::<M, K>(root, side) else {
            return Err(Answer::TooLarge);
        };
        let search = Search::new(items, clauses, self.tuning, self.seed);
        Ok(State::Searching(Box::new(Running { options, search, solved: false })))
    }
}
impl Learner<'_> {
    pub fn solve_next(&mut self, stop: &dyn crate::Stop) -> Answer {
        self.next(&mut Meter::new(crate::Limits::none(), stop))
    }
}
