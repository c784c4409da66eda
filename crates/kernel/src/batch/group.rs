//! The boards of one group in memory, one a lane.

use crate::layout::{DIGITS, Frame, WORDS};
use crate::simd::Simd;

/// Word `(b, i)` of the board in lane `l` is at `(9·b + i)·LANES + l`. Made for the widest vectors; narrower ones use the beginning.
#[derive(Clone)]
#[repr(C, align(64))]
pub(crate) struct Group([u32; 27 * 16]);

impl Group {
    pub(crate) const FULL: Self = Self([DIGITS; 27 * 16]);

    #[inline(always)]
    pub(crate) fn word<S: Simd>(&self, s: S, band: usize, i: usize) -> S::V {
        s.load(&self.0[(WORDS * band + i) * S::LANES..])
    }

    #[inline(always)]
    pub(crate) fn set_word<S: Simd>(&mut self, s: S, band: usize, i: usize, v: S::V) {
        s.store(&mut self.0[(WORDS * band + i) * S::LANES..], v);
    }

    #[inline(always)]
    pub(crate) fn band<S: Simd>(&self, s: S, band: usize) -> [S::V; WORDS] {
        let mut words = [s.splat(0); WORDS];
        for i in 0..WORDS {
            words[i] = self.word(s, band, i);
        }
        words
    }

    /// The board in `lane`.
    #[inline(always)]
    pub(crate) fn read<S: Simd>(&self, _s: S, lane: usize) -> Frame {
        let mut frame = Frame::FULL;
        let lane = lane & (S::LANES - 1);
        for band in 0..3 {
            for i in 0..WORDS {
                frame.0[4 * i + band] = self.0[(WORDS * band + i) * S::LANES + lane];
            }
        }
        frame
    }

    /// Puts a board into `lane`.
    #[inline(always)]
    pub(crate) fn write<S: Simd>(&mut self, _s: S, lane: usize, frame: &Frame) {
        for band in 0..3 {
            for i in 0..WORDS {
                self.set::<S>(lane, WORDS * band + i, frame.0[4 * i + band]);
            }
        }
    }

    /// Sets word `w` of the board in `lane`.
    #[inline(always)]
    pub(crate) fn set<S: Simd>(&mut self, lane: usize, w: usize, word: u32) {
        self.0[w * S::LANES + (lane & (S::LANES - 1))] = word;
    }

    /// Takes candidates away from word `w` of the board in `lane`.
    #[inline(always)]
    pub(crate) fn take<S: Simd>(&mut self, lane: usize, w: usize, lost: u32) {
        self.0[w * S::LANES + (lane & (S::LANES - 1))] &= !lost;
    }

    /// Where the first word of the board in `lane` is; from there the words are as far apart as a vector has lanes.
    #[inline(always)]
    pub(crate) fn lane(&self, lane: usize) -> *const u32 {
        self.0[lane..].as_ptr()
    }
}
