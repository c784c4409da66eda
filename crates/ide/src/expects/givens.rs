//! `expect givens 23`: the number of givens.

use sdkc_puzzle::Puzzle;

use super::Judgement;

pub(super) fn judge(expected: u64, puzzle: &Puzzle) -> Judgement {
    let found = puzzle.board.givens().n_filled() as u64;
    if found == expected {
        return Judgement::Kept;
    }
    Judgement::broken(
        format!("this puzzle is expected to have {expected} givens, but has {found}"),
        Vec::new(),
    )
}
