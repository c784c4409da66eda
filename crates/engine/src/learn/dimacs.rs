//! A board as a formula in conjunctive normal form, for other solvers and for checkers of proofs.

use std::fmt::Write as _;

use sdkc_board::{Board, Cell, Constraint, Grid, Value, ValueSet};

/// The number of "this cell holds this value" in the formula: cells in reading order, then values, from 1.
pub(super) fn name(side: usize, cell: usize, value: usize) -> u32 {
    (cell * side + value + 1) as u32
}

/// The formula of a board in DIMACS format; its models are the board's solutions, except `excluded` ones.
///
/// Cell c (0-based, in reading order) with value v is variable c·L + v. Each cell holds exactly one value, no value
/// stands twice in a house, and each stands somewhere in a house of L cells; givens and restrictions are unit clauses;
/// `a < b` says of each value of a cell which of the other go with it.
///
/// ```
/// use sdkc_engine::{learn::dimacs, board::{Board, Shape}};
/// let text = dimacs(&Board::empty(Shape::hypercube(2, 2)?), &[]);
/// assert!(text.starts_with("p cnf 64 "));
/// # Ok::<(), sdkc_engine::board::ShapeError>(())
/// ```
#[must_use]
pub fn dimacs(board: &Board, excluded: &[Grid]) -> String {
    let shape = board.shape();
    let mut formula = Formula { side: shape.side(), n_clauses: 0, text: String::new() };
    for cell in shape.cells() {
        formula.cell(cell, board.allowed(cell), board.given(cell));
    }
    for unit in shape.units() {
        formula.house(&shape.unit_cells(unit).collect::<Vec<_>>());
    }
    for constraint in board.constraints() {
        match constraint {
            Constraint::Less(low, high) => formula.less(*low, *high),
            _ => formula.house(constraint.all_different().unwrap_or(&[])),
        }
    }
    for grid in excluded {
        let taken = grid.filled().map(|(cell, value)| -formula.literal(cell, value.index()));
        formula.clause(taken.collect::<Vec<_>>());
    }
    format!("p cnf {} {}\n{}", shape.n_cells() * shape.side(), formula.n_clauses, formula.text)
}

struct Formula {
    side: usize,
    n_clauses: usize,
    text: String,
}

impl Formula {
    fn literal(&self, cell: Cell, value: usize) -> i64 {
        i64::from(name(self.side, cell.index(), value))
    }

    fn clause(&mut self, literals: impl IntoIterator<Item = i64>) {
        for literal in literals {
            // Writing to a string cannot fail.
            let _ = write!(self.text, "{literal} ");
        }
        self.text.push_str("0\n");
        self.n_clauses += 1;
    }

    fn at_most_one(&mut self, literals: &[i64]) {
        for (at, one) in literals.iter().enumerate() {
            literals[..at].iter().for_each(|other| self.clause([-other, -one]));
        }
    }

    fn cell(&mut self, cell: Cell, allowed: ValueSet, given: Option<Value>) {
        let literals: Vec<i64> = (0..self.side).map(|value| self.literal(cell, value)).collect();
        self.clause(literals.iter().copied());
        self.at_most_one(&literals);
        for (value, literal) in literals.iter().enumerate() {
            if !Value::from_index(value).is_some_and(|value| allowed.contains(value)) {
                self.clause([-literal]);
            }
        }
        if let Some(given) = given {
            self.clause([literals[given.index()]]);
        }
    }

    fn house(&mut self, cells: &[Cell]) {
        if cells.len() > self.side {
            // More cells than values: no model, and too hard to see from pairs.
            self.clause([]);
        }
        for value in 0..self.side {
            let literals: Vec<i64> = cells.iter().map(|cell| self.literal(*cell, value)).collect();
            self.at_most_one(&literals);
            if cells.len() == self.side {
                self.clause(literals);
            }
        }
    }

    fn less(&mut self, low: Cell, high: Cell) {
        for value in 0..self.side {
            let above: Vec<i64> = (value + 1..self.side).map(|more| self.literal(high, more)).collect();
            let below: Vec<i64> = (0..value).map(|less| self.literal(low, less)).collect();
            self.clause(std::iter::once(-self.literal(low, value)).chain(above));
            self.clause(std::iter::once(-self.literal(high, value)).chain(below));
        }
    }
}
