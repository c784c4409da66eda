//! Proves or breaks what a puzzle claims: how many solutions it has, and each `expect`.
//!
//! One search by `auto` answers most questions; [`Facts`] holds what it found, and each expectation (one file
//! in `expects/`) judges itself by them. A limit that is reached makes an expectation unknown, never broken.

use sdkc_diagnostics::{Code, Diagnostic, Span};
use sdkc_engine::{
    Backend, Board, Core, Count, Culprit, Grid, Limits, Solver, Stats, Stop, StopReason, Uniqueness,
    board::{Violation, check_polling},
};
use sdkc_puzzle::{ExpectKind, Puzzle, Verdict, cell_name, list};

use crate::expects::{self, Judgement};

/// How proofs are sought: by `auto`, under these limits.
pub(crate) struct Prover<'a> {
    limits: Limits,
    stop: &'a dyn Stop,
}

impl Prover<'_> {
    /// A solver for a board, which may be a variation of the puzzle's own.
    pub(crate) fn solver<'b>(&'b self, board: &'b Board) -> Solver<'b> {
        Solver::new(board).limits(self.limits).stop(self.stop)
    }
}

/// What a search found out about a puzzle.
#[derive(Clone, Debug)]
pub struct Facts {
    /// The number of solutions as far as it was counted: at least to 2.
    pub count: Count,
    /// A solution.
    pub solution: Option<Grid>,
    /// A second one.
    pub other: Option<Grid>,
    /// Why the search ended early, if it did.
    pub stopped: Option<StopReason>,
    /// What was counted on the way.
    pub stats: Stats,
    /// What did the work.
    pub backend: Backend,
}

impl Facts {
    /// The verdict that these facts allow.
    #[must_use]
    pub fn verdict(&self) -> Verdict {
        match (self.count, self.stopped) {
            (Count::Exactly(0), _) => Verdict::None,
            (Count::Exactly(1), _) => Verdict::Unique,
            (count, _) if count.number() > 1 => Verdict::Multiple,
            _ if self.solution.is_some() => Verdict::Solved,
            _ => Verdict::Unknown,
        }
    }
}

/// The answer of [`verify`].
#[derive(Clone, Debug)]
pub struct Verification {
    /// The verdict.
    pub verdict: Verdict,
    /// What is known.
    pub facts: Facts,
    /// Broken and undecided expectations; what is wrong where nothing is expected.
    pub diagnostics: Vec<Diagnostic>,
    /// A solution of ours that breaks a rule: a bug in the engine, never the user's fault.
    pub bug: Option<Violation>,
}

/// Which expectations are judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// All of them.
    All,
    /// All of them, where only messages are to be shown: what notes and labels say of givens that clash takes many searches
    /// more, and is left out.
    Messages,
    /// Those that the facts about solutions decide, without another search but the one for givens that clash.
    Solutions,
    /// Those that the facts about solutions decide, where only messages are to be shown: nothing is searched for.
    Facts,
}

/// Decides what a puzzle claims, or would be expected to claim. The puzzle must keep the rules (no E01 to E04).
///
/// `auto` does the work under `limits` and `stop`, whatever strategy the puzzle asks for.
///
/// ```
/// use sdkc_engine::{Limits, Never, board::{Board, Shape}};
/// use sdkc_ide::verify;
/// use sdkc_puzzle::{Puzzle, Verdict};
/// let empty = Puzzle::new(Board::empty(Shape::classic()));
/// assert_eq!(verify(&empty, Limits::none(), &Never).verdict, Verdict::Multiple);
/// ```
#[must_use]
pub fn verify(puzzle: &Puzzle, limits: Limits, stop: &dyn Stop) -> Verification {
    let facts = facts(puzzle, limits, stop);
    judge(puzzle, facts, limits, stop, Scope::All)
}

/// Searches for what is to be known about a puzzle's solutions: a first, a second, and as many as its expectations need.
#[must_use]
pub fn facts(puzzle: &Puzzle, limits: Limits, stop: &dyn Stop) -> Facts {
    gather(puzzle, &Prover { limits, stop })
}

