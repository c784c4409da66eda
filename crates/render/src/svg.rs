//! Boards as SVG pictures for print and web: thick borders around blocks and regions, givens bold, pencil marks
//! small, layers side by side. Colours follow the reader's light or dark scheme.

use std::io::{self, Write};

use sdkc_board::{Cell, Grid, Shape, UnitId, ValueSet};
use sdkc_puzzle::Puzzle;

use crate::boards::{layer_name, n_layers, row_start};

/// The side of a cell in user units.
const CELL: usize = 40;
/// The space around layers and between them.
const MARGIN: usize = 12;
/// The space above a layer with a name.
const HEADING: usize = 26;

const STYLE: &str = "<style>\n\
    svg { background: #fff; font-family: system-ui, 'Segoe UI', Helvetica, Arial, sans-serif }\n\
    text { text-anchor: middle; dominant-baseline: central; fill: #1a56a8; font-size: 22px }\n\
    .given { fill: #111; font-weight: 700 }\n\
    .mark { fill: #666 }\n\
    .layer { fill: #111; font-size: 15px; text-anchor: start }\n\
    path { fill: none; stroke: #111; stroke-linecap: square }\n\
    .thin { stroke: #999; stroke-width: 1 }\n\
    .thick { stroke-width: 2.5 }\n\
    @media (prefers-color-scheme: dark) {\n\
    svg { background: #16181d } text { fill: #7fb4ff } .given, .layer { fill: #f2f2f2 } .mark { fill: #a0a0a0 }\n\
    path { stroke: #f2f2f2 } .thin { stroke: #5c6068 }\n\
    }\n\
    </style>\n";

/// What a picture shows besides values.
#[derive(Default)]
pub struct SvgOptions<'c> {
    /// Candidates for empty cells.
    pub candidates: Option<&'c dyn Fn(Cell) -> ValueSet>,
    /// The most layers; 0 is no limit.
    pub max_layers: usize,
}

/// Writes `grid` as an SVG document.
///
/// # Errors
/// Those of `out`.
pub fn write_svg(
    out: &mut dyn Write,
    puzzle: &Puzzle,
    grid: &Grid,
    options: &SvgOptions<'_>,
) -> io::Result<()> {
    let shape = puzzle.board.shape();
    let side = shape.side();
    let all = n_layers(shape);
    let layers = if options.max_layers == 0 { all } else { options.max_layers.min(all) };
    let heading = if shape.n_dims() > 2 { HEADING } else { 0 };
    let columns = columns_of_layers(layers);
    let (step_x, step_y) = (side * CELL + MARGIN, side * CELL + MARGIN + heading);
    let width = columns * step_x + MARGIN;
    let height = layers.div_ceil(columns) * step_y + MARGIN;
    writeln!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" role=\"img\">"
    )?;
    writeln!(out, "<title>{}</title>", escaped(puzzle.name.as_deref().unwrap_or("Puzzle")))?;
    out.write_all(STYLE.as_bytes())?;
    for layer in 0..layers {
        let x = layer % columns * step_x + MARGIN;
        let y = layer / columns * step_y + MARGIN + heading;
        writeln!(out, "<g transform=\"translate({x} {y})\">")?;
        if let Some(name) = layer_name(shape, layer) {
            writeln!(out, "<text class=\"layer\" x=\"0\" y=\"-13\">{name}</text>")?;
        }
        write_lines(out, shape, layer)?;
        for at in row_start(shape, layer, 0)..row_start(shape, layer + 1, 0) {
            if let Some(cell) = shape.cell_at(at) {
                write_cell(out, puzzle, grid, cell, options)?;
            }
        }
        writeln!(out, "</g>")?;
    }
    writeln!(out, "</svg>")
}

/// As many layers side by side as make the picture about square.
fn columns_of_layers(layers: usize) -> usize {
    let root = layers.isqrt();
    if root * root < layers { root + 1 } else { root.max(1) }
}

/// The thin grid, then the borders: the frame and every edge between two blocks or regions.
fn write_lines(out: &mut dyn Write, shape: &Shape, layer: usize) -> io::Result<()> {
    let side = shape.side();
    let end = side * CELL;
    let mut thin = String::new();
    for line in 1..side {
        let at = line * CELL;
        thin.push_str(&format!("M0 {at}H{end}M{at} 0V{end}"));
    }
    let house = |row: usize, column: usize| -> Option<UnitId> {
        shape.cell_at(row_start(shape, layer, row) + column).and_then(|cell| shape.block_of(cell))
    };
    let mut thick = format!("M0 0H{end}V{end}H0Z");
    for at in 1..side {
        for across in 0..side {
            let (near, far, along) = (at - 1, at * CELL, across * CELL);
            if house(near, across) != house(at, across) {
                thick.push_str(&format!("M{along} {far}h{CELL}"));
            }
            if house(across, near) != house(across, at) {
                thick.push_str(&format!("M{far} {along}v{CELL}"));
            }
        }
    }
    writeln!(out, "<path class=\"thin\" d=\"{thin}\"/>\n<path class=\"thick\" d=\"{thick}\"/>")
}

fn write_cell(
    out: &mut dyn Write,
    puzzle: &Puzzle,
    grid: &Grid,
    cell: Cell,
    options: &SvgOptions<'_>,
) -> io::Result<()> {
    let shape = puzzle.board.shape();
    let (row, column) = (usize::from(shape.coord(cell, 0)), usize::from(shape.coord(cell, 1)));
    let (x, y) = (column * CELL, row * CELL);
    if let Some(value) = grid.value(cell) {
        let class = if puzzle.board.given(cell) == Some(value) { " class=\"given\"" } else { "" };
        let (x, y) = (x + CELL / 2, y + CELL / 2);
        return writeln!(
            out,
            "<text{class} x=\"{x}\" y=\"{y}\">{}</text>",
            escaped(&puzzle.notation.show(value))
        );
    }
    let Some(candidates) = options.candidates else {
        return Ok(());
    };
    // Each value has its own place in the cell, as people pencil it.
    let a_row = columns_of_layers(shape.side());
    let step = CELL as f64 / a_row as f64;
    let size = step * if puzzle.notation.width() > 1 { 0.6 } else { 0.85 };
    for value in candidates(cell).iter() {
        let (down, right) = (value.index() / a_row, value.index() % a_row);
        let (x, y) = (x as f64 + (right as f64 + 0.5) * step, y as f64 + (down as f64 + 0.5) * step);
        writeln!(
            out,
            "<text class=\"mark\" style=\"font-size:{size:.1}px\" x=\"{x:.1}\" y=\"{y:.1}\">{}</text>",
            escaped(&puzzle.notation.show(value))
        )?;
    }
    Ok(())
}

fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for ch in text.chars() {
        match ch {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            // XML has no way to write other control characters.
            ch if ch.is_control() && !matches!(ch, '\t' | '\n') => escaped.push('\u{fffd}'),
            ch => escaped.push(ch),
        }
    }
    escaped
}
