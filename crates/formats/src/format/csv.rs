//! Tables with a heading: Kaggle's `quizzes,solutions` and `puzzle,solution`, Hugging Face's
//! `source,question,answer,rating`, QQWing's `--csv`; also with tabs or semicolons between the fields, as spreadsheets
//! write them.
//!
//! The heading says which column is the puzzle, and which is the solution: that becomes an expectation. Other columns are metadata.

use sdkc_board::Grid;
use sdkc_diagnostics::{Code, Diagnostic, Span};
use sdkc_puzzle::{Expect, ExpectKind, Puzzle};

use crate::{
    Line, ReadOptions, Record,
    detect::Head,
    dialect::LineContext,
    format::{
        exchange_bank, gsf, hodoku,
        line::{is_read, looks_like, read_run},
        marks_729,
    },
};

pub(crate) const EXAMPLE: &str = "\
puzzle,solution
530070000600195000098000060800060003400803001700020006060000280000419005000080079,\
534678912672195348198342567859761423426853791713924856961537284287419635345286179
";

const PUZZLE: &[&str] = &["puzzle", "puzzles", "quiz", "quizzes", "question", "questions", "sudoku"];
/// Columns that hold solutions and nothing else, the surest names first.
const SOLUTION: [&[&str]; 2] = [&["solution", "solutions"], &["answer", "answers"]];
/// Words in the names of columns that may hold solutions.
const WORDS: &[&str] = &["solution", "solutions", "solved", "answer", "answers"];

/// Words in the name of a column that tells something about solutions and holds none.
const ABOUT: &[&str] = &[
    "count", "counts", "number", "num", "n", "nr", "no", "id", "time", "seconds", "length", "steps", "hash",
    "rating", "url",
];

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
    heading(head).is_some()
}

/// The heading among the first lines of a text: it may stand below lines that are no puzzles, such as a title.
pub(crate) fn heading<'t>(head: &Head<'t>) -> Option<Line<'t>> {
    let at = head.lines.iter().position(|line| is_heading(line.text) || is_one_column(line.text))?;
    let (line, behind) = (head.lines[at], head.behind(at + 1));
    let is_first = at == 0 && !is_one_column(line.text);
    (is_first || is_heading_of(line.text, &head.lines[..at], &behind)).then_some(line)
}

/// Whether a line that may be a heading has puzzles below it, and none above.
fn is_heading_of(heading: &str, before: &[Line<'_>], behind: &Head<'_>) -> bool {
    let (separator, others) =
        (separator(heading), [hodoku::detect, exchange_bank::detect, gsf::detect, marks_729::detect]);
    let Some(column) = column(&fields(heading, separator), PUZZLE) else { return false };
    let has_puzzle = |row: &str| fields(row, separator).get(column).is_some_and(|(_, text)| looks_like(text));
    !before.iter().any(|line| is_read(line.text))
        && behind.mostly(has_puzzle)
        && !(is_one_column(heading) && others.iter().any(|is_other| is_other(behind)))
}

/// Whether a line is the name of a column of puzzles and nothing else.
pub(crate) fn is_one_column(line: &str) -> bool {
    let heading = fields(line, ',');
    heading.len() == 1 && column(&heading, PUZZLE).is_some()
}

/// Whether a line names the columns of a table, one of them that of the puzzle.
pub(crate) fn is_heading(line: &str) -> bool {
    let heading = fields(line, separator(line));
    heading.len() > 1 && column(&heading, PUZZLE).is_some()
}

/// The separator of a table, by its heading: the one with which a column of puzzles is found.
pub(crate) fn separator(heading: &str) -> char {
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
fn solution_column(heading: &[Field<'_>]) -> Option<usize> {
    let puzzle = column(heading, PUZZLE);
    let has = |name: &str, words: &[&str]| {
        let mut of_name = name.split(|ch: char| !ch.is_alphanumeric());
        of_name.any(|word| words.iter().any(|known| word.eq_ignore_ascii_case(known)))
    };
    let is_one =
        |(at, (_, name)): (usize, &Field<'_>)| Some(at) != puzzle && has(name, WORDS) && !has(name, ABOUT);
    SOLUTION
        .iter()
        .find_map(|names| column(heading, names))
        .or_else(|| heading.iter().enumerate().position(is_one))
}

/// The columns of the puzzle and of its solution, under a heading.
pub(crate) fn columns(heading: &str) -> Option<(usize, Option<usize>)> {
    let heading = fields(heading, separator(heading));
    Some((column(&heading, PUZZLE)?, solution_column(&heading)))
}

/// What is to be said of a row that holds a full board in a column that nobody would look for there.
pub(crate) fn not_compared(heading: &str, row: &str, options: &ReadOptions) -> Option<String> {
    let separator = separator(heading);
    let (heading, row) = (fields(heading, separator), fields(row, separator));
    let (puzzle, solution) = (column(&heading, PUZZLE)?, solution_column(&heading));
    let n_cells = row.get(puzzle)?.1.chars().count();
    let read = |text: &str| read_run(&Span::at(0), text, options, text.len()).ok();
    let is_full = |text: &str| {
        text.chars().count() == n_cells && read(text).is_some_and(|it| it.board.givens().is_complete())
    };
    let others = heading.iter().zip(&row).enumerate();
    let (_, ((_, name), _)) = others
        .into_iter()
        .find(|(at, (_, (_, text)))| *at != puzzle && Some(*at) != solution && is_full(text))?;
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
    let separator = separator(&context.first);
    let heading = fields(&context.first, separator);
    let row = fields(line.text, separator);
    let Some((start, text)) = column(&heading, PUZZLE).and_then(|at| row.get(at)) else {
        let it = Diagnostic::new(Code::E0701, "this line has no field for the puzzle", line.span())
            .with_note(format!("the columns are `{}`", context.first.trim()));
        return Some(Record::new(line.number, line.span(), Err(vec![it])));
    };
    let at = line.part(*start, start + text.len());
    let result = read_run(&at, text, &context.options, text.len());
    let mut record = Record::new(line.number, line.span(), result);
    if let Some(puzzle) = &mut record.puzzle {
        record.aside = solution(line, &heading, &row, context, puzzle);
        add_meta(&heading, &row, puzzle);
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
    let Some((column_at, (start, text))) =
        solution_column(heading).and_then(|at| Some((at, row.get(at)?))).filter(|(_, it)| !it.1.is_empty())
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

fn add_meta(heading: &[Field<'_>], row: &[Field<'_>], puzzle: &mut Puzzle) {
    let solutions = solution_column(heading);
    for (at, ((_, name), (_, value))) in heading.iter().zip(row).enumerate() {
        let is_grid = Some(at) == solutions || PUZZLE.iter().any(|known| name.eq_ignore_ascii_case(known));
        if !is_grid && !name.is_empty() && !value.is_empty() {
            let known = META.iter().find(|(known, _)| name.eq_ignore_ascii_case(known));
            puzzle.meta.push(known.map_or(*name, |(_, key)| key), *value);
        }
    }
}
