//! Edits that put values into the text: a solution, or the next thing that a person could deduce.

use std::fmt;

use sdkc_board::{Cell, Grid, Value};
use sdkc_diagnostics::{Edit, Span};
use sdkc_puzzle::{Puzzle, cell_name};

use super::{draw, hover::hidden_in};
use crate::Snapshot;

/// Why there is nothing to put in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoEdit {
    /// There is no such puzzle.
    NoPuzzle,
    /// The puzzle has errors.
    NotSolvable,
    /// Some empty cell is written nowhere, so that there is no place for its value.
    UnwrittenCells,
    /// No single is left: the next step needs more than that.
    NoSingle,
    /// Every cell is filled.
    Full,
    /// The board has no such cell, or no such value.
    NoSuchCell,
    /// The puzzle has no state to write into.
    NoState,
}

impl fmt::Display for NoEdit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NoPuzzle => "there is no puzzle here",
            Self::NotSolvable => "the puzzle has errors; mend them first",
            Self::UnwrittenCells => {
                "not every empty cell is written in the text; write the grid with `.` for them"
            }
            Self::NoSingle => {
                "no cell has a single legal value and no value a single place; the next step needs more"
            }
            Self::Full => "every cell is filled",
            Self::NoSuchCell => "the board has no such cell or value",
            Self::NoState => "the puzzle has no `state { }` to write into",
        })
    }
}

/// A deduction, and the edit that writes it down.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// What follows, and why.
    pub message: String,
    /// The edit.
    pub edit: Edit,
}

/// The edits that fill the givens of a puzzle with a solution.
///
/// # Errors
/// [`NoEdit`] where the puzzle has errors or there is no place for a value.
pub fn solution_edits(snapshot: &Snapshot, puzzle: usize, solution: &Grid) -> Result<Vec<Edit>, NoEdit> {
    let puzzle = solvable(snapshot, puzzle)?;
    let empty = solution.filled().filter(|(cell, _)| puzzle.board.given(*cell).is_none());
    let edits: Result<Vec<Edit>, NoEdit> =
        empty.map(|(cell, value)| put(snapshot.text(), puzzle, cell, value)).collect();
    let mut edits = edits?;
    if edits.is_empty() {
        return Err(NoEdit::Full);
    }
    edits.sort_by_key(|edit| edit.span);
    Ok(edits)
}

/// The next single, naked before hidden, in reading order.
///
/// # Errors
/// [`NoEdit`] where there is none or no place for it.
pub fn next_step(snapshot: &Snapshot, puzzle: usize) -> Result<Step, NoEdit> {
    let puzzle = solvable(snapshot, puzzle)?;
    let empty = || puzzle.board.shape().cells().filter(|cell| puzzle.board.given(*cell).is_none());
    if empty().next().is_none() {
        return Err(NoEdit::Full);
    }
    let naked = empty().find_map(|cell| Some((cell, puzzle.board.legal_values(cell)?.single()?, None)));
    let hidden =
        || empty().find_map(|cell| hidden_in(puzzle, cell).map(|(value, unit)| (cell, value, Some(unit))));
    let (cell, value, unit) = naked.or_else(hidden).ok_or(NoEdit::NoSingle)?;
    let (name, shown) = (cell_name(puzzle, cell), puzzle.notation.show(value));
    let message = match unit {
        None => format!("{name} is {shown}: no other value is legal there"),
        Some(unit) => format!("{name} is {shown}: it fits nowhere else in {unit}"),
    };
    Ok(Step { message, edit: put(snapshot.text(), puzzle, cell, value)? })
}

/// All cells that have one legal value, each filled only if it still has it after those before.
pub(super) fn naked_singles(text: &str, puzzle: &Puzzle) -> Vec<Edit> {
    let mut board = puzzle.board.clone();
    let mut edits = Vec::new();
    for cell in puzzle.board.shape().cells() {
        let Some(value) = puzzle.board.legal_values(cell).and_then(sdkc_board::ValueSet::single) else {
            continue;
        };
        let still = board.legal_values(cell).is_some_and(|legal| legal.contains(value));
        if let Ok(edit) = put(text, puzzle, cell, value)
            && still
            && board.set_given(cell, Some(value)).is_ok()
        {
            edits.push(edit);
        }
    }
    edits.sort_by_key(|edit| edit.span);
    edits
}

/// The edit that writes a value where a cell's empty mark stands.
pub(super) fn put(text: &str, puzzle: &Puzzle, cell: Cell, value: Value) -> Result<Edit, NoEdit> {
    let span = puzzle.origins.givens.span(cell).ok_or(NoEdit::UnwrittenCells)?;
    Ok(replace(text, puzzle, span, &puzzle.notation.show(value)))
}

/// The edit that writes something where a cell stands. Where values may be numbers of several digits, the columns of
/// the grid are kept as far as there are blanks in front, and numbers do not run into their neighbours.
pub(super) fn replace(text: &str, puzzle: &Puzzle, span: Span, new: &str) -> Edit {
    if puzzle.notation.is_compact() {
        return Edit { span, text: new.to_owned() };
    }
    let (before, after) = (&text[..span.start as usize], &text[span.end as usize..]);
    let (old, width) = (text[span.range()].chars().count(), new.chars().count());
    // One blank stays between a cell and what is in front of it.
    let spare = before.len() - before.trim_end_matches(' ').len();
    let wider = width.saturating_sub(old).min(spare.saturating_sub(1));
    let in_front = if spare == 0 && before.ends_with(|ch: char| ch.is_alphanumeric()) { " " } else { "" };
    let behind =
        if after.starts_with(|ch: char| ch.is_alphanumeric() || ".*?_·".contains(ch)) { " " } else { "" };
    let narrower = " ".repeat(if spare > 0 { old.saturating_sub(width) } else { 0 });
    let start = span.start as usize - wider;
    Edit {
        span: Span::from_range(start..span.end as usize),
        text: format!("{in_front}{narrower}{new}{behind}"),
    }
}

/// A puzzle of a text (numbered from 0), if it may be solved.
///
/// # Errors
/// [`NoEdit::NoPuzzle`] or [`NoEdit::NotSolvable`].
pub fn solvable(snapshot: &Snapshot, puzzle: usize) -> Result<&Puzzle, NoEdit> {
    snapshot.entries().get(puzzle).ok_or(NoEdit::NoPuzzle)?.solvable().ok_or(NoEdit::NotSolvable)
}

/// The givens of a puzzle as braces with rows.
pub(super) fn as_grid(puzzle: &Puzzle) -> Option<String> {
    let givens: &Grid = puzzle.board.givens();
    draw::braced(puzzle, givens)
}
