//! The taxonomy lists of gsf's program: fields with commas between, the fifth is the puzzle, the sixth its name.

use sdkc_diagnostics::{Code, Diagnostic};

use crate::{Line, Record, detect::Head, dialect::LineContext, format::line::read_run};

pub(crate) const EXAMPLE: &str = "\
99480,99408,114,1895,100000002090400050006000700050903000000070000000850040700000600030009080002000001,\
Easter-Monster,20.00s,0
";

/// The fields around the puzzle's.
const PUZZLE: usize = 4;
const LEAST_FIELDS: usize = 7;

pub(crate) fn detect(head: &Head<'_>) -> bool {
    !head.has_syntax
        && head.mostly(|line| {
            let fields: Vec<&str> = line.split(',').collect();
            let all_digits =
                |field: &&str| !field.is_empty() && field.bytes().all(|byte| byte.is_ascii_digit());
            fields.len() >= LEAST_FIELDS
                && fields[..PUZZLE].iter().all(all_digits)
                && (70..=90).contains(&fields[PUZZLE].len())
        })
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
        puzzle.name = Some(fields[PUZZLE + 1].trim().to_owned()).filter(|name| !name.is_empty());
        let rest: Vec<&str> = fields[PUZZLE + 2..].iter().map(|field| field.trim()).collect();
        puzzle.meta.push("gsf", rest.join(","));
        puzzle
    });
    Some(Record::new(line.number, line.span(), result))
}
