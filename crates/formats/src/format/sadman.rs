//! SadMan Sudoku's and SudoCue's `.sdk`: header lines (`#A` author, `#D` description, …), `[Puzzle]`, `[State]`.
//!
//! Headers may stand in any order, anywhere, or be missing; so may `[Puzzle]` before the rows. The digits of `[State]`
//! that are not givens become the puzzle's state.

use sdkc_board::{Grid, Value};
use sdkc_diagnostics::{Code, Diagnostic, Span};
use sdkc_puzzle::{CellSpans, Puzzle, cell_name};

use crate::{
    Line, ReadOptions, Record,
    build::MOST_MISTAKES,
    detect::Head,
    format::{
        grid::{self, RowGroup, Style},
        is_header, rows,
    },
    lines,
    size::Size,
};

pub(crate) const EXAMPLE: &str = "\
#AA. Setter
#DAn example
#LEasy
[Puzzle]
53..7....
6..195...
.98....6.
8...6...3
4..8.3..1
7...2...6
.6....28.
...419..5
....8..79
[State]
534.7....
6..195...
.98....6.
8...6...3
4..8.3..1
7...2...6
.6....28.
...419..5
....8..79
";

/// The header letters and the metadata that they are.
const HEADERS: &[(char, &str)] = &[
    ('A', "author"),
    ('D', "description"),
    ('C', "comment"),
    ('B', "date"),
    ('S', "source"),
    ('L', "level"),
    ('U', "url"),
];

pub(crate) fn detect(head: &Head<'_>) -> bool {
    let is_section = |line: &Line<'_>| matches!(section(line.text), Some("puzzle" | "state"));
    // A list may have a remark that looks like a header, and small boards lines that look like rows.
    head.lines.iter().any(is_section) || (head.has_headers && rows::detect(head) && !head.is_list())
}

/// The lower-case name of a section, where the line opens one that we know; `""` for the others.
fn section(line: &str) -> Option<&'static str> {
    let name = line.trim().strip_prefix('[')?.strip_suffix(']')?;
    let known = ["puzzle", "state"].into_iter().find(|known| name.trim().eq_ignore_ascii_case(known));
    Some(known.unwrap_or(""))
}

/// The file, cut into its parts.
#[derive(Default)]
struct Parts<'t> {
    headers: Vec<(&'static str, &'t str)>,
    puzzle: Vec<Line<'t>>,
    puzzle_header: Option<Line<'t>>,
    state: Vec<Line<'t>>,
    state_header: Option<Line<'t>>,
    mistakes: Vec<Diagnostic>,
    notes: Vec<Diagnostic>,
}

pub(crate) fn read(text: &str, options: &ReadOptions) -> Vec<Record> {
    let mut parts = Parts::cut(text);
    let first = parts.puzzle_header.or_else(|| parts.puzzle.first().copied());
    let first = first.or(parts.state_header).unwrap_or(Line { number: 1, offset: 0, text: "" });
    let mut mistakes = std::mem::take(&mut parts.mistakes);
    let mut record = match one_grid(&parts.puzzle, options, "[Puzzle]", first.span()) {
        Ok(puzzle) => {
            let (puzzle, found) = finish(puzzle, &parts, options);
            mistakes.extend(found);
            Record::new(first.number, first.span(), Ok(puzzle))
        }
        Err(found) => {
            mistakes.extend(found);
            Record::new(first.number, first.span(), Err(Vec::new()))
        }
    };
    record.span = Span::new(0, u32::try_from(text.trim_end().len()).unwrap_or(u32::MAX));
    if mistakes.iter().any(Diagnostic::is_error) {
        record.puzzle = None;
    }
    mistakes.truncate(MOST_MISTAKES);
    record.diagnostics = mistakes;
    record.diagnostics.extend(parts.notes);
    vec![record]
}

impl<'t> Parts<'t> {
    fn cut(text: &'t str) -> Self {
        let mut parts = Self::default();
        let mut now = "puzzle";
        for line in lines(text) {
            let content = line.text.trim();
            if let Some(name) = section(content) {
                let is_first = parts.open(name, line);
                now = if is_first { name } else { "" };
            } else if is_header(line.text) {
                let letter = line.text.chars().nth(1).unwrap_or(' ');
                let key = HEADERS.iter().find(|(known, _)| *known == letter);
                parts.headers.extend(key.map(|(_, key)| (*key, line.text[2..].trim())));
            } else if content.is_empty() || content.starts_with('#') {
                continue;
            } else {
                match now {
                    "puzzle" => parts.puzzle.push(line),
                    "state" => parts.state.push(line),
                    _ => {}
                }
            }
        }
        parts
    }

