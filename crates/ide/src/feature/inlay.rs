//! The number of legal values behind each empty cell, for editors that show such hints.

use sdkc_diagnostics::Span;

use crate::Snapshot;

/// A short text to show behind a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Inlay {
    /// Behind which byte.
    pub offset: u32,
    /// What.
    pub text: String,
}

/// The hints of a part of the text.
#[must_use]
pub fn inlays(snapshot: &Snapshot, part: Span) -> Vec<Inlay> {
    let puzzles = snapshot
        .entries()
        .iter()
        .filter(|entry| entry.span.start <= part.end && part.start <= entry.span.end);
    let mut found: Vec<Inlay> = puzzles
        .filter_map(|entry| entry.puzzle.as_ref())
        .flat_map(|puzzle| {
            let cells = puzzle.origins.givens.iter();
            let cells = cells.filter(|(_, span)| part.start <= span.start && span.end <= part.end);
            cells.filter_map(|(cell, span)| {
                let legal = puzzle.board.legal_values(cell)?;
                Some(Inlay { offset: span.end, text: legal.len().to_string() })
            })
        })
        .collect();
    found.sort_by_key(|inlay| inlay.offset);
    found
}
