//! `sdkc solve`: a solution of each puzzle, and whether it is the only one.
//!
//! A named strategy finds the solution that is shown, and its nodes and time are what is told; whether there is another
//! one is then decided by `auto`, which does not change what the strategy did.

mod all;
mod list;
mod native;
mod shown;
mod solved;
mod told;

pub use list::verdict_of;
pub use shown::{limit_name, milliseconds, record_of, tell_bug};

use std::{
    io::{self, Write as _},
    sync::Once,
    time::Duration,
};

use sdkc_diagnostics::Diagnostic;
use sdkc_engine::{StopReason, Strategy};
use sdkc_formats::Dialect;
use sdkc_ide::{Facts, config};
use sdkc_puzzle::{Puzzle, Spanned, StrategyKind, ValueOrder};
use sdkc_render::Look;

use self::{
    native::Native,
    solved::{Solved, by_auto, by_strategy},
    told::Told,
};
use crate::{
    args::{DEFAULT_TIMEOUT, Output, SolveArgs},
    batch::{Flush, Piece, Task},
    document::{Document, Pick, Unread},
    exit::Exit,
    lines::Lines,
    output::Join,
    remarks::Firsts,
    session::{Session, puzzle_stop},
    sink::BIG,
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

    fn stderr(&self) -> Look {
        self.session.stderr
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
        // Who breaks it off does not wait until a big board is written.
        if solved.stopped == Some(StopReason::Cancelled) && puzzle.board.shape().n_cells() >= BIG {
            solved.solution = None;
        }
        solved
    }
}
