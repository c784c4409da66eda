//! What is wrong with the givens of a board, before any solving.

use std::collections::BTreeMap;

use crate::{
    Board, Cell, Constraint, Mask, Poll, UnitId, Value, ValueSet,
    poll::{Pace, to_the_end},
};

/// A unit of the shape or a further all-different constraint: a set of cells that takes no value twice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum House {
    /// A line, block or region.
    Unit(UnitId),
    /// The constraint of this number in [`Board::constraints`].
    Constraint(usize),
}

/// One thing that is wrong with the givens.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Conflict {
    /// Equal givens that see each other, directly or by way of another of them.
    Equal {
        /// Their value.
        value: Value,
        /// All cells that take part, in reading order; at least two.
        cells: Vec<Cell>,
        /// Every house in which two of them stand, in order.
        houses: Vec<House>,
    },
    /// A given that its cell does not allow.
    NotAllowed {
        /// The cell.
        cell: Cell,
        /// Its given.
        value: Value,
    },
    /// Two givens against a `Less` constraint.
    NotLess {
        /// The cell that must hold less.
        low: Cell,
        /// The cell that must hold more.
        high: Cell,
        /// The number of the constraint.
        constraint: usize,
    },
    /// An empty cell that nothing can be put into.
    NoLegalValue {
        /// The cell.
        cell: Cell,
    },
}

impl Board {
    /// Everything that is wrong with the givens: equal ones first, then the others in reading order.
    ///
    /// Empty cells without legal values come last; they may be a consequence of the others.
    /// Costs one visit of each cell for each of its units.
    #[must_use]
    pub fn conflicts(&self) -> Vec<Conflict> {
        to_the_end(|poll| self.conflicts_polling(poll))
    }

    /// [`Self::conflicts`], asking now and then whether to go on.
    ///
    /// # Errors
    /// What `poll` says.
    pub fn conflicts_polling<E>(&self, poll: &mut Poll<'_, E>) -> Result<Vec<Conflict>, E> {
        let pace = Pace::new(poll);
        match self.shape().side() {
            0..=16 => conflicts::<u16, E>(self, pace),
            17..=32 => conflicts::<u32, E>(self, pace),
            33..=64 => conflicts::<u64, E>(self, pace),
            _ => conflicts::<u128, E>(self, pace),
        }
    }
}

fn conflicts<M: Mask, E>(board: &Board, mut pace: Pace<'_, '_, E>) -> Result<Vec<Conflict>, E> {
    let (used, clashes) = scan_units::<M, E>(board, &mut pace)?;
    let mut found = equal_givens(board, clashes, &mut pace)?;
    for (cell, value) in board.givens().filled() {
        pace.look(1)?;
        if !board.allowed(cell).contains(value) {
            found.push(Conflict::NotAllowed { cell, value });
        }
    }
    for (number, constraint) in board.constraints().iter().enumerate() {
        if let Constraint::Less(low, high) = *constraint
            && let (Some(a), Some(b)) = (board.given(low), board.given(high))
            && a >= b
        {
            found.push(Conflict::NotLess { low, high, constraint: number });
        }
    }
    cells_without_legal_values(board, &used, &mut pace, &mut found)?;
    Ok(found)
}

/// A value that stands twice in a house.
type Clash = (House, Value);

/// For each unit the values that its givens take, and all (house, value) pairs that stand there twice. Looks at the givens
/// and not at the units, so that a nearly empty board of millions of cells costs next to nothing.
fn scan_units<M: Mask, E>(board: &Board, pace: &mut Pace<'_, '_, E>) -> Result<(Vec<M>, Vec<Clash>), E> {
    let shape = board.shape();
    let mut used = vec![M::EMPTY; shape.n_units()];
    let mut clashes = Vec::new();
    for (cell, value) in board.givens().filled() {
        pace.look(1)?;
        let bit = M::bit(value.index());
        for unit in shape.units_of(cell) {
            let seen = &mut used[unit.index()];
            if !(*seen & bit).is_empty() {
                clashes.push((House::Unit(unit), value));
            }
            *seen |= bit;
        }
    }
    clashes.sort_unstable();
    clashes.dedup();
    for (number, constraint) in board.constraints().iter().enumerate() {
        let cells = constraint.all_different().unwrap_or(&[]);
        let repeated = repeats::<M>(board, cells.iter().copied());
        clashes.extend(repeated.iter().map(|value| (House::Constraint(number), value)));
    }
    Ok((used, clashes))
}

/// The values that stand twice among `cells`.
fn repeats<M: Mask>(board: &Board, cells: impl Iterator<Item = Cell>) -> ValueSet {
    let (mut seen, mut twice) = (M::EMPTY, M::EMPTY);
    for value in cells.filter_map(|cell| board.given(cell)) {
        let bit = M::bit(value.index());
        twice |= seen & bit;
        seen |= bit;
    }
    ValueSet::from_bits(twice.wide())
}

