//! A whole board on one line, and as JSON.

use std::io::{self, Write};

use sdkc_board::Grid;
use sdkc_puzzle::Puzzle;
use serde::Serialize;

use super::{Texts, symbol};

/// Writes the values of `grid` in reading order and a line break: one character a cell where the puzzle writes its
/// values so, else numbers with blanks between them. Empty cells are `.`.
///
/// ```
/// use sdkc_board::{Board, Grid, Shape};
/// use sdkc_puzzle::Puzzle;
/// let puzzle = Puzzle::new(Board::empty(Shape::hypercube(2, 2)?));
/// let mut out = Vec::new();
/// sdkc_render::write_line(&mut out, &puzzle, &Grid::from_numbers(&[1, 0, 0, 4, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 3]))?;
/// assert_eq!(out, b"1..4........2..3\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Those of `out`.
pub fn write_line(out: &mut dyn Write, puzzle: &Puzzle, grid: &Grid) -> io::Result<()> {
    let texts = (!puzzle.notation.is_compact()).then(|| Texts::new(puzzle));
    let mut line = String::with_capacity(grid.n_cells().min(1 << 16) + 1);
    for (at, value) in grid.values().iter().enumerate() {
        match &texts {
            None => line.push(symbol(&puzzle.notation, *value)),
            Some(texts) => {
                line.push_str(if at > 0 { " " } else { "" });
                line.push_str(texts.of(*value).trim_start());
            }
        }
        // Large boards leave in pieces.
        if line.len() > 1 << 16 {
            out.write_all(line.as_bytes())?;
            line.clear();
        }
    }
    line.push('\n');
    out.write_all(line.as_bytes())
}

/// The cells of a board in JSON: a string with a character for each cell where the side is at most 9, else an
/// array of numbers, 0 for empty cells.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum Cells {
    /// A character for each cell, `.` for empty ones.
    Text(String),
    /// A number for each cell, 0 for empty ones.
    Numbers(Vec<u8>),
}

impl Cells {
    /// The cells of `grid`, in reading order.
    #[must_use]
    pub fn new(puzzle: &Puzzle, grid: &Grid) -> Self {
        if puzzle.board.shape().side() > 9 {
            return Self::Numbers(grid.numbers());
        }
        Self::Text(grid.values().iter().map(|value| symbol(&puzzle.notation, *value)).collect())
    }
}

#[cfg(test)]
mod tests {
    use sdkc_board::{Board, Shape};
    use sdkc_puzzle::Notation;

    use super::*;

    #[test]
    fn a_value_that_the_board_has_not_got_is_no_panic() {
        let mut puzzle = Puzzle::new(Board::empty(Shape::classic()));
        let grid = Grid::from_numbers(&[1, 0, 9, 10, 128]);
        assert_eq!(Cells::new(&puzzle, &grid), Cells::Text("1.9??".to_owned()));
        puzzle.notation = Notation::symbols("abcdefghi", 9).expect("nine of them");
        assert_eq!(Cells::new(&puzzle, &grid), Cells::Text("a.i??".to_owned()));
        let big = Puzzle::new(Board::empty(Shape::hypercube(4, 2).expect("16 by 16")));
        let line = |puzzle: &Puzzle, numbers: &[u8]| {
            let mut out = Vec::new();
            write_line(&mut out, puzzle, &Grid::from_numbers(numbers)).expect("memory");
            String::from_utf8(out).expect("text")
        };
        assert_eq!(line(&puzzle, &[1, 0, 9, 10]), "a.i?\n");
        assert_eq!(line(&big, &[1, 0, 16, 17]), "1 . 16 ?\n");
    }
}
