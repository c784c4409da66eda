//! The server over in-memory pipes: what an editor sends, and what it gets.

mod board;
mod client;
mod commands;
mod edits;
mod protocol;
mod pull;
mod snippets;
mod traps;
