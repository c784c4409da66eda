//! The server over in-memory pipes: what an editor sends, and what it gets.

mod client;
mod edits;
mod protocol;
