//! One puzzle a line: 81 characters, or 16, 36, 144, 256 or 625, or as many numbers; also the `.sdm` collections.
//!
//! The cells stand in one run without blanks; what follows after a blank, a comma, a semicolon or `#` is the puzzle's comment. What stands in
//! front of them may be a number or another label, or a quote (see `labelled.rs`); a line of another format may stand among the others.
//! Blanks are empty cells only in a line of exactly 81 digits and blanks.

use sdkc_diagnostics::{Code, Diagnostic, Span};
use sdkc_puzzle::{Puzzle, list, with_article};

use crate::{
    Line, ReadOptions, Record,
    alphabet::is_empty_mark,
    build::{self, CellChar},
    detect::Head,
    dialect::LineContext,
    format::{
        exchange_bank, gsf, hodoku,
        labelled::{self, Further, Labelled},
        number_line::NumberLine,
    },
    lines::MARK,
    parse_81,
    size::{SIZES, Size},
};

pub(crate) const EXAMPLE: &str = "\
# Two puzzles, one a line.
53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79 easy
100007090030020008009600500005300900010080002600004000300000010040000007007000300
";

/// Whether a character may end the run of cells.
fn is_separator(ch: char) -> bool {
    ch.is_whitespace() || matches!(ch, ',' | ';' | '#')
}

pub(crate) fn detect(head: &Head<'_>) -> bool {
    head.lists(looks_like)
}

/// Whether a line leaves no doubt that a puzzle was meant, well-formed or not.
pub(crate) fn looks_like(line: &str) -> bool {
    let whole = Line { number: 1, offset: 0, text: line };
    if is_blank_celled(line) || is_nearly_blank_celled(line) || NumberLine::cut(&whole).is_some() {
        return true;
    }
    is_like_cells(split(line.trim_start()).0)
        || read_as_other(line).is_some()
        || Labelled::cut(line).is_some()
}

/// Whether a puzzle was meant by a run without blanks.
fn is_like_cells(run: &str) -> bool {
    let (mut n_cells, mut n_plain) = (0_usize, 0_usize);
    for ch in run.chars() {
        n_cells += 1;
        n_plain += usize::from(ch.is_ascii_digit() || is_empty_mark(ch));
        if !ch.is_ascii_alphanumeric() && !is_empty_mark(ch) && n_cells > n_plain + 8 {
            return false;
        }
    }
    let n_letters = run.bytes().filter(u8::is_ascii_alphanumeric).count();
    if n_letters == 0 && !run.contains('.') && !run.contains('*') && !run.contains('_') {
        return false;
    }
    match Size::with_cells(n_cells) {
        Some(size) if size.side > 9 => run.chars().all(|ch| ch.is_ascii_alphanumeric() || is_empty_mark(ch)),
        Some(_) => n_plain * 2 >= n_cells || run.chars().all(|ch| ch.is_ascii_digit() || is_empty_mark(ch)),
        None => n_cells >= 12 && n_plain * 10 >= n_cells * 9,
    }
}

/// Whether cells and nothing else were meant by the field of a table.
pub(super) fn is_field(text: &str) -> bool {
    let (run, rest) = split(text);
    is_like_cells(text)
        && (rest.is_empty() || !is_cells(run))
        && Labelled::cut(text).is_none_or(|it| it.start == 0)
}

/// Whether blanks are the line's empty cells.
fn is_blank_celled(line: &str) -> bool {
    line.len() == 81
        && line.contains(' ')
        && line.bytes().all(|byte| matches!(byte, b'1'..=b'9' | b' '))
        && line.bytes().any(|byte| byte != b' ')
}

/// Whether blanks were meant as cells and some were lost, as when an editor cuts off those at the end.
fn is_nearly_blank_celled(line: &str) -> bool {
    (72..90).contains(&line.len())
        && line.contains("  ")
        && line.bytes().all(|byte| matches!(byte, b'1'..=b'9' | b' '))
        && Size::of_numbers(line.split_ascii_whitespace().count()).is_none_or(|size| size.side <= 9)
}

/// Whether a line begins with what may be the cells of a puzzle, and has no label.
pub(crate) fn is_plain(text: &str) -> bool {
    is_by_itself(text) || is_cells(split(text.trim()).0)
}

/// Whether a line holds a puzzle that can be read as it stands. With bad bytes it may be another format's bad line.
pub(super) fn is_read(text: &str) -> bool {
    let context = LineContext::bare(ReadOptions::default());
    looks_like(text)
        && !text.contains(char::REPLACEMENT_CHARACTER)
        && read(&Line { number: 1, offset: 0, text }, &context).is_some_and(|record| record.puzzle.is_some())
}

/// Whether all cells of a board stand on a line with blanks among them, which no row has.
pub(crate) fn is_by_itself(text: &str) -> bool {
    is_blank_celled(text) || NumberLine::cut(&Line { number: 1, offset: 0, text }).is_some()
}

