//! One propagation sweep over a board that lies with its bands side by side: the rules of [`crate::rules`] for all bands in one.
//!
//! ```text
//!              lane  0        1        2        3
//! vector 0          (0, 0)   (1, 0)   (2, 0)   pad        (band, i) as in `layout`
//! vector 1          (0, 1)   (1, 1)   (2, 1)   pad
//!   ⋮
//! vector 8          (0, 8)   (1, 8)   (2, 8)   pad
//! ```
//!
//! Nine vectors hold a board, which in memory is a [`Frame`], so that moving it is nine copies of 16 bytes. Compared with the batch's layout a sweep is a third of
//! the instructions for one board instead of a group: made for the short answer, not for the many. Only the supports of columns cross lanes.

use crate::layout::{Frame, WORDS};
use crate::rules::{Found, Tally, column_support, column_triads, eliminate, lines, row_support, singles};
use crate::simd::Simd;

/// A board that is being searched.
pub(crate) struct State {
    pub(crate) frame: Frame,
    /// The digits that the last sweep left placed in the boxes, by lane.
    placed: [u32; 4],
}

impl State {
    /// No set of digits counts as placed yet: the next sweep is progress.
    pub(crate) const fn new(frame: &Frame) -> Self {
        Self { frame: *frame, placed: [u32::MAX; 4] }
    }
}

/// Takes away what columns, rows and boxes forbid.
#[inline(always)]
pub(crate) fn sweep<S: Simd>(s: S, state: &mut State) -> Found {
    let mut x = [s.splat(0); WORDS];
    for i in 0..WORDS {
        x[i] = s.load(&state.frame.0[4 * i..]);
    }
    let [a, b, c] = column_triads(s, &x);
    let next = [s.next_band(a), s.next_band(b), s.next_band(c)];
    let last = [s.next_band(next[0]), s.next_band(next[1]), s.next_band(next[2])];
    let columns = column_support(s, &next, &last);
    let mut x = lines(s, &x, &columns, &row_support(s, &x, &columns));
    let mut tally = Tally::new(s);
    let placed = singles(s, &mut x, &mut tally);
    let (x, all) = eliminate(s, &x, &placed);
    for i in 0..WORDS {
        s.store(&mut state.frame.0[4 * i..], x[i]);
    }
    tally.note(s, all, s.load(&state.placed));
    s.store(&mut state.placed, all);
    tally.finish(s)
}
