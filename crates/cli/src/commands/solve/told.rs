//! How much is found out about a puzzle without a solution: which of its givens clash takes many searches more, and is worth them only
//! where it is shown.

use sdkc_engine::{Limits, Stop};
use sdkc_ide::{Facts, Scope, Verification, judge};
use sdkc_puzzle::{Puzzle, Verdict};

use crate::{args::Output, document::Document, remarks::Firsts};

/// What is shown of what is found about a puzzle.
#[derive(Clone, Copy)]
pub(super) enum Told<'a> {
    Messages,
    /// Of each kind the first of a list with all advice.
    FirstInFull {
        firsts: &'a Firsts,
        list: &'a str,
        number: usize,
    },
    InFull,
}

impl<'a> Told<'a> {
    /// What a form of output shows.
    pub fn of(document: &'a Document, number: usize, output: Output, firsts: &'a Firsts) -> Self {
        match output {
            Output::Line => Self::Messages,
            Output::Json | Output::Ndjson => Self::InFull,
            Output::Grid | Output::Sdk => Self::beside(document, number, firsts),
        }
    }

    /// What is shown on standard error.
    pub fn beside(document: &'a Document, number: usize, firsts: &'a Firsts) -> Self {
        if document.is_crowded() {
            return Self::FirstInFull { firsts, list: &document.name, number };
        }
        Self::InFull
    }

    /// Judges a puzzle by what is known of it.
    pub fn judge(self, puzzle: &Puzzle, facts: Facts, limits: Limits, stop: &dyn Stop) -> Verification {
        let brief = judge(puzzle, facts, limits, stop, Scope::Facts);
        let in_full = match self {
            Self::Messages => false,
            Self::FirstInFull { firsts, list, number } => firsts.note(list, number, &brief.diagnostics),
            Self::InFull => true,
        };
        if brief.verdict != Verdict::None || !in_full {
            return brief;
        }
        judge(puzzle, brief.facts, limits, stop, Scope::Solutions)
    }
}
