//! How what was found of a puzzle is written: drawn, on a line, as a record, or as a text of the language.

use std::{
    io,
    time::{Duration, Instant},
};

use sdkc_board::Violation;
use sdkc_diagnostics::Diagnostic;
use sdkc_engine::{Count, Grid, StopReason};
use sdkc_ide::Entry;
use sdkc_puzzle::{Puzzle, Verdict};
use sdkc_render::{
    Cells, DrawOptions, Record, SdkOptions, draw_board, record_diagnostics, write_line, write_sdk,
};

use super::{Solve, solved::Solved};
use crate::{
    args::Output,
    batch::{Flush, Piece},
    document::{Document, Expecting, named},
    figures::Figures,
    remarks::{To, remarks},
    session::max_rows,
    sink::{BIG, Sink, whole_or_nothing},
    talk,
};

impl Solve {
    pub(super) fn write(
        &self,
        (piece, flush): (&mut Piece, &mut Flush<'_>),
        document: &Document,
        (number, entry): (usize, &Entry),
        puzzle: Option<&Puzzle>,
        solved: &Solved,
        output: Output,
    ) {
        piece.exit = piece.exit.and(solved.exit());
        let n_cells = puzzle.map_or(0, |puzzle| puzzle.board.shape().n_cells());
        let is_broken_off = solved.stopped == Some(StopReason::Cancelled);
        piece.n_broken_off += u64::from(is_broken_off);
        if let (Some(violation), Some(puzzle)) = (&solved.bug, puzzle) {
            tell_bug(&mut piece.stderr, &document.place_of(entry), puzzle, violation);
        }
        if matches!(output, Output::Json | Output::Ndjson) {
            let record = self.record(document, (number, entry), puzzle, solved);
            return write_record(piece, record, n_cells, is_broken_off);
        }
        self.tell(
            piece,
            document,
            &document.with_possible_advice(solved.found.clone(), Expecting::InCheck),
            output,
        );
        if output == Output::Line && !is_broken_off {
            let decided = solved.backend.map(|backend| (backend, solved.stats.nodes));
            piece.sums.add(solved.verdict, decided);
        }
        if output == Output::Sdk {
            piece.separate();
        }
        // A text of the language is laid out as a whole.
        let is_cut = if n_cells < BIG || is_broken_off || output == Output::Sdk {
            self.write_as(&mut piece.stdout, document, entry, puzzle, solved, output).is_err()
        } else {
            let mut sink = Sink::new(piece, flush, Duration::ZERO, Instant::now());
            let written = self.write_as(&mut sink, document, entry, puzzle, solved, output);
            written.is_err() && sink.stopped().is_some()
        };
        piece.n_broken_off += u64::from(is_cut);
        piece.is_cut |= is_cut;
    }

    fn write_as(
        &self,
        out: &mut dyn io::Write,
        document: &Document,
        entry: &Entry,
        puzzle: Option<&Puzzle>,
        solved: &Solved,
        output: Output,
    ) -> io::Result<()> {
        match output {
            Output::Line => self.write_line(out, puzzle, solved),
            Output::Sdk => self.native.write(out, entry, puzzle, solved),
            _ => {
                let place = document.place_of(entry) + &named("  ", entry);
                self.write_grid(out, &place, puzzle, solved)
            }
        }
    }

    /// Beside lists of solutions, errors are a line each and warnings are left to `check`.
    fn tell(&self, piece: &mut Piece, document: &Document, found: &[Diagnostic], output: Output) {
        if output != Output::Line {
            return crate::commands::tell_of_puzzle(piece, document, found, self.session.stderr);
        }
        let errors: Vec<Diagnostic> = found.iter().filter(|it| it.is_error()).cloned().collect();
        piece.remarks.extend(remarks(document.report(&errors), To::Stderr, false, self.session.stderr));
    }

    fn write_line(
        &self,
        out: &mut dyn io::Write,
        puzzle: Option<&Puzzle>,
        solved: &Solved,
    ) -> io::Result<()> {
        let shown = solved.verdict == Verdict::Unique || self.args.any;
        match (puzzle, solved.solution.as_ref().filter(|_| shown)) {
            (Some(puzzle), Some(grid)) => write_line(out, puzzle, grid),
            _ => writeln!(out, "{}", solved.verdict),
        }
    }

    pub(super) fn write_grid(
        &self,
        out: &mut dyn io::Write,
        place: &str,
        puzzle: Option<&Puzzle>,
        solved: &Solved,
    ) -> io::Result<()> {
        writeln!(out, "{place}")?;
        if let (Some(puzzle), Some(grid)) = (puzzle, &solved.solution) {
            self.draw(out, puzzle, grid)?;
        }
        writeln!(out, "{}", solved.summary())?;
        if let Some(figures) = self.figures(puzzle, solved) {
            figures.write(out)?;
        }
        writeln!(out)
    }

    /// A board too big for the screen shows its first layers; a pipe gets it all.
    pub(super) fn draw(&self, out: &mut dyn io::Write, puzzle: &Puzzle, grid: &Grid) -> io::Result<()> {
        let options = DrawOptions { look: self.session.stdout, max_rows: max_rows() };
        let drawn = draw_board(out, puzzle, grid, &options)?;
        if drawn.layers_left_out > 0 {
            let left = talk::count(drawn.layers_left_out as u64, "more layer");
            writeln!(out, "… {left}; write all to a file with `> FILE` or `--output line`")?;
        }
        Ok(())
    }

    fn record(
        &self,
        document: &Document,
        (number, entry): (usize, &Entry),
        puzzle: Option<&Puzzle>,
        solved: &Solved,
    ) -> Record {
        let mut record = record_of(document, number, entry, solved.verdict);
        let found = document
            .for_record(entry, document.with_possible_advice(solved.found.clone(), Expecting::InCheck));
        record.diagnostics = record_diagnostics(document.report(&found));
        self.note(&mut record, puzzle, solved);
        record
    }

    /// Adds what was found by solving to a record.
    pub(super) fn note(&self, record: &mut Record, puzzle: Option<&Puzzle>, solved: &Solved) {
        record.solution = puzzle.zip(solved.solution.as_ref()).map(|(puzzle, grid)| Cells::new(puzzle, grid));
        record.count = solved.count.map(|count| sdkc_render::Number(count.number()));
        record.count_is_exact = solved.count.map(Count::is_exact);
        if puzzle.is_some() {
            record.strategy = Some(solved.strategy.name().to_owned());
            record.seed = solved.seed.map(Into::into);
            record.nodes = Some(solved.stats.nodes.into());
            record.time_ms = Some(milliseconds(solved.time));
        }
        record.limit = solved.stopped.map(|reason| limit_name(reason).to_owned());
        record.backend = solved.backend.map(|backend| backend.name().to_owned());
        if let Some(figures) = self.figures(puzzle, solved) {
            figures.note(record);
        }
    }

    /// The figures of a run, if they are wanted and there was one.
    fn figures<'a>(&self, puzzle: Option<&'a Puzzle>, solved: &'a Solved) -> Option<Figures<'a>> {
        let (puzzle, backend) = (puzzle.filter(|_| self.args.stats)?, solved.backend?);
        let (stats, time, in_list) = (&solved.stats, solved.time, solved.in_list);
        Some(Figures { board: &puzzle.board, backend, stats, time, in_list })
    }
}

/// Writes a record on a line. That of a big board takes its time: if it is broken off, the solution is left out.
fn write_record(piece: &mut Piece, mut record: Record, n_cells: usize, is_broken_off: bool) {
    let written =
        whole_or_nothing(&mut piece.stdout, n_cells, |out| Ok(serde_json::to_writer(out, &record)?));
    if !written {
        record.solution = None;
        record.limit = Some(limit_name(StopReason::Cancelled).to_owned());
        piece.n_broken_off += u64::from(!is_broken_off);
        // Writing into memory does not fail.
        let _ = serde_json::to_writer(&mut piece.stdout, &record);
    }
    piece.stdout.push(b'\n');
}

/// The start of a JSON record.
pub fn record_of(document: &Document, number: usize, entry: &Entry, verdict: Verdict) -> Record {
    let mut record = Record::new(document.name.clone(), document.line_of(entry), number, verdict);
    if let Some(puzzle) = &entry.puzzle {
        record = record.about(puzzle);
    }
    record.puzzle.clone_from(&entry.name);
    if let Some(dialect) = document.snapshot.dialect() {
        record.dialect = dialect.name().to_owned();
    }
    record
}

/// A time in JSON.
pub fn milliseconds(time: Duration) -> f64 {
    (time.as_secs_f64() * 1e6).round() / 1e3
}

/// The name of a limit in JSON.
pub const fn limit_name(reason: StopReason) -> &'static str {
    match reason {
        StopReason::Nodes { .. } => "nodes",
        StopReason::Time { .. } => "timeout",
        StopReason::Memory => "memory",
        _ => "cancelled",
    }
}

/// A solution of ours that breaks a rule: says so with all that is needed to replay it.
pub fn tell_bug(out: &mut Vec<u8>, place: &str, puzzle: &Puzzle, violation: &Violation) {
    let message = format!("{place}: sdkc found a \"solution\" that breaks a rule: {violation:?}");
    talk::error(out, &message, Some("this is a bug in sdkc; please report it with this puzzle:"));
    let _ = write_sdk(out, puzzle, SdkOptions::default());
}
