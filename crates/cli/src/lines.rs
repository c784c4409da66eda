//! Lines of a stream with one puzzle a line, and the fast way to decide classic ones: straight from bytes into the kernel, many at a time.
//!
//! What the fast way cannot answer in full (a line that is no classic puzzle, clashing givens, no solution) goes the
//! ordinary way, as a document of one line.

use std::{
    cell::RefCell,
    ops::{ControlFlow, Range},
    sync::Arc,
};

use memchr::memchr;
use sdkc_engine::StopReason;
use sdkc_formats::{Dialect, LONGEST_LINE, LineReader, is_idle, parse_81, parse_729, parse_bank};
use sdkc_kernel::{Board, End, Outcome};
use sdkc_render::Before;

use crate::{
    args::Bounds,
    decide::{How, Stated, Worker, stopped},
    document::Document,
    plain,
    session::interrupt,
};

/// Whole lines of a stream.
#[derive(Clone, Debug)]
pub struct Lines {
    pub name: Arc<str>,
    pub bytes: Vec<u8>,
    pub reader: Arc<LineReader>,
    pub before: Before,
    /// The number of puzzles in the stream before these lines.
    pub first_index: usize,
}

/// One puzzle of the lines.
pub enum Decided<'a> {
    /// A classic puzzle that was searched here.
    Fast {
        stated: Stated<'a>,
        outcome: &'a Outcome,
        /// Why it is undecided, if it is.
        stopped: Option<StopReason>,
        /// Whether the line says what this does not prove: then the document is to be judged.
        claims: bool,
        /// Whether the line holds the cells and nothing else.
        is_bare: bool,
        /// The number of the puzzle in its file, from 1.
        index: usize,
        how: &'a dyn Fn() -> How,
        /// The line as a document, for whoever has more to say.
        document: &'a dyn Fn() -> Document,
    },
    /// Any other line, as a document of its own.
    Slow(Box<Document>),
}

impl Lines {
    /// Whether these are the first lines of their stream.
    pub fn is_head(&self) -> bool {
        self.before == Before::default()
    }

    /// The number of lines, told apart as in messages, and, where that can be told by a glance, of puzzles.
    pub fn count(&self) -> (u32, Option<usize>) {
        let (mut n_lines, mut n_puzzles, mut start) = (0_u32, 0, 0);
        let (mut all_plain, is_list) = (true, self.reader.dialect() == Dialect::Line);
        while start < self.bytes.len() {
            n_lines = n_lines.saturating_add(1);
            match plain::length(&self.bytes[start..]).filter(|_| is_list) {
                Some(length) => {
                    n_puzzles += 1;
                    start += length;
                }
                None => {
                    all_plain = false;
                    let line = self.line_from(start);
                    start = line.end + 1;
                    n_puzzles += usize::from(self.is_puzzle(&self.bytes[line]));
                }
            }
        }
        let by_glance = all_plain || self.is_told_by_glance();
        (n_lines, by_glance.then_some(n_puzzles))
    }

    fn is_told_by_glance(&self) -> bool {
        matches!(
            self.reader.dialect(),
            Dialect::Line | Dialect::Csv | Dialect::Marks729 | Dialect::ExchangeBank
        ) && std::str::from_utf8(&self.bytes).is_ok()
    }

    /// The same lines as a document, analysed in full.
    pub fn document(&self) -> Document {
        // A byte that is no UTF-8 becomes a mark that no cell is: its line is reported, the others are read.
        let text = String::from_utf8_lossy(&self.bytes).into_owned();
        Document::lines(
            self.name.to_string(),
            text,
            &self.reader,
            self.before,
            self.first_index,
            self.is_head(),
        )
    }

    /// What is to be said at the head of a table with a column of boards that are not held against the puzzles.
    pub fn not_compared(&self) -> Option<String> {
        if !self.is_head() || self.reader.dialect() != Dialect::Csv {
            return None;
        }
        let mut rows = self.bytes.split(|byte| *byte == b'\n');
        let row = rows.find(|line| self.is_puzzle(line))?;
        self.reader.not_compared(&String::from_utf8_lossy(row))
    }

    /// The first puzzle as a document, which notes the format of a file that begins here.
    pub fn first(&self) -> Option<Document> {
        let (mut number, mut start) = (0, 0);
        while start < self.bytes.len() {
            let range = self.line_from(start);
            (number, start) = (number + 1, range.end + 1);
            if self.is_puzzle(&self.bytes[range.clone()]) {
                return Some(self.one(number, range, 0, self.is_head()));
            }
        }
        None
    }

