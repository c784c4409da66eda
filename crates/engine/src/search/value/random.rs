//! `random`: any of those left, uniformly.

use sdkc_board::{Mask, SeededRng};

pub(super) fn pick<M: Mask>(mut left: M, rng: &mut SeededRng) -> usize {
    for _ in 0..rng.below(left.count() as usize) {
        left = left.without_lowest();
    }
    left.lowest()
}
