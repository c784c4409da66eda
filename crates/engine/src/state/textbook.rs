//! The store without propagation: which values each unit has used. A cell's legal values are those that none of its
//! units has used, so that placing and taking back touch a handful of masks.
//!
//! Units are computed from coordinates on very large boards; smaller ones keep a table of each cell's units.

use sdkc_board::{Board, Cell, Mask, Shape};

use super::Store;
use crate::{Backend, Event, Observer, Stats, StopReason, limits::Meter, post::Extras};

/// The most cells for which the units of each cell are kept in a table.
const TABLE_CELLS: usize = 1 << 20;

pub(crate) struct Textbook<M> {
    shape: Shape,
    full: M,
    n_shape_units: usize,
    /// The value of each cell, 0 where empty.
    numbers: Vec<u8>,
    n_open: usize,
    /// What each unit, then each further distinct set, has used.
    used: Vec<M>,
    /// Units of each cell, `per_cell` at a time; empty on very large boards.
    units: Vec<u32>,
    per_cell: usize,
    /// What each cell allows; empty where nothing is restricted.
    allowed: Vec<M>,
    extras: Extras,
    /// Filled cells in order of filling.
    trail: Vec<u32>,
}

impl<M: Mask> Textbook<M> {
    /// The board with its givens; `None` where they clash.
    pub(crate) fn new(board: &Board, meter: &mut Meter<'_>) -> Result<Option<Self>, StopReason> {
        let shape = board.shape().clone();
        let extras = Extras::new(board);
        let full = M::full(shape.side() as u8);
        let n_cells = shape.n_cells();
        let per_cell = shape.n_dims() + usize::from(shape.has_blocks());
        let mut units = Vec::new();
        if n_cells <= TABLE_CELLS {
            units.reserve_exact(n_cells * per_cell);
            units.extend(shape.cells().flat_map(|cell| units_of(&shape, cell)));
        }
        let mut allowed = Vec::new();
        if board.restricted().next().is_some() {
            allowed = vec![full; n_cells];
            for (cell, values) in board.restricted() {
                allowed[cell.index()] = full & M::from_wide(values.bits());
            }
        }
        let mut store = Self {
            n_shape_units: shape.n_units(),
            numbers: vec![0; n_cells],
            n_open: n_cells,
            used: vec![M::EMPTY; shape.n_units() + extras.distinct.len()],
            trail: Vec::new(),
            shape,
            full,
            units,
            per_cell,
            allowed,
            extras,
        };
        for (cell, value) in board.givens().filled() {
            meter.look(1)?;
            if (store.legal(cell.index()) & M::bit(value.index())).is_empty() {
                return Ok(None);
            }
            store.fill(cell.index(), value.index());
        }
        Ok(Some(store))
    }

    #[inline]
    fn for_units(&self, cell: usize, mut each: impl FnMut(usize)) {
        if self.units.is_empty() {
            units_of(&self.shape, board_cell(&self.shape, cell)).for_each(|unit| each(unit as usize));
        } else {
            let at = cell * self.per_cell;
            self.units[at..at + self.per_cell].iter().for_each(|unit| each(*unit as usize));
        }
        self.extras.distinct_of.of(cell).iter().for_each(|set| each(self.n_shape_units + *set as usize));
    }

    fn fill(&mut self, cell: usize, value: usize) {
        self.flip(cell, value);
        self.numbers[cell] = value as u8 + 1;
        self.n_open -= 1;
    }

    /// Marks a value as used in the cell's units, or as free again: the same operation.
    fn flip(&mut self, cell: usize, value: usize) {
        let bit = M::bit(value);
        let mut used = std::mem::take(&mut self.used);
        self.for_units(cell, |unit| used[unit] = used[unit] ^ bit);
        self.used = used;
    }

    /// Takes away the values that `Less` forbids, seeing filled neighbours only.
    fn ordered(&self, cell: usize, mut legal: M) -> M {
        let side = self.shape.side() as u8;
        for high in self.extras.above.of(cell) {
            let number = self.numbers[*high as usize];
            let limit = if number == 0 { side } else { number };
            legal &= M::full(limit - 1);
        }
        for low in self.extras.below.of(cell) {
            legal &= !M::full(self.numbers[*low as usize].max(1));
        }
        legal
    }
}

fn units_of(shape: &Shape, cell: Cell) -> impl Iterator<Item = u32> + '_ {
    shape.units_of(cell).map(|unit| unit.index() as u32)
}

fn board_cell(shape: &Shape, cell: usize) -> Cell {
    shape.cell_at(cell).expect("cells come from the shape")
}

impl<M: Mask> Store for Textbook<M> {
    type Mask = M;

    fn shape(&self) -> &Shape {
        &self.shape
    }

    fn backend(&self) -> Backend {
        Backend::Textbook
    }

    fn extras(&self) -> &Extras {
        &self.extras
    }

    #[inline]
    fn is_open(&self, cell: usize) -> bool {
        self.numbers[cell] == 0
    }

    fn n_open(&self) -> usize {
        self.n_open
    }

    #[inline]
    fn legal(&self, cell: usize) -> M {
        let mut used = M::EMPTY;
        self.for_units(cell, |unit| used |= self.used[unit]);
        let mut legal = self.full & !used;
        if !self.allowed.is_empty() {
            legal &= self.allowed[cell];
        }
        if self.extras.has_order() { self.ordered(cell, legal) } else { legal }
    }

    fn number(&self, cell: usize) -> u8 {
        self.numbers[cell]
    }

    fn mark(&self) -> usize {
        self.trail.len()
    }

    #[inline]
    fn place<O: Observer>(&mut self, cell: usize, value: usize, _: &mut Stats, _: &mut O) -> bool {
        self.trail.push(cell as u32);
        self.fill(cell, value);
        true
    }

    fn undo<O: Observer>(&mut self, mark: usize, observer: &mut O) {
        while self.trail.len() > mark {
            let Some(cell) = self.trail.pop() else { return };
            let cell = cell as usize;
            self.flip(cell, self.numbers[cell] as usize - 1);
            self.numbers[cell] = 0;
            self.n_open += 1;
            if O::ACTIVE {
                observer.event(Event::Removed { cell: board_cell(&self.shape, cell) });
            }
        }
    }
}
