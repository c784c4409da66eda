//! A board to be solved: shape, givens, allowed candidates, further constraints.

use std::{collections::BTreeMap, fmt};

use crate::{Cell, Constraint, Grid, Shape, Value, ValueSet};

/// A puzzle as data. Any combination can be built, contradictory ones too: see [`Board::conflicts`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    shape: Shape,
    givens: Grid,
    allowed: BTreeMap<Cell, ValueSet>,
    constraints: Vec<Constraint>,
}

/// Why a board does not take what it was given.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum BoardError {
    /// The cell belongs to a larger board.
    Outside {
        /// Its number.
        cell: usize,
        /// The number of cells here.
        n_cells: usize,
    },
    /// The value is over the side.
    ValueOverSide {
        /// The value.
        value: Value,
        /// The side.
        side: usize,
    },
    /// A grid with the wrong number of cells.
    CellCount {
        /// The number that it has.
        found: usize,
        /// The number of cells here.
        n_cells: usize,
    },
    /// A constraint names a cell twice.
    RepeatedCell {
        /// Its number.
        cell: usize,
    },
    /// A permutation must have as many cells as there are values.
    PermutationSize {
        /// The number of cells that it has.
        found: usize,
        /// The side.
        side: usize,
    },
}

impl fmt::Display for BoardError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Outside { cell, n_cells } => write!(f, "cell {cell} is outside a board of {n_cells} cells"),
            Self::ValueOverSide { value, side } => write!(f, "value {value} is over the side, {side}"),
            Self::CellCount { found, n_cells } => write!(f, "{found} cells for a board of {n_cells}"),
            Self::RepeatedCell { cell } => write!(f, "the constraint names cell {cell} twice"),
            Self::PermutationSize { found, side } => {
                write!(f, "a permutation of {found} cells on a board of side {side}")
            }
        }
    }
}

impl std::error::Error for BoardError {}

impl Board {
    /// A board without givens.
    #[must_use]
    pub fn empty(shape: Shape) -> Self {
        let givens = Grid::empty(shape.n_cells());
        Self { shape, givens, allowed: BTreeMap::new(), constraints: Vec::new() }
    }

    /// A board with these givens.
    ///
    /// # Errors
    /// [`BoardError`] for a grid of the wrong size or a value over the side.
    pub fn with_givens(shape: Shape, givens: Grid) -> Result<Self, BoardError> {
        if givens.n_cells() != shape.n_cells() {
            return Err(BoardError::CellCount { found: givens.n_cells(), n_cells: shape.n_cells() });
        }
        let side = shape.side();
        if let Some(value) = givens.values().iter().flatten().find(|value| usize::from(value.number()) > side)
        {
            return Err(BoardError::ValueOverSide { value: *value, side });
        }
        Ok(Self { shape, givens, allowed: BTreeMap::new(), constraints: Vec::new() })
    }

    /// The shape.
    #[must_use]
    pub const fn shape(&self) -> &Shape {
        &self.shape
    }

    /// The givens of all cells.
    #[must_use]
    pub const fn givens(&self) -> &Grid {
        &self.givens
    }

    /// The given of a cell, if it has one.
    #[must_use]
    pub fn given(&self, cell: Cell) -> Option<Value> {
        self.givens.value(cell)
    }

    /// Sets or clears a given.
    ///
    /// # Errors
    /// [`BoardError::Outside`] or [`BoardError::ValueOverSide`].
    pub fn set_given(&mut self, cell: Cell, value: Option<Value>) -> Result<(), BoardError> {
        self.inside(cell)?;
        if let Some(value) = value.filter(|value| usize::from(value.number()) > self.shape.side()) {
            return Err(BoardError::ValueOverSide { value, side: self.shape.side() });
        }
        self.givens.set(cell, value);
        Ok(())
    }

    /// Allows only these values in a cell (pencil marks that are part of the puzzle). A second call narrows further.
    ///
    /// # Errors
    /// [`BoardError::Outside`].
    pub fn restrict(&mut self, cell: Cell, values: ValueSet) -> Result<(), BoardError> {
        self.inside(cell)?;
        let narrowed = self.allowed(cell) & values;
        self.allowed.insert(cell, narrowed);
        Ok(())
    }

