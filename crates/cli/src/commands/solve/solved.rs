//! What becomes of one puzzle, and how it is found out.

use std::time::{Duration, Instant};

use sdkc_board::{Violation, check_polling};
use sdkc_diagnostics::{Code, Diagnostic};
use sdkc_engine::{
    Backend, Config, Count, Grid, Outcome, Solver, Stats, Stop, StopReason, Strategy, ValueOrder,
};
use sdkc_ide::{Facts, facts};
use sdkc_puzzle::{Puzzle, Verdict};

use super::told::Told;
use crate::{exit::Exit, talk};

/// What became of one puzzle.
pub(super) struct Solved {
    pub verdict: Verdict,
    pub solution: Option<Grid>,
    pub count: Option<Count>,
    pub strategy: Strategy,
    pub seed: Option<u64>,
    pub stats: Stats,
    pub backend: Option<Backend>,
    /// Whether it was decided among many.
    pub in_list: bool,
    pub time: Duration,
    pub stopped: Option<StopReason>,
    pub found: Vec<Diagnostic>,
    pub bug: Option<Violation>,
}

/// `auto` finds a solution and decides about a second in one go.
pub(super) fn by_auto(
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
pub(super) fn by_strategy(puzzle: &Puzzle, config: Config, stop: &dyn Stop, told: Told<'_>) -> Solved {
    let start = Instant::now();
    let report = Solver::with_config(&puzzle.board, config).stop(stop).solve();
    let time = start.elapsed();
    let uses_seed = config.strategy == Strategy::Random || config.values == Some(ValueOrder::Random);
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
            match check_polling(&puzzle.board, &grid, &mut |_| stop.poll().map_or(Ok(()), Err)) {
                Ok(checked) => solved.bug = checked.err().or(solved.bug),
                Err(reason) => {
                    solved.stopped = Some(reason);
                    return solved;
                }
            }
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
    found.into_iter().filter(|it| told || it.code != Code::E0503).collect()
}

impl Solved {
    pub fn invalid(found: Vec<Diagnostic>) -> Self {
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

    pub fn exit(&self) -> Exit {
        let of_verdict = if self.verdict == Verdict::Unknown { Exit::Unknown } else { Exit::Fine };
        let of_bug = if self.bug.is_some() { Exit::Bug } else { Exit::Fine };
        crate::commands::exit_of(&self.found).and(of_verdict).and(of_bug)
    }

    /// `unique: min-candidates, 217 nodes, 0.4 ms`
    pub fn summary(&self) -> String {
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
