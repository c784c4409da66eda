//! What `check` says at the end: how many puzzles and files it has looked at, and what was found.

use std::io::{self, Write as _};

use sdkc_diagnostics::{Code, Diagnostic, Severity};

use crate::talk;

/// What was checked.
#[derive(Clone, Copy, Debug, Default)]
pub struct Tally {
    files: u64,
    puzzles: u64,
    errors: u64,
    warnings: u64,
    undecided: u64,
}

impl Tally {
    /// Adds a text, which may be the head of a file, and what was found in it.
    pub fn add(&mut self, is_file: bool, n_puzzles: u64, found: &[Diagnostic]) {
        let count = |severity| found.iter().filter(|it| it.severity == severity).count() as u64;
        let undecided = found.iter().filter(|it| it.code == Code::E0503).count() as u64;
        self.files += u64::from(is_file);
        self.puzzles += n_puzzles;
        self.undecided += undecided;
        self.errors += count(Severity::Error) - undecided;
        self.warnings += count(Severity::Warning);
    }

    /// Adds what was found elsewhere.
    pub const fn absorb(&mut self, other: Self) {
        self.files += other.files;
        self.puzzles += other.puzzles;
        self.errors += other.errors;
        self.warnings += other.warnings;
        self.undecided += other.undecided;
    }

    /// Says it on standard error.
    pub fn tell(&self) {
        let (puzzles, files) = (talk::count(self.puzzles, "puzzle"), talk::count(self.files, "file"));
        let (errors, warnings) = (talk::count(self.errors, "error"), talk::count(self.warnings, "warning"));
        let undecided = match self.undecided {
            0 => String::new(),
            n => format!(", {n} undecided"),
        };
        // That standard error cannot be written is nothing to be done about.
        let _ = writeln!(io::stderr(), "checked {puzzles} in {files}: {errors}, {warnings}{undecided}");
    }
}
