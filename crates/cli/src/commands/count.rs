//! `sdkc count`: the number of solutions, exact or "at least".

use std::{
    io::{self, Write as _},
    ops::ControlFlow,
    time::{Duration, Instant},
};

use sdkc_diagnostics::Diagnostic;
use sdkc_engine::{
    Backend, Count as Number, Solver, Stats, StopReason,
    board::{Board, Shape},
};
use sdkc_ide::Entry;
use sdkc_kernel::{End, Outcome};
use sdkc_puzzle::{Puzzle, Verdict};
use sdkc_render::{Look, Record, record_diagnostics};

use crate::{
    args::{CountArgs, CountOutput, DEFAULT_TIMEOUT},
    batch::{Flush, Piece, Task},
    buffers,
    decide::How,
    document::{Document, Expecting, Pick, Unread, named, shown},
    exit::Exit,
    figures::Figures,
    lines::{Decided, Lines},
    output::Join,
    remarks::{To, remarks},
    session::{Session, puzzle_stop},
    totals::Totals,
};

pub fn run(args: CountArgs, session: Session) -> io::Result<Exit> {
    let (pick, totals) = (Pick::new(args.inputs.puzzle.clone()), Totals::new(&args.bounds));
    let task = Counting { pick, args, session, totals };
    let exit = super::over_inputs(
        &task.args.inputs,
        &task.pick,
        task.args.bounds.n_jobs(),
        &task,
        if task.args.output == CountOutput::Json { Join::Array } else { Join::Plain },
        true,
    )?;
    if task.args.stats {
        task.totals.tell();
    }
    Ok(exit)
}

struct Counting {
    args: CountArgs,
    pick: Pick,
    session: Session,
    /// What `--stats` says of lists.
    totals: Totals,
}

impl Task for Counting {
    fn work(&self, document: &Document, _: &mut Flush<'_>) -> Piece {
        self.work_knowing(document, None)
    }

    fn lines(&self, lines: &Lines) -> Option<Piece> {
        self.pick.wanted().is_none().then(|| self.write_lines(lines))
    }

    fn count_written(&self, piece: &mut Piece) {
        self.totals.absorb(std::mem::take(&mut piece.sums));
    }

    fn stderr(&self) -> Look {
        self.session.stderr
    }

    fn record_unread(&self, piece: &mut Piece, unread: &Unread) {
        if self.args.output != CountOutput::Text {
            super::write_record(piece, unread);
        }
    }
}

impl Counting {
    /// Works on a document. What is known already is not counted once more.
    fn work_knowing(&self, document: &Document, known: Option<&Counted>) -> Piece {
        let (look, is_known) = (self.session.stderr, known.is_some());
        super::over_entries(document, &self.pick, look, is_known, |piece, number, entry| {
            let found = document.diagnostics_of(number);
            let is_text = self.args.output == CountOutput::Text;
            if is_text {
                // That the givens are few is no matter here: nobody claimed that there is one solution.
                let errors: Vec<Diagnostic> = found.iter().filter(|it| it.is_error()).cloned().collect();
                let report = document.report(&errors);
                if document.is_crowded() {
                    piece.remarks.extend(remarks(report, To::Stderr, false, look));
                } else {
                    super::tell(&mut piece.stderr, report, look);
                }
            }
            piece.exit = piece.exit.and(super::exit_of(&found));
            let counted = match entry.solvable() {
                Some(puzzle) => known.cloned().unwrap_or_else(|| self.count(puzzle)),
                None => Counted::invalid(),
            };
            piece.exit = piece.exit.and(counted.exit());
            let is_broken_off = counted.is_broken_off();
            piece.n_broken_off += u64::from(is_broken_off);
            if is_text {
                write_text(&mut piece.stdout, document, entry, &counted);
                if document.is_list() {
                    if !is_broken_off {
                        let decided = counted.backend.map(|backend| (backend, counted.stats.nodes));
                        piece.sums.add(counted.verdict, decided);
                    }
                } else if let Some(figures) =
                    entry.puzzle.as_ref().and_then(|puzzle| self.figures(puzzle, &counted))
                {
                    let _ = figures.write(&mut piece.stdout);
                }
            } else {
                let mut record = counted.record(document, number, entry, &found);
                if let Some(figures) = entry.puzzle.as_ref().and_then(|puzzle| self.figures(puzzle, &counted))
                {
                    figures.note(&mut record);
                }
                let _ = serde_json::to_writer(&mut piece.stdout, &record);
                piece.stdout.push(b'\n');
            }
        })
    }
}

