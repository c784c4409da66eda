//! Moves a board that is filled by formula onto some givens.
//!
//! Permuting the coordinates inside a band, the bands of an axis, and the values turns filled boards into filled
//! boards. The givens fit after a renaming of values exactly if, among the cells where they stand, equal givens meet
//! equal values of the moved board and different ones different values. A walk over permutations of the axes, never
//! uphill in the number of misfits, finds such a move for a few scattered givens; it proves nothing if it does not.

use sdkc_board::{Board, Grid, SeededRng, Shape, Value, closed_form_polling};

use crate::{StopReason, limits::Meter};

/// Steps of the walk before it gives up.
const STEPS: usize = 60_000;

/// A filled board with the givens; `Ok(None)` where none was found.
pub(super) fn match_givens(board: &Board, meter: &mut Meter<'_>) -> Result<Option<Grid>, StopReason> {
    let filled = closed_form_polling(board.shape(), &mut |n_cells| meter.look(n_cells))?;
    let Some(filled) = filled else { return Ok(None) };
    meter.look(board.shape().n_cells())?;
    let mut walk = Walk::new(board, &filled);
    if walk.run(meter)? { walk.moved(meter).map(Some) } else { Ok(None) }
}

struct Walk<'a> {
    shape: &'a Shape,
    filled: &'a [Option<Value>],
    /// Coordinates and value of each given.
    givens: Vec<(Vec<usize>, usize)>,
    /// For each axis where its coordinates go.
    moves: Vec<Vec<usize>>,
    lengths: Vec<usize>,
    rng: SeededRng,
}

impl<'a> Walk<'a> {
    fn new(board: &'a Board, filled: &'a Grid) -> Self {
        let shape = board.shape();
        let givens = board.givens().filled().map(|(cell, value)| {
            (shape.coords(cell).iter().map(|at| usize::from(*at)).collect(), value.index())
        });
        Self {
            shape,
            filled: filled.values(),
            givens: givens.collect(),
            moves: vec![(0..shape.side()).collect(); shape.n_dims()],
            lengths: shape
                .block_lengths()
                .unwrap_or_default()
                .iter()
                .map(|length| usize::from(*length))
                .collect(),
            rng: SeededRng::new(0),
        }
    }

    fn run(&mut self, meter: &mut Meter<'_>) -> Result<bool, StopReason> {
        let mut misfits = self.misfits();
        for _ in 0..STEPS {
            if misfits == 0 {
                return Ok(true);
            }
            meter.work(16 + 4 * self.givens.len() as u64).map_or(Ok(()), Err)?;
            let step = self.random_step();
            self.swap(step);
            let now = self.misfits();
            if now > misfits {
                self.swap(step);
            } else {
                misfits = now;
            }
        }
        Ok(misfits == 0)
    }

    /// The filled board's value at a moved cell.
    fn value_at(&self, coords: &[usize]) -> usize {
        let cell: usize = coords
            .iter()
            .enumerate()
            .map(|(axis, at)| self.moves[axis][*at] * self.shape.stride(axis) as usize)
            .sum();
        self.filled[cell].map_or(0, Value::index)
    }

    /// How far the pairs (given, value there) are from being one to one.
    fn misfits(&self) -> u32 {
        let (mut of_given, mut of_value) = ([0_u128; 128], [0_u128; 128]);
        for (coords, given) in &self.givens {
            let value = self.value_at(coords);
            of_given[*given] |= 1 << value;
            of_value[value] |= 1 << given;
        }
        let spare = |bits: &u128| bits.count_ones().saturating_sub(1);
        of_given.iter().chain(&of_value).map(spare).sum()
    }

    /// Two runs of coordinates of an axis to be exchanged: (axis, first, second, length).
    fn random_step(&mut self) -> (usize, usize, usize, usize) {
        let axis = self.rng.below(self.moves.len());
        let (side, length) = (self.shape.side(), self.lengths[axis]);
        let n_bands = side / length;
        let band = |at: usize| at * length;
        if n_bands > 1 && (length == 1 || self.rng.below(2) == 0) {
            let (a, b) = (self.rng.below(n_bands), self.rng.below(n_bands));
            return (axis, band(a), band(b), length);
        }
        let start = band(self.rng.below(n_bands));
        (axis, start + self.rng.below(length), start + self.rng.below(length), 1)
    }

    /// Exchanges two runs; the same step again takes it back.
    fn swap(&mut self, (axis, first, second, length): (usize, usize, usize, usize)) {
        for at in 0..length {
            self.moves[axis].swap(first + at, second + at);
        }
    }

    /// The moved and renamed board.
    fn moved(&self, meter: &mut Meter<'_>) -> Result<Grid, StopReason> {
        let names = self.names();
        let shape = self.shape;
        let mut values = Vec::with_capacity(shape.n_cells());
        for row in (0..shape.n_cells()).step_by(shape.side()) {
            meter.look(shape.side())?;
            let Some(first) = shape.cell_at(row) else { continue };
            // Columns run fastest: all but the column's move is the same along a row.
            let coords = shape.coords(first);
            let base: usize = (0..shape.n_dims())
                .filter(|axis| *axis != 1)
                .map(|axis| self.moves[axis][usize::from(coords[axis])] * shape.stride(axis) as usize)
                .sum();
            values.extend(self.moves[1].iter().map(|column| {
                self.filled[base + column].and_then(|value| Value::from_index(names[value.index()]))
            }));
        }
        Ok(Grid::from_values(values))
    }

    /// The renaming of values that brings the givens, the rest in order.
    fn names(&self) -> Vec<usize> {
        let side = self.shape.side();
        let mut names = vec![usize::MAX; side];
        for (coords, given) in &self.givens {
            names[self.value_at(coords)] = *given;
        }
        let mut free = (0..side).filter(|name| !names.contains(name)).collect::<Vec<_>>().into_iter();
        for name in names.iter_mut().filter(|name| **name == usize::MAX) {
            *name = free.next().unwrap_or_default();
        }
        names
    }
}
