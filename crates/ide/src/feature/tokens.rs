//! What the parts of a text mean, for colours: words by their role, cells by what they hold, givens that clash.

use std::{cmp::Reverse, collections::BTreeSet};

use sdkc_diagnostics::{Code, Span};
use sdkc_puzzle::Puzzle;
use sdkc_syntax::{
    Token, TokenKind,
    ast::{self, ItemKind, OptionValue},
    grid_row::RowPart,
};

use crate::Snapshot;

/// What a part of the text is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SemanticKind {
    /// The keyword of an item or a puzzle.
    Keyword,
    /// A strategy or one of the choices of an option, or what is expected.
    Choice,
    /// The name of an option.
    Option,
    /// A string.
    Text,
    /// A number, lengths, a duration.
    Number,
    /// A comment.
    Comment,
    /// The name of a cell.
    CellName,
    /// A given.
    Given,
    /// A digit of the state.
    State,
    /// Candidates of a cell.
    Candidates,
    /// The letter of a region, or a cell of an expected solution.
    Region,
    /// Lines and bars in grids.
    Decoration,
}

/// A part of the text, on one line, that has a meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SemanticToken {
    /// Where.
    pub span: Span,
    /// What it is.
    pub kind: SemanticKind,
    /// Whether it is a given that breaks a rule.
    pub clashes: bool,
}

/// The parts of a native text, in order, none inside another.
#[must_use]
pub fn semantic_tokens(snapshot: &Snapshot) -> Vec<SemanticToken> {
    let mut found = Vec::new();
    if let Some(parse) = snapshot.parse() {
        found.extend(parse.ast.version.map(|version| plain(version.keyword, SemanticKind::Keyword)));
        found.extend(parse.tokens.iter().filter_map(lexical));
        for puzzle in &parse.ast.puzzles {
            found.push(plain(puzzle.keyword, SemanticKind::Keyword));
            puzzle.items.iter().for_each(|item| words(item, snapshot.text(), &mut found));
        }
    }
    let clashing = clashing(snapshot);
    for puzzle in snapshot.entries().iter().filter_map(|entry| entry.puzzle.as_ref()) {
        cells(puzzle, &clashing, &mut found);
    }
    found.retain(|token| !token.span.is_empty());
    found.sort_by_key(|token| (token.span.start, Reverse(token.span.end)));
    found.dedup_by_key(|token| token.span);
    innermost(found)
}

const fn plain(span: Span, kind: SemanticKind) -> SemanticToken {
    SemanticToken { span, kind, clashes: false }
}

fn lexical(token: &Token) -> Option<SemanticToken> {
    let kind = match token.kind {
        TokenKind::Comment => SemanticKind::Comment,
        TokenKind::Number | TokenKind::Lengths | TokenKind::Duration => SemanticKind::Number,
        TokenKind::Cell => SemanticKind::CellName,
        TokenKind::Text => SemanticKind::Text,
        TokenKind::Decoration => SemanticKind::Decoration,
        _ => return None,
    };
    Some(plain(token.span, kind))
}

fn words(item: &ast::Item, text: &str, found: &mut Vec<SemanticToken>) {
    found.push(plain(item.keyword, SemanticKind::Keyword));
    if let Some(grid) = item.grid() {
        found.extend(grid.layers.iter().map(|layer| plain(layer.keyword, SemanticKind::Keyword)));
        let is_region = matches!(item.kind, ItemKind::Regions(_) | ItemKind::Expect(_));
        for part in grid.leaves().flat_map(|leaf| &leaf.rows).flat_map(|row| row.parts(text)) {
            match part {
                RowPart::Bar(span) => found.push(plain(span, SemanticKind::Decoration)),
                RowPart::Run(span) if is_region => found.push(plain(span, SemanticKind::Region)),
                RowPart::Run(_) | RowPart::Empty(_) => {}
            }
        }
    }
    match &item.kind {
        ItemKind::Expect(expect) => found.push(plain(expect.word, SemanticKind::Choice)),
        ItemKind::Strategy(strategy) => {
            found.push(plain(strategy.name.span, SemanticKind::Choice));
            for option in &strategy.options {
                found.push(plain(option.name.span, SemanticKind::Option));
                if let OptionValue::Ident(choice) = &option.value {
                    found.push(plain(choice.span, SemanticKind::Choice));
                }
            }
        }
        _ => {}
    }
}

/// The places of the givens that break a rule.
fn clashing(snapshot: &Snapshot) -> BTreeSet<Span> {
    let broken = snapshot.diagnostics().iter().filter(|it| matches!(it.code, Code::E0401 | Code::E0402));
    broken.flat_map(|it| it.span.into_iter().chain(it.labels.iter().map(|label| label.span))).collect()
}

fn cells(puzzle: &Puzzle, clashing: &BTreeSet<Span>, found: &mut Vec<SemanticToken>) {
    let givens = puzzle.origins.givens.iter().filter(|(cell, _)| puzzle.board.given(*cell).is_some());
    found.extend(givens.map(|(_, span)| SemanticToken {
        span,
        kind: SemanticKind::Given,
        clashes: clashing.contains(&span),
    }));
    let state = puzzle.state.as_ref();
    let state =
        puzzle.origins.state.iter().filter(|(cell, _)| state.is_some_and(|it| it.value(*cell).is_some()));
    found.extend(state.map(|(_, span)| plain(span, SemanticKind::State)));
    found.extend(puzzle.origins.candidates.iter().map(|(_, span)| plain(span, SemanticKind::Candidates)));
}

/// Without the tokens that hold others or overlap the one before: editors take no such.
fn innermost(sorted: Vec<SemanticToken>) -> Vec<SemanticToken> {
    let mut kept: Vec<SemanticToken> = Vec::with_capacity(sorted.len());
    for token in sorted {
        if kept.last().is_some_and(|last| last.span.end > token.span.start && last.span.end >= token.span.end)
        {
            kept.pop();
        }
        if kept.last().is_none_or(|last| last.span.end <= token.span.start) {
            kept.push(token);
        }
    }
    kept
}
