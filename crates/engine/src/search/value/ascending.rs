//! `ascending`: from 1 up.

use sdkc_board::Mask;

pub(super) fn pick<M: Mask>(left: M) -> usize {
    left.lowest()
}
