//! What the samples say together: rates with Wilson intervals, nodes and times with bootstrap intervals, for each point
//! and each strategy. Made in one pass over the results, a point after the other, in memory that does not grow with the number of
//! samples.

use std::path::Path;

use crate::{
    StudyError,
    folder::{noted, plan_of},
    plan::{Plan, PlanSpec, Point},
    read,
    sample::{Run, Verdict, run_columns},
    seed::sample_seed,
    stats::{Estimates, Histogram, Interval, MEDIAN, P95, estimates, wilson},
    work::Shard,
};

/// The tallies of one point and one strategy.
#[derive(Clone, Debug, Default)]
struct Tally {
    /// By the order of [`Verdict::ALL`], as all that follows.
    verdicts: [u64; 4],
    counters: [[Histogram; 3]; 4],
    nanos: [Histogram; 4],
    /// Runs whose verdict is not the exact one although both are decided: a bug of ours if there is any.
    contradictions: u64,
}

/// The summary of one point and one strategy.
#[derive(Clone, Debug)]
pub struct Group {
    /// The board and count.
    pub point: Point,
    /// Which run: 0 is the exact truth, then the plan's configurations.
    pub run: usize,
    /// Samples.
    pub n: u64,
    /// Samples by verdict, in the order of [`Verdict::ALL`].
    pub verdicts: [u64; 4],
    /// Share of samples that were solved. Where the exact truth left some open, the share that have a solution is
    /// unknown: `at` is no number, and the interval holds what it may be, whatever the open ones are.
    pub success: Interval,
    /// Share of samples at which the limit was reached.
    pub limit: Interval,
    /// Nodes, guesses and propagations; `None` for the exact truth.
    pub counters: Option<[Estimates; 3]>,
    /// Times in nanoseconds.
    pub nanos: Estimates,
    /// Whether mean, median and 95th percentile of nodes are lower bounds only: runs that reached the limit, and would
    /// have taken more, count there with what they used.
    pub nodes_at_least: [bool; 3],
    /// The same of times.
    pub nanos_at_least: [bool; 3],
    /// The same for each outcome that there was.
    pub outcomes: Vec<Outcome>,
}

/// The samples of a group that ended in one way.
#[derive(Clone, Copy, Debug)]
pub struct Outcome {
    /// How they ended.
    pub verdict: Verdict,
    /// How many they are.
    pub n: u64,
    /// Nodes, guesses and propagations; `None` for the exact truth.
    pub counters: Option<[Estimates; 3]>,
    /// Times in nanoseconds.
    pub nanos: Estimates,
}

/// The summary of a study.
#[derive(Clone, Debug)]
pub struct Summary {
    /// What headings call the study: the plan's name, or the folder's if the plan has none of its own.
    pub title: String,
    /// The plan.
    pub plan: Plan,
    /// Samples that are done, and samples planned.
    pub done: (u64, u64),
    /// By point, then by run.
    pub groups: Vec<Group>,
}

impl Summary {
    /// Summarises the results of a folder.
    ///
    /// # Errors
    /// [`StudyError`] for results that are not what the plan would have written.
    pub fn of(folder: &Path) -> Result<Self, StudyError> {
        let plan = plan_of(folder)?.resolve()?;
        let noted = noted(folder)?;
        let shard: Shard =
            noted.shard.parse().map_err(|why: String| StudyError::results(folder, None, why))?;
        let mut groups = Vec::new();
        let fresh = || vec![Tally::default(); plan.configs().len() + 1];
        let (mut at, mut tallies) = (0, fresh());
        read::each_sample(folder, &plan, shard, noted.done, |point, sample| {
            if point != at {
                let tallies = std::mem::replace(&mut tallies, fresh());
                groups.extend(grouped(folder, &plan, at, &tallies)?);
                at = point;
            }
            let truth = sample.runs[0].verdict;
            for (tally, run) in tallies.iter_mut().zip(&sample.runs) {
                tally.add(run, truth);
            }
            Ok(())
        })?;
        groups.extend(grouped(folder, &plan, at, &tallies)?);
        Ok(Self { title: title(folder, &plan), done: (noted.done, shard.total(&plan)), plan, groups })
    }

    /// A name for a run: `exact`, `min-candidates`, and with its options where the plan has several.
    #[must_use]
    pub fn label(&self, run: usize) -> String {
        let [strategy, values, propagate] = run_columns(self.plan.configs(), run);
        let spec = self.plan.spec();
        let options = [(values, spec.values.len()), (propagate, spec.propagate.len())];
        let options =
            options.into_iter().filter(|(name, n)| !name.is_empty() && *n > 1).map(|(name, _)| name);
        std::iter::once(strategy).chain(options).collect::<Vec<_>>().join(", ")
    }

