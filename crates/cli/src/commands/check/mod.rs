//! `sdkc check`: language, rules and expectations of every puzzle, for people and for a CI.

mod stats;

use std::{
    borrow::Cow,
    io,
    ops::ControlFlow,
    sync::{Mutex, PoisonError},
    time::{Duration, Instant},
};

use sdkc_diagnostics::{Code, Diagnostic, Severity, Span, sort_and_dedup};
use sdkc_engine::{Limits, StopReason};
use sdkc_ide::{Facts, Scope, Verification, facts, judge};
use sdkc_puzzle::{Expect, ExpectKind, Puzzle, Verdict};
use sdkc_render::{DiagnosticFormat, FileReport, Look, sarif_results, write_diagnostics};

use crate::{
    args::{CheckArgs, DEFAULT_TIMEOUT},
    batch::{Flush, Piece, Task},
    decide,
    document::{Document, Expecting, Pick, Unread},
    exit::Exit,
    lines::{Decided, Lines},
    output::Join,
    remarks::{Firsts, To, remarks},
    session::{Session, interrupt, puzzle_stop},
    talk,
    tally::Tally,
    totals::{Sums, Totals},
};

pub fn run(args: CheckArgs, session: Session) -> io::Result<Exit> {
    let n_jobs = args.bounds.n_jobs();
    let pick = Pick::new(args.inputs.puzzle.clone());
    let join = match args.format {
        DiagnosticFormat::Json => Join::Array,
        DiagnosticFormat::Sarif => Join::Sarif,
        _ => Join::Plain,
    };
    let task = Check {
        inputs: args.inputs.clone(),
        pick,
        look: if args.format == DiagnosticFormat::Human { session.stdout } else { Look::PLAIN },
        stderr: session.stderr,
        begun: Mutex::new(args.inputs.first_name()),
        tally: Mutex::default(),
        firsts: Firsts::default(),
        totals: Totals::new(&args.bounds),
        args,
    };
    let exit = super::over_inputs(&task.inputs, &task.pick, n_jobs, &task, join, true)?;
    if task.args.stats {
        task.totals.tell();
    }
    if task.args.format == DiagnosticFormat::Human {
        task.tally.lock().unwrap_or_else(PoisonError::into_inner).tell();
    }
    Ok(exit)
}

struct Check {
    args: CheckArgs,
    inputs: crate::args::Inputs,
    pick: Pick,
    look: Look,
    stderr: Look,
    /// The file that was begun last; the first one at the start.
    begun: Mutex<String>,
    /// What was written of.
    tally: Mutex<Tally>,
    firsts: Firsts,
    /// What `--stats` says of lists.
    totals: Totals,
}

impl Task for Check {
    fn work(&self, document: &Document, _: &mut Flush<'_>) -> Piece {
        self.begin(&document.name);
        self.examine(document, None)
    }

    fn lines(&self, lines: &Lines) -> Option<Piece> {
        let is_plain = self.pick.wanted().is_none()
            && !self.args.rules_only
            && !(self.args.stats && self.writes_records());
        let wants_unique = self.args.expect.iter().all(|kind| *kind == ExpectKind::Unique);
        (is_plain && wants_unique).then(|| self.check_lines(lines))
    }

    fn heeds_solutions(&self) -> bool {
        !self.args.rules_only
    }

    fn count_written(&self, piece: &mut Piece) {
        self.tally.lock().unwrap_or_else(PoisonError::into_inner).absorb(std::mem::take(&mut piece.tally));
        self.totals.absorb(std::mem::take(&mut piece.sums));
    }

    fn is_sparse(&self) -> bool {
        !self.args.stats
    }

    /// Programs that read the data do not read what is said beside it. In a SARIF document it has a place of its own.
    fn interrupted(&self, message: &str) -> Piece {
        let mut piece = Piece::default();
        if self.writes_records() || self.args.format == DiagnosticFormat::Github {
            let begun = self.begun.lock().unwrap_or_else(PoisonError::into_inner);
            let it = [Diagnostic::new(Code::E0503, format!("{message}: the rest was not checked"), None)];
            self.write(&mut piece, None, FileReport::new(&begun, "", &it));
        }
        piece
    }

    fn stderr(&self) -> Look {
        self.stderr
    }

    fn undecodable(&self, unread: &Unread) -> Piece {
        let mut piece = Piece { exit: Exit::Findings, ..Piece::default() };
        piece.tally.add(true, 0, std::slice::from_ref(&unread.why));
        self.write(&mut piece, None, unread.report());
        piece
    }

    /// People are told on standard error.
    fn record_unread(&self, piece: &mut Piece, unread: &Unread) {
        if self.args.format != DiagnosticFormat::Human {
            self.write(piece, None, unread.report());
        }
    }
}