/// Judges a puzzle's expectations by what is known. A solution that could not be held against the rules before `stop` is none: on a
/// board of tens of millions of cells that takes its time.
#[must_use]
pub fn judge(
    puzzle: &Puzzle,
    mut facts: Facts,
    limits: Limits,
    stop: &dyn Stop,
    scope: Scope,
) -> Verification {
    let prover = Prover { limits, stop };
    let bug = broken_rule(&puzzle.board, &mut facts, stop);
    let mut diagnostics = judge_expectations(puzzle, &facts, &prover, scope);
    if !puzzle.expects_solutions() {
        diagnostics.extend(unclaimed(puzzle, &facts, &prover, scope));
    }
    diagnostics.extend(state_against_solution(puzzle, &facts));
    Verification { verdict: facts.verdict(), facts, diagnostics, bug }
}

/// Holds solutions against the rules; what was not looked through is taken back.
fn broken_rule(board: &Board, facts: &mut Facts, stop: &dyn Stop) -> Option<Violation> {
    let check = |grid: &Option<Grid>| {
        let Some(grid) = grid else { return Ok(None) };
        check_polling(board, grid, &mut |_| stop.poll().map_or(Ok(()), Err)).map(Result::err)
    };
    match check(&facts.solution) {
        Ok(None) => {}
        Ok(violation) => return violation,
        Err(reason) => {
            (facts.solution, facts.other) = (None, None);
            (facts.count, facts.stopped) = (Count::AtLeast(0), Some(reason));
            return None;
        }
    }
    check(&facts.other).unwrap_or_else(|reason| {
        facts.other = None;
        (facts.count, facts.stopped) = (Count::AtLeast(1), Some(reason));
        None
    })
}

/// Searches once, and counts on where an expectation asks for more than two.
fn gather(puzzle: &Puzzle, prover: &Prover<'_>) -> Facts {
    let solver = prover.solver(&puzzle.board);
    let report = solver.uniqueness();
    let mut facts = Facts {
        count: Count::AtLeast(0),
        solution: None,
        other: None,
        stopped: None,
        stats: report.stats,
        backend: report.backend,
    };
    match report.verdict {
        Uniqueness::None => facts.count = Count::Exactly(0),
        Uniqueness::Unique(grid) => (facts.count, facts.solution) = (Count::Exactly(1), Some(grid)),
        Uniqueness::Multiple(two) => {
            let [first, second] = *two;
            (facts.count, facts.solution, facts.other) = (Count::AtLeast(2), Some(first), Some(second));
        }
        Uniqueness::Stopped { reason, found } => {
            (facts.count, facts.stopped) = (Count::AtLeast(found.is_some().into()), Some(reason));
            facts.solution = found;
        }
        _ => {}
    }
    let wanted = puzzle.expects.iter().map(|expect| expects::count_needed(&expect.kind)).max().unwrap_or(0);
    if facts.count == Count::AtLeast(2) && wanted > 2 {
        let counted = solver.count(wanted.into());
        facts.stats.absorb(&counted.stats);
        facts.count = counted.count;
        facts.stopped = counted.stopped;
    }
    facts
}

fn judge_expectations(puzzle: &Puzzle, facts: &Facts, prover: &Prover<'_>, scope: Scope) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    let mut core = None;
    for expect in &puzzle.expects {
        let by_facts = !matches!(expect.kind, ExpectKind::Minimal | ExpectKind::Givens(_));
        if matches!(scope, Scope::Solutions | Scope::Facts) && !by_facts {
            continue;
        }
        match expects::judge(expect, puzzle, facts, prover) {
            Judgement::Kept => {}
            Judgement::Broken { message, notes, labels } => {
                let mut it = Diagnostic::new(Code::E0502, message, expect.span.or(puzzle.origins.header))
                    .with_primary_label("not so");
                it.notes = notes;
                for (span, label) in labels {
                    it = it.with_label(span, label);
                }
                if facts.count == Count::Exactly(0) && expect.kind.solution_range().is_some() {
                    let core = core.get_or_insert_with(|| core_of(puzzle, prover, scope));
                    it = with_core(puzzle, it, core.as_ref());
                }
                found.push(it);
            }
            Judgement::Unknown(reason) => found.push(undecided(puzzle, expect.span, reason)),
        }
    }
    found
}

fn undecided(puzzle: &Puzzle, span: Option<Span>, reason: Option<StopReason>) -> Diagnostic {
    let message = match reason {
        Some(reason) => format!("this expectation is undecided: {reason}"),
        None => "this expectation is undecided".to_owned(),
    };
    let it = Diagnostic::new(Code::E0503, message, span.or(puzzle.origins.header));
    // Who broke it off knows what to do about it.
    match reason {
        Some(StopReason::Cancelled) => it,
        _ => it.with_note("give more time (`--timeout 10m`) or more nodes (`--max-nodes`), or expect less"),
    }
}

