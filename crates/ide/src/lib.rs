//! What a tool asks about a text with puzzles, as pure functions: no files, no clock, no protocol.
//!
//! A [`Snapshot`] is one version of a text with everything that can be said of it at once. [`verify`] proves or breaks
//! what one of its puzzles claims, under limits. The command line and the editor call the same two, so they
//! cannot disagree. A [`Host`] holds the texts that an editor has open; what an editor asks of one of them
//! ([`hover`], [`completions`], [`actions()`], …) is a function of its snapshot.

mod bridge;
mod expects;
mod feature;
mod format;
mod host;
mod snapshot;
mod verify;

pub use bridge::{config, strategy};
pub use feature::*;
pub use format::{format, format_edits, tidy_sdk};
pub use host::{Change, Host};
pub use snapshot::{Entry, Snapshot};
pub use verify::{Facts, Scope, Verification, facts, judge, verify};

pub use sdkc_engine::{
    CancelToken, Deadline, Event, Grid, Limits, Never, Silent, Stop, StopReason, board::Value,
};
pub use sdkc_puzzle::{Puzzle, StrategyKind};