impl Check {
    /// Looks at every puzzle of a document. Facts that are known are not searched for once more.
    fn examine(&self, document: &Document, known: Option<&Facts>) -> Piece {
        let mut found = document.diagnostics_of_file();
        let mut n_puzzles = 0;
        let mut bug = Exit::Fine;
        let mut piece = Piece::default();
        let (mut solved, mut sums) = (Vec::new(), Sums::default());
        for (number, entry) in document.numbered().filter(|(number, entry)| self.pick.takes(*number, entry)) {
            if interrupt().is_cancelled() {
                piece.is_cut = true;
                break;
            }
            let mut before = document.diagnostics_of(number);
            if self.allows_several(entry.puzzle.as_ref()) {
                before.retain(|it| it.code != Code::W0603);
            }
            let mut decided = None;
            if let Some(puzzle) = entry.solvable().filter(|_| !self.args.rules_only) {
                let few_givens = before.iter().any(|it| it.code == Code::W0603);
                let (verification, time) = self.verify(document, (number, puzzle), known, few_givens);
                if let Some(violation) = &verification.bug {
                    super::solve::tell_bug(&mut piece.stderr, &document.place_of(entry), puzzle, violation);
                    bug = Exit::Bug;
                }
                decided = Some((puzzle, verification, time));
            }
            let facts = decided.as_ref().map(|(_, verification, _)| &verification.facts);
            let verdict =
                decided.as_ref().map_or(Verdict::Invalid, |(_, verification, _)| verification.verdict);
            let decided_by = facts.map(|facts| (facts.backend, facts.stats.nodes));
            let by_solving = decided.as_mut().map(|(_, found, _)| std::mem::take(&mut found.diagnostics));
            let mut of_puzzle = super::joined(before, by_solving.unwrap_or_default(), number);
            if interrupt().is_cancelled() && of_puzzle.iter().any(|it| it.code == Code::E0503) {
                piece.n_broken_off += 1;
                self.leave_out_unfinished(document, &mut of_puzzle);
            } else {
                sums.add(verdict, decided_by);
            }
            if let Some((puzzle, verification, time)) = decided.filter(|_| self.args.stats) {
                let Verification { verdict, facts, .. } = verification;
                let found = of_puzzle.clone();
                solved.push(stats::Solved { number, entry, puzzle, verdict, facts, time, found });
            }
            found.extend(of_puzzle);
            n_puzzles += 1;
        }
        if !self.tells_dialect(&document.name) {
            found.retain(|it| it.code != Code::N0701);
        }
        let place = if self.args.rules_only { Expecting::InCheck } else { Expecting::Here };
        let mut found = document.with_possible_advice(found, place);
        sort_and_dedup(&mut found);
        piece.exit = self.exit_of(&found).and(bug);
        piece.n_puzzles = n_puzzles;
        piece.tally.add(document.is_head, piece.n_finished(), &found);
        self.write(&mut piece, Some(document), document.report(&found));
        if document.is_list() && !self.writes_records() {
            piece.sums.absorb(sums);
        } else {
            solved.iter().for_each(|solved| solved.write(&mut piece, document, self.args.format));
        }
        piece
    }

    /// Where findings are a line each, lines are what is counted: a puzzle that Ctrl-C broke off has none in a list, and elsewhere none that
    /// says just that.
    fn leave_out_unfinished(&self, document: &Document, found: &mut Vec<Diagnostic>) {
        if self.args.format == DiagnosticFormat::Concise {
            found.retain(|it| !document.is_list() && it.code != Code::E0503);
        }
    }

    fn begin(&self, name: &str) {
        let mut begun = self.begun.lock().unwrap_or_else(PoisonError::into_inner);
        name.clone_into(&mut begun);
    }

    /// Decides lines of classic puzzles in the kernel: those with one solution need no further word.
    fn check_lines(&self, lines: &Lines) -> Piece {
        let mut piece = Piece::default();
        self.begin(&lines.name);
        piece.tally.add(lines.is_head, 0, &[]);
        match self.args.format {
            DiagnosticFormat::Human => super::tell_dialect(&mut piece.stderr, lines, self.stderr),
            _ if lines.is_head && self.tells_dialect(&lines.name) => {
                self.write_dialect(&mut piece, lines);
            }
            _ => {}
        }
        let all = lines.decide(2, &self.args.bounds, false, |_, decided| {
            let (document, known) = match decided {
                Decided::Fast { outcome, claims: false, .. } if outcome.is_unique() => {
                    piece.tally.add(false, 1, &[]);
                    piece.sums.add_fast(outcome);
                    piece.n_puzzles += 1;
                    return ControlFlow::Continue(());
                }
                Decided::Fast { stopped: Some(StopReason::Cancelled), .. } => return ControlFlow::Break(()),
                Decided::Fast { outcome, stopped, how, document, .. } => {
                    let is_enough = stopped.is_some() || outcome.is_unique();
                    (document(), is_enough.then(|| decide::facts(outcome, stopped, &how())))
                }
                Decided::Slow(document) => (*document, None),
            };
            piece.absorb(self.examine(&document, known.as_ref()))
        });
        piece.is_cut |= all.is_break();
        piece
    }

    /// The note on the format of a stream of lines, at its first puzzle.
    fn write_dialect(&self, piece: &mut Piece, lines: &Lines) {
        let Some(first) = lines.first() else {
            let note = [sdkc_formats::note(lines.reader.dialect(), Span::at(0))];
            return self.write(piece, None, FileReport::new(&lines.name, "", &note));
        };
        let mut found = first.diagnostics_of(1);
        found.retain(|it| it.code == Code::N0701);
        self.write(piece, Some(&first), first.report(&found));
    }

