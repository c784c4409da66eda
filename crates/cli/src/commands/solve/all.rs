//! `sdkc solve --all`: every solution of a puzzle, written as it is found.

use std::{
    io::Write as _,
    time::{Duration, Instant},
};

use sdkc_board::check_polling;
use sdkc_diagnostics::Diagnostic;
use sdkc_engine::{Count, Grid, Solutions, Solver, Stop as _, StopReason};
use sdkc_ide::{Entry, Facts, config};
use sdkc_puzzle::{Puzzle, Verdict};
use sdkc_render::{Cells, write_line};

use super::{Solve, limit_name, native::laid_out, record_of, tell_bug, told::Told};
use crate::{
    args::Output,
    batch::{Flush, Piece},
    document::{Document, named},
    exit::Exit,
    figures::Figures,
    session::{PuzzleStop, puzzle_stop},
    sink::whole_or_nothing,
    talk,
};

/// One puzzle whose solutions are wanted.
pub(super) struct All<'a> {
    pub task: &'a Solve,
    pub document: &'a Document,
    pub number: usize,
    pub entry: &'a Entry,
    pub puzzle: &'a Puzzle,
    pub output: Output,
}

/// What was written.
#[derive(Default)]
struct Written {
    n: u64,
    first: Option<Grid>,
    /// Whether a solution of ours breaks a rule, or nobody reads any more.
    gave_up: bool,
    /// Why a further solution could not be looked through, or written.
    unchecked: Option<StopReason>,
    time: Duration,
}

