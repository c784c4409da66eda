//! Moving boards in and out of lanes and choosing cells, with the instructions that AVX-512 has for it.
//!
//! A board outside its lane is two vectors of words, or three of cells, one a stack:
//!
//! ```text
//! even   w0  w2  w4 …  w26 -   -        cells of stack k, 16 bits each:
//! odd    w1  w3  w5 …  w25 -   -  -      w0 w1 w2 w3 … w26 - - - - -       w = 9·band + i
//! ```
//!
//! Shifts and masks interleave even and odd words to cells; a test of cells then gives a mask with bit `w` for word `w`. Saved boards lie in
//! the order of the first picture.

use super::{Avx512, Avx512Quad};
use crate::batch::Group;
use crate::board::Board;
use crate::branch::Choice;
use crate::layout::{FRAME_WORDS, Frame, WORDS};
use crate::simd::Moves;
use std::arch::x86_64::*;
use std::hint::select_unpredictable;

/// How many words a board has.
const BOARD: usize = 27;

/// How many cells there are when each stack takes 32 numbers: cell `32·stack + w`, and a power of two.
const CELLS: usize = 128;

#[repr(C, align(64))]
struct Aligned<T>(T);

/// Where word `w` lies when even words come first.
const fn slot(w: usize) -> usize {
    w % 2 * 16 + w / 2
}

/// The row and column of cell `32·stack + w`.
const fn row_column(cell: usize) -> (usize, usize) {
    let (stack, w) = (cell / 32, cell % 32);
    (w / WORDS * 3 + w % WORDS / 3, 3 * stack + w % 3)
}

/// The offset in a group of each slot's word.
static IN_GROUP: Aligned<[i32; 32]> = {
    let mut table = [0; 32];
    let mut w = 0;
    while w < BOARD {
        table[slot(w)] = 16 * w as i32;
        w += 1;
    }
    Aligned(table)
};

/// The offset in a frame of each slot's word.
static IN_FRAME: Aligned<[i32; 32]> = {
    let mut table = [0; 32];
    let mut w = 0;
    while w < BOARD {
        table[slot(w)] = (4 * (w % WORDS) + w / WORDS) as i32;
        w += 1;
    }
    Aligned(table)
};

const fn sees(a: usize, b: usize) -> bool {
    let (a, b) = (row_column(a), row_column(b));
    let same_box = a.0 / 3 == b.0 / 3 && a.1 / 3 == b.1 / 3;
    (a.0 == b.0 || a.1 == b.1 || same_box) && !(a.0 == b.0 && a.1 == b.1)
}

/// The peers of each cell: stacks 0 and 1, stack 2.
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

/// The digits that a byte of a board allows, for `vpermw`.
static OF_GIVEN: Aligned<[u16; 32]> = {
    let mut table = [0x1ff; 32];
    let mut digit = 1;
    while digit <= 9 {
        table[digit] = 1 << (digit - 1);
        digit += 1;
    }
    Aligned(table)
};

/// For each stack the places of its cells among the bytes 0 to 63 and 17 to 80 of a board, for `vpermi2b`.
static IN_GIVENS: [Aligned<[u8; 64]>; 3] = {
    let mut table = [const { Aligned([0; 64]) }; 3];
    let mut cell = 0;
    while cell < CELLS {
        if cell < 96 && cell % 32 < BOARD {
            let (row, column) = row_column(cell);
            let at = 9 * row + column;
            table[cell / 32].0[2 * (cell % 32)] = (if at < 64 { at } else { at - 17 + 64 }) as u8;
        }
        cell += 1;
    }
    table
};

/// The places of digits 0 to 63 and 17 to 80 of a board among the bytes of two vectors: stacks 0 and 1 byte by byte, stack 2.
static OF_DIGITS: [Aligned<[u8; 64]>; 2] = {
    let mut table = [const { Aligned([0; 64]) }; 2];
    let mut cell = 0;
    while cell < CELLS {
        if cell < 96 && cell % 32 < BOARD {
            let (row, column) = row_column(cell);
            let at = 9 * row + column;
            let from = if cell < 64 { 2 * (cell % 32) + cell / 32 } else { 64 + 2 * (cell % 32) } as u8;
            if at < 64 {
                table[0].0[at] = from;
            }
            if at >= 17 {
                table[1].0[at - 17] = from;
            }
        }
        cell += 1;
    }
    table
};

