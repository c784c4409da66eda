//! What the suites over the whole workspace share: the house rules as code, an independent solver to hold the engine
//! against, and the runner of command-line cases. `README.md` beside this crate says how we test.

pub mod cases;
pub mod oracle;
pub mod terminal;
pub mod tidy;

/// The README's code, run as a test.
#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
pub struct Readme;
