//! Lines of a stream with one puzzle a line, and the fast way to decide classic ones: straight from bytes into the kernel, many at a time.
//!
//! What the fast way cannot answer in full (a line that is no classic puzzle, clashing givens, no solution, time that
//! ran out) goes the ordinary way, as a document of one line.

use std::{cell::RefCell, ops::Range, sync::Arc};

use memchr::{memchr_iter, memrchr};
use sdkc_formats::{Dialect, LineReader, parse_81};
use sdkc_kernel::{Board, Kernel, Limits, Outcome, Solver};
use sdkc_render::Before;

use crate::{args::Bounds, args::DEFAULT_TIMEOUT, document::Document, session::puzzle_stop};

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
    /// A classic puzzle that the kernel decided, with its givens.
    Fast {
        givens: &'a [u8; 81],
        outcome: &'a Outcome,
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
            n_puzzles += usize::from(is_puzzle(&self.bytes[line]));
        }
        let lone_return = memchr_iter(b'\r', &self.bytes).any(|at| self.bytes.get(at + 1) != Some(&b'\n'));
        let by_glance = self.reader.dialect() == Dialect::Line
            && !lone_return
            && std::str::from_utf8(&self.bytes).is_ok();
        (n_lines, by_glance.then_some(n_puzzles))
    }

    /// The same lines as a document, analysed in full.
    pub fn document(&self) -> Document {
        // A byte that is no UTF-8 becomes a mark that no cell is: its line is reported, the others are read.
        let text = String::from_utf8_lossy(&self.bytes).into_owned();
        Document::lines(self.name.to_string(), text, &self.reader, self.before, self.first_index)
    }

    /// Decides every puzzle, counting solutions up to a limit, and hands each on in order with its 1-based line.
    pub fn decide(&self, limit: u64, bounds: &Bounds, mut each: impl FnMut(u32, Decided<'_>)) {
        let mut slots = Vec::new();
        let (mut boards, mut givens) = (Vec::new(), Vec::new());
        for (number, range) in (1_u32..).zip(self.ranges()) {
            let line = &self.bytes[range.clone()];
            if !is_puzzle(line) {
                continue;
            }
            let parsed = parse_81(line.strip_suffix(b"\r").unwrap_or(line)).ok();
            let board = parsed.and_then(|cells| Board::from_givens(cells).ok().map(|board| (cells, board)));
            slots.push((number, range, board.is_some()));
            if let Some((cells, board)) = board {
                givens.push(cells);
                boards.push(board);
            }
        }
        solve(&boards, limit, bounds, |outcomes| {
            let mut decided = givens.iter().zip(outcomes);
            for (at, (number, range, is_fast)) in slots.into_iter().enumerate() {
                let line = self.before.lines.saturating_add(number);
                match decided_by_kernel(is_fast, &mut decided) {
                    Some((givens, outcome)) => {
                        let document = || self.one(number, range.clone(), at);
                        each(line, Decided::Fast { givens, outcome, document: &document });
                    }
                    None => each(line, Decided::Slow(Box::new(self.one(number, range, at)))),
                }
            }
        });
    }

    /// One line as a document.
    fn one(&self, number: u32, range: Range<usize>, at: usize) -> Document {
        let before =
            Before { lines: self.before.lines + (number - 1), bytes: self.before.bytes + range.start as u64 };
        let text = String::from_utf8_lossy(&self.bytes[range]).into_owned();
        let mut document =
            Document::lines(self.name.to_string(), text, &self.reader, before, self.first_index + at);
        document.is_head = false;
        document
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
fn decided_by_kernel<'a>(
    is_fast: bool,
    decided: &mut impl Iterator<Item = (&'a [u8; 81], &'a Outcome)>,
) -> Option<(&'a [u8; 81], &'a Outcome)> {
    let (givens, outcome) = is_fast.then(|| decided.next()).flatten()?;
    let is_answer = outcome.count > 0 && outcome.end != sdkc_kernel::End::Stopped;
    is_answer.then_some((givens, outcome))
}

thread_local! {
    // One for each worker: their memory is used again and again.
    static WORKER: RefCell<(Option<Solver>, Vec<Outcome>)> = const { RefCell::new((None, Vec::new())) };
}

/// Decides boards and lends the outcomes to `then`.
fn solve(boards: &[Board], limit: u64, bounds: &Bounds, then: impl FnOnce(&[Outcome])) {
    // The time of one puzzle for all of them: what it does not suffice for is tried again one by one.
    let stop = puzzle_stop(bounds.timeout.unwrap_or(DEFAULT_TIMEOUT));
    let stop = || sdkc_engine::Stop::poll(&stop).is_some();
    let (solver, mut outcomes) = WORKER.take();
    let mut solver = solver.unwrap_or_else(|| Solver::new(bounds.kernel.unwrap_or_else(Kernel::detect)));
    solver.solve_batch_into(boards, &Limits::solutions(limit), &stop, &mut outcomes);
    then(&outcomes);
    WORKER.set((Some(solver), outcomes));
}

/// Whether a line holds something else than blanks or a comment.
fn is_puzzle(line: &[u8]) -> bool {
    line.trim_ascii_start().first().is_some_and(|first| *first != b'#')
}

/// Whether digits solve givens: the kernel's answers are looked at before they are written. Without early ends, so that it can be
/// done by vectors.
pub fn is_solution(givens: &[u8; 81], digits: &[u8; 81]) -> bool {
    const BITS: [u16; 16] = {
        let mut bits = [0; 16];
        let mut digit = 1;
        while digit <= 9 {
            bits[digit] = 1 << digit;
            digit += 1;
        }
        bits
    };
    const ALL: u16 = 0b11_1111_1110;
    let (mut columns, mut blocks, mut all) = ([0_u16; 9], [0_u16; 9], ALL);
    for (row, digits) in digits.chunks_exact(9).enumerate() {
        let bits: [u16; 9] = std::array::from_fn(|column| BITS[usize::from(digits[column] & 15)]);
        columns.iter_mut().zip(bits).for_each(|(seen, bit)| *seen |= bit);
        let thirds = [bits[0] | bits[1] | bits[2], bits[3] | bits[4] | bits[5], bits[6] | bits[7] | bits[8]];
        blocks[row / 3 * 3..][..3].iter_mut().zip(thirds).for_each(|(seen, third)| *seen |= third);
        all &= thirds[0] | thirds[1] | thirds[2];
    }
    all = columns.iter().chain(&blocks).fold(all, |all, seen| all & seen);
    let changed = givens
        .iter()
        .zip(digits)
        .fold(0, |changed, (given, digit)| changed | if *given == 0 { 0 } else { given ^ digit });
    all == ALL && changed == 0 && digits.iter().all(|digit| *digit <= 9)
}

#[cfg(test)]
mod tests {
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
    }

    #[test]
    fn lines_are_told_apart_as_the_reader_does() {
        assert!(is_puzzle(b"  1..") && !is_puzzle(b"# 1..") && !is_puzzle(b" \r") && !is_puzzle(b""));
    }
}
