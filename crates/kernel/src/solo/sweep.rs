//! One propagation sweep over boards that lie with their bands side by side: the rules of [`crate::rules`] for all bands in one.
//!
//! ```text
//!              lane  0        1        2        3      4        5 …
//! vector 0          (0, 0)   (1, 0)   (2, 0)   pad  | (0, 0)   (1, 0) …     (band, i) as in `layout`
//! vector 1          (0, 1)   (1, 1)   (2, 1)   pad  | (0, 1)   (1, 1) …
//!   ⋮                         state 0               |       state 1
//! vector 8          (0, 8)   (1, 8)   (2, 8)   pad  | (0, 8)   (1, 8) …
//! ```
//!
//! Nine vectors hold as many boards as fit; a state is a column four lanes wide and a [`Frame`] in memory, so that moving it is nine copies of 16
//! bytes. Compared with the batch's layout a sweep is a third of the instructions for a quarter of the boards: made for the short answer, not for
//! the many. Only the supports of columns cross lanes.

use crate::layout::{DIGITS, Frame, WORDS};
use crate::rules::{Found, Tally, column_support, column_triads, eliminate, lines, row_support, singles};
use crate::simd::Simd;

/// The boards in memory, for the widest vectors there are; narrower ones use the beginning.
#[repr(C, align(64))]
pub(crate) struct States {
    words: [u32; WORDS * 16],
    /// The digits that the last sweep left placed in the boxes, by lane.
    placed: [u32; 16],
}

impl States {
    /// Boards about which nothing is known.
    pub(crate) const FULL: Self = Self { words: [DIGITS; WORDS * 16], placed: [u32::MAX; 16] };

    #[inline(always)]
    pub(crate) fn read<S: Simd>(&self, s: S, state: usize) -> Frame {
        let mut frame = Frame::FULL;
        for i in 0..WORDS {
            s.quad().store(&mut frame.0[4 * i..], s.quad().load(&self.words[i * S::LANES + 4 * state..]));
        }
        frame
    }

    #[inline(always)]
    pub(crate) fn write<S: Simd>(&mut self, s: S, state: usize, frame: &Frame) {
        for i in 0..WORDS {
            s.quad().store(&mut self.words[i * S::LANES + 4 * state..], s.quad().load(&frame.0[4 * i..]));
        }
        s.quad().store(&mut self.placed[4 * state..], s.quad().splat(u32::MAX));
    }
}

/// Takes away what rows, columns and boxes forbid.
#[inline(always)]
pub(crate) fn sweep<S: Simd>(s: S, states: &mut States) -> Found {
    let mut x = [s.splat(0); WORDS];
    for i in 0..WORDS {
        x[i] = s.load(&states.words[i * S::LANES..]);
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
        s.store(&mut states.words[i * S::LANES..], x[i]);
    }
    tally.note(s, all, s.load(&states.placed));
    s.store(&mut states.placed, all);
    tally.finish(s)
}
