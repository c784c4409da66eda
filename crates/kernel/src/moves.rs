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
        *sibling = group.read(self, lane);
        let choice = branch::choose(self, sibling);
        choice.refute(self, sibling);
        group.take::<Self>(lane, choice.board_word(), choice.lost());
    }

    /// Puts a saved board into `lane`.
    #[inline(always)]
    fn restore(self, group: &mut Group, lane: usize, saved: &Frame) {
        group.write(self, lane, saved);
    }

    /// Puts a new board into `lane`.
    #[inline(always)]
    fn begin(self, group: &mut Group, lane: usize, board: &Board) {
        group.write(self, lane, &board.frame());
    }

    /// The digits of the solved board in `lane`.
    #[inline(always)]
    fn digits(self, group: &Group, lane: usize) -> [u8; 81] {
        group.read(self, lane).digits()
    }
}