    /// The groups of a board.
    pub fn of_board(&self, board: usize) -> impl Iterator<Item = &Group> {
        self.groups.iter().filter(move |group| group.point.board == board)
    }
}

fn title(folder: &Path, plan: &Plan) -> String {
    let name = &plan.spec().name;
    let is_own = *name != PlanSpec::default().name;
    // A path such as `.` has no last part before it is resolved.
    let path = folder.canonicalize().ok().filter(|_| !is_own);
    let last = path.as_deref().and_then(Path::file_name);
    last.map_or_else(|| name.clone(), |last| last.to_string_lossy().into_owned())
}

/// The groups of one point, none if it has no samples.
fn grouped(folder: &Path, plan: &Plan, point: usize, tallies: &[Tally]) -> Result<Vec<Group>, StudyError> {
    let point = plan.points()[point];
    if let Some(run) = tallies.iter().position(|tally| tally.contradictions > 0) {
        let [strategy, ..] = run_columns(plan.configs(), run);
        let (board, locked) = (&plan.board_of(point).name, point.locked);
        let what = format!("{strategy} contradicts the exact verdict on {board} with {locked} locked cells");
        return Err(StudyError::Contradiction { folder: folder.to_owned(), what });
    }
    let tallies = tallies.iter().enumerate().filter(|(_, tally)| tally.verdicts != [0; 4]);
    Ok(tallies.map(|(run, tally)| tally.group(plan, point, run)).collect())
}

impl Tally {
    fn add(&mut self, run: &Run, truth: Verdict) {
        let at = Verdict::ALL.iter().position(|verdict| *verdict == run.verdict).unwrap_or_default();
        self.verdicts[at] += 1;
        for (histogram, counter) in self.counters[at].iter_mut().zip(run.counters.iter().flatten()) {
            histogram.add(*counter);
        }
        self.nanos[at].add(run.nanos);
        let decided = run.verdict != Verdict::Limit && truth != Verdict::Limit;
        self.contradictions +=
            u64::from(decided && (run.verdict == Verdict::Solved) != (truth == Verdict::Solved));
    }

    fn group(&self, plan: &Plan, point: Point, run: usize) -> Group {
        let n = self.verdicts.iter().sum();
        let [solved, .., limit] = self.verdicts;
        let seed = sample_seed(plan.spec().seed, &plan.board_of(point).name, point.locked, run as u64);
        let outcomes = Verdict::ALL.iter().enumerate().filter(|(at, _)| self.verdicts[*at] > 0);
        let outcomes = outcomes.map(|(at, verdict)| Outcome {
            verdict: *verdict,
            n: self.verdicts[at],
            counters: counters(&self.counters[at], seed),
            nanos: estimates(&self.nanos[at], seed),
        });
        let together = std::array::from_fn(|which| {
            Histogram::together(self.counters.iter().map(|counters| &counters[which]))
        });
        let all_nanos = Histogram::together(&self.nanos);
        let [.., limit_counters] = &self.counters;
        let [.., limit_nanos] = &self.nanos;
        Group {
            point,
            run,
            n,
            verdicts: self.verdicts,
            success: if run == 0 && limit > 0 { unknown(solved, limit, n) } else { wilson(solved, n) },
            limit: wilson(limit, n),
            counters: counters(&together, seed),
            nodes_at_least: at_least(&together[0], &limit_counters[0]),
            nanos_at_least: at_least(&all_nanos, limit_nanos),
            nanos: estimates(&all_nanos, seed),
            outcomes: outcomes.collect(),
        }
    }
}

/// The share of boards with a solution where `open` of `n` are not decided.
fn unknown(solved: u64, open: u64, n: u64) -> Interval {
    Interval { at: f64::NAN, low: wilson(solved, n).low, high: wilson(solved + open, n).high }
}

/// Whether mean, median and 95th percentile rest on runs that reached the limit, or on places behind them.
fn at_least(all: &Histogram, limit: &Histogram) -> [bool; 3] {
    let least = limit.number_at(0.0);
    let reached = |share: f64| least.is_some_and(|least| all.number_at(share).is_some_and(|it| it >= least));
    [least.is_some(), reached(MEDIAN), reached(P95)]
}

fn counters(histograms: &[Histogram; 3], seed: u64) -> Option<[Estimates; 3]> {
    let has_counters = histograms.iter().all(|histogram| !histogram.is_empty());
    has_counters.then(|| histograms.each_ref().map(|histogram| estimates(histogram, seed)))
}
