//! The legal values of all cells of a board, for those who ask for many of them.

use crate::{
    Board, Cell, Poll, ValueSet,
    poll::{Pace, to_the_end},
};

/// The values that stand in each unit of a board: with them a cell's legal values are told by a look at its few units, where the board
/// by itself looks at all of their cells. Takes 16 bytes a unit.
#[derive(Clone, Debug)]
pub struct LegalValues<'b> {
    board: &'b Board,
    in_unit: Vec<ValueSet>,
}

impl Board {
    /// Goes through the givens once, so that [`LegalValues::of`] is quick.
    ///
    /// ```
    /// use sdkc_board::{Board, Shape, Value};
    /// let mut board = Board::empty(Shape::classic());
    /// let cells: Vec<_> = board.shape().cells().collect();
    /// board.set_given(cells[0], Value::new(5))?;
    /// let legal = board.all_legal_values();
    /// assert!(cells.iter().all(|cell| legal.of(*cell) == board.legal_values(*cell)));
    /// # Ok::<(), sdkc_board::BoardError>(())
    /// ```
    #[must_use]
    pub fn all_legal_values(&self) -> LegalValues<'_> {
        to_the_end(|poll| self.all_legal_values_polling(poll))
    }

    /// [`Self::all_legal_values`], asking now and then whether to go on.
    ///
    /// # Errors
    /// What `poll` says.
    pub fn all_legal_values_polling<E>(&self, poll: &mut Poll<'_, E>) -> Result<LegalValues<'_>, E> {
        let (shape, mut pace) = (self.shape(), Pace::new(poll));
        let mut in_unit = vec![ValueSet::EMPTY; shape.n_units()];
        for (cell, value) in self.givens().filled() {
            pace.look(1)?;
            for unit in shape.units_of(cell) {
                in_unit[unit.index()].insert(value);
            }
        }
        Ok(LegalValues { board: self, in_unit })
    }
}

impl LegalValues<'_> {
    /// As [`Board::legal_values`].
    #[must_use]
    pub fn of(&self, cell: Cell) -> Option<ValueSet> {
        let (board, shape) = (self.board, self.board.shape());
        if cell.index() >= shape.n_cells() || board.given(cell).is_some() {
            return None;
        }
        let seen = shape.units_of(cell).fold(ValueSet::EMPTY, |seen, unit| seen | self.in_unit[unit.index()]);
        Some(board.narrow_by_constraints(cell, board.allowed(cell) - seen))
    }
}

#[cfg(test)]
mod tests {
    use crate::{Cell, Constraint, Shape, ValueSet, random_board};

    #[test]
    fn cells_together_are_told_what_each_is_told_alone() {
        let shapes = [
            Shape::classic(),
            Shape::boxed(&[2, 3]).expect("6 by 6"),
            Shape::boxed(&[1, 5]).expect("a Latin square"),
            Shape::hypercube(3, 2).expect("8 by 8 by 8"),
        ];
        for (seed, shape) in (0..).zip(shapes) {
            let mut board = random_board(&shape, shape.n_cells() / 4, seed).board;
            let cells: Vec<Cell> = shape.cells().collect();
            board.restrict(cells[1], ValueSet::full(2)).expect("inside");
            board.add_constraint(Constraint::Less(cells[0], cells[2])).expect("two cells");
            let legal = board.all_legal_values();
            assert!(cells.iter().any(|cell| legal.of(*cell).is_some_and(|values| !values.is_empty())));
            for cell in cells {
                assert_eq!(legal.of(cell), board.legal_values(cell), "{shape}: {cell:?}");
            }
        }
    }
}
