//! `sdkc solve`: a solution of each puzzle, and whether it is the only one.
//!
//! A named strategy finds the solution that is shown, and its nodes and time are what is told; whether there is another
//! one is then decided by `auto`, which does not change what the strategy did.

mod all;
mod list;
mod native;
mod told;

pub use list::verdict_of;

use std::{
    io::{self, Write as _},
    sync::Once,
    time::{Duration, Instant},
};

use sdkc_board::Violation;
use sdkc_diagnostics::Diagnostic;
use sdkc_engine::{Backend, Config, Count, Grid, Outcome, Solver, Stats, Stop, StopReason, Strategy};
use sdkc_formats::Dialect;
use sdkc_ide::{Entry, Facts, config, facts};
use sdkc_puzzle::{Puzzle, Spanned, StrategyKind, ValueOrder, Verdict};
use sdkc_render::{
    Cells, DrawOptions, Record, SdkOptions, draw_board, record_diagnostics, write_line, write_sdk,
};

use self::{native::Native, told::Told};
use crate::{
    args::{DEFAULT_TIMEOUT, Output, SolveArgs},
    batch::{Flush, Piece, Task},
    document::{Document, Expecting, Pick, Unread, named},
    exit::Exit,
    figures::Figures,
    lines::Lines,
    output::Join,
    remarks::{Firsts, To, remarks},
    session::{Session, max_rows, puzzle_stop},
    sink::Sink,
    talk,
    totals::Totals,
};

pub fn run(args: SolveArgs, session: Session) -> io::Result<Exit> {
    hint_at_options_without_effect(&args);
    if args.watch {
        return crate::watch::run(&args, session);
    }
    let n_jobs = args.bounds.n_jobs();
    let (pick, totals) = (Pick::new(args.inputs.puzzle.clone()), Totals::new(&args.bounds));
    let native = Native::new(args.from_state);
    let task = Solve { pick, args, session, totals, hinted: Once::new(), firsts: Firsts::default(), native };
    let (inputs, output) = (&task.args.inputs, task.args.output);
    let exit = super::over_inputs(inputs, &task.pick, n_jobs, &task, join_of(output), output.is_some())?;
    if task.args.stats {
        task.totals.tell();
    }
    task.native.tell();
    Ok(exit)
}

const fn join_of(output: Option<Output>) -> Join {
    match output {
        Some(Output::Json) => Join::Array,
        Some(Output::Sdk) => Join::BlankLine,
        _ => Join::Plain,
    }
}

/// Says what the language's lint W0602 says of a file.
fn hint_at_options_without_effect(args: &SolveArgs) {
    let is_random = args.strategy == Some(StrategyKind::Random) || args.values == Some(ValueOrder::Random);
    let by_auto = args.strategy == Some(StrategyKind::Auto);
    let idle = [
        ("--seed", args.seed.is_some() && args.strategy.is_some() && !is_random),
        ("--values", args.values.is_some() && by_auto),
        ("--propagate", args.propagate.is_some() && by_auto),
    ];
    for (option, _) in idle.iter().filter(|(_, is_idle)| *is_idle) {
        let _ = writeln!(io::stderr(), "sdkc: note: {option} has no effect with this strategy");
    }
}

/// The number of cells from which a board is written as it is drawn, and Ctrl-C heeded meanwhile.
pub const BIG: usize = 1 << 16;

struct Solve {
    args: SolveArgs,
    pick: Pick,
    session: Session,
    /// What `--stats` says where a puzzle is a line.
    totals: Totals,
    /// Whether options without effect on puzzles that name no strategy were told.
    hinted: Once,
    firsts: Firsts,
    native: Native,
}

/// What became of one puzzle.
struct Solved {
    verdict: Verdict,
    solution: Option<Grid>,
    count: Option<Count>,
    strategy: Strategy,
    seed: Option<u64>,
    stats: Stats,
    backend: Option<Backend>,
    /// Whether it was decided among many.
    in_list: bool,
    time: Duration,
    stopped: Option<StopReason>,
    found: Vec<Diagnostic>,
    bug: Option<Violation>,
}

