//! The expectations, one file each. To add one: a variant of `ExpectKind`, a file with a `judge` function, an arm here.

mod givens;
mod minimal;
mod solution;
mod solutions;

use sdkc_diagnostics::Span;
use sdkc_engine::StopReason;
use sdkc_puzzle::{Expect, ExpectKind, Puzzle, cell_name};

use crate::verify::{Facts, Prover};

/// How an expectation fared.
pub(crate) enum Judgement {
    /// It holds.
    Kept,
    /// It does not hold.
    Broken {
        /// What is the case instead.
        message: String,
        /// Background and ways out.
        notes: Vec<String>,
        /// Places that show it.
        labels: Vec<(Span, String)>,
    },
    /// A limit was reached before it could be told.
    Unknown(Option<StopReason>),
}

impl Judgement {
    fn broken(message: String, notes: Vec<String>) -> Self {
        Self::Broken { message, notes, labels: Vec::new() }
    }
}

pub(crate) fn judge(expect: &Expect, puzzle: &Puzzle, facts: &Facts, prover: &Prover<'_>) -> Judgement {
    match &expect.kind {
        ExpectKind::Unique | ExpectKind::Unsolvable | ExpectKind::Solutions { .. } => {
            solutions::judge(&expect.kind, puzzle, facts)
        }
        ExpectKind::Solution(expected) => solution::judge(expected, &expect.cells, puzzle, facts),
        ExpectKind::Minimal => minimal::judge(puzzle, facts, prover),
        ExpectKind::Givens(expected) => givens::judge(*expected, puzzle),
    }
}

/// How many solutions must be counted to judge an expectation.
pub(crate) fn count_needed(kind: &ExpectKind) -> u64 {
    match kind.solution_range() {
        Some((least, u64::MAX)) => least,
        Some((_, most)) => most.saturating_add(1),
        None => 0,
    }
}

/// A cell in which two solutions differ, in words.
pub(crate) fn difference(puzzle: &Puzzle, facts: &Facts) -> Option<String> {
    let (a, b) = (facts.solution.as_ref()?, facts.other.as_ref()?);
    let (cell, value) = a.filled().find(|(cell, value)| b.value(*cell) != Some(*value))?;
    let (one, two) = (puzzle.notation.show(value), puzzle.notation.show(b.value(cell)?));
    Some(format!("{} can be {one} or {two}, for instance", cell_name(puzzle, cell)))
}
