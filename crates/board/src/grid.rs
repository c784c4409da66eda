//! Values by cell: givens, a player's state, a solution.

use std::ops::Index;

use crate::{Cell, Value};

/// One optional value for each cell, in reading order.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Grid {
    values: Box<[Option<Value>]>,
}

impl Grid {
    /// `n_cells` empty cells.
    #[must_use]
    pub fn empty(n_cells: usize) -> Self {
        Self { values: vec![None; n_cells].into_boxed_slice() }
    }

    /// The grid of these values, in reading order.
    #[must_use]
    pub fn from_values(values: Vec<Option<Value>>) -> Self {
        Self { values: values.into_boxed_slice() }
    }

    /// The grid of these numbers in reading order; 0 and everything over 128 is empty.
    #[must_use]
    pub fn from_numbers(numbers: &[u8]) -> Self {
        Self { values: numbers.iter().map(|number| Value::new(*number)).collect() }
    }

    /// The number of cells.
    #[must_use]
    pub fn n_cells(&self) -> usize {
        self.values.len()
    }

    /// The value of a cell; `None` where it is empty or outside.
    #[must_use]
    pub fn value(&self, cell: Cell) -> Option<Value> {
        self.values.get(cell.index()).copied().flatten()
    }

    /// Fills or empties a cell; a cell outside is left alone.
    pub fn set(&mut self, cell: Cell, value: Option<Value>) {
        if let Some(at) = self.values.get_mut(cell.index()) {
            *at = value;
        }
    }

    /// All values in reading order.
    #[must_use]
    pub fn values(&self) -> &[Option<Value>] {
        &self.values
    }

    /// The filled cells with their values, in reading order.
    pub fn filled(&self) -> impl Iterator<Item = (Cell, Value)> {
        self.values.iter().enumerate().filter_map(|(at, value)| value.map(|value| (Cell(at as u32), value)))
    }

    /// The number of filled cells.
    #[must_use]
    pub fn n_filled(&self) -> usize {
        self.values.iter().flatten().count()
    }

    /// Whether no cell is empty.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.values.iter().all(Option::is_some)
    }

    /// The numbers in reading order, 0 for empty cells.
    #[must_use]
    pub fn numbers(&self) -> Vec<u8> {
        self.values.iter().map(|value| value.map_or(0, Value::number)).collect()
    }
}

impl Index<Cell> for Grid {
    type Output = Option<Value>;

    fn index(&self, cell: Cell) -> &Option<Value> {
        &self.values[cell.index()]
    }
}
