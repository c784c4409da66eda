//! Moving boards in and out of lanes and choosing cells with AVX2: four vectors hold a board's words, two the cells of a stack.

use super::{Avx2, Avx2Quad};
use crate::batch::Group;
use crate::board::Board;
use crate::layout::Frame;
use crate::simd::x86::{
    branching,
    cells::{self, Aligned, BOARD, Branched, CELLS, View, slot, spread},
    parts,
};
use crate::simd::{Moves, Plain};
use std::arch::x86_64::*;
use std::hint::select_unpredictable;

/// A table of 16 bytes for `vpshufb`, in both halves of a vector.
const fn table(entries: [u8; 16]) -> Aligned<[u8; 32]> {
    let mut table = [0; 32];
    let mut n = 0;
    while n < 32 {
        table[n] = entries[n % 16];
        n += 1;
    }
    Aligned(table)
}

/// The digits that a byte of a board allows: the first eight, the ninth.
static OF_GIVEN: [Aligned<[u8; 32]>; 2] = [
    table([255, 1, 2, 4, 8, 16, 32, 64, 128, 0, 255, 255, 255, 255, 255, 255]),
    table([1, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1]),
];

/// The number of a single digit, by four bits of its cell: digits 1 to 4, 5 to 8, 9. The number of none is 0.
static NUMBERS: [Aligned<[u8; 32]>; 3] = [
    table([0, 1, 2, 0, 3, 0, 0, 0, 4, 0, 0, 0, 0, 0, 0, 0]),
    table([0, 5, 6, 0, 7, 0, 0, 0, 8, 0, 0, 0, 0, 0, 0, 0]),
    table([0, 9, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]),
];

/// The cells of the three stacks.
type Cells = [[__m256i; 2]; 3];

