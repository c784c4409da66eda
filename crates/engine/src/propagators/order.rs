//! Pairs in order: the lesser cell stays below the other's highest value, the greater one above the other's lowest.

use sdkc_board::Mask;

use crate::state::{Candidates, Tables};

/// Narrows the partners of a cell whose values changed; `false` on a contradiction.
pub(super) fn narrow<M: Mask>(tables: &Tables<M>, state: &mut Candidates<M>, cell: usize) -> bool {
    let values = state.values[cell];
    if values.is_empty() {
        return false;
    }
    let (not_above, below) = (M::full(values.lowest() as u8 + 1), M::full(values.highest() as u8));
    let keep = |state: &mut Candidates<M>, cell: u32, allowed: M| {
        let gone = state.values[cell as usize] & !allowed;
        state.remove_values(&tables.geometry, cell as usize, gone)
    };
    tables.extras.above.of(cell).iter().all(|high| keep(state, *high, !not_above))
        && tables.extras.below.of(cell).iter().all(|low| keep(state, *low, below))
}
