//! `descending`: from the side down.

use sdkc_board::Mask;

pub(super) fn pick<M: Mask>(left: M) -> usize {
    left.highest()
}
