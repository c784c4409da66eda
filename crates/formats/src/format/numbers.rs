//! One line a row, the cells as numbers with blanks between them: the clear way to write 16×16 and larger.

use sdkc_board::MAX_SIDE;

use crate::{
    ReadOptions, Record,
    detect::Head,
    format::grid::{self, Row, Style},
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
    !head.has_syntax && is_drawn(head.first()) && head.mostly(is_drawn) && head.mostly(looks_like_row)
}

/// At least ten numbers or marks with blanks between them, none over the largest side.
fn looks_like_row(line: &str) -> bool {
    let row = Row::cut(crate::Line { number: 1, offset: 0, text: line }, Style::Numbers);
    let is_number = |word: &str| word.parse::<u8>().is_ok_and(|number| usize::from(number) <= MAX_SIDE);
    row.cells.len() >= 10 && row.cells.iter().all(|(word, _)| is_number(word) || grid::is_mark(word))
}

pub(crate) fn read(text: &str, options: &ReadOptions) -> Vec<Record> {
    let groups = grid::groups(grid::chunks(lines(text), Style::Numbers), Style::Numbers);
    groups
        .iter()
        .map(|group| {
            let line = group.rows.first().map_or(1, |row| row.line.number);
            Record::new(line, grid::span_of(&group.rows), grid::puzzle(group, Style::Numbers, options))
        })
        .collect()
}
