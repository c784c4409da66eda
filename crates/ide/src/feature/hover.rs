//! What is known about the thing under the pointer. On an empty cell its legal values and, for each other value, the
//! given that excludes it; what a person could deduce at once; never the solution. Below that, what is wrong there, and why.

use sdkc_board::{Cell, Value};
use sdkc_diagnostics::{Code, Diagnostic, Span};
use sdkc_puzzle::{Puzzle, cell_name, list, unit_name};

use super::place::{CellPlace, Role, cell_at, touches, word_at};
use crate::Snapshot;

/// The most excluded values that are explained one by one.
const MOST_LINES: usize = 40;
/// The most codes that are explained at one place.
const MOST_REASONS: usize = 3;

/// A text to show, and for which place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hover {
    /// What is explained.
    pub span: Span,
    /// Markdown; see [`plain_text`].
    pub markdown: String,
}

/// What to show at an offset. `diagnostics` are those of the snapshot and what a solver added: where they point, the
/// hover says what they mean.
#[must_use]
pub fn hover(snapshot: &Snapshot, diagnostics: &[Diagnostic], offset: u32) -> Option<Hover> {
    let what = cell_hover(snapshot, offset)
        .or_else(|| word_hover(snapshot, offset))
        .or_else(|| note_hover(snapshot, offset));
    let Some(reasons) = reasons(diagnostics, offset) else {
        return what;
    };
    Some(match what {
        Some(what) => Hover { markdown: format!("{}\n\n---\n\n{}", what.markdown, reasons.markdown), ..what },
        None => reasons,
    })
}

/// Whether a diagnostic points at an offset, first of all or among others.
#[must_use]
pub fn points_at(diagnostic: &Diagnostic, offset: u32) -> bool {
    let spans = diagnostic.span.into_iter().chain(diagnostic.labels.iter().map(|label| label.span));
    spans.into_iter().any(|span| touches(span, offset))
}

/// What the codes of the diagnostics at an offset mean: the first paragraphs of their pages.
fn reasons(diagnostics: &[Diagnostic], offset: u32) -> Option<Hover> {
    let mut here: Vec<&Diagnostic> = diagnostics.iter().filter(|it| points_at(it, offset)).collect();
    here.dedup_by_key(|it| it.code);
    let first = here.first()?;
    let span = first.span.filter(|span| touches(*span, offset)).unwrap_or(Span::at(offset));
    let reason = |it: &&Diagnostic| format!("**{}**, {}: {}", it.code, it.code.title(), meaning(it.code));
    let reasons: Vec<String> = here.iter().take(MOST_REASONS).map(reason).collect();
    Some(Hover { span, markdown: reasons.join("\n\n") })
}

/// The first paragraph of a code's page, on one line.
fn meaning(code: Code) -> String {
    let body = code.page().lines().skip(1).skip_while(|line| line.trim().is_empty());
    body.take_while(|line| !line.trim().is_empty()).collect::<Vec<_>>().join(" ")
}

/// The Markdown of a hover for editors that show plain text.
///
/// ```
/// assert_eq!(sdkc_ide::plain_text("**r1c1**: `5`"), "r1c1: 5");
/// ```
#[must_use]
pub fn plain_text(markdown: &str) -> String {
    markdown
        .lines()
        .filter(|line| !line.starts_with("```") && *line != "---")
        .collect::<Vec<_>>()
        .join("\n")
        .replace("**", "")
        .replace('`', "")
}

fn cell_hover(snapshot: &Snapshot, offset: u32) -> Option<Hover> {
    let place = cell_at(snapshot, offset)?;
    let CellPlace { puzzle, cell, span, role } = place;
    let name = cell_name(puzzle, cell);
    let mut lines = match puzzle.board.given(cell) {
        Some(value) => vec![given_line(puzzle, cell, value)],
        None => empty_cell(puzzle, cell),
    };
    let state = puzzle.state.as_ref().and_then(|state| state.value(cell));
    if let Some(value) = state.filter(|_| role == Role::State) {
        lines.insert(0, format!("**{name}** holds {} in the state", puzzle.notation.show(value)));
    }
    Some(Hover { span, markdown: lines.join("\n") })
}

