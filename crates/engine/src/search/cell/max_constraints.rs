//! `max-constraints`: the empty cell with the most values excluded (side − legal), ties by the number of filled
//! peers, then in reading order. Without restricted candidates its first criterion is that of `min-candidates`; what
//! it adds is the first tie-break, which prefers cells in the crowd.

use std::ops::ControlFlow;

use sdkc_board::Mask;

use crate::{StopReason, limits::Meter, state::Store};

/// The work for a cell: all of its peers are looked at.
const PRICE: usize = 64;

pub(super) fn pick<S: Store>(store: &S, meter: &mut Meter<'_>) -> Result<Option<usize>, StopReason> {
    let mut best = None;
    let mut fewest = u32::MAX;
    // Peers are counted for ties only: `None` until the best cell meets its first.
    let mut filled: Option<usize> = None;
    super::for_open_cells(store, meter, PRICE, |cell| {
        let count = store.legal(cell).count();
        if count < fewest {
            (best, fewest, filled) = (Some(cell), count, None);
            if count == 0 {
                return ControlFlow::Break(());
            }
        } else if count == fewest
            && let Some(leader) = best
        {
            let least = *filled.get_or_insert_with(|| store.filled_peers(leader));
            let own = store.filled_peers(cell);
            if own > least {
                (best, filled) = (Some(cell), Some(own));
            }
        }
        ControlFlow::Continue(())
    })?;
    Ok(best)
}
