//! Pencil marks as one line of 729 characters: nine for each cell, digit d in place d or a blank mark. What follows is a remark, set
//! off as behind the cells of other lines.

use sdkc_board::{Board, Shape, ValueSet};
use sdkc_diagnostics::{Code, Diagnostic, Span};
use sdkc_puzzle::{CellSpans, Puzzle};

use crate::{
    Line, Record,
    build::{MOST_MISTAKES, quoted},
    detect::Head,
    dialect::LineContext,
    format::{
        labelled::{Further, Labelled},
        line::{beside, inner_break, not_set_off, read_labelled, split, with_comment},
    },
    lines::{MARK, is_idle_text},
    parse_729,
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
    head.lists(looks_like)
}

/// Whether about as many characters as there are marks stand on a line, and nearly all of the first digits in their places.
fn looks_like(line: &str) -> bool {
    is_like_marks(split(line.trim()).0) || labelled(line).is_some()
}

/// The marks of a line that does not start with them.
fn labelled(line: &str) -> Option<Labelled<'_>> {
    Labelled::cut_at(line, |word| word.len() == N_MARKS && is_like_marks(word)).filter(|it| it.start > 0)
}

/// The fast lane for pencil marks with a label in front of them or quotes around, as [`parse_729`] is for others.
///
/// ```
/// use sdkc_formats::{parse_729, parse_labelled_729};
/// let marks = format!("..3......{}", "123456789".repeat(80));
/// let labelled = format!("1. {marks}");
/// assert_eq!(parse_labelled_729(labelled.as_bytes()), parse_729(marks.as_bytes()));
/// assert!(parse_labelled_729(&labelled.as_bytes()[..700]).is_none());
/// ```
#[must_use]
pub fn parse_labelled_729(line: &[u8]) -> Option<[u16; 81]> {
    let text = str::from_utf8(line).ok()?;
    let text = text.strip_prefix(MARK).unwrap_or(text).trim();
    if text.contains(['\n', '\r']) || is_idle_text(text) || is_like_marks(split(text).0) {
        return None;
    }
    let it = labelled(text).filter(|it| Further::of(it.rest, N_MARKS).is_none())?;
    parse_729(it.run.as_bytes())
}

fn is_like_marks(run: &str) -> bool {
    const FIRST: usize = 90;
    let is_astray = |(at, ch): &(usize, char)| {
        !(is_mark(*ch) && (!ch.is_ascii_digit() || matches!(*ch, '0') || *ch == char::from(digit_at(*at))))
    };
    // The number of characters is at most that of bytes, and not far below where nearly all are marks.
    (700..800).contains(&run.len())
        && (700..760).contains(&run.chars().count())
        && run.chars().enumerate().take(FIRST).filter(is_astray).count() * 10 <= FIRST
}

/// Whether a character may be a mark somewhere.
const fn is_mark(ch: char) -> bool {
    ch.is_ascii_digit() || matches!(ch, '.' | '*' | '_')
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
    if let Some(at) = text.find(['\n', '\r']).map(|at| start + at) {
        return Some(Record::new(line.number, line.span(), Err(vec![inner_break(line.part(at, at + 1))])));
    }
    let (run, rest) = split(text);
    if !is_like_marks(run)
        && let Some(it) = labelled(line.text)
    {
        return Some(read_labelled(&it, line, line.span(), |_| marks(line, it.start, it.run)));
    }
    // A blank or a comma among as many characters as there are marks is a mistake in one of them, and no end.
    let is_inside = text.chars().count() == N_MARKS && Size::with_cells(run.chars().count()).is_none();
    let (run, rest) = if is_inside { (text, "") } else { (run.trim_end(), rest) };
    let result = marks(line, start, run).map(|puzzle| with_comment(puzzle, rest));
    Some(beside(Record::new(line.number, line.span(), result), line, rest, N_MARKS))
}

fn marks(line: &Line<'_>, start: usize, run: &str) -> Result<Puzzle, Vec<Diagnostic>> {
    let at = line.part(start, start + run.len());
    if let Some(sets) = parse_729(run.as_bytes()) {
        return Ok(restricted(line, start, &sets, at));
    }
    let found = run.chars().count();
    if found == N_MARKS {
        return Err(strays(line, start, run));
    }
    if let Some((all, behind)) = run.split_at_checked(N_MARKS)
        && let Some(ch) = behind.chars().next().filter(|ch| !is_mark(*ch))
        && parse_729(all.as_bytes()).is_some()
    {
        let place = line.part(start + N_MARKS, start + N_MARKS + ch.len_utf8());
        return Err(vec![not_set_off(ch, place, "729 pencil marks")]);
    }
    let message = format!("{found} marks where 81 cells of 9 have {N_MARKS}");
    let note = match Size::with_cells(found) {
        Some(_) => "a list holds one kind of puzzles only; put lines of cells into a list of their own",
        None => "write `.` for each absent mark; set a remark off with a blank or `#`",
    };
    Err(vec![Diagnostic::new(Code::E0702, message, at).with_note(note)])
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