/// The run of cells and what follows it.
pub(super) fn split(line: &str) -> (&str, &str) {
    line.split_at(line.find(is_separator).unwrap_or(line.len()))
}

/// A remark that is a number and a puzzle, such as `#1 53..7…`, without its `#`.
pub(crate) fn behind_hash<'t>(line: &Line<'t>) -> Option<Line<'t>> {
    let (before, text) = line.text.split_once('#').filter(|(before, _)| before.trim().is_empty())?;
    let is_number = |label: &str| label.starts_with(|ch: char| ch.is_ascii_digit()) && label.len() < 16;
    let is_such = text.starts_with(|ch: char| ch.is_ascii_digit())
        && Labelled::cut(text).is_some_and(|it| it.start > 0 && is_number(it.label));
    let offset = line.part(before.len() + 1, before.len() + 1).start;
    is_such.then_some(Line { offset, text, ..*line })
}

pub(crate) fn read(line: &Line<'_>, context: &LineContext) -> Option<Record> {
    let text = line.text.trim_end_matches(['\n', '\r']);
    if line.is_idle() && !is_blank_celled(text) {
        return None;
    }
    let span = line.part(0, text.len());
    if let Some(at) = text.find(['\n', '\r']) {
        return Some(Record::new(line.number, span, Err(vec![inner_break(line.part(at, at + 1))])));
    }
    if let Some(numbers) = NumberLine::cut_in_list(&Line { text, ..*line }) {
        let result = numbers.read().map(|puzzle| with_comment(puzzle, numbers.rest));
        return Some(Record::new(line.number, span, result));
    }
    if is_blank_celled(text) {
        let result = read_run(&span, text, &context.options, text.len());
        return Some(Record::new(line.number, span, result));
    }
    let start = text.len() - text.trim_start().len();
    let (run, rest) = split(&text[start..]);
    if !is_cells(run) {
        if let Some(read) = read_as_other(text) {
            return read(&Line { text, ..*line }, context);
        }
        if let Some(it) = labelled(text, start, run) {
            let read = |at: &Span| read_run(at, it.run, &context.options, it.run.len());
            return Some(read_labelled(&it, line, span, read));
        }
    }
    let at = line.part(start, start + run.len());
    if is_rule(run) {
        return Some(Record::new(line.number, span, Err(vec![no_puzzle(at, run.len(), text.len())])));
    }
    let result = read_run(&at, run, &context.options, text.len());
    let result = result.map(|puzzle| with_comment(puzzle, rest));
    Some(beside(Record::new(line.number, span, result), line, rest, run.len()))
}

/// The fast lane for classic puzzles that [`parse_81`] does not take: with a label in front of the cells, quotes or any blanks around them.
/// 0 for empty cells; `None` for anything else.
///
/// Whatever it takes, [`LineReader`](crate::LineReader) takes too and with the same givens; the reader also keeps the label, and says what is
/// wrong with a line.
///
/// ```
/// use sdkc_formats::parse_labelled;
/// let line = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
/// for labelled in [format!("17. {line}"), format!("\"{line}\","), format!("{line}\u{a0}")] {
///     assert_eq!(parse_labelled(labelled.as_bytes()).map(|cells| cells[..5].to_vec()), Some(vec![5, 3, 0, 0, 7]));
/// }
/// assert!(parse_labelled(format!("1. {}", &line[1..]).as_bytes()).is_none());
/// ```
#[must_use]
pub fn parse_labelled(line: &[u8]) -> Option<[u8; 81]> {
    let text = str::from_utf8(line).ok()?.trim_end_matches(['\n', '\r']);
    // A byte order mark belongs to no line.
    let text = text.strip_prefix(MARK).unwrap_or(text);
    let line = Line { number: 1, offset: 0, text };
    if line.is_idle()
        || is_blank_celled(text)
        || text.contains(['\n', '\r'])
        || NumberLine::cut(&line).is_some()
    {
        return None;
    }
    let start = text.len() - text.trim_start().len();
    let (run, rest) = split(&text[start..]);
    let (run, rest) = if is_cells(run) {
        (run, rest)
    } else if read_as_other(text).is_some() {
        return None;
    } else {
        labelled(text, start, run).map(|it| (it.run, it.rest))?
    };
    let is_all = run.len() == 81 && Further::of(rest, run.len()).is_none();
    is_all.then(|| parse_81(run.as_bytes()).ok()).flatten()
}

/// Whether a run has nothing but cells, and as many as some board.
fn is_cells(run: &str) -> bool {
    Size::with_cells(run.len()).is_some()
        && run.bytes().all(|byte| byte.is_ascii_alphanumeric() || is_empty_mark(byte.into()))
}