/// What deserves a word where nothing is expected: no solution, or several.
fn unclaimed(puzzle: &Puzzle, facts: &Facts, prover: &Prover<'_>, scope: Scope) -> Option<Diagnostic> {
    match facts.verdict() {
        Verdict::None => {
            let it = Diagnostic::new(Code::E0501, "this puzzle has no solution", puzzle.origins.header);
            let it = it.with_note("write `expect unsolvable` if that is meant");
            Some(with_core(puzzle, it, core_of(puzzle, prover, scope).as_ref()))
        }
        Verdict::Multiple => {
            let mut it =
                Diagnostic::new(Code::W0606, "this puzzle has more than one solution", puzzle.origins.header);
            it.notes.extend(expects::difference(puzzle, facts));
            Some(it.with_note("add givens, or write `expect solutions >= 2` if several solutions are meant"))
        }
        Verdict::Unknown => Some(undecided_puzzle(puzzle, facts)),
        _ => None,
    }
}

fn undecided_puzzle(puzzle: &Puzzle, facts: &Facts) -> Diagnostic {
    let why = facts.stopped.map_or_else(String::new, |reason| format!(": {reason}"));
    let message = format!("whether this puzzle has a solution is undecided{why}");
    let it = Diagnostic::new(Code::E0503, message, puzzle.origins.header);
    match facts.stopped {
        Some(StopReason::Cancelled) => it,
        _ => it.with_note("give more time (`--timeout 10m`) or more nodes (`--max-nodes`)"),
    }
}

/// What clashes in a puzzle without a solution, where it is to be told.
fn core_of(puzzle: &Puzzle, prover: &Prover<'_>, scope: Scope) -> Option<Core> {
    if matches!(scope, Scope::Messages | Scope::Facts) {
        None
    } else {
        prover.solver(&puzzle.board).core().core
    }
}

/// Adds the clashing givens to a diagnostic about a puzzle without a solution.
fn with_core(puzzle: &Puzzle, mut it: Diagnostic, core: Option<&Core>) -> Diagnostic {
    const MOST: usize = 24;
    let Some(core) = core.filter(|core| !core.culprits.is_empty()) else {
        return it;
    };
    let mut names = Vec::new();
    for culprit in core.culprits.iter().take(MOST) {
        let (name, span) = match culprit {
            Culprit::Given(cell) => {
                let value =
                    puzzle.board.given(*cell).map_or_else(String::new, |value| puzzle.notation.show(value));
                (format!("{value} at {}", cell_name(puzzle, *cell)), puzzle.origins.givens.span(*cell))
            }
            Culprit::Candidates(cell) => (
                format!("the candidates of {}", cell_name(puzzle, *cell)),
                puzzle.origins.candidates.span(*cell),
            ),
            Culprit::Constraint(number) => {
                (format!("constraint {}", number + 1), puzzle.origins.constraints.get(*number).copied())
            }
            _ => continue,
        };
        if let Some(span) = span {
            it = it.with_label(span, name.clone());
        }
        names.push(name);
    }
    if core.culprits.len() > MOST {
        names.push(format!("{} more", core.culprits.len() - MOST));
    }
    let minimal = if core.minimal { "; without any one of them they would not" } else { "" };
    it.with_note(format!("these clash: {}{minimal}", list(&names)))
}

/// A player's digits that the only solution does not have.
fn state_against_solution(puzzle: &Puzzle, facts: &Facts) -> Option<Diagnostic> {
    let (state, solution) = (puzzle.state.as_ref()?, facts.solution.as_ref()?);
    if facts.count != Count::Exactly(1) {
        return None;
    }
    let wrong: Vec<_> =
        state.filled().filter(|(cell, value)| solution.value(*cell) != Some(*value)).collect();
    let (first, value) = wrong.first()?;
    let message = format!(
        "the state holds {} at {}, which is not in the solution",
        puzzle.notation.show(*value),
        cell_name(puzzle, *first)
    );
    let place = puzzle.origins.state.span(*first).or(puzzle.origins.header);
    let mut it = Diagnostic::new(Code::W0607, message, place).with_note("the state is ignored by the solver");
    for (cell, value) in wrong.iter().skip(1) {
        if let Some(span) = puzzle.origins.state.span(*cell) {
            it = it.with_label(span, format!("{} is wrong too", puzzle.notation.show(*value)));
        }
    }
    Some(it)
}
