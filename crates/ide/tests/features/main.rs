//! The editor features on data: each file in `data/` holds texts with a cursor (see `case.rs`), and each snapshot what was
//! answered.

mod broken;
mod case;
mod host;
mod snippets;
mod views;
mod words;
