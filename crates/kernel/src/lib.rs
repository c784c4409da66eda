//! The fastest way we know to solve classic 9×9 boards: many at once, one a SIMD lane, on whatever vectors the machine turns out to have.
//!
//! ```
//! use sdkc_kernel::{Board, Kernel, Limits, Solver};
//!
//! let board: Board = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..".parse()?;
//! let outcome = Solver::new(Kernel::detect()).solve(&board, &Limits::default(), &|| false);
//! assert!(outcome.is_unique());
//! # Ok::<(), sdkc_kernel::InvalidText>(())
//! ```
//!
//! [`Solver::solve`] takes one board, [`Solver::solve_batch`] a slice, [`Solver::stream`] an iterator. The crate starts no threads, reads no
//! environment and asks no clock; a caller with several cores gives each a solver.
//! For boards of other sizes, explanations, the cells that make a board unsolvable and the like there is the crate `sdkc-engine`, which uses this one.
//!
//! Inside, from the bottom up: `src/layout.rs` draws the packed board, `src/rules.rs` explains the sweep, `src/branch.rs` the choice of a cell,
//! `src/batch` the search of many boards and `src/solo` that of one until it proves hard; `src/simd` is where instructions are. Every engine is written
//! once, over vectors of any width; the scalar kernel is the same code over ordinary registers, so the kernels are each other's tests.
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

pub use board::{Board, InvalidGiven, InvalidText};
pub use kernel::{Kernel, KernelError};
pub use outcome::{End, Limits, Outcome};
pub use solver::{Outcomes, Solver};