/// Functions that enable AVX2.
macro_rules! with_avx2 {
    ($($(#[$attribute:meta])* fn $name:ident($($arguments:tt)*) $(-> $result:ty)? $body:block)+) => {
        $($(#[$attribute])*
        #[inline]
        #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
        fn $name($($arguments)*) $(-> $result)? {
            // SAFETY: the parts find the instructions enabled; reads and writes of memory say why they are sound.
            unsafe { $body }
        })+
    };
}

parts! {
    fn load_table(from: &Aligned<[u8; 32]>) -> __m256i {
        // The table has 32 bytes and is aligned.
        _mm256_load_si256(std::ptr::from_ref(from).cast())
    }

    /// The quarters of words in their slots: two of even ones, two of odd ones.
    fn load_words(from: &Aligned<[u32; 32]>) -> [__m256i; 4] {
        // There are 128 bytes, aligned.
        let from = std::ptr::from_ref(from).cast::<__m256i>();
        [
            _mm256_load_si256(from),
            _mm256_load_si256(from.add(1)),
            _mm256_load_si256(from.add(2)),
            _mm256_load_si256(from.add(3)),
        ]
    }

    fn cells(words: &Aligned<[u32; 32]>) -> Cells {
        let [a, b, c, d] = load_words(words);
        [
            [interleave(a, _mm256_slli_epi32::<16>(c)), interleave(b, _mm256_slli_epi32::<16>(d))],
            [
                interleave(_mm256_srli_epi32::<10>(a), _mm256_slli_epi32::<6>(c)),
                interleave(_mm256_srli_epi32::<10>(b), _mm256_slli_epi32::<6>(d)),
            ],
            [
                interleave(_mm256_srli_epi32::<20>(a), _mm256_srli_epi32::<4>(c)),
                interleave(_mm256_srli_epi32::<20>(b), _mm256_srli_epi32::<4>(d)),
            ],
        ]
    }

    fn load_cells(from: &Aligned<[u16; CELLS]>) -> Cells {
        let from = from.0.as_ptr().cast::<__m256i>();
        // There are eight vectors, aligned.
        [
            [_mm256_load_si256(from), _mm256_load_si256(from.add(1))],
            [_mm256_load_si256(from.add(2)), _mm256_load_si256(from.add(3))],
            [_mm256_load_si256(from.add(4)), _mm256_load_si256(from.add(5))],
        ]
    }

    fn interleave(even: __m256i, odd: __m256i) -> __m256i {
        let low = _mm256_and_si256(even, _mm256_set1_epi32(0x1ff));
        _mm256_or_si256(low, _mm256_and_si256(odd, _mm256_set1_epi32(0x1ff << 16)))
    }

    /// The set of cells for which `flags` is all ones; it is all zeros for the others.
    fn set(flags: &Cells) -> [u64; 2] {
        let (first, second) = (stack_set(&flags[0]), stack_set(&flags[1]));
        [u64::from(first) | u64::from(second) << 32, u64::from(stack_set(&flags[2]))]
    }

    fn stack_set(flags: &[__m256i; 2]) -> u32 {
        let bytes = _mm256_packs_epi16(flags[0], flags[1]);
        _mm256_movemask_epi8(_mm256_permute4x64_epi64::<0b11_01_10_00>(bytes)) as u32
    }

    /// Takes the lowest digit from every cell.
    fn without_lowest(cells: &Cells) -> Cells {
        let mut rest = *cells;
        let minus_one = _mm256_set1_epi16(-1);
        for cells in rest.as_flattened_mut() {
            *cells = _mm256_and_si256(*cells, _mm256_add_epi16(*cells, minus_one));
        }
        rest
    }

    fn empty(cells: &Cells) -> Cells {
        let mut empty = *cells;
        for cells in empty.as_flattened_mut() {
            *cells = _mm256_cmpeq_epi16(*cells, _mm256_setzero_si256());
        }
        empty
    }

    /// The cells that have a candidate of `mask`, and some that are none.
    fn sharing(cells: &Cells, mask: u16) -> [u64; 2] {
        let wanted = _mm256_set1_epi16(mask as i16);
        let mut common = *cells;
        for cells in common.as_flattened_mut() {
            *cells = _mm256_and_si256(*cells, wanted);
        }
        let [low, high] = set(&empty(&common));
        [!low, !high]
    }

    /// The cells with two candidates.
    fn bivalue(cells: &Cells) -> [u64; 2] {
        let one = without_lowest(cells);
        let (done, two) = (set(&empty(&one)), set(&empty(&without_lowest(&one))));
        [two[0] & !done[0], two[1] & !done[1]]
    }

    /// What there is to choose from on a board.
    fn view(words: &Aligned<[u32; 32]>, view: &mut View) {
        let cells = cells(words);
        let to = view.cells.0.as_mut_ptr().cast::<__m256i>();
        for (n, cells) in cells.as_flattened().iter().enumerate() {
            // The memory has room for eight vectors and is aligned.
            _mm256_store_si256(to.add(n), *cells);
        }
        let bivalue = bivalue(&cells);
        view.bivalue = bivalue;
        view.open = bivalue;
        if bivalue == [0; 2] {
            view.open = fewest(&view.cells);
        }
    }

    /// The cell to branch on and its candidates. See `branch` for the rule.
    fn pick(view: &View) -> (usize, u32) {
        let cells = load_cells(&view.cells);
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

    /// Writes what 32 bytes of a board allow.
    fn write_masks(bytes: __m256i, to: *mut __m256i) {
        let first = _mm256_shuffle_epi8(load_table(&OF_GIVEN[0]), bytes);
        let ninth = _mm256_shuffle_epi8(load_table(&OF_GIVEN[1]), bytes);
        let (a, b) = (_mm256_unpacklo_epi8(first, ninth), _mm256_unpackhi_epi8(first, ninth));
        // The caller has room for two vectors.
        _mm256_storeu_si256(to, _mm256_permute2x128_si256::<0x20>(a, b));
        _mm256_storeu_si256(to.add(1), _mm256_permute2x128_si256::<0x31>(a, b));
    }

    /// Four words of a row, of which the last belongs to no one.
    fn row(masks: *const u16) -> __m128i {
        // The caller has ten masks.
        let a = _mm_cvtepu16_epi32(_mm_loadl_epi64(masks.cast()));
        let b = _mm_cvtepu16_epi32(_mm_loadl_epi64(masks.add(3).cast()));
        let c = _mm_cvtepu16_epi32(_mm_loadl_epi64(masks.add(6).cast()));
        _mm_or_si128(a, _mm_or_si128(_mm_slli_epi32::<10>(b), _mm_slli_epi32::<20>(c)))
    }

    /// The numbers of single digits.
    fn numbers(cells: __m256i) -> __m256i {
        let four = _mm256_set1_epi16(0xf);
        let a = _mm256_shuffle_epi8(load_table(&NUMBERS[0]), _mm256_and_si256(cells, four));
        let b = _mm256_shuffle_epi8(load_table(&NUMBERS[1]), _mm256_and_si256(_mm256_srli_epi16::<4>(cells), four));
        let c = _mm256_shuffle_epi8(load_table(&NUMBERS[2]), _mm256_srli_epi16::<8>(cells));
        _mm256_or_si256(a, _mm256_or_si256(b, c))
    }

    /// The numbers of the single digits of a stack, byte by byte.
    fn stack_numbers(cells: &[__m256i; 2]) -> [u8; 32] {
        let bytes = _mm256_packus_epi16(numbers(cells[0]), numbers(cells[1]));
        let mut stack = [0; 32];
        // There are 32 bytes.
        _mm256_storeu_si256(stack.as_mut_ptr().cast(), _mm256_permute4x64_epi64::<0b11_01_10_00>(bytes));
        stack
    }

    /// Whether the 27 cells of each stack have one digit.
    fn single(cells: &Cells) -> bool {
        let stack = (1 << BOARD) - 1;
        set(&empty(&without_lowest(cells))) == [u64::MAX, u64::from(u32::MAX)]
            && set(&empty(cells)).iter().zip([stack | stack << 32, stack]).all(|(empty, stack)| empty & stack == 0)
    }
}

/// The cells with the fewest candidates, but at least three. Not often needed, and apart, since it spoils the code of what is.
#[cold]
#[inline(never)]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn fewest(cells: &Aligned<[u16; CELLS]>) -> [u64; 2] {
    // SAFETY: the parts find the instructions enabled.
    let (mut rest, mut done) = (unsafe { load_cells(cells) }, [0; 2]);
    for n in 1..10 {
        // SAFETY: as before.
        let now = unsafe {
            rest = without_lowest(&rest);
            set(&empty(&rest))
        };
        let open = [now[0] & !done[0], now[1] & !done[1]];
        if n > 2 && open != [0; 2] {
            return open;
        }
        done = now;
    }
    [0; 2]
}

with_avx2! {
    fn look(board: &mut Branched) {
        view(&board.words, &mut board.view);
    }

    fn decide(board: &mut Branched) {
        let (cell, mask) = pick(&board.view);
        board.decide(cell, mask);
    }

    fn split(board: &Branched, group: &mut Group, lane: usize, sibling: &mut Frame) {
        board.assume::<Avx2>(group, lane);
        let (words, peers) = (load_words(&board.words), load_words(board.peers()));
        let forced = _mm_cvtsi32_si128(board.forced as i32);
        let to = sibling.0.as_mut_ptr().cast::<__m256i>();
        for n in 0..4 {
            // A frame has 144 bytes and is aligned.
            _mm256_store_si256(to.add(n), _mm256_andnot_si256(_mm256_sll_epi32(peers[n], forced), words[n]));
        }
    }

    fn begin(group: &mut Group, lane: usize, givens: &[u8; 81]) {
        let mut masks = Aligned([0u16; 96]);
        for at in [0, 32, 49] {
            // 32 bytes from `at` are inside the 81, as many masks inside the 96.
            write_masks(_mm256_loadu_si256(givens.as_ptr().add(at).cast()), masks.0.as_mut_ptr().add(at).cast());
        }
        let mut words = [0u32; 28];
        for r in 0..9 {
            // Ten masks from `9·r` are inside the 96, four words from `3·r` inside the 28.
            _mm_storeu_si128(words.as_mut_ptr().add(3 * r).cast(), row(masks.0.as_ptr().add(9 * r)));
        }
        group.write::<Avx2>(lane, |w| words[w]);
    }

    fn digits(group: &Group, lane: usize, digits: &mut [u8; 81]) -> bool {
        let mut words = Aligned([0; 32]);
        group.copy::<Avx2>(lane, &mut words.0, slot);
        let cells = cells(&words);
        let stacks = [stack_numbers(&cells[0]), stack_numbers(&cells[1]), stack_numbers(&cells[2])];
        for n in 0..26 {
            // Four bytes at a time; the fourth is written over by the next.
            digits[3 * n..3 * n + 4].copy_from_slice(&stacks[n % 3][n / 3 * 3..n / 3 * 3 + 4]);
        }
        digits[78..].copy_from_slice(&stacks[2][24..27]);
        single(&cells)
    }
}

impl Moves for Avx2 {
    type Branching = Branched;

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

impl Moves for Avx2Quad {
    type Branching = Plain;
}

branching!(Avx2);
