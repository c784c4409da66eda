//! The classic 9×9 sudoku on plain arrays: `grid[row][col]`, 0-based, 0 for an empty cell.
//!
//! ```
//! use sdkc_engine::classic;
//! let mut grid = classic::parse("100007090030020008009600500005300900010080002600004000300000010040000007007000300")?;
//! assert!(classic::solve(&mut grid)?);
//! assert_eq!(grid[0], [1, 6, 2, 8, 5, 7, 4, 9, 3]);
//! assert!(classic::check(&grid)?.is_empty());
//!
//! let mut clash = [[0; 9]; 9];
//! (clash[0][0], clash[0][8]) = (5, 5);
//! assert!(!classic::solve(&mut clash)?, "rules broken by the givens: no solution, and the grid as it was");
//! # Ok::<(), classic::GridError>(())
//! ```

use std::fmt;

use sdkc_board::{Board, Cell, Grid, Shape, UnitKind, Value, ValueSet};

use crate::Solver;

/// Rows of numbers, 0 for an empty cell.
pub type Cells = [[u8; 9]; 9];

/// Why something is no grid, or no cell of one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum GridError {
    /// An entry over 9.
    Entry {
        /// The 0-based row.
        row: usize,
        /// The 0-based column.
        col: usize,
        /// The entry.
        found: u8,
    },
    /// A row or column over 8.
    Outside {
        /// The 0-based row.
        row: usize,
        /// The 0-based column.
        col: usize,
    },
    /// A text that has not 81 cells.
    Length {
        /// The number of characters.
        found: usize,
    },
    /// A character that is neither a digit nor an empty cell.
    Character {
        /// The character.
        found: char,
        /// Its 0-based place.
        at: usize,
    },
}

impl fmt::Display for GridError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Entry { row, col, found } => {
                write!(f, "r{}c{} holds {found}; entries are 1 to 9, or 0 for empty", row + 1, col + 1)
            }
            Self::Outside { row, col } => write!(f, "row {row}, column {col} is outside; both are 0 to 8"),
            Self::Length { found } => write!(f, "{found} characters instead of 81"),
            Self::Character { found, at } => {
                write!(f, "character {} is {found:?}; cells are 1 to 9, or . 0 _ * for empty", at + 1)
            }
        }
    }
}

impl std::error::Error for GridError {}

/// A set of digits 1 to 9.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct DigitSet(u16);

impl DigitSet {
    /// Whether the digit is in the set.
    #[must_use]
    pub const fn contains(self, digit: u8) -> bool {
        digit >= 1 && digit <= 9 && self.0 >> (digit - 1) & 1 == 1
    }

    /// The number of digits.
    #[must_use]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether there is none.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The digits in ascending order.
    pub fn iter(self) -> impl Iterator<Item = u8> {
        (1..=9).filter(move |digit| self.contains(*digit))
    }
}

impl From<ValueSet> for DigitSet {
    fn from(values: ValueSet) -> Self {
        Self((values.bits() & 0x1ff) as u16)
    }
}

impl fmt::Debug for DigitSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

/// Two equal digits in one unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Violation {
    /// The digit.
    pub digit: u8,
    /// The kind of unit.
    pub unit: Unit,
    /// The unit's 0-based number: of rows from the top, of columns from the left, of blocks in reading order.
    pub number: usize,
    /// (row, column) of two cells that hold it, 0-based.
    pub cells: [(usize, usize); 2],
}

/// The kinds of unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Unit {
    /// A row.
    Row,
    /// A column.
    Column,
    /// A 3×3 block.
    Block,
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let unit = match self.unit {
            Unit::Row => "row",
            Unit::Column => "column",
            Unit::Block => "block",
        };
        let [(r1, c1), (r2, c2)] = self.cells;
        let (digit, number) = (self.digit, self.number + 1);
        write!(f, "{digit} twice in {unit} {number}: r{}c{} and r{}c{}", r1 + 1, c1 + 1, r2 + 1, c2 + 1)
    }
}

/// Fills the grid. `true` and filled with a solution, or `false` and left as it was: there is none, or the givens break
/// a rule themselves. (A grid with several solutions gets one of them.)
///
/// # Errors
/// [`GridError::Entry`] for an entry over 9; the grid is left as it was.
pub fn solve(grid: &mut Cells) -> Result<bool, GridError> {
    let board = board(grid)?;
    let report = Solver::new(&board).solve();
    let Some(solution) = report.outcome.solution() else { return Ok(false) };
    for (at, number) in solution.numbers().into_iter().enumerate() {
        grid[at / 9][at % 9] = number;
    }
    Ok(true)
}

/// The digits that a cell can take without breaking a rule at once; `None` for a filled cell, and an empty set where
/// nothing fits.
///
/// # Errors
/// [`GridError`] for a cell outside or an entry over 9.
pub fn legal_values(grid: &Cells, row: usize, col: usize) -> Result<Option<DigitSet>, GridError> {
    let board = board(grid)?;
    let cell = board.shape().cell(&[row, col]).ok_or(GridError::Outside { row, col })?;
    Ok(board.legal_values(cell).map(DigitSet::from))
}

