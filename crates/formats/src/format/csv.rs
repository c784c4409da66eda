//! Tables with a heading: Kaggle's `quizzes,solutions` and `puzzle,solution`, Hugging Face's
//! `source,question,answer,rating`, QQWing's `--csv`; also with tabs or semicolons between the fields, as spreadsheets
//! write them.
//!
//! The heading says which column is the puzzle, and which is the solution: that becomes an expectation. Other columns are metadata. Where
//! no name says which is the puzzle, the first row does: it is the first column with a puzzle of 81 cells or more that is not filled, and is not called a solution.

use sdkc_board::Grid;
use sdkc_diagnostics::{Code, Diagnostic, Span};
use sdkc_puzzle::{Expect, ExpectKind, Puzzle};

use crate::{
    Line, ReadOptions, Record,
    alphabet::is_empty_mark,
    detect::{Head, LONG, MOST, is_long},
    dialect::LineContext,
    format::{
        exchange_bank, gsf, hodoku,
        line::{is_field, is_read, looks_like, read_run},
        marks_729,
    },
};

pub(crate) const EXAMPLE: &str = "\
puzzle,solution
530070000600195000098000060800060003400803001700020006060000280000419005000080079,\
534678912672195348198342567859761423426853791713924856961537284287419635345286179
";

const PUZZLE: &[&str] = &["puzzle", "puzzles", "quiz", "quizzes", "question", "questions", "sudoku"];
/// Names of a column of puzzles that stands by itself: beside others they may name a number of them.
const ALONE: &[&str] = &[
    "grid", "grids", "board", "boards", "givens", "clues", "problem", "problems", "sudokus", "unsolved",
    "initial",
];
/// Columns that hold solutions and nothing else, the surest names first.
const SOLUTION: [&[&str]; 2] = [&["solution", "solutions"], &["answer", "answers"]];
/// Words in the names of columns that may hold solutions.
const WORDS: &[&str] = &["solution", "solutions", "solved", "answer", "answers"];

/// Words in the name of a column that tells something about solutions and holds none.
const ABOUT: &[&str] = &[
    "count", "counts", "number", "num", "n", "nr", "no", "id", "time", "seconds", "length", "steps", "hash",
    "rating", "url",
];

/// Whether a word is the name of a solution.
pub(crate) fn names_solution(word: &str) -> bool {
    WORDS.iter().any(|known| word.eq_ignore_ascii_case(known))
}

/// Columns that have a key of their own among the metadata.
const META: &[(&str, &str)] = &[
    ("source", "source"),
    ("rating", "level"),
    ("difficulty", "level"),
    ("level", "level"),
    ("author", "author"),
];

/// What stands between the fields of a table.
const SEPARATORS: [char; 3] = [',', '\t', ';'];

pub(crate) fn detect(head: &Head<'_>) -> bool {
    Table::of(head).is_some()
}

/// What the head of a table says of its rows.
#[derive(Clone, Debug)]
pub(crate) struct Table {
    /// The line with the names of the columns.
    pub heading: String,
    pub separator: char,
    /// The column of the puzzle.
    pub puzzle: usize,
    /// The column of its solution.
    pub solution: Option<usize>,
}

impl Table {
    /// The table that a text is: its heading may stand below lines that are no puzzles, such as a title.
    ///
    /// The column of the puzzle is the one that is called so; where none is, or the row below holds its puzzle elsewhere, the first one of
    /// which the first row has cells that are not all filled.
    pub fn of(head: &Head<'_>) -> Option<Self> {
        match (Self::named(head), Self::with_puzzles(head)) {
            (Some((at, named)), Some((of, found))) if at == of && !named.fits(head.lines.get(at + 1)) => {
                Some(found)
            }
            (Some((_, named)), _) => Some(named),
            (None, found) => found.map(|(_, found)| found),
        }
    }

    fn new(heading: &str, separator: char, puzzle: usize) -> Self {
        let solution = solution_column(&fields(heading, separator), puzzle);
        Self { heading: heading.to_owned(), separator, puzzle, solution }
    }