impl Task for Solve {
    fn work(&self, document: &Document, flush: &mut Flush<'_>) -> Piece {
        self.work_knowing(document, flush, None)
    }

    fn lines(&self, lines: &Lines) -> Option<Piece> {
        let args = &self.args;
        let by_auto = matches!(args.strategy, None | Some(StrategyKind::Auto));
        let form = args.output.unwrap_or(Output::Line);
        // Digits that were placed become givens then, and the reader knows them.
        let with_state = args.from_state && lines.reader.dialect() == Dialect::Hodoku;
        (by_auto && !args.all && !with_state && self.pick.wanted().is_none()).then(|| {
            let mut piece = self.write_list(lines, form);
            self.hint_at_auto(&mut piece);
            piece
        })
    }

    fn heeds_solutions(&self) -> bool {
        true
    }

    fn count_written(&self, piece: &mut Piece) {
        self.totals.absorb(std::mem::take(&mut piece.sums));
    }

    fn undecodable(&self, unread: &Unread) -> Piece {
        let mut piece = super::undecodable(unread, self.session.stderr);
        self.record_unread(&mut piece, unread);
        piece
    }

    fn record_unread(&self, piece: &mut Piece, unread: &Unread) {
        if matches!(self.args.output, Some(Output::Json | Output::Ndjson)) {
            super::write_record(piece, unread);
        }
    }
}

impl Solve {
    /// Works on a document. What is known already, and in which time it was found, is not searched for once more.
    fn work_knowing(
        &self,
        document: &Document,
        flush: &mut Flush<'_>,
        known: Option<&(Facts, Duration)>,
    ) -> Piece {
        let (output, look, is_known) = (self.output(document), self.session.stderr, known.is_some());
        super::over_entries(document, &self.pick, look, is_known, |piece, number, entry| {
            let found = document.diagnostics_of(number);
            let with_state = entry.solvable().map(|puzzle| self.wanted(puzzle));
            if with_state.as_ref().is_some_and(|puzzle| puzzle.strategy.kind() == StrategyKind::Auto) {
                self.hint_at_auto(piece);
            }
            match (with_state, self.args.all) {
                (Some(puzzle), true) => {
                    all::All { task: self, document, number, entry, puzzle: &puzzle, output }
                        .write(piece, flush);
                }
                (puzzle, _) => {
                    let solved = match &puzzle {
                        Some(puzzle) => {
                            let told = Told::of(document, number, output, &self.firsts);
                            self.solve(puzzle, found, number, known, told)
                        }
                        None => Solved::invalid(found),
                    };
                    self.write((piece, flush), document, (number, entry), puzzle.as_ref(), &solved, output);
                }
            }
        })
    }

    /// Says which options no puzzle reads that names no strategy, once.
    fn hint_at_auto(&self, piece: &mut Piece) {
        let args = &self.args;
        let given = [
            ("--seed", args.seed.is_some()),
            ("--values", args.values.is_some()),
            ("--propagate", args.propagate.is_some()),
        ];
        let idle: Vec<&str> = given.iter().filter(|(_, is_given)| *is_given).map(|(name, _)| *name).collect();
        if args.strategy.is_some() || idle.is_empty() {
            return;
        }
        self.hinted.call_once(|| {
            let (options, have) = (idle.join(" and "), if idle.len() == 1 { "has" } else { "have" });
            let why = "where no strategy is named; `auto` decides that for itself (see `--strategy`)";
            // Writing into memory does not fail.
            let _ = writeln!(piece.stderr, "sdkc: note: {options} {have} no effect {why}");
        });
    }

    fn output(&self, document: &Document) -> Output {
        self.args.output.unwrap_or(if document.is_list() { Output::Line } else { Output::Grid })
    }