    /// The values that the puzzle itself allows in a cell, whatever the other cells hold.
    #[must_use]
    pub fn allowed(&self, cell: Cell) -> ValueSet {
        self.allowed.get(&cell).copied().unwrap_or(ValueSet::full(self.shape.side() as u8))
    }

    /// The cells whose values are restricted, in reading order.
    pub fn restricted(&self) -> impl Iterator<Item = (Cell, ValueSet)> + '_ {
        self.allowed.iter().map(|(cell, values)| (*cell, *values))
    }

    /// Adds a constraint beyond the shape's units.
    ///
    /// # Errors
    /// [`BoardError`] for cells outside, a cell named twice, or a permutation of the wrong size.
    pub fn add_constraint(&mut self, constraint: Constraint) -> Result<(), BoardError> {
        let mut cells: Vec<Cell> = constraint.cells().collect();
        cells.iter().try_for_each(|cell| self.inside(*cell))?;
        cells.sort_unstable();
        if let Some(pair) = cells.windows(2).find(|pair| pair[0] == pair[1]) {
            return Err(BoardError::RepeatedCell { cell: pair[0].index() });
        }
        if matches!(constraint, Constraint::Permutation(_)) && cells.len() != self.shape.side() {
            return Err(BoardError::PermutationSize { found: cells.len(), side: self.shape.side() });
        }
        self.constraints.push(constraint);
        Ok(())
    }

    /// The constraints beyond the shape's units, in order of addition.
    #[must_use]
    pub fn constraints(&self) -> &[Constraint] {
        &self.constraints
    }

    /// Whether there is nothing but the shape and givens: no candidates, no further constraints.
    #[must_use]
    pub fn is_plain(&self) -> bool {
        self.allowed.is_empty() && self.constraints.is_empty()
    }

    /// The values that can be put into an empty cell without breaking a rule at once; `None` for a cell with a given.
    ///
    /// A value is legal if the cell allows it, no peer holds it and no further constraint with the cell is
    /// broken by it. Costs one visit of each cell of its units.
    #[must_use]
    pub fn legal_values(&self, cell: Cell) -> Option<ValueSet> {
        if cell.index() >= self.shape.n_cells() || self.given(cell).is_some() {
            return None;
        }
        // The cell itself is empty, and a value is seen as well twice as once: whole units are quicker gone through than peers.
        let units = self.shape.units_of(cell).flat_map(|unit| self.shape.unit_cells(unit));
        let seen: ValueSet = units.filter_map(|other| self.given(other)).collect();
        Some(self.narrow_by_constraints(cell, self.allowed(cell) - seen))
    }

    /// Takes away the values that a further constraint excludes, given its other cells' givens.
    pub(crate) fn narrow_by_constraints(&self, cell: Cell, mut legal: ValueSet) -> ValueSet {
        for constraint in &self.constraints {
            match constraint {
                Constraint::Permutation(cells) | Constraint::Distinct(cells) => {
                    if cells.contains(&cell) {
                        legal = legal - cells.iter().filter_map(|other| self.given(*other)).collect();
                    }
                }
                Constraint::Less(low, high) if *low == cell => {
                    let limit = self.given(*high).map_or(self.shape.side(), |high| high.index() + 1);
                    legal = legal & ValueSet::full((limit - 1) as u8);
                }
                Constraint::Less(low, high) if *high == cell => {
                    let floor = self.given(*low).map_or(1, Value::number);
                    legal = legal - ValueSet::full(floor);
                }
                Constraint::Less(..) => {}
            }
        }
        legal
    }

    fn inside(&self, cell: Cell) -> Result<(), BoardError> {
        if cell.index() < self.shape.n_cells() {
            return Ok(());
        }
        Err(BoardError::Outside { cell: cell.index(), n_cells: self.shape.n_cells() })
    }
}
