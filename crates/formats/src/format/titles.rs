//! What stands around grids of rows, as in Project Euler's file of fifty: `Grid 01` and nine rows below it, or only `1`, a rating, a page number.
//!
//! A line that is no row is judged by the rows on both sides of it. Where a grid may end and another begin, or where all rows of one follow, it is a
//! title, and names the puzzle below it; so is a line of the form that other titles have. Among the rows of a grid it stays a bad row. What is
//! too much like a row or a puzzle to be a title is a bad line of its own.

use std::collections::{BTreeMap, BTreeSet};

use sdkc_diagnostics::{Code, Diagnostic};
use sdkc_puzzle::Puzzle;

use crate::{
    Line, ReadOptions, Record,
    format::{
        grid::{self, Row, RowGroup, Style},
        line,
    },
    size::Size,
};

/// How the grids of a format are written and read.
pub(super) struct Grids {
    pub style: Style,
    pub is_row: fn(&str) -> bool,
    pub puzzle: fn(&RowGroup<'_>, &ReadOptions) -> Result<Puzzle, Vec<Diagnostic>>,
}

/// Reads all grids of a text.
pub(super) fn read<'t>(
    lines: impl Iterator<Item = Line<'t>>,
    grids: &Grids,
    options: &ReadOptions,
) -> Vec<Record> {
    let mut records: Vec<Record> = Vec::new();
    for section in sections(lines.collect(), grids) {
        let rows = section.lines.iter().copied();
        let groups = grid::groups(grid::chunks(rows, grids.style), grids.style);
        let of_last = records.len().checked_sub(1).filter(|_| groups.is_empty());
        if let Some(puzzle) = of_last.and_then(|at| records[at].puzzle.as_mut()) {
            section.titles.iter().for_each(|line| remark(puzzle, line));
        }
        for (at, group) in groups.iter().enumerate() {
            let line = group.rows.first().map_or(1, |row| row.line.number);
            let mut result = match section.alone {
                Some(size) => Err(vec![neither(&section.lines[0], size)]),
                None => (grids.puzzle)(group, options),
            };
            if let Some(puzzle) = result.as_mut().ok().filter(|_| at == 0) {
                section.name(puzzle);
            }
            records.push(Record::new(line, grid::span_of(&group.rows), result));
        }
    }
    records
}

/// Rows, and the lines of text above them.
#[derive(Default)]
struct Section<'t> {
    titles: Vec<Line<'t>>,
    lines: Vec<Line<'t>>,
    /// Of a line that is neither a row nor a title, the size of the grids around it.
    alone: Option<Size>,
}

impl Section<'_> {
    /// Gives the last title to a puzzle as its name, one with a word if there is such, and the others as remarks.
    fn name(&self, puzzle: &mut Puzzle) {
        let last = self.titles.len().checked_sub(1);
        let named = self.titles.iter().rposition(|line| is_text(line.text)).or(last);
        for (at, line) in self.titles.iter().enumerate() {
            if Some(at) == named {
                puzzle.name = Some(line.text.trim().to_owned());
            } else {
                remark(puzzle, line);
            }
        }
    }
}

/// Keeps a line of text that names nothing.
fn remark(puzzle: &mut Puzzle, line: &Line<'_>) {
    puzzle.meta.push("comment", line.text.trim());
}

fn neither(line: &Line<'_>, size: Size) -> Diagnostic {
    let side = size.side;
    let message = format!("neither a row of a {side}×{side} puzzle nor a title");
    Diagnostic::new(Code::E0701, message, line.part(0, line.text.trim_end().len()))
        .with_note(format!("a row has {side} cells, `.` for each empty one; start a remark with `#`"))
}

/// What a line is by itself.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Blank,
    /// A border or a comment.
    Idle,
    /// A row of as many cells as a grid has in each.
    Row,
    Other,
}

/// The lines of a text and what is known of all of them.
struct Text<'t, 'g> {
    lines: Vec<Line<'t>>,
    kinds: Vec<Kind>,
    grids: &'g Grids,
    size: Size,
    /// The characters of the rows.
    alphabet: BTreeSet<char>,
    /// The forms of lines that stand above whole grids.
    forms: BTreeSet<String>,
}

