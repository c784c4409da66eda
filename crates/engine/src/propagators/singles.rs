//! Naked and hidden singles: a cell with one value left takes it, and so does the one place left for a value in a
//! house. `Candidates::remove` finds both; here they are filled in.

use sdkc_board::{Mask, Value};

use crate::{
    Event, Observer, Stats,
    state::{Candidate, Candidates, Tables},
};

/// Fills in a single, unless the cell has its value already.
#[inline]
pub(super) fn fill<M: Mask, O: Observer>(
    tables: &Tables<M>,
    state: &mut Candidates<M>,
    single: Candidate,
    stats: &mut Stats,
    observer: &mut O,
) -> bool {
    let (cell, value) = single.parts();
    if state.numbers[cell] != 0 {
        return state.numbers[cell] as usize == value + 1;
    }
    stats.propagations += 1;
    if O::ACTIVE
        && let (Some(cell), Some(value)) = (tables.geometry.shape.cell_at(cell), Value::from_index(value))
    {
        observer.event(Event::Deduced { cell, value });
    }
    put(tables, state, cell, value)
}

/// Puts a value into an open cell: every other value leaves the cell, and the value leaves every peer.
#[inline]
pub(super) fn put<M: Mask>(tables: &Tables<M>, state: &mut Candidates<M>, cell: usize, value: usize) -> bool {
    if (state.values[cell] & M::bit(value)).is_empty() {
        return false;
    }
    state.fill(&tables.geometry, cell, value)
        && (tables.extras.distinct.is_empty() || leave_sets(tables, state, cell, value))
}

/// The value leaves the other cells of the further distinct sets. (Those that are houses have lost it already.)
fn leave_sets<M: Mask>(tables: &Tables<M>, state: &mut Candidates<M>, cell: usize, value: usize) -> bool {
    for set in tables.extras.distinct_of.of(cell) {
        for other in &tables.extras.distinct[*set as usize] {
            let other = *other as usize;
            if other != cell
                && !(state.values[other] & M::bit(value)).is_empty()
                && !state.remove(&tables.geometry, other, value)
            {
                return false;
            }
        }
    }
    true
}
