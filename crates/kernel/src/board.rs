//! What goes into a kernel: a classic 9×9 board, as givens or as candidates.

use crate::layout::Frame;
use std::{
    fmt,
    hash::{Hash, Hasher},
    str::FromStr,
};

/// A classic 9×9 board to be solved, cells in reading order. Boards are equal if every cell has the same candidates, however they were made.
///
/// ```
/// use sdkc_kernel::Board;
/// let empty = Board::from_givens([0; 81])?;
/// assert_eq!(empty, Board::from_candidates([0x1ff; 81]));
/// assert_eq!(empty, ".".repeat(81).parse()?);
/// assert!(Board::from_givens([10; 81]).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy)]
pub struct Board(Input);

#[derive(Clone, Copy)]
enum Input {
    Givens([u8; 81]),
    /// Packed as in `layout`: boards in the hands of callers should be small.
    Candidates([u32; 27]),
}

/// A given that is neither 0 (empty) nor a digit from 1 to 9.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InvalidGiven {
    /// The first such cell, from 0 to 80 in reading order.
    pub cell: usize,
    /// What it held.
    pub value: u8,
}

impl fmt::Display for InvalidGiven {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (row, column) = (self.cell / 9 + 1, self.cell % 9 + 1);
        write!(f, "r{row}c{column} holds {}, not 0 or a digit from 1 to 9", self.value)
    }
}

impl std::error::Error for InvalidGiven {}

/// Why a text is no board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InvalidText {
    /// A character that is no cell: digits from 1 to 9 are givens, `.` and `0` empty cells.
    Character {
        /// Which of the 81, from 0 on.
        cell: usize,
        /// The character.
        found: char,
    },
    /// Not as many characters as cells, but so many.
    Length(usize),
}

impl fmt::Display for InvalidText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Character { cell, found } => {
                write!(f, "r{}c{} is {found:?}, not a digit, `.` or `0`", cell / 9 + 1, cell % 9 + 1)
            }
            Self::Length(length) => write!(f, "a board has 81 characters, not {length}"),
        }
    }
}

impl std::error::Error for InvalidText {}

/// Exactly 81 characters, the cells in reading order: `1` to `9` are givens, `.` and `0` are empty. Whoever has other notations, or lines to
/// report, reads them with a reader for files.
impl FromStr for Board {
    type Err = InvalidText;

    fn from_str(text: &str) -> Result<Self, InvalidText> {
        let (mut givens, mut length) = ([0; 81], 0);
        for found in text.chars() {
            if let Some(given) = givens.get_mut(length) {
                *given = match found {
                    '.' => 0,
                    '0'..='9' => found as u8 - b'0',
                    _ => return Err(InvalidText::Character { cell: length, found }),
                };
            }
            length += 1;
        }
        if length != 81 {
            return Err(InvalidText::Length(length));
        }
        Ok(Self(Input::Givens(givens)))
    }
}

impl PartialEq for Board {
    fn eq(&self, other: &Self) -> bool {
        self.candidates() == other.candidates()
    }
}

impl Eq for Board {}

impl Hash for Board {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.candidates().hash(state);
    }
}

/// All nine digits.
const ANY: u16 = 0x1ff;

impl Board {
    /// A board of givens: 0 for an empty cell, 1 to 9 for a digit. Givens may contradict each other; the board then has no solution.
    #[inline]
    pub fn from_givens(givens: [u8; 81]) -> Result<Self, InvalidGiven> {
        // Without a branch in the loop, the good case is a few vector instructions.
        if givens.iter().fold(0, |worst, &value| worst.max(value)) <= 9 {
            return Ok(Self(Input::Givens(givens)));
        }
        let cell = givens.iter().position(|&value| value > 9).unwrap_or_default();
        Err(InvalidGiven { cell, value: givens[cell] })
    }

    /// A board of pencil marks: bit `d - 1` of a cell says that digit `d` may stand there. Higher bits are ignored; a cell without candidates
    /// leaves the board without a solution.
    #[inline]
    pub fn from_candidates(candidates: [u16; 81]) -> Self {
        Self(Input::Candidates(std::array::from_fn(|w| {
            let cell = first_cell(w);
            let mask = |cell: usize| u32::from(candidates[cell] & ANY);
            mask(cell) | mask(cell + 3) << 10 | mask(cell + 6) << 20
        })))
    }

