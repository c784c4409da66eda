//! What `auto` branches on: the cell with the fewest values or the (house, value) with the fewest places. Two are as
//! few as there are, so the first cell with two ends the look; cells come before places.

use sdkc_board::Mask;

use crate::state::{Candidates, Item};

pub(crate) fn tightest<M: Mask>(state: &Candidates<M>) -> Option<Item> {
    let mut best = (None, u32::MAX);
    for (cell, values) in state.values.iter().enumerate() {
        let rest = values.without_lowest();
        if rest.is_empty() {
            continue;
        }
        if rest.is_single() {
            return Some(Item::at_cell(cell));
        }
        let count = rest.count();
        if count < best.1 {
            best = (Some(Item::at_cell(cell)), count);
        }
    }
    for (slot, places) in state.places.iter().enumerate() {
        let rest = places.without_lowest();
        if rest.is_single() {
            return Some(Item::at_slot(slot));
        }
    }
    best.0
}
