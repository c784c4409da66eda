//! Random full boards of any shape: what test boards and puzzles are made from.
//!
//! A formula fills a board at once ([`scrambled`]), but such a board keeps a structure that makes puzzles cut from it
//! easy for whoever knows it. [`full_board`] begins with one and then takes it apart: some values are removed from the
//! whole board and put back by search with random decisions, window after window, each value several times.
//! [`regularity`] says how much of the structure is left.

use std::convert::Infallible;

use sdkc_board::{Board, Grid, Poll, SeededRng, Shape, Value, closed_form_polling};

use crate::{
    Limits, Outcome, Solver, Stop, StopReason,
    learn::{Answer, Learner},
    limits::Meter,
};

/// Nodes for one window; where they do not suffice, its values stay as they were.
const NODES: u64 = 6000;
/// How often each value is removed; up to so often while an axis stays regular.
const PASSES: usize = 6;
const MOST_PASSES: usize = 30;
/// From here on an axis counts as regular, on boards of a side of 8 or more (smaller ones all are). A few cubes of
/// 8×8×8 in a hundred still have such an axis after the first passes.
const REGULAR: f64 = 0.65;
const LEAST_SIDE: usize = 8;

/// Why there is no full board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Unfilled {
    /// The run was stopped.
    Stopped(StopReason),
    /// The shape has no full board (some jigsaws).
    NoSolution,
}

impl std::fmt::Display for Unfilled {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Stopped(reason) => write!(f, "no full board: {reason}"),
            Self::NoSolution => f.write_str("the shape has no full board"),
        }
    }
}

impl std::error::Error for Unfilled {}

/// A random full board, the same for a seed on every machine.
///
/// Takes milliseconds up to 36×36 and seconds for 27×27×27 and 16×16×16×16. Beyond a million cells nothing is searched:
/// the board is then a scrambled formula.
///
/// # Errors
/// If `limits` or `stop` end the run, or the shape has no full board.
///
/// ```
/// use sdkc_engine::{Limits, Never, generate::{full_board, regularity}, board::{Board, Shape, check}};
/// let shape = Shape::hypercube(2, 4)?;
/// let grid = full_board(&shape, 7, Limits::none(), &Never)?;
/// assert_eq!(check(&Board::empty(shape.clone()), &grid), Ok(()));
/// assert!(regularity(&shape, &grid).iter().all(|axis| *axis < 0.6));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn full_board(shape: &Shape, seed: u64, limits: Limits, stop: &dyn Stop) -> Result<Grid, Unfilled> {
    let mut rng = SeededRng::new(seed);
    let mut meter = Meter::new(limits, stop);
    meter.work(1).map_or(Ok(()), |reason| Err(Unfilled::Stopped(reason)))?;
    let formula = scrambled_polling(shape, rng.next_u64(), &mut |n_cells| meter.look(n_cells));
    let mut grid = match formula.map_err(Unfilled::Stopped)? {
        Some(grid) => grid,
        None => searched(shape, rng.next_u64(), limits, stop)?,
    };
    if shape.n_cells() > MOST_CELLS {
        return Ok(grid);
    }
    let side = shape.side();
    let width = if shape.n_dims() == 2 { (side * 3 / 10).max(4) } else { 4 };
    let mut values: Vec<Value> = (0..side).filter_map(Value::from_index).collect();
    for pass in 0..MOST_PASSES {
        if pass >= PASSES {
            let left = regularity_polling(shape, &grid, &mut |n_cells| meter.look(n_cells));
            let left = left.map_err(Unfilled::Stopped)?;
            if side < LEAST_SIDE || left.iter().all(|axis| *axis <= REGULAR) {
                break;
            }
        }
        rng.shuffle(&mut values);
        for window in values.chunks(width) {
            put_back(shape, &mut grid, window, rng.next_u64(), &mut meter).map_err(Unfilled::Stopped)?;
        }
    }
    Ok(grid)
}

/// Boards with more cells are left as the formula has them.
const MOST_CELLS: usize = 1 << 20;

/// A full board where there is no formula.
fn searched(shape: &Shape, seed: u64, limits: Limits, stop: &dyn Stop) -> Result<Grid, Unfilled> {
    let board = Board::empty(shape.clone());
    match Solver::new(&board).seed(seed).limits(limits).stop(stop).solve().outcome {
        Outcome::Solved(grid) => Ok(grid),
        Outcome::Stopped(reason) => Err(Unfilled::Stopped(reason)),
        Outcome::Exhausted | Outcome::Unsatisfiable { .. } => Err(Unfilled::NoSolution),
    }
}