    /// The heading that names a column of puzzles, and its place among the first lines.
    fn named(head: &Head<'_>) -> Option<(usize, Self)> {
        let at = head.lines.iter().position(|line| is_heading(line.text) || is_one_column(line.text))?;
        let (line, behind) = (head.lines[at].text, head.behind(at + 1));
        let is_first = at == 0 && !is_one_column(line);
        let separator = separator(line);
        let puzzle = column(&fields(line, separator), PUZZLE).unwrap_or_default();
        let table = Self::new(line, separator, puzzle);
        let is_one = table.is_of(&head.lines[..at], &behind) || is_first && !table.is_title(&behind);
        is_one.then_some((at, table))
    }

    /// Whether a first line with the name of a column is a title all the same: the line below it has no fields, or is one of a list. Where a
    /// column of solutions is named as well there is no doubt, and none of those is taken for a puzzle.
    fn is_title(&self, behind: &Head<'_>) -> bool {
        let has_field = |line: &Line<'_>| fields(line.text, self.separator).len() > self.puzzle.max(1);
        self.solution.is_none()
            && (behind.lines.first().is_some_and(|line| !has_field(line)) || behind.mostly(looks_like))
    }

    /// The heading above the first row in which a puzzle is found, and its place among the first lines.
    fn with_puzzles(head: &Head<'_>) -> Option<(usize, Self)> {
        SEPARATORS.into_iter().find_map(|separator| Self::with_puzzles_between(head, separator))
    }

    fn with_puzzles_between(head: &Head<'_>, separator: char) -> Option<(usize, Self)> {
        let is_row = |line: &Line<'_>| {
            let may_be = is_long(line.text) && line.text.len() < MOST;
            may_be && fields(line.text, separator).iter().any(is_open_puzzle)
        };
        // One row may be a bad line above the heading.
        let rows = head.lines.iter().enumerate().filter(|(_, line)| is_row(line)).take(2);
        rows.map(|(at, _)| at).find_map(|of_row| Self::above_row(head, separator, of_row))
    }

    /// The heading above a row with a puzzle.
    fn above_row(head: &Head<'_>, separator: char, of_row: usize) -> Option<(usize, Self)> {
        let row = fields(head.lines[of_row].text, separator);
        let above =
            head.lines[..of_row].iter().enumerate().rev().take_while(|(_, line)| line.text.len() < MOST);
        let mut like_row = above
            .map(|(at, line)| (at, line.text, fields(line.text, separator)))
            .take_while(|(.., fields)| row.len() > 1 && fields.len() == row.len());
        let (at, heading, names) = like_row.find(|(.., names)| names.iter().all(names_column))?;
        let mut open = row.iter().enumerate().filter(|(_, field)| is_open_puzzle(field));
        let (puzzle, _) = open.find(|(at, _)| solution_column(&names[*at..=*at], usize::MAX).is_none())?;
        let are_none = !head.lines[..at].iter().any(|line| is_read(line.text));
        are_none.then(|| (at, Self::new(heading, separator, puzzle)))
    }

    /// Whether a row holds a puzzle where it should.
    fn fits(&self, row: Option<&Line<'_>>) -> bool {
        row.is_none_or(|row| self.has_puzzle(row.text))
    }

    fn has_puzzle(&self, row: &str) -> bool {
        fields(row, self.separator).get(self.puzzle).is_some_and(|(_, text)| is_field(text))
    }

    /// Whether a line that may be the heading has puzzles below it, and none above.
    fn is_of(&self, before: &[Line<'_>], behind: &Head<'_>) -> bool {
        let others = [hodoku::detect, exchange_bank::detect, gsf::detect, marks_729::detect];
        // A list may hold more than the cells on a line.
        let is_row_of_list = |line: &Line<'_>| !self.has_puzzle(line.text) && is_read(line.text);
        !before.iter().any(|line| is_read(line.text))
            && behind.mostly(|row| self.has_puzzle(row))
            && !(is_one_column(&self.heading)
                && (others.iter().any(|is_other| is_other(behind))
                    || behind.lines.iter().any(is_row_of_list)))
    }
}

/// Whether a field may be the name of a column.
fn names_column((_, text): &Field<'_>) -> bool {
    text.chars().count() < 40 && text.starts_with(char::is_alphabetic)
}

