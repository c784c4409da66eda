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
//! | `order`, `phases`, `restart` | what is decided, which way, and for how long |
//! | `structure` | boards that a formula made: what they have in common, and a first try that uses it |
//! | `patient` | plain search first, learning when that is lost: what `auto` runs |
//! | `search`, `solve`, `backend` | the loop, its public face, and the engine's |
//!
//! # What was measured
//!
//! CPU seconds to a solution, means over 3 or 4 seeds of ours, beside 3 to 5 shuffles of cadical 1.5.3 on a CNF after
//! naked singles (its parsing counted, its encoding not). Both ran on a busy machine, at different times and priorities:
//! the ratios are rough. Runs of cadical that met their wall-clock limit undecided are left out, which flatters it
//! where the count is below 5; a run of ours without an answer counts as its limit, 30 s.
//!
//! | board | ours | conflicts | cadical | conflicts | runs of it | ratio |
//! |---|---|---|---|---|---|---|
//! | gecode 18, 25×25 | 5.52 | 178k | 4.09 | 60k | 4 | 0.7 |
//! | gecode 20 | 0.15 | 6.6k | 0.37 | 5.7k | 5 | 2.4 |
//! | gecode 22 | 3.23 | 108k | 2.78 | 45k | 5 | 0.9 |
//! | gecode 24 | 0.58 | 21k | 0.61 | 9.8k | 5 | 1.0 |
//! | gecode 26 (one of 4 ours undecided) | 9.93 | 261k | 11.3 | 154k | 3 | 1.1 |
//! | gecode 27 | 13.7 | 350k | 3.35 | 49k | 3 | 0.2 |
//! | 25×25, 54 % holes (two) | 0.072, 0.001 | 3.9k, 25 | 0.46, 0.20 | 7.1k, 3.3k | 5 | 6, 240 |
//! | 25×25, 62 % (two) | 0.015, 0.011 | 740, 590 | 0.22, 0.06 | 2.5k, 563 | 5 | 14, 5 |
//! | 36×36, 47 % (two) | 0.51, 0.026 | 16k, 1.2k | 2.85, 0.088 | 30k, 1.2k | 5 | 6, 3 |
//! | 8×8×8, 88 % (two) | 0.25, 0.040 | 10k, 1.8k | 1.98, 0.11 | 22k, 1.3k | 5 | 8, 3 |
//! | 8×8×8, 90 % (one) | > 30 | 714k | – | – | 0 | – |
//! | 27³, 60 % (two) | 0.022, 0.021 | 0 | 0.35, 0.36 | 0 | 5 | 16, 17 |
//! | 27³, 68 % (one) | 3.5 | 41k | 4.8 | 3.8k | 4 | 1.4 |
//! | 16⁴, 80 % | 0.096 | 0 | 7.8 | 0 | 3 | 80 |
//!
//! Boards without conflicts measure set-up. Where there are many, we lose by their number, not by their price: cadical
//! needs two to ten times fewer. The likely reasons, none of them tried yet: vivification and probing of learned
//! clauses, alternation with focused restarts ([`Tuning::focus`] is there, unmeasured), all-different by matching.
//! Nothing here says what a single technique gains; no ablation was run.

mod analyze;
mod backend;
mod clauses;
mod compile;
mod dimacs;
mod houses;
mod items;
mod literal;
mod order;
mod patient;
mod phases;
mod proof;
mod restart;
mod root;
mod search;
mod solve;
mod structure;
mod tally;
mod tuning;

pub(crate) use backend::Learned;
pub use dimacs::dimacs;
pub(crate) use patient::Patient;
pub use solve::{Answer, Learner};
pub(crate) use structure::Structured;
pub use tally::Tally;
pub use tuning::Tuning;
