//! `sdkc solve` on lists of classic puzzles: what the kernel found goes straight to the output; only lines about which there is more to
//! say become documents.

use std::{ops::ControlFlow, time::Duration};

use sdkc_engine::{
    Count, Grid, StopReason, Strategy,
    board::{Board, Shape},
};
use sdkc_kernel::{End, Outcome};
use sdkc_puzzle::{Puzzle, Verdict};
use sdkc_render::{Record, SdkOptions, write_sdk};

use super::{Solve, Solved};
use crate::{
    args::Output,
    batch::{Flush, Piece},
    buffers,
    decide::{self, How, Stated},
    document::shown,
    exit::Exit,
    lines::{Decided, Lines},
    talk,
};

impl Solve {
    /// Solves lines of classic puzzles in the kernel.
    pub(super) fn write_list(&self, lines: &Lines, form: Output) -> Piece {
        let mut piece = Piece { stdout: buffers::to_write(), ..Piece::default() };
        piece.stdout.reserve(lines.bytes.len());
        let mut template = None;
        let tells_format = form != Output::Line;
        if !tells_format {
            crate::commands::tell_dialect(&mut piece.stderr, lines, self.session.stderr);
        }
        let all = lines.decide(2, &self.args.bounds, tells_format, |line, decided| {
            match decided {
                // A line of solutions has no place for what is half done.
                Decided::Fast { stopped: Some(StopReason::Cancelled), .. } if form == Output::Line => {
                    return ControlFlow::Break(());
                }
                Decided::Fast { stated, outcome, stopped, claims, is_bare, index, name, how, document } => {
                    // What else stands on a line becomes part of a puzzle, but not of its solution or record.
                    let is_told_here =
                        form == Output::Line || outcome.is_unique() && (form != Output::Sdk || is_bare);
                    if claims || !is_told_here {
                        let is_enough = outcome.is_unique() || stopped.is_some();
                        let known = is_enough.then(|| {
                            let how = how();
                            (decide::facts(outcome, stopped, &how), how.time)
                        });
                        let mut flush = |_: &mut Piece| Some(Duration::ZERO);
                        let told =
                            self.work_knowing(&document(), &mut Flush::new(&mut flush), known.as_ref());
                        return absorb(&mut piece, told, form);
                    }
                    if form == Output::Line {
                        piece.sums.add_fast(outcome);
                        self.write_digits(&mut piece, (lines, line), stated, outcome);
                        if stopped.is_some() && outcome.count == 0 {
                            piece.exit = piece.exit.and(Exit::Unknown);
                        }
                    } else if let Some(digits) = solution(&mut piece, (lines, line), stated, outcome) {
                        let unique = Unique { lines, line, index, name: name(), stated, digits, how: how() };
                        self.write_unique(&mut piece, &unique, form, &mut template);
                    }
                }
                Decided::Slow(document) => {
                    let told =
                        self.work_knowing(&document, &mut Flush::new(&mut |_| Some(Duration::ZERO)), None);
                    return absorb(&mut piece, told, form);
                }
            }
            piece.n_puzzles += 1;
            ControlFlow::Continue(())
        });
        piece.is_cut |= all.is_break();
        piece
    }

    /// 81 digits, or the verdict.
    fn write_digits(&self, piece: &mut Piece, place: (&Lines, u32), stated: Stated<'_>, outcome: &Outcome) {
        let is_shown = outcome.first.is_some() && (outcome.is_unique() || self.args.any);
        if !is_shown {
            piece.stdout.extend_from_slice(verdict_of(outcome).name().as_bytes());
        } else if let Some(digits) = solution(piece, place, stated, outcome) {
            // A loop over memory of a known size: `extend` and `map` do it byte by byte.
            let mut line = [b'\n'; 82];
            for (to, digit) in line.iter_mut().zip(digits) {
                *to = b'0' + digit;
            }
            return piece.stdout.extend_from_slice(&line);
        } else {
            piece.stdout.extend_from_slice(Verdict::Unknown.name().as_bytes());
        }
        piece.stdout.push(b'\n');
    }