/// Whether a field holds a puzzle of 81 cells or more that is to be solved.
fn is_open_puzzle((_, text): &Field<'_>) -> bool {
    let is_read = || read_run(&Span::at(0), text, &ReadOptions::default(), text.len()).is_ok();
    text.len() >= LONG && text.contains(|ch: char| ch == '0' || is_empty_mark(ch)) && is_read()
}

/// Whether a line is the name of a column of puzzles and nothing else.
pub(crate) fn is_one_column(line: &str) -> bool {
    line.len() < MOST && is_one_name(&fields(line, ','))
}

fn is_one_name(heading: &[Field<'_>]) -> bool {
    heading.len() == 1 && [PUZZLE, ALONE].into_iter().any(|names| column(heading, names).is_some())
}

/// Whether a line names the columns of a table, one of them that of the puzzle.
pub(crate) fn is_heading(line: &str) -> bool {
    let is_one = || {
        let heading = fields(line, separator(line));
        heading.len() > 1 && column(&heading, PUZZLE).is_some()
    };
    line.len() < MOST && is_one()
}

/// The separator of a table, by its heading: the one with which a column of puzzles is found.
fn separator(heading: &str) -> char {
    let finds = |separator: &char| {
        let fields = fields(heading, *separator);
        fields.len() > 1 && column(&fields, PUZZLE).is_some()
    };
    SEPARATORS.into_iter().find(finds).unwrap_or(',')
}

/// A field and where its text starts in the line.
type Field<'t> = (usize, &'t str);

/// The fields of a line, without the quotes around them and the blanks around those.
fn fields(line: &str, separator: char) -> Vec<Field<'_>> {
    let (mut fields, mut start, mut quoted) = (Vec::new(), 0, false);
    for (at, ch) in line.char_indices() {
        match ch {
            '"' => quoted = !quoted,
            _ if ch == separator && !quoted => {
                fields.push(bare(line, start, at));
                start = at + 1;
            }
            _ => {}
        }
    }
    fields.push(bare(line, start, line.len()));
    fields
}

fn bare(line: &str, start: usize, end: usize) -> Field<'_> {
    let text = line[start..end].trim();
    let text = text.strip_prefix('"').and_then(|text| text.strip_suffix('"')).unwrap_or(text);
    (text.as_ptr() as usize - line.as_ptr() as usize, text)
}

