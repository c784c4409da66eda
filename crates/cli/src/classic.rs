//! The classic boards of a list, whatever its format, straight from the bytes of its lines: what cannot be read in this way is for those
//! who read a line in full.

use memchr::memchr;
use sdkc_formats::{
    Dialect, LONGEST_LINE, LineReader, is_idle, parse_81, parse_729, parse_bank, parse_gsf, parse_hodoku,
    parse_labelled, parse_labelled_729, to_line,
};
use sdkc_kernel::{Board, Outcome};

/// How the lines of a list are read.
#[derive(Clone, Copy)]
pub struct Classic<'r> {
    reader: &'r LineReader,
    columns: Option<Columns>,
}

impl<'r> Classic<'r> {
    pub fn of(reader: &'r LineReader) -> Self {
        Self { reader, columns: Columns::of(reader) }
    }

    /// Whether a line holds a puzzle, and not a heading, blanks or a comment.
    pub fn is_puzzle(self, line: &[u8]) -> bool {
        let is_heading = || {
            let line = line.strip_prefix("\u{feff}".as_bytes()).unwrap_or(line);
            let line = line.strip_suffix(b"\r").unwrap_or(line);
            // What stands there may be no text.
            String::from_utf8_lossy(line) == self.reader.first()
        };
        !(is_idle(line) || self.reader.dialect() == Dialect::Csv && is_heading())
    }

    /// The givens of a classic puzzle, if a line holds one as far as its bytes tell.
    pub fn givens(self, line: &[u8]) -> Option<[u8; 81]> {
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        if line.len() > LONGEST_LINE {
            return None;
        }
        match (self.reader.dialect(), self.columns) {
            (Dialect::ExchangeBank, _) => parse_bank(line),
            (Dialect::Gsf, _) => parse_gsf(line),
            (Dialect::Hodoku, _) => parse_hodoku(line).map(|(givens, _)| givens),
            (Dialect::Csv, Some(columns)) => parse_field(columns.field(line, columns.puzzle)?),
            (Dialect::Line, _) => parse_81(line).ok().or_else(|| parse_labelled(line)),
            _ => None,
        }
    }

    /// The pencil marks of a line of a list of them.
    pub fn marks(self, line: &[u8]) -> Option<[u16; 81]> {
        let is_one = self.reader.dialect() == Dialect::Marks729 && line.len() <= LONGEST_LINE;
        is_one.then(|| parse_729(line).or_else(|| parse_labelled_729(line))).flatten()
    }

    /// The board of a line, also of one that is read in full, such as a row with quotes.
    pub fn board(self, line: &[u8]) -> Option<Board> {
        if let Some(marks) = self.marks(line) {
            return Some(Board::from_candidates(marks));
        }
        let read_in_full = || {
            let line = sdkc_formats::lines(str::from_utf8(line).ok()?).next()?;
            let puzzle = self.reader.read(&line)?.puzzle.filter(|puzzle| puzzle.board.is_plain())?;
            parse_81(to_line(puzzle.board.givens(), &puzzle.notation)?.as_bytes()).ok()
        };
        Board::from_givens(self.givens(line).or_else(read_in_full)?).ok()
    }

    /// Whether an outcome proves what a line says beside its puzzle: that it has a certain solution and no other, or that digits which
    /// somebody placed are right.
    pub fn is_proved(self, line: &[u8], outcome: &Outcome) -> bool {
        let solution = outcome.first.as_ref().filter(|_| outcome.is_unique());
        if self.reader.dialect() == Dialect::Hodoku {
            if memchr(b'+', line).is_none() {
                return true;
            }
            let Some((_, placed)) = parse_hodoku(line) else { return false };
            let is_right = |(digit, of_solution): (&u8, &u8)| *digit == 0 || digit == of_solution;
            return solution.is_none_or(|solution| placed.iter().zip(solution).all(is_right));
        }
        let Some((columns, column)) = self.columns.and_then(|it| Some((it, it.solution?))) else {
            return true;
        };
        let Some(claimed) = columns.field(line, column) else { return false };
        let is_it = |digits: &[u8; 81]| claimed.iter().copied().eq(digits.iter().map(|digit| b'0' + digit));
        claimed.is_empty() || solution.is_some_and(is_it)
    }
}

/// The cells of a field that holds nothing else.
fn parse_field(field: &[u8]) -> Option<[u8; 81]> {
    if field.len() == 81 { parse_81(field).ok() } else { None }
}

/// Where a table has its puzzles and, if it has them, their solutions.
#[derive(Clone, Copy)]
struct Columns {
    puzzle: usize,
    solution: Option<usize>,
    separator: u8,
}

impl Columns {
    fn of(reader: &LineReader) -> Option<Self> {
        let (puzzle, solution) = reader.columns()?;
        Some(Self { puzzle, solution, separator: u8::try_from(reader.separator()).ok()? })
    }

    /// A field of a row without quotes.
    fn field(self, row: &[u8], column: usize) -> Option<&[u8]> {
        let field = row.split(|byte| *byte == self.separator).nth(column)?;
        (!row.contains(&b'"')).then(|| field.trim_ascii())
    }
}
