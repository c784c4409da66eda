//! Pairs in order: the lesser cell stays below the other's highest value, the greater one above the other's lowest.

use sdkc_board::Mask;

use crate::state::Cover;

/// Narrows the partners of a cell whose values changed; `false` on a contradiction.
pub(super) fn narrow<M: Mask>(store: &mut Cover<M>, cell: usize) -> bool {
    let values = store.values[cell];
    if values.is_empty() {
        return false;
    }
    for at in 0..store.extras.above.of(cell).len() {
        let high = store.extras.above.of(cell)[at] as usize;
        if !keep(store, high, !M::full(values.lowest() as u8 + 1)) {
            return false;
        }
    }
    for at in 0..store.extras.below.of(cell).len() {
        let low = store.extras.below.of(cell)[at] as usize;
        if !keep(store, low, M::full(values.highest() as u8)) {
            return false;
        }
    }
    true
}

fn keep<M: Mask>(store: &mut Cover<M>, cell: usize, allowed: M) -> bool {
    let mut gone = store.values[cell] & !allowed;
    while !gone.is_empty() {
        if !store.remove(cell, gone.lowest()) {
            return false;
        }
        gone = gone.without_lowest();
    }
    true
}
