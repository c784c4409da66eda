//! One propagation sweep over boards that lie with their bands side by side.
//!
//! ```text
//!              lane  0        1        2        3      4        5 …
//! vector 0          (0, 0)   (1, 0)   (2, 0)   pad  | (0, 0)   (1, 0) …     (band, i) as in `layout`
//! vector 1          (0, 1)   (1, 1)   (2, 1)   pad  | (0, 1)   (1, 1) …
//!   ⋮                         state 0               |       state 1
//! vector 8          (0, 8)   (1, 8)   (2, 8)   pad  | (0, 8)   (1, 8) …
//! ```
//!
//! Nine vectors hold as many boards as fit; a state is a column four lanes wide and a [`Frame`](crate::layout::Frame) in memory, so that moving it is nine
//! copies of 16 bytes. Compared with the batch's layout a sweep is a third of the instructions for a quarter of the boards: made for the
//! short answer, not for the many.

use crate::layout::{DIGITS, Frame, GUARDS, ONES, WORDS};
use crate::simd::Simd;

/// What a sweep found out, one bit a lane.
pub(crate) struct Sweep {
    /// The band cannot be filled.
    pub(crate) contradiction: u32,
    /// A candidate went.
    pub(crate) changed: u32,
    /// A cell has several candidates.
    pub(crate) open: u32,
}

/// The nine vectors of as many boards as fit.
type Boards<S> = [<S as Simd>::V; WORDS];

/// The boards in memory, for the widest vectors there are; narrower ones use the beginning.
#[repr(C, align(64))]
pub(crate) struct States([u32; WORDS * 16]);

impl States {
    /// Boards about which nothing is known.
    pub(crate) const FULL: Self = Self([DIGITS; WORDS * 16]);

    #[inline(always)]
    pub(crate) fn read<S: Simd>(&self, s: S, state: usize) -> Frame {
        let mut frame = Frame::FULL;
        for i in 0..WORDS {
            s.quad().store(&mut frame.0[4 * i..], s.quad().load(&self.0[i * S::LANES + 4 * state..]));
        }
        frame
    }

    #[inline(always)]
    pub(crate) fn write<S: Simd>(&mut self, s: S, state: usize, frame: &Frame) {
        for i in 0..WORDS {
            s.quad().store(&mut self.0[i * S::LANES + 4 * state..], s.quad().load(&frame.0[4 * i..]));
        }
    }
}

/// The other two of the three that `n` is one of.
const fn others(n: usize) -> (usize, usize) {
    ((n + 1) % 3, (n + 2) % 3)
}

/// Takes away what rows, columns and boxes forbid. The rules are those of [`crate::batch::sweep`], where they are explained.
#[inline(always)]
pub(crate) fn sweep<S: Simd>(s: S, states: &mut States) -> Sweep {
    let mut before = [s.splat(0); WORDS];
    for i in 0..WORDS {
        before[i] = s.load(&states.0[i * S::LANES..]);
    }
    let mut x = lines(s, &before);
    let mut flags = Flags::new(s);
    let mut placed = [s.splat(0); WORDS];
    singles(s, &mut x, &mut placed, &mut flags);
    let after = eliminate(s, &x, &placed, &mut flags);
    let mut changed = s.splat(0);
    for i in 0..WORDS {
        changed = s.or_xor(changed, before[i], after[i]);
        s.store(&mut states.0[i * S::LANES..], after[i]);
    }
    flags.read(s, changed)
}

