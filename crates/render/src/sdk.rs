//! A puzzle as native `.sdk` text, from which the same puzzle can be read again.
//!
//! Constraints beyond the shape's units, and cells whose candidates are empty, cannot be said in language version 1;
//! a comment stands in their place.

use std::io::{self, Write};

use sdkc_board::{Grid, Shape};
use sdkc_puzzle::{Comparison, ExpectKind, Meta, Puzzle, Spanned, cell_name};

use crate::boards::{Ruler, Texts, layer_name, n_layers, row_start, row_values};
use crate::look::Look;

/// What is written in place of, or besides, what the puzzle holds.
#[derive(Clone, Copy, Debug, Default)]
pub struct SdkOptions<'g> {
    /// These givens instead of the puzzle's. Expectations are then left out: they are about the puzzle's own.
    pub givens: Option<&'g Grid>,
    /// An `expect solution { … }` instead of the puzzle's expectations about solutions. It claims that this is the only one.
    pub solution: Option<&'g Grid>,
}

/// Writes `puzzle "name" { … }`.
///
/// ```
/// use sdkc_board::{Board, Grid, Shape};
/// use sdkc_puzzle::Puzzle;
/// use sdkc_render::{SdkOptions, write_sdk};
/// let mut numbers = [0; 16];
/// numbers[5] = 3;
/// let board = Board::with_givens(Shape::hypercube(2, 2)?, Grid::from_numbers(&numbers))?;
/// let mut out = Vec::new();
/// write_sdk(&mut out, &Puzzle::new(board), SdkOptions::default())?;
/// assert!(String::from_utf8(out)?.contains("        . 3 | . .\n"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Those of `out`.
pub fn write_sdk(out: &mut dyn Write, puzzle: &Puzzle, options: SdkOptions<'_>) -> io::Result<()> {
    match &puzzle.name {
        Some(name) => writeln!(out, "puzzle {} {{", quoted(name))?,
        None => writeln!(out, "puzzle {{")?,
    }
    write_meta(out, &puzzle.meta)?;
    write_shape(out, puzzle)?;
    write_strategy(out, puzzle)?;
    write_givens(out, puzzle, options.givens.unwrap_or(puzzle.board.givens()))?;
    write_candidates(out, puzzle)?;
    if let Some(state) = &puzzle.state {
        writeln!(out)?;
        write_grid(out, puzzle, "state", state)?;
    }
    write_expects(out, puzzle, options)?;
    writeln!(out, "}}")
}

/// A string as the language quotes it.
fn quoted(text: &str) -> String {
    let mut quoted = String::with_capacity(text.len() + 2);
    quoted.push('"');
    for ch in text.chars() {
        match ch {
            '"' => quoted.push_str("\\\""),
            '\\' => quoted.push_str("\\\\"),
            '\n' => quoted.push_str("\\n"),
            ch if ch.is_control() || matches!(ch, '\u{2028}' | '\u{2029}' | '\u{feff}') => {
                quoted.push_str(&format!("\\u{{{:x}}}", u32::from(ch)));
            }
            ch => quoted.push(ch),
        }
    }
    quoted.push('"');
    quoted
}

/// Each key of the language once as its own item, neighbouring tags on one line, everything else as `meta`.
fn write_meta(out: &mut dyn Write, meta: &Meta) -> io::Result<()> {
    let mut written: Vec<&str> = Vec::new();
    let mut entries = meta.entries();
    while let [entry, rest @ ..] = entries {
        let key = entry.key.as_str();
        entries = rest;
        if !Meta::KEYS.contains(&key) || written.contains(&key) {
            writeln!(out, "    meta {} {}", quoted(key), quoted(&entry.value))?;
            continue;
        }
        written.push(key);
        write!(out, "    {key} {}", quoted(&entry.value))?;
        while let [next, rest @ ..] = entries
            && key == "tags"
            && next.key == key
        {
            write!(out, " {}", quoted(&next.value))?;
            entries = rest;
        }
        writeln!(out)?;
    }
    Ok(())
}

fn write_shape(out: &mut dyn Write, puzzle: &Puzzle) -> io::Result<()> {
    let shape = puzzle.board.shape();
    match shape.block_lengths() {
        Some([first, rest @ ..]) if rest.iter().all(|length| length == first) => {
            if shape.n_dims() > 2 {
                writeln!(out, "    dimensions {}", shape.n_dims())?;
            }
            writeln!(out, "    block {first}")?;
        }
        Some(lengths) => {
            let lengths: Vec<String> = lengths.iter().map(u8::to_string).collect();
            writeln!(out, "    block {}", lengths.join("x"))?;
        }
        None => write_regions(out, shape)?,
    }
    match puzzle.notation.as_symbols() {
        Some(symbols) => writeln!(out, "    symbols {}", quoted(&symbols.iter().collect::<String>())),
        None => Ok(()),
    }
}

fn write_regions(out: &mut dyn Write, shape: &Shape) -> io::Result<()> {
    let Some(regions) = shape.regions() else {
        return Ok(());
    };
    // Latin letters and digits are enough up to side 62; letters of other alphabets serve above.
    let labels: Vec<char> = ('A'..='Z')
        .chain('a'..='z')
        .chain('0'..='9')
        .chain('\u{c0}'..'\u{600}')
        .filter(|label| label.is_alphanumeric())
        .take(regions.side())
        .collect();
    writeln!(out, "    regions {{")?;
    for row in regions.of_cells().chunks(regions.side()) {
        let cells: Vec<String> = row.iter().map(|region| labels[usize::from(*region)].to_string()).collect();
        writeln!(out, "        {}", cells.join(" "))?;
    }
    writeln!(out, "    }}")
}

