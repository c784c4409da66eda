//! Where a search branches: the choice of a cell, the heart of how many nodes a hard board takes.
//!
//! Among the cells with the fewest candidates, nearly always two, three are scored: one point for each peer that shares a candidate with the
//! cell, two more if that peer has two candidates itself. The best one gets its lowest digit in one child and loses it in the other. Compared with taking
//! the first such cell this halves the nodes of hard boards. Every kernel makes the same choice on the same board.

#[cfg(target_arch = "x86_64")]
use crate::layout;
use crate::layout::{CellSet, DIGITS, Frame, GUARDS, ONES, PEER_FRAMES, PEERS, WORDS, place_of};
use crate::simd::Simd;
use std::hint::select_unpredictable;

/// A decision on one cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Choice {
    /// The cell's position in a [`CellSet`].
    position: usize,
    /// The cell's word in a frame.
    word: usize,
    /// Where its field begins.
    shift: u32,
    /// The digit to try first.
    digit: u32,
    /// The other candidates.
    rest: u32,
}

impl Choice {
    /// Before a choice is made.
    pub(crate) const NONE: Self = Self { position: 0, word: 0, shift: 0, digit: 0, rest: 0 };

    /// The choice of the cell in `row` and `column` with the candidates `mask`, which are several.
    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    pub(crate) fn new(row: usize, column: usize, mask: u32) -> Self {
        let (word, shift) = layout::place(row, column);
        let digit = mask & mask.wrapping_neg();
        Self { position: layout::position(row, column), word, shift, digit, rest: mask ^ digit }
    }

    /// The cell's word, counting `9·band + i`.
    #[inline(always)]
    pub(crate) fn board_word(&self) -> usize {
        self.word % 4 * WORDS + self.word / 4
    }

    /// What the cell's word loses in the child that tries the digit.
    #[inline(always)]
    pub(crate) fn lost(&self) -> u32 {
        self.rest << self.shift
    }

    /// Makes `frame` the child in which the digit was refuted. If that leaves one digit, its peers lose it at once.
    #[inline(always)]
    pub(crate) fn refute<S: Simd>(&self, s: S, frame: &mut Frame) {
        if self.rest.is_power_of_two() {
            self.take_from_peers(s, frame, self.rest);
        }
        frame.0[self.word] &= !(self.digit << self.shift);
    }

    /// Makes `frame` the child in which the digit stands, and takes it away from the peers.
    #[inline(always)]
    pub(crate) fn assume<S: Simd>(&self, s: S, frame: &mut Frame) {
        self.take_from_peers(s, frame, self.digit);
        frame.0[self.word] &= !self.lost();
    }

    #[inline(always)]
    fn take_from_peers<S: Simd>(&self, s: S, frame: &mut Frame, digit: u32) {
        let s = s.quad();
        let n = digit.trailing_zeros();
        let peers = &PEER_FRAMES[self.position].0;
        for i in 0..WORDS {
            let taken = s.shift_left(s.load(&peers[4 * i..]), n);
            let kept = s.and_not(s.load(&frame.0[4 * i..]), taken);
            s.store(&mut frame.0[4 * i..], kept);
        }
    }
}

/// How many cells are scored. A fourth makes five percent fewer nodes on hard boards and one percent more on boards with several solutions, and takes more
/// time than that saves.
const SCORED: usize = 3;

/// Chooses a cell of a board that is not solved.
#[inline(always)]
pub(crate) fn choose<S: Simd>(s: S, frame: &Frame) -> Choice {
    let s = s.quad();
    let (cells, bivalue) = fewest(s, frame);
    let candidates = spread(&cells);
    let scores = scores(s, frame, &candidates, &bivalue);
    let mut best = 0;
    for n in 1..SCORED {
        best = select_unpredictable(scores[n] > scores[best], n, best);
    }
    let position = candidates[best];
    let (word, shift) = place_of(position);
    let mask = frame.0[word] >> shift & 0x1ff;
    let digit = mask & mask.wrapping_neg();
    Choice { position, word, shift, digit, rest: mask ^ digit }
}

