//! What a reader hands back: one record for each puzzle of the text, good or broken.

use sdkc_diagnostics::{Diagnostic, Span};
use sdkc_puzzle::Puzzle;

use crate::Dialect;

/// What the caller knows and the text does not say.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ReadOptions {
    /// The symbols of the values 1, 2, 3, … on boards whose side is their number (`--symbols`).
    pub symbols: Option<String>,
}

/// One puzzle of a foreign text, or the place where one should be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// The 1-based line on which it starts.
    pub line: u64,
    /// The text that it was read from.
    pub span: Span,
    /// The puzzle; `None` where it could not be read.
    pub puzzle: Option<Puzzle>,
    /// What is wrong with it; at least one error where there is no puzzle.
    pub diagnostics: Vec<Diagnostic>,
    /// What is wrong with what stands beside the puzzle, such as a solution or a rating that cannot be read: the puzzle is what it is all the same.
    pub aside: Vec<Diagnostic>,
}

impl Record {
    pub(crate) fn new(line: u64, span: Span, result: Result<Puzzle, Vec<Diagnostic>>) -> Self {
        let (puzzle, diagnostics) = match result {
            Ok(puzzle) => (Some(puzzle), Vec::new()),
            Err(diagnostics) => (None, diagnostics),
        };
        Self { line, span, puzzle, diagnostics, aside: Vec::new() }
    }
}

/// A foreign text, read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reading {
    /// The format it was read as.
    pub dialect: Dialect,
    /// Its puzzles in file order, the broken ones too.
    pub records: Vec<Record>,
    /// What concerns the file as a whole: the note N0701, and an error where there is no puzzle in it.
    pub diagnostics: Vec<Diagnostic>,
}

impl Reading {
    /// All diagnostics, of the file and of its records, the latter marked with their puzzle's number.
    #[must_use]
    pub fn all_diagnostics(&self) -> Vec<Diagnostic> {
        let numbered = self.records.iter().enumerate().flat_map(|(number, record)| {
            let number = u32::try_from(number).unwrap_or(u32::MAX);
            record.diagnostics.iter().chain(&record.aside).map(move |it| it.clone().in_puzzle(number))
        });
        self.diagnostics.iter().cloned().chain(numbered).collect()
    }
}
