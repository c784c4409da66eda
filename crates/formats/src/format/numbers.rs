//! One line a row, the cells as numbers with blanks between them: the clear way to write 16×16 and larger.

use sdkc_board::MAX_SIDE;

use crate::{
    ReadOptions, Record,
    detect::Head,
    format::{
        grid::{self, Row, RowGroup, Style},
        titles::{self, Grids},
    },
    lines,
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

pub(crate) fn read(text: &str, options: &ReadOptions) -> Vec<Record> {
    let puzzle = |rows: &RowGroup<'_>, options: &ReadOptions| grid::puzzle(rows, Style::Numbers, options);
    titles::read(lines(text), &Grids { style: Style::Numbers, is_row: looks_like_row, puzzle }, options)
}
