//! HoDoKu's library lines: `:technique:candidates:givens:deleted:eliminations:placements:extra`.
//!
//! `+d` among the givens is a digit that was placed, not given: it goes to the state. What the line says about a
//! technique is kept as metadata and takes no part in the puzzle.

use sdkc_board::{Grid, Value};
use sdkc_diagnostics::{Code, Diagnostic, Span};
use sdkc_puzzle::{CellSpans, Puzzle};

use crate::{Line, Record, detect::Head, dialect::LineContext, format::line::read_run, parse_81, size::Size};

pub(crate) const EXAMPLE: &str = "\
:0000:x:53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79:::
";

/// The fields and the metadata that they become; the givens are not among them.
const FIELDS: &[(usize, &str)] = &[
    (1, "technique"),
    (2, "candidates"),
    (4, "deleted"),
    (5, "eliminations"),
    (6, "placements"),
    (7, "extra"),
];

/// The field of the givens.
const GIVENS: usize = 3;

pub(crate) fn detect(head: &Head<'_>) -> bool {
    head.lists(|line| line.trim_start().starts_with(':') && fields(line).len() > GIVENS)
}

/// Whether a line has as many colons as the library's, and about as many givens as a classic board has cells.
pub(crate) fn looks_like(line: &str) -> bool {
    line.trim_start().starts_with(':') && {
        let fields = fields(line);
        matches!(fields.len(), 7 | 8) && (70..=162).contains(&fields[GIVENS].len())
    }
}

fn fields(line: &str) -> Vec<&str> {
    line.trim().split(':').collect()
}

/// The fast lane: the givens of a line and the digits that were placed, 0 for cells without. `None` for anything else.
///
/// Whatever it takes, [`LineReader`](crate::LineReader) takes too and with the same cells; the reader also keeps what the line says of a
/// technique, and says what is wrong with a line.
///
/// ```
/// use sdkc_formats::{Dialect, parse_hodoku};
/// let line = Dialect::Hodoku.example().replacen(":53", ":+53", 1);
/// let (givens, placed) = parse_hodoku(line.as_bytes()).expect("a line of the library");
/// assert_eq!((&givens[..3], &placed[..3]), (&[0, 3, 0][..], &[5, 0, 0][..]));
/// assert!(parse_hodoku(&line.as_bytes()[1..]).is_none());
/// ```
#[must_use]
pub fn parse_hodoku(line: &[u8]) -> Option<([u8; 81], [u8; 81])> {
    let mut fields = line.trim_ascii().split(|byte| *byte == b':');
    let (first, text) = (fields.next()?, fields.nth(GIVENS - 1)?);
    if !(first.is_empty() && matches!(fields.count(), 3 | 4)) {
        return None;
    }
    if !text.contains(&b'+') {
        return (text.len() == 81).then(|| Some((parse_81(text).ok()?, [0; 81]))).flatten();
    }
    let (mut run, mut placed, mut n_cells, mut is_placed) = ([b'.'; 81], [0; 81], 0, false);
    for byte in text {
        match byte {
            b'+' if !is_placed => is_placed = true,
            b'1'..=b'9' if is_placed => {
                *placed.get_mut(n_cells)? = byte - b'0';
                (n_cells, is_placed) = (n_cells + 1, false);
            }
            _ if is_placed => return None,
            _ => {
                *run.get_mut(n_cells)? = *byte;
                n_cells += 1;
            }
        }
    }
    (n_cells == run.len() && !is_placed).then(|| Some((parse_81(&run).ok()?, placed))).flatten()
}

pub(crate) fn read(line: &Line<'_>, context: &LineContext) -> Option<Record> {
    if line.is_idle() {
        return None;
    }
    let fields = fields(line.text);
    let span = line.span();
    if !matches!(fields.len(), 7 | 8) || !fields[0].is_empty() {
        let message = format!("{} colons in a line of HoDoKu's library", fields.len() - 1);
        let it = Diagnostic::new(Code::E0701, message, span).with_note(
            "the line is `:technique:candidates:givens:deleted:eliminations:placements:`, with 6 or 7 colons",
        );
        return Some(Record::new(line.number, span, Err(vec![it])));
    }
    let start = fields[GIVENS].as_ptr() as usize - line.text.as_ptr() as usize;
    let result = givens(line, start, fields[GIVENS], context).map(|mut puzzle| {
        for (at, key) in FIELDS {
            if let Some(value) = fields.get(*at).filter(|value| !value.is_empty()) {
                puzzle.meta.push(*key, *value);
            }
        }
        puzzle
    });
    Some(Record::new(line.number, span, result))
}

/// Reads `+`-marked digits apart from the others.
fn givens(
    line: &Line<'_>,
    start: usize,
    text: &str,
    context: &LineContext,
) -> Result<Puzzle, Vec<Diagnostic>> {
    let at = line.part(start, start + text.len());
    let n_cells = text.chars().filter(|ch| *ch != '+').count();
    if n_cells != Size::with_side(9).map_or(81, Size::n_cells) || !text.is_ascii() {
        let message = format!("{n_cells} cells where a 9×9 puzzle has 81");
        return Err(vec![
            Diagnostic::new(Code::E0702, message, at).with_note("write `.` for each empty cell"),
        ]);
    }
    let mut run = String::with_capacity(81);
    let mut offsets = Vec::with_capacity(81);
    let mut placed = Vec::new();
    let mut plus = None;
    for (offset, ch) in text.char_indices() {
        match ch {
            '+' if plus.is_none() => plus = Some(offset),
            '1'..='9' if plus.take().is_some() => {
                placed.push((offsets.len(), ch as u8 - b'0'));
                run.push('.');
                offsets.push(offset);
            }
            _ if plus.is_some() => break,
            _ => {
                run.push(ch);
                offsets.push(offset);
            }
        }
    }
    if let Some(offset) = plus {
        let place = line.part(start + offset, start + offset + 1);
        return Err(vec![
            Diagnostic::new(Code::E0701, "a `+` without a digit after it", place)
                .with_note("`+7` is a 7 that was placed, not given"),
        ]);
    }
    // The spans of a run without its `+` are moved back to where the characters stand.
    let moved = |span: Span| {
        let at = offsets.get(span.start as usize).copied().unwrap_or(0) + start;
        line.part(at, at + 1)
    };
    match read_run(&Span::new(0, 81), &run, &context.options, 81) {
        Ok(puzzle) => Ok(with_placed(puzzle, &placed, moved, at)),
        Err(mut mistakes) => {
            for it in &mut mistakes {
                it.span = it.span.map(|span| if span.len() == 1 { moved(span) } else { at });
            }
            Err(mistakes)
        }
    }
}

fn with_placed(mut puzzle: Puzzle, placed: &[(usize, u8)], moved: impl Fn(Span) -> Span, at: Span) -> Puzzle {
    let pairs = puzzle.origins.givens.iter().map(|(cell, span)| (cell, moved(span))).collect();
    puzzle.origins.givens = CellSpans::from_pairs(pairs);
    (puzzle.origins.puzzle, puzzle.origins.header) = (Some(at), Some(at));
    if placed.is_empty() {
        return puzzle;
    }
    let shape = puzzle.board.shape().clone();
    let mut state = Grid::empty(shape.n_cells());
    let mut places = Vec::new();
    for (index, digit) in placed {
        if let Some(cell) = shape.cell_at(*index) {
            state.set(cell, Value::new(*digit));
            places.extend(puzzle.origins.givens.span(cell).map(|span| (cell, span)));
        }
    }
    puzzle.state = Some(state);
    puzzle.origins.state = CellSpans::from_pairs(places);
    puzzle
}