/// Joins clashes of one value that share a cell: one mistake, one conflict. Near-linear in the cells that clash.
/// A clash has at least two cells.
fn equal_givens<E>(
    board: &Board,
    clashes: Vec<Clash>,
    pace: &mut Pace<'_, '_, E>,
) -> Result<Vec<Conflict>, E> {
    let mut sets = Joined::default();
    let mut placed: Vec<(House, Value, usize)> = Vec::with_capacity(clashes.len());
    for (house, value) in clashes {
        pace.look(board.shape().side())?;
        let members: Vec<usize> =
            cells_with(board, house, value).into_iter().map(|cell| sets.number(cell)).collect();
        let first = members[0];
        members.iter().for_each(|member| sets.join(first, *member));
        placed.push((house, value, first));
    }
    let mut groups: BTreeMap<usize, (Value, Vec<House>)> = BTreeMap::new();
    for (house, value, member) in placed {
        pace.look(1)?;
        groups.entry(sets.root(member)).or_insert_with(|| (value, Vec::new())).1.push(house);
    }
    let mut cells_of: BTreeMap<usize, Vec<Cell>> = BTreeMap::new();
    for (cell, member) in sets.members() {
        pace.look(1)?;
        cells_of.entry(member).or_default().push(cell);
    }
    let mut found: Vec<_> = groups
        .into_iter()
        .map(|(root, (value, mut houses))| {
            houses.sort_unstable();
            (cells_of.remove(&root).unwrap_or_default(), value, houses)
        })
        .collect();
    found.sort();
    let of_group = |(cells, value, houses)| Conflict::Equal { value, cells, houses };
    Ok(found.into_iter().map(of_group).collect())
}

/// Cells of equal givens as disjoint sets (union by halving paths). A cell has one given, so its number is enough.
#[derive(Default)]
struct Joined {
    numbers: BTreeMap<Cell, usize>,
    parents: Vec<usize>,
}

impl Joined {
    /// The number of a cell, new if it was not met before.
    fn number(&mut self, cell: Cell) -> usize {
        if let Some(number) = self.numbers.get(&cell) {
            return *number;
        }
        let number = self.fresh();
        self.numbers.insert(cell, number);
        number
    }

    fn fresh(&mut self) -> usize {
        self.parents.push(self.parents.len());
        self.parents.len() - 1
    }

    fn root(&mut self, mut at: usize) -> usize {
        while self.parents[at] != at {
            self.parents[at] = self.parents[self.parents[at]];
            at = self.parents[at];
        }
        at
    }

    fn join(&mut self, a: usize, b: usize) {
        let (a, b) = (self.root(a), self.root(b));
        self.parents[a.max(b)] = a.min(b);
    }

    /// Every cell with the root of its set, cells in reading order.
    fn members(&mut self) -> Vec<(Cell, usize)> {
        let numbers: Vec<(Cell, usize)> =
            self.numbers.iter().map(|(cell, number)| (*cell, *number)).collect();
        numbers.into_iter().map(|(cell, number)| (cell, self.root(number))).collect()
    }
}

fn cells_with(board: &Board, house: House, value: Value) -> Vec<Cell> {
    let holds = |cell: &Cell| board.given(*cell) == Some(value);
    match house {
        House::Unit(unit) => board.shape().unit_cells(unit).filter(holds).collect(),
        House::Constraint(number) => {
            board.constraints()[number].all_different().unwrap_or(&[]).iter().copied().filter(holds).collect()
        }
    }
}

fn cells_without_legal_values<M: Mask, E>(
    board: &Board,
    used: &[M],
    pace: &mut Pace<'_, '_, E>,
    found: &mut Vec<Conflict>,
) -> Result<(), E> {
    let shape = board.shape();
    let full = M::full(shape.side() as u8);
    let plain = board.is_plain();
    // The units of a cell exclude at most as many values as they hold givens.
    let fullest = used.iter().map(|mask| mask.count() as usize).max().unwrap_or(0);
    if plain && fullest * (shape.n_dims() + 1) < shape.side() {
        return Ok(());
    }
    let is_left_nothing = |cell: Cell| {
        let seen = shape.units_of(cell).fold(M::EMPTY, |seen, unit| seen | used[unit.index()]);
        let left = full & !seen;
        if plain || left.is_empty() {
            return left.is_empty();
        }
        board.narrow_by_constraints(cell, ValueSet::from_bits(left.wide()) & board.allowed(cell)).is_empty()
    };
    for cell in shape.cells().filter(|cell| board.given(*cell).is_none()) {
        pace.look(1)?;
        if is_left_nothing(cell) {
            found.push(Conflict::NoLegalValue { cell });
        }
    }
    Ok(())
}