    /// Opens a section; says whether its rows are to be read.
    fn open(&mut self, name: &str, line: Line<'t>) -> bool {
        let first = match name {
            "puzzle" if self.puzzle_header.is_none() && !self.puzzle.is_empty() => {
                self.puzzle.first().copied()
            }
            "puzzle" => self.puzzle_header.replace(line),
            "state" => self.state_header.replace(line),
            _ => {
                let message = format!("the section {} is not read", line.text.trim());
                self.notes.push(
                    Diagnostic::new(Code::N0701, message, line.span())
                        .with_note("only [Puzzle], [State] and the header lines are"),
                );
                return false;
            }
        };
        if let Some(first) = &first {
            let message = format!("a second {}", line.text.trim());
            self.mistakes.push(
                Diagnostic::new(Code::E0701, message, line.span())
                    .with_label(first.span(), "the first starts here")
                    .with_note("a SadMan file holds one puzzle; put each in a file of its own"),
            );
        }
        first.is_none()
    }
}

/// The one grid of a section: rows, or a single line of 81 cells.
fn one_grid(
    lines: &[Line<'_>],
    options: &ReadOptions,
    name: &str,
    at: Span,
) -> Result<Puzzle, Vec<Diagnostic>> {
    if lines.is_empty() {
        let message = format!("{name} has no rows");
        let it =
            Diagnostic::new(Code::E0702, message, at).with_note("write its nine rows of nine cells below it");
        return Err(vec![it]);
    }
    if let [line] = lines {
        let start = line.text.len() - line.text.trim_start().len();
        let run = line.text.trim();
        if Size::with_cells(run.chars().count()).is_some_and(|size| size.side > 6) {
            return super::line::read_run(&line.part(start, start + run.len()), run, options, run.len());
        }
    }
    let rows: Vec<_> = grid::chunks(lines.iter().copied(), Style::Compact).into_iter().flatten().collect();
    let size = grid::size_of(&rows, Style::Compact);
    grid::puzzle(&RowGroup { rows, size }, Style::Compact, options)
}

/// Adds headers and state; returns what is wrong with the state.
fn finish(mut puzzle: Puzzle, parts: &Parts<'_>, options: &ReadOptions) -> (Puzzle, Vec<Diagnostic>) {
    for (key, value) in &parts.headers {
        puzzle.meta.push(*key, *value);
    }
    let Some(header) = parts.state_header else {
        return (puzzle, Vec::new());
    };
    let mistakes = match one_grid(&parts.state, options, "[State]", header.span()) {
        Ok(state) if state.board.shape() == puzzle.board.shape() => add_state(&mut puzzle, &state),
        Ok(state) => {
            let message =
                format!("a state of {} for a puzzle of {}", state.board.shape(), puzzle.board.shape());
            vec![
                Diagnostic::new(Code::E0702, message, header.span())
                    .with_note("[State] is the same grid as [Puzzle], with the digits placed so far"),
            ]
        }
        Err(mistakes) => mistakes,
    };
    (puzzle, mistakes)
}

fn add_state(puzzle: &mut Puzzle, read: &Puzzle) -> Vec<Diagnostic> {
    let mut state = Grid::empty(puzzle.board.shape().n_cells());
    let mut places = Vec::new();
    let mut mistakes = Vec::new();
    for (cell, value) in read.board.givens().filled() {
        let place = read.origins.givens.span(cell);
        match puzzle.board.given(cell) {
            None => {
                state.set(cell, Some(value));
                places.extend(place.map(|span| (cell, span)));
            }
            Some(given) if given != value => mistakes.push(changed(puzzle, cell, given, value, place)),
            Some(_) => {}
        }
    }
    puzzle.state = Some(state);
    puzzle.origins.state = CellSpans::from_pairs(places);
    mistakes
}

fn changed(
    puzzle: &Puzzle,
    cell: sdkc_board::Cell,
    given: Value,
    value: Value,
    at: Option<Span>,
) -> Diagnostic {
    let name = cell_name(puzzle, cell);
    let message = format!("[State] holds {value} at {name}, where [Puzzle] gives {given}");
    let mut it = Diagnostic::new(Code::E0701, message, at)
        .with_note("a state keeps the givens; correct one of the two");
    if let Some(span) = puzzle.origins.givens.span(cell) {
        it = it.with_label(span, format!("{given} is given"));
    }
    it
}
