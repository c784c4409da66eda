//! The naive checker: slow, obvious, and what every faster thing is tested against.

use crate::{
    Board, Cell, Constraint, Grid, House, Poll, Value,
    poll::{Pace, to_the_end},
};

/// A reason why a grid is not a solution of a board.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Violation {
    /// The grid has another number of cells than the board.
    CellCount {
        /// The grid's number of cells.
        found: usize,
        /// The board's.
        expected: usize,
    },
    /// The cell is empty.
    Empty {
        /// The cell.
        cell: Cell,
    },
    /// The cell holds a value over the side.
    OverSide {
        /// The cell.
        cell: Cell,
        /// Its value.
        value: Value,
    },
    /// The cell holds something else than its given.
    GivenChanged {
        /// The cell.
        cell: Cell,
        /// The given.
        given: Value,
        /// What the grid holds.
        found: Value,
    },
    /// The cell does not allow its value.
    NotAllowed {
        /// The cell.
        cell: Cell,
        /// Its value.
        value: Value,
    },
    /// A value stands twice in a house.
    Repeated {
        /// The house.
        house: House,
        /// The value.
        value: Value,
        /// Two cells that hold it.
        cells: [Cell; 2],
    },
    /// The first cell's value is not less than the second's.
    NotLess {
        /// The cell that must hold less.
        low: Cell,
        /// The cell that must hold more.
        high: Cell,
    },
}

/// Whether `grid` is a solution of `board`: complete, with every given, every rule kept.
///
/// # Errors
/// The first violation found, in order of cells, then units, then further constraints.
///
/// ```
/// use sdkc_board::{Board, Shape, check, closed_form};
/// let shape = Shape::hypercube(2, 3)?;
/// let filled = closed_form(&shape).expect("blocks, no regions");
/// assert_eq!(check(&Board::empty(shape), &filled), Ok(()));
/// # Ok::<(), sdkc_board::ShapeError>(())
/// ```
pub fn check(board: &Board, grid: &Grid) -> Result<(), Violation> {
    to_the_end(|poll| check_polling(board, grid, poll))
}

/// [`check`], asking now and then whether to go on: a board of tens of millions of cells takes half a second.
///
/// # Errors
/// What `poll` says; then nothing is known of the grid.
///
/// ```
/// use sdkc_board::{Board, Grid, Shape, check_polling};
/// let shape = Shape::hypercube(4, 2)?;
/// let (board, grid) = (Board::empty(shape.clone()), Grid::from_numbers(&vec![1; shape.n_cells()]));
/// assert!(matches!(check_polling(&board, &grid, &mut |_| Err("time is up")), Err("time is up")));
/// assert!(matches!(check_polling(&board, &grid, &mut |_| Ok::<(), &str>(())), Ok(Err(_))), "it repeats 1");
/// # Ok::<(), sdkc_board::ShapeError>(())
/// ```
pub fn check_polling<E>(
    board: &Board,
    grid: &Grid,
    poll: &mut Poll<'_, E>,
) -> Result<Result<(), Violation>, E> {
    let (shape, mut pace) = (board.shape(), Pace::new(poll));
    if grid.n_cells() != shape.n_cells() {
        return Ok(Err(Violation::CellCount { found: grid.n_cells(), expected: shape.n_cells() }));
    }
    for cell in shape.cells() {
        pace.look(1)?;
        if let Err(violation) = check_cell(board, grid, cell) {
            return Ok(Err(violation));
        }
    }
    for unit in shape.units() {
        pace.look(shape.side())?;
        if let Err(violation) = all_different(grid, House::Unit(unit), shape.unit_cells(unit)) {
            return Ok(Err(violation));
        }
    }
    Ok(check_constraints(board, grid))
}

fn check_constraints(board: &Board, grid: &Grid) -> Result<(), Violation> {
    for (number, constraint) in board.constraints().iter().enumerate() {
        match constraint {
            Constraint::Permutation(cells) | Constraint::Distinct(cells) => {
                all_different(grid, House::Constraint(number), cells.iter().copied())?;
            }
            Constraint::Less(low, high) => {
                if grid[*low] >= grid[*high] {
                    return Err(Violation::NotLess { low: *low, high: *high });
                }
            }
        }
    }
    Ok(())
}

fn check_cell(board: &Board, grid: &Grid, cell: Cell) -> Result<(), Violation> {
    let value = grid[cell].ok_or(Violation::Empty { cell })?;
    if usize::from(value.number()) > board.shape().side() {
        return Err(Violation::OverSide { cell, value });
    }
    if let Some(given) = board.given(cell).filter(|given| *given != value) {
        return Err(Violation::GivenChanged { cell, given, found: value });
    }
    if !board.allowed(cell).contains(value) {
        return Err(Violation::NotAllowed { cell, value });
    }
    Ok(())
}

/// All L cells filled with values `1..=L` and none twice: each value stands exactly once.
fn all_different(grid: &Grid, house: House, cells: impl Iterator<Item = Cell>) -> Result<(), Violation> {
    let mut holder: [Option<Cell>; 128] = [None; 128];
    for cell in cells {
        let Some(value) = grid[cell] else { continue };
        if let Some(first) = holder[value.index()].replace(cell) {
            return Err(Violation::Repeated { house, value, cells: [first, cell] });
        }
    }
    Ok(())
}
