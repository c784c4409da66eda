//! The pencil-mark grid: every cell's value, or the candidates that are left for it.

use std::io::{self, Write};

use sdkc_board::{Cell, Grid, ValueSet};
use sdkc_puzzle::Puzzle;

use super::{DrawOptions, Drawn, Ruler, draw::write_heading, jigsaw, row_start};
use crate::look::{Look, Style};

/// Draws the values of `grid` and, in its empty cells, the candidates: run together where each is one character
/// (`147`), else with commas (`1,12`). A cell without candidates shows `∅` (`-` in ASCII).
///
/// # Errors
/// Those of `out`.
pub fn draw_candidates(
    out: &mut dyn Write,
    puzzle: &Puzzle,
    grid: &Grid,
    candidates: &dyn Fn(Cell) -> ValueSet,
    options: &DrawOptions,
) -> io::Result<Drawn> {
    let shape = puzzle.board.shape();
    let side = shape.side();
    let drawn = options.layers(shape, side + side / 3);
    for layer in 0..drawn.layers_shown {
        write_heading(out, shape, layer, options.look)?;
        let first = row_start(shape, layer, 0);
        let cells: Vec<(Option<Style>, String)> = (first..first + side * side)
            .filter_map(|at| shape.cell_at(at))
            .map(|cell| cell_text(puzzle, grid, cell, candidates, options.look))
            .collect();
        let widths = (0..side)
            .map(|column| {
                let in_column = cells.iter().skip(column).step_by(side);
                in_column.map(|(_, text)| text.chars().count()).max().unwrap_or(1)
            })
            .collect::<Vec<_>>();
        let shown = |at: usize| cells.get(at).map_or((None, ""), |(style, text)| (*style, text.as_str()));
        if let Some(regions) = shape.regions() {
            jigsaw::draw(out, regions, &widths, options.look, shown)?;
            continue;
        }
        let ruler = Ruler::new(shape, widths, options.look);
        for row in 0..side {
            let mut line = String::new();
            ruler.push_row(&mut line, (row * side..(row + 1) * side).map(shown));
            line.push_str(ruler.border_below(row).unwrap_or_default());
            out.write_all(line.as_bytes())?;
        }
    }
    Ok(drawn)
}

fn cell_text(
    puzzle: &Puzzle,
    grid: &Grid,
    cell: Cell,
    candidates: &dyn Fn(Cell) -> ValueSet,
    look: Look,
) -> (Option<Style>, String) {
    if let Some(value) = grid.value(cell) {
        let style = if puzzle.board.given(cell) == Some(value) { Style::Given } else { Style::Filled };
        return (Some(style), puzzle.notation.show(value));
    }
    let left = candidates(cell);
    if left.is_empty() {
        return (Some(Style::Alarm), if look.is_unicode() { "∅" } else { "-" }.to_owned());
    }
    let texts: Vec<String> = left.iter().map(|value| puzzle.notation.show(value)).collect();
    (None, texts.join(if puzzle.notation.is_compact() { "" } else { "," }))
}