    /// Decides every puzzle, counting solutions up to a limit, and hands each on in order with its 1-based line. Breaks off before the
    /// first one of which nothing was found before Ctrl-C, and behind the first one of which not all was. Where the caller `tells_format`, the document of the first puzzle of a file does.
    pub fn decide(
        &self,
        limit: u64,
        bounds: &Bounds,
        tells_format: bool,
        mut each: impl FnMut(u32, Decided<'_>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let mut worker = WORKER.take();
        let columns = Columns::of(&self.reader);
        match self.reader.dialect() {
            // Under a limit on nodes the engine is asked, which takes the puzzle that the reader makes of the line.
            Dialect::Marks729 => self.parse_marks(bounds.max_nodes.is_none(), &mut worker),
            _ => self.parse(columns, &mut worker),
        }
        worker.solve(limit, bounds);
        let mut searched = worker.outcomes.iter().enumerate();
        let all = worker.slots.iter().enumerate().try_for_each(|(at, (number, range, is_fast))| {
            let line = self.before.lines.saturating_add(*number);
            let tells_format = tells_format && at == 0 && self.is_head();
            let document = || self.one(*number, range.clone(), at, tells_format);
            match searched_here(*is_fast, &mut searched) {
                Some((board, outcome)) => {
                    let stopped = stopped(outcome, bounds);
                    let is_last = stopped == Some(StopReason::Cancelled);
                    if is_last && outcome.count == 0 {
                        return ControlFlow::Break(());
                    }
                    let claims = columns.is_some_and(|it| !it.is_proved(&self.bytes[range.clone()], outcome));
                    let claims = claims || tells_format;
                    let index = self.first_index + at + 1;
                    let is_bare = self.reader.dialect() == Dialect::Line
                        && self.bytes[range.clone()].trim_ascii_end().len() == 81;
                    let (stated, document, how) =
                        (worker.stated(board), &document, &|| worker.how(board, outcome));
                    each(
                        line,
                        Decided::Fast { stated, outcome, stopped, claims, is_bare, index, how, document },
                    )?;
                    if is_last { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
                }
                None if interrupt().is_cancelled() => ControlFlow::Break(()),
                None => each(line, Decided::Slow(Box::new(document()))),
            }
        });
        WORKER.set(worker);
        all
    }

    /// The places of all puzzles, and the boards of those that are classic ones.
    fn parse(&self, columns: Option<Columns>, worker: &mut Worker) {
        worker.clear();
        let Worker { slots, boards, givens, .. } = worker;
        let (is_list, mut start) = (self.reader.dialect() == Dialect::Line, 0);
        for number in 1_u32.. {
            if start >= self.bytes.len() {
                break;
            }
            let read = is_list.then(|| plain::read(&self.bytes[start..])).flatten();
            let (range, cells) = match read {
                Some((cells, length)) => (start..start + length - 1, Some(cells)),
                None => {
                    let range = self.line_from(start);
                    let line = &self.bytes[range.clone()];
                    if !self.is_puzzle(line) {
                        start = range.end + 1;
                        continue;
                    }
                    (range, self.cells(line, columns))
                }
            };
            start = range.end + 1;
            let board = cells.and_then(|cells| Board::from_givens(cells).ok().map(|board| (cells, board)));
            slots.push((number, range, board.is_some()));
            if let Some((cells, board)) = board {
                givens.push(cells);
                boards.push(board);
            }
        }
    }

    /// The places of all puzzles of a list of pencil marks, and the boards of those that are as they should be.
    fn parse_marks(&self, is_fast: bool, worker: &mut Worker) {
        worker.clear();
        let (mut number, mut start) = (0_u32, 0);
        while start < self.bytes.len() {
            let range = self.line_from(start);
            (number, start) = (number + 1, range.end + 1);
            let line = &self.bytes[range.clone()];
            if !self.is_puzzle(line) {
                continue;
            }
            let marks = (is_fast && line.len() <= LONGEST_LINE).then(|| parse_729(line)).flatten();
            worker.slots.push((number, range, marks.is_some()));
            worker.boards.extend(marks.map(Board::from_candidates));
        }
    }

    /// Whether a line holds a puzzle, and not a heading, blanks or a comment.
    fn is_puzzle(&self, line: &[u8]) -> bool {
        let is_heading = || {
            let line = line.strip_prefix("\u{feff}".as_bytes()).unwrap_or(line);
            line.strip_suffix(b"\r").unwrap_or(line) == self.reader.first().as_bytes()
        };
        !(is_idle(line) || self.reader.dialect() == Dialect::Csv && is_heading())
    }

    /// The cells of a classic puzzle, if a line holds one as far as its bytes tell.
    fn cells(&self, line: &[u8], columns: Option<Columns>) -> Option<[u8; 81]> {
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        if line.len() > LONGEST_LINE {
            return None;
        }
        if self.reader.dialect() == Dialect::ExchangeBank {
            return parse_bank(line);
        }
        let field = match columns {
            None => line,
            Some(columns) => columns.field(line, columns.puzzle).filter(|it| it.len() == 81)?,
        };
        parse_81(field).ok()
    }

    /// One line as a document.
    fn one(&self, number: u32, range: Range<usize>, at: usize, is_head: bool) -> Document {
        let before =
            Before { lines: self.before.lines + (number - 1), bytes: self.before.bytes + range.start as u64 };
        let text = String::from_utf8_lossy(&self.bytes[range]).into_owned();
        Document::lines(self.name.to_string(), text, &self.reader, before, self.first_index + at, is_head)
    }

    /// The line that starts here, without its line feed.
    fn line_from(&self, start: usize) -> Range<usize> {
        start..memchr(b'\n', &self.bytes[start..]).map_or(self.bytes.len(), |length| start + length)
    }
}

/// The next outcome, if the line has one and it needs no more words.
fn searched_here<'a>(
    is_fast: bool,
    searched: &mut impl Iterator<Item = (usize, &'a Outcome)>,
) -> Option<(usize, &'a Outcome)> {
    let (board, outcome) = is_fast.then(|| searched.next()).flatten()?;
    let is_answer = outcome.count > 0 || outcome.end != End::Exhausted;
    is_answer.then_some((board, outcome))
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

    /// Whether an outcome shows that a row's solution is the only one; an empty field claims nothing.
    fn is_proved(self, row: &[u8], outcome: &Outcome) -> bool {
        let Some(column) = self.solution else { return true };
        let Some(claimed) = self.field(row, column) else { return false };
        let is_it = |digits: &[u8; 81]| claimed.iter().copied().eq(digits.iter().map(|digit| b'0' + digit));
        claimed.is_empty() || outcome.is_unique() && outcome.first.as_ref().is_some_and(is_it)
    }
}

thread_local! {
    // One for each thread: the memory is used again and again, instead of being given back and asked for once more.
    static WORKER: RefCell<Worker> = RefCell::default();
}
