//! Whether digits solve a classic puzzle: the kernel's answers are looked at before they are written, by other means than those
//! that found them.
//!
//! Three cells of a column in a band are one look into a table, which says which digits they hold, and which of them the first and
//! the second row of the band get:
//!
//! ```text
//!           box            the table's word for the column 5, 6, 1
//!      +---------+
//!      | 5 . . |          bits  26........18  17.........9  8..........0
//!      | 6 . . |              all: {1, 5, 6}  row 1: {6}    row 0: {5}
//!      | 1 . . |
//!      +---------+
//! ```
//!
//! Words are joined, never searched, and nothing ends early, so that a look at a board costs a fraction of the search for it.

/// The nine digits, a bit each.
const ALL: u32 = 0x1ff;
/// Where the first two rows of a band have their digits, and where those of all three cells are.
const ROWS: u32 = ALL | ALL << 9;
const CELLS: u32 = ALL << 18;

/// The word for three digits, in four bits each. What is no digit has no bit.
static OF_THREE: [u32; 1 << 12] = {
    let mut words = [0; 1 << 12];
    let mut three = 0;
    while three < words.len() {
        let [a, b, c] = [bit(three & 15), bit(three >> 4 & 15), bit(three >> 8)];
        words[three] = a | b << 9 | (a | b | c) << 18;
        three += 1;
    }
    words
};

const fn bit(digit: usize) -> u32 {
    if matches!(digit, 1..=9) { 1 << (digit - 1) } else { 0 }
}

/// The words of the nine columns of a band.
#[inline(always)]
fn words(band: &[u8; 27]) -> [u32; 9] {
    const EVEN: u64 = 0x00ff_00ff_00ff_00ff;
    let eight = |row: usize| {
        let digits = band[9 * row..].first_chunk().copied().expect("a row has nine digits");
        u64::from_le_bytes(digits)
    };
    // Eight columns at a time, sixteen bits for each: first those with even numbers, then the others.
    let (two, third) = (eight(0) | eight(1) << 4, eight(2));
    let even = two & EVEN | (third & EVEN) << 8;
    let odd = two >> 8 & EVEN | third & !EVEN;
    let last = u64::from(band[8]) | u64::from(band[17]) << 4 | u64::from(band[26]) << 8;
    let word = |three: u64| OF_THREE[(three & 0xfff) as usize];
    [
        word(even),
        word(odd),
        word(even >> 16),
        word(odd >> 16),
        word(even >> 32),
        word(odd >> 32),
        word(even >> 48),
        word(odd >> 48),
        word(last),
    ]
}

/// Whether digits solve givens.
#[inline]
pub fn is_solution(givens: &[u8; 81], digits: &[u8; 81]) -> bool {
    let (mut cells, mut rows, mut columns) = (u32::MAX, u32::MAX, [0; 6]);
    for band in digits.as_chunks::<27>().0 {
        let [a, b, c, d, e, f, g, h, i] = words(band);
        let blocks = [a | b | c, d | e | f, g | h | i];
        cells &= blocks[0] & blocks[1] & blocks[2];
        rows &= blocks[0] | blocks[1] | blocks[2];
        for (to, word) in columns.iter_mut().zip([a, b, d, e, g, h]) {
            *to |= word;
        }
    }
    // Where three blocks side by side hold every digit, and so do two of their rows, so does the third; the same goes for columns.
    cells &= columns.into_iter().fold(u32::MAX, |all, column| all & column);
    // A given is not 0: so the lesser of it and of what it has besides the digit is 0 where the digit is the given. What is no digit but
    // looks like one in its low bits has high ones.
    let wrong = givens
        .iter()
        .zip(digits)
        .fold(0, |wrong, (given, digit)| wrong | (*given).min(given ^ digit) | digit & 0xf0);
    cells & CELLS | rows & ROWS == CELLS | ROWS && wrong == 0
}

#[cfg(test)]
mod tests {
    use sdkc_formats::parse_81;
    use sdkc_kernel::{Board, Kernel, Limits, Solver};

