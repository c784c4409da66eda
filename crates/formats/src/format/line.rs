//! One puzzle a line: 81 characters, or 16, 36, 144, 256 or 625, or as many numbers; also the `.sdm` collections.
//!
//! The cells stand in one run without blanks; what follows after a blank, a comma, a semicolon or `#` is the puzzle's comment.
//! Blanks are empty cells only in a line of exactly 81 digits and blanks.

use sdkc_diagnostics::{Code, Diagnostic, Span};
use sdkc_puzzle::{Puzzle, list, with_article};

use crate::{
    Line, ReadOptions, Record,
    alphabet::is_empty_mark,
    build::{self, CellChar},
    detect::Head,
    dialect::LineContext,
    format::number_line::NumberLine,
    size::{SIZES, Size},
};

pub(crate) const EXAMPLE: &str = "\
# Two puzzles, one a line.
53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79 easy
100007090030020008009600500005300900010080002600004000300000010040000007007000300
";

/// What may end the run of cells.
const SEPARATORS: [char; 5] = [' ', '\t', ',', ';', '#'];

pub(crate) fn detect(head: &Head<'_>) -> bool {
    head.lists(looks_like)
}

/// Whether a line leaves no doubt that a puzzle was meant, well-formed or not.
pub(crate) fn looks_like(line: &str) -> bool {
    let whole = Line { number: 1, offset: 0, text: line };
    if is_blank_celled(line) || is_nearly_blank_celled(line) || NumberLine::cut(&whole).is_some() {
        return true;
    }
    let run = split(line.trim_start()).0;
    let (mut n_cells, mut n_plain) = (0_usize, 0_usize);
    for ch in run.chars() {
        n_cells += 1;
        n_plain += usize::from(ch.is_ascii_digit() || matches!(ch, '.' | '_' | '*' | '-'));
        if !ch.is_ascii_alphanumeric() && !is_empty_mark(ch) && n_cells > n_plain + 8 {
            return false;
        }
    }
    let n_letters = run.bytes().filter(u8::is_ascii_alphanumeric).count();
    if n_letters == 0 && !run.contains('.') && !run.contains('*') && !run.contains('_') {
        return false;
    }
    match Size::with_cells(n_cells) {
        Some(size) if size.side > 9 => run.chars().all(|ch| ch.is_ascii_alphanumeric() || is_empty_mark(ch)),
        Some(_) => n_plain * 2 >= n_cells || run.chars().all(|ch| ch.is_ascii_digit() || is_empty_mark(ch)),
        None => n_cells >= 12 && n_plain * 10 >= n_cells * 9,
    }
}

/// Whether blanks are the line's empty cells.
fn is_blank_celled(line: &str) -> bool {
    line.len() == 81
        && line.contains(' ')
        && line.bytes().all(|byte| matches!(byte, b'1'..=b'9' | b' '))
        && line.bytes().any(|byte| byte != b' ')
}

/// Whether blanks were meant as cells and some were lost, as when an editor cuts off those at the end.
fn is_nearly_blank_celled(line: &str) -> bool {
    (72..90).contains(&line.len())
        && line.contains("  ")
        && line.bytes().all(|byte| matches!(byte, b'1'..=b'9' | b' '))
        && Size::of_numbers(line.split_ascii_whitespace().count()).is_none_or(|size| size.side <= 9)
}

/// Whether a line holds a puzzle that can be read as it stands.
pub(super) fn is_read(text: &str) -> bool {
    let context = LineContext { options: ReadOptions::default(), first: String::new() };
    read(&Line { number: 1, offset: 0, text }, &context).is_some_and(|record| record.puzzle.is_some())
}

/// The run of cells and what follows it.
pub(super) fn split(line: &str) -> (&str, &str) {
    line.split_at(line.find(SEPARATORS).unwrap_or(line.len()))
}

