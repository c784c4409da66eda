//! The pencil-mark grid: every cell's value, or the candidates that are left for it.

use std::{
    io::{self, Write},
    ops::Range,
};

use sdkc_board::{Cell, Grid, ValueSet};
use sdkc_puzzle::Puzzle;

use super::{
    DrawOptions, Drawn, Ruler, Texts,
    draw::{heading, write_layer},
    jigsaw, row_start,
};
use crate::look::{Look, Style};

/// Draws the values of `grid` and, in its empty cells, the candidates: run together where each is one character
/// (`147`), else with commas (`1,12`). A cell without candidates shows `∅` (`-` in ASCII). Writes layer by layer and asks for the
/// candidates of a layer just before it writes them, so that a writer that fails ends the work too, and leaves
/// no heading without its layer.
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
    let mut layer_of_cells = Layer { texts: Texts::new(puzzle), ..Layer::default() };
    for layer in 0..drawn.layers_shown {
        let first = row_start(shape, layer, 0);
        layer_of_cells.clear();
        for cell in (first..first + side * side).filter_map(|at| shape.cell_at(at)) {
            layer_of_cells.push(puzzle, grid, cell, candidates, options.look);
        }
        let widths = layer_of_cells.widths(side);
        if let Some(regions) = shape.regions() {
            jigsaw::draw(out, regions, &widths, options.look, |at| layer_of_cells.shown(at))?;
            continue;
        }
        let ruler = Ruler::new(shape, widths, options.look);
        let heading = heading(shape, layer, options.look);
        write_layer(out, &ruler, heading, |at| layer_of_cells.shown(at))?;
    }
    Ok(drawn)
}

/// The cells of a layer, in one text: boards have tens of millions of them.
#[derive(Default)]
struct Layer {
    /// Of the values.
    texts: Texts,
    text: String,
    cells: Vec<(Option<Style>, Range<usize>)>,
}

impl Layer {
    fn clear(&mut self) {
        self.text.clear();
        self.cells.clear();
    }

    /// Adds the text of a cell behind those before it.
    fn push(
        &mut self,
        puzzle: &Puzzle,
        grid: &Grid,
        cell: Cell,
        candidates: &dyn Fn(Cell) -> ValueSet,
        look: Look,
    ) {
        let start = self.text.len();
        let style = match grid.value(cell) {
            Some(value) => {
                self.text.push_str(self.texts.of(Some(value)).trim_start());
                let is_given = puzzle.board.given(cell) == Some(value);
                Some(if is_given { Style::Given } else { Style::Filled })
            }
            None => self.push_candidates(candidates(cell), puzzle.notation.is_compact(), look),
        };
        self.cells.push((style, start..self.text.len()));
    }

    fn push_candidates(&mut self, left: ValueSet, is_compact: bool, look: Look) -> Option<Style> {
        if left.is_empty() {
            self.text.push_str(if look.is_unicode() { "∅" } else { "-" });
            return Some(Style::Alarm);
        }
        for (at, value) in left.iter().enumerate() {
            self.text.push_str(if at == 0 || is_compact { "" } else { "," });
            self.text.push_str(self.texts.of(Some(value)).trim_start());
        }
        None
    }

    fn shown(&self, at: usize) -> (Option<Style>, &str) {
        let cell = self.cells.get(at);
        cell.map_or((None, ""), |(style, range)| (*style, self.text.get(range.clone()).unwrap_or_default()))
    }

    /// The width of each column.
    fn widths(&self, side: usize) -> Vec<usize> {
        let of_column = |column: usize| {
            let in_column = (column..self.cells.len()).step_by(side);
            in_column.map(|at| self.shown(at).1.chars().count()).max().unwrap_or(1)
        };
        (0..side).map(of_column).collect()
    }
}