/// Removes some values and lets a search find places for them, others as a rule.
fn put_back(
    shape: &Shape,
    grid: &mut Grid,
    window: &[Value],
    seed: u64,
    meter: &mut Meter<'_>,
) -> Result<(), StopReason> {
    let left = grid.values().iter().map(|value| value.filter(|value| !window.contains(value)));
    let Ok(board) = Board::with_givens(shape.clone(), Grid::from_values(left.collect())) else {
        return Ok(());
    };
    let mut stretch = meter.stretch(NODES);
    let answer = Learner::new(&board, seed).next(&mut stretch);
    let spent = meter.absorb(&stretch);
    match answer {
        Answer::Solution(found) => *grid = found,
        Answer::Stopped(reason) if !matches!(reason, StopReason::Nodes { .. }) => return Err(reason),
        _ => {}
    }
    spent.map_or(Ok(()), Err)
}

/// Cells between two questions whether to go on.
const STRETCH: usize = 1 << 14;

/// A board filled by formula, with the coordinates in each band, the bands, and the values in random order: at once, for
/// every size. `None` for jigsaw shapes.
#[must_use]
pub fn scrambled(shape: &Shape, seed: u64) -> Option<Grid> {
    let Ok(grid) = scrambled_polling(shape, seed, &mut |_| Ok::<(), Infallible>(()));
    grid
}

/// [`scrambled`], asking now and then whether to go on: tens of millions of cells take a second.
///
/// # Errors
/// What `poll` says.
pub fn scrambled_polling<E>(shape: &Shape, seed: u64, poll: &mut Poll<'_, E>) -> Result<Option<Grid>, E> {
    let mut rng = SeededRng::new(seed);
    let (Some(filled), Some(lengths)) = (closed_form_polling(shape, poll)?, shape.block_lengths()) else {
        return Ok(None);
    };
    let moves: Vec<Vec<usize>> = lengths
        .iter()
        .enumerate()
        .map(|(axis, length)| {
            let stride = shape.stride(axis) as usize;
            coordinates(shape.side(), usize::from(*length), &mut rng).iter().map(|at| at * stride).collect()
        })
        .collect();
    let mut names: Vec<Option<Value>> = (0..shape.side()).map(Value::from_index).collect();
    rng.shuffle(&mut names);
    let values = filled.values();
    let mut moved = Vec::with_capacity(shape.n_cells());
    for cell in shape.cells() {
        if cell.index().is_multiple_of(STRETCH) {
            poll(STRETCH)?;
        }
        let coords = shape.coords(cell);
        let from: usize = coords.iter().enumerate().map(|(axis, at)| moves[axis][usize::from(*at)]).sum();
        moved.push(values[from].and_then(|value| names[value.index()]));
    }
    Ok(Some(Grid::from_values(moved)))
}

/// A random order of the bands of an axis and of the coordinates in each.
fn coordinates(side: usize, length: usize, rng: &mut SeededRng) -> Vec<usize> {
    let mut bands: Vec<usize> = (0..side / length).collect();
    rng.shuffle(&mut bands);
    let mut order = Vec::with_capacity(side);
    for band in bands {
        let mut places: Vec<usize> = (band * length..(band + 1) * length).collect();
        rng.shuffle(&mut places);
        order.extend(places);
    }
    order
}

/// How regular a full board is, by axis: 1 if the cells of a line that are in one block always hold the same sets of
/// values, as on boards made by formula; near (b − 1)/(L − 1) and some noise if they are random. 0 for axes along which
/// blocks have one cell, empty for jigsaw shapes.
///
/// It is the share of pairs of such cells that hold a value and one of its b − 1 most frequent companions.
#[must_use]
pub fn regularity(shape: &Shape, grid: &Grid) -> Vec<f64> {
    let Ok(axes) = regularity_polling(shape, grid, &mut |_| Ok::<(), Infallible>(()));
    axes
}

/// [`regularity`], asking now and then whether to go on: tens of millions of cells take a second.
///
/// # Errors
/// What `poll` says.
pub fn regularity_polling<E>(shape: &Shape, grid: &Grid, poll: &mut Poll<'_, E>) -> Result<Vec<f64>, E> {
    let lengths = shape.block_lengths().unwrap_or_default();
    (0..lengths.len()).map(|axis| along(shape, grid, axis, usize::from(lengths[axis]), poll)).collect()
}

fn along<E>(
    shape: &Shape,
    grid: &Grid,
    axis: usize,
    length: usize,
    poll: &mut Poll<'_, E>,
) -> Result<f64, E> {
    let (side, stride) = (shape.side(), shape.stride(axis) as usize);
    let values = grid.values();
    let mut pairs = vec![0_u64; side * side];
    for cell in 0..values.len() {
        if cell.is_multiple_of(STRETCH) {
            poll(STRETCH)?;
        }
        for step in 1..length - cell / stride % length {
            if let (Some(one), Some(other)) = (values[cell], values[cell + step * stride]) {
                pairs[one.index() * side + other.index()] += 1;
                pairs[other.index() * side + one.index()] += 1;
            }
        }
    }
    let total: u64 = pairs.iter().sum();
    let mut frequent = 0;
    for companions in pairs.chunks_mut(side) {
        companions.sort_unstable_by(|one, other| other.cmp(one));
        frequent += companions[..length - 1].iter().sum::<u64>();
    }
    Ok(if total == 0 { 0.0 } else { frequent as f64 / total as f64 })
}