impl All<'_> {
    pub fn write(&self, piece: &mut Piece, flush: &mut Flush<'_>) {
        let stop = puzzle_stop(self.task.timeout(self.puzzle));
        let solver = Solver::with_config(&self.puzzle.board, config(&self.puzzle.strategy)).stop(&stop);
        let start = Instant::now();
        let mut solutions = solver.solutions();
        let mut written = self.write_each(&mut solutions, &stop, piece, flush);
        written.time = start.elapsed();
        if !written.gave_up {
            self.conclude(&solutions, written, &stop, piece);
        }
    }

    /// Each solution waits for the next one: only then is it known whether it is the only one.
    fn write_each(
        &self,
        solutions: &mut Solutions<'_>,
        stop: &PuzzleStop,
        piece: &mut Piece,
        flush: &mut Flush<'_>,
    ) -> Written {
        let mut written = Written::default();
        let mut waiting = solutions.next();
        while written.n < self.task.args.limit
            && let Some(grid) = waiting.take()
        {
            let checked = check_polling(&self.puzzle.board, &grid, &mut |_| stop.poll().map_or(Ok(()), Err));
            let Ok(checked) = checked.map_err(|reason| written.unchecked = Some(reason)) else { break };
            if let Err(violation) = checked {
                tell_bug(&mut piece.stderr, &self.document.place_of(self.entry), self.puzzle, &violation);
                piece.exit = Exit::Bug;
                return Written { gave_up: true, ..written };
            }
            written.n += 1;
            waiting = solutions.next();
            let verdict = match (&waiting, solutions.stopped()) {
                (Some(_), _) => Verdict::Multiple,
                _ if written.n > 1 => Verdict::Multiple,
                (None, None) => Verdict::Unique,
                (None, Some(_)) => Verdict::Solved,
            };
            let is_cut = written.n == self.task.args.limit && waiting.is_some();
            if !self.write_one(piece, &grid, (verdict, is_cut), written.n) {
                written.unchecked = Some(StopReason::Cancelled);
                written.n -= 1;
                break;
            }
            written.first.get_or_insert(grid);
            if !flush.now_and_then(piece) {
                return Written { gave_up: true, ..written };
            }
        }
        // One more than was asked for was found: there are others.
        written.n += u64::from(waiting.is_some());
        written
    }

    /// Whether it was written: Ctrl-C may come in the middle of a big board.
    fn write_one(
        &self,
        piece: &mut Piece,
        grid: &Grid,
        (verdict, is_cut): (Verdict, bool),
        number: u64,
    ) -> bool {
        if self.output == Output::Sdk {
            piece.separate();
        }
        let puzzle = self.puzzle;
        whole_or_nothing(&mut piece.stdout, puzzle.board.shape().n_cells(), |out| match self.output {
            Output::Json | Output::Ndjson => {
                let mut record = record_of(self.document, self.number, self.entry, verdict);
                record.solution = Some(Cells::new(puzzle, grid));
                record.limit = is_cut.then(|| "count".to_owned());
                record.strategy = Some(puzzle.strategy.kind().to_string());
                serde_json::to_writer(&mut *out, &record)?;
                writeln!(out)
            }
            Output::Line => write_line(out, puzzle, grid),
            Output::Sdk => out.write_all(laid_out(puzzle, Some(grid), None)?.as_bytes()),
            Output::Grid => {
                let (place, name) = (self.document.place_of(self.entry), named("  ", self.entry));
                writeln!(out, "{place}{name}  solution {number}")?;
                self.task.draw(out, puzzle, grid)?;
                writeln!(out)
            }
        })
    }

    /// Says how many there were, and what that means for the file's expectations.
    fn conclude(&self, solutions: &Solutions<'_>, written: Written, stop: &PuzzleStop, piece: &mut Piece) {
        let place = self.document.place_of(self.entry);
        let stopped = solutions.stopped().or(written.unchecked);
        piece.n_broken_off += u64::from(stopped == Some(StopReason::Cancelled));
        let shown = written.n.min(self.task.args.limit);
        let is_all = written.n <= self.task.args.limit && stopped.is_none();
        let at_least = if is_all { "" } else { "at least " };
        let why = match stopped {
            Some(reason) => format!(" ({reason})"),
            None if is_all => String::new(),
            None => " (the --limit)".to_owned(),
        };
        let _ = writeln!(piece.stderr, "{place}: {at_least}{}{why}", talk::count(shown, "solution"));
        if self.task.args.stats {
            let figures = Figures {
                board: &self.puzzle.board,
                backend: solutions.backend(),
                stats: &solutions.stats(),
                time: written.time,
                in_list: false,
            };
            let _ = figures.write(&mut piece.stderr);
        }
        let number = written.n.into();
        let facts = Facts {
            count: if is_all { Count::Exactly(number) } else { Count::AtLeast(number) },
            solution: written.first,
            other: None,
            stopped,
            stats: solutions.stats(),
            backend: solutions.backend(),
        };
        let told = Told::beside(self.document, self.number, &self.task.firsts);
        let judged = told.judge(self.puzzle, facts, config(&self.puzzle.strategy).limits, stop);
        let found: Vec<Diagnostic> = judged.diagnostics.into_iter().filter(Diagnostic::is_error).collect();
        if written.n == 0 {
            self.write_nothing_found(piece, stopped);
        }
        crate::commands::tell_of_puzzle(piece, self.document, &found, self.task.session.stderr);
        piece.exit = piece.exit.and(crate::commands::exit_of(&found));
        piece.exit = piece.exit.and(if stopped.is_some() { Exit::Unknown } else { Exit::Fine });
    }

    /// One record for each puzzle, with `--all` too.
    fn write_nothing_found(&self, piece: &mut Piece, stopped: Option<StopReason>) {
        let verdict = if stopped.is_some() { Verdict::Unknown } else { Verdict::None };
        let out = &mut piece.stdout;
        let _ = match self.output {
            Output::Json | Output::Ndjson => {
                let mut record = record_of(self.document, self.number, self.entry, verdict);
                record.limit = stopped.map(|reason| limit_name(reason).to_owned());
                let _ = serde_json::to_writer(&mut *out, &record);
                writeln!(out)
            }
            Output::Sdk => writeln!(out, "// {verdict}{}", named(": ", self.entry)),
            Output::Line => writeln!(out, "{verdict}"),
            Output::Grid => {
                let (place, name) = (self.document.place_of(self.entry), named("  ", self.entry));
                writeln!(out, "{place}{name}  {verdict}")
            }
        };
    }
}
