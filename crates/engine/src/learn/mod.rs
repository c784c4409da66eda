//! Conflict-driven search, for boards on which backtracking dies: 25×25 with half of the cells empty, three and
//! four dimensions, irregular boards with few givens.
//!
//! A board is compiled to an exact cover (`items`) plus a few clauses; the search (`search`) decides, propagates,
//! learns a clause from each conflict and goes back as far as that allows. Refutations are proofs, and every solution
//! is asked for by [`Learner::search`], each once.
//!
//! | file | its job |
//! |---|---|
//! | `root`, `houses` | singles and bounds on masks of cells; often that is all |
//! | `compile` | what is still open becomes options, items, clauses |
//! | `items`, `clauses` | propagation: why it is fast stands in `items` |
//! | `analyze` | from a conflict to a learned clause |
//! | `dimacs`, `proof` | the board as a formula, and refutations that others can check |
//! | `order`, `queue`, `phases`, `restart` | what is decided, which way, and for how long |
//! | `beliefs`, `dive` | which options are likely, and decisions that follow that for a while |
//! | `probe` | options that fail by propagation alone |
//! | `structure` | boards that a formula made: what they have in common, and a first try that uses it |
//! | `patient` | plain search first, learning when that is lost: what `auto` runs |
//! | `exchange`, `hear` | what threads on one board tell each other |
//! | `search`, `solve`, `backend` | the loop, its public face, and the engine's |
//!
//! What each technique gained, on which boards, and what did not help:
#![doc = include_str!("../../docs/big-boards.md")]

mod analyze;
mod backend;
mod beliefs;
mod clauses;
mod compile;
mod dimacs;
mod dive;
mod exchange;
mod hear;
mod houses;
mod items;
mod literal;
mod order;
mod patient;
mod phases;
mod probe;
mod proof;
mod queue;
mod restart;
mod root;
mod search;
mod solve;
mod structure;
mod tally;
mod tuning;

pub(crate) use backend::Learned;
pub use dimacs::{Unwritten, dimacs, write_dimacs};
pub use exchange::Exchange;
pub(crate) use patient::Patient;
pub use solve::{Answer, Learner};
pub(crate) use structure::Structured;
pub use tally::Tally;
pub use tuning::Tuning;
