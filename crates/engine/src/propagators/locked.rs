//! Locked candidates: where all places of a value in one house lie in another house too (a line and a block, in any
//! dimension), the value has no other place in that one.

use sdkc_board::Mask;

use crate::state::Cover;

/// Looks at these values of a house; `false` on a contradiction.
pub(super) fn narrow<M: Mask>(store: &mut Cover<M>, house: usize, mut values: M) -> bool {
    let geometry = store.geometry.clone();
    let base = house * geometry.side;
    while !values.is_empty() {
        let value = values.lowest();
        values = values.without_lowest();
        let places = store.places[base + value];
        if places.is_single() || places.is_empty() {
            continue;
        }
        // A house that holds all places holds the first: only the meetings at that cell matter.
        for meet in geometry.meets(base + places.lowest()) {
            if !(places & !meet.own).is_empty() {
                continue;
            }
            let other = meet.other as usize;
            let mut gone = store.places[other + value] & !meet.theirs;
            while !gone.is_empty() {
                if !store.remove(geometry.house_cells[other + gone.lowest()] as usize, value) {
                    return false;
                }
                gone = gone.without_lowest();
            }
        }
    }
    true
}