/// Whether a run is a line that was drawn, more likely than an empty board.
fn is_rule(run: &str) -> bool {
    run.contains('-') && run.chars().all(|ch| ch == '0' || is_empty_mark(ch))
}

type IsIt = fn(&str) -> bool;
type Read = fn(&Line<'_>, &LineContext) -> Option<Record>;

/// The reader of another format with a puzzle a line, if a line is in it beyond doubt: joined lists have such lines.
fn read_as_other(line: &str) -> Option<Read> {
    let others: [(IsIt, Read); 3] = [
        (hodoku::looks_like, hodoku::read),
        (gsf::looks_like, gsf::read),
        (exchange_bank::looks_like, exchange_bank::read),
    ];
    others.into_iter().find(|(is_it, _)| is_it(line)).map(|(_, read)| read)
}

/// The cells of a line that does not start with them. Where it starts with what was meant as cells, no others are looked for.
fn labelled<'t>(text: &'t str, start: usize, run: &str) -> Option<Labelled<'t>> {
    let it = Labelled::cut(text).filter(|it| it.start > start)?;
    let is_inside = it.start < start + run.len() && Size::with_cells(it.run.len()).is_some();
    (is_inside || run.starts_with(labelled::is_sign) || !is_like_cells(run)).then_some(it)
}

/// Reads the cells of a line, or its pencil marks, and keeps what stands around them.
pub(super) fn read_labelled(
    it: &Labelled<'_>,
    line: &Line<'_>,
    span: Span,
    read: impl Fn(&Span) -> Result<Puzzle, Vec<Diagnostic>>,
) -> Record {
    let result = read(&line.part(it.start, it.start + it.run.len())).map(|mut puzzle| {
        if !it.label.is_empty() {
            puzzle.meta.push("label", it.label);
        }
        with_comment(puzzle, labelled::without_signs(it.rest))
    });
    let record = Record::new(line.number, span, result);
    // What the fields of an object are is said by their names.
    if line.text.trim_start().starts_with('{') { record } else { beside(record, line, it.rest, it.run.len()) }
}

/// The same with a word about puzzles in the remark behind it.
pub(super) fn beside(mut record: Record, line: &Line<'_>, rest: &str, n_cells: usize) -> Record {
    if record.puzzle.is_none() {
        return record;
    }
    record.aside.extend(Further::of(rest, n_cells).map(|further| {
        let at = rest.as_ptr() as usize - line.text.as_ptr() as usize + further.start;
        let message = match further.number {
            1 => "a second puzzle on this line, which is not read".to_owned(),
            number => format!("{number} more puzzles on this line, which are not read"),
        };
        Diagnostic::new(Code::E0701, message, line.part(at, at + 1))
            .with_note("the first one is solved all the same; a list has one puzzle a line: break the line in front of each")
            .with_note("put `#` in front of what is a remark")
    }));
    record
}

pub(super) fn inner_break(at: Span) -> Diagnostic {
    Diagnostic::new(Code::E0701, "a line break inside a line", at)
        .with_note("lines end with a line feed, with or without a carriage return before it")
}

pub(super) fn with_comment(mut puzzle: Puzzle, rest: &str) -> Puzzle {
    let comment = rest.trim_start_matches(is_separator).trim_end();
    if !comment.is_empty() {
        puzzle.meta.push("comment", comment);
    }
    puzzle
}

/// Reads one unbroken run of cells at `at`, on a line of `length` bytes.
pub(crate) fn read_run(
    at: &Span,
    run: &str,
    options: &ReadOptions,
    length: usize,
) -> Result<Puzzle, Vec<Diagnostic>> {
    let cells: Vec<CellChar> = run
        .char_indices()
        .map(|(offset, ch)| {
            let span = Span::from_range(offset..offset + ch.len_utf8()).shifted(at.start);
            (if ch == ' ' { '.' } else { ch }, span)
        })
        .collect();
    let Some(size) = Size::with_cells(cells.len()) else {
        return Err(wrong_size(&cells, run, options, *at, length));
    };
    build::puzzle(size, &cells, options, *at).map_err(|mistakes| {
        if is_foreign_matter(&cells, run) { vec![no_puzzle(*at, cells.len(), length)] } else { mistakes }
    })
}

/// What is said of a run whose number of cells makes no board.
fn wrong_size(
    cells: &[CellChar],
    run: &str,
    options: &ReadOptions,
    at: Span,
    length: usize,
) -> Vec<Diagnostic> {
    if is_foreign_matter(cells, run) {
        return vec![no_puzzle(at, cells.len(), length)];
    }
    if let Some(it) = no_separator(cells) {
        return vec![it];
    }
    let largest = cells.iter().filter_map(|(ch, _)| ch.to_digit(10)).max().unwrap_or_default();
    let size = Size::nearest(cells.len(), largest as usize);
    if !size.is_near(cells.len()) {
        return vec![no_board(cells.len(), at)];
    }
    let mut found = vec![wrong_count(size, cells, at)];
    if let Err(strays) = build::values(size, cells, options, at) {
        found.extend(strays.into_iter().filter(|it| it.code == Code::E0701));
    }
    found
}