    use super::*;

    const PUZZLE: &[u8; 81] =
        b"530070000600195000098000060800060003400803001700020006060000280000419005000080079";

    fn solved() -> ([u8; 81], [u8; 81]) {
        let givens = parse_81(PUZZLE).expect("a puzzle");
        let board = Board::from_givens(givens).expect("digits");
        let outcome = Solver::new(Kernel::SCALAR).solve(&board, &Limits::default(), &|| false);
        (givens, outcome.first.expect("it has a solution"))
    }

    /// By the rule, word for word.
    fn is_filled(digits: &[u8; 81]) -> bool {
        let holds_all = |cells: [usize; 9]| (1..=9).all(|digit| cells.iter().any(|at| digits[*at] == digit));
        (0..9).all(|unit| {
            let row = std::array::from_fn(|at| 9 * unit + at);
            let column = std::array::from_fn(|at| 9 * at + unit);
            let block = std::array::from_fn(|at| 27 * (unit / 3) + 3 * (unit % 3) + 9 * (at / 3) + at % 3);
            [row, column, block].into_iter().all(holds_all)
        })
    }

    #[test]
    fn a_solution_is_one_of_its_givens_only() {
        let (givens, digits) = solved();
        assert!(is_solution(&givens, &digits) && is_solution(&[0; 81], &digits));
        assert!(is_solution(&digits, &digits));
        for cell in 0..81 {
            for given in (1..=255).filter(|given| *given != digits[cell]) {
                let changed = std::array::from_fn(|at| if at == cell { given } else { givens[at] });
                assert!(!is_solution(&changed, &digits), "{given} at {cell}");
            }
        }
    }

    #[test]
    fn any_change_of_one_digit_and_any_exchange_is_seen() {
        let (_, digits) = solved();
        for cell in 0..81 {
            for digit in (0..=255).filter(|digit| *digit != digits[cell]) {
                let changed = std::array::from_fn(|at| if at == cell { digit } else { digits[at] });
                assert!(!is_solution(&[0; 81], &changed), "{digit} at {cell}");
            }
            for other in 0..cell {
                let mut changed = digits;
                changed.swap(cell, other);
                assert_eq!(is_solution(&[0; 81], &changed), digits[cell] == digits[other], "{cell}, {other}");
            }
        }
    }

    #[test]
    fn rows_columns_and_blocks_each_count() {
        let with = |of: fn(usize, usize) -> usize| -> [u8; 81] {
            std::array::from_fn(|at| (of(at / 9, at % 9) % 9 + 1) as u8)
        };
        // Every row is the same one; every column is; digits that go round break blocks; blocks that are all the same break lines.
        let broken = [
            with(|_, column| column),
            with(|row, _| row),
            with(|row, column| row + column),
            with(|row, column| 3 * (row % 3) + column % 3),
            // Right but for columns, or but for rows: every block and every other line holds all digits.
            with(|row, column| 3 * (row % 3) + column + row / 3 * 3),
            with(|row, column| 3 * (column % 3) + row + column / 3 * 3),
            [0; 81],
        ];
        for digits in broken {
            assert!(!is_filled(&digits) && !is_solution(&[0; 81], &digits), "{digits:?}");
        }
        let filled = with(|row, column| 3 * (row % 3) + row / 3 + column);
        assert!(is_filled(&filled) && is_solution(&[0; 81], &filled));
        // Whole lines that change places: those of one band stay right, others do not.
        for (one, other) in (0..9).flat_map(|one| (0..9).map(move |other| (one, other))) {
            let swapped = |line| {
                if line == one {
                    other
                } else if line == other {
                    one
                } else {
                    line
                }
            };
            let rows = std::array::from_fn(|at| filled[9 * swapped(at / 9) + at % 9]);
            let columns = std::array::from_fn(|at| filled[9 * (at / 9) + swapped(at % 9)]);
            for digits in [rows, columns] {
                assert_eq!(is_solution(&[0; 81], &digits), is_filled(&digits), "{one}, {other}");
            }
        }
    }
}
