//! Which of a cell's values is tried next: one function a file, by [`crate::ValueOrder`].

mod ascending;
mod descending;
mod least_constraining;
mod random;

use sdkc_board::SeededRng;

use crate::{ValueOrder, state::Store};

/// The bit to try next among those left; `left` is not empty.
pub(crate) fn pick<S: Store>(
    order: ValueOrder,
    store: &S,
    cell: usize,
    left: S::Mask,
    rng: &mut SeededRng,
) -> usize {
    match order {
        ValueOrder::Ascending => ascending::pick(left),
        ValueOrder::Descending => descending::pick(left),
        ValueOrder::Random => random::pick(left, rng),
        ValueOrder::LeastConstraining => least_constraining::pick(store, cell, left),
    }
}
