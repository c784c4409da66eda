//! Solver for sudoku-like puzzles in two to five dimensions.
//!
//! Build a [`board::Board`], ask a [`Solver`]: for a solution, their number, whether there is only one, which values
//! occur in any, or what clashes if there is none. Every question takes limits and a [`Stop`], and says so in its
//! answer if it had to stop.

mod backend;
mod bitboards;
pub mod classic;
mod closed;
mod config;
mod cores;
#[cfg(feature = "std")]
mod deadline;
mod event;
pub mod learn;
mod limits;
mod outcome;
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
pub use limits::{CancelToken, Limits, Never, Stop, StopReason};
pub use outcome::{
    Backend, CandidatesReport, Core, CoreReport, Count, CountReport, Culprit, Outcome, Report, Uniqueness,
    UniquenessReport,
};
pub use solutions::Solutions;
pub use solver::Solver;
pub use stats::Stats;
