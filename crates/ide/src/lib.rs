//! What a tool asks about a text with puzzles, as pure functions: no files, no clock, no protocol.
//!
//! A [`Snapshot`] is one version of a text with everything that can be said of it at once. [`verify`] proves or breaks
//! what one of its puzzles claims, under limits. The command line and the editor call the same two, so they
//! cannot disagree.

mod bridge;
mod expects;
mod format;
mod snapshot;
mod verify;

pub use bridge::{config, strategy};
pub use format::format;
pub use snapshot::{Entry, Snapshot};
pub use verify::{Facts, Scope, Verification, facts, judge, verify};

pub use sdkc_engine::{CancelToken, Deadline, Limits, Never, Stop, StopReason};
