//! How boards move between lanes, stacks and the outside. [`Plain`] and the defaults work on any machine; one with instructions for moving data
//! replaces them.

use crate::batch::Group;
use crate::board::Board;
use crate::branch::{self, Choice};
use crate::layout::Frame;
use crate::simd::Simd;

/// Steps of a search that handle one board at a time. A sibling that was saved by [`Moves::Branching`] is for [`Moves::restore`] only.
pub(crate) trait Moves: Simd {
    /// A board of a batch on its way to being branched.
    type Branching: Branching<Self>;

    /// The cell to branch on; see [`branch::choose`], whose choice every machine makes.
    #[inline(always)]
    fn choose(self, frame: &Frame) -> Choice {
        branch::choose(self, frame)
    }

    /// Puts a saved board into `lane`.
    #[inline(always)]
    fn restore(self, group: &mut Group, lane: usize, saved: &Frame) {
        group.write_frame::<Self>(lane, saved);
    }

    /// Puts a new board into `lane`.
    #[inline(always)]
    fn begin(self, group: &mut Group, lane: usize, board: &Board) {
        group.write_frame::<Self>(lane, &board.frame());
    }

    /// The digits of the board in `lane`; false if a cell has not exactly one.
    #[inline(always)]
    fn digits(self, group: &Group, lane: usize, digits: &mut [u8; 81]) -> bool {
        group.read::<Self>(lane).digits(digits)
    }
}

/// Branching in three steps. Each is done for all boards that branch before the next begins: what a step reads was written long before, and
/// the steps of different boards overlap.
pub(crate) trait Branching<S>: Copy {
    /// No board yet.
    const IDLE: Self;

    /// Copies the board in `lane`.
    fn copy(&mut self, s: S, group: &Group, lane: usize);

    /// Chooses the cell.
    fn choose(&mut self, s: S);

    /// Lets the board in `lane` go on with the digit to try first, and saves in `sibling` what is to be searched later.
    fn split(&self, s: S, group: &mut Group, lane: usize, sibling: &mut Frame);
}

/// Branching on any machine.
#[derive(Clone, Copy)]
pub(crate) struct Plain {
    board: Frame,
    choice: Choice,
}

impl<S: Moves> Branching<S> for Plain {
    const IDLE: Self = Self { board: Frame::FULL, choice: Choice::NONE };

    #[inline(always)]
    fn copy(&mut self, _: S, group: &Group, lane: usize) {
        self.board = group.read::<S>(lane);
    }

    #[inline(always)]
    fn choose(&mut self, s: S) {
        self.choice = branch::choose(s, &self.board);
    }

    #[inline(always)]
    fn split(&self, s: S, group: &mut Group, lane: usize, sibling: &mut Frame) {
        *sibling = self.board;
        self.choice.refute(s, sibling);
        group.take::<S>(lane, self.choice.board_word(), self.choice.lost());
    }
}
