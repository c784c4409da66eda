//! `max-constraints`: the empty cell with the most values excluded (side − legal), ties by the number of filled
//! peers, then in reading order. Without restricted candidates its first criterion is that of `min-candidates`; what
//! it adds is the first tie-break, which prefers cells in the crowd.

use sdkc_board::Mask;

use crate::state::Store;

pub(super) fn pick<S: Store>(store: &S) -> Option<usize> {
    let mut best = None;
    let mut fewest = u32::MAX;
    // Peers are counted for ties only: `None` until the best cell meets its first.
    let mut filled: Option<usize> = None;
    for cell in super::open_cells(store) {
        let count = store.legal(cell).count();
        if count < fewest {
            (best, fewest, filled) = (Some(cell), count, None);
            if count == 0 {
                break;
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
    }
    best
}