pub(crate) fn read(line: &Line<'_>, context: &LineContext) -> Option<Record> {
    let text = line.text.trim_end_matches(['\n', '\r']);
    if line.is_idle() && !is_blank_celled(text) {
        return None;
    }
    let span = line.part(0, text.len());
    if let Some(at) = text.find(['\n', '\r']) {
        return Some(Record::new(line.number, span, Err(vec![inner_break(line.part(at, at + 1))])));
    }
    if let Some(numbers) = NumberLine::cut(&Line { text, ..*line }) {
        let result = numbers.read().map(|puzzle| with_comment(puzzle, numbers.rest));
        return Some(Record::new(line.number, span, result));
    }
    let (start, run, rest) = if is_blank_celled(text) {
        (0, text, "")
    } else {
        let start = text.len() - text.trim_start().len();
        let (run, rest) = split(&text[start..]);
        (start, run, rest)
    };
    let result = read_run(&line.part(start, start + run.len()), run, &context.options, text.len());
    let result = result.map(|puzzle| with_comment(puzzle, rest));
    Some(Record::new(line.number, span, result))
}

pub(super) fn inner_break(at: Span) -> Diagnostic {
    Diagnostic::new(Code::E0701, "a line break inside a line", at)
        .with_note("lines end with a line feed, with or without a carriage return before it")
}

pub(super) fn with_comment(mut puzzle: Puzzle, rest: &str) -> Puzzle {
    let comment = rest.trim_start_matches(SEPARATORS).trim_end();
    if !comment.is_empty() {
        puzzle.meta.push("comment", comment);
    }
    puzzle
}

/// Reads one unbroken run of cells at `at`, on a line of `length` bytes.
pub(crate) fn read_run(
    at: &Span,
    run: &str,
    options: &ReadOptions,
    length: usize,
) -> Result<Puzzle, Vec<Diagnostic>> {
    let cells: Vec<CellChar> = run
        .char_indices()
        .map(|(offset, ch)| {
            let span = Span::from_range(offset..offset + ch.len_utf8()).shifted(at.start);
            (if ch == ' ' { '.' } else { ch }, span)
        })
        .collect();
    let Some(size) = Size::with_cells(cells.len()) else {
        return Err(wrong_size(&cells, run, options, *at, length));
    };
    build::puzzle(size, &cells, options, *at).map_err(|mistakes| {
        if is_foreign_matter(&cells, run) { vec![no_puzzle(*at, cells.len(), length)] } else { mistakes }
    })
}

/// What is said of a run whose number of cells makes no board.
fn wrong_size(
    cells: &[CellChar],
    run: &str,
    options: &ReadOptions,
    at: Span,
    length: usize,
) -> Vec<Diagnostic> {
    if is_foreign_matter(cells, run) {
        return vec![no_puzzle(at, cells.len(), length)];
    }
    if let Some(it) = no_separator(cells) {
        return vec![it];
    }
    let largest = cells.iter().filter_map(|(ch, _)| ch.to_digit(10)).max().unwrap_or_default();
    let size = Size::nearest(cells.len(), largest as usize);
    if !size.is_near(cells.len()) {
        return vec![no_board(cells.len(), at)];
    }
    let mut found = vec![wrong_count(size, cells, at)];
    if let Err(strays) = build::values(size, cells, options, at) {
        found.extend(strays.into_iter().filter(|it| it.code == Code::E0701));
    }
    found
}

/// Where a whole puzzle stands in front of something that is not set off: a sign that is no cell anywhere, or a word where no larger
/// board with letters can be meant.
fn no_separator(cells: &[CellChar]) -> Option<Diagnostic> {
    let is_cell = |ch: char| ch.is_ascii_digit() || is_empty_mark(ch);
    let n_cells = cells.iter().position(|(ch, _)| !is_cell(*ch))?;
    let (ch, span) = cells[n_cells];
    let size = Size::with_cells(n_cells)?;
    let may_be_larger = ch.is_ascii_alphabetic() && Size::nearest(cells.len(), 0) != size;
    (!may_be_larger).then(|| not_set_off(ch, span, &format!("{n_cells} cells")))
}