    /// The puzzle with the wishes of the command line in the place of the file's.
    fn wanted(&self, puzzle: &Puzzle) -> Puzzle {
        let mut wanted = puzzle.clone();
        let (args, spec) = (&self.args, &mut wanted.strategy);
        if let Some(kind) = args.strategy {
            // Another strategy: the file's options were for its own.
            let changed = kind != spec.kind();
            spec.kind = Some(kind.into());
            if changed {
                (spec.values, spec.propagate) = (None, None);
            }
        }
        spec.values = args.values.map(Spanned::from).or(spec.values);
        spec.propagate = args.propagate.map(Spanned::from).or(spec.propagate);
        spec.seed = args.seed.map(Spanned::from).or(spec.seed);
        spec.nodes = args.bounds.max_nodes.map(Spanned::from).or(spec.nodes);
        if let Some(state) = wanted.state.take().filter(|_| args.from_state) {
            for (cell, value) in state.filled() {
                // A given that is there already, or a value that does not fit, was reported by the reader.
                if wanted.board.given(cell).is_none() {
                    let _ = wanted.board.set_given(cell, Some(value));
                }
            }
        }
        wanted
    }

    /// The command line's time limit, else the file's, else the default.
    fn timeout(&self, puzzle: &Puzzle) -> Duration {
        let of_file = puzzle.strategy.timeout_ms.map(|timeout| Duration::from_millis(timeout.value));
        self.args.bounds.timeout.or(of_file).unwrap_or(DEFAULT_TIMEOUT)
    }

    fn solve(
        &self,
        puzzle: &Puzzle,
        found: Vec<Diagnostic>,
        number: usize,
        known: Option<&(Facts, Duration)>,
        told: Told<'_>,
    ) -> Solved {
        let stop = puzzle_stop(self.timeout(puzzle));
        let config = config(&puzzle.strategy);
        let mut solved = if config.strategy == Strategy::Auto {
            by_auto(puzzle, config, &stop, known, told)
        } else {
            by_strategy(puzzle, config, &stop, told)
        };
        solved.found = super::joined(found, std::mem::take(&mut solved.found), number);
        solved
    }

