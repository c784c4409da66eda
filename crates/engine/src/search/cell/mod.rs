//! Cell selection. To add a strategy: give it a name in `Strategy`, write its file here with one function that
//! suggests a cell and never assigns, and call it from [`pick`].

mod first_empty;
mod max_constraints;
mod min_candidates;
mod random;

use sdkc_board::SeededRng;

use crate::{Strategy, state::Store};

/// The open cell to branch on; there is at least one. `after` is the cell of the decision above, if there is one.
pub(crate) fn pick<S: Store>(
    strategy: Strategy,
    store: &S,
    after: Option<usize>,
    rng: &mut SeededRng,
) -> Option<usize> {
    match strategy {
        Strategy::FirstEmpty => first_empty::pick(store, after),
        Strategy::MinCandidates | Strategy::Auto => min_candidates::pick(store),
        Strategy::MaxConstraints => max_constraints::pick(store),
        Strategy::Random => random::pick(store, rng),
    }
}

/// The empty cells in reading order.
fn open_cells<S: Store>(store: &S) -> impl Iterator<Item = usize> {
    (0..store.shape().n_cells()).filter(|cell| store.is_open(*cell))
}