/// That something stands behind all cells, or pencil marks, as if it were one more.
pub(super) fn not_set_off(ch: char, span: Span, behind: &str) -> Diagnostic {
    Diagnostic::new(Code::E0701, format!("{} behind the last of {behind}", build::quoted(ch)), span)
        .with_note("set off what follows the cells with a blank, a comma, a semicolon or `#`")
        .with_fix("Set it off", span, format!(" # {ch}"))
}

/// Whether a run was not meant as cells at all.
fn is_foreign_matter(cells: &[CellChar], run: &str) -> bool {
    let is_cell = |ch: char| ch.is_ascii_alphanumeric() || is_empty_mark(ch);
    let n_strange = cells.iter().filter(|(ch, _)| !is_cell(*ch)).count();
    !looks_like(run) && (cells.len() < 10 || n_strange * 4 > cells.len() || is_word(run))
}

/// Letters for the most part, or no digit at all.
fn is_word(run: &str) -> bool {
    let n_letters = run.chars().filter(char::is_ascii_alphabetic).count();
    n_letters * 2 > run.len() || !run.chars().any(|ch| ch.is_ascii_digit())
}

fn no_puzzle(at: Span, n_cells: usize, length: usize) -> Diagnostic {
    let it = Diagnostic::new(Code::E0701, "this is no puzzle", at)
        .with_note("a puzzle is a line of 81 cells (or 16, 36, 144, 256, 625); start a comment with `#`");
    if n_cells < 10 && (70..=90).contains(&length) {
        return it.with_note(format!(
            "blanks are read as empty cells only in a line of exactly 81 digits and blanks; this one has {length} characters"
        ));
    }
    it
}

fn no_board(n_cells: usize, at: Span) -> Diagnostic {
    if n_cells == 729 {
        return Diagnostic::new(Code::E0704, "729 pencil marks in a list of cells", at).with_note(
            "a list holds one kind of puzzles only; put lines of pencil marks into a list of their own",
        );
    }
    if let Some(size) = of_more_dimensions(n_cells) {
        let message =
            format!("{n_cells} cells make a board of {size}, and lines hold boards of two dimensions");
        return Diagnostic::new(Code::E0704, message, at).with_note(
            "write it as a puzzle file: `sdkc solve --output sdk` does, where a line came from sdkc",
        );
    }
    let sizes: Vec<String> = SIZES.iter().map(|size| size.n_cells().to_string()).collect();
    Diagnostic::new(Code::E0704, format!("no board has {n_cells} cells"), at)
        .with_note(format!("a puzzle on a line has {} cells, each one character", list(&sizes)))
}

/// The board of more than two dimensions that has so many cells, by its size.
fn of_more_dimensions(n_cells: usize) -> Option<String> {
    let of = |(length, n_dims): (usize, u32)| {
        let side = length.checked_pow(n_dims)?;
        let is_it = side.checked_pow(n_dims)? == n_cells;
        is_it.then(|| vec![side.to_string(); n_dims as usize].join("×"))
    };
    (2..=4).flat_map(|length| (3..=4).map(move |n_dims| (length, n_dims))).find_map(of)
}

fn wrong_count(size: Size, cells: &[CellChar], at: Span) -> Diagnostic {
    let (found, wanted, side) = (cells.len(), size.n_cells(), size.side);
    let message =
        format!("{found} cells where {} puzzle has {wanted}", with_article(format!("{side}×{side}")));
    let (place, label) = match cells.get(wanted) {
        Some((_, first)) => (Span::new(first.start, at.end), format!("cell {} and on", wanted + 1)),
        None => (at, format!("{} missing", wanted - found)),
    };
    Diagnostic::new(Code::E0702, message, place)
        .with_primary_label(label)
        .with_note("write `.` for each empty cell; set a comment off with a blank or `#`")
}
