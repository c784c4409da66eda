//! `random`: any empty cell, uniformly.

use sdkc_board::SeededRng;

use crate::state::Store;

pub(super) fn pick<S: Store>(store: &S, rng: &mut SeededRng) -> Option<usize> {
    super::open_cells(store).nth(rng.below(store.n_open()))
}
