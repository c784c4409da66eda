//! The plain format for boards of any dimension: `N b`, then the numbers of all cells in reading order, 0 for empty.
//!
//! Line breaks among the numbers mean nothing, nor does the one behind `N b`; up to side 9 the cells may also stand in runs of digits.
//! Read in one pass; a board of 43 million cells costs its numbers.

use sdkc_board::{Cell, Shape, ShapeError};
use sdkc_diagnostics::{Code, Diagnostic, Span};
use sdkc_puzzle::{CellSpans, Notation, Puzzle, with_article};

use crate::{
    LONGEST_LINE, Line, ReadOptions, Record,
    build::{self, MOST_MISTAKES, shortened},
    detect::Head,
    format::{grid, labelled},
    lines,
    size::Size,
};

pub(crate) const EXAMPLE: &str = "\
2 2
1 0 0 0
0 0 2 0
0 3 0 0
0 0 0 3
";

/// Up to here every cell's place is kept; beyond, those of the givens.
const ALL_PLACES: usize = 1 << 16;

/// Beyond this the places would cost more than the board: none are kept, and messages name cells by coordinates.
const NO_PLACES: usize = 1 << 22;

pub(crate) fn detect(head: &Head<'_>) -> bool {
    let starts_with_digit =
        |line: &Line<'_>| line.text.trim_start().starts_with(|ch: char| ch.is_ascii_digit());
    header(head.first()).is_some_and(|header| {
        if header.rest.is_empty() {
            head.lines.get(1).is_none_or(starts_with_digit) && !heads_list(&header, &head.behind(1))
        } else {
            head.lines.len() == 1 && header.is_with_cells()
        }
    }) && !starts_with_cells(head.first())
}

/// Whether the first word is no number of dimensions, but a puzzle with 0 for empty cells, and what follows its remark; or the number of a
/// puzzle in a list.
fn starts_with_cells(line: &str) -> bool {
    const LONGEST_NUMBER: usize = 24;
    let n_digits = line.split_ascii_whitespace().next().map_or(0, str::len);
    let n_of_second = line.split_ascii_whitespace().nth(1).map_or(0, str::len);
    n_digits > LONGEST_NUMBER || Size::with_cells(n_digits).is_some() || n_of_second >= labelled::SHORTEST
}

/// Whether the lines that follow are puzzles, or rows of grids, and not all together the numbers of one.
fn heads_list(header: &Header<'_>, behind: &Head<'_>) -> bool {
    let words = behind.lines.iter().flat_map(|line| line.text.split_ascii_whitespace());
    let are_short = || behind.lines.iter().all(|line| line.text.len() <= LONGEST_LINE);
    // Two numbers that no board has are a bad line, where a line is a puzzle, and the title of a grid.
    if header.n_cells().is_none() && (behind.of_first_puzzle().is_some() || grid::has_whole(&behind.lines, 9))
    {
        return true;
    }
    behind.lines.len() > 1 && are_short() && behind.is_list() && header.n_cells() != Some(words.count())
}

/// The first line.
struct Header<'t> {
    /// The number of dimensions and the length of a block; those too large to be meant saturate.
    dims: usize,
    block: usize,
    /// Where on the line they end.
    end: usize,
    /// What follows them there and is no remark.
    rest: &'t str,
}

impl Header<'_> {
    fn n_cells(&self) -> Option<usize> {
        Shape::hypercube(self.dims, self.block).ok().map(|shape| shape.n_cells())
    }

    /// Whether about as many numbers, or digits, follow on the line as a board has cells.
    fn is_with_cells(&self) -> bool {
        let all_digits = self.rest.bytes().all(|byte| byte.is_ascii_digit() || byte.is_ascii_whitespace());
        let is_near = |n: usize| self.n_cells().is_some_and(|n_cells| n.abs_diff(n_cells) * 7 <= n_cells);
        let words = || self.rest.split_ascii_whitespace();
        all_digits && (is_near(words().count()) || self.n_cells() == Some(words().map(str::len).sum()))
    }
}

/// The two numbers with which the first line starts.
fn header(line: &str) -> Option<Header<'_>> {
    let number = |word: &str| {
        let all_digits = !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit());
        all_digits.then(|| word.parse().unwrap_or(usize::MAX))
    };
    let (dims, rest) = first_word(line);
    let (block, rest) = first_word(rest);
    let (end, rest) = (line.len() - rest.len(), rest.trim_ascii_start());
    let rest = if rest.starts_with('#') { "" } else { rest };
    Some(Header { dims: number(dims)?, block: number(block)?, end, rest })
}

fn first_word(text: &str) -> (&str, &str) {
    let text = text.trim_ascii_start();
    text.split_at(text.find(|ch: char| ch.is_ascii_whitespace()).unwrap_or(text.len()))
}

pub(crate) fn read(text: &str, _: &ReadOptions) -> Vec<Record> {
    let Some(first) = lines(text).find(|line| !line.is_idle()) else {
        return Vec::new();
    };
    let span = Span::from_range(first.offset as usize..text.trim_end().len());
    let result = match header(first.text).filter(|it| it.rest.is_empty() || it.is_with_cells()) {
        Some(header) => {
            let first = Line { text: &first.text[..header.end], ..first };
            Shape::hypercube(header.dims, header.block)
                .map_err(|error| vec![impossible(&error, first)])
                .and_then(|shape| board(text, first.span().end as usize, shape, &first))
        }
        None => Err(vec![no_header(first.span())]),
    };
    vec![Record::new(first.number, span, result)]
}

fn no_header(at: Span) -> Diagnostic {
    Diagnostic::new(
        Code::E0701,
        "the number of dimensions and the block length must stand here, and no more",
        at,
    )
    .with_note("`2 3` is the classic 9×9 board")
}

