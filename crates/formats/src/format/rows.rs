//! One line a row: nine rows of nine, with or without `|`, blanks and border lines; also 4×4, 6×6, 12×12, 16×16, 25×25.
//!
//! So are written the plain kind of `.sdk`, Simple Sudoku's `.ss` and clipboard, `.msk`, and what many programs print.
//! Several grids stand one after the other, with or without a blank line between them, and each may have a title above it.

use std::collections::BTreeSet;

use crate::{
    ReadOptions, Record,
    alphabet::is_empty_mark,
    detect::Head,
    format::{
        grid::{self, Row, RowGroup, Style},
        titles::{self, Grids},
    },
    lines,
    size::Size,
};

pub(crate) const EXAMPLE: &str = "\
53.|.7.|...
6..|195|...
.98|...|.6.
---+---+---
8..|.6.|..3
4..|8.3|..1
7..|.2.|..6
---+---+---
.6.|...|28.
...|419|..5
...|.8.|.79
";

pub(crate) fn detect(head: &Head<'_>) -> bool {
    let is_drawn = |line: &str| looks_like_row(line) || grid::is_border(line) || is_signature(line);
    let first_fits = is_drawn(head.first()) && !is_signature(head.first()) || grid::has_whole(&head.lines, 6);
    head.may_be_grids()
        && first_fits
        && head.mostly(is_drawn)
        && head.lines.iter().any(|line| looks_like_row(line.text))
}

/// Whether lines of 16 cells each are the rows of one board, and not as many puzzles of 4×4: most hold a value that those cannot have, and
/// together more values than a typing error brings in.
pub(crate) fn are_long_rows(head: &Head<'_>) -> bool {
    let is_cells = |text: &str| {
        text.len() == 16 && text.chars().all(|ch| ch.is_ascii_alphanumeric() || is_empty_mark(ch))
    };
    let is_value = |ch: &char| ch.is_ascii_alphanumeric() && !matches!(ch, '0' | 'x' | 'X');
    let rows = || head.lines.iter().map(|line| line.text.trim()).filter(|text| is_cells(text));
    let n_rows = rows().count();
    let n_too_large = rows().filter(|row| row.chars().any(|ch| is_value(&ch) && !('1'..='4').contains(&ch)));
    let values: BTreeSet<char> = rows().flat_map(str::chars).filter(is_value).collect();
    !head.opens_syntax()
        && n_rows >= 12
        && n_rows * 2 >= head.lines.len()
        && n_too_large.count() * 2 >= n_rows
        && values.len() > 8
}

/// Whether a line can only be meant as a row of cells.
pub(crate) fn looks_like_row(line: &str) -> bool {
    let row = Row::cut(crate::Line { number: 1, offset: 0, text: line }, Style::Compact);
    let chars = || row.cells.iter().filter_map(|(cell, _)| cell.chars().next());
    let n_cells = row.cells.len();
    let n_plain = chars().filter(|ch| ch.is_ascii_digit() || is_empty_mark(*ch)).count();
    let n_upper = chars().filter(char::is_ascii_uppercase).count();
    let n_lower = chars().filter(char::is_ascii_lowercase).count();
    // Small letters make words too: only those beside digits, in a row without blanks or one with as many behind each.
    let mut lengths = line.split_ascii_whitespace().map(str::len);
    let mut is_even = || lengths.next().is_none_or(|first| lengths.all(|length| length == first));
    let n_letters = if n_upper == 0 && n_plain > 0 && is_even() { n_lower } else { n_upper };
    match Size::with_side(n_cells) {
        Some(size) if size.side > 9 => {
            n_plain + n_letters + 1 >= n_cells && (n_plain > 0 || !line.contains(' '))
        }
        _ => (3..=30).contains(&n_cells) && n_plain * 10 >= n_cells * 8 && !grid::is_border(line),
    }
}

/// The two lines that Simple Sudoku leaves under a grid on the clipboard.
fn is_signature(line: &str) -> bool {
    let line = line.trim();
    line == "Simple Sudoku" || line.strip_prefix("Version ").is_some_and(|rest| rest.len() < 12)
}

/// Whether most lines are rows in which blanks are the empty cells.
pub(crate) fn has_blank_cells(head: &Head<'_>) -> bool {
    let drawn = head.lines.iter().filter(|line| !grid::is_border(line.text));
    let (mut n_lines, mut n_rows, mut n_open) = (0, 0, 0);
    for line in drawn {
        let cells = grid::with_blanks(line.text);
        n_lines += 1;
        n_rows += usize::from(cells.is_some());
        n_open +=
            usize::from(cells.is_some_and(|cells| cells.iter().any(|at| line.text.as_bytes()[*at] == b' ')));
    }
    !head.opens_syntax() && n_rows >= 7 && n_open * 2 >= n_rows && n_rows * 4 >= n_lines * 3
}

pub(crate) fn read(text: &str, options: &ReadOptions) -> Vec<Record> {
    let of_chars = |rows: &RowGroup<'_>, options: &ReadOptions| grid::puzzle(rows, Style::Compact, options);
    let of_blanks = |rows: &RowGroup<'_>, options: &ReadOptions| grid::puzzle(rows, Style::Blanks, options);
    let grids = if has_blank_cells(&Head::new(text)) {
        let is_row = |line: &str| grid::with_blanks(line).is_some();
        Grids { style: Style::Blanks, is_row, puzzle: of_blanks }
    } else {
        Grids { style: Style::Compact, is_row: looks_like_row, puzzle: of_chars }
    };
    titles::read(lines(text).filter(|line| !is_signature(line.text)), &grids, options)
}
