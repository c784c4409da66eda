//! The lines over each puzzle: what can be done with it.

use sdkc_diagnostics::Span;

use crate::Snapshot;

/// A puzzle over which an editor offers commands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lens {
    /// Over which place.
    pub span: Span,
    /// The puzzle's number, from 0.
    pub puzzle: usize,
}

/// One lens for each puzzle that can be solved.
#[must_use]
pub fn lenses(snapshot: &Snapshot) -> Vec<Lens> {
    let numbered = snapshot.entries().iter().enumerate();
    numbered
        .filter_map(|(number, entry)| {
            let puzzle = entry.solvable()?;
            Some(Lens { span: puzzle.origins.header.unwrap_or(entry.span), puzzle: number })
        })
        .collect()
}
