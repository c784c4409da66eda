//! A board as a puzzle file draws it, layer by layer.

use std::io::{self, Write};

use sdkc_board::{Grid, Shape};
use sdkc_puzzle::Puzzle;

use super::{Ruler, Texts, jigsaw, layer_name, n_layers, row_start, row_values};
use crate::look::{Look, Style};

/// How boards are drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DrawOptions {
    /// Colour and lines. With colour, givens are bold and other values cyan.
    pub look: Look,
    /// About as many lines may be written; `None` is no limit. The first layer is always drawn, layers are never cut.
    pub max_rows: Option<usize>,
}

/// What became of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Drawn {
    /// The layers that were drawn; a flat board is one layer.
    pub layers_shown: usize,
    /// The layers that there was no room for.
    pub layers_left_out: usize,
}

impl DrawOptions {
    /// How many of the layers there is room for.
    pub(super) fn layers(&self, shape: &Shape, rows_a_layer: usize) -> Drawn {
        let all = n_layers(shape);
        // A heading and a blank line come with each layer.
        let room = self.max_rows.map_or(all, |rows| rows / (rows_a_layer + 2)).clamp(1, all);
        Drawn { layers_shown: room, layers_left_out: all - room }
    }
}

/// Draws the values of `grid` (its givens, a solution, …) as the puzzle's file would, and says how many layers were
/// left out. Writes layer by layer, and a flat board row by row: a board of 33 million cells needs no buffer of its size, and a
/// writer that fails leaves no heading without its layer.
///
/// ```
/// use sdkc_board::{Board, Shape, closed_form};
/// use sdkc_puzzle::Puzzle;
/// use sdkc_render::{DrawOptions, Look, draw_board};
/// let shape = Shape::hypercube(2, 2)?;
/// let grid = closed_form(&shape).expect("no jigsaw");
/// let puzzle = Puzzle::new(Board::empty(shape));
/// let mut out = Vec::new();
/// draw_board(&mut out, &puzzle, &grid, &DrawOptions { look: Look::PLAIN, max_rows: None })?;
/// assert_eq!(String::from_utf8(out)?, "1 2 | 3 4\n3 4 | 1 2\n----+----\n2 1 | 4 3\n4 3 | 2 1\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Those of `out`.
pub fn draw_board(
    out: &mut dyn Write,
    puzzle: &Puzzle,
    grid: &Grid,
    options: &DrawOptions,
) -> io::Result<Drawn> {
    let shape = puzzle.board.shape();
    if let Some(regions) = shape.regions() {
        let texts = Texts::new(puzzle);
        let cell = |at: usize| styled(puzzle, grid, &texts, at);
        jigsaw::draw(out, regions, &vec![puzzle.notation.width(); shape.side()], options.look, cell)?;
        return Ok(Drawn { layers_shown: 1, layers_left_out: 0 });
    }
    let ruler = Ruler::new(shape, vec![puzzle.notation.width(); shape.side()], options.look);
    let drawn = options.layers(shape, shape.side() + shape.side() / 3);
    let texts = Texts::new(puzzle);
    for layer in 0..drawn.layers_shown {
        let cells = |at: usize| styled(puzzle, grid, &texts, row_start(shape, layer, 0) + at);
        write_layer(out, &ruler, heading(shape, layer, options.look), cells)?;
    }
    Ok(drawn)
}

/// Writes a layer under its heading, both at once; a flat board, which may be large, row by row.
pub(super) fn write_layer<'t>(
    out: &mut dyn Write,
    ruler: &Ruler,
    heading: Option<String>,
    cell: impl Fn(usize) -> (Option<Style>, &'t str),
) -> io::Result<()> {
    let (is_flat, side) = (heading.is_none(), ruler.side());
    let mut text = heading.unwrap_or_default();
    for row in 0..side {
        ruler.push_row(&mut text, (row * side..(row + 1) * side).map(&cell));
        text.push_str(ruler.border_below(row).unwrap_or_default());
        if is_flat {
            out.write_all(text.as_bytes())?;
            text.clear();
        }
    }
    out.write_all(text.as_bytes())
}

/// A blank line between layers and the layer's name; nothing on flat boards.
pub(super) fn heading(shape: &Shape, layer: usize, look: Look) -> Option<String> {
    let name = layer_name(shape, layer)?;
    let mut line = String::from(if layer > 0 { "\n" } else { "" });
    look.push(&mut line, Some(Style::Heading), &name);
    line.push('\n');
    Some(line)
}

/// The text of the cell with this number, and whether it is a given.
pub(super) fn styled<'t>(
    puzzle: &Puzzle,
    grid: &Grid,
    texts: &'t Texts,
    at: usize,
) -> (Option<Style>, &'t str) {
    let Some(value) = row_values(grid, at, 1).next().flatten() else {
        return (Some(Style::Line), ".");
    };
    let given = puzzle.board.givens().values().get(at).copied().flatten();
    let style = if given == Some(value) { Style::Given } else { Style::Filled };
    (Some(style), texts.of(Some(value)))
}

#[cfg(test)]
mod tests {
    use sdkc_board::{Board, Cell, ValueSet, closed_form};

    use super::*;
    use crate::boards::draw_candidates;

    /// Takes so many writes, and no more.
    struct Few(usize, String);

    impl Write for Few {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0 = self.0.checked_sub(1).ok_or_else(|| io::Error::other("enough"))?;
            self.1.push_str(std::str::from_utf8(bytes).expect("text"));
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn a_writer_that_fails_leaves_no_heading_without_its_layer() {
        let shape = Shape::hypercube(3, 2).expect("a shape");
        let (side, grid) = (shape.side(), closed_form(&shape).expect("no jigsaw"));
        let puzzle = Puzzle::new(Board::empty(shape));
        let values = |_: Cell| ValueSet::EMPTY;
        for n_writes in 1..side {
            for marks in [false, true] {
                let (mut few, options) =
                    (Few(n_writes, String::new()), DrawOptions { look: Look::PLAIN, max_rows: None });
                let drawn = if marks {
                    draw_candidates(&mut few, &puzzle, puzzle.board.givens(), &values, &options)
                } else {
                    draw_board(&mut few, &puzzle, &grid, &options)
                };
                drawn.expect_err("it takes no more");
                let layers: Vec<&str> = few.1.split("layer ").skip(1).collect();
                assert!(!layers.is_empty());
                let is_whole = |layer: &&str| layer.lines().filter(|line| line.contains('|')).count() == side;
                assert!(layers.iter().all(is_whole), "{}", few.1);
            }
        }
    }
}
