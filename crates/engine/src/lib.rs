//! Solver for sudoku-like puzzles in two to five dimensions.
//!
//! Build a [`board::Board`], ask a [`Solver`]: for a solution, their number, whether there is only one, which values
//! occur in any, or what clashes if there is none. Every question takes limits and a [`Stop`], and says so in its
//! answer if it had to stop: nothing here panics on a puzzle, however odd, or hangs on one that is hard.
//!
//! For classic 9×9 sudoku on plain arrays see [`classic`]; for very many of them, batches and streams, the crate `sdkc-kernel`,
//! on which this one stands. The feature `parallel` brings `Solver::jobs`: one board on several cores.
//!
//! ```
//! use sdkc_engine::{CancelToken, Count, Limits, Outcome, Solver, StopReason, Strategy};
//! use sdkc_engine::board::{Board, Constraint, Shape, Value, check};
//!
//! // A 6×6 board with one given, and one rule of our own. (`Shape::hypercube(3, 2)` would be 8×8×8.)
//! let shape = Shape::boxed(&[2, 3])?;
//! let mut board = Board::empty(shape.clone());
//! let [a, b] = [[0, 0], [5, 5]].map(|coords| shape.cell(&coords).expect("inside"));
//! board.set_given(a, Value::new(4))?;
//! board.add_constraint(Constraint::Less(a, b))?;
//!
//! let report = Solver::new(&board).solve();
//! let solution = report.outcome.solution().expect("there are many");
//! assert_eq!(check(&board, solution), Ok(()));
//! assert!(solution[b] > solution[a]);
//!
//! // Limits are values, not errors. A named strategy is the textbook's, the same on every machine.
//! let first_empty = Solver::new(&board).strategy(Strategy::FirstEmpty).limits(Limits::nodes(10));
//! assert_eq!(first_empty.solve().outcome, Outcome::Stopped(StopReason::Nodes { limit: 10 }));
//! assert_eq!(Solver::new(&board).count(50).count, Count::AtLeast(50));
//!
//! // Anything that takes long can be stopped from elsewhere.
//! let token = CancelToken::new();
//! token.cancel();
//! let cancelled = Solver::new(&board).stop(&token).solve();
//! assert_eq!(cancelled.outcome, Outcome::Stopped(StopReason::Cancelled));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! What `auto` does is said in [`Report::backend`]: [`Backend`] lists the engines. Whatever it picks, verdicts, counts
//! and cores are the same on every machine.

mod backend;
mod bitboards;
pub mod classic;
mod closed;
mod config;
mod cores;
#[cfg(feature = "std")]
mod deadline;
mod event;
pub mod generate;
mod lanes;
pub mod learn;
mod limits;
mod outcome;
#[cfg(feature = "parallel")]
mod parallel;
mod possible;
mod post;
mod propagators;
mod search;
mod solutions;
mod solver;
mod state;
mod stats;

pub use sdkc_board as board;
pub use sdkc_board::{Board, Cell, Constraint, Grid, Shape, Value, ValueSet};

pub use config::{Config, Propagation, Strategy, UnknownName, ValueOrder};
#[cfg(feature = "std")]
pub use deadline::Deadline;
pub use event::{Event, Observer, Silent};
pub use limits::{CancelToken, Crew, Limits, Never, Stop, StopReason, Workers};
pub use outcome::{
    Backend, CandidatesReport, Core, CoreReport, Count, CountReport, Culprit, Outcome, Report, Uniqueness,
    UniquenessReport,
};
pub use solutions::Solutions;
pub use solver::Solver;
pub use stats::Stats;