/// Row and column triads: what remains when each of the three boxes of a band or stack gets every digit in another line.
#[inline(always)]
fn lines<S: Simd>(s: S, x: &Boards<S>) -> Boards<S> {
    let zero = s.splat(0);
    let (mut p, mut q) = ([zero; 3], [zero; 3]);
    for row in 0..3 {
        let triad = s.or3(x[3 * row], x[3 * row + 1], x[3 * row + 2]);
        (p[row], q[row]) = s.rotations(triad);
    }
    let mut rows = [zero; 3];
    for row in 0..3 {
        let (a, b) = others(row);
        rows[row] = s.or_and(s.and(p[a], q[b]), q[a], p[b]);
    }
    let (mut p, mut q) = ([zero; 3], [zero; 3]);
    for j in 0..3 {
        let triad = s.or3(s.and(x[j], rows[0]), s.and(x[3 + j], rows[1]), s.and(x[6 + j], rows[2]));
        p[j] = s.next_band(triad);
        q[j] = s.next_band(p[j]);
    }
    let mut y = *x;
    for j in 0..3 {
        let (a, b) = others(j);
        let column = s.or_and(s.and(p[a], q[b]), q[a], p[b]);
        for row in 0..3 {
            y[3 * row + j] = s.and3(x[3 * row + j], rows[row], column);
        }
    }
    y
}

/// Accumulates what [`Sweep`] reports.
struct Flags<V> {
    /// The digits that have a place in every box so far.
    possible: V,
    /// Guard bits that are still set if no cell was empty.
    filled: V,
    /// Guard bits of cells with several candidates.
    open: V,
}

impl<V: Copy> Flags<V> {
    #[inline(always)]
    fn new<S: Simd<V = V>>(s: S) -> Self {
        let zero = s.splat(0);
        Self { possible: zero, filled: s.splat(GUARDS), open: zero }
    }

    #[inline(always)]
    fn read<S: Simd<V = V>>(&self, s: S, changed: V) -> Sweep {
        let (guards, zero) = (s.splat(GUARDS), s.splat(0));
        let sound = s.or_and(s.and(self.possible, s.splat(DIGITS)), self.filled, guards);
        Sweep {
            contradiction: s.differ(sound, s.splat(DIGITS | GUARDS)),
            changed: s.differ(changed, zero),
            open: s.differ(s.and(self.open, guards), zero),
        }
    }
}

/// Reduces cells to the digits that have no other place in their box, and collects in `placed` the cells that have one digit left.
#[inline(always)]
fn singles<S: Simd>(s: S, x: &mut Boards<S>, placed: &mut Boards<S>, flags: &mut Flags<S::V>) {
    let (minus_one, ones) = (s.splat(DIGITS), s.splat(ONES));
    let (once, twice) = once_and_twice(s, x);
    flags.possible = once;
    for i in 0..WORDS {
        let hidden = s.and_not(x[i], twice);
        let none_hidden = s.add(s.and(s.shift_right(s.add(hidden, minus_one), 9), ones), minus_one);
        let less_one = s.add(x[i], minus_one);
        flags.filled = s.and(flags.filled, less_one);
        let rest = s.add(s.and(x[i], less_one), minus_one);
        flags.open = s.or(flags.open, rest);
        let single = s.add(s.and(s.shift_right(rest, 9), ones), minus_one);
        x[i] = s.and_or(x[i], hidden, none_hidden);
        placed[i] = s.and_or_not(x[i], single, none_hidden);
    }
}

/// The digits that some cell of the box has, and those that several have.
#[inline(always)]
fn once_and_twice<S: Simd>(s: S, x: &Boards<S>) -> (S::V, S::V) {
    let t = [s.or3(x[0], x[1], x[2]), s.or3(x[3], x[4], x[5]), s.or3(x[6], x[7], x[8])];
    let m = [s.majority(x[0], x[1], x[2]), s.majority(x[3], x[4], x[5]), s.majority(x[6], x[7], x[8])];
    (s.or3(t[0], t[1], t[2]), s.or(s.or3(m[0], m[1], m[2]), s.majority(t[0], t[1], t[2])))
}

/// Takes placed digits away from the other cells of their box; two equal ones are a contradiction.
#[inline(always)]
fn eliminate<S: Simd>(s: S, x: &Boards<S>, placed: &Boards<S>, flags: &mut Flags<S::V>) -> Boards<S> {
    let (once, twice) = once_and_twice(s, placed);
    flags.possible = s.and_not(flags.possible, twice);
    let mut y = *x;
    for i in 0..WORDS {
        y[i] = s.and_not_or(x[i], once, placed[i]);
    }
    y
}