fn impossible(error: &ShapeError, first: Line<'_>) -> Diagnostic {
    // Numbers beyond all measure were cut off when they were read: those are shown as they are written.
    let is_huge = first.text.split_whitespace().any(|word| word.len() > 9);
    let message = if is_huge {
        format!("no board is as large as `{}`", shortened(first.text.trim()))
    } else {
        error.to_string()
    };
    Diagnostic::new(Code::E0704, message, first.span()).with_note(
        "the first line is `N b`: 2 to 5 dimensions, and a side of b to the power of N, at most 128",
    )
}

fn board(text: &str, start: usize, shape: Shape, first: &Line<'_>) -> Result<Puzzle, Vec<Diagnostic>> {
    let cells = Cells::scan(text, start, &shape);
    let n_cells = shape.n_cells();
    let mut mistakes = cells.mistakes;
    if cells.n_found < n_cells && mistakes.len() < MOST_MISTAKES {
        mistakes.push(too_few(&shape, cells.n_found, text.trim_end().len()));
    }
    if !mistakes.is_empty() {
        return Err(mistakes);
    }
    let notation = Notation::numbers(shape.side());
    let mut puzzle =
        build::assemble(shape, &cells.numbers, notation, CellSpans::from_pairs(cells.places), first.span());
    puzzle.origins.shape = Some(first.span());
    puzzle.origins.puzzle = Some(Span::from_range(first.offset as usize..text.trim_end().len()));
    Ok(puzzle)
}

fn too_few(shape: &Shape, found: usize, end: usize) -> Diagnostic {
    let wanted = shape.n_cells();
    let numbers = if found == 1 { "number" } else { "numbers" };
    Diagnostic::new(
        Code::E0702,
        format!("{found} {numbers} where {} board has {wanted} cells", with_article(shape)),
        Span::from_range(end..end),
    )
    .with_primary_label(format!("{} missing", wanted - found))
    .with_note("every cell is a number, 0 where it is empty")
}

/// What was found after the header.
struct Cells {
    numbers: Vec<u8>,
    places: Vec<(Cell, Span)>,
    n_found: usize,
    mistakes: Vec<Diagnostic>,
}

impl Cells {
    /// Reads word by word; stops at the first number too many and after the most mistakes that are told.
    fn scan(text: &str, start: usize, shape: &Shape) -> Self {
        let n_cells = shape.n_cells();
        let in_runs = shape.side() <= 9 && is_in_runs(&text[start..], n_cells);
        let expected = n_cells.min(text.len() / 2 + 1);
        let mut it = Self {
            numbers: Vec::with_capacity(expected),
            places: Vec::new(),
            n_found: 0,
            mistakes: Vec::new(),
        };
        let bytes = text.as_bytes();
        let mut at = start;
        while let Some(skipped) = bytes[at..].iter().position(|byte| !byte.is_ascii_whitespace()) {
            at += skipped;
            let is_end: fn(&u8) -> bool = match bytes[at] {
                b'#' => |byte| matches!(byte, b'\n' | b'\r'),
                _ => u8::is_ascii_whitespace,
            };
            let end = bytes[at..].iter().position(is_end).map_or(bytes.len(), |length| at + length);
            let goes_on = match bytes[at] {
                b'#' => true,
                _ if in_runs => (at..end).all(|at| it.take(&text[at..=at], at, shape)),
                _ => it.take(&text[at..end], at, shape),
            };
            if !goes_on {
                break;
            }
            at = end;
        }
        it
    }

    /// Takes one word; says whether to go on.
    fn take(&mut self, word: &str, at: usize, shape: &Shape) -> bool {
        let span = Span::from_range(at..at + word.len());
        if self.n_found == shape.n_cells() {
            self.mistakes.push(too_many(shape, span));
            return false;
        }
        let number = small_number(word.as_bytes()).filter(|number| usize::from(*number) <= shape.side());
        let kept = shape.n_cells() <= ALL_PLACES || (number != Some(0) && shape.n_cells() <= NO_PLACES);
        if let Some(cell) = shape.cell_at(self.n_found).filter(|_| kept) {
            self.places.push((cell, span));
        }
        if number.is_none() {
            self.mistakes.push(build::bad_number(word, span, shape.side()));
        }
        self.numbers.push(number.unwrap_or(0));
        self.n_found += 1;
        self.mistakes.len() < MOST_MISTAKES
    }
}

/// Whether not the words, but the digits are as many as the cells.
fn is_in_runs(text: &str, n_cells: usize) -> bool {
    let (mut n_words, mut n_digits) = (0, 0);
    let words = lines(text)
        .flat_map(|line| line.text.split_ascii_whitespace().take_while(|word| !word.starts_with('#')));
    for word in words {
        if n_digits > n_cells || !word.bytes().all(|byte| byte.is_ascii_digit()) {
            return false;
        }
        (n_words, n_digits) = (n_words + 1, n_digits + word.len());
    }
    n_words != n_cells && n_digits == n_cells
}

/// A number of at most three digits.
fn small_number(word: &[u8]) -> Option<u8> {
    if word.len() > 3 {
        return None;
    }
    let digit = |sum: u16, byte: &u8| byte.is_ascii_digit().then(|| sum * 10 + u16::from(byte - b'0'));
    word.iter().try_fold(0, digit).and_then(|number| u8::try_from(number).ok())
}

fn too_many(shape: &Shape, at: Span) -> Diagnostic {
    Diagnostic::new(
        Code::E0702,
        format!("more numbers than the {} cells of {} board", shape.n_cells(), with_article(shape)),
        at,
    )
    .with_primary_label("the first number too many")
    .with_note("the first line, `N b`, says how many cells there are")
}
