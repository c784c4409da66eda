//! Units: the lines, blocks and regions in which each value stands once.

use crate::{Cell, shape::Shape};

/// A unit of a shape, by number: the lines of axis 0 (columns: the row coordinate runs), those of axis 1 (rows),
/// those of the further axes, then the blocks or regions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct UnitId(pub(crate) u32);

impl UnitId {
    /// The 0-based number.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// What a unit is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum UnitKind {
    /// The cells that differ in one coordinate only. Axis 0 is the row coordinate, so its lines are the columns.
    Line {
        /// The axis along which the cells lie.
        axis: usize,
    },
    /// An axis-aligned block; `number` is 0-based in reading order.
    Block {
        /// Which one.
        number: usize,
    },
    /// A region of a jigsaw board; `number` is 0-based by first cell.
    Region {
        /// Which one.
        number: usize,
    },
}

/// The cells of one unit in reading order (see [`Shape::unit_cells`]).
#[derive(Clone, Debug)]
pub struct UnitCells<'s> {
    pub(crate) source: Source<'s>,
    pub(crate) at: u32,
    pub(crate) end: u32,
}

#[derive(Clone, Debug)]
pub(crate) enum Source<'s> {
    Line { base: u32, stride: u32 },
    Block { base: u32, offsets: &'s [u32] },
    Region { cells: &'s [Cell] },
}

impl Iterator for UnitCells<'_> {
    type Item = Cell;

    #[inline]
    fn next(&mut self) -> Option<Cell> {
        if self.at == self.end {
            return None;
        }
        let at = self.at;
        self.at += 1;
        Some(match self.source {
            Source::Line { base, stride } => Cell(base + at * stride),
            Source::Block { base, offsets } => Cell(base + offsets[at as usize]),
            Source::Region { cells } => cells[at as usize],
        })
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = (self.end - self.at) as usize;
        (left, Some(left))
    }
}

impl ExactSizeIterator for UnitCells<'_> {}

impl Shape {
    /// The number of units: N lines a cell and, where blocks are not lines themselves, one block or region.
    #[must_use]
    pub fn n_units(&self) -> usize {
        (self.n_dims() + usize::from(self.has_blocks())) * self.units_per_kind()
    }

    /// All units in order of their numbers.
    pub fn units(&self) -> impl ExactSizeIterator<Item = UnitId> + use<> {
        (0..self.n_units() as u32).map(UnitId)
    }

    /// The unit of this number, or `None` past the last.
    #[must_use]
    pub fn unit(&self, index: usize) -> Option<UnitId> {
        (index < self.n_units()).then_some(UnitId(index as u32))
    }

    /// What a unit is.
    #[must_use]
    pub fn unit_kind(&self, unit: UnitId) -> UnitKind {
        let (kind, number) = (unit.index() / self.units_per_kind(), unit.index() % self.units_per_kind());
        if kind < self.n_dims() {
            UnitKind::Line { axis: kind }
        } else if self.regions().is_some() {
            UnitKind::Region { number }
        } else {
            UnitKind::Block { number }
        }
    }

    /// The cells of a unit in reading order, by arithmetic.
    #[must_use]
    pub fn unit_cells(&self, unit: UnitId) -> UnitCells<'_> {
        let (per, side) = (self.units_per_kind() as u32, self.side() as u32);
        let (kind, number) = ((unit.0 / per) as usize, unit.0 % per);
        let source = if kind < self.n_dims() {
            let stride = self.stride(kind);
            Source::Line { base: number / stride * stride * side + number % stride, stride }
        } else if let Some(regions) = self.regions() {
            Source::Region { cells: regions.cells(number as usize) }
        } else {
            Source::Block { base: self.block_base(number), offsets: self.block_offsets() }
        };
        UnitCells { source, at: 0, end: side }
    }

    /// The line through a cell along an axis.
    #[must_use]
    pub fn line_of(&self, cell: Cell, axis: usize) -> UnitId {
        let (stride, side) = (self.stride(axis), self.side() as u32);
        let number = cell.0 / (stride * side) * stride + cell.0 % stride;
        UnitId(axis as u32 * self.units_per_kind() as u32 + number)
    }

    /// The block or region of a cell; `None` where blocks are lines (a Latin square).
    #[must_use]
    pub fn block_of(&self, cell: Cell) -> Option<UnitId> {
        if !self.has_blocks() {
            return None;
        }
        let number = match self.regions() {
            Some(regions) => u32::from(regions.of_cells()[cell.index()]),
            None => self.block_number(cell),
        };
        Some(UnitId(self.n_dims() as u32 * self.units_per_kind() as u32 + number))
    }

    /// The units of a cell: its N lines, then its block or region.
    pub fn units_of(&self, cell: Cell) -> impl Iterator<Item = UnitId> + '_ {
        (0..self.n_dims()).map(move |axis| self.line_of(cell, axis)).chain(self.block_of(cell))
    }

    /// The other cells that share a unit with `cell`, each once, lines first.
    pub fn peers(&self, cell: Cell) -> impl Iterator<Item = Cell> + '_ {
        let lines = (0..self.n_dims()).flat_map(move |axis| self.unit_cells(self.line_of(cell, axis)));
        let block = self.block_of(cell).into_iter().flat_map(move |block| self.unit_cells(block));
        let off_lines = block.filter(move |other| !self.on_one_line(cell, *other));
        lines.filter(move |other| *other != cell).chain(off_lines)
    }

    fn on_one_line(&self, a: Cell, b: Cell) -> bool {
        let (a, b) = (self.coords(a), self.coords(b));
        a.iter().zip(b.iter()).filter(|(a, b)| a != b).count() <= 1
    }

    fn units_per_kind(&self) -> usize {
        self.n_cells() / self.side()
    }
}
