//! A whole board on one line, and as JSON.

use std::io::{self, Write};

use sdkc_board::Grid;
use sdkc_puzzle::Puzzle;
use serde::Serialize;

use super::value_texts;

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
    let compact = puzzle.notation.is_compact();
    let texts = value_texts(puzzle);
    let mut line = String::new();
    for (at, value) in grid.values().iter().enumerate() {
        if at > 0 && !compact {
            line.push(' ');
        }
        match value {
            Some(value) => line.push_str(texts[value.index()].trim_start()),
            None => line.push('.'),
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
        let texts = value_texts(puzzle);
        let text = |value: &Option<sdkc_board::Value>| value.map_or(".", |value| &*texts[value.index()]);
        Self::Text(grid.values().iter().map(text).collect())
    }
}