/// Every pair of equal digits in a unit, filled grid or not: rows first, then columns, then blocks. Empty cells are no
/// violation.
///
/// # Errors
/// [`GridError::Entry`] for an entry over 9.
pub fn check(grid: &Cells) -> Result<Vec<Violation>, GridError> {
    let board = board(grid)?;
    let shape = board.shape();
    let mut found = Vec::new();
    for unit in shape.units() {
        let (kind, number) = match shape.unit_kind(unit) {
            UnitKind::Line { axis: 1 } => (Unit::Row, unit.index() % 9),
            UnitKind::Line { .. } => (Unit::Column, unit.index() % 9),
            _ => (Unit::Block, unit.index() % 9),
        };
        let mut first: [Option<Cell>; 9] = [None; 9];
        for cell in shape.unit_cells(unit) {
            let Some(value) = board.given(cell) else { continue };
            match first[value.index()] {
                None => first[value.index()] = Some(cell),
                Some(other) => found.push(Violation {
                    digit: value.number(),
                    unit: kind,
                    number,
                    cells: [other, cell].map(|cell| (cell.index() / 9, cell.index() % 9)),
                }),
            }
        }
    }
    found.sort_by_key(|violation| (violation.unit as u8, violation.number, violation.cells));
    Ok(found)
}

/// The grid of 81 characters in reading order: digits, and `.` `0` `_` `*` for empty cells.
///
/// # Errors
/// [`GridError`] for another length or character.
pub fn parse(text: &str) -> Result<Cells, GridError> {
    let found = text.chars().count();
    if found != 81 {
        return Err(GridError::Length { found });
    }
    let mut grid = [[0; 9]; 9];
    for (at, found) in text.chars().enumerate() {
        grid[at / 9][at % 9] = match found {
            '1'..='9' => found as u8 - b'0',
            '.' | '0' | '_' | '*' => 0,
            _ => return Err(GridError::Character { found, at }),
        };
    }
    Ok(grid)
}

/// The grid drawn with its blocks.
///
/// ```
/// use sdkc_engine::classic;
/// let mut grid = [[0; 9]; 9];
/// grid[0][0] = 7;
/// let drawn = classic::display(&grid).to_string();
/// assert!(drawn.starts_with("7 . . | . . . | . . .\n"));
/// ```
#[must_use]
pub const fn display(grid: &Cells) -> Drawn<'_> {
    Drawn { grid, checked: false }
}

/// The grid drawn with its blocks, and below it what [`check`] finds.
///
/// ```
/// use sdkc_engine::classic;
/// let mut grid = [[0; 9]; 9];
/// (grid[0][0], grid[0][8]) = (5, 5);
/// assert!(classic::display_checked(&grid).to_string().ends_with("5 twice in row 1: r1c1 and r1c9\n"));
/// ```
#[must_use]
pub const fn display_checked(grid: &Cells) -> Drawn<'_> {
    Drawn { grid, checked: true }
}

/// A grid as text: see [`display`] and [`display_checked`].
#[derive(Clone, Copy, Debug)]
pub struct Drawn<'a> {
    grid: &'a Cells,
    checked: bool,
}

impl fmt::Display for Drawn<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (row, cells) in self.grid.iter().enumerate() {
            if row == 3 || row == 6 {
                f.write_str("------+-------+------\n")?;
            }
            for (col, number) in cells.iter().enumerate() {
                match col {
                    0 => {}
                    3 | 6 => f.write_str(" | ")?,
                    _ => f.write_str(" ")?,
                }
                match number {
                    0 => f.write_str(".")?,
                    1..=9 => write!(f, "{number}")?,
                    _ => f.write_str("?")?,
                }
            }
            f.write_str("\n")?;
        }
        if !self.checked {
            return Ok(());
        }
        match check(self.grid) {
            Ok(violations) if violations.is_empty() => f.write_str("No rule is broken.\n"),
            Ok(violations) => violations.iter().try_for_each(|violation| writeln!(f, "{violation}")),
            Err(error) => writeln!(f, "{error}"),
        }
    }
}

/// The grid as a board.
///
/// # Errors
/// [`GridError::Entry`] for an entry over 9.
pub fn board(grid: &Cells) -> Result<Board, GridError> {
    let mut board = Board::empty(Shape::classic());
    for (at, number) in grid.iter().flatten().enumerate() {
        let (row, col) = (at / 9, at % 9);
        let error = GridError::Entry { row, col, found: *number };
        if *number > 9 {
            return Err(error);
        }
        if let Some(cell) = board.shape().cell_at(at) {
            board.set_given(cell, Value::new(*number)).map_err(|_| error)?;
        }
    }
    Ok(board)
}

/// The numbers of a board's grid, where it is 9×9.
#[must_use]
pub fn cells(grid: &Grid) -> Option<Cells> {
    let numbers = grid.numbers();
    let (rows, rest) = numbers.as_chunks::<9>();
    if rest.is_empty() { rows.try_into().ok() } else { None }
}