fn write_strategy(out: &mut dyn Write, puzzle: &Puzzle) -> io::Result<()> {
    let spec = &puzzle.strategy;
    let number = |name: &str, option: Option<Spanned<u64>>| option.map(|it| format!("{name} {}", it.value));
    let timeout = spec.timeout_ms.map(|it| match it.value {
        ms if ms % 1000 == 0 => format!("timeout {}s", ms / 1000),
        ms => format!("timeout {ms}ms"),
    });
    let options: Vec<String> = [
        number("seed", spec.seed),
        spec.values.map(|it| format!("values {}", it.value)),
        spec.propagate.map(|it| format!("propagate {}", it.value)),
        timeout,
        number("nodes", spec.nodes),
    ]
    .into_iter()
    .flatten()
    .collect();
    if spec.kind.is_none() && options.is_empty() {
        return Ok(());
    }
    write!(out, "    strategy {}", spec.kind())?;
    if options.is_empty() {
        return writeln!(out);
    }
    writeln!(out, " {{")?;
    for option in options {
        writeln!(out, "        {option}")?;
    }
    writeln!(out, "    }}")
}

/// Givens as a grid, or one by one on a board of many dimensions with few of them.
fn write_givens(out: &mut dyn Write, puzzle: &Puzzle, givens: &Grid) -> io::Result<()> {
    let n_filled = givens.n_filled();
    if n_filled == 0 {
        return Ok(());
    }
    writeln!(out)?;
    let shape = puzzle.board.shape();
    if shape.n_dims() == 2 || n_filled > shape.n_cells() / 16 {
        return write_grid(out, puzzle, "givens", givens);
    }
    for (cell, value) in givens.filled().filter(|(cell, _)| cell.index() < shape.n_cells()) {
        writeln!(out, "    given {} = {}", cell_name(puzzle, cell), puzzle.notation.show(value))?;
    }
    Ok(())
}

fn write_candidates(out: &mut dyn Write, puzzle: &Puzzle) -> io::Result<()> {
    for (cell, values) in puzzle.board.restricted() {
        let name = cell_name(puzzle, cell);
        if values.is_empty() {
            writeln!(out, "    // no value is allowed at {name}, which the language cannot say")?;
        } else {
            writeln!(out, "    candidates {name} = {}", puzzle.notation.show_set(values))?;
        }
    }
    match puzzle.board.constraints().len() {
        0 => Ok(()),
        n => writeln!(out, "    // {n} further constraints, which language version 1 cannot say"),
    }
}

/// A grid item; on boards of more than two dimensions with a layer for each one that holds a value.
fn write_grid(out: &mut dyn Write, puzzle: &Puzzle, item: &str, grid: &Grid) -> io::Result<()> {
    let shape = puzzle.board.shape();
    let side = shape.side();
    let ruler = Ruler::new(shape, vec![puzzle.notation.width(); side], Look::PLAIN);
    let texts = Texts::new(puzzle);
    writeln!(out, "    {item} {{")?;
    for layer in 0..n_layers(shape) {
        let name = layer_name(shape, layer);
        let first = row_start(shape, layer, 0);
        let empty = row_values(grid, first, side * side).all(|value| value.is_none());
        if name.is_some() && empty {
            continue;
        }
        let indent = if name.is_some() { "            " } else { "        " };
        if let Some(name) = &name {
            writeln!(out, "        {name} {{")?;
        }
        for row in 0..side {
            let mut line = String::from(indent);
            let cells =
                row_values(grid, row_start(shape, layer, row), side).map(|value| (None, texts.of(value)));
            ruler.push_row(&mut line, cells);
            if let Some(border) = ruler.border_below(row) {
                line.push_str(indent);
                line.push_str(border);
            }
            out.write_all(line.as_bytes())?;
        }
        if name.is_some() {
            writeln!(out, "        }}")?;
        }
    }
    writeln!(out, "    }}")
}

fn write_expects(out: &mut dyn Write, puzzle: &Puzzle, options: SdkOptions<'_>) -> io::Result<()> {
    let kept = |kind: &ExpectKind| {
        let about_givens = matches!(kind, ExpectKind::Givens(_) | ExpectKind::Minimal);
        let about_solutions = kind.solution_range().is_some() && !matches!(kind, ExpectKind::Minimal);
        !(about_givens && options.givens.is_some()
            || about_solutions && (options.solution.is_some() || options.givens.is_some()))
    };
    let kinds: Vec<&ExpectKind> =
        puzzle.expects.iter().map(|expect| &expect.kind).filter(|kind| kept(kind)).collect();
    if !kinds.is_empty() || options.solution.is_some() {
        writeln!(out)?;
    }
    for kind in kinds {
        match kind {
            ExpectKind::Unique => writeln!(out, "    expect unique")?,
            ExpectKind::Unsolvable => writeln!(out, "    expect unsolvable")?,
            ExpectKind::Minimal => writeln!(out, "    expect minimal")?,
            ExpectKind::Givens(count) => writeln!(out, "    expect givens {count}")?,
            ExpectKind::Solution(grid) => write_grid(out, puzzle, "expect solution", grid)?,
            ExpectKind::Solutions { comparison, count } => {
                let sign = match comparison {
                    Comparison::Exactly => "",
                    Comparison::AtLeast => ">= ",
                    Comparison::AtMost => "<= ",
                };
                writeln!(out, "    expect solutions {sign}{count}")?;
            }
        }
    }
    match options.solution {
        Some(grid) => write_grid(out, puzzle, "expect solution", grid),
        None => Ok(()),
    }
}
