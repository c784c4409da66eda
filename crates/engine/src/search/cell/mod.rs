//! Cell selection. To add a strategy: give it a name in `Strategy`, write its file here with one function that
//! suggests a cell and never assigns, and call it from [`pick`].

mod first_empty;
mod max_constraints;
mod min_candidates;
mod random;
mod tightest;

use sdkc_board::SeededRng;

pub(crate) use tightest::tightest;

use crate::{
    Strategy,
    state::{Item, Store},
};

/// Where to branch; there is at least one open cell. `after` is the cell of the decision above, if any.
pub(crate) fn pick<S: Store>(
    strategy: Strategy,
    store: &S,
    after: Option<usize>,
    rng: &mut SeededRng,
) -> Option<Item> {
    let cell = match strategy {
        Strategy::Auto => match store.tightest() {
            Some(item) => return Some(item),
            None => min_candidates::pick(store),
        },
        Strategy::FirstEmpty => first_empty::pick(store, after),
        Strategy::MinCandidates => min_candidates::pick(store),
        Strategy::MaxConstraints => max_constraints::pick(store),
        Strategy::Random => random::pick(store, rng),
    };
    cell.map(Item::at_cell)
}

/// The empty cells in reading order.
fn open_cells<S: Store>(store: &S) -> impl Iterator<Item = usize> {
    (0..store.shape().n_cells()).filter(|cell| store.is_open(*cell))
}
