//! The rules of propagation, for the three boxes of a band at a time; both engines sweep with them.
//!
//! A vector holds one word of as many bands as it has lanes, so a rule is straight-line code without a branch, whatever the boards look like.
//! One sweep is:
//!
//! | step | what it takes away | operations a band with AVX-512 |
//! |---|---|---|
//! | [`column_triads`], [`column_support`] | digits in a box column for which the boxes above and below have no two other columns | 10 |
//! | [`row_support`] | the same for box rows, once columns are applied | 24 |
//! | [`lines`] | applies both | 9 |
//! | [`singles`] | other digits of cells that have a digit with no other place in the box; finds cells with one digit | 133 |
//! | [`eliminate`] | digits of such cells from the rest of their box | 13 |
//!
//! Rows and columns are never looked at cell by cell. The *support* rules stand for them: in a band, a digit takes a different row in each of the
//! three boxes, so it can be in row `r` of a box only if the other two boxes can have it in the other two rows, one way or the other.
//! That includes locked candidates in both directions, and it carries a digit placed in a box to its whole row and column; so hidden
//! and naked singles need to be seen inside boxes only.
//!
//! Tricks with the guard bits, all fields of a word at once:
//!
//! ```text
//! x + DIGITS                      x - 1, and the guard bit says: not empty
//! x & (x + DIGITS)                x without its lowest digit
//! ((v + DIGITS) >> 9) & ONES      1 where v is not empty, else 0
//! flag + DIGITS                   flag 0 → nine ones, flag 1 → nine zeros (and a guard bit that an `and` with digits drops)
//! ```
//!
//! **When is a board stuck?** When a sweep leaves the same digits placed in every box as the one before; a digit is placed where it has no other place in the
//! box or the cell no other digit. Waiting until nothing at all changes would cost a sweep more for each node. When every box has placed all
//! digits, the next sweep sees all lines with one digit a cell, and passes only if they are right; see [`Tally`].

use crate::layout::{DIGITS, GUARDS, ONES, WORDS};
use crate::simd::Simd;

/// The nine words of a band.
pub(crate) type Band<S> = [<S as Simd>::V; WORDS];

/// What a sweep found out, one bit a lane.
pub(crate) struct Found {
    /// The board has no solution.
    pub(crate) contradiction: u32,
    /// Some box has placed other digits than before.
    pub(crate) progress: u32,
    /// Some box has not placed every digit.
    pub(crate) open: u32,
}

/// What is tallied during a sweep.
///
/// A board passes as solved when every box had placed every digit in two sweeps and no contradiction was found. Two cells that place the same digit in a box
/// cancel out, which leaves the box open; the next sweep finds them empty. One hole is left to whoever takes the digits: a cell
/// may have placed two digits. That is a contradiction, usually found through the cell that is empty for it.
pub(crate) struct Tally<V> {
    /// The digits that have a place in every box so far.
    possible: V,
    /// Guard bits that fell if a cell was empty.
    filled: V,
    /// Not 0 where a box has another set of placed digits than after the previous sweep.
    changed: V,
    /// The digits that every box has placed so far.
    placed: V,
}

impl<V: Copy> Tally<V> {
    #[inline(always)]
    pub(crate) fn new<S: Simd<V = V>>(s: S) -> Self {
        Self {
            possible: s.splat(DIGITS),
            filled: s.splat(GUARDS),
            changed: s.splat(0),
            placed: s.splat(DIGITS),
        }
    }

    /// Takes note of the digits placed in the boxes of a band, now and after the previous sweep.
    #[inline(always)]
    pub(crate) fn note<S: Simd<V = V>>(&mut self, s: S, now: V, before: V) {
        self.changed = s.or_xor(self.changed, now, before);
        self.placed = s.and(self.placed, now);
    }

    #[inline(always)]
    pub(crate) fn finish<S: Simd<V = V>>(&self, s: S) -> Found {
        let sound = s.or_and(s.and(self.possible, s.splat(DIGITS)), self.filled, s.splat(GUARDS));
        Found {
            contradiction: s.differ(sound, s.splat(DIGITS | GUARDS)),
            progress: s.differ(self.changed, s.splat(0)),
            open: s.differ(self.placed, s.splat(DIGITS)),
        }
    }
}

/// For each column of the boxes the digits that occur there.
#[inline(always)]
pub(crate) fn column_triads<S: Simd>(s: S, x: &Band<S>) -> [S::V; 3] {
    [s.or3(x[0], x[3], x[6]), s.or3(x[1], x[4], x[7]), s.or3(x[2], x[5], x[8])]
}

