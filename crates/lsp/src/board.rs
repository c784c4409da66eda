//! Requests of our own for a view of the board beside the text: `sdkc/board` tells what to draw, `sdkc/setCell` the
//! edits that a click or a key makes. Clients without such a view never send them.

use std::sync::Arc;

use sdkc_ide::{self as ide, BoardView, Target, Value};
use serde::{Deserialize, Serialize};
use tower_lsp::{
    jsonrpc::{Error, ErrorCode, Result},
    lsp_types::{Position, Url, WorkspaceEdit},
};

use crate::{convert::Text, state::State};

/// Which board: of the puzzle that is named or stands at a place, from one of its layers on.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct BoardParams {
    uri: Url,
    puzzle: Option<usize>,
    position: Option<Position>,
    #[serde(default)]
    layer: usize,
}

/// What a view draws. Numbers of values count from 1, 0 is an empty cell.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct BoardAnswer {
    version: i32,
    puzzle: usize,
    n_puzzles: usize,
    name: Option<String>,
    side: usize,
    n_dims: usize,
    block: Option<Vec<u8>>,
    regions: Vec<u8>,
    values: Vec<String>,
    is_sound: bool,
    has_state: bool,
    verdict: Option<&'static str>,
    n_layers: usize,
    first_layer: usize,
    first_cell: usize,
    layers: Vec<Vec<usize>>,
    givens: Vec<u8>,
    state: Vec<u8>,
    /// For each cell the set of its legal values as a hexadecimal number, lowest bit for the value 1; empty for filled cells.
    legal: Vec<String>,
    /// The places in these lists of the cells that clash.
    clashes: Vec<usize>,
}

/// Which value goes where, in which version of the text.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SetCellParams {
    uri: Url,
    version: i32,
    puzzle: usize,
    /// The cell's place in reading order, from 0.
    cell: usize,
    /// The value, from 1; 0 empties the cell.
    value: u8,
    /// Whether it goes into the player's state, not among the givens.
    #[serde(default)]
    state: bool,
}

pub(crate) fn board(state: &Arc<State>, params: &BoardParams) -> Option<BoardAnswer> {
    let (version, snapshot, diagnostics) = state.diagnostics(&params.uri)?;
    let text = Text { snapshot: &snapshot, encoding: state.session().encoding };
    let at_place = || ide::entry_number(&snapshot, text.offset(params.position?));
    let puzzle = params.puzzle.or_else(at_place).unwrap_or(0);
    let view = ide::board(&snapshot, puzzle, params.layer, &diagnostics)?;
    let verdict = state.verdict(&params.uri, version, puzzle);
    let n_puzzles = snapshot.entries().len();
    Some(answer(view, version, puzzle, n_puzzles, verdict))
}

fn answer(
    view: BoardView,
    version: i32,
    puzzle: usize,
    n_puzzles: usize,
    verdict: Option<&'static str>,
) -> BoardAnswer {
    let number = |value: Option<Value>| value.map_or(0, Value::number);
    let clashes = view.cells.iter().enumerate().filter(|(_, cell)| cell.clashes).map(|(at, _)| at);
    let legal = |cell: &ide::CellView| cell.legal.map_or_else(String::new, |set| format!("{:x}", set.bits()));
    BoardAnswer {
        version,
        puzzle,
        n_puzzles,
        first_cell: view.first_cell(),
        clashes: clashes.collect(),
        givens: view.cells.iter().map(|cell| number(cell.given)).collect(),
        state: view.cells.iter().map(|cell| number(cell.state)).collect(),
        legal: view.cells.iter().map(legal).collect(),
        name: view.name,
        side: view.side,
        n_dims: view.n_dims,
        block: view.block,
        regions: view.regions,
        values: view.values,
        is_sound: view.is_sound,
        has_state: view.has_state,
        verdict,
        n_layers: view.n_layers,
        first_layer: view.first_layer,
        layers: view.layers,
    }
}

pub(crate) fn set_cell(state: &Arc<State>, params: &SetCellParams) -> Result<WorkspaceEdit> {
    let Some((version, snapshot)) = state.snapshot(&params.uri) else {
        return Err(Error::invalid_params("the document is not open"));
    };
    if version != params.version {
        // The view draws an older text; a newer board is on its way to it.
        return Err(Error {
            code: ErrorCode::ContentModified,
            message: "the text has changed".into(),
            data: None,
        });
    }
    let target = if params.state { Target::State } else { Target::Givens };
    let value = Value::new(params.value);
    let edits = ide::set_cell(&snapshot, params.puzzle, params.cell, value, target)
        .map_err(|why| Error::invalid_params(why.to_string()))?;
    let text = Text { snapshot: &snapshot, encoding: state.session().encoding };
    Ok(text.workspace_edit(&params.uri, version, &edits))
}
