//! The board of a sudoku-like puzzle as data: shape, cells, units, candidates, constraints.
//!
//! A [`Shape`] says how many cells there are and which of them form units (lines, blocks, regions) in two
//! to five dimensions; everything about it is arithmetic on cell numbers, so that a board of 33 million
//! cells costs one byte a cell and no tables. A [`Board`] adds the givens, the allowed candidates and any
//! further [`Constraint`]s. It answers what a person sees on paper: legal values ([`Board::legal_values`], [`Board::all_legal_values`]),
//! conflicts ([`Board::conflicts`]) and whether a filled grid is right ([`check`]). Searching is not its job.
//!
//! ```
//! use sdkc_board::{Board, Shape, Value};
//! let mut board = Board::empty(Shape::hypercube(2, 3)?);
//! let corner = board.shape().cell(&[0, 0]).expect("0-based row and column");
//! board.set_given(corner, Value::new(5))?;
//! let beside = board.shape().cell(&[0, 1]).expect("inside");
//! assert!(!board.legal_values(beside).expect("an empty cell").contains(Value::new(5).unwrap()));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod board;
mod cell;
mod check;
mod closed_form;
mod conflict;
mod constraint;
mod grid;
mod legal;
mod mask;
mod poll;
mod random;
mod regions;
mod shape;
mod unit;
mod values;

pub use board::{Board, BoardError};
pub use cell::{Cell, Coords, MAX_DIMS};
pub use check::{Violation, check, check_polling};
pub use closed_form::{closed_form, closed_form_polling};
pub use conflict::{Conflict, House};
pub use constraint::Constraint;
pub use grid::Grid;
pub use legal::LegalValues;
pub use mask::Mask;
pub use poll::Poll;
pub use random::{RandomBoard, SeededRng, random_board};
pub use regions::{Regions, RegionsError};
pub use shape::{MAX_CELLS, MAX_SIDE, Shape, ShapeError};
pub use unit::{UnitCells, UnitId, UnitKind};
pub use values::{Value, ValueSet};
