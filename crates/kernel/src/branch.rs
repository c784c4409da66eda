//! Where a search branches: the choice of a cell, the heart of how many nodes a hard board takes.
//!
//! Among the cells with the fewest candidates, nearly always two, some are scored: one point for each peer that shares a candidate with the
//! cell, two more if that peer has two candidates itself. The best one gets its lowest digit in one child and loses it in the other. Compared with taking
//! the first such cell this halves the nodes of hard boards. Every kernel makes the same choice on the same board.

use crate::layout::{CellSet, DIGITS, Frame, GUARDS, PEER_FRAMES, PEERS, WORDS, place, place_of, position};
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
    /// The choice of the cell in `row` and `column` with the candidates `mask`, which are several.
    #[inline(always)]
    pub(crate) fn new(row: usize, column: usize, mask: u32) -> Self {
        let (word, shift) = place(row, column);
        let digit = mask & mask.wrapping_neg();
        Self { position: position(row, column), word, shift, digit, rest: mask ^ digit }
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
        if self.rest & (self.rest - 1) == 0 {
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

/// Chooses a cell of a board that is not solved.
#[inline(always)]
pub(crate) fn choose<S: Simd>(s: S, frame: &Frame) -> Choice {
    let (cells, bivalue) = fewest(s.quad(), frame);
    let candidates = spread(&cells);
    let mut best = (0, candidates[0]);
    for position in candidates {
        let score = score(s.quad(), frame, position, &bivalue);
        best = select_unpredictable(score > best.0, (score, position), best);
    }
    let position = best.1;
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
    if bivalue != [0; 4] {
        return (bivalue, bivalue);
    }
    for _ in 3..=9 {
        let cells = exactly_one(s, &mut x);
        if cells != [0; 4] {
            return (cells, bivalue);
        }
    }
    // No cell has several candidates, and the search does not ask then.
    ([2, 0, 0, 0], bivalue)
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
    to_set(s, set)
}

/// The cells that share a candidate with the cell at `position`, counted.
#[inline(always)]
fn score<S: Simd>(s: S, frame: &Frame, position: usize, bivalue: &CellSet) -> u32 {
    let (word, shift) = place_of(position);
    let mask = frame.0[word] >> shift & 0x1ff;
    let wanted = s.splat(mask | mask << 10 | mask << 20);
    let (minus_one, guards) = (s.splat(DIGITS), s.splat(GUARDS));
    let mut set = s.splat(0);
    for i in 0..WORDS {
        let shared = s.add(s.and(s.load(&frame.0[4 * i..]), wanted), minus_one);
        set = s.or_and(s.shift_right(set, 1), shared, guards);
    }
    let set = to_set(s, set);
    let mut score = 0;
    for band in 0..3 {
        let peers = set[band] & PEERS[position][band];
        score += peers.count_ones() + 2 * (peers & bivalue[band]).count_ones();
    }
    score
}

/// Sets are gathered with the guard bit of word 0 shifted by eight, of word 8 not at all; the pad counts for nothing.
#[inline(always)]
fn to_set<S: Simd>(s: S, set: S::V) -> CellSet {
    let mut words = [0; 4];
    s.store(&mut words, set);
    words[3] = 0;
    words
}

/// Six members of a set that is not empty, some perhaps twice: the first and the last of each stack, going down it.
#[inline(always)]
fn spread(cells: &CellSet) -> [usize; 6] {
    let stack =
        |k: usize| (0..3).fold(0, |stack, band| stack | (cells[band] >> (10 * k + 1) & 0x1ff) << (9 * band));
    let at = |k: usize, n: u32| 32 * (n as usize / WORDS) + 10 * k + 1 + n as usize % WORDS;
    let stacks = [stack(0), stack(1), stack(2)];
    let mut member = 0;
    for k in [2, 1, 0] {
        member = select_unpredictable(stacks[k] != 0, at(k, stacks[k].trailing_zeros()), member);
    }
    let mut members = [member; 6];
    for k in 0..3 {
        if stacks[k] != 0 {
            members[2 * k] = at(k, stacks[k].trailing_zeros());
            members[2 * k + 1] = at(k, 31 - stacks[k].leading_zeros());
        }
    }
    members
}
