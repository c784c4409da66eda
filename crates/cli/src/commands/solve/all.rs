//! `sdkc solve --all`: every solution of a puzzle.

use std::io::Write as _;

use sdkc_diagnostics::Diagnostic;
use sdkc_engine::{Count, Solver, StopReason};
use sdkc_ide::{Entry, Facts, Scope, config, judge};
use sdkc_puzzle::{Puzzle, Verdict};
use sdkc_render::{Cells, SdkOptions, write_line, write_sdk};

use super::{Solve, limit_name, record_of, tell_bug, write_stats};
use crate::{args::Output, batch::Piece, document::Document, exit::Exit, session::puzzle_stop, talk};

impl Solve {
    /// `--all`: every solution as it is found.
    pub(super) fn write_all(
        &self,
        piece: &mut Piece,
        document: &Document,
        (number, entry): (usize, &Entry),
        puzzle: &Puzzle,
        output: Output,
    ) {
        let stop = puzzle_stop(self.timeout(puzzle));
        let solver = Solver::with_config(&puzzle.board, config(&puzzle.strategy)).stop(&stop);
        let mut solutions = solver.solutions();
        let most = self.args.limit;
        let (mut n_written, mut first) = (0, None);
        while n_written < most
            && let Some(grid) = solutions.next()
        {
            n_written += 1;
            first.get_or_insert_with(|| grid.clone());
            if let Err(violation) = sdkc_board::check(&puzzle.board, &grid) {
                tell_bug(&mut piece.stderr, &document.place_of(entry), puzzle, &violation);
                piece.exit = Exit::Bug;
                return;
            }
            let _ = match output {
                Output::Json | Output::Ndjson => {
                    let mut record = record_of(document, number, entry, Verdict::Solved);
                    record.solution = Some(Cells::new(puzzle, &grid));
                    let _ = serde_json::to_writer(&mut piece.stdout, &record);
                    writeln!(piece.stdout)
                }
                Output::Line => write_line(&mut piece.stdout, puzzle, &grid),
                Output::Sdk => write_sdk(
                    &mut piece.stdout,
                    puzzle,
                    SdkOptions { givens: Some(&grid), ..SdkOptions::default() },
                ),
                Output::Grid => {
                    let _ = writeln!(piece.stdout, "{}  solution {n_written}", document.place_of(entry));
                    let drawn = self.draw(&mut piece.stdout, puzzle, &grid);
                    drawn.and_then(|()| writeln!(piece.stdout))
                }
            };
        }
        let stopped = solutions.stopped();
        let is_all = n_written < most && stopped.is_none();
        let at_least = if is_all { "" } else { "at least " };
        let why = stopped.map_or_else(String::new, |reason| format!(" ({reason})"));
        let told = talk::count(n_written, "solution");
        let _ = writeln!(piece.stderr, "{}: {at_least}{told}{why}", document.place_of(entry));
        if self.args.stats {
            let _ = write_stats(&mut piece.stderr, &solutions.stats(), Some(solutions.backend().name()));
        }
        let count = if is_all { Count::Exactly(n_written.into()) } else { Count::AtLeast(n_written.into()) };
        let facts = Facts {
            count,
            solution: first,
            other: None,
            stopped,
            stats: solutions.stats(),
            backend: solutions.backend(),
        };
        let judged = judge(puzzle, facts, config(&puzzle.strategy).limits, &stop, Scope::Solutions);
        let found: Vec<Diagnostic> = judged.diagnostics.into_iter().filter(Diagnostic::is_error).collect();
        if n_written == 0 {
            let verdict = if stopped.is_some() { Verdict::Unknown } else { Verdict::None };
            self.write_nothing_found(piece, document, (number, entry), (verdict, stopped), output);
        }
        crate::commands::tell(&mut piece.stderr, document.local(entry, &found).report(), self.session.stderr);
        piece.exit = piece.exit.and(crate::commands::exit_of(&found));
        piece.exit = piece.exit.and(if stopped.is_some() { Exit::Unknown } else { Exit::Fine });
    }

    /// One record for each puzzle, with `--all` too.
    fn write_nothing_found(
        &self,
        piece: &mut Piece,
        document: &Document,
        (number, entry): (usize, &Entry),
        (verdict, stopped): (Verdict, Option<StopReason>),
        output: Output,
    ) {
        let _ = match output {
            Output::Json | Output::Ndjson => {
                let mut record = record_of(document, number, entry, verdict);
                record.limit = stopped.map(|reason| limit_name(reason).to_owned());
                let _ = serde_json::to_writer(&mut piece.stdout, &record);
                writeln!(piece.stdout)
            }
            Output::Sdk => writeln!(piece.stdout, "// {verdict}"),
            Output::Line => writeln!(piece.stdout, "{verdict}"),
            Output::Grid => writeln!(piece.stdout, "{}  {verdict}", document.place_of(entry)),
        };
    }
}