impl<'t, 'g> Text<'t, 'g> {
    fn new(lines: Vec<Line<'t>>, grids: &'g Grids) -> Self {
        let n_cells = |line: &Line<'t>| Row::cut(*line, grids.style).cells.len();
        let cut = |line: &Line<'t>| Row::cut(*line, grids.style);
        let rows: Vec<_> = lines.iter().filter(|line| (grids.is_row)(line.text)).map(cut).collect();
        let size = grid::size_of(&rows, grids.style);
        let row_length = grid::dashed_length(&lines, grids.style);
        let kind = |line: &Line<'t>| {
            let text = line.text.trim();
            if grids.style.is_blank(line.text) {
                Kind::Blank
            } else if text.starts_with('#') {
                Kind::Idle
            } else if grid::is_border(text) {
                let is_row = row_length == Some(size.side) && grid::is_dashed(&cut(line), row_length);
                if is_row { Kind::Row } else { Kind::Idle }
            } else if n_cells(line) == size.side && (grids.is_row)(line.text) {
                Kind::Row
            } else {
                Kind::Other
            }
        };
        let kinds: Vec<Kind> = lines.iter().map(kind).collect();
        let of_rows = lines.iter().zip(&kinds).filter(|(_, kind)| **kind == Kind::Row);
        let alphabet = of_rows.flat_map(|(line, _)| line.text.chars()).chain('0'..='9').collect();
        let mut text = Self { lines, kinds, grids, size, alphabet, forms: BTreeSet::new() };
        text.forms = text.forms_above_grids();
        text
    }

    fn forms_above_grids(&self) -> BTreeSet<String> {
        let mut counts: BTreeMap<String, usize> = BTreeMap::new();
        let mut forms = BTreeSet::new();
        let mut run = Vec::new();
        for (at, line) in self.lines.iter().enumerate() {
            match self.kinds[at] {
                Kind::Other => run.push(line),
                Kind::Row if !run.is_empty() => {
                    for line in run.drain(..).filter(|_| self.is_whole(self.n_rows_from(at))) {
                        let form = form(line.text);
                        let n = counts.entry(form.clone()).or_default();
                        *n += 1;
                        // One line may be a row that lost cells, two of the same form are none.
                        if *n > 1 || !self.is_like_row(line) && !line::looks_like(line.text) {
                            forms.insert(form);
                        }
                    }
                }
                _ => {}
            }
        }
        forms
    }

    /// Whether so many lines are rows that what the others are can be told by them.
    fn has_grids(&self) -> bool {
        let n_such = |such: Kind| self.kinds.iter().filter(|kind| **kind == such).count();
        n_such(Kind::Row) * 2 >= self.size.side && n_such(Kind::Row) >= n_such(Kind::Other)
    }

    const fn is_whole(&self, n_rows: usize) -> bool {
        n_rows > 0 && n_rows.is_multiple_of(self.size.side)
    }

    /// The number of rows below, up to the next line that is none.
    fn n_rows_from(&self, at: usize) -> usize {
        let kinds = self.kinds[at..].iter().take_while(|kind| **kind != Kind::Other);
        kinds.filter(|kind| **kind == Kind::Row).count()
    }

    /// Whether a line may have been a row that lost or won some cells.
    fn is_like_row(&self, line: &Line<'t>) -> bool {
        let row = Row::cut(*line, self.grids.style);
        let side = self.size.side;
        row.cells.len().abs_diff(side) <= (side / 4).max(1)
            && row.cells.iter().all(|(cell, _)| cell.chars().all(|ch| self.alphabet.contains(&ch)))
    }

    /// Whether a line was meant as no title at all.
    fn is_no_title(&self, line: &Line<'t>) -> bool {
        self.is_like_row(line) || line::looks_like(line.text)
    }
}

/// What a line is among the others.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Role {
    /// It belongs to the grid, good or bad.
    OfGrid,
    /// The first one of another grid, without a title.
    First,
    Title,
    Alone,
}

fn sections<'t>(lines: Vec<Line<'t>>, grids: &Grids) -> Vec<Section<'t>> {
    let text = Text::new(lines, grids);
    let roles = roles(&text);
    let mut sections = vec![Section::default()];
    let mut may_go_on = true;
    for (line, role) in text.lines.iter().zip(roles) {
        let last = sections.last_mut().expect("there is a first section");
        match role {
            Role::Alone => {
                sections.push(Section { lines: vec![*line], alone: Some(text.size), ..Section::default() });
                may_go_on = false;
            }
            Role::Title if may_go_on && last.lines.is_empty() => last.titles.push(*line),
            Role::Title => {
                sections.push(Section { titles: vec![*line], ..Section::default() });
                may_go_on = true;
            }
            Role::OfGrid if may_go_on => {
                if !(grids.style.is_blank(line.text) && last.lines.is_empty()) {
                    last.lines.push(*line);
                }
            }
            Role::OfGrid | Role::First => {
                sections.push(Section { lines: vec![*line], ..Section::default() });
                may_go_on = true;
            }
        }
    }
    sections
}

