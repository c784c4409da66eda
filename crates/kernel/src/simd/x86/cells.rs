//! Boards outside their lanes, the way the x86 kernels handle them: as words in an order of their own, and as cells of 16 bits, stack by stack.
//!
//! ```text
//! words   w0 w2 w4 … w26 - -  w1 w3 w5 … w25 - - -        w = 9·band + i
//! cells   w0 w1 w2 w3 … w26 - - - - -                     for each of the three stacks
//! ```
//!
//! Even words, and odd words shifted by half a word, interleave to cells by one mask, without moving anything across a vector. A test of the cells of a
//! stack gives a mask with bit `w` for word `w`; a set of cells is two masks, stacks 0 and 1, stack 2. Saved boards lie in the order of the first line.

use crate::batch::Group;
use crate::layout::WORDS;
use crate::simd::Simd;
use std::hint::select_unpredictable;

/// How many words a board has.
pub(super) const BOARD: usize = 27;

/// How many cells there are when each stack takes 32 numbers: cell `32·stack + w`, and a power of two.
pub(super) const CELLS: usize = 128;

#[derive(Clone, Copy)]
#[repr(C, align(64))]
pub(super) struct Aligned<T>(pub(super) T);

/// Where word `w` lies when even words come first.
pub(super) const fn slot(w: usize) -> usize {
    w % 2 * 16 + w / 2
}

/// The row and column of cell `32·stack + w`.
pub(super) const fn row_column(cell: usize) -> (usize, usize) {
    let (stack, w) = (cell / 32, cell % 32);
    (w / WORDS * 3 + w % WORDS / 3, 3 * stack + w % 3)
}

const fn sees(a: usize, b: usize) -> bool {
    let (a, b) = (row_column(a), row_column(b));
    let same_box = a.0 / 3 == b.0 / 3 && a.1 / 3 == b.1 / 3;
    (a.0 == b.0 || a.1 == b.1 || same_box) && !(a.0 == b.0 && a.1 == b.1)
}

/// The peers of each cell.
static PEERS: [[u64; 2]; CELLS] = peers();

const fn peers() -> [[u64; 2]; CELLS] {
    let mut table = [[0; 2]; CELLS];
    let mut a = 0;
    while a < CELLS {
        let mut b = 0;
        while b < CELLS {
            if a < 96 && b < 96 && a % 32 < BOARD && b % 32 < BOARD && sees(a, b) {
                table[a][b / 64] |= 1 << (b % 64);
            }
            b += 1;
        }
        a += 1;
    }
    table
}

/// The peers of each cell as a saved board with digit 1 in them.
static PEER_WORDS: [Aligned<[u32; 32]>; CELLS] = {
    let peers = peers();
    let mut table = [const { Aligned([0; 32]) }; CELLS];
    let mut a = 0;
    while a < CELLS {
        let mut b = 0;
        while b < CELLS {
            if peers[a][b / 64] >> (b % 64) & 1 == 1 {
                table[a].0[slot(b % 32)] |= 1 << (10 * (b / 32));
            }
            b += 1;
        }
        a += 1;
    }
    table
};

/// What there is to choose from on a board.
#[derive(Clone, Copy)]
pub(super) struct View {
    pub(super) cells: Aligned<[u16; CELLS]>,
    /// The cells with two candidates.
    pub(super) bivalue: [u64; 2],
    /// The cells with the fewest candidates, but at least two.
    pub(super) open: [u64; 2],
}

impl View {
    pub(super) const NONE: Self = Self { cells: Aligned([0; CELLS]), bivalue: [0; 2], open: [0; 2] };
}

/// A board of a batch that is being branched.
#[derive(Clone, Copy)]
pub(crate) struct Branched {
    /// Its words; once a cell is chosen, without the digit that is tried first.
    pub(super) words: Aligned<[u32; 32]>,
    /// What there is to choose from.
    pub(super) view: View,
    /// The chosen cell.
    cell: usize,
    /// What its word loses in the child that tries the digit.
    lost: u32,
    /// The number of the digit that is left for the cell in the other child, less one; 32 if there are several.
    pub(super) forced: u32,
}

impl Branched {
    pub(super) const IDLE: Self =
        Self { words: Aligned([0; 32]), view: View::NONE, cell: 0, lost: 0, forced: 32 };

    /// Copies the board in `lane`. Word by word: on the machines tried that is faster than gathering vectors.
    #[inline(always)]
    pub(super) fn copy<S: Simd>(&mut self, group: &Group, lane: usize) {
        group.copy::<S>(lane, &mut self.words.0, slot);
    }

    /// Makes the choice of `cell` with the candidates `mask`, which are several.
    #[inline(always)]
    pub(super) fn decide(&mut self, cell: usize, mask: u32) {
        let (w, shift) = (cell % 32, 10 * (cell / 32));
        let digit = mask & mask.wrapping_neg();
        let rest = mask ^ digit;
        self.words.0[slot(w)] &= !(digit << shift);
        self.cell = cell;
        self.lost = rest << shift;
        self.forced = select_unpredictable(rest.is_power_of_two(), rest.trailing_zeros(), 32);
    }

    /// Lets the board in `lane` go on with the digit.
    #[inline(always)]
    pub(super) fn assume<S: Simd>(&self, group: &mut Group, lane: usize) {
        group.take::<S>(lane, self.cell % 32, self.lost);
    }

    /// Digit 1 in the peers of the cell: shifted by [`Branched::forced`], what the other child loses.
    #[inline(always)]
    pub(super) fn peers(&self) -> &'static Aligned<[u32; 32]> {
        &PEER_WORDS[self.cell % CELLS]
    }
}

/// Three members of a set, some perhaps the same: the first and the last of stacks 0 and 1, the first of stack 2. The same as in `branch`.
#[inline(always)]
pub(super) fn spread(set: [u64; 2]) -> [usize; 3] {
    let [low, high] = set;
    let default = select_unpredictable(low != 0, low.trailing_zeros(), high.trailing_zeros() % 32 + 64);
    [
        select_unpredictable(low != 0, low.trailing_zeros(), default),
        select_unpredictable(low != 0, low.leading_zeros() ^ 63, default),
        select_unpredictable(high != 0, high.trailing_zeros() + 64, default),
    ]
    .map(|cell| cell as usize % CELLS)
}

/// The score of a cell, given the cells that share a candidate with it. The same as in `branch`.
#[inline(always)]
pub(super) fn score(sharing: [u64; 2], cell: usize, bivalue: &[u64; 2]) -> u32 {
    let (low, high) = (sharing[0] & PEERS[cell][0], sharing[1] & PEERS[cell][1]);
    low.count_ones()
        + high.count_ones()
        + 2 * ((low & bivalue[0]).count_ones() + (high & bivalue[1]).count_ones())
}
