//! `min-candidates`: the empty cell with the fewest legal values, ties in reading order. A cell without any comes
//! first of all and turns the search back.

use sdkc_board::Mask;

use crate::state::Store;

pub(super) fn pick<S: Store>(store: &S) -> Option<usize> {
    let mut best = None;
    let mut fewest = u32::MAX;
    for cell in super::open_cells(store) {
        let count = store.legal(cell).count();
        if count < fewest {
            (best, fewest) = (Some(cell), count);
            if count == 0 {
                break;
            }
        }
    }
    best
}
