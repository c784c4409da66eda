//! Every set of cells that takes no value twice: the shape's units, then the board's own sets.

use sdkc_board::{Board, Cell, Shape};

/// Houses by number.
#[derive(Clone, Debug)]
pub(super) struct Houses<'b> {
    shape: &'b Shape,
    n_units: usize,
    extra: Vec<&'b [Cell]>,
    /// The numbers of the extra houses of each cell; empty where there are none.
    extra_of: Vec<Vec<u32>>,
}

impl<'b> Houses<'b> {
    pub(super) fn new(board: &'b Board) -> Self {
        let shape = board.shape();
        let n_units = shape.n_units();
        let extra: Vec<&[Cell]> =
            board.constraints().iter().filter_map(|constraint| constraint.all_different()).collect();
        let mut extra_of = vec![Vec::new(); if extra.is_empty() { 0 } else { shape.n_cells() }];
        for (number, cells) in extra.iter().enumerate() {
            for cell in *cells {
                extra_of[cell.index()].push((n_units + number) as u32);
            }
        }
        Self { shape, n_units, extra, extra_of }
    }

    pub(super) fn len(&self) -> usize {
        self.n_units + self.extra.len()
    }

    /// How many cells a house has.
    pub(super) fn size(&self, house: usize) -> usize {
        house.checked_sub(self.n_units).map_or(self.shape.side(), |extra| self.extra[extra].len())
    }

    /// Whether each value has a place in the house: it has as many cells as there are values.
    pub(super) fn is_exact(&self, house: usize) -> bool {
        self.size(house) == self.shape.side()
    }

    /// The cells of a house.
    #[inline]
    pub(super) fn cells(&self, house: usize) -> impl Iterator<Item = usize> + '_ {
        let unit = self.shape.unit(house).into_iter().flat_map(|unit| self.shape.unit_cells(unit));
        let extra = house.checked_sub(self.n_units).map_or(&[][..], |extra| self.extra[extra]);
        unit.chain(extra.iter().copied()).map(Cell::index)
    }

    /// The houses of a cell: its units first.
    pub(super) fn of(&self, cell: usize) -> impl Iterator<Item = usize> + '_ {
        let units = self.shape.cell_at(cell).into_iter().flat_map(|cell| self.shape.units_of(cell));
        let extra = self.extra_of.get(cell).map_or(&[][..], Vec::as_slice);
        units.map(|unit| unit.index()).chain(extra.iter().map(|house| *house as usize))
    }
}