fn roles(text: &Text<'_, '_>) -> Vec<Role> {
    let mut roles = vec![Role::OfGrid; text.lines.len()];
    let side = text.size.side;
    // The rows since the last title, and since the last blank line.
    let (mut n_rows, mut n_of_chunk, mut is_behind_blank) = (0, 0, true);
    let has_grids = text.has_grids();
    let mut at = 0;
    while at < text.lines.len() {
        match text.kinds[at] {
            Kind::Blank => is_behind_blank = true,
            Kind::Idle => {}
            Kind::Row => {
                n_of_chunk = if is_behind_blank { 1 } else { n_of_chunk + 1 };
                (n_rows, is_behind_blank) = (n_rows + 1, false);
            }
            // Where hardly a line is a good row, only what has words is a title, and the others are bad rows.
            Kind::Other if !has_grids => {
                let line = text.lines[at].text;
                let may_begin = n_rows % side == 0 || is_behind_blank && n_of_chunk != text.size.block[0];
                if may_begin && is_text(line) && !(text.grids.is_row)(line) {
                    roles[at] = Role::Title;
                    (n_rows, n_of_chunk) = (0, 0);
                } else {
                    n_of_chunk = if is_behind_blank { 1 } else { n_of_chunk + 1 };
                    n_rows += 1;
                }
                is_behind_blank = false;
            }
            Kind::Other => {
                let run: Vec<usize> =
                    (at..text.lines.len()).take_while(|at| text.kinds[*at] != Kind::Row).collect();
                let others: Vec<usize> =
                    run.iter().copied().filter(|at| text.kinds[*at] == Kind::Other).collect();
                let next = at + run.len();
                let place = Place {
                    n_above: n_rows % side,
                    n_below: text.n_rows_from(next.min(text.lines.len())),
                    is_apart: is_behind_blank && n_of_chunk != text.size.block[0],
                };
                judge(text, &others, place, &mut roles);
                let last = others.iter().rposition(|at| roles[*at] != Role::OfGrid);
                match last {
                    Some(last) => n_rows = others.len() - 1 - last,
                    None if text.is_whole(place.n_below) && next < text.lines.len() => {
                        roles[next] = Role::First;
                        n_rows = 0;
                    }
                    None => n_rows += others.len(),
                }
                (n_of_chunk, is_behind_blank) = (n_rows, false);
                at = next;
                continue;
            }
        }
        at += 1;
    }
    roles
}

/// Where lines stand that are no rows.
#[derive(Clone, Copy)]
struct Place {
    /// The rows above that make no whole grid.
    n_above: usize,
    /// The rows below, up to the next line that is none.
    n_below: usize,
    /// Whether a blank line sets them off, behind rows that make no band.
    is_apart: bool,
}

/// Finds the roles of lines that stand together and are no rows.
fn judge(text: &Text<'_, '_>, others: &[usize], place: Place, roles: &mut [Role]) {
    let side = text.size.side;
    let Place { mut n_above, n_below, is_apart } = place;
    let is_known = |at: usize| text.forms.contains(&form(text.lines[at].text));
    let any_known = others.iter().any(|at| is_known(*at));
    if n_above > 0 && n_above + others.len() + n_below == side && !any_known {
        return;
    }
    // Bad rows of the next grid, the last of these lines.
    let is_like_row = |at: &&usize| text.is_like_row(&text.lines[**at]) && !is_known(**at);
    let n_last = others.iter().rev().take_while(is_like_row).count();
    let n_of_next = if n_last > 0 && (n_below + n_last) % side == 0 { n_last } else { 0 };
    let may_be_title = n_above == 0 || text.is_whole(n_below) || is_apart;
    let mut is_behind_title = false;
    for (nth, at) in others.iter().copied().enumerate() {
        let line = &text.lines[at];
        roles[at] = if is_known(at) {
            Role::Title
        } else if nth + n_of_next >= others.len() {
            if nth + n_of_next == others.len() && !is_behind_title { Role::First } else { Role::OfGrid }
        } else if n_above > 0 && text.is_like_row(line) {
            n_above = (n_above + 1) % side;
            Role::OfGrid
        } else if text.is_no_title(line) && (n_above == 0 || text.is_whole(n_below)) {
            Role::Alone
        } else if may_be_title || is_behind_title {
            Role::Title
        } else {
            Role::OfGrid
        };
        is_behind_title |= roles[at] == Role::Title;
    }
}

/// A line as other titles may be: the first word of a text, else all of it, whatever the numbers and single letters.
fn form(text: &str) -> String {
    let text = text.trim();
    let text = if is_text(text) { text.split_whitespace().next().unwrap_or(text) } else { text };
    let mut form = String::new();
    for part in text.split_inclusive(|ch: char| !ch.is_alphanumeric()) {
        let word = part.trim_end_matches(|ch: char| !ch.is_alphanumeric());
        let is_single = word.chars().count() == 1 && word.chars().all(char::is_alphabetic);
        if is_single {
            form.push('A');
        } else {
            let mut is_behind_digit = false;
            for ch in word.chars() {
                if !(ch.is_ascii_digit() && is_behind_digit) {
                    form.push(if ch.is_ascii_digit() { '0' } else { ch });
                }
                is_behind_digit = ch.is_ascii_digit();
            }
        }
        form.push_str(&part[word.len()..]);
    }
    form
}

/// Whether a line has a word that is none of cells.
fn is_text(text: &str) -> bool {
    let is_letter = |ch: char| ch.is_alphabetic() && !matches!(ch, 'x' | 'X');
    text.split(|ch: char| !is_letter(ch)).any(|word| word.chars().nth(1).is_some())
}
