//! The packed board that every kernel works on, and the tables that go with it.
//!
//! A board is 27 words of 32 bits. A word holds the candidates of three cells of one row, one cell from each of the three boxes that the row
//! crosses, in three fields of ten bits: nine digits and a guard bit that is 0 at rest.
//!
//! ```text
//!            stack 0   stack 1   stack 2           word (band, i),  i = 3·row + j
//!           j 0 1 2   j 0 1 2   j 0 1 2
//! band row +---------+---------+---------+         bit 31 30 29.......20 19.......10 9........0
//!   0   0  | A . .   | A . .   | A . .   |             +-----+-+---------+-+---------+-+---------+
//!   0   1  | . B .   | . B .   | . B .   |             | 0 0 |g| stack 2 |g| stack 1 |g| stack 0 |
//!   0   2  | . . .   | . . .   | . . .   |             +-----+-+---------+-+---------+-+---------+
//!          +---------+---------+---------+
//!    A = word (0, 0)   B = word (0, 4)
//! ```
//!
//! What that buys: all work inside boxes and columns combines *whole words*, 27 cell-digits an operation and no shifts; only rows mix the
//! fields of a word, and that is a rotation by ten bits. The guard bit turns ordinary 32-bit addition into three independent tests:
//! `x + DIGITS` is `x - 1` in every field, with the guard bit set exactly where the field was not empty.
//!
//! Sets of cells are bit boards of 32 bits a band: cell (band, stack, i) is bit `10·stack + i + 1` of its band,
//! which is where the guard bits fall when word `i` is shifted right by `8 - i` bits. See [`crate::branch`].

/// All nine digits of all three fields; as an addend, minus one in each field.
pub(crate) const DIGITS: u32 = 0x1ff | 0x1ff << 10 | 0x1ff << 20;
/// The guard bit of each field.
pub(crate) const GUARDS: u32 = 1 << 9 | 1 << 19 | 1 << 29;
/// The lowest bit of each field.
pub(crate) const ONES: u32 = 1 | 1 << 10 | 1 << 20;
/// The words of a box row by row: `i = 3·row + j`.
pub(crate) const WORDS: usize = 9;
/// The 32-bit words of a [`Frame`]: nine rows of three bands and a pad.
pub(crate) const FRAME_WORDS: usize = WORDS * 4;

/// One board, packed: word `i` of band `b` at `4·i + b`. The fourth column pads the rows to 128 bits; it always holds [`DIGITS`], three
/// cells about which nothing is known, which no rule ever changes.
#[derive(Clone, Copy)]
#[repr(C, align(64))]
pub(crate) struct Frame(pub(crate) [u32; FRAME_WORDS]);

/// A set of cells: bands 0 and 1, band 2.
pub(crate) type CellSet = [u64; 2];

/// The number of distinct bit positions in a [`CellSet`], counting those that no cell uses.
pub(crate) const POSITIONS: usize = 96;

/// Where the cell in `row` and `column` lives: the word's index in a [`Frame`] and the field's shift.
pub(crate) const fn place(row: usize, column: usize) -> (usize, u32) {
    (4 * (row % 3 * 3 + column % 3) + row / 3, 10 * (column / 3) as u32)
}

/// The position in a [`CellSet`] of the cell in `row` and `column`.
pub(crate) const fn position(row: usize, column: usize) -> usize {
    32 * (row / 3) + 10 * (column / 3) + row % 3 * 3 + column % 3 + 1
}

/// The word and the shift of the cell at `position`.
#[inline(always)]
pub(crate) fn place_of(position: usize) -> (usize, u32) {
    let (word, shift) = PLACES[position % POSITIONS];
    (usize::from(word), u32::from(shift))
}

/// [`place`] by position; positions that no cell has count as one that exists.
static PLACES: [(u8, u8); POSITIONS] = {
    let mut table = [(0, 0); POSITIONS];
    let mut cell = 0;
    while cell < 81 {
        let (word, shift) = place(cell / 9, cell % 9);
        table[position(cell / 9, cell % 9)] = (word as u8, shift as u8);
        cell += 1;
    }
    table
};

const fn sees(a: (usize, usize), b: (usize, usize)) -> bool {
    let same_box = a.0 / 3 == b.0 / 3 && a.1 / 3 == b.1 / 3;
    (a.0 == b.0 || a.1 == b.1 || same_box) && !(a.0 == b.0 && a.1 == b.1)
}

