//! Titles above grids of rows, as in Project Euler's file of fifty: `Grid 01` and nine rows below it.
//!
//! A title names the puzzle below it. It stands where a grid may begin, or begins as the first title does, so that a row is never taken for
//! one: a line of text among the rows of a grid stays a bad row.

use sdkc_puzzle::Puzzle;

use crate::{
    Line,
    format::grid::{self, Row, Style},
};

/// Rows, and the lines of text above them.
#[derive(Default)]
pub(super) struct Section<'t> {
    pub titles: Vec<Line<'t>>,
    pub lines: Vec<Line<'t>>,
}

impl Section<'_> {
    /// Gives the last title to a puzzle as its name, and the others as remarks.
    pub fn name(&self, puzzle: &mut Puzzle) {
        if let [remarks @ .., title] = &self.titles[..] {
            puzzle.name = Some(title.text.trim().to_owned());
            remarks.iter().for_each(|line| remark(puzzle, line));
        }
    }
}

/// Keeps a line of text that names nothing.
pub(super) fn remark(puzzle: &mut Puzzle, line: &Line<'_>) {
    puzzle.meta.push("comment", line.text.trim());
}

/// The sections of a text, of which the last one may hold nothing but text.
pub(super) fn sections<'t>(
    lines: impl Iterator<Item = Line<'t>>,
    is_row: fn(&str) -> bool,
) -> Vec<Section<'t>> {
    let lines: Vec<Line<'t>> = lines.collect();
    let cut = |line: &Line<'t>| Row::cut(*line, Style::Compact);
    let rows: Vec<_> = lines.iter().filter(|line| is_row(line.text)).map(cut).collect();
    let size = grid::size_of(&rows, Style::Compact);
    let mut sections = vec![Section::default()];
    // The rows since the last title, and since the last blank line.
    let (mut n_rows, mut n_of_chunk, mut is_behind_blank) = (0, 0, true);
    let mut first_word = None;
    for line in lines {
        let text = line.text.trim();
        let may_begin = || {
            n_rows % size.side == 0
                || is_behind_blank && n_of_chunk != size.block[0]
                || first_word.is_some_and(|word| Some(word) == text.split_whitespace().next())
        };
        if is_text(text, size.side) && !is_row(text) && !grid::is_border(text) && may_begin() {
            first_word = first_word.or_else(|| text.split_whitespace().next());
            let last = sections.last_mut().expect("there is a first section");
            if last.lines.is_empty() {
                last.titles.push(line);
            } else {
                sections.push(Section { titles: vec![line], lines: Vec::new() });
            }
            (n_rows, n_of_chunk, is_behind_blank) = (0, 0, false);
            continue;
        }
        let section = sections.last_mut().expect("there is a first section");
        if text.is_empty() {
            is_behind_blank = true;
        } else if !grid::is_border(text) && !text.starts_with('#') {
            n_of_chunk = if is_behind_blank { 1 } else { n_of_chunk + 1 };
            (n_rows, is_behind_blank) = (n_rows + 1, false);
        }
        if !(text.is_empty() && section.lines.is_empty()) {
            section.lines.push(line);
        }
    }
    sections
}

/// Whether a line has a word that is none of cells.
fn is_text(text: &str, side: usize) -> bool {
    let is_letter =
        |ch: char| ch.is_alphabetic() && !matches!(ch, 'x' | 'X') && (side <= 9 || !ch.is_uppercase());
    !text.starts_with('#') && text.split(|ch: char| !is_letter(ch)).any(|word| word.chars().nth(1).is_some())
}
