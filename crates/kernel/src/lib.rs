//! The fastest way we know to solve classic 9×9 boards: many at once, one a SIMD lane, on whatever vectors the machine turns out to have.
//!
//! ```
//! use sdkc_kernel::{Board, Kernel, Limits, Solver};
//!
//! let text = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
//! let mut givens = [0; 81];
//! for (given, digit) in givens.iter_mut().zip(text.bytes()) {
//!     *given = if digit == b'.' { 0 } else { digit - b'0' };
//! }
//! let outcome = Solver::new(Kernel::detect()).solve(&Board::from_givens(givens)?, &Limits::default(), &|| false);
//! assert!(outcome.is_unique());
//! # Ok::<(), sdkc_kernel::InvalidGiven>(())
//! ```
//!
//! How it works, from the bottom up: `layout` draws the packed board, `rules` explains the sweep, `branch` the choice of a cell, `batch` the search of many
//! boards and `solo` that of one until it proves hard; `simd` is where instructions are. Every engine is written once, over vectors of any width; the scalar kernel is the same code
//! over ordinary registers, so the kernels are each other's tests.
//!
//! [`Solver::solve`] takes one board, [`Solver::solve_batch`] a slice, [`Solver::stream`] an iterator. The crate starts no threads, reads no
//! environment and asks no clock; a caller with several cores gives each a solver.
//!
#![doc = include_str!("../docs/speed.md")]

mod batch;
mod board;
mod branch;
mod kernel;
mod layout;
mod moves;
mod outcome;
mod rules;
mod simd;
mod solo;
mod solver;

pub use board::{Board, InvalidGiven};
pub use kernel::{Kernel, KernelError};
pub use outcome::{End, Limits, Outcome};
pub use solver::{Outcomes, Solver};
