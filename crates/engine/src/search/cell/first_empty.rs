//! `first-empty`: the first empty cell in reading order.

use crate::state::Store;

/// All cells up to the one above are filled, and stay so below it: the scan goes on from there.
pub(super) fn pick<S: Store>(store: &S, after: Option<usize>) -> Option<usize> {
    let start = after.map_or(0, |cell| cell + 1);
    (start..store.shape().n_cells()).find(|cell| store.is_open(*cell))
}
