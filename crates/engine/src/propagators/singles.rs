//! Naked and hidden singles: a cell with one value left takes it, and so does the one place left for a value in a
//! house. `Cover::remove` finds both; here they are filled in.

use sdkc_board::{Mask, Value};

use crate::{Event, Observer, Stats, state::Candidate, state::Cover, state::Store as _};

/// Fills in a single, unless the cell has its value already.
#[inline]
pub(super) fn fill<M: Mask, O: Observer>(
    store: &mut Cover<M>,
    single: Candidate,
    stats: &mut Stats,
    observer: &mut O,
) -> bool {
    let (cell, value) = single.parts();
    if !store.is_open(cell) {
        return store.number(cell) as usize == value + 1;
    }
    stats.propagations += 1;
    if O::ACTIVE
        && let (Some(cell), Some(value)) = (store.geometry.shape.cell_at(cell), Value::from_index(value))
    {
        observer.event(Event::Deduced { cell, value });
    }
    decide(store, cell, value)
}

/// Puts a value into an open cell: every other value leaves the cell, and the value leaves every peer.
#[inline]
pub(crate) fn decide<M: Mask>(store: &mut Cover<M>, cell: usize, value: usize) -> bool {
    if (store.values[cell] & M::bit(value)).is_empty() {
        return false;
    }
    store.fill(cell, value);
    let mut others = store.values[cell] & !M::bit(value);
    while !others.is_empty() {
        if !store.remove(cell, others.lowest()) {
            return false;
        }
        others = others.without_lowest();
    }
    let geometry = store.geometry.clone();
    for place in geometry.places(cell) {
        let base = place.base as usize;
        let mut others = store.places[base + value] & !place.bit;
        while !others.is_empty() {
            if !store.remove(geometry.house_cells[base + others.lowest()] as usize, value) {
                return false;
            }
            others = others.without_lowest();
        }
    }
    store.extras.distinct.is_empty() || leave_sets(store, cell, value)
}

/// The value leaves the other cells of the further distinct sets. (Those that are houses have lost it already.)
fn leave_sets<M: Mask>(store: &mut Cover<M>, cell: usize, value: usize) -> bool {
    for set in 0..store.extras.distinct_of.of(cell).len() {
        let set = store.extras.distinct_of.of(cell)[set] as usize;
        for at in 0..store.extras.distinct[set].len() {
            let other = store.extras.distinct[set][at] as usize;
            if other != cell
                && !(store.values[other] & M::bit(value)).is_empty()
                && !store.remove(other, value)
            {
                return false;
            }
        }
    }
    true
}
