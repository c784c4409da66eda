//! One line a row, the cells as numbers with blanks between them: the clear way to write 16×16 and larger. Or as fields, one cell a column, as
//! spreadsheets write them, with nothing in the empty cells.

use sdkc_board::MAX_SIDE;

use crate::{
    ReadOptions, Record,
    detect::Head,
    format::{
        grid::{self, Row, RowGroup, Style},
        titles::{self, Grids},
    },
    lines,
    size::Size,
};

pub(crate) const EXAMPLE: &str = "\
1 2 0 4 0 0 7 0 9 10 0 12 0 14 0 16
0 0 0 0 0 0 0 0 0  0 0  0 0  0 0  0
0 0 0 0 0 0 0 0 0  0 0  0 0  0 0  0
0 0 0 0 0 0 0 0 0  0 0  0 0  0 0  0
0 0 0 0 0 0 0 0 0  0 0  0 0  0 0  0
0 0 0 0 0 0 0 0 0  0 0  0 0  0 0  0
0 0 0 0 0 0 0 0 0  0 0  0 0  0 0  0
0 0 0 0 0 0 0 0 0  0 0  0 0  0 0  0
0 0 0 0 0 0 0 0 0  0 0  0 0  0 0  0
0 0 0 0 0 0 0 0 0  0 0  0 0  0 0  0
0 0 0 0 0 0 0 0 0  0 0  0 0  0 0  0
0 0 0 0 0 0 0 0 0  0 0  0 0  0 0  0
0 0 0 0 0 0 0 0 0  0 0  0 0  0 0  0
0 0 0 0 0 0 0 0 0  0 0  0 0  0 0  0
0 0 0 0 0 0 0 0 0  0 0  0 0  0 0  0
0 0 0 0 0 0 0 0 0  0 0  0 0  0 0  0
";

pub(crate) fn detect(head: &Head<'_>) -> bool {
    let is_drawn = |line: &str| looks_like_row(line) || grid::is_border(line);
    if has_fields(head) {
        return true;
    }
    let n_rows = || head.lines.iter().filter(|line| looks_like_row(line.text)).count();
    // Titles above rows are told by the rows.
    (is_drawn(head.first()) && !head.has_syntax || n_rows() >= FEWEST && !head.opens_syntax())
        && head.mostly(is_drawn)
        && head.mostly(looks_like_row)
}

/// The fewest numbers in a row, and the fewest rows below a title.
const FEWEST: usize = 10;

/// At least ten numbers or marks with blanks between them, none over the largest side.
fn looks_like_row(line: &str) -> bool {
    let row = Row::cut(crate::Line { number: 1, offset: 0, text: line }, Style::Numbers);
    let is_number = |word: &str| word.parse::<u8>().is_ok_and(|number| usize::from(number) <= MAX_SIDE);
    row.cells.len() >= FEWEST && row.cells.iter().all(|(word, _)| is_number(word) || grid::is_mark(word))
}

/// Whether most lines are rows of fields, so many of them that they are grids and not as many smaller boards.
fn has_fields(head: &Head<'_>) -> bool {
    let mut rows = head.lines.iter().map(|line| fields(line.text)).filter(|fields| is_fields(fields));
    let Some(first) = rows.next() else { return false };
    let (mut n_rows, mut largest) = (0, 0);
    let number = |field: &str| field.parse::<usize>().unwrap_or_default();
    for fields in std::iter::once(first.clone()).chain(rows).filter(|fields| fields.len() == first.len()) {
        n_rows += 1;
        largest = fields.iter().map(|field| number(field)).fold(largest, usize::max);
    }
    let side = first.len();
    let is_board = Size::with_cells(side).is_some_and(|smaller| largest <= smaller.side);
    !head.opens_syntax() && head.mostly(looks_like_fields) && n_rows * 2 > side && largest > 1 && !is_board
}

/// Whether the first line is a row of fields as well: two numbers with a tab between them may be four cells, and no dimensions.
pub(crate) fn begins_with_fields(head: &Head<'_>) -> bool {
    looks_like_fields(head.first()) && has_fields(head)
}

fn fields(line: &str) -> Vec<&str> {
    let row = Row::cut(crate::Line { number: 1, offset: 0, text: line }, Style::Fields);
    row.cells.into_iter().map(|(cell, _)| cell).collect()
}

/// Whether fields are the cells of a row.
fn is_fields(fields: &[&str]) -> bool {
    let side = fields.len();
    let is_number = |field: &str| field.parse::<usize>().is_ok_and(|number| number <= side);
    Size::of_numbers(side).is_some()
        && side <= LONGEST
        && fields.iter().all(|field| field.is_empty() || grid::is_mark(field) || is_number(field))
}

/// The most fields of a row: more are a puzzle on a line.
const LONGEST: usize = 36;

fn looks_like_fields(line: &str) -> bool {
    line.len() <= LONGEST * 8 && is_fields(&fields(line))
}

pub(crate) fn read(text: &str, options: &ReadOptions) -> Vec<Record> {
    let of_numbers = |rows: &RowGroup<'_>, options: &ReadOptions| grid::puzzle(rows, Style::Numbers, options);
    let of_fields = |rows: &RowGroup<'_>, options: &ReadOptions| grid::puzzle(rows, Style::Fields, options);
    let grids = if has_fields(&Head::new(text)) {
        Grids { style: Style::Fields, is_row: looks_like_fields, puzzle: of_fields }
    } else {
        Grids { style: Style::Numbers, is_row: looks_like_row, puzzle: of_numbers }
    };
    titles::read(lines(text), &grids, options)
}
