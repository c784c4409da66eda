//! `least-constraining`: the value that the fewest open peers could take as well, ties from 1 up.

use sdkc_board::Mask;

use crate::state::Store;

pub(super) fn pick<S: Store>(store: &S, cell: usize, left: S::Mask) -> usize {
    let mut best = (usize::MAX, left.lowest());
    let mut rest = left;
    while !rest.is_empty() {
        let value = rest.lowest();
        rest = rest.without_lowest();
        let rivals = store.rivals(cell, value);
        if rivals < best.0 {
            best = (rivals, value);
        }
    }
    best.1
}
