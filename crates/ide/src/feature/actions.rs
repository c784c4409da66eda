//! What can be done at a place with one keystroke: fixes of what is wrong there, and changes of form.

use sdkc_diagnostics::{Code, Diagnostic, Edit, Span};
use sdkc_puzzle::cell_name;
use sdkc_render::{SdkOptions, write_sdk};
use sdkc_syntax::{
    Keyword,
    ast::{Cells, ItemKind},
    line_end,
};

use super::{
    place::{Role, cell_at, entry_at, item_at},
    solve::{as_grid, naked_singles, put},
};
use crate::Snapshot;

/// What an action is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ActionKind {
    /// It mends the diagnostic of this number in the list that was given.
    Fix(usize),
    /// It writes down what follows, or changes the form.
    Rewrite,
}

/// Edits with a title.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Action {
    /// What it does, as an order.
    pub title: String,
    /// What it is for.
    pub kind: ActionKind,
    /// The edits, in text order.
    pub edits: Vec<Edit>,
}

impl Action {
    fn rewrite(title: impl Into<String>, edits: Vec<Edit>) -> Self {
        Self { title: title.into(), kind: ActionKind::Rewrite, edits }
    }
}

/// What can be done at `place`. `diagnostics` are those of the snapshot and what a solver added. What the edits write
/// has the line ends of the text.
#[must_use]
pub fn actions(snapshot: &Snapshot, diagnostics: &[Diagnostic], place: Span) -> Vec<Action> {
    let mut found = fixes(diagnostics, place);
    found.extend(convert(snapshot, diagnostics));
    found.extend(fill_cell(snapshot, place.start));
    found.extend(fill_singles(snapshot, place.start));
    found.extend(line_to_grid(snapshot, place.start));
    let newline = line_end(snapshot.text());
    for edit in found.iter_mut().flat_map(|action| &mut action.edits) {
        if newline != "\n" && edit.text.contains('\n') {
            edit.text = edit.text.replace("\r\n", "\n").replace('\n', newline);
        }
    }
    found
}

/// The ways out of what is wrong at a place.
fn fixes(diagnostics: &[Diagnostic], place: Span) -> Vec<Action> {
    let meets = |span: Span| span.start <= place.end && place.start <= span.end;
    let here = diagnostics.iter().enumerate().filter(|(_, it)| it.span.is_none_or(meets));
    here.flat_map(|(number, it)| {
        it.fixes.iter().map(move |fix| Action {
            title: fix.title.clone(),
            kind: ActionKind::Fix(number),
            edits: fix.edits.clone(),
        })
    })
    .collect()
}

/// A foreign text in the language, where all of its puzzles could be read.
fn convert(snapshot: &Snapshot, diagnostics: &[Diagnostic]) -> Option<Action> {
    snapshot.dialect()?;
    let mut text = Vec::new();
    for entry in snapshot.entries() {
        if !text.is_empty() {
            text.push(b'\n');
        }
        let puzzle = entry.puzzle.as_ref().filter(|_| entry.sound)?;
        write_sdk(&mut text, puzzle, SdkOptions::default()).ok()?;
    }
    let text = String::from_utf8(text).ok().filter(|text| !text.is_empty())?;
    let whole = Span::from_range(0..snapshot.text().len());
    let note = diagnostics.iter().position(|it| it.code == Code::N0701);
    Some(Action {
        title: "Convert to the .sdk language".to_owned(),
        kind: note.map_or(ActionKind::Rewrite, ActionKind::Fix),
        edits: vec![Edit { span: whole, text }],
    })
}

fn fill_cell(snapshot: &Snapshot, offset: u32) -> Option<Action> {
    let place = cell_at(snapshot, offset).filter(|place| place.role == Role::Given)?;
    let value = place.puzzle.board.legal_values(place.cell)?.single()?;
    let edit = put(snapshot.text(), place.puzzle, place.cell, value).ok()?;
    let (name, shown) = (cell_name(place.puzzle, place.cell), place.puzzle.notation.show(value));
    Some(Action::rewrite(format!("Write {shown}, the only legal value, into {name}"), vec![edit]))
}

fn fill_singles(snapshot: &Snapshot, offset: u32) -> Option<Action> {
    let (_, entry) = entry_at(snapshot, offset)?;
    let edits = naked_singles(snapshot.text(), entry.solvable()?);
    let title = format!("Fill all {} cells that have one legal value", edits.len());
    (edits.len() > 1).then(|| Action::rewrite(title, edits))
}

/// `givens "53..7…"` as a grid.
fn line_to_grid(snapshot: &Snapshot, offset: u32) -> Option<Action> {
    let item = item_at(snapshot, offset).filter(|item| item.word == Keyword::Givens)?;
    let ItemKind::Givens(Cells::Text(text)) = &item.kind else {
        return None;
    };
    let (_, entry) = entry_at(snapshot, offset)?;
    let grid = as_grid(entry.puzzle.as_ref().filter(|_| entry.sound)?)?;
    Some(Action::rewrite("Write the givens as a grid", vec![Edit { span: text.span, text: grid }]))
}
