//! Pencil marks as one line of 729 characters: nine for each cell, digit d in place d or a blank mark.

use sdkc_board::{Board, Shape, ValueSet};
use sdkc_diagnostics::{Code, Diagnostic, Span};
use sdkc_puzzle::{CellSpans, Puzzle};

use crate::{
    Line, Record, build::MOST_MISTAKES, build::quoted, detect::Head, dialect::LineContext, parse_729,
    size::Size,
};

pub(crate) const EXAMPLE: &str = concat!(
    "1........12345678912345678912345678912345678912345678912345678912345678912345678",
    "9123456789123456789123456789123456789123456789123456789123456789123456789123456",
    "7891234567891234567891234567891234567891234567891234567891234567891234567891234",
    "5678912345678912345678912345678912345678912345678912345678912345678912345678912",
    "3456789123456789123456789123456789123456789123456789123456789123456789123456789",
    "1234567891234567891234567891234567891234567891234567891234567891234567891234567",
    "8912345678912345678912345678912345678912345678912345678912345678912345678912345",
    "6789123456789123456789123456789123456789123456789123456789123456789123456789123",
    "4567891234567891234567891234567891234567891234567891234567891234567891234567891",
    "23456789.2.......\n",
);

const N_MARKS: usize = 729;

pub(crate) fn detect(head: &Head<'_>) -> bool {
    let is_mark = |byte: u8| byte.is_ascii_digit() || matches!(byte, b'.' | b'*' | b'_');
    let in_place = |(at, byte): (usize, u8)| !byte.is_ascii_digit() || byte == b'0' || byte == digit_at(at);
    !head.has_syntax
        && head.mostly(|line| {
            let line = line.trim();
            (700..760).contains(&line.len())
                && line.bytes().all(is_mark)
                && line.bytes().enumerate().take(90).all(in_place)
        })
}

/// The digit whose place this is.
const fn digit_at(at: usize) -> u8 {
    b'1' + (at % 9) as u8
}

pub(crate) fn read(line: &Line<'_>, _: &LineContext) -> Option<Record> {
    if line.is_idle() {
        return None;
    }
    let text = line.text.trim();
    let start = text.as_ptr() as usize - line.text.as_ptr() as usize;
    Some(Record::new(line.number, line.span(), marks(line, start, text)))
}

fn marks(line: &Line<'_>, start: usize, text: &str) -> Result<Puzzle, Vec<Diagnostic>> {
    let at = line.part(start, start + text.len());
    let found = text.chars().count();
    if found != N_MARKS {
        let message = format!("{found} marks where 81 cells of 9 have {N_MARKS}");
        let note = match Size::with_cells(found) {
            Some(_) => "a list holds one kind of puzzles only; put lines of cells into a list of their own",
            None => "write `.` for each absent mark",
        };
        return Err(vec![Diagnostic::new(Code::E0702, message, at).with_note(note)]);
    }
    match parse_729(text.as_bytes()) {
        Some(sets) => Ok(restricted(line, start, &sets, at)),
        None => Err(strays(line, start, text)),
    }
}

/// What is no mark, or not in its place.
fn strays(line: &Line<'_>, start: usize, text: &str) -> Vec<Diagnostic> {
    let all = text.char_indices().enumerate().map(|(number, (offset, ch))| (digit_at(number), offset, ch));
    let is_stray =
        |(own, _, ch): &(u8, usize, char)| *ch != char::from(*own) && !matches!(ch, '.' | '0' | '*' | '_');
    let told = all.filter(is_stray).take(MOST_MISTAKES).map(|(own, offset, ch)| {
        let place = line.part(start + offset, start + offset + ch.len_utf8());
        let message = format!("{} stands in the place of {}", quoted(ch), char::from(own));
        Diagnostic::new(Code::E0701, message, place)
            .with_note("each cell has nine places: digit d stands in place d, or `.` does")
    });
    told.collect()
}

fn restricted(line: &Line<'_>, start: usize, sets: &[u16], at: Span) -> Puzzle {
    let shape = Shape::classic();
    let mut board = Board::empty(shape.clone());
    let mut places = Vec::new();
    for (cell, set) in shape.cells().zip(sets) {
        let set = ValueSet::from_bits((*set).into());
        if set != ValueSet::full(9) {
            board.restrict(cell, set).expect("the cell is one of the shape");
        }
        let from = start + cell.index() * 9;
        places.push((cell, line.part(from, from + 9)));
    }
    let mut puzzle = Puzzle::new(board);
    puzzle.origins.candidates = CellSpans::from_pairs(places);
    (puzzle.origins.puzzle, puzzle.origins.header) = (Some(at), Some(at));
    puzzle
}
