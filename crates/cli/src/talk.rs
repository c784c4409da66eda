//! What is said on standard error: failures of input, summaries, hints.

use std::io::Write;

use crate::{document::shown, input::Failure};

/// An error that concerns no text: `error: …` and what to do.
pub fn failure(out: &mut dyn Write, failure: &Failure) {
    error(out, &failure.message, failure.help.as_deref());
}

/// An error and, where there is one, the way out. That standard error cannot be written is nothing to be done about.
pub fn error(out: &mut dyn Write, message: &str, help: Option<&str>) {
    let _ = writeln!(out, "sdkc: error: {}", lines_shown(message));
    if let Some(help) = help {
        let _ = writeln!(out, "  help: {}", lines_shown(help));
    }
}

/// A text whose lines may hold names of files, and what the system says of them.
fn lines_shown(text: &str) -> String {
    text.split('\n').map(shown).collect::<Vec<_>>().join("\n")
}

/// `1 puzzle`, `2 puzzles`.
pub fn count(n: u64, noun: &str) -> String {
    if n == 1 { format!("1 {noun}") } else { format!("{n} {noun}s") }
}
