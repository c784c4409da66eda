//! A board as a formula in conjunctive normal form, for other solvers and for checkers of proofs.

use std::{fmt, io};

use sdkc_board::{Board, Cell, Constraint, Grid, Value, ValueSet};

use crate::{Limits, Stop, StopReason, limits::Meter};

/// The number of "this cell holds this value" in the formula: cells in reading order, then values, from 1.
pub(super) fn name(side: usize, cell: usize, value: usize) -> u32 {
    (cell * side + value + 1) as u32
}

/// Why a formula was not written to its end.
#[derive(Debug)]
#[non_exhaustive]
pub enum Unwritten {
    /// The run was stopped.
    Stopped(StopReason),
    /// The output refused it.
    Output(io::Error),
}

impl fmt::Display for Unwritten {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Stopped(reason) => write!(f, "the formula is not complete: {reason}"),
            Self::Output(error) => write!(f, "the formula is not complete: {error}"),
        }
    }
}

impl std::error::Error for Unwritten {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Stopped(_) => None,
            Self::Output(error) => Some(error),
        }
    }
}

impl From<io::Error> for Unwritten {
    fn from(error: io::Error) -> Self {
        Self::Output(error)
    }
}

/// The formula of a board in DIMACS format; its models are the board's solutions, except `excluded` ones.
///
/// Cell c (0-based, in reading order) with value v is variable c·L + v. Each cell holds exactly one value, no value
/// stands twice in a house, and each stands somewhere in a house of L cells; givens and restrictions are unit clauses;
/// `a < b` says of each value of a cell which of the other go with it.
///
/// That is about n·L²·(N + 2)/2 clauses of 10 to 20 bytes for n cells in N dimensions: about 10 MB for 25×25, more than
/// memory holds for boards of millions of cells. [`write_dimacs`] keeps none of it, and can be stopped.
///
/// ```
/// use sdkc_engine::{learn::dimacs, board::{Board, Shape}};
/// let text = dimacs(&Board::empty(Shape::hypercube(2, 2)?), &[]);
/// assert!(text.starts_with("p cnf 64 "));
/// # Ok::<(), sdkc_engine::board::ShapeError>(())
/// ```
#[must_use]
pub fn dimacs(board: &Board, excluded: &[Grid]) -> String {
    let mut text = Vec::new();
    // Memory takes everything, and nothing stops it.
    let _ = write_dimacs(board, excluded, &crate::Never, &mut text);
    String::from_utf8(text).unwrap_or_default()
}

/// Writes what [`dimacs`] returns, bit by bit: an output without a buffer wants a [`io::BufWriter`] around it.
///
/// # Errors
/// If `stop` ends it, or the output does.
///
/// ```
/// use sdkc_engine::{CancelToken, learn::{Unwritten, write_dimacs}, board::{Board, Shape}};
/// let board = Board::empty(Shape::hypercube(2, 3)?);
/// let (stop, mut text) = (CancelToken::new(), Vec::new());
/// write_dimacs(&board, &[], &stop, &mut text)?;
/// assert!(text.starts_with(b"p cnf 729 11988\n"));
/// stop.cancel();
/// assert!(matches!(write_dimacs(&board, &[], &stop, &mut text), Err(Unwritten::Stopped(_))));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn write_dimacs(
    board: &Board,
    excluded: &[Grid],
    stop: &dyn Stop,
    out: &mut dyn io::Write,
) -> Result<(), Unwritten> {
    let shape = board.shape();
    // The head says how many clauses there are: they are counted first.
    let mut head = Formula::new(shape.side(), stop, None);
    head.board(board, excluded)?;
    writeln!(out, "p cnf {} {}", shape.n_cells() * shape.side(), head.n_clauses)?;
    Formula::new(shape.side(), stop, Some(out)).board(board, excluded)
}

/// Clauses on their way out, or counted only.
struct Formula<'o> {
    side: usize,
    n_clauses: u64,
    meter: Meter<'o>,
    out: Option<&'o mut dyn io::Write>,
}

