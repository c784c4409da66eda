//! The edits that put one value into a cell, or take it out again: what a click on a board does to the text.

use sdkc_board::{Cell, Value};
use sdkc_diagnostics::{Edit, Span};
use sdkc_puzzle::{Puzzle, cell_name};
use sdkc_syntax::{ast::ItemKind, line_end};

use super::{
    place::item_at,
    solve::{NoEdit, replace},
};
use crate::Snapshot;

/// Where a value goes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Target {
    /// Among the givens.
    #[default]
    Givens,
    /// Into the player's state.
    State,
}

/// The edits that make a cell (by its place in reading order) hold a value, or nothing. Empty where it does already.
///
/// # Errors
/// [`NoEdit`] where there is no such puzzle, cell or value, or no place for it in the text.
pub fn set_cell(
    snapshot: &Snapshot,
    puzzle: usize,
    cell: usize,
    value: Option<Value>,
    target: Target,
) -> Result<Vec<Edit>, NoEdit> {
    let entry = snapshot.entries().get(puzzle).ok_or(NoEdit::NoPuzzle)?;
    let known = entry.puzzle.as_ref().ok_or(NoEdit::NotSolvable)?;
    let shape = known.board.shape();
    let cell = shape.cell_at(cell).ok_or(NoEdit::NoSuchCell)?;
    if value.is_some_and(|value| value.index() >= shape.side()) {
        return Err(NoEdit::NoSuchCell);
    }
    let (spans, holds) = match target {
        Target::Givens => (&known.origins.givens, known.board.given(cell)),
        Target::State => {
            let state = known.state.as_ref().ok_or(NoEdit::NoState)?;
            (&known.origins.state, state.value(cell))
        }
    };
    if holds == value {
        return Ok(Vec::new());
    }
    let Some(span) = spans.span(cell) else {
        let value = value.filter(|_| target == Target::Givens).ok_or(NoEdit::UnwrittenCells)?;
        return insert(snapshot, puzzle, known, cell, value).map(|edit| vec![edit]);
    };
    let item = item_at(snapshot, span.start).filter(|item| matches!(item.kind, ItemKind::Given { .. }));
    Ok(vec![match (value, item) {
        (None, Some(item)) => Edit { span: whole_line(snapshot.text(), item.span), text: String::new() },
        (None, None) => replace(snapshot.text(), known, span, empty_mark(snapshot, known)),
        (Some(value), _) => replace(snapshot.text(), known, span, &known.notation.show(value)),
    }])
}

/// How this text writes empty cells.
fn empty_mark<'s>(snapshot: &'s Snapshot, puzzle: &Puzzle) -> &'s str {
    let empty = |(cell, _): &(Cell, Span)| puzzle.board.given(*cell).is_none();
    let found = puzzle.origins.givens.iter().find(empty);
    found.map_or(".", |(_, span)| &snapshot.text()[span.range()])
}

/// A new `given` item behind the last item of a puzzle.
fn insert(
    snapshot: &Snapshot,
    number: usize,
    puzzle: &Puzzle,
    cell: Cell,
    value: Value,
) -> Result<Edit, NoEdit> {
    let tree =
        snapshot.parse().and_then(|parse| parse.ast.puzzles.get(number)).ok_or(NoEdit::UnwrittenCells)?;
    let last = tree.items.last();
    let place =
        last.map(|item| item.span.end).or(tree.open.map(|open| open.end)).ok_or(NoEdit::UnwrittenCells)?;
    let text = snapshot.text();
    let line = last.map_or("", |item| blank_before(text, item.span.start).unwrap_or(""));
    let indent = if line.is_empty() { "    " } else { line };
    let given = format!("given {} = {}", cell_name(puzzle, cell), puzzle.notation.show(value));
    let newline = line_end(text);
    // An item that is followed by the closing brace on its own line would run into it.
    let closes = text[place as usize..].trim_start_matches([' ', '\t']).starts_with('}');
    let end = if closes { newline } else { "" };
    Ok(Edit { span: Span::at(place), text: format!("{newline}{indent}{given}{end}") })
}

/// The blanks between the start of a line and a place on it; `None` where something else stands there.
fn blank_before(text: &str, place: u32) -> Option<&str> {
    let before = &text[..place as usize];
    let line = &before[before.rfind(['\n', '\r']).map_or(0, |at| at + 1)..];
    line.bytes().all(|byte| byte == b' ' || byte == b'\t').then_some(line)
}

/// A span, with its whole line where nothing else stands on that, or with the `;` behind it.
fn whole_line(text: &str, span: Span) -> Span {
    let rest = &text[span.end as usize..];
    let blank = rest.len() - rest.trim_start_matches([' ', '\t']).len();
    let end = ["\r\n", "\n", "\r", ";"].into_iter().find(|end| rest[blank..].starts_with(end));
    let after = span.end as usize + blank + end.map_or(0, str::len);
    match (blank_before(text, span.start), end) {
        (Some(indent), Some("\r\n" | "\n" | "\r")) => {
            Span::from_range(span.start as usize - indent.len()..after)
        }
        (_, Some(";")) => Span::from_range(span.start as usize..after),
        _ => span,
    }
}
