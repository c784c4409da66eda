//! What the suites over the whole workspace share: the house rules as code, an independent solver to hold the engine
//! against, and the runner of command-line cases. `README.md` beside this crate says how we test.

pub mod oracle;
pub mod tidy;
