//! One propagation sweep over a group of boards, one a lane.
//!
//! TEXT

use super::group::Group;
use crate::layout::{DIGITS, GUARDS, ONES, WORDS};
use crate::simd::Simd;

/// What a sweep found out, one bit a lane.
pub(crate) struct Sweep {
    /// The board cannot be filled.
    pub(crate) contradiction: u32,
    /// A candidate went.
    pub(crate) changed: u32,
    /// A cell has several candidates.
    pub(crate) open: u32,
}

/// The nine words of a band.
type Band<S> = [<S as Simd>::V; WORDS];

/// The other two of the three that `n` is one of.
const fn others(n: usize) -> (usize, usize) {
    ((n + 1) % 3, (n + 2) % 3)
}

#[inline(always)]
pub(crate) fn sweep<S: Simd>(s: S, group: &mut Group) -> Sweep {
    let zero = s.splat(0);
    let rows = [
        row_support(s, &group.band(s, 0)),
        row_support(s, &group.band(s, 1)),
        row_support(s, &group.band(s, 2)),
    ];
    let triads = [
        column_triads(s, &group.band(s, 0), &rows[0]),
        column_triads(s, &group.band(s, 1), &rows[1]),
        column_triads(s, &group.band(s, 2), &rows[2]),
    ];
    let mut flags =
        Flags { possible: s.splat(DIGITS), filled: s.splat(DIGITS | GUARDS), open: zero, changed: zero };
    let (mut x, mut y, mut z) = ([zero; WORDS], [zero; WORDS], [zero; WORDS]);
    let lx = lines::<S, 0>(s, group, &rows[0], &triads, &mut x, &mut flags);
    let ly = lines::<S, 1>(s, group, &rows[1], &triads, &mut y, &mut flags);
    let lz = lines::<S, 2>(s, group, &rows[2], &triads, &mut z, &mut flags);
    let px = singles(s, &mut x, lx, &mut flags);
    let py = singles(s, &mut y, ly, &mut flags);
    let pz = singles(s, &mut z, lz, &mut flags);
    eliminate::<S, 0>(s, group, &x, &px, &mut flags);
    eliminate::<S, 1>(s, group, &y, &py, &mut flags);
    eliminate::<S, 2>(s, group, &z, &pz, &mut flags);
    flags.read(s)
}

struct Flags<V> {
    possible: V,
    filled: V,
    open: V,
    changed: V,
}

impl<V: Copy> Flags<V> {
    #[inline(always)]
    fn read<S: Simd<V = V>>(&self, s: S) -> Sweep {
        let (guards, zero) = (s.splat(GUARDS), s.splat(0));
        let sound = s.or_and(s.and(self.possible, s.splat(DIGITS)), self.filled, guards);
        Sweep {
            contradiction: s.differ(sound, s.splat(DIGITS | GUARDS)),
            changed: s.differ(self.changed, zero),
            open: s.differ(s.and(self.open, guards), zero),
        }
    }
}

#[inline(always)]
fn row_support<S: Simd>(s: S, x: &Band<S>) -> [S::V; 3] {
    let (p0, q0) = s.rotations(s.or3(x[0], x[1], x[2]));
    let (p1, q1) = s.rotations(s.or3(x[3], x[4], x[5]));
    let (p2, q2) = s.rotations(s.or3(x[6], x[7], x[8]));
    [s.or_and(s.and(p1, q2), q1, p2), s.or_and(s.and(p2, q0), q2, p0), s.or_and(s.and(p0, q1), q0, p1)]
}

#[inline(always)]
fn column_triads<S: Simd>(s: S, x: &Band<S>, rows: &[S::V; 3]) -> [S::V; 3] {
    [
        s.or3(s.and(x[0], rows[0]), s.and(x[3], rows[1]), s.and(x[6], rows[2])),
        s.or3(s.and(x[1], rows[0]), s.and(x[4], rows[1]), s.and(x[7], rows[2])),
        s.or3(s.and(x[2], rows[0]), s.and(x[5], rows[1]), s.and(x[8], rows[2])),
    ]
}

/// gives the digits that several cells of the box have
#[inline(always)]
fn lines<S: Simd, const B: usize>(
    s: S,
    group: &Group,
    rows: &[S::V; 3],
    triads: &[[S::V; 3]; 3],
    x: &mut Band<S>,
    flags: &mut Flags<S::V>,
) -> S::V {
    let (a, b) = others(B);
    let (p, q) = (&triads[a], &triads[b]);
    let columns = [
        s.or_and(s.and(p[1], q[2]), p[2], q[1]),
        s.or_and(s.and(p[2], q[0]), p[0], q[2]),
        s.or_and(s.and(p[0], q[1]), p[1], q[0]),
    ];
    let before = group.band(s, B);
    for row in 0..3 {
        for j in 0..3 {
            x[3 * row + j] = s.and3(before[3 * row + j], rows[row], columns[j]);
        }
    }
    if S::LANES == 16 {
        let again = row_support(s, x);
        for row in 0..3 {
            for j in 0..3 {
                x[3 * row + j] = s.and(x[3 * row + j], again[row]);
            }
        }
    }
    let (once, twice) = once_and_twice(s, x);
    flags.possible = s.and(flags.possible, once);
    twice
}

#[inline(always)]
fn once_and_twice<S: Simd>(s: S, x: &Band<S>) -> (S::V, S::V) {
    let t = [s.or3(x[0], x[1], x[2]), s.or3(x[3], x[4], x[5]), s.or3(x[6], x[7], x[8])];
    let m = [s.majority(x[0], x[1], x[2]), s.majority(x[3], x[4], x[5]), s.majority(x[6], x[7], x[8])];
    (s.or3(t[0], t[1], t[2]), s.or(s.or3(m[0], m[1], m[2]), s.majority(t[0], t[1], t[2])))
}

#[inline(always)]
fn singles<S: Simd>(s: S, x: &mut Band<S>, twice: S::V, flags: &mut Flags<S::V>) -> Band<S> {
    let (minus_one, ones) = (s.splat(DIGITS), s.splat(ONES));
    let mut placed = *x;
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
    placed
}

#[inline(always)]
fn eliminate<S: Simd, const B: usize>(
    s: S,
    group: &mut Group,
    x: &Band<S>,
    placed: &Band<S>,
    flags: &mut Flags<S::V>,
) {
    let (once, twice) = once_and_twice(s, placed);
    flags.possible = s.and_not(flags.possible, twice);
    for i in 0..WORDS {
        let after = s.and_not_or(x[i], once, placed[i]);
        flags.changed = s.or_xor(flags.changed, group.word(s, B, i), after);
        group.set_word(s, B, i, after);
    }
}
