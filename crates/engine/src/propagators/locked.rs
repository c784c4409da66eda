//! Locked candidates: where all places of a value in one house lie in another house too (a line and a block, in any
//! dimension), the value has no other place in that one.

use sdkc_board::Mask;

use crate::state::{Candidates, Geometry};

/// Looks at these values of a house; `false` on a contradiction.
pub(super) fn narrow<M: Mask>(
    geometry: &Geometry<M>,
    state: &mut Candidates<M>,
    house: usize,
    mut values: M,
) -> bool {
    let base = house * geometry.side;
    while !values.is_empty() {
        let value = values.lowest();
        values = values.without_lowest();
        let places = state.places[base + value];
        if places.without_lowest().is_empty() {
            continue;
        }
        // A house that holds all places holds the first: only the meetings at that cell matter.
        for meet in geometry.meets(base + places.lowest()) {
            if !(places & !meet.own).is_empty() {
                continue;
            }
            let other = meet.other as usize;
            let gone = state.places[other + value] & !meet.theirs;
            if !state.remove_places(geometry, other, value, gone) {
                return false;
            }
        }
    }
    true
}
