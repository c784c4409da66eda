//! What can be folded away: puzzles, grids, layers, options, runs of comments.

use sdkc_diagnostics::Span;
use sdkc_syntax::{TokenKind, ast::ItemKind};

use crate::Snapshot;

/// A part of the text that spans several lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fold {
    /// From the line that stays to the last one that goes.
    pub span: Span,
    /// Whether it is a run of comments.
    pub is_comment: bool,
}

/// What can be folded, in text order.
#[must_use]
pub fn folds(snapshot: &Snapshot) -> Vec<Fold> {
    let Some(parse) = snapshot.parse() else {
        return Vec::new();
    };
    let mut spans = Vec::new();
    for puzzle in &parse.ast.puzzles {
        spans.push(puzzle.span);
        for item in &puzzle.items {
            if let Some(grid) = item.grid() {
                spans.push(item.keyword.join(grid.span));
                spans.extend(grid.layers.iter().map(|layer| layer.span));
            }
            if let ItemKind::Strategy(strategy) = &item.kind {
                spans.extend(strategy.body.map(|body| item.keyword.join(body)));
            }
        }
    }
    let lines = snapshot.line_index();
    let many = |span: Span| lines.line(span.start) < lines.line(span.end.saturating_sub(1));
    let mut folds: Vec<Fold> = spans.into_iter().map(|span| Fold { span, is_comment: false }).collect();
    folds.extend(comments(snapshot).into_iter().map(|span| Fold { span, is_comment: true }));
    folds.retain(|fold| many(fold.span));
    folds.sort_by_key(|fold| (fold.span.start, std::cmp::Reverse(fold.span.end)));
    folds
}

/// Comments on lines that follow each other.
fn comments(snapshot: &Snapshot) -> Vec<Span> {
    let tokens = snapshot.parse().map_or(&[][..], |parse| &parse.tokens);
    let lines = snapshot.line_index();
    let mut runs: Vec<Span> = Vec::new();
    for token in tokens.iter().filter(|token| token.kind == TokenKind::Comment) {
        match runs.last_mut() {
            Some(run) if lines.line(run.end) + 1 == lines.line(token.span.start) => {
                *run = run.join(token.span)
            }
            _ => runs.push(token.span),
        }
    }
    runs
}
