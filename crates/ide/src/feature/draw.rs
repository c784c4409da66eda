//! Grids as the formatter writes them, for texts that are put in as a whole.

use sdkc_board::{Grid, Value};
use sdkc_formats::ReadOptions;
use sdkc_puzzle::Puzzle;

use crate::{Snapshot, format};

/// A text in the language, tidy; as it is where it is not right.
pub(super) fn tidy(text: String) -> String {
    let snapshot = Snapshot::new(text, &ReadOptions::default());
    format(&snapshot).unwrap_or_else(|| snapshot.text().to_owned())
}

/// The `block` item of a flat board with blocks.
fn block(puzzle: &Puzzle) -> Option<String> {
    match puzzle.board.shape().block_lengths()? {
        [rows, columns] if rows == columns => Some(format!("block {rows}")),
        [rows, columns] => Some(format!("block {rows}x{columns}")),
        _ => None,
    }
}

/// The rows of a grid without borders; `None` on boards that are not flat.
fn rows(puzzle: &Puzzle, grid: &Grid) -> Option<Vec<String>> {
    let shape = puzzle.board.shape();
    let cell =
        |value: &Option<Value>| value.map_or_else(|| ".".to_owned(), |value| puzzle.notation.show(value));
    let row = |values: &[Option<Value>]| values.iter().map(cell).collect::<Vec<_>>().join(" ");
    (shape.n_dims() == 2).then(|| grid.values().chunks(shape.side()).map(row).collect())
}

/// The lines of a flat grid with its block borders drawn, in braces, the inner lines indented for an item of a puzzle.
pub(super) fn braced(puzzle: &Puzzle, grid: &Grid) -> Option<String> {
    let rows = rows(puzzle, grid)?;
    let Some(block) = block(puzzle) else {
        return Some(format!("{{\n        {}\n    }}", rows.join("\n        ")));
    };
    let symbols: String = puzzle.notation.as_symbols().unwrap_or_default().iter().collect();
    let symbols = if symbols.is_empty() { symbols } else { format!("symbols \"{symbols}\"\n") };
    let whole = tidy(format!("puzzle {{\n{block}\n{symbols}state {{\n{}\n}}\n}}\n", rows.join("\n")));
    let start = whole.find("state")? + "state ".len();
    Some(whole.get(start..)?.trim_end().strip_suffix('}')?.trim_end().to_owned())
}