/// The 20 peers of each cell as a set, by position.
pub(crate) static PEERS: [CellSet; POSITIONS] = {
    let mut table = [[0; 2]; POSITIONS];
    let mut a = 0;
    while a < 81 {
        let mut b = 0;
        while b < 81 {
            if sees((a / 9, a % 9), (b / 9, b % 9)) {
                let bit = position(b / 9, b % 9);
                table[position(a / 9, a % 9)][bit / 64] |= 1 << (bit % 64);
            }
            b += 1;
        }
        a += 1;
    }
    table
};

/// The 20 peers of each cell as a frame with digit 1 in them, by position: shifted left by a digit, what to take away.
pub(crate) static PEER_FRAMES: [Frame; POSITIONS] = {
    let mut table = [Frame([0; FRAME_WORDS]); POSITIONS];
    let mut a = 0;
    while a < 81 {
        let mut b = 0;
        while b < 81 {
            if sees((a / 9, a % 9), (b / 9, b % 9)) {
                let (word, shift) = place(b / 9, b % 9);
                table[position(a / 9, a % 9)].0[word] |= 1 << shift;
            }
            b += 1;
        }
        a += 1;
    }
    table
};

impl Frame {
    /// The frame in which every cell may be anything.
    pub(crate) const FULL: Self = Self([DIGITS; FRAME_WORDS]);

    /// Packs what `mask` says about each cell: bit `d - 1` for digit `d`.
    #[inline(always)]
    pub(crate) fn pack(mask: impl Fn(usize) -> u32) -> Self {
        let mut frame = Self::FULL;
        for row in 0..9 {
            for j in 0..3 {
                let cell = 9 * row + j;
                frame.0[place(row, j).0] = mask(cell) | mask(cell + 3) << 10 | mask(cell + 6) << 20;
            }
        }
        frame
    }

    /// The frame of words in the order `9·band + i`.
    #[inline(always)]
    pub(crate) fn of_words(words: &[u32; 27]) -> Self {
        let mut frame = Self::FULL;
        for band in 0..3 {
            for i in 0..WORDS {
                frame.0[4 * i + band] = words[WORDS * band + i];
            }
        }
        frame
    }

    /// The digit of each cell; false if a cell has not exactly one.
    #[inline(always)]
    pub(crate) fn digits(&self, digits: &mut [u8; 81]) -> bool {
        let mut single = true;
        for band in 0..3 {
            for row in 0..3 {
                for j in 0..3 {
                    let word = self.0[4 * (3 * row + j) + band];
                    let less = word.wrapping_add(DIGITS);
                    single &= less & GUARDS == GUARDS && word & less == 0;
                    let first = 27 * band + 9 * row + j;
                    digits[first] = word.trailing_zeros() as u8 + 1;
                    digits[first + 3] = (word >> 10).trailing_zeros() as u8 + 1;
                    digits[first + 6] = (word >> 20).trailing_zeros() as u8 + 1;
                }
            }
        }
        single
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_and_places_agree() {
        for row in 0..9 {
            for column in 0..9 {
                assert_eq!(place_of(position(row, column)), place(row, column), "r{row}c{column}");
            }
        }
    }

    #[test]
    fn every_cell_has_twenty_peers_in_both_tables() {
        for row in 0..9 {
            for column in 0..9 {
                let position = position(row, column);
                assert_eq!(PEERS[position].iter().map(|word| word.count_ones()).sum::<u32>(), 20);
                assert_eq!(PEER_FRAMES[position].0.iter().map(|word| word.count_ones()).sum::<u32>(), 20);
            }
        }
    }

    #[test]
    fn packing_keeps_every_cell() {
        let digit = |cell: usize| (cell * 7 + cell / 9) % 9;
        let mut digits = [0; 81];
        assert!(Frame::pack(|cell| 1 << digit(cell)).digits(&mut digits));
        assert!(!Frame::pack(|cell| if cell == 44 { 0 } else { 1 }).digits(&mut [0; 81]));
        assert!(!Frame::pack(|cell| if cell == 80 { 3 } else { 1 }).digits(&mut [0; 81]));
        for cell in 0..81 {
            assert_eq!(usize::from(digits[cell]), digit(cell) + 1);
        }
    }
}