#[derive(Clone)]
struct Counted {
    verdict: Verdict,
    count: Option<Number>,
    limit: Option<&'static str>,
    stats: Stats,
    backend: Option<Backend>,
    time: Duration,
}

impl Counting {
    /// Counts lines of classic puzzles in the kernel.
    fn write_lines(&self, lines: &Lines) -> Piece {
        let mut piece = Piece { stdout: buffers::to_write(), ..Piece::default() };
        let tells_format = self.args.output != CountOutput::Text;
        if !tells_format {
            super::tell_dialect(&mut piece.stderr, lines, self.session.stderr);
        }
        let (mut template, file) = (None, shown(&lines.name));
        let all = lines.decide(self.args.limit, &self.args.bounds, tells_format, |line, decided| {
            match decided {
                // Of a puzzle with one solution there is nothing else to say.
                Decided::Fast { outcome, claims: false, index, name, how, .. }
                    if tells_format && outcome.is_unique() =>
                {
                    let counted = Counted::in_list(outcome, None, &how());
                    let place = (lines, line, index, name());
                    self.write_unique(&mut piece, place, &counted, &mut template);
                }
                // What is claimed may be no text that can be read.
                Decided::Fast { outcome, stopped, claims, how, document, .. } if tells_format || claims => {
                    let known = Counted::in_list(outcome, stopped, &how());
                    return piece.absorb(self.work_knowing(&document(), Some(&known)));
                }
                Decided::Fast { outcome, stopped, name, .. } => {
                    let name = name().map_or_else(String::new, |name| format!(" {}", shown(&name)));
                    if stopped == Some(StopReason::Cancelled) {
                        piece.n_broken_off += 1;
                    } else {
                        piece.sums.add_fast(outcome);
                    }
                    if let Some(reason) = stopped {
                        let _ = writeln!(
                            piece.stdout,
                            "{file}:{line}{name}: at least {} (stopped: {})",
                            outcome.count,
                            super::solve::limit_name(reason)
                        );
                        piece.exit = piece.exit.and(Exit::Unknown);
                    } else {
                        let (at_least, why) = match outcome.end {
                            End::Exhausted => ("", ""),
                            _ => ("at least ", " (the --limit)"),
                        };
                        let count = outcome.count;
                        let _ = writeln!(piece.stdout, "{file}:{line}{name}: {at_least}{count}{why}");
                    }
                }
                Decided::Slow(document) => {
                    return piece.absorb(self.work_knowing(&document, None));
                }
            }
            piece.n_puzzles += 1;
            ControlFlow::Continue(())
        });
        piece.is_cut |= all.is_break();
        piece
    }

    /// The record of a puzzle with one solution. What all of them have in common is made once.
    fn write_unique(
        &self,
        piece: &mut Piece,
        (lines, line, index, name): (&Lines, u32, usize, Option<String>),
        counted: &Counted,
        template: &mut Option<(Record, Puzzle)>,
    ) {
        let (record, puzzle) = template.get_or_insert_with(|| {
            let puzzle = Puzzle::new(Board::empty(Shape::classic()));
            let mut record = Record::new(&*lines.name, line, index, Verdict::Unique).about(&puzzle);
            lines.reader.dialect().name().clone_into(&mut record.dialect);
            (record, puzzle)
        });
        (record.line, record.index, record.puzzle) = (line, index, name);
        counted.note(record);
        if let Some(figures) = self.figures(puzzle, counted) {
            figures.note(record);
        }
        // Writing into memory does not fail.
        let _ = serde_json::to_writer(&mut piece.stdout, record);
        piece.stdout.push(b'\n');
    }

