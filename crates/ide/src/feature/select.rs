//! Ever larger parts around a place: cell, row, grid, item, puzzle, file.

use sdkc_diagnostics::Span;

use super::place::{cell_at, item_at, touches, tree_at};
use crate::Snapshot;

/// The parts that hold an offset, smallest first, each larger than the one before. Never empty.
#[must_use]
pub fn selection(snapshot: &Snapshot, offset: u32) -> Vec<Span> {
    let mut parts: Vec<Span> = Vec::new();
    parts.extend(cell_at(snapshot, offset).map(|place| place.span));
    let tokens = snapshot.parse().map_or(&[][..], |parse| &parse.tokens);
    let after = tokens.partition_point(|token| token.span.start <= offset);
    let token = after.checked_sub(1).map(|at| tokens[at].span);
    parts.extend(token.filter(|span| touches(*span, offset)));
    if let Some(item) = item_at(snapshot, offset) {
        if let Some(grid) = item.grid().filter(|grid| touches(grid.span, offset)) {
            let layer = grid.layers.iter().find(|layer| touches(layer.span, offset));
            parts.extend(layer.map(|layer| layer.span));
            parts.push(grid.span);
        }
        parts.push(item.span);
    }
    parts.extend(tree_at(snapshot, offset).map(|puzzle| puzzle.span));
    parts.push(Span::from_range(0..snapshot.text().len()));
    let mut nested: Vec<Span> = Vec::new();
    for part in parts {
        let grows = nested
            .last()
            .is_none_or(|last| part != *last && part.start <= last.start && last.end <= part.end);
        if grows && !(nested.is_empty() && part.is_empty() && !snapshot.text().is_empty()) {
            nested.push(part);
        }
    }
    nested
}
