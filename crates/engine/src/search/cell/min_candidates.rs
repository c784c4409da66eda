//! `min-candidates`: the empty cell with the fewest legal values, ties in reading order. A cell without any comes
//! first of all and turns the search back.

use std::ops::ControlFlow;

use sdkc_board::Mask;

use crate::{StopReason, limits::Meter, state::Store};

pub(super) fn pick<S: Store>(store: &S, meter: &mut Meter<'_>) -> Result<Option<usize>, StopReason> {
    let mut best = None;
    let mut fewest = u32::MAX;
    super::for_open_cells(store, meter, 1, |cell| {
        let count = store.legal(cell).count();
        if count < fewest {
            (best, fewest) = (Some(cell), count);
        }
        if fewest == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    })?;
    Ok(best)
}
