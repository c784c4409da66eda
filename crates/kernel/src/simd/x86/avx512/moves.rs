//! Moving boards in and out of lanes and choosing cells, with the instructions that AVX-512 has for it: two vectors hold a board's words, three its cells.

use super::{Avx512, Avx512Quad};
use crate::batch::Group;
use crate::board::Board;
use crate::branch::Choice;
use crate::layout::{FRAME_WORDS, Frame, WORDS};
use crate::simd::x86::{
    branching,
    cells::{self, Aligned, BOARD, Branched, CELLS, View, row_column, slot, spread},
    parts,
};
use crate::simd::{Moves, Plain};
use std::arch::x86_64::*;
use std::hint::select_unpredictable;

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

/// The sets of two stacks in one.
#[inline(always)]
fn both(first: u32, second: u32) -> u64 {
    u64::from(first) | u64::from(second) << 32
}

/// Functions that enable AVX-512.
macro_rules! with_avx512 {
    ($($(#[$attribute:meta])* fn $name:ident($($arguments:tt)*) $(-> $result:ty)? $body:block)+) => {
        $($(#[$attribute])*
        #[inline]
        #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi,avx512vbmi2,avx512bitalg,bmi1,bmi2,lzcnt,popcnt")]
        fn $name($($arguments)*) $(-> $result)? {
            // SAFETY: the parts find the instructions enabled; reads and writes of memory say why they are sound.
            unsafe { $body }
        })+
    };
}

parts! {
    fn load_words(from: &Aligned<[u16; 32]>) -> __m512i {
        // The table has 64 bytes and is aligned.
        _mm512_load_si512(std::ptr::from_ref(from).cast())
    }

    fn load_bytes(from: &Aligned<[u8; 64]>) -> __m512i {
        // The table has 64 bytes and is aligned.
        _mm512_load_si512(std::ptr::from_ref(from).cast())
    }

    /// The two halves of a table of 32 words.
    fn load_pair(from: &Aligned<[u32; 32]>) -> Pair {
        let from = std::ptr::from_ref(from).cast::<__m512i>();
        // The table has 128 bytes and is aligned.
        (_mm512_load_si512(from), _mm512_load_si512(from.add(1)))
    }

    fn gather(group: &Group, lane: usize) -> Pair {
        let base = group.lane(lane).cast::<i32>();
        let at = std::ptr::from_ref(&IN_GROUP).cast::<__m512i>();
        // The offsets are those of the 27 words of a lane, of which there are sixteen, and slots beyond them are masked.
        let zero = _mm512_setzero_si512();
        (
            _mm512_mask_i32gather_epi32::<4>(zero, EVEN, _mm512_load_si512(at), base),
            _mm512_mask_i32gather_epi32::<4>(zero, ODD, _mm512_load_si512(at.add(1)), base),
        )
    }

    fn from_frame(frame: &Frame) -> Pair {
        let words: &[u32; FRAME_WORDS] = &frame.0;
        let (from, at) = (words.as_ptr().cast::<__m512i>(), std::ptr::from_ref(&IN_FRAME).cast::<__m512i>());
        // The frame has 144 bytes and need not be aligned; the table has 128 and is.
        let (first, second) = (_mm512_loadu_si512(from), _mm512_loadu_si512(from.add(1)));
        let third = _mm512_castsi128_si512(_mm_loadu_si128(from.add(2).cast()));
        let (even, odd) = (_mm512_load_si512(at), _mm512_load_si512(at.add(1)));
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

    /// The cells that have `n` candidates.
    fn with_count(cells: &[__m512i; 3], n: i16) -> [u64; 2] {
        let n = _mm512_set1_epi16(n);
        [
            both(_mm512_cmpeq_epi16_mask(_mm512_popcnt_epi16(cells[0]), n), _mm512_cmpeq_epi16_mask(_mm512_popcnt_epi16(cells[1]), n)),
            u64::from(_mm512_cmpeq_epi16_mask(_mm512_popcnt_epi16(cells[2]), n)),
        ]
    }

    /// The cells that have a candidate of `mask`.
    fn sharing(cells: &[__m512i; 3], mask: u16) -> [u64; 2] {
        let wanted = _mm512_set1_epi16(mask as i16);
        [
            both(_mm512_test_epi16_mask(cells[0], wanted), _mm512_test_epi16_mask(cells[1], wanted)),
            u64::from(_mm512_test_epi16_mask(cells[2], wanted)),
        ]
    }

    /// What there is to choose from on a board.
    fn view(words: Pair, view: &mut View) {
        let cells = cells(words);
        let to = view.cells.0.as_mut_ptr().cast::<__m512i>();
        // The memory has 256 bytes and is aligned.
        _mm512_store_si512(to, cells[0]);
        _mm512_store_si512(to.add(1), cells[1]);
        _mm512_store_si512(to.add(2), cells[2]);
        let bivalue = with_count(&cells, 2);
        let mut open = bivalue;
        let mut n = 3;
        while open == [0; 2] && n < 10 {
            open = with_count(&cells, n);
            n += 1;
        }
        (view.bivalue, view.open) = (bivalue, open);
    }

    /// The cell to branch on and its candidates. See `branch` for the rule.
    fn pick(view: &View) -> (usize, u32) {
        let from = view.cells.0.as_ptr().cast::<__m512i>();
        // The memory has 256 bytes and is aligned.
        let cells = [_mm512_load_si512(from), _mm512_load_si512(from.add(1)), _mm512_load_si512(from.add(2))];
        let candidates = spread(view.open);
        let (mut best, mut chosen) = (0, candidates[0]);
        for cell in candidates {
            let score = cells::score(sharing(&cells, view.cells.0[cell]), cell, &view.bivalue);
            let better = score > best;
            best = select_unpredictable(better, score, best);
            chosen = select_unpredictable(better, cell, chosen);
        }
        (chosen, u32::from(view.cells.0[chosen]))
    }

    /// Words of the cells of three stacks.
    fn words(c0: __m512i, c1: __m512i, c2: __m512i) -> __m512i {
        _mm512_or_si512(c0, _mm512_or_si512(_mm512_slli_epi32::<10>(c1), _mm512_slli_epi32::<20>(c2)))
    }

    /// The numbers of the lowest digits of cells.
    fn numbers(c: __m512i) -> __m512i {
        _mm512_popcnt_epi16(_mm512_sub_epi16(_mm512_add_epi16(c, c), _mm512_set1_epi16(1)))
    }
}

with_avx512! {
    fn look(board: &mut Branched) {
        view(load_pair(&board.words), &mut board.view);
    }

    fn decide(board: &mut Branched) {
        let (cell, mask) = pick(&board.view);
        board.decide(cell, mask);
    }

    fn split(board: &Branched, group: &mut Group, lane: usize, sibling: &mut Frame) {
        board.assume::<Avx512>(group, lane);
        let (words, peers) = (load_pair(&board.words), load_pair(board.peers()));
        let forced = _mm_cvtsi32_si128(board.forced as i32);
        let to = sibling.0.as_mut_ptr().cast::<__m512i>();
        // A frame has 144 bytes and is aligned.
        _mm512_store_si512(to, _mm512_andnot_si512(_mm512_sll_epi32(peers.0, forced), words.0));
        _mm512_store_si512(to.add(1), _mm512_andnot_si512(_mm512_sll_epi32(peers.1, forced), words.1));
    }

    fn begin(group: &mut Group, lane: usize, givens: &[u8; 81]) {
        // Both reads are inside the 81 bytes.
        let first = _mm512_loadu_si512(givens.as_ptr().cast());
        let second = _mm512_loadu_si512(givens.as_ptr().add(17).cast());
        let table = load_words(&OF_GIVEN);
        let c0 = _mm512_permutexvar_epi16(_mm512_permutex2var_epi8(first, load_bytes(&IN_GIVENS[0]), second), table);
        let c1 = _mm512_permutexvar_epi16(_mm512_permutex2var_epi8(first, load_bytes(&IN_GIVENS[1]), second), table);
        let c2 = _mm512_permutexvar_epi16(_mm512_permutex2var_epi8(first, load_bytes(&IN_GIVENS[2]), second), table);
        let low = _mm512_set1_epi32(0xffff);
        let even = words(_mm512_and_si512(c0, low), _mm512_and_si512(c1, low), _mm512_and_si512(c2, low));
        let odd = words(_mm512_srli_epi32::<16>(c0), _mm512_srli_epi32::<16>(c1), _mm512_srli_epi32::<16>(c2));
        let mut frame = Frame::FULL;
        let to = frame.0.as_mut_ptr().cast::<__m512i>();
        // A frame has 144 bytes and is aligned.
        _mm512_store_si512(to, even);
        _mm512_store_si512(to.add(1), odd);
        group.write::<Avx512>(lane, |w| frame.0[slot(w)]);
    }

    fn digits(group: &Group, lane: usize, digits: &mut [u8; 81]) -> bool {
        let cells = cells(gather(group, lane));
        let two = _mm512_or_si512(numbers(cells[0]), _mm512_slli_epi16::<8>(numbers(cells[1])));
        let third = numbers(cells[2]);
        // Both writes are inside the 81 bytes.
        _mm512_storeu_si512(digits.as_mut_ptr().cast(), _mm512_permutex2var_epi8(two, load_bytes(&OF_DIGITS[0]), third));
        _mm512_storeu_si512(digits.as_mut_ptr().add(17).cast(), _mm512_permutex2var_epi8(two, load_bytes(&OF_DIGITS[1]), third));
        let stack = (1 << BOARD) - 1;
        with_count(&cells, 1) == [stack | stack << 32, stack]
    }

    fn choose(frame: &Frame) -> Choice {
        let mut seen = View::NONE;
        view(from_frame(frame), &mut seen);
        let (cell, mask) = pick(&seen);
        let (row, column) = row_column(cell);
        Choice::new(row, column, mask)
    }
}

impl Moves for Avx512 {
    type Branching = Branched;

    #[inline(always)]
    fn choose(self, frame: &Frame) -> Choice {
        // SAFETY: the token proves that the machine has the instructions.
        unsafe { choose(frame) }
    }
    #[inline(always)]
    fn restore(self, group: &mut Group, lane: usize, saved: &Frame) {
        group.write::<Self>(lane, |w| saved.0[slot(w)]);
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
    type Branching = Plain;

    #[inline(always)]
    fn choose(self, frame: &Frame) -> Choice {
        // SAFETY: the token proves that the machine has the instructions.
        unsafe { choose(frame) }
    }
}

branching!(Avx512);