    fn write(
        &self,
        (piece, flush): (&mut Piece, &mut Flush<'_>),
        document: &Document,
        (number, entry): (usize, &Entry),
        puzzle: Option<&Puzzle>,
        solved: &Solved,
        output: Output,
    ) {
        piece.exit = piece.exit.and(solved.exit());
        let is_broken_off = solved.stopped == Some(StopReason::Cancelled);
        piece.n_broken_off += u64::from(is_broken_off);
        if let (Some(violation), Some(puzzle)) = (&solved.bug, puzzle) {
            tell_bug(&mut piece.stderr, &document.place_of(entry), puzzle, violation);
        }
        if matches!(output, Output::Json | Output::Ndjson) {
            let record = self.record(document, (number, entry), puzzle, solved);
            let _ = serde_json::to_writer(&mut piece.stdout, &record);
            return piece.stdout.push(b'\n');
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
        let n_cells = puzzle.map_or(0, |puzzle| puzzle.board.shape().n_cells());
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
            return super::tell_of_puzzle(piece, document, found, self.session.stderr);
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

    fn write_grid(
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
    fn draw(&self, out: &mut dyn io::Write, puzzle: &Puzzle, grid: &Grid) -> io::Result<()> {
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
    fn note(&self, record: &mut Record, puzzle: Option<&Puzzle>, solved: &Solved) {
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

/// `auto` finds a solution and decides about a second in one go.
fn by_auto(
    puzzle: &Puzzle,
    config: Config,
    stop: &dyn Stop,
    known: Option<&(Facts, Duration)>,
    told: Told<'_>,
) -> Solved {
    let (facts, time) = known.cloned().unwrap_or_else(|| {
        let start = Instant::now();
        let facts = facts(puzzle, config.limits, stop);
        (facts, start.elapsed())
    });
    let judged = told.judge(puzzle, facts, config.limits, stop);
    let stopped =
        judged.facts.stopped.filter(|_| matches!(judged.verdict, Verdict::Unknown | Verdict::Solved));
    Solved {
        verdict: judged.verdict,
        solution: judged.facts.solution,
        count: Some(judged.facts.count),
        strategy: Strategy::Auto,
        seed: None,
        stats: judged.facts.stats,
        backend: Some(judged.facts.backend),
        in_list: known.is_some(),
        time,
        stopped,
        found: without_undecided_uniqueness(judged.diagnostics, puzzle),
        bug: judged.bug,
    }
}

/// The strategy finds the solution; `auto` says whether there is another.
fn by_strategy(puzzle: &Puzzle, config: Config, stop: &dyn Stop, told: Told<'_>) -> Solved {
    let start = Instant::now();
    let report = Solver::with_config(&puzzle.board, config).stop(stop).solve();
    let time = start.elapsed();
    let uses_seed =
        config.strategy == Strategy::Random || config.values == Some(sdkc_engine::ValueOrder::Random);
    let mut solved = Solved {
        verdict: Verdict::Unknown,
        solution: None,
        count: None,
        strategy: config.strategy,
        seed: uses_seed.then_some(config.seed),
        stats: report.stats,
        backend: Some(report.backend),
        in_list: false,
        time,
        stopped: report.outcome.stopped(),
        found: Vec::new(),
        bug: None,
    };
    if solved.stopped.is_some() {
        return solved;
    }
    let judged = told.judge(puzzle, facts(puzzle, config.limits, stop), config.limits, stop);
    solved.count = Some(judged.facts.count);
    solved.found = without_undecided_uniqueness(judged.diagnostics, puzzle);
    solved.bug = judged.bug;
    solved.verdict = match report.outcome {
        Outcome::Solved(grid) => {
            solved.bug = sdkc_board::check(&puzzle.board, &grid).err().or(solved.bug);
            solved.solution = Some(grid);
            if judged.verdict == Verdict::Unknown { Verdict::Solved } else { judged.verdict }
        }
        _ => Verdict::None,
    };
    if solved.verdict == Verdict::Solved {
        solved.stopped = judged.facts.stopped;
    }
    solved
}

/// `solve` asks for a solution: that uniqueness is undecided is said by the verdict, unless the file expects it.
fn without_undecided_uniqueness(found: Vec<Diagnostic>, puzzle: &Puzzle) -> Vec<Diagnostic> {
    let told = puzzle.expects_solutions();
    found.into_iter().filter(|it| told || it.code != sdkc_diagnostics::Code::E0503).collect()
}

impl Solved {
    fn invalid(found: Vec<Diagnostic>) -> Self {
        Self {
            verdict: Verdict::Invalid,
            solution: None,
            count: None,
            strategy: Strategy::Auto,
            seed: None,
            stats: Stats::default(),
            backend: None,
            in_list: false,
            time: Duration::ZERO,
            stopped: None,
            found,
            bug: None,
        }
    }

    fn exit(&self) -> Exit {
        let of_verdict = if self.verdict == Verdict::Unknown { Exit::Unknown } else { Exit::Fine };
        let of_bug = if self.bug.is_some() { Exit::Bug } else { Exit::Fine };
        super::exit_of(&self.found).and(of_verdict).and(of_bug)
    }

    /// `unique: min-candidates, 217 nodes, 0.4 ms`
    fn summary(&self) -> String {
        if self.verdict == Verdict::Invalid {
            return match self.found.iter().filter(|it| it.is_error()).count() {
                0 => "invalid: an error outside of it may concern it".to_owned(),
                n => format!("invalid: {}", talk::count(n as u64, "error")),
            };
        }
        let strategy = match (self.backend, self.seed) {
            (Some(backend), _) if self.strategy == Strategy::Auto => format!("{} ({backend})", self.strategy),
            (_, Some(seed)) => format!("{} (seed {seed})", self.strategy),
            _ => self.strategy.to_string(),
        };
        let nodes = talk::count(self.stats.nodes, "node");
        let why = self.stopped.map_or_else(String::new, |reason| format!(" · {reason}"));
        let verdict = match self.verdict {
            Verdict::Solved => "solved, whether it is the only solution is undecided".to_owned(),
            verdict => verdict.to_string(),
        };
        format!("{verdict}{why} · {strategy} · {nodes} · {}", human_time(self.time))
    }
}

fn human_time(time: Duration) -> String {
    let ms = time.as_secs_f64() * 1e3;
    match ms {
        ..1.0 => format!("{ms:.2} ms"),
        ..1000.0 => format!("{ms:.1} ms"),
        _ => format!("{:.2} s", ms / 1e3),
    }
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
