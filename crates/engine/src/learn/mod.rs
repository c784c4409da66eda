//! Conflict-driven search for boards on which backtracking dies.
mod analyze;
mod clauses;
mod compile;
mod houses;
mod items;
mod literal;
mod order;
mod phases;
mod restart;
mod root;
mod search;
mod solve;
mod tally;
mod tuning;

pub use solve::{Learner, Answer};
pub use tally::Tally;
pub use tuning::Tuning;