    /// A puzzle with one solution, about which there is nothing else to say.
    fn write_unique(
        &self,
        piece: &mut Piece,
        unique: &Unique<'_>,
        form: Output,
        template: &mut Option<Template>,
    ) {
        let Template { puzzle, record } = template.get_or_insert_with(|| Template::new(unique));
        let solved = unique.solved();
        if matches!(form, Output::Json | Output::Ndjson) {
            (record.line, record.index) = (unique.line, unique.index);
            record.puzzle.clone_from(&unique.name);
            self.note(record, Some(puzzle), &solved);
            // Writing into memory does not fail.
            let _ = serde_json::to_writer(&mut piece.stdout, &record);
            return piece.stdout.push(b'\n');
        }
        let name = unique.name.as_deref().map_or_else(String::new, |name| format!("  {}", shown(name)));
        let place = format!("{}:{}{name}", shown(&unique.lines.name), unique.line);
        let Some(board) = board(piece, &place, puzzle.board.shape(), unique.stated) else { return };
        puzzle.board = board;
        let _ = if form == Output::Sdk {
            piece.separate();
            // Tidy as it is: nothing but a board stands there.
            let solution = solved.solution.as_ref();
            write_sdk(&mut piece.stdout, puzzle, SdkOptions { solution, ..SdkOptions::default() })
        } else {
            self.write_grid(&mut piece.stdout, &place, Some(puzzle), &solved)
        };
    }
}

/// Adds what a document left, set off where puzzles are.
fn absorb(piece: &mut Piece, told: Piece, form: Output) -> ControlFlow<()> {
    if form == Output::Sdk && !told.stdout.is_empty() {
        piece.separate();
    }
    piece.absorb(told)
}

/// What records of a piece have in common. It is made once and then filled again and again.
struct Template {
    /// A classic board.
    puzzle: Puzzle,
    record: Record,
}

impl Template {
    fn new(unique: &Unique<'_>) -> Self {
        let puzzle = Puzzle::new(Board::empty(Shape::classic()));
        let mut record = Record::new(&*unique.lines.name, unique.line, unique.index, Verdict::Unique);
        unique.lines.reader.dialect().name().clone_into(&mut record.dialect);
        Self { record: record.about(&puzzle), puzzle }
    }
}

/// A puzzle of a list that has one solution.
struct Unique<'l> {
    lines: &'l Lines,
    line: u32,
    index: usize,
    name: Option<String>,
    stated: Stated<'l>,
    digits: &'l [u8; 81],
    how: How,
}

impl Unique<'_> {
    fn solved(&self) -> Solved {
        Solved {
            verdict: Verdict::Unique,
            solution: Some(Grid::from_numbers(self.digits)),
            count: Some(Count::Exactly(1)),
            strategy: Strategy::Auto,
            seed: None,
            stats: self.how.stats,
            backend: Some(self.how.backend),
            in_list: true,
            time: self.how.time,
            stopped: None,
            found: Vec::new(),
            bug: None,
        }
    }
}

/// The solution that the kernel found, after a look at it.
fn solution<'o>(
    piece: &mut Piece,
    (lines, line): (&Lines, u32),
    stated: Stated<'_>,
    outcome: &'o Outcome,
) -> Option<&'o [u8; 81]> {
    let digits = outcome.first.as_ref()?;
    if stated.is_solved_by(digits) {
        return Some(digits);
    }
    tell_bug(piece, &format!("{}:{line}: the kernel's solution is wrong: {digits:?}", shown(&lines.name)));
    None
}

/// The board that the kernel took.
fn board(piece: &mut Piece, place: &str, shape: &Shape, stated: Stated<'_>) -> Option<Board> {
    stated
        .board(shape)
        .inspect_err(|error| tell_bug(piece, &format!("{place}: what is stated makes no board: {error}")))
        .ok()
}

/// Says what should never be.
fn tell_bug(piece: &mut Piece, message: &str) {
    talk::error(&mut piece.stderr, message, Some("this is a bug in sdkc; please report it"));
    piece.exit = piece.exit.and(Exit::Bug);
}

/// What the search of a classic puzzle for two solutions says.
pub const fn verdict_of(outcome: &Outcome) -> Verdict {
    match (outcome.count, outcome.end) {
        (0, End::Exhausted) => Verdict::None,
        (0, _) => Verdict::Unknown,
        (1, End::Exhausted) => Verdict::Unique,
        (1, _) => Verdict::Solved,
        _ => Verdict::Multiple,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_should_never_be_is_told_and_decides_the_exit_code() {
        let mut piece = Piece::default();
        assert!(board(&mut piece, "a.txt:3", &Shape::classic(), Stated::Givens(&[9; 81])).is_some());
        assert!(piece.stderr.is_empty() && piece.exit == Exit::Fine);
        assert!(board(&mut piece, "a.txt:3", &Shape::classic(), Stated::Givens(&[10; 81])).is_none());
        let talk = String::from_utf8_lossy(&piece.stderr);
        assert!(
            talk.contains("a.txt:3: what is stated makes no board") && talk.contains("report it"),
            "{talk}"
        );
        assert_eq!(piece.exit, Exit::Bug);
    }
}