fn given_line(puzzle: &Puzzle, cell: Cell, value: Value) -> String {
    let units: Vec<String> =
        puzzle.board.shape().units_of(cell).map(|unit| unit_name(puzzle, unit)).collect();
    format!(
        "**{}** is given: **{}**, in {}",
        cell_name(puzzle, cell),
        puzzle.notation.show(value),
        list(&units)
    )
}

fn empty_cell(puzzle: &Puzzle, cell: Cell) -> Vec<String> {
    let (board, notation) = (&puzzle.board, &puzzle.notation);
    let name = cell_name(puzzle, cell);
    let legal = board.legal_values(cell).unwrap_or_default();
    let mut lines = vec![match legal.len() {
        0 => format!("**{name}**: no value is legal"),
        1 => format!("**{name}**: only **{}** is legal", notation.show_set(legal)),
        n => format!("**{name}**: {n} legal values: **{}**", notation.show_set(legal)),
    }];
    lines.extend(hidden_singles(puzzle, cell));
    let side = board.shape().side();
    let all = (0..side).filter_map(Value::from_index);
    let excluded: Vec<String> =
        all.filter(|value| !legal.contains(*value)).map(|value| excluded_line(puzzle, cell, value)).collect();
    if !excluded.is_empty() {
        lines.push(String::new());
    }
    let n_more = excluded.len().saturating_sub(MOST_LINES);
    lines.extend(excluded.into_iter().take(MOST_LINES));
    if n_more > 0 {
        lines.push(format!("- and {n_more} more"));
    }
    lines
}

/// The values that fit nowhere else in a unit of the cell.
pub(crate) fn hidden_in(puzzle: &Puzzle, cell: Cell) -> Option<(Value, String)> {
    let board = &puzzle.board;
    let legal = board.legal_values(cell)?;
    if legal.len() < 2 {
        return None;
    }
    board.shape().units_of(cell).find_map(|unit| {
        let cells = || board.shape().unit_cells(unit).filter(move |other| *other != cell);
        let elsewhere = cells().filter_map(|other| board.legal_values(other)).fold(
            cells().filter_map(|other| board.given(other)).collect(),
            |all: sdkc_board::ValueSet, legal| all | legal,
        );
        let only = (legal - elsewhere).first()?;
        Some((only, unit_name(puzzle, unit)))
    })
}

fn hidden_singles(puzzle: &Puzzle, cell: Cell) -> Option<String> {
    let (value, unit) = hidden_in(puzzle, cell)?;
    Some(format!("\n{} fits nowhere else in {unit}", puzzle.notation.show(value)))
}

fn excluded_line(puzzle: &Puzzle, cell: Cell, value: Value) -> String {
    let (board, shown) = (&puzzle.board, puzzle.notation.show(value));
    let shape = board.shape();
    let by = shape.units_of(cell).find_map(|unit| {
        let peer = shape.unit_cells(unit).find(|peer| *peer != cell && board.given(*peer) == Some(value))?;
        Some((peer, unit))
    });
    match by {
        Some((peer, unit)) => {
            format!("- {shown} is at {} in {}", cell_name(puzzle, peer), unit_name(puzzle, unit))
        }
        None if !board.allowed(cell).contains(value) => format!("- {shown} is not among its candidates"),
        None => format!("- {shown} is excluded by a constraint"),
    }
}

fn word_hover(snapshot: &Snapshot, offset: u32) -> Option<Hover> {
    let word = word_at(snapshot, offset)?;
    let mut markdown = format!("**{}**: {}", word.text, word.doc);
    if let Some(example) = word.example {
        markdown.push_str(&format!("\n\n```sdk\n{example}\n```"));
    }
    Some(Hover { span: word.span, markdown })
}

/// The note on a foreign file, anywhere in what it points at.
fn note_hover(snapshot: &Snapshot, offset: u32) -> Option<Hover> {
    let dialect = snapshot.dialect()?;
    let (_, entry) = super::place::entry_at(snapshot, offset)?;
    Some(Hover { span: entry.span, markdown: format!("A puzzle written as {}", dialect.summary()) })
}