    /// The candidates of every cell, as [`Board::from_candidates`] takes them; nothing has been deduced from the givens.
    pub fn candidates(&self) -> [u16; 81] {
        match &self.0 {
            Input::Givens(givens) => givens.map(|value| OF_GIVEN[usize::from(value & 15)] as u16),
            Input::Candidates(words) => {
                let mut candidates = [0; 81];
                for (w, word) in words.iter().enumerate() {
                    for stack in 0..3 {
                        candidates[first_cell(w) + 3 * stack] = (word >> (10 * stack)) as u16 & ANY;
                    }
                }
                candidates
            }
        }
    }

    /// The givens, if it was made of givens.
    #[cfg(target_arch = "x86_64")]
    pub(crate) fn givens(&self) -> Option<&[u8; 81]> {
        match &self.0 {
            Input::Givens(givens) => Some(givens),
            Input::Candidates(_) => None,
        }
    }

    /// The board as the kernels want it.
    #[inline(always)]
    pub(crate) fn frame(&self) -> Frame {
        match &self.0 {
            Input::Givens(givens) => Frame::pack(|cell| OF_GIVEN[usize::from(givens[cell] & 15)]),
            Input::Candidates(words) => Frame::of_words(words),
        }
    }
}

/// The cell in stack 0 of word `w = 3·row + j`.
const fn first_cell(w: usize) -> usize {
    w / 3 * 9 + w % 3
}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Board(")?;
        for mask in self.candidates() {
            if mask.is_power_of_two() {
                write!(f, "{}", mask.trailing_zeros() + 1)?;
            } else if mask == ANY {
                f.write_str(".")?;
            } else {
                write!(f, "{{{mask:03x}}}")?;
            }
        }
        f.write_str(")")
    }
}

/// The candidates that a given leaves. Sixteen entries, so that an index of four bits needs no check.
static OF_GIVEN: [u32; 16] = {
    let mut table = [ANY as u32; 16];
    let mut digit = 1;
    while digit <= 9 {
        table[digit] = 1 << (digit - 1);
        digit += 1;
    }
    table
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_bad_given_is_named() {
        let mut givens = [0; 81];
        givens[80] = 200;
        givens[17] = 10;
        assert_eq!(Board::from_givens(givens), Err(InvalidGiven { cell: 17, value: 10 }));
        assert_eq!(
            Board::from_givens(givens).map_err(|e| e.to_string()).err().as_deref(),
            Some("r2c9 holds 10, not 0 or a digit from 1 to 9")
        );
    }

    #[test]
    fn a_text_of_81_cells_is_a_board() {
        let text = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
        let board: Board = text.parse().expect("a puzzle");
        assert_eq!(format!("{board:?}"), format!("Board({text})"));
        assert_eq!(Ok(board), text.replace('.', "0").parse());
        assert_eq!("".parse::<Board>(), Err(InvalidText::Length(0)));
        assert_eq!(format!("{text}.").parse::<Board>(), Err(InvalidText::Length(82)));
        let bad = text.replacen("36", "3é", 1).parse::<Board>();
        assert_eq!(bad, Err(InvalidText::Character { cell: 12, found: 'é' }));
        assert_eq!(bad.map_err(|e| e.to_string()), Err("r2c4 is 'é', not a digit, `.` or `0`".to_owned()));
    }

    #[test]
    fn boards_are_equal_by_their_candidates() {
        let board = Board::from_givens(std::array::from_fn(|cell| (cell % 10) as u8)).expect("digits");
        let same = Board::from_candidates(board.candidates());
        let hash = |board: &Board| {
            let mut hasher = std::hash::DefaultHasher::new();
            board.hash(&mut hasher);
            hasher.finish()
        };
        assert_eq!(board, same);
        assert_eq!(hash(&board), hash(&same));
        assert_ne!(board, Board::from_candidates([ANY; 81]));
    }

    #[test]
    fn bits_above_the_ninth_are_ignored() {
        assert_eq!(Board::from_candidates([0xffff; 81]), Board::from_candidates([ANY; 81]));
    }

    #[test]
    fn debug_shows_givens_and_pencil_marks() {
        let mut candidates = [ANY; 81];
        candidates[0] = 1 << 4;
        candidates[1] = 3;
        assert!(format!("{:?}", Board::from_candidates(candidates)).starts_with("Board(5{003}."));
    }
}
