//! A grid of candidates: nine rows of nine groups of digits, as on many programs' clipboards and in SudoCue's `.sdx`.
//!
//! A single digit is a given, several are the cell's candidates. `u5` (SudoCue) is a 5 that a player placed; a text
//! that has such digits shows a player's progress, so its candidates are notes and bind nobody.

use sdkc_board::{Cell, Grid, Value, ValueSet};
use sdkc_diagnostics::{Code, Diagnostic, Span};
use sdkc_puzzle::{CellSpans, Notation, Puzzle};

use crate::{
    Line, ReadOptions, Record,
    build::{self, MOST_MISTAKES},
    detect::Head,
    format::{
        grid::{self, Row, RowGroup, Style},
        titles::{self, Grids},
    },
    lines,
    size::Size,
};

pub(crate) const EXAMPLE: &str = "\
5 3 124 26 7 2468 1489 1249 248
6 247 247 1 9 5 3478 234 2478
12 9 8 23 34 24 13457 6 247
8 125 1259 579 6 147 4579 2459 3
4 25 2569 8 5 3 579 259 1
7 15 1359 59 2 14 4589 459 6
139 6 134579 357 35 7 2 8 4
23 278 237 4 1 9 36 3 5
123 1245 12345 2356 8 26 1346 7 9
";

pub(crate) fn detect(head: &Head<'_>) -> bool {
    let is_drawn = |line: &str| is_row(line) || grid::is_border(line);
    let has_groups =
        |line: &Line<'_>| is_row(line.text) && cut(*line).cells.iter().any(|(word, _)| word.len() > 1);
    let n_rows = || head.lines.iter().filter(|line| is_row(line.text)).count();
    // Titles above rows are told by the rows.
    (is_drawn(head.first()) && !head.has_syntax || n_rows() >= 8 && !head.opens_syntax())
        && head.mostly(is_drawn)
        && head.lines.iter().filter(|line| has_groups(line)).count() >= 2
}

fn cut(line: Line<'_>) -> Row<'_> {
    Row::cut(line, Style::Numbers)
}

/// Seven to eleven groups of digits, most of them different and in ascending order.
fn is_row(line: &str) -> bool {
    let row = cut(Line { number: 1, offset: 0, text: line });
    (7..=11).contains(&row.cells.len()) && row.cells.iter().all(|(word, _)| group(word).is_some())
}

/// What a cell says.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Group {
    Empty,
    Given(Value),
    Placed(Value),
    Candidates(ValueSet),
}

fn group(word: &str) -> Option<Group> {
    if grid::is_mark(word) || word == "0" {
        return Some(Group::Empty);
    }
    let digit = |ch: char| ch.to_digit(10).and_then(|digit| u8::try_from(digit).ok()).and_then(Value::new);
    if let Some(placed) = word.strip_prefix('u') {
        let mut chars = placed.chars();
        let value = digit(chars.next()?)?;
        return chars.next().is_none().then_some(Group::Placed(value));
    }
    let mut set = ValueSet::EMPTY;
    for ch in word.chars() {
        if !set.insert(digit(ch)?) {
            return None;
        }
    }
    Some(set.single().map_or(Group::Candidates(set), Group::Given))
}

pub(crate) fn read(text: &str, options: &ReadOptions) -> Vec<Record> {
    let puzzle = |rows: &RowGroup<'_>, _: &ReadOptions| puzzle(rows);
    titles::read(lines(text), &Grids { style: Style::Numbers, is_row, puzzle }, options)
}

fn puzzle(rows: &RowGroup<'_>) -> Result<Puzzle, Vec<Diagnostic>> {
    let nine = Size::with_side(9).expect("nine is in the table");
    let mut mistakes = grid::wrong_lengths_in(rows, nine);
    let mut groups: Vec<(Group, Span)> = Vec::new();
    for (word, span) in rows.rows.iter().flat_map(|row| &row.cells) {
        match group(word) {
            Some(group) => groups.push((group, *span)),
            None => mistakes.push(no_group(word, *span)),
        }
    }
    if !mistakes.is_empty() {
        mistakes.truncate(MOST_MISTAKES);
        return Err(mistakes);
    }
    Ok(built(rows, &groups))
}

fn no_group(word: &str, at: Span) -> Diagnostic {
    let shown = build::shortened(word);
    Diagnostic::new(Code::E0701, format!("`{shown}` is neither a digit nor a group of candidates"), at)
        .with_note(
            "a cell is a given such as 5, candidates such as 147, or `u5` for a digit that a player placed",
        )
}

fn built(rows: &RowGroup<'_>, groups: &[(Group, Span)]) -> Puzzle {
    let shape = Size::with_side(9).expect("nine is in the table").shape();
    let number =
        |(group, _): &(Group, Span)| if let Group::Given(value) = group { value.number() } else { 0 };
    let numbers: Vec<u8> = groups.iter().map(number).collect();
    let places = |keep: fn(Group) -> bool| {
        let cells = shape.cells().zip(groups);
        let kept = cells.filter(|(_, (group, _))| keep(*group)).map(|(cell, (_, span))| (cell, *span));
        CellSpans::from_pairs(kept.collect::<Vec<(Cell, Span)>>())
    };
    let givens = places(|group| !matches!(group, Group::Candidates(_)));
    let mut puzzle =
        build::assemble(shape.clone(), &numbers, Notation::numbers(9), givens, grid::span_of(&rows.rows));
    let mut state = Grid::empty(shape.n_cells());
    let is_progress = groups.iter().any(|(group, _)| matches!(group, Group::Placed(_)));
    for (cell, (group, _)) in shape.cells().zip(groups) {
        match group {
            Group::Placed(value) => state.set(cell, Some(*value)),
            Group::Candidates(set) if !is_progress => {
                puzzle.board.restrict(cell, *set).expect("the cell is one of the shape");
            }
            _ => {}
        }
    }
    if is_progress {
        puzzle.state = Some(state);
        puzzle.origins.state = places(|group| matches!(group, Group::Placed(_)));
    } else {
        puzzle.origins.candidates = places(|group| matches!(group, Group::Candidates(_)));
    }
    puzzle
}