    /// Whether it is worth a word in what format a file is: where people read or a pull request is annotated, only if its name promises
    /// another one.
    fn tells_dialect(&self, name: &str) -> bool {
        match self.args.format {
            DiagnosticFormat::Github => false,
            DiagnosticFormat::Concise => name.ends_with(".sdk"),
            _ => true,
        }
    }

    /// Whether the format has a record for the figures of each puzzle.
    fn writes_records(&self) -> bool {
        matches!(self.args.format, DiagnosticFormat::Json | DiagnosticFormat::Ndjson)
    }

    /// What a puzzle is found to be, and how long the search for its solutions took. With too few givens for a single solution,
    /// which is told by W0603, it is no open question whether there is only one.
    fn verify(
        &self,
        document: &Document,
        (number, puzzle): (usize, &Puzzle),
        known: Option<&Facts>,
        few_givens: bool,
    ) -> (Verification, Duration) {
        let stop = puzzle_stop(self.args.bounds.timeout.unwrap_or(DEFAULT_TIMEOUT));
        let limits: Limits = self.args.bounds.limits();
        let mut puzzle = Cow::Borrowed(puzzle);
        if puzzle.expects.is_empty() && !self.args.expect.is_empty() {
            puzzle.to_mut().expects.extend(self.args.expect.iter().cloned().map(Expect::from));
        }
        let start = Instant::now();
        let facts = known.cloned().unwrap_or_else(|| facts(&puzzle, limits, &stop));
        let time = start.elapsed();
        // A line a diagnostic has no room for the givens that clash. In a list only the first of a kind is told with them.
        let in_list = self.args.format == DiagnosticFormat::Human && document.is_crowded();
        let is_brief = in_list || self.args.format == DiagnosticFormat::Concise;
        let scope = if is_brief { Scope::Messages } else { Scope::All };
        let mut verification = judge(&puzzle, facts, limits, &stop, scope);
        if in_list && self.firsts.note(&document.name, number, &verification.diagnostics) {
            verification = judge(&puzzle, verification.facts, limits, &stop, Scope::All);
        }
        let is_open = verification.verdict == Verdict::Solved && !puzzle.expects_solutions();
        if is_open && !few_givens {
            verification.diagnostics.push(undecided_uniqueness(&puzzle, verification.facts.stopped));
        }
        (verification, time)
    }

    /// Whether `--expect` says of a puzzle without expectations of its own that it may have several solutions.
    fn allows_several(&self, puzzle: Option<&Puzzle>) -> bool {
        let several = |kind: &ExpectKind| kind.solution_range().is_some_and(|(_, most)| most > 1);
        puzzle.is_some_and(|puzzle| puzzle.expects.is_empty()) && self.args.expect.iter().any(several)
    }

    fn exit_of(&self, found: &[Diagnostic]) -> Exit {
        let warned = self.args.deny_warnings && found.iter().any(|it| it.severity == Severity::Warning);
        super::exit_of(found).and(if warned { Exit::Findings } else { Exit::Fine })
    }

    fn write(&self, piece: &mut Piece, document: Option<&Document>, report: FileReport<'_>) {
        if report.diagnostics.is_empty() {
            return;
        }
        if self.args.format == DiagnosticFormat::Sarif {
            return piece.results.extend(sarif_results(&report));
        }
        if self.args.format == DiagnosticFormat::Human {
            if !document.is_some_and(Document::is_crowded) {
                return super::tell(&mut piece.stdout, report, self.look);
            }
            let (notes, found): (Vec<_>, Vec<_>) =
                report.diagnostics.iter().cloned().partition(|it| it.code == Code::N0701);
            super::tell(&mut piece.stdout, FileReport { diagnostics: &notes, ..report }, self.look);
            let report = FileReport { diagnostics: &found, ..report };
            return piece.remarks.extend(remarks(report, To::Stdout, true, self.look));
        }
        // An array is joined of objects on lines of their own.
        let format = match self.args.format {
            DiagnosticFormat::Json => DiagnosticFormat::Ndjson,
            format => format,
        };
        if let Err(error) = write_diagnostics(&mut piece.stdout, format, &[report], self.look) {
            talk::error(&mut piece.stderr, &format!("cannot write: {error}"), None);
        }
    }
}

/// That a puzzle has several solutions is worth a warning where nothing is expected; so is that this was not found out.
fn undecided_uniqueness(puzzle: &Puzzle, stopped: Option<StopReason>) -> Diagnostic {
    let why = stopped.map_or_else(String::new, |reason| format!(": {reason}"));
    let message = format!("this puzzle has a solution, but whether it is the only one is undecided{why}");
    let it = Diagnostic::new(Code::E0503, message, puzzle.origins.header);
    if stopped == Some(StopReason::Cancelled) {
        return it;
    }
    it.with_note("give more time (`--timeout 10m`) or more nodes (`--max-nodes`)")
        .with_note("write `expect solutions >= 1` if one solution is enough")
}
