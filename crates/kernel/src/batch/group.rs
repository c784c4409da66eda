//! The boards of one group in memory, one a lane.
//!
//! ```text
//!              lane   0         1         2       …
//! word (0, 0)        board 0   board 1   board 2  …      row of words: one vector
//! word (0, 1)        board 0   board 1   board 2  …
//!    ⋮
//! word (2, 8)        board 0   board 1   board 2  …
//! ```
//!
//! Everything that happens inside a box or along columns is between rows of this picture; nothing ever crosses lanes.

use crate::layout::{DIGITS, Frame, WORDS};
use crate::simd::Simd;

/// Does the same for each word of a board. A loop would be the same, but compilers keep it one, and index arithmetic is then half of the work.
macro_rules! for_each_word {
    ($w:ident => $body:expr) => {
        for_each_word!($w => $body; 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26)
    };
    ($w:ident => $body:expr; $($number:literal)+) => {
        $({
            let $w: usize = $number;
            $body;
        })+
    };
}

/// Made for the widest vectors; narrower ones use the beginning.
#[derive(Clone)]
#[repr(C, align(64))]
pub(crate) struct Group {
    /// Word `w = 9·band + i` of the board in lane `l` is at `w·LANES + l`.
    words: [u32; 27 * 16],
    /// The digits that the last sweep left placed in the boxes of each band, by lane.
    placed: [u32; 3 * 16],
}

/// No set of digits: the next sweep counts as progress.
const UNKNOWN: u32 = u32::MAX;

impl Group {
    /// Boards about which nothing is known.
    pub(crate) const FULL: Self = Self { words: [DIGITS; 27 * 16], placed: [UNKNOWN; 3 * 16] };

    #[inline(always)]
    pub(crate) fn band<S: Simd>(&self, s: S, band: usize) -> [S::V; WORDS] {
        let mut words = [s.splat(0); WORDS];
        for i in 0..WORDS {
            words[i] = s.load(&self.words[(WORDS * band + i) * S::LANES..]);
        }
        words
    }

    #[inline(always)]
    pub(crate) fn set_band<S: Simd>(&mut self, s: S, band: usize, words: &[S::V; WORDS]) {
        for i in 0..WORDS {
            s.store(&mut self.words[(WORDS * band + i) * S::LANES..], words[i]);
        }
    }

    #[inline(always)]
    pub(crate) fn placed<S: Simd>(&self, s: S, band: usize) -> S::V {
        s.load(&self.placed[S::LANES * band..])
    }

    #[inline(always)]
    pub(crate) fn set_placed<S: Simd>(&mut self, s: S, band: usize, placed: S::V) {
        s.store(&mut self.placed[S::LANES * band..], placed);
    }

    /// The board in `lane`.
    #[inline(always)]
    pub(crate) fn read<S: Simd>(&self, lane: usize) -> Frame {
        let mut frame = Frame::FULL;
        let lane = lane & (S::LANES - 1);
        for_each_word!(w => frame.0[4 * (w % WORDS) + w / WORDS] = self.words[w * S::LANES + lane]);
        frame
    }

    /// Copies the board in `lane`, word `w` to where `slot` says.
    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    pub(crate) fn copy<S: Simd>(&self, lane: usize, to: &mut [u32; 32], slot: impl Fn(usize) -> usize) {
        let lane = lane & (S::LANES - 1);
        for_each_word!(w => to[slot(w)] = self.words[w * S::LANES + lane]);
    }

    /// Puts another board into `lane`, word by word.
    #[inline(always)]
    pub(crate) fn write<S: Simd>(&mut self, lane: usize, word: impl Fn(usize) -> u32) {
        let lane = lane & (S::LANES - 1);
        for_each_word!(w => self.words[w * S::LANES + lane] = word(w));
        self.placed[lane] = UNKNOWN;
    }

    /// Puts another board into `lane`.
    #[inline(always)]
    pub(crate) fn write_frame<S: Simd>(&mut self, lane: usize, frame: &Frame) {
        self.write::<S>(lane, |w| frame.0[4 * (w % WORDS) + w / WORDS]);
    }

    /// Takes candidates away from word `w` of the board in `lane`.
    #[inline(always)]
    pub(crate) fn take<S: Simd>(&mut self, lane: usize, w: usize, lost: u32) {
        self.words[w * S::LANES + (lane & (S::LANES - 1))] &= !lost;
    }

    /// Where the first word of the board in `lane` is; from there the words are as far apart as a vector has lanes.
    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    pub(crate) fn lane(&self, lane: usize) -> *const u32 {
        self.words[lane & 15..].as_ptr()
    }
}