impl<'o> Formula<'o> {
    fn new(side: usize, stop: &'o dyn Stop, out: Option<&'o mut dyn io::Write>) -> Self {
        Self { side, n_clauses: 0, meter: Meter::new(Limits::none(), stop), out }
    }

    fn board(&mut self, board: &Board, excluded: &[Grid]) -> Result<(), Unwritten> {
        let shape = board.shape();
        for cell in shape.cells() {
            self.cell(cell, board.allowed(cell), board.given(cell))?;
        }
        for unit in shape.units() {
            self.house(&shape.unit_cells(unit).collect::<Vec<_>>())?;
        }
        for constraint in board.constraints() {
            match constraint {
                Constraint::Less(low, high) => self.less(*low, *high)?,
                _ => self.house(constraint.all_different().unwrap_or(&[]))?,
            }
        }
        for grid in excluded {
            let taken: Vec<i64> =
                grid.filled().map(|(cell, value)| -self.literal(cell, value.index())).collect();
            self.clause(taken)?;
        }
        Ok(())
    }

    fn literal(&self, cell: Cell, value: usize) -> i64 {
        // Not [`name`]: boards that have no proof, being too large to search, may have more variables than it holds.
        (cell.index() * self.side + value + 1) as i64
    }

    fn clause(&mut self, literals: impl IntoIterator<Item = i64>) -> Result<(), Unwritten> {
        self.n_clauses += 1;
        let mut n_literals = 1;
        if let Some(out) = &mut self.out {
            for literal in literals {
                write!(out, "{literal} ")?;
                n_literals += 1;
            }
            out.write_all(b"0\n")?;
        }
        self.meter.look(n_literals).map_err(Unwritten::Stopped)
    }

    fn at_most_one(&mut self, literals: &[i64]) -> Result<(), Unwritten> {
        if self.out.is_none() {
            self.n_clauses += (literals.len() * literals.len().saturating_sub(1) / 2) as u64;
            return self.meter.look(1).map_err(Unwritten::Stopped);
        }
        for (at, one) in literals.iter().enumerate() {
            literals[..at].iter().try_for_each(|other| self.clause([-other, -one]))?;
        }
        Ok(())
    }

    fn cell(&mut self, cell: Cell, allowed: ValueSet, given: Option<Value>) -> Result<(), Unwritten> {
        let literals: Vec<i64> = (0..self.side).map(|value| self.literal(cell, value)).collect();
        self.clause(literals.iter().copied())?;
        self.at_most_one(&literals)?;
        for (value, literal) in literals.iter().enumerate() {
            if !Value::from_index(value).is_some_and(|value| allowed.contains(value)) {
                self.clause([-literal])?;
            }
        }
        if let Some(given) = given {
            self.clause([literals[given.index()]])?;
        }
        Ok(())
    }

    fn house(&mut self, cells: &[Cell]) -> Result<(), Unwritten> {
        if cells.len() > self.side {
            // More cells than values: no model, and too hard to see from pairs.
            self.clause([])?;
        }
        for value in 0..self.side {
            let literals: Vec<i64> = cells.iter().map(|cell| self.literal(*cell, value)).collect();
            self.at_most_one(&literals)?;
            if cells.len() == self.side {
                self.clause(literals)?;
            }
        }
        Ok(())
    }

    fn less(&mut self, low: Cell, high: Cell) -> Result<(), Unwritten> {
        for value in 0..self.side {
            let above: Vec<i64> = (value + 1..self.side).map(|more| self.literal(high, more)).collect();
            let below: Vec<i64> = (0..value).map(|less| self.literal(low, less)).collect();
            self.clause(std::iter::once(-self.literal(low, value)).chain(above))?;
            self.clause(std::iter::once(-self.literal(high, value)).chain(below))?;
        }
        Ok(())
    }
}
