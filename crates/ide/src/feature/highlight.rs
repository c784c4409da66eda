//! What belongs to the cell under the cursor: its peers, and the cells with the same value.

use std::collections::BTreeMap;

use sdkc_diagnostics::Span;

use super::place::{Role, cell_at};
use crate::Snapshot;

/// A place to highlight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Highlight {
    /// Where.
    pub span: Span,
    /// Whether the cell holds the same value as the one under the cursor, which is highlighted too; else it is a peer.
    pub is_equal: bool,
}

/// The peers of the cell at an offset and the cells that hold its value, in text order.
#[must_use]
pub fn highlights(snapshot: &Snapshot, offset: u32) -> Vec<Highlight> {
    let Some(place) = cell_at(snapshot, offset) else {
        return Vec::new();
    };
    let (board, origins) = (&place.puzzle.board, &place.puzzle.origins);
    let spans = match place.role {
        Role::State => &origins.state,
        Role::Candidates => &origins.candidates,
        Role::Given | Role::Named => &origins.givens,
    };
    let mut found: BTreeMap<Span, bool> = BTreeMap::new();
    for peer in board.shape().peers(place.cell) {
        found.extend(spans.span(peer).map(|span| (span, false)));
    }
    let played = place.puzzle.state.as_ref();
    let own =
        board.given(place.cell).or_else(|| played.filter(|_| place.role == Role::State)?.value(place.cell));
    if let Some(value) = own {
        let given = board.givens().filled().map(|it| (it, &origins.givens));
        let played = played.into_iter().flat_map(|state| state.filled()).map(|it| (it, &origins.state));
        let equal = given.chain(played).filter(|((_, other), _)| *other == value);
        found.extend(equal.filter_map(|((cell, _), spans)| Some((spans.span(cell)?, true))));
    }
    found.insert(place.span, true);
    found.into_iter().map(|(span, is_equal)| Highlight { span, is_equal }).collect()
}
