//! Grids drawn as rows, the part that several formats share: cutting rows, telling borders from cells, collecting
//! rows to grids. A row of the wrong length is an error at its place; rows never lend each other cells.

use std::collections::BTreeMap;

use sdkc_diagnostics::{Code, Diagnostic, Span};
use sdkc_puzzle::{CellSpans, Notation, Puzzle, with_article};

use crate::{
    Line, ReadOptions,
    build::{self, CellChar, MOST_MISTAKES},
    size::Size,
};

/// How cells are set apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Style {
    /// Every character is a cell.
    Compact,
    /// Numbers with blanks between them.
    Numbers,
    /// Numbers with a comma, a semicolon or a tab between them, and nothing in empty cells.
    Fields,
    /// Nine digits of full width or between borders, with blanks as empty cells.
    Blanks,
}

impl Style {
    fn size(self, n_cells: usize) -> Option<Size> {
        match self {
            Self::Compact | Self::Blanks => Size::with_side(n_cells),
            Self::Numbers | Self::Fields => Size::of_numbers(n_cells),
        }
    }

    /// Whether there is no cell on a line.
    pub fn is_blank(self, line: &str) -> bool {
        let has_cells = match self {
            Self::Compact | Self::Numbers => false,
            Self::Fields => line.contains('\t'),
            Self::Blanks => with_blanks(line).is_some(),
        };
        line.trim().is_empty() && !has_cells
    }
}

/// Where the nine cells of a row stand in which blanks are cells: all of its width, that of each of three parts between borders, or every other
/// character of them. `None` where anything else stands there.
pub(crate) fn with_blanks(line: &str) -> Option<Vec<usize>> {
    if line.len() > 80 {
        return None;
    }
    let mut parts: Vec<&str> = line.split(|ch| BARS.contains(&ch)).collect();
    if let [first, .., last] = parts[..]
        && parts.len() > 3
        && first.trim().is_empty()
        && last.trim().is_empty()
    {
        parts = parts[1..parts.len() - 1].to_vec();
    }
    let (first, step) = match (parts.len(), parts[0].len()) {
        (1, 9) | (3, 3) => (0, 1),
        (1, 17) | (3, 5) => (0, 2),
        (3, 7) => (1, 2),
        _ => return None,
    };
    let is_blank = |byte: u8| byte == b' ';
    let is_cell =
        |at: usize| at >= first && (at - first).is_multiple_of(step) && at - first < 9 / parts.len() * step;
    let is_part = |part: &&str| {
        let mut bytes = part.bytes().enumerate();
        part.len() == parts[0].len()
            && bytes.all(|(at, byte)| is_blank(byte) || is_cell(at) && matches!(byte, b'1'..=b'9'))
    };
    let starts = parts.iter().map(|part| part.as_ptr() as usize - line.as_ptr() as usize);
    let cells = starts.flat_map(|start| (0..9 / parts.len()).map(move |nth| start + first + nth * step));
    parts.iter().all(is_part).then(|| cells.collect())
}

/// What stands between the fields of a line, if it has more than one.
fn separator(line: &str) -> Option<char> {
    line.chars().find(|ch| matches!(ch, ',' | ';' | '\t'))
}

/// One row, cut into cells.
pub(crate) struct Row<'t> {
    pub line: Line<'t>,
    pub cells: Vec<(&'t str, Span)>,
}

/// Characters that draw the vertical borders.
const BARS: [char; 5] = ['|', '│', '║', '┃', '¦'];

impl<'t> Row<'t> {
    pub fn cut(line: Line<'t>, style: Style) -> Self {
        let text = line.text.find('#').map_or(line.text, |comment| &line.text[..comment]);
        let is_gap = |ch: char| ch.is_whitespace() || BARS.contains(&ch);
        let cells = match style {
            Style::Blanks if with_blanks(text).is_some() => {
                let cells = with_blanks(text).unwrap_or_default();
                cells.into_iter().map(|at| (&text[at..=at], line.part(at, at + 1))).collect()
            }
            Style::Compact | Style::Blanks => text
                .char_indices()
                .filter(|(_, ch)| !is_gap(*ch))
                .map(|(at, ch)| (at, at + ch.len_utf8()))
                .map(|(start, end)| (&text[start..end], line.part(start, end)))
                .collect(),
            Style::Numbers => text
                .split(is_gap)
                .filter(|word| !word.is_empty())
                .map(|word| {
                    let start = word.as_ptr() as usize - text.as_ptr() as usize;
                    (word, line.part(start, start + word.len()))
                })
                .collect(),
            Style::Fields => {
                let separator = separator(text);
                let is_around = |ch: char| ch == '"' || ch.is_whitespace();
                text.split(|ch| Some(ch) == separator)
                    .map(|field| {
                        let start = field.as_ptr() as usize - text.as_ptr() as usize;
                        let lead = field.len() - field.trim_start_matches(is_around).len();
                        let cell = field.trim_matches(is_around);
                        (cell, line.part(start + lead, start + lead + cell.len()))
                    })
                    .collect()
            }
        };
        Self { line, cells }
    }

