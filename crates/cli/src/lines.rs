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
use sdkc_formats::{Dialect, HEAD_LINES, LineReader};
use sdkc_kernel::{Board, End, Outcome};
use sdkc_render::Before;

use crate::{
    args::Bounds,
    classic::Classic,
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
    /// Whether these are the first lines of their stream, or the first that were kept.
    pub is_head: bool,
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
        /// The name of the puzzle, if its line has one.
        name: &'a dyn Fn() -> Option<String>,
        how: &'a dyn Fn() -> How,
        /// The line as a document, for whoever has more to say.
        document: &'a dyn Fn() -> Document,
    },
    /// Any other line, as a document of its own.
    Slow(Box<Document>),
}

impl Lines {
    /// The number of lines, told apart as in messages, and of puzzles.
    pub fn count(&self) -> (u32, usize) {
        let (mut n_lines, mut n_puzzles, mut start) = (0_u32, 0, 0);
        let (classic, is_list) = (Classic::of(&self.reader), self.reader.dialect() == Dialect::Line);
        while start < self.bytes.len() {
            n_lines = n_lines.saturating_add(1);
            match plain::length(&self.bytes[start..]).filter(|_| is_list) {
                Some(length) => {
                    n_puzzles += 1;
                    start += length;
                }
                None => {
                    let line = self.line_from(start);
                    start = line.end + 1;
                    n_puzzles += usize::from(classic.is_puzzle(&self.bytes[line]));
                }
            }
        }
        (n_lines, n_puzzles)
    }

    /// The same lines as a document, analysed in full.
    pub fn document(&self) -> Document {
        let name = self.name.to_string();
        Document::lines(name, &self.bytes, &self.reader, self.before, self.first_index, self.is_head)
    }

    /// What is to be said of a table with a column of boards that are not held against the puzzles, if that shows in one of its first
    /// rows; they may have come in several pieces.
    pub fn not_compared(&self) -> Option<String> {
        let n_rows = HEAD_LINES.saturating_sub(self.first_index);
        if n_rows == 0 || self.reader.dialect() != Dialect::Csv {
            return None;
        }
        let classic = Classic::of(&self.reader);
        let lines = self.bytes.split(|byte| *byte == b'\n').filter(|line| classic.is_puzzle(line));
        lines.take(n_rows).find_map(|row| self.reader.not_compared(&String::from_utf8_lossy(row)))
    }

    /// The first puzzle as a document, which notes the format of a file that begins here.
    pub fn first(&self) -> Option<Document> {
        let (classic, mut number, mut start) = (Classic::of(&self.reader), 0, 0);
        while start < self.bytes.len() {
            let range = self.line_from(start);
            (number, start) = (number + 1, range.end + 1);
            if classic.is_puzzle(&self.bytes[range.clone()]) {
                return Some(self.one(number, range, 0, self.is_head));
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
        let classic = Classic::of(&self.reader);
        match self.reader.dialect() {
            // Under a limit on nodes the engine is asked, which takes the puzzle that the reader makes of the line.
            Dialect::Marks729 => self.parse_marks(classic, bounds.max_nodes.is_none(), &mut worker),
            _ => self.parse(classic, &mut worker),
        }
        worker.solve(limit, bounds);
        let mut searched = worker.outcomes.iter().enumerate();
        let all = worker.slots.iter().enumerate().try_for_each(|(at, (number, range, is_fast))| {
            let line = self.before.lines.saturating_add(*number);
            let tells_format = tells_format && at == 0 && self.is_head;
            let document = || self.one(*number, range.clone(), at, tells_format);
            match searched_here(*is_fast, &mut searched) {
                Some((board, outcome)) => {
                    let stopped = stopped(outcome, bounds);
                    let is_last = stopped == Some(StopReason::Cancelled);
                    if is_last && outcome.count == 0 {
                        return ControlFlow::Break(());
                    }
                    let text = &self.bytes[range.clone()];
                    let claims = tells_format || !classic.is_proved(text, outcome);
                    let is_named = self.reader.dialect() == Dialect::Gsf;
                    let name =
                        || is_named.then(|| self.reader.name(&String::from_utf8_lossy(text))).flatten();
                    let index = self.first_index + at + 1;
                    let is_bare = self.reader.dialect() == Dialect::Line && text.trim_ascii_end().len() == 81;
                    let (stated, document, how) =
                        (worker.stated(board), &document, &|| worker.how(board, outcome));
                    each(
                        line,
                        Decided::Fast {
                            stated,
                            outcome,
                            stopped,
                            claims,
                            is_bare,
                            index,
                            name: &name,
                            how,
                            document,
                        },
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
    fn parse(&self, classic: Classic<'_>, worker: &mut Worker) {
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
                    if !classic.is_puzzle(line) {
                        start = range.end + 1;
                        continue;
                    }
                    (range, classic.givens(line))
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
    fn parse_marks(&self, classic: Classic<'_>, is_fast: bool, worker: &mut Worker) {
        worker.clear();
        let (mut number, mut start) = (0_u32, 0);
        while start < self.bytes.len() {
            let range = self.line_from(start);
            (number, start) = (number + 1, range.end + 1);
            let line = &self.bytes[range.clone()];
            if !classic.is_puzzle(line) {
                continue;
            }
            let marks = is_fast.then(|| classic.marks(line)).flatten();
            worker.slots.push((number, range, marks.is_some()));
            worker.boards.extend(marks.map(Board::from_candidates));
        }
    }

    /// One line as a document.
    fn one(&self, number: u32, range: Range<usize>, at: usize, is_head: bool) -> Document {
        let before =
            Before { lines: self.before.lines + (number - 1), bytes: self.before.bytes + range.start as u64 };
        let (name, index) = (self.name.to_string(), self.first_index + at);
        Document::lines(name, &self.bytes[range], &self.reader, before, index, is_head)
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

thread_local! {
    // One for each thread: the memory is used again and again, instead of being given back and asked for once more.
    static WORKER: RefCell<Worker> = RefCell::default();
}