/// The slots that words take: fourteen even ones, thirteen odd ones.
const EVEN: __mmask16 = 0x3fff;
const ODD: __mmask16 = 0x1fff;

/// Even and odd words of a board.
type Pair = (__m512i, __m512i);

macro_rules! with_avx512 {
    ($($(#[$attribute:meta])* fn $name:ident($($arguments:tt)*) $(-> $result:ty)? $body:block)+) => {
        $($(#[$attribute])*
        #[inline]
        #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi,avx512vbmi2,avx512bitalg,avx512vpopcntdq,bmi1,bmi2,lzcnt,popcnt")]
        fn $name($($arguments)*) $(-> $result)? $body)+
    };
}

with_avx512! {
    fn load_words(from: &Aligned<[u16; 32]>) -> __m512i {
        // SAFETY: the table has 64 bytes and is aligned.
        unsafe { _mm512_load_si512(std::ptr::from_ref(from).cast()) }
    }

    fn load_bytes(from: &Aligned<[u8; 64]>) -> __m512i {
        // SAFETY: the table has 64 bytes and is aligned.
        unsafe { _mm512_load_si512(std::ptr::from_ref(from).cast()) }
    }

    /// The two halves of a table of 32 words.
    fn load_pair(from: &Aligned<[u32; 32]>) -> Pair {
        let from = std::ptr::from_ref(from).cast::<__m512i>();
        // SAFETY: the table has 128 bytes and is aligned.
        unsafe { (_mm512_load_si512(from), _mm512_load_si512(from.add(1))) }
    }

    fn gather(group: &Group, lane: usize) -> Pair {
        let base = group.lane(lane).cast::<i32>();
        let at = std::ptr::from_ref(&IN_GROUP).cast::<__m512i>();
        // SAFETY: the offsets are those of the 27 words of a lane, and slots beyond them are masked.
        unsafe {
            let zero = _mm512_setzero_si512();
            (
                _mm512_mask_i32gather_epi32::<4>(zero, EVEN, _mm512_load_si512(at), base),
                _mm512_mask_i32gather_epi32::<4>(zero, ODD, _mm512_load_si512(at.add(1)), base),
            )
        }
    }

    fn from_frame(frame: &Frame) -> Pair {
        let words: &[u32; FRAME_WORDS] = &frame.0;
        let (from, at) = (words.as_ptr().cast::<__m512i>(), std::ptr::from_ref(&IN_FRAME).cast::<__m512i>());
        // SAFETY: the frame has 144 bytes and need not be aligned; the table has 128 and is.
        let (first, second, third, even, odd) = unsafe {
            (
                _mm512_loadu_si512(from),
                _mm512_loadu_si512(from.add(1)),
                _mm512_castsi128_si512(_mm_loadu_si128(from.add(2).cast())),
                _mm512_load_si512(at),
                _mm512_load_si512(at.add(1)),
            )
        };
        // Words 8, 17 and 26 are beyond the second vector.
        let a = _mm512_maskz_permutex2var_epi32(EVEN, first, even, second);
        let b = _mm512_maskz_permutex2var_epi32(ODD, first, odd, second);
        (_mm512_mask_permutexvar_epi32(a, 1 << 4 | 1 << 13, even, third), _mm512_mask_permutexvar_epi32(b, 1 << 8, odd, third))
    }

    /// The cells of the three stacks.
    fn cells((a, b): Pair) -> [__m512i; 3] {
        let (low, high) = (_mm512_set1_epi32(0x1ff), _mm512_set1_epi32(0x1ff << 16));
        [
            interleave(a, _mm512_slli_epi32::<16>(b), low, high),
            interleave(_mm512_srli_epi32::<10>(a), _mm512_slli_epi32::<6>(b), low, high),
            interleave(_mm512_srli_epi32::<20>(a), _mm512_srli_epi32::<4>(b), low, high),
        ]
    }

    fn interleave(a: __m512i, b: __m512i, low: __m512i, high: __m512i) -> __m512i {
        _mm512_ternarylogic_epi32::<0xf8>(_mm512_and_si512(b, high), a, low)
    }

    /// Bit `32·stack + w` says that the cell has `n` candidates: stacks 0 and 1, stack 2.
    fn with_count(cells: &[__m512i; 3], n: i16) -> [u64; 2] {
        let n = _mm512_set1_epi16(n);
        let mask = |k: usize| u64::from(_mm512_cmpeq_epi16_mask(_mm512_popcnt_epi16(cells[k]), n));
        [mask(0) | mask(1) << 32, mask(2)]
    }

    /// The cell to branch on and its candidates. See `branch` for the rule.
    fn pick(words: Pair) -> (usize, u32) {
        let cells = cells(words);
        let mut memory = Aligned([0u16; CELLS]);
        // SAFETY: the memory has 256 bytes and is aligned.
        unsafe {
            let to = memory.0.as_mut_ptr().cast::<__m512i>();
            _mm512_store_si512(to, cells[0]);
            _mm512_store_si512(to.add(1), cells[1]);
            _mm512_store_si512(to.add(2), cells[2]);
        }
        let bivalue = with_count(&cells, 2);
        let mut open = bivalue;
        let mut n = 3;
        while open == [0; 2] && n < 10 {
            open = with_count(&cells, n);
            n += 1;
        }
        let first = select_unpredictable(open[0] != 0, open[0].trailing_zeros(), open[1].trailing_zeros() % 32 + 64);
        let candidates = [
            select_unpredictable(open[0] != 0, open[0].trailing_zeros(), first),
            select_unpredictable(open[0] != 0, open[0].leading_zeros() ^ 63, first),
            select_unpredictable(open[1] != 0, open[1].trailing_zeros() + 64, first),
            select_unpredictable(open[1] != 0, (open[1].leading_zeros() ^ 63) + 64, first),
        ];
        let (mut best, mut chosen) = (0, first as usize % CELLS);
        for cell in candidates {
            let cell = cell as usize % CELLS;
            let score = score(&cells, memory.0[cell], cell, &bivalue);
            let better = score > best;
            best = select_unpredictable(better, score, best);
            chosen = select_unpredictable(better, cell, chosen);
        }
        (chosen, u32::from(memory.0[chosen]))
    }

    fn score(cells: &[__m512i; 3], mask: u16, cell: usize, bivalue: &[u64; 2]) -> u32 {
        let wanted = _mm512_set1_epi16(mask as i16);
        let shares = |k: usize| u64::from(_mm512_test_epi16_mask(cells[k], wanted));
        let low = (shares(0) | shares(1) << 32) & PEERS[cell][0];
        let high = shares(2) & PEERS[cell][1];
        low.count_ones() + high.count_ones() + 2 * ((low & bivalue[0]).count_ones() + (high & bivalue[1]).count_ones())
    }

    fn branch(group: &mut Group, lane: usize, sibling: &mut Frame) {
        let words = gather(group, lane);
        let (cell, mask) = pick(words);
        let (w, shift) = (cell % 32, 10 * (cell / 32));
        let digit = mask & mask.wrapping_neg();
        let rest = mask ^ digit;
        group.take::<Avx512>(lane, w, rest << shift);
        let lost = if rest.is_power_of_two() { rest.trailing_zeros() } else { 32 };
        let count = _mm_cvtsi32_si128(lost as i32);
        let peers = load_pair(&PEER_WORDS[cell]);
        let even = _mm512_andnot_si512(_mm512_sll_epi32(peers.0, count), words.0);
        let odd = _mm512_andnot_si512(_mm512_sll_epi32(peers.1, count), words.1);
        let refuted = _mm512_set1_epi32((digit << shift) as i32);
        let word = 1u32 << slot(w);
        let to = sibling.0.as_mut_ptr().cast::<__m512i>();
        // SAFETY: a frame has 192 bytes and is aligned.
        unsafe {
            _mm512_store_si512(to, _mm512_mask_andnot_epi32(even, word as u16, refuted, even));
            _mm512_store_si512(to.add(1), _mm512_mask_andnot_epi32(odd, (word >> 16) as u16, refuted, odd));
        }
    }

    fn restore(group: &mut Group, lane: usize, saved: &Frame) {
        group.write::<Avx512>(lane, |w| saved.0[slot(w)]);
    }

    fn begin(group: &mut Group, lane: usize, givens: &[u8; 81]) {
        // SAFETY: both reads are inside the 81 bytes.
        let (first, second) = unsafe { (_mm512_loadu_si512(givens.as_ptr().cast()), _mm512_loadu_si512(givens.as_ptr().add(17).cast())) };
        let table = load_words(&OF_GIVEN);
        let stack = |k: usize| _mm512_permutexvar_epi16(_mm512_permutex2var_epi8(first, load_bytes(&IN_GIVENS[k]), second), table);
        let (c0, c1, c2) = (stack(0), stack(1), stack(2));
        let low = _mm512_set1_epi32(0xffff);
        let even = |c: __m512i| _mm512_and_si512(c, low);
        let odd = |c: __m512i| _mm512_srli_epi32::<16>(c);
        let words = |c0: __m512i, c1: __m512i, c2: __m512i| {
            _mm512_or_si512(c0, _mm512_or_si512(_mm512_slli_epi32::<10>(c1), _mm512_slli_epi32::<20>(c2)))
        };
        let mut frame = Frame::FULL;
        let to = frame.0.as_mut_ptr().cast::<__m512i>();
        // SAFETY: a frame has 144 bytes.
        unsafe {
            _mm512_storeu_si512(to, words(even(c0), even(c1), even(c2)));
            _mm512_storeu_si512(to.add(1), words(odd(c0), odd(c1), odd(c2)));
        }
        restore(group, lane, &frame);
    }

    fn digits(group: &Group, lane: usize, digits: &mut [u8; 81]) -> bool {
        let cells = cells(gather(group, lane));
        let [c0, c1, c2] = cells;
        let one = _mm512_set1_epi16(1);
        let digit = |c: __m512i| _mm512_popcnt_epi16(_mm512_sub_epi16(_mm512_add_epi16(c, c), one));
        let both = _mm512_or_si512(digit(c0), _mm512_slli_epi16::<8>(digit(c1)));
        let third = digit(c2);
        let first = _mm512_permutex2var_epi8(both, load_bytes(&OF_DIGITS[0]), third);
        let second = _mm512_permutex2var_epi8(both, load_bytes(&OF_DIGITS[1]), third);
        // SAFETY: both writes are inside the 81 bytes.
        unsafe {
            _mm512_storeu_si512(digits.as_mut_ptr().cast(), first);
            _mm512_storeu_si512(digits.as_mut_ptr().add(17).cast(), second);
        }
        let stack = (1 << BOARD) - 1;
        with_count(&cells, 1) == [stack | stack << 32, stack]
    }

    fn choose(frame: &Frame) -> Choice {
        let (cell, mask) = pick(from_frame(frame));
        let (row, column) = row_column(cell);
        Choice::new(row, column, mask)
    }
}

impl Moves for Avx512 {
    #[inline(always)]
    fn choose(self, frame: &Frame) -> Choice {
        // SAFETY: the token proves that the machine has the instructions.
        unsafe { choose(frame) }
    }
    #[inline(always)]
    fn branch(self, group: &mut Group, lane: usize, sibling: &mut Frame) {
        // SAFETY: the token proves that the machine has the instructions.
        unsafe { branch(group, lane, sibling) }
    }
    #[inline(always)]
    fn restore(self, group: &mut Group, lane: usize, saved: &Frame) {
        // SAFETY: the token proves that the machine has the instructions.
        unsafe { restore(group, lane, saved) }
    }
    #[inline(always)]
    fn begin(self, group: &mut Group, lane: usize, board: &Board) {
        match board.givens() {
            // SAFETY: the token proves that the machine has the instructions.
            Some(givens) => unsafe { begin(group, lane, givens) },
            None => group.write_frame::<Self>(lane, &board.frame()),
        }
    }
    #[inline(always)]
    fn digits(self, group: &Group, lane: usize, to: &mut [u8; 81]) -> bool {
        // SAFETY: the token proves that the machine has the instructions.
        unsafe { digits(group, lane, to) }
    }
}

impl Moves for Avx512Quad {
    #[inline(always)]
    fn choose(self, frame: &Frame) -> Choice {
        // SAFETY: the token proves that the machine has the instructions.
        unsafe { choose(frame) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::branch;
    use crate::simd::Portable;

    #[test]
    fn every_machine_chooses_the_same_cell() {
        let Some(s) = Avx512::detect() else { return };
        let mut random = 88172645463325252u64;
        let mut next = move || {
            random ^= random << 13;
            random ^= random >> 7;
            random ^= random << 17;
            (random >> 40) as u32
        };
        for round in 0..2000 {
            let masks: [u32; 81] = std::array::from_fn(|_| {
                let mask = if round % 3 == 0 { next() & next() } else { next() & next() & next() } & 0x1ff;
                if round % 7 == 0 && mask.count_ones() == 2 { 0x1ff } else { mask }
            });
            let frame = Frame::pack(|cell| masks[cell]);
            assert_eq!(s.choose(&frame), branch::choose(Portable::<4>, &frame), "{round}");
        }
    }
}
