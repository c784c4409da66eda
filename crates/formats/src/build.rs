//! From cells with their places to a puzzle: the part that all readers share.

use sdkc_board::{Board, Grid, Shape};
use sdkc_diagnostics::{Code, Diagnostic, Span};
use sdkc_puzzle::{CellSpans, Notation, Origins, Puzzle};

use crate::{ReadOptions, alphabet::Alphabet, size::Size};

/// The most mistakes that are told of one puzzle.
pub(crate) const MOST_MISTAKES: usize = 10;

/// A character that stands for a cell, and its place.
pub(crate) type CellChar = (char, Span);

/// The values of cells, 0 for empty ones, and how they are written.
pub(crate) struct Values {
    pub numbers: Vec<u8>,
    pub notation: Notation,
}

/// The values of a grid's cells. Their number is the caller's affair.
pub(crate) fn values(
    size: Size,
    cells: &[CellChar],
    options: &ReadOptions,
    at: Span,
) -> Result<Values, Vec<Diagnostic>> {
    let alphabet =
        Alphabet::of(size.side, cells.iter().map(|(ch, _)| *ch), options, at).map_err(|it| vec![*it])?;
    let mut numbers = Vec::with_capacity(cells.len());
    let mut strays = Vec::new();
    for (ch, span) in cells {
        match alphabet.value(*ch) {
            Some(number) => numbers.push(number),
            None => strays.push(stray(*ch, *span, alphabet.notation())),
        }
    }
    if strays.is_empty() {
        return Ok(Values { numbers, notation: alphabet.notation().clone() });
    }
    strays.truncate(MOST_MISTAKES);
    Err(strays)
}

/// A puzzle of the table's sizes from its cells, exactly as many as it has.
pub(crate) fn puzzle(
    size: Size,
    cells: &[CellChar],
    options: &ReadOptions,
    at: Span,
) -> Result<Puzzle, Vec<Diagnostic>> {
    let values = values(size, cells, options, at)?;
    let spans = cells.iter().map(|(_, span)| *span);
    let shape = size.shape();
    let places = CellSpans::from_pairs(shape.cells().zip(spans).collect());
    Ok(assemble(shape, &values.numbers, values.notation, places, at))
}

/// A puzzle from numbers that were checked against the shape.
pub(crate) fn assemble(
    shape: Shape,
    numbers: &[u8],
    notation: Notation,
    givens: CellSpans,
    at: Span,
) -> Puzzle {
    let origins = Origins { puzzle: Some(at), header: Some(at), givens, ..Origins::default() };
    let board = Board::with_givens(shape, Grid::from_numbers(numbers))
        .expect("callers check the number of cells and the values");
    let mut puzzle = Puzzle::new(board);
    puzzle.notation = notation;
    puzzle.origins = origins;
    puzzle
}

/// What is wrong with a word that should be a number from 0 to the side.
pub(crate) fn bad_number(word: &str, at: Span, side: usize) -> Diagnostic {
    let shown = shortened(word);
    let message = if word.bytes().all(|byte| byte.is_ascii_digit()) {
        format!("{shown} is over the side, {side}")
    } else {
        format!("`{shown}` is no number")
    };
    Diagnostic::new(Code::E0701, message, at)
        .with_note(format!("every cell is a number from 1 to {side}, or 0 where it is empty"))
}

fn stray(ch: char, span: Span, notation: &Notation) -> Diagnostic {
    let side = notation.side();
    let message = match ch {
        '1'..='9' if notation.as_symbols().is_none() => {
            format!("{ch} is over the side of this {side}×{side} puzzle")
        }
        _ => format!("{} is no cell of this {side}×{side} puzzle", quoted(ch)),
    };
    let values = match notation.as_symbols() {
        Some(symbols) => format!("one of {}", symbols.iter().collect::<String>()),
        None => format!("1 to {side}"),
    };
    Diagnostic::new(Code::E0701, message, span)
        .with_note(format!("a cell is {values}, or `.` where it is empty; nothing is skipped or shifted"))
}

/// A character as messages show it.
pub(crate) fn quoted(ch: char) -> String {
    // A mark in the middle of joined files, or a blank without width, cannot be seen.
    let is_unseen = matches!(ch, '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{feff}');
    if ch.is_control() || ch.is_whitespace() || is_unseen {
        return format!("the character U+{:04X}", ch as u32);
    }
    format!("`{ch}`")
}

/// A word as messages show it, cut off where it is long.
pub(crate) fn shortened(word: &str) -> String {
    match word.char_indices().nth(24) {
        Some((end, _)) => format!("{}…", &word[..end]),
        None => word.to_owned(),
    }
}