fn column(heading: &[Field<'_>], names: &[&str]) -> Option<usize> {
    heading.iter().position(|(_, text)| names.iter().any(|name| text.eq_ignore_ascii_case(name)))
}

/// The column of solutions: the one that is called so, else the first with that word in its name, such as `solved_sudoku`.
fn solution_column(heading: &[Field<'_>], puzzle: usize) -> Option<usize> {
    let has = |name: &str, words: &[&str]| {
        let mut of_name = name.split(|ch: char| !ch.is_alphanumeric());
        of_name.any(|word| words.iter().any(|known| word.eq_ignore_ascii_case(known)))
    };
    let is_one = |(at, (_, name)): (usize, &Field<'_>)| at != puzzle && has(name, WORDS) && !has(name, ABOUT);
    SOLUTION
        .iter()
        .find_map(|names| column(heading, names))
        .or_else(|| heading.iter().enumerate().position(is_one))
}

/// What is to be said of a row that holds a full board or one more puzzle in a column that nobody would look for there.
pub(crate) fn not_compared(table: &Table, row: &str, options: &ReadOptions) -> Option<String> {
    let (heading, row) = (fields(&table.heading, table.separator), fields(row, table.separator));
    let (puzzle, solution) = (table.puzzle, table.solution);
    let n_cells = row.get(puzzle)?.1.chars().count();
    let read = |text: &str| read_run(&Span::at(0), text, options, text.len()).ok();
    let fullness = |text: &str| {
        let read = read(text).filter(|_| text.chars().count() == n_cells);
        read.filter(|it| it.board.givens().n_filled() > 0).map(|it| it.board.givens().is_complete())
    };
    let others = heading.iter().zip(&row).enumerate();
    let (name, is_full) = others
        .filter(|(at, _)| *at != puzzle && Some(*at) != solution)
        .find_map(|(_, ((_, name), (_, text)))| Some((name, fullness(text)?)))?;
    if !is_full {
        let read = heading[puzzle].1;
        return Some(format!("the column `{name}` holds puzzles, too, and is not read: only `{read}` is"));
    }
    let compared = match solution {
        Some(at) => format!("only `{}` is", heading[at].1),
        None => "no column is; one whose name has the word solution, solved or answer would be".to_owned(),
    };
    Some(format!("the column `{name}` holds full boards and is not held against the puzzles: {compared}"))
}

pub(crate) fn read(line: &Line<'_>, context: &LineContext) -> Option<Record> {
    if line.is_idle() || line.text == context.first {
        return None;
    }
    let Some(table) = &context.table else { return None };
    let heading = fields(&table.heading, table.separator);
    let row = fields(line.text, table.separator);
    let Some((start, text)) = row.get(table.puzzle) else {
        let it = Diagnostic::new(Code::E0701, "this line has no field for the puzzle", line.span())
            .with_note(format!("the columns are `{}`", context.first.trim()));
        return Some(Record::new(line.number, line.span(), Err(vec![it])));
    };
    let at = line.part(*start, start + text.len());
    let result = read_run(&at, text, &context.options, text.len());
    let mut record = Record::new(line.number, line.span(), result);
    if let Some(puzzle) = &mut record.puzzle {
        record.aside = solution(line, &heading, &row, context, puzzle);
        add_meta(table, &heading, &row, puzzle);
    }
    Some(record)
}

/// Makes an expectation of the solution in a row. One that cannot be read is kept as it stands, and told of.
fn solution(
    line: &Line<'_>,
    heading: &[Field<'_>],
    row: &[Field<'_>],
    context: &LineContext,
    puzzle: &mut Puzzle,
) -> Vec<Diagnostic> {
    let Some((column_at, (start, text))) = context
        .table
        .as_ref()
        .and_then(|table| Some((table.solution?, row.get(table.solution?)?)))
        .filter(|(_, it)| !it.1.is_empty())
    else {
        return Vec::new();
    };
    let name = heading[column_at].1;
    let is_called_so = SOLUTION.iter().any(|names| column(&heading[column_at..=column_at], names).is_some());
    if !is_called_so && 2 * text.chars().count() < puzzle.board.shape().n_cells() {
        // A word in the name may mean anything: `solved` may hold yes and no.
        puzzle.meta.push(name, *text);
        return Vec::new();
    }
    let at = line.part(*start, start + text.len());
    let found = match read_run(&at, text, &context.options, text.len()) {
        Ok(read) if read.board.shape() == puzzle.board.shape() && read.board.givens().is_complete() => {
            let grid: Grid = read.board.givens().clone();
            puzzle.expects.push(Expect { span: Some(at), ..ExpectKind::Solution(grid).into() });
            return Vec::new();
        }
        Ok(_) => vec![incomplete(at)],
        Err(found) => found.into_iter().map(in_solution).collect(),
    };
    puzzle.meta.push("solution", *text);
    found
}

fn in_solution(mut it: Diagnostic) -> Diagnostic {
    it.message = format!("the solution beside the puzzle cannot be read: {}", it.message);
    // Advice on puzzles, such as to write `.` for empty cells, is none on solutions.
    it.notes.clear();
    it.fixes.clear();
    it.with_note("the puzzle is solved all the same; correct the solution, or leave its field empty")
}

fn incomplete(at: Span) -> Diagnostic {
    Diagnostic::new(
        Code::E0701,
        "this is no solution of the puzzle in its line: cells are empty or missing",
        at,
    )
    .with_note("the puzzle is solved all the same; complete the solution, or leave its field empty")
}

fn add_meta(table: &Table, heading: &[Field<'_>], row: &[Field<'_>], puzzle: &mut Puzzle) {
    for (at, ((_, name), (_, value))) in heading.iter().zip(row).enumerate() {
        let is_grid = Some(at) == table.solution
            || at == table.puzzle
            || PUZZLE.iter().any(|known| name.eq_ignore_ascii_case(known));
        if !is_grid && !name.is_empty() && !value.is_empty() {
            let known = META.iter().find(|(known, _)| name.eq_ignore_ascii_case(known));
            puzzle.meta.push(known.map_or(*name, |(_, key)| key), *value);
        }
    }
}