/// The cells with the fewest candidates, but at least two, and those with exactly two.
#[inline(always)]
fn fewest<S: Simd>(s: S, frame: &Frame) -> (CellSet, CellSet) {
    let minus_one = s.splat(DIGITS);
    let mut x = [s.splat(0); WORDS];
    for i in 0..WORDS {
        let v = s.load(&frame.0[4 * i..]);
        x[i] = s.and(v, s.add(v, minus_one));
    }
    let bivalue = exactly_one(s, &mut x);
    let mut cells = bivalue;
    let mut candidates = 3;
    while cells == [0; 2] && candidates <= 9 {
        cells = exactly_one(s, &mut x);
        candidates += 1;
    }
    (cells, bivalue)
}

/// The cells of which one candidate is left in `x`. Every cell loses its lowest candidate.
#[inline(always)]
fn exactly_one<S: Simd>(s: S, x: &mut [S::V; WORDS]) -> CellSet {
    let minus_one = s.splat(DIGITS);
    let guards = s.splat(GUARDS);
    let mut set = s.splat(0);
    for v in x {
        let less = s.add(*v, minus_one);
        let rest = s.and(*v, less);
        let single = s.and_not(less, s.add(rest, minus_one));
        set = s.or_and(s.shift_right(set, 1), single, guards);
        *v = rest;
    }
    let mut words = [0; 4];
    s.store(&mut words, set);
    cell_set(&words)
}

/// For each cell the peers that share a candidate with it are counted, those with two candidates three times.
#[inline(always)]
fn scores<S: Simd>(s: S, frame: &Frame, cells: &[usize; SCORED], bivalue: &CellSet) -> [u32; SCORED] {
    let (minus_one, guards) = (s.splat(DIGITS), s.splat(GUARDS));
    let mut scores = [0; SCORED];
    for n in 0..SCORED {
        let (word, shift) = place_of(cells[n]);
        let wanted = s.splat((frame.0[word] >> shift & 0x1ff) * ONES);
        let mut set = s.splat(0);
        for i in 0..WORDS {
            let shared = s.add(s.and(s.load(&frame.0[4 * i..]), wanted), minus_one);
            set = s.or_and(s.shift_right(set, 1), shared, guards);
        }
        let mut words = [0; 4];
        s.store(&mut words, set);
        scores[n] = score(&cell_set(&words), cells[n], bivalue);
    }
    scores
}

#[inline(always)]
fn score(sharing: &CellSet, cell: usize, bivalue: &CellSet) -> u32 {
    let peers = &PEERS[cell];
    let (low, high) = (sharing[0] & peers[0], sharing[1] & peers[1]);
    low.count_ones()
        + high.count_ones()
        + 2 * ((low & bivalue[0]).count_ones() + (high & bivalue[1]).count_ones())
}

/// Sets are gathered with the guard bit of word 0 shifted by eight, of word 8 not at all; the pad counts for nothing.
#[inline(always)]
fn cell_set(words: &[u32]) -> CellSet {
    [u64::from(words[0]) | u64::from(words[1]) << 32, u64::from(words[2])]
}

/// Three members of a set, some perhaps the same: the first and the last of stacks 0 and 1, the first of stack 2, where a stack goes down
/// band by band.
#[inline(always)]
fn spread(cells: &CellSet) -> [usize; SCORED] {
    let bands = [cells[0] as u32, (cells[0] >> 32) as u32, cells[1] as u32];
    let stack = |k: usize| {
        (0..3).fold(0u64, |stack, band| stack | u64::from(bands[band] >> (10 * k + 1) & 0x1ff) << (9 * band))
    };
    let (low, high) = (stack(0) | stack(1) << 32, stack(2));
    let default = if low != 0 { low.trailing_zeros() } else { high.trailing_zeros() % 32 + 64 };
    let members = [
        select_unpredictable(low != 0, low.trailing_zeros(), default),
        select_unpredictable(low != 0, low.leading_zeros() ^ 63, default),
        select_unpredictable(high != 0, high.trailing_zeros() + 64, default),
    ];
    members.map(|cell| usize::from(POSITION[cell as usize % POSITION.len()]))
}

/// The position of cell `32·stack + 9·band + i`.
static POSITION: [u8; 128] = {
    let mut table = [1; 128];
    let mut cell = 0;
    while cell < 96 {
        let (stack, w) = (cell / 32, cell % 32);
        if w < 3 * WORDS {
            table[cell] = (32 * (w / WORDS) + 10 * stack + 1 + w % WORDS) as u8;
        }
        cell += 1;
    }
    table
};
