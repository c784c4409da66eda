//! A puzzle's board for views beside the text: what each cell holds, what is legal in it, which cells clash. Boards of
//! many layers are told a few layers at a time.

use std::collections::BTreeSet;

use sdkc_board::{Board, Cell, Conflict, Shape, Value, ValueSet};
use sdkc_diagnostics::{Diagnostic, Severity};
use sdkc_puzzle::Puzzle;

use crate::Snapshot;

/// So many cells are told at once, unless one layer has more.
const MOST_CELLS: usize = 8192;

/// A cell as a view draws it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CellView {
    /// Its given.
    pub given: Option<Value>,
    /// What the player's state has in it.
    pub state: Option<Value>,
    /// What is legal in it; `None` where it is filled.
    pub legal: Option<ValueSet>,
    /// Whether it takes part in something that is wrong.
    pub clashes: bool,
}

/// A board, or some of its layers: planes of rows and columns, in reading order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardView {
    /// The puzzle's name.
    pub name: Option<String>,
    /// The number of values, and the length of each line.
    pub side: usize,
    /// The number of axes.
    pub n_dims: usize,
    /// The lengths of a block on each axis, rows first; `None` where regions replace the blocks.
    pub block: Option<Vec<u8>>,
    /// The region of each cell of a jigsaw.
    pub regions: Vec<u8>,
    /// How each value is written, in order.
    pub values: Vec<String>,
    /// Whether the puzzle keeps the rules, so that it can be solved.
    pub is_sound: bool,
    /// Whether the puzzle has a state to write into.
    pub has_state: bool,
    /// The number of all layers; 1 for a flat board.
    pub n_layers: usize,
    /// The first layer that is told.
    pub first_layer: usize,
    /// For each layer that is told its coordinates on the axes after row and column, from 1.
    pub layers: Vec<Vec<usize>>,
    /// The cells of these layers.
    pub cells: Vec<CellView>,
}

impl BoardView {
    /// The number of cells before the first that is told.
    #[must_use]
    pub const fn first_cell(&self) -> usize {
        self.first_layer * self.side * self.side
    }
}

/// The board of a puzzle (numbered from 0) from one of its layers on, as many as are told at once. `diagnostics` are
/// those of the snapshot and what a solver added: their cells clash. `None` where there is no such puzzle, or not even
/// its shape is known.
#[must_use]
pub fn board(
    snapshot: &Snapshot,
    puzzle: usize,
    first_layer: usize,
    diagnostics: &[Diagnostic],
) -> Option<BoardView> {
    let entry = snapshot.entries().get(puzzle)?;
    let number = u32::try_from(puzzle).ok();
    let about =
        |it: &&Diagnostic| it.severity == Severity::Error && it.puzzle.is_none_or(|it| Some(it) == number);
    let puzzle = entry.puzzle.as_ref()?;
    let shape = puzzle.board.shape();
    let (side, n_cells) = (shape.side(), shape.n_cells());
    let plane = side * side;
    let n_layers = n_cells / plane;
    let first_layer = first_layer.min(n_layers - 1);
    let told = (MOST_CELLS / plane).max(1).min(n_layers - first_layer);
    let window = first_layer * plane..(first_layer + told) * plane;

    let played = with_state(puzzle);
    let clashing = clashing(puzzle, &played, diagnostics.iter().filter(about));
    let cells = window.clone().filter_map(|index| shape.cell_at(index));
    let layers = window.step_by(plane).filter_map(|index| shape.cell_at(index));
    Some(BoardView {
        name: puzzle.name.clone(),
        side,
        n_dims: shape.n_dims(),
        block: block(shape),
        regions: shape.regions().map(|it| it.of_cells().to_vec()).unwrap_or_default(),
        values: (0..side).filter_map(Value::from_index).map(|value| puzzle.notation.show(value)).collect(),
        is_sound: entry.sound,
        has_state: puzzle.state.is_some(),
        n_layers,
        first_layer,
        layers: layers
            .map(|cell| (2..shape.n_dims()).map(|axis| usize::from(shape.coord(cell, axis)) + 1).collect())
            .collect(),
        cells: cells.map(|cell| view(puzzle, &played, cell, clashing.contains(&cell))).collect(),
    })
}

fn block(shape: &Shape) -> Option<Vec<u8>> {
    shape.block_lengths().filter(|_| shape.has_blocks()).map(<[u8]>::to_vec)
}

/// The board with what the player wrote as givens, for what is legal beside it.
fn with_state(puzzle: &Puzzle) -> Board {
    let mut board = puzzle.board.clone();
    for (cell, value) in puzzle.state.iter().flat_map(|state| state.filled()) {
        if board.given(cell).is_none() {
            // A value of the puzzle's own notation always fits its board.
            let _ = board.set_given(cell, Some(value));
        }
    }
    board
}

/// The cells that break a rule, and those that errors point at.
fn clashing<'d>(
    puzzle: &Puzzle,
    played: &Board,
    errors: impl Iterator<Item = &'d Diagnostic>,
) -> BTreeSet<Cell> {
    let mut found = BTreeSet::new();
    for conflict in played.conflicts() {
        match conflict {
            Conflict::Equal { cells, .. } => found.extend(cells),
            Conflict::NotAllowed { cell, .. } | Conflict::NoLegalValue { cell } => found.extend([cell]),
            Conflict::NotLess { low, high, .. } => found.extend([low, high]),
            _ => {}
        }
    }
    let spans: BTreeSet<_> =
        errors.flat_map(|it| it.span.into_iter().chain(it.labels.iter().map(|label| label.span))).collect();
    if !spans.is_empty() {
        let written = puzzle.origins.givens.iter().chain(puzzle.origins.candidates.iter());
        found.extend(written.filter(|(_, span)| spans.contains(span)).map(|(cell, _)| cell));
    }
    found
}

fn view(puzzle: &Puzzle, played: &Board, cell: Cell, clashes: bool) -> CellView {
    let given = puzzle.board.given(cell);
    let state = puzzle.state.as_ref().and_then(|state| state.value(cell)).filter(|_| given.is_none());
    CellView { given, state, legal: played.legal_values(cell), clashes }
}
