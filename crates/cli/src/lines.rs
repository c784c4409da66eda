//! Lines of a stream with one puzzle a line, and the fast way to decide classic ones: straight from bytes into the kernel, many at a time.
//!
//! What the fast way cannot answer in full (a line that is no classic puzzle, clashing givens, no solution) goes the
//! ordinary way, as a document of one line.

use std::{
    cell::RefCell,
    ops::{ControlFlow, Range},
    sync::Arc,
    time::Duration,
};

use memchr::{memchr_iter, memrchr};
use sdkc_engine::StopReason;
use sdkc_formats::{Dialect, LONGEST_LINE, LineReader, parse_81};
use sdkc_kernel::{Board, End, Outcome};
use sdkc_render::Before;

use crate::{
    args::Bounds,
    decide::{Worker, is_begun, stopped},
    document::Document,
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
    /// A classic puzzle that was searched here, with its givens.
    Fast {
        givens: &'a [u8; 81],
        outcome: &'a Outcome,
        /// Why it is undecided, if it is.
        stopped: Option<StopReason>,
        /// Whether the line says what this does not prove: then the document is to be judged.
        claims: bool,
        /// The number of the puzzle in its file, from 1.
        index: usize,
        time: Duration,
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

    /// The number of lines and, where that can be told by a glance, of puzzles.
    pub fn count(&self) -> (u32, Option<usize>) {
        let (mut n_lines, mut n_puzzles) = (0_u32, 0);
        for line in self.ranges() {
            n_lines = n_lines.saturating_add(1);
            n_puzzles += usize::from(self.is_puzzle(&self.bytes[line]));
        }
        let lone_return = memchr_iter(b'\r', &self.bytes).any(|at| self.bytes.get(at + 1) != Some(&b'\n'));
        let by_glance = matches!(self.reader.dialect(), Dialect::Line | Dialect::Csv)
            && !lone_return
            && std::str::from_utf8(&self.bytes).is_ok();
        (n_lines, by_glance.then_some(n_puzzles))
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

    /// Decides every puzzle, counting solutions up to a limit, and hands each on in order with its 1-based line. Breaks off before the
    /// first one whose turn did not come before Ctrl-C. Where the caller `tells_format`, the document of the first puzzle of a file does.
    pub fn decide(
        &self,
        limit: u64,
        bounds: &Bounds,
        tells_format: bool,
        mut each: impl FnMut(u32, Decided<'_>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let mut worker = WORKER.take();
        worker.clear();
        let Worker { slots, boards, givens, .. } = &mut worker;
        let columns = self.reader.columns();
        let may_be_long = self.bytes.len() > LONGEST_LINE;
        for (number, range) in (1_u32..).zip(self.ranges()) {
            let line = &self.bytes[range.clone()];
            if !self.is_puzzle(line) {
                continue;
            }
            let line = line.strip_suffix(b"\r").unwrap_or(line);
            let parsed = match columns {
                None => parse_81(line).ok(),
                Some((puzzle, _)) => {
                    field(line, puzzle).filter(|it| it.len() == 81).and_then(|it| parse_81(it).ok())
                }
            };
            let parsed = parsed.filter(|_| !(may_be_long && line.len() > LONGEST_LINE));
            let board = parsed.and_then(|cells| Board::from_givens(cells).ok().map(|board| (cells, board)));
            slots.push((number, range, board.is_some()));
            if let Some((cells, board)) = board {
                givens.push(cells);
                boards.push(board);
            }
        }
        worker.solve(limit, bounds);
        let mut searched = worker.givens.iter().zip(&worker.outcomes).enumerate();
        let all = worker.slots.iter().enumerate().try_for_each(|(at, (number, range, is_fast))| {
            let line = self.before.lines.saturating_add(*number);
            let tells_format = tells_format && at == 0 && self.is_head();
            let document = || self.one(*number, range.clone(), at, tells_format);
            match searched_here(*is_fast, &mut searched) {
                Some((_, (_, outcome))) if !is_begun(outcome) => ControlFlow::Break(()),
                Some((board, (givens, outcome))) => {
                    let stopped = stopped(outcome, bounds);
                    let claims = columns.and_then(|(_, solution)| solution).is_some_and(|column| {
                        let claimed = field(&self.bytes[range.clone()], column);
                        !claimed.is_some_and(|claimed| is_proved(claimed, outcome))
                    });
                    let claims = claims || tells_format;
                    let (index, time) = (self.first_index + at + 1, worker.time(board));
                    let document = &document;
                    each(line, Decided::Fast { givens, outcome, stopped, claims, index, time, document })
                }
                None if interrupt().is_cancelled() => ControlFlow::Break(()),
                None => each(line, Decided::Slow(Box::new(document()))),
            }
        });
        WORKER.set(worker);
        all
    }

    /// Whether a line holds a puzzle, and not a heading, blanks or a comment.
    fn is_puzzle(&self, line: &[u8]) -> bool {
        let is_heading = || {
            let line = line.strip_prefix("\u{feff}".as_bytes()).unwrap_or(line);
            line.strip_suffix(b"\r").unwrap_or(line) == self.reader.first().as_bytes()
        };
        is_puzzle(line) && !(self.reader.dialect() == Dialect::Csv && is_heading())
    }

    /// One line as a document.
    fn one(&self, number: u32, range: Range<usize>, at: usize, is_head: bool) -> Document {
        let before =
            Before { lines: self.before.lines + (number - 1), bytes: self.before.bytes + range.start as u64 };
        let text = String::from_utf8_lossy(&self.bytes[range]).into_owned();
        Document::lines(self.name.to_string(), text, &self.reader, before, self.first_index + at, is_head)
    }

    /// Each line without its line feed.
    fn ranges(&self) -> impl Iterator<Item = Range<usize>> + '_ {
        let rest = memrchr(b'\n', &self.bytes).map_or(0, |at| at + 1)..self.bytes.len();
        let mut start = 0;
        let ended =
            memchr_iter(b'\n', &self.bytes).map(move |end| std::mem::replace(&mut start, end + 1)..end);
        ended.chain((!rest.is_empty()).then_some(rest))
    }
}

/// The next outcome, if the line has one and it needs no more words.
fn searched_here<'a>(
    is_fast: bool,
    searched: &mut impl Iterator<Item = (usize, (&'a [u8; 81], &'a Outcome))>,
) -> Option<(usize, (&'a [u8; 81], &'a Outcome))> {
    let (board, (givens, outcome)) = is_fast.then(|| searched.next()).flatten()?;
    let is_answer = outcome.count > 0 || outcome.end != End::Exhausted;
    is_answer.then_some((board, (givens, outcome)))
}

/// A field of a row without quotes.
fn field(row: &[u8], column: usize) -> Option<&[u8]> {
    let field = row.split(|byte| *byte == b',').nth(column)?;
    (!row.contains(&b'"')).then(|| field.trim_ascii())
}

/// Whether an outcome shows that these digits are the only solution; an empty field claims nothing.
fn is_proved(claimed: &[u8], outcome: &Outcome) -> bool {
    let is_it = |digits: &[u8; 81]| claimed.iter().copied().eq(digits.iter().map(|digit| b'0' + digit));
    claimed.is_empty() || outcome.is_unique() && outcome.first.as_ref().is_some_and(is_it)
}

thread_local! {
    // One for each thread: the memory is used again and again, instead of being given back and asked for once more.
    static WORKER: RefCell<Worker> = RefCell::default();
}

/// Whether a line holds something else than blanks or a comment.
fn is_puzzle(line: &[u8]) -> bool {
    line.trim_ascii_start().first().is_some_and(|first| *first != b'#')
}

/// The bit of each digit, none for what is no digit, in one of three lanes of a word.
const fn bits_of_digits(lane: u32) -> [u64; 16] {
    let mut bits = [0; 16];
    let mut digit = 1;
    while digit <= 9 {
        bits[digit] = 1 << (digit as u32 - 1 + LANE * lane);
        digit += 1;
    }
    bits
}

const LANE: u32 = 21;
const ALL: u64 = 0x1ff;

/// The digits of three neighbours of a row, a lane each.
#[inline(always)]
fn three(digits: &[u8]) -> u64 {
    const BITS: [[u64; 16]; 3] = [bits_of_digits(0), bits_of_digits(1), bits_of_digits(2)];
    let [a, b, c] = [digits[0], digits[1], digits[2]];
    BITS[0][usize::from(a & 15)] | BITS[1][usize::from(b & 15)] | BITS[2][usize::from(c & 15)]
}

/// Whether digits solve givens: the kernel's answers are looked at before they are written. Three neighbours of a row share a word,
/// and nothing ends early, so that this costs little beside the search. Written out, since closures became calls that doubled its time.
pub fn is_solution(givens: &[u8; 81], digits: &[u8; 81]) -> bool {
    let joined = |word: u64| word | word >> LANE | word >> (2 * LANE);
    let (mut columns, mut all) = ([0_u64; 3], ALL);
    for band in digits.chunks_exact(27) {
        let mut blocks = [0_u64; 3];
        for row in band.chunks_exact(9) {
            let thirds = [three(&row[..3]), three(&row[3..6]), three(&row[6..])];
            all &= joined(thirds[0] | thirds[1] | thirds[2]);
            for stack in 0..3 {
                blocks[stack] |= thirds[stack];
            }
        }
        for stack in 0..3 {
            all &= joined(blocks[stack]);
            columns[stack] |= blocks[stack];
        }
    }
    let every_column = columns.iter().fold(u64::MAX, |all, three| all & three);
    // What is no digit but looks like one in its low bits has high ones.
    let wrong = givens
        .iter()
        .zip(digits)
        .fold(0, |wrong, (given, digit)| wrong | digit & 0xf0 | if *given == 0 { 0 } else { given ^ digit });
    all == ALL && every_column == ALL | ALL << LANE | ALL << (2 * LANE) && wrong == 0
}

#[cfg(test)]
mod tests {
    use sdkc_kernel::{Kernel, Limits, Solver};

    use super::*;

    const PUZZLE: &[u8; 81] =
        b"530070000600195000098000060800060003400803001700020006060000280000419005000080079";

    #[test]
    fn the_kernels_answers_are_looked_at() {
        let givens = parse_81(PUZZLE).expect("a puzzle");
        let outcome = Solver::new(Kernel::SCALAR).solve(
            &Board::from_givens(givens).expect("digits"),
            &Limits::default(),
            &|| false,
        );
        let mut digits = outcome.first.expect("it has a solution");
        assert!(is_solution(&givens, &digits));
        let changed = givens.map(|given| if given == 5 { 6 } else { given });
        assert!(!is_solution(&changed, &digits));
        digits.swap(2, 3);
        assert!(!is_solution(&[0; 81], &digits));
        assert!(!is_solution(&[0; 81], &[0; 81]));
        // Any one digit that is changed breaks a row, a column and a block.
        digits.swap(2, 3);
        for cell in 0..81 {
            for digit in (0..=255).filter(|digit| *digit != digits[cell]) {
                let changed = std::array::from_fn(|at| if at == cell { digit } else { digits[at] });
                assert!(!is_solution(&[0; 81], &changed), "{digit} at {cell}");
            }
        }
        // Rows that are the same one break columns only; digits that go round break blocks only.
        let same = std::array::from_fn(|at| (at % 9 + 1) as u8);
        let round = std::array::from_fn(|at| ((at % 9 + at / 9) % 9 + 1) as u8);
        assert!(!is_solution(&[0; 81], &same) && !is_solution(&[0; 81], &round));
    }

    #[test]
    fn lines_are_told_apart_as_the_reader_does() {
        assert!(is_puzzle(b"  1..") && !is_puzzle(b"# 1..") && !is_puzzle(b" \r") && !is_puzzle(b""));
    }
}