    fn span(&self) -> Span {
        match (self.cells.first(), self.cells.last()) {
            (Some((_, first)), Some((_, last))) => first.join(*last),
            _ => self.line.span(),
        }
    }
}

/// Whether a line only draws a border: no letter or digit, and a stroke of three.
pub(crate) fn is_border(line: &str) -> bool {
    let is_stroke = |ch: char| matches!(ch, '-' | '=' | '\u{2500}'..='\u{257f}');
    let mut stroke = 0;
    let mut longest = 0;
    for ch in line.chars() {
        if ch.is_alphanumeric() {
            return false;
        }
        stroke = if is_stroke(ch) { stroke + 1 } else { 0 };
        longest = longest.max(stroke);
    }
    longest >= 3
}

/// No row of a board of rows is longer, however it is drawn.
const LONGEST_ROW: usize = 1 << 11;

/// Whether all rows of a board with a side of at least so much stand among lines, one below the other.
pub(crate) fn has_whole(lines: &[Line<'_>], least: usize) -> bool {
    [Style::Compact, Style::Numbers].into_iter().any(|style| {
        let (mut side, mut n_rows) = (0, 0);
        lines.iter().filter(|line| !is_border(line.text)).any(|line| {
            let is_short = line.text.len() <= LONGEST_ROW;
            let n_cells = if is_short { Row::cut(*line, style).cells.len() } else { 0 };
            n_rows = if n_cells == side { n_rows + 1 } else { 1 };
            side = n_cells;
            side >= least && n_rows == side && style.size(side).is_some()
        })
    })
}

/// The rows of a text in chunks, as blank lines divide them; borders and comments are left out.
///
/// A line of nothing but dashes is a row only if the text writes empty cells as `-` and it has a row's length.
pub(crate) fn chunks<'t>(lines: impl Iterator<Item = Line<'t>>, style: Style) -> Vec<Vec<Row<'t>>> {
    let lines: Vec<Line<'t>> = lines.collect();
    let row_length = dashed_length(&lines, style);
    let mut chunks = vec![Vec::new()];
    for line in lines {
        let text = line.text.trim();
        if style.is_blank(line.text) {
            chunks.push(Vec::new());
        } else if !text.starts_with('#') {
            let row = Row::cut(line, style);
            if is_dashed(&row, row_length) || !is_border(text) {
                chunks.last_mut().expect("there is a first chunk").push(row);
            }
        }
    }
    chunks.retain(|chunk| !chunk.is_empty());
    chunks
}

/// The length of rows in a text that writes empty cells as `-`.
pub(crate) fn dashed_length(lines: &[Line<'_>], style: Style) -> Option<usize> {
    let is_such = |line: &&Line<'_>| {
        line.text.contains('-') && line.text.contains(|ch: char| ch.is_ascii_alphanumeric())
    };
    lines.iter().find(is_such).map(|line| Row::cut(*line, style).cells.len())
}

/// Whether a row is nothing but dashes, so many.
pub(crate) fn is_dashed(row: &Row<'_>, length: Option<usize>) -> bool {
    row.cells.iter().all(|(cell, _)| *cell == "-") && length == Some(row.cells.len())
}

/// The rows of one grid, or of what should be one.
pub(crate) struct RowGroup<'t> {
    pub rows: Vec<Row<'t>>,
    pub size: Size,
}

/// Collects chunks to grids: a chunk of all rows is a grid, a chunk of several times as many is several, and chunks of
/// one band's rows each, or all rows of the text together, make one. Anything else stays as it is, to be refused.
pub(crate) fn groups<'t>(chunks: Vec<Vec<Row<'t>>>, style: Style) -> Vec<RowGroup<'t>> {
    let n_rows: usize = chunks.iter().map(Vec::len).sum();
    if let Some(first) = chunks.first() {
        let size = size_of(first, style);
        if n_rows == size.side {
            return vec![RowGroup { rows: chunks.into_iter().flatten().collect(), size }];
        }
    }
    let mut groups = Vec::new();
    let mut chunks = chunks.into_iter().peekable();
    while let Some(mut rows) = chunks.next() {
        let size = size_of(&rows, style);
        let band = size.block[0];
        if rows.len() == band {
            while rows.len() < size.side {
                match chunks.next_if(|next| next.len() == band && size_of(next, style) == size) {
                    Some(next) => rows.extend(next),
                    None => break,
                }
            }
        }
        if rows.len() % size.side == 0 {
            let mut rows = rows.into_iter();
            while rows.len() > 0 {
                groups.push(RowGroup { rows: rows.by_ref().take(size.side).collect(), size });
            }
        } else {
            groups.push(RowGroup { rows, size });
        }
    }
    groups
}

