//! How boards move between lanes, stacks and the outside. The defaults work on any machine; one with instructions for moving data replaces them.

use crate::batch::Group;
use crate::board::Board;
use crate::branch::{self, Choice};
use crate::layout::Frame;
use crate::simd::Simd;

/// Steps of a search that handle one board at a time. `branch` and `restore` are a pair: what one saves only the other reads.
pub(crate) trait Moves: Simd {
    /// The cell to branch on; see [`branch::choose`], whose choice every machine makes.
    #[inline(always)]
    fn choose(self, frame: &Frame) -> Choice {
        branch::choose(self, frame)
    }

    /// Branches the board in `lane`: it goes on with the digit to try first, and `sibling` is saved to be searched later.
    #[inline(always)]
    fn branch(self, group: &mut Group, lane: usize, sibling: &mut Frame) {
        *sibling = group.read::<Self>(lane);
        let choice = branch::choose(self, sibling);
        choice.refute(self, sibling);
        group.take::<Self>(lane, choice.board_word(), choice.lost());
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
