//! The taxonomy lists of gsf's program: fields with commas between, the fifth is the puzzle, the sixth its name.

use sdkc_diagnostics::{Code, Diagnostic};

use crate::{
    Line, Record, detect::Head, dialect::LineContext, format::line::read_run, lines::is_idle, parse_81,
};

pub(crate) const EXAMPLE: &str = "\
99480,99408,114,1895,100000002090400050006000700050903000000070000000850040700000600030009080002000001,\
Easter-Monster,20.00s,0
";

/// The fields around the puzzle's.
const PUZZLE: usize = 4;
const LEAST_FIELDS: usize = 7;

pub(crate) fn detect(head: &Head<'_>) -> bool {
    head.lists(looks_like)
}

pub(crate) fn looks_like(line: &str) -> bool {
    let fields: Vec<&str> = line.trim().split(',').collect();
    let all_digits = |field: &&str| !field.is_empty() && field.bytes().all(|byte| byte.is_ascii_digit());
    fields.len() >= LEAST_FIELDS
        && fields[..PUZZLE].iter().all(all_digits)
        && (70..=90).contains(&fields[PUZZLE].len())
}

/// The fast lane: the cells of a line, 0 for empty ones. `None` for anything else.
///
/// Whatever it takes, [`LineReader`](crate::LineReader) takes too and with the same givens; the reader also keeps the name and the
/// other fields, and says what is wrong with a line.
///
/// ```
/// use sdkc_formats::parse_gsf;
/// let line = "99480,99408,114,1895,100000002090400050006000700050903000000070000000850040700000600030009080002000001,First,20.00s,0";
/// assert_eq!(parse_gsf(line.as_bytes()).map(|cells| [cells[0], cells[80]]), Some([1, 1]));
/// assert_eq!(parse_gsf(line.replace(",First,20.00s", "").as_bytes()), None);
/// ```
#[must_use]
pub fn parse_gsf(line: &[u8]) -> Option<[u8; 81]> {
    let mut fields = line.split(|byte| *byte == b',');
    let cells = fields.nth(PUZZLE).filter(|cells| cells.len() == 81)?;
    let is_whole = fields.count() >= LEAST_FIELDS - PUZZLE - 1 && !is_idle(line);
    is_whole.then(|| parse_81(cells).ok()).flatten()
}

/// The name of the puzzle on a line.
pub(crate) fn name(line: &str) -> Option<String> {
    let name = line.split(',').nth(PUZZLE + 1)?.trim();
    (!name.is_empty()).then(|| name.to_owned())
}

pub(crate) fn read(line: &Line<'_>, context: &LineContext) -> Option<Record> {
    if line.is_idle() {
        return None;
    }
    let fields: Vec<&str> = line.text.split(',').collect();
    if fields.len() < LEAST_FIELDS {
        let message = format!("{} fields, where at least {LEAST_FIELDS} belong", fields.len());
        let it = Diagnostic::new(Code::E0701, message, line.span())
            .with_note("the fifth field is the puzzle, the sixth its name");
        return Some(Record::new(line.number, line.span(), Err(vec![it])));
    }
    let cells = fields[PUZZLE];
    let start = cells.as_ptr() as usize - line.text.as_ptr() as usize;
    let result = read_run(&line.part(start, start + cells.len()), cells, &context.options, cells.len());
    let result = result.map(|mut puzzle| {
        puzzle.name = name(line.text);
        let rest: Vec<&str> = fields[PUZZLE + 2..].iter().map(|field| field.trim()).collect();
        puzzle.meta.push("gsf", rest.join(","));
        puzzle
    });
    Some(Record::new(line.number, line.span(), result))
}
