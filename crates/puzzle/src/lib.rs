//! A puzzle as every reader produces it, whatever the file looked like.
//!
//! [`Puzzle`] joins the board with what surrounds it: name, metadata, the notation its author writes values in,
//! the strategy asked for, the expectations, and [`Origins`], which remember where in the text each part
//! stands. [`rules`] holds the givens against the rules of the board and says in the author's own terms
//! what is wrong. The names of strategies and options live here once, in the tables of [`names`].

mod expect;
mod meta;
pub mod names;
mod notation;
mod origins;
mod puzzle;
mod rules;
mod strategy;
mod verdict;
mod words;

pub use expect::{Comparison, Expect, ExpectKind};
pub use meta::{Meta, MetaEntry};
pub use names::{Propagation, StrategyKind, StrategyOption, UnknownName, ValueOrder};
pub use notation::{Notation, SymbolsError};
pub use origins::{CellSpans, Origins};
pub use puzzle::Puzzle;
pub use rules::{fewest_givens, rules};
pub use strategy::{Spanned, StrategySpec};
pub use verdict::Verdict;
pub use words::{cell_name, house_name, list, unit_name, with_article};