/// The size that most rows agree on.
pub(crate) fn size_of(rows: &[Row<'_>], style: Style) -> Size {
    let mut votes: BTreeMap<usize, usize> = BTreeMap::new();
    for row in rows {
        *votes.entry(row.cells.len()).or_default() += 1;
    }
    let most = votes.into_iter().max_by_key(|(_, votes)| *votes).map_or(9, |(length, _)| length);
    style.size(most).unwrap_or_else(|| match style {
        Style::Compact | Style::Blanks => Size::nearest_side(most),
        Style::Numbers | Style::Fields => Size::nearest_of_numbers(most),
    })
}

/// Reads one grid.
pub(crate) fn puzzle(
    group: &RowGroup<'_>,
    style: Style,
    options: &ReadOptions,
) -> Result<Puzzle, Vec<Diagnostic>> {
    let at = span_of(&group.rows);
    let mut mistakes = wrong_lengths(group);
    let read = match style {
        Style::Compact | Style::Blanks => characters(group, options, at),
        Style::Numbers | Style::Fields => numbers(group),
    };
    match read {
        Ok((values, notation)) if mistakes.is_empty() => {
            let shape = group.size.shape();
            let spans = group.rows.iter().flat_map(|row| row.cells.iter().map(|(_, span)| *span));
            let places = CellSpans::from_pairs(shape.cells().zip(spans).collect());
            Ok(build::assemble(shape, &values, notation, places, at))
        }
        Ok(_) => Err(mistakes),
        Err(strays) => {
            mistakes.extend(strays);
            mistakes.truncate(MOST_MISTAKES);
            Err(mistakes)
        }
    }
}

/// The place of a grid.
pub(crate) fn span_of(rows: &[Row<'_>]) -> Span {
    match (rows.first(), rows.last()) {
        (Some(first), Some(last)) => first.span().join(last.span()),
        _ => Span::at(0),
    }
}

fn characters(
    group: &RowGroup<'_>,
    options: &ReadOptions,
    at: Span,
) -> Result<(Vec<u8>, Notation), Vec<Diagnostic>> {
    let all = group.rows.iter().flat_map(|row| &row.cells);
    let cells = all.filter_map(|(text, span)| Some((text.chars().next()?, *span)));
    let cells: Vec<CellChar> = cells.map(|(ch, span)| (if ch == ' ' { '.' } else { ch }, span)).collect();
    build::values(group.size, &cells, options, at).map(|values| (values.numbers, values.notation))
}

pub(crate) fn numbers(group: &RowGroup<'_>) -> Result<(Vec<u8>, Notation), Vec<Diagnostic>> {
    let side = group.size.side;
    let mut values = Vec::new();
    let mut mistakes = Vec::new();
    for (word, span) in group.rows.iter().flat_map(|row| &row.cells) {
        let number = if word.is_empty() || is_mark(word) { Some(0) } else { word.parse::<u8>().ok() };
        match number.filter(|number| usize::from(*number) <= side && !word.starts_with('+')) {
            Some(number) => values.push(number),
            None if mistakes.len() < MOST_MISTAKES => mistakes.push(build::bad_number(word, *span, side)),
            None => {}
        }
    }
    if mistakes.is_empty() { Ok((values, Notation::numbers(side))) } else { Err(mistakes) }
}

/// Whether a word marks one empty cell among numbers.
pub(crate) fn is_mark(word: &str) -> bool {
    matches!(word, "." | "_" | "*" | "-" | "?")
}

/// What is wrong with the lengths of rows, and with their number.
fn wrong_lengths(group: &RowGroup<'_>) -> Vec<Diagnostic> {
    wrong_lengths_in(group, group.size)
}

/// The same where the size is known beforehand.
pub(crate) fn wrong_lengths_in(group: &RowGroup<'_>, size: Size) -> Vec<Diagnostic> {
    let side = size.side;
    let of_board = format!("{} puzzle has {side}", with_article(format!("{side}×{side}")));
    let wrong = |row: &&Row<'_>| row.cells.len() != side;
    let mut mistakes: Vec<Diagnostic> = Vec::new();
    for row in group.rows.iter().filter(wrong).take(MOST_MISTAKES) {
        let found = row.cells.len();
        let noun = if found == 1 { "cell" } else { "cells" };
        let (place, label) = match row.cells.get(side) {
            Some((_, first)) => (Span::new(first.start, row.span().end), format!("cell {} and on", side + 1)),
            None => (row.span(), format!("{} missing", side - found)),
        };
        mistakes.push(
            Diagnostic::new(Code::E0702, format!("{found} {noun} in this row, where {of_board}"), place)
                .with_primary_label(label)
                .with_note("write `.` for each empty cell"),
        );
    }
    let n_rows = group.rows.len();
    if n_rows != side {
        let noun = if n_rows == 1 { "row" } else { "rows" };
        let place = group.rows.get(side).map_or(span_of(&group.rows), |row| row.span());
        mistakes
            .push(Diagnostic::new(Code::E0702, format!("{n_rows} {noun}, where {of_board}"), place).with_note(
            "a row is one line; a line of nothing but dashes is read as a border: write `.` for empty cells",
        ));
    }
    mistakes
}