/// Where a whole puzzle stands in front of something that is not set off: a sign that is no cell anywhere, or a word where no larger
/// board with letters can be meant.
fn no_separator(cells: &[CellChar]) -> Option<Diagnostic> {
    let is_cell = |ch: char| ch.is_ascii_digit() || is_empty_mark(ch);
    let n_cells = cells.iter().position(|(ch, _)| !is_cell(*ch))?;
    let (ch, span) = cells[n_cells];
    let size = Size::with_cells(n_cells)?;
    let may_be_larger = ch.is_ascii_alphabetic() && Size::nearest(cells.len(), 0) != size;
    (!may_be_larger).then(|| not_set_off(ch, span, &format!("{n_cells} cells")))
}

/// That something stands behind all cells, or pencil marks, as if it were one more.
pub(super) fn not_set_off(ch: char, span: Span, behind: &str) -> Diagnostic {
    Diagnostic::new(Code::E0701, format!("{} behind the last of {behind}", build::quoted(ch)), span)
        .with_note("set off what follows the cells with a blank, a comma, a semicolon or `#`")
        .with_fix("Set it off", span, format!(" # {ch}"))
}

/// Whether a run was not meant as cells at all.
fn is_foreign_matter(cells: &[CellChar], run: &str) -> bool {
    let is_cell = |ch: char| ch.is_ascii_alphanumeric() || is_empty_mark(ch);
    let n_strange = cells.iter().filter(|(ch, _)| !is_cell(*ch)).count();
    !looks_like(run) && (cells.len() < 10 || n_strange * 4 > cells.len() || is_word(run))
}

/// Letters for the most part, or no digit at all.
fn is_word(run: &str) -> bool {
    let n_letters = run.chars().filter(char::is_ascii_alphabetic).count();
    n_letters * 2 > run.len() || !run.chars().any(|ch| ch.is_ascii_digit())
}

fn no_puzzle(at: Span, n_cells: usize, length: usize) -> Diagnostic {
    let it = Diagnostic::new(Code::E0701, "this is no puzzle", at)
        .with_note("a puzzle is a line of 81 cells (or 16, 36, 144, 256, 625); start a comment with `#`");
    if n_cells < 10 && (70..=90).contains(&length) {
        return it.with_note(format!(
            "blanks are read as empty cells only in a line of exactly 81 digits and blanks; this one has {length} characters"
        ));
    }
    it
}

fn no_board(n_cells: usize, at: Span) -> Diagnostic {
    if n_cells == 729 {
        return Diagnostic::new(Code::E0704, "729 pencil marks in a list of cells", at).with_note(
            "a list holds one kind of puzzles only; put lines of pencil marks into a list of their own",
        );
    }
    if let Some(size) = of_more_dimensions(n_cells) {
        let message =
            format!("{n_cells} cells make a board of {size}, and lines hold boards of two dimensions");
        return Diagnostic::new(Code::E0704, message, at).with_note(
            "write it as a puzzle file: `sdkc solve --output sdk` does, where a line came from sdkc",
        );
    }
    let sizes: Vec<String> = SIZES.iter().map(|size| size.n_cells().to_string()).collect();
    Diagnostic::new(Code::E0704, format!("no board has {n_cells} cells"), at)
        .with_note(format!("a puzzle on a line has {} cells, each one character", list(&sizes)))
}

/// The board of more than two dimensions that has so many cells, by its size.
fn of_more_dimensions(n_cells: usize) -> Option<String> {
    let of = |(length, n_dims): (usize, u32)| {
        let side = length.checked_pow(n_dims)?;
        let is_it = side.checked_pow(n_dims)? == n_cells;
        is_it.then(|| vec![side.to_string(); n_dims as usize].join("×"))
    };
    (2..=4).flat_map(|length| (3..=4).map(move |n_dims| (length, n_dims))).find_map(of)
}

fn wrong_count(size: Size, cells: &[CellChar], at: Span) -> Diagnostic {
    let (found, wanted, side) = (cells.len(), size.n_cells(), size.side);
    let message =
        format!("{found} cells where {} puzzle has {wanted}", with_article(format!("{side}×{side}")));
    let (place, label) = match cells.get(wanted) {
        Some((_, first)) => (Span::new(first.start, at.end), format!("cell {} and on", wanted + 1)),
        None => (at, format!("{} missing", wanted - found)),
    };
    Diagnostic::new(Code::E0702, message, place)
        .with_primary_label(label)
        .with_note("write `.` for each empty cell; set a comment off with a blank or `#`")
}