/// For each column of the boxes the digits that they may have there, given the triads of the other two bands.
#[inline(always)]
pub(crate) fn column_support<S: Simd>(s: S, p: &[S::V; 3], q: &[S::V; 3]) -> [S::V; 3] {
    [
        s.or_and(s.and(p[1], q[2]), p[2], q[1]),
        s.or_and(s.and(p[2], q[0]), p[0], q[2]),
        s.or_and(s.and(p[0], q[1]), p[1], q[0]),
    ]
}

/// For each row of the band the digits that its boxes may have there, given what columns support.
#[inline(always)]
pub(crate) fn row_support<S: Simd>(s: S, x: &Band<S>, columns: &[S::V; 3]) -> [S::V; 3] {
    let [a, b, c] = *columns;
    let (p0, q0) = s.rotations(s.or_and(s.or_and(s.and(x[0], a), x[1], b), x[2], c));
    let (p1, q1) = s.rotations(s.or_and(s.or_and(s.and(x[3], a), x[4], b), x[5], c));
    let (p2, q2) = s.rotations(s.or_and(s.or_and(s.and(x[6], a), x[7], b), x[8], c));
    [s.or_and(s.and(p1, q2), q1, p2), s.or_and(s.and(p2, q0), q2, p0), s.or_and(s.and(p0, q1), q0, p1)]
}

/// The band without what columns and rows do not support.
#[inline(always)]
pub(crate) fn lines<S: Simd>(s: S, x: &Band<S>, columns: &[S::V; 3], rows: &[S::V; 3]) -> Band<S> {
    let mut y = *x;
    for row in 0..3 {
        for j in 0..3 {
            y[3 * row + j] = s.and3(x[3 * row + j], rows[row], columns[j]);
        }
    }
    y
}

/// Reduces cells to the digits that have no other place in their box, and gives the cells that have one digit left.
#[inline(always)]
pub(crate) fn singles<S: Simd>(s: S, x: &mut Band<S>, tally: &mut Tally<S::V>) -> Band<S> {
    let (minus_one, ones) = (s.splat(DIGITS), s.splat(ONES));
    let several = several_places(s, x, tally);
    let mut placed = *x;
    let mut less = *x;
    for i in 0..WORDS {
        let hidden = s.and_not(x[i], several);
        let none_hidden = s.add(s.and(s.shift_right(s.add(hidden, minus_one), 9), ones), minus_one);
        less[i] = s.add(x[i], minus_one);
        let rest = s.add(s.and(x[i], less[i]), minus_one);
        let open = s.and3(s.shift_right(rest, 9), ones, none_hidden);
        x[i] = s.and_or(x[i], hidden, none_hidden);
        placed[i] = s.and(x[i], s.add(open, minus_one));
    }
    let filled = [
        s.and3(less[0], less[1], less[2]),
        s.and3(less[3], less[4], less[5]),
        s.and3(less[6], less[7], less[8]),
    ];
    tally.filled = s.and(tally.filled, s.and3(filled[0], filled[1], filled[2]));
    placed
}

/// The digits that have several places in their box.
#[inline(always)]
fn several_places<S: Simd>(s: S, x: &Band<S>, tally: &mut Tally<S::V>) -> S::V {
    let any = [s.or3(x[0], x[1], x[2]), s.or3(x[3], x[4], x[5]), s.or3(x[6], x[7], x[8])];
    let two = [s.majority(x[0], x[1], x[2]), s.majority(x[3], x[4], x[5]), s.majority(x[6], x[7], x[8])];
    tally.possible = s.and(tally.possible, s.or3(any[0], any[1], any[2]));
    s.or(s.or3(two[0], two[1], two[2]), s.majority(any[0], any[1], any[2]))
}

/// Takes placed digits away from the other cells of their box. Two cells with the same digit take it away from each other.
#[inline(always)]
pub(crate) fn eliminate<S: Simd>(s: S, x: &Band<S>, placed: &Band<S>) -> (Band<S>, S::V) {
    let row = [
        s.xor3(placed[0], placed[1], placed[2]),
        s.xor3(placed[3], placed[4], placed[5]),
        s.xor3(placed[6], placed[7], placed[8]),
    ];
    let all = s.xor3(row[0], row[1], row[2]);
    let mut y = *x;
    for i in 0..WORDS {
        y[i] = s.and_not_xor(x[i], all, placed[i]);
    }
    (y, all)
}