    fn count(&self, puzzle: &Puzzle) -> Counted {
        let stop = puzzle_stop(self.args.bounds.timeout.unwrap_or(DEFAULT_TIMEOUT));
        let solver = Solver::new(&puzzle.board).limits(self.args.bounds.limits()).stop(&stop);
        let start = Instant::now();
        let report = solver.count(self.args.limit.into());
        let time = start.elapsed();
        let limit = match report.stopped {
            Some(reason) => Some(super::solve::limit_name(reason)),
            None if report.count.is_exact() => None,
            None => Some("count"),
        };
        let (stats, backend) = (report.stats, Some(report.backend));
        Counted { verdict: verdict_of(report.count), count: Some(report.count), limit, stats, backend, time }
    }

    /// The figures of a run, if they are wanted and there was one.
    fn figures<'a>(&self, puzzle: &'a Puzzle, counted: &'a Counted) -> Option<Figures<'a>> {
        let board = &Some(puzzle).filter(|_| self.args.stats)?.board;
        Some(Figures {
            board,
            backend: counted.backend?,
            stats: &counted.stats,
            time: counted.time,
            in_list: false,
        })
    }
}

impl Counted {
    /// What was found among many.
    fn in_list(outcome: &Outcome, stopped: Option<StopReason>, how: &How) -> Self {
        let count = u128::from(outcome.count);
        let (count, limit) = match (outcome.end, stopped) {
            (End::Exhausted, _) => (Number::Exactly(count), None),
            (_, Some(reason)) => (Number::AtLeast(count), Some(super::solve::limit_name(reason))),
            _ => (Number::AtLeast(count), Some("count")),
        };
        let (stats, backend, time) = (how.stats, Some(how.backend), how.time);
        Self { verdict: verdict_of(count), count: Some(count), limit, stats, backend, time }
    }

    fn invalid() -> Self {
        Self {
            verdict: Verdict::Invalid,
            count: None,
            limit: None,
            stats: Stats::default(),
            backend: None,
            time: Duration::ZERO,
        }
    }

    /// A count that stopped where it was told to is an answer; one that ran out of time is not.
    fn exit(&self) -> Exit {
        match self.limit {
            Some("count") | None => Exit::Fine,
            Some(_) => Exit::Unknown,
        }
    }

    fn is_broken_off(&self) -> bool {
        self.limit == Some(super::solve::limit_name(StopReason::Cancelled))
    }

    fn record(&self, document: &Document, number: usize, entry: &Entry, found: &[Diagnostic]) -> Record {
        let mut record = super::solve::record_of(document, number, entry, self.verdict);
        self.note(&mut record);
        let found = document.with_possible_advice(found.to_vec(), Expecting::InCheck);
        record.diagnostics = record_diagnostics(document.report(&document.for_record(entry, found)));
        record
    }

    /// Adds what was counted to a record.
    fn note(&self, record: &mut Record) {
        record.count = self.count.map(|count| sdkc_render::Number(count.number()));
        record.count_is_exact = self.count.map(Number::is_exact);
        record.strategy = self.count.map(|_| "auto".to_owned());
        record.nodes = self.count.map(|_| self.stats.nodes.into());
        record.time_ms = self.count.map(|_| super::solve::milliseconds(self.time));
        record.backend = self.backend.map(|backend| backend.name().to_owned());
        record.limit = self.limit.map(str::to_owned);
    }
}

fn verdict_of(count: Number) -> Verdict {
    match count {
        Number::Exactly(0) => Verdict::None,
        Number::Exactly(1) => Verdict::Unique,
        count if count.number() > 1 => Verdict::Multiple,
        count if count.number() == 1 => Verdict::Solved,
        _ => Verdict::Unknown,
    }
}

fn write_text(out: &mut Vec<u8>, document: &Document, entry: &Entry, counted: &Counted) {
    let place = document.place_of(entry);
    let name = named(" ", entry);
    let count = counted.count.map_or_else(|| counted.verdict.to_string(), |count| count.to_string());
    let why = match counted.limit {
        Some("count") => " (the --limit)".to_owned(),
        Some(limit) => format!(" (stopped: {limit})"),
        None => String::new(),
    };
    let _ = writeln!(out, "{place}{name}: {count}{why}");
}
