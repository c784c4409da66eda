//! Vectors of 32-bit words behind named operations, so that every engine is written once.
//!
//! A [`Simd`] value is a *token*: it has no size, and having one proves that this machine has the instructions its methods use, because the only
//! way to get one is a run-time check. That is what makes the methods safe to call, and what keeps the `unsafe` of the crate in the files of this folder.
//!
//! Instructions beyond the baseline must be inlined into a function that enables them, or each operation becomes a call. So every engine is
//! `#[inline(always)]` down to these operations, and is a [`Task`] that the token runs in such a function; loops and helpers that hold vectors
//! take no closures, whose bodies would be functions of their own. That way a plain release build has every kernel in it, and a run-time
//! check picks one.

mod level;
mod portable;
#[cfg(target_arch = "x86_64")]
mod x86;

pub(crate) use crate::moves::{Branching, Moves, Plain, Rooms};
pub(crate) use level::Level;
pub(crate) use portable::Portable;
#[cfg(target_arch = "x86_64")]
pub(crate) use x86::{Branched, fetch};

/// Asks for memory before it is needed, on machines that can be asked.
#[cfg(not(target_arch = "x86_64"))]
#[inline(always)]
pub(crate) fn fetch<T>(_: *const T) {}

/// Work that is written once for all vectors. Its `run` must be `#[inline(always)]`, and so must all that it calls on the way to a [`Simd`].
pub(crate) trait Task {
    type Output;
    fn run<S: Moves>(self, s: S) -> Self::Output;
}

/// A machine's vectors; see the module's text.
pub(crate) trait Simd: Copy {
    /// A vector of [`Simd::LANES`] words.
    type V: Copy;
    /// How many 32-bit words a vector has; a multiple of four.
    const LANES: usize;
    /// The same machine's vectors of four words.
    type Quad: Moves;
    /// The token for them.
    fn quad(self) -> Self::Quad;

    /// `word` in every lane.
    fn splat(self, word: u32) -> Self::V;
    /// The first words of the slice, which must be long enough.
    fn load(self, words: &[u32]) -> Self::V;
    fn store(self, words: &mut [u32], v: Self::V);

    fn and(self, a: Self::V, b: Self::V) -> Self::V;
    fn or(self, a: Self::V, b: Self::V) -> Self::V;
    fn xor(self, a: Self::V, b: Self::V) -> Self::V;
    /// `a & !b`.
    fn and_not(self, a: Self::V, b: Self::V) -> Self::V;
    /// The sum of each lane, which must fit: some carry into the next.
    fn add(self, a: Self::V, b: Self::V) -> Self::V;
    /// Every word shifted by the same `n < 32`, best a constant.
    fn shift_right(self, a: Self::V, n: u32) -> Self::V;
    fn shift_left(self, a: Self::V, n: u32) -> Self::V;
    /// The lanes in which `a` and `b` differ, lane 0 lowest.
    fn differ(self, a: Self::V, b: Self::V) -> u32;
    /// Within every four lanes 0 1 2 3: lanes 1 2 0 3.
    fn next_band(self, a: Self::V) -> Self::V;

    #[inline(always)]
    fn or3(self, a: Self::V, b: Self::V, c: Self::V) -> Self::V {
        self.or(self.or(a, b), c)
    }
    #[inline(always)]
    fn and3(self, a: Self::V, b: Self::V, c: Self::V) -> Self::V {
        self.and(self.and(a, b), c)
    }
    /// The bits that at least two of the three have.
    #[inline(always)]
    fn majority(self, a: Self::V, b: Self::V, c: Self::V) -> Self::V {
        self.or(self.and(a, b), self.and(self.or(a, b), c))
    }
    /// `a | (b & c)`.
    #[inline(always)]
    fn or_and(self, a: Self::V, b: Self::V, c: Self::V) -> Self::V {
        self.or(a, self.and(b, c))
    }
    /// `a & (b | c)`.
    #[inline(always)]
    fn and_or(self, a: Self::V, b: Self::V, c: Self::V) -> Self::V {
        self.and(a, self.or(b, c))
    }
    /// `a | (b ^ c)`.
    #[inline(always)]
    fn or_xor(self, a: Self::V, b: Self::V, c: Self::V) -> Self::V {
        self.or(a, self.xor(b, c))
    }
    #[inline(always)]
    fn xor3(self, a: Self::V, b: Self::V, c: Self::V) -> Self::V {
        self.xor(self.xor(a, b), c)
    }
    /// `a & !(b ^ c)`.
    #[inline(always)]
    fn and_not_xor(self, a: Self::V, b: Self::V, c: Self::V) -> Self::V {
        self.and_not(a, self.xor(b, c))
    }
    /// The fields of every word rotated by one and by two: field `k` gets field `k + 1`, `k + 2`. Guard bits must be 0.
    #[inline(always)]
    fn rotations(self, a: Self::V) -> (Self::V, Self::V) {
        (
            self.or(self.shift_right(a, 10), self.shift_left(a, 20)),
            self.or(self.shift_right(a, 20), self.shift_left(a, 10)),
        )
    }
}
