//! What one thread does: it takes samples of a point, draws them, decides them and runs every strategy on them.

use std::ops::Range;

use crate::{
    Placer,
    plan::{Plan, Point},
    sample::{Lines, Run, Sample, TRUTH, proved},
    seed::sample_seed,
    truth::{Truth, run_strategy, unplaceable},
    watch::{Slow, Watched},
};

/// How many samples are decided at once where only the truth is asked for.
const BATCH: u64 = 1024;

/// One part of a study that was divided among machines: the samples whose number leaves `index` when divided by `count`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    /// From 0.
    pub index: u64,
    /// How many shards there are.
    pub count: u64,
}

impl Shard {
    /// The whole study.
    pub const WHOLE: Self = Self { index: 0, count: 1 };

    /// How many of a point's samples are in this shard.
    pub(crate) const fn share(self, samples: u64) -> u64 {
        (samples + self.count - 1 - self.index) / self.count
    }

    /// How many samples this shard has in all.
    pub(crate) fn total(self, plan: &Plan) -> u64 {
        self.share(plan.spec().samples) * plan.points().len() as u64
    }

    /// The point of the shard's sample number `at`, as its number in [`Plan::points`].
    pub(crate) fn point(self, plan: &Plan, at: u64) -> usize {
        (at / self.share(plan.spec().samples)) as usize
    }

    /// The point of the shard's sample number `at`, which is below [`Shard::total`], and its number at that point.
    pub(crate) fn sample(self, plan: &Plan, at: u64) -> (Point, u64) {
        let ordinal = at % self.share(plan.spec().samples);
        (plan.points()[self.point(plan, at)], ordinal * self.count + self.index)
    }
}

/// Written `i/n`, from 1.
impl std::fmt::Display for Shard {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}/{}", self.index + 1, self.count)
    }
}

impl std::str::FromStr for Shard {
    type Err = String;

    /// ```
    /// use sdkc_study::Shard;
    /// assert_eq!("2/3".parse(), Ok(Shard { index: 1, count: 3 }));
    /// assert!("4/3".parse::<Shard>().is_err());
    /// ```
    fn from_str(text: &str) -> Result<Self, String> {
        let parts =
            text.split_once('/').and_then(|(i, n)| Some((i.parse::<u64>().ok()?, n.parse::<u64>().ok()?)));
        match parts {
            Some((i, n)) if 1 <= i && i <= n && n <= 1 << 20 => Ok(Self { index: i - 1, count: n }),
            _ => Err(format!("`{text}` is no shard; write i/n with i from 1 to n, such as 2/3")),
        }
    }
}

/// Samples of one point that are worked on in one go, by the shard's numbers.
pub(crate) type Unit = Range<u64>;

/// The unit that starts at the shard's sample number `start`.
pub(crate) fn unit_at(plan: &Plan, shard: Shard, start: u64) -> Option<Unit> {
    let per_point = shard.share(plan.spec().samples);
    if start >= shard.total(plan) {
        return None;
    }
    let point = plan.points()[shard.point(plan, start)];
    // The kernel decides in batches. All else may take long, and what is finished should be written.
    let in_batch = plan.configs().is_empty() && plan.board_of(point).shape.is_classic();
    let wanted = if in_batch { BATCH } else { 1 };
    Some(start..start + wanted.min(per_point - start % per_point))
}

/// A thread's memory: kept from unit to unit while the board stays the same.
pub(crate) struct Worker<'a> {
    plan: &'a Plan,
    shard: Shard,
    stop: &'a Watched<'a>,
    at: Option<(usize, Placer, Truth)>,
}

impl<'a> Worker<'a> {
    pub(crate) const fn new(plan: &'a Plan, shard: Shard, stop: &'a Watched<'a>) -> Self {
        Self { plan, shard, stop, at: None }
    }

    /// Works on a unit; `None` if it was stopped before it was finished.
    pub(crate) fn work(&mut self, unit: Unit) -> Option<Lines> {
        let (point, _) = self.shard.sample(self.plan, unit.start);
        let shape = &self.plan.board_of(point).shape;
        let (board, mut placer, mut truth) = match self.at.take() {
            Some(ready) if ready.0 == point.board => ready,
            _ => (point.board, Placer::new(shape), Truth::new(self.plan, shape)),
        };
        let lines = self.samples(point, unit, &mut placer, &mut truth);
        self.at = Some((board, placer, truth));
        lines
    }

    fn samples(&self, point: Point, unit: Unit, placer: &mut Placer, truth: &mut Truth) -> Option<Lines> {
        let (plan, board) = (self.plan, self.plan.board_of(point));
        let n_cells = board.shape.n_cells();
        let mut boards = Vec::with_capacity(n_cells * (unit.end - unit.start) as usize);
        let mut drawn = Vec::new();
        for at in unit {
            let (_, number) = self.shard.sample(plan, at);
            let seed = sample_seed(plan.spec().seed, &board.name, point.locked, number);
            let placed = placer.draw(plan.model(), plan.spec().repeat, point.locked, seed);
            boards.extend_from_slice(placer.numbers());
            drawn.push((number, seed, placed));
        }
        let chunks: Vec<&[u8]> = boards.chunks_exact(n_cells).collect();
        let first = drawn.first().map_or(0, |(number, ..)| *number);
        self.begin(point, first, TRUTH[0]);
        let truths = truth.decide(&board.shape, &chunks, self.stop)?;
        let mut lines = Lines::default();
        for (((number, seed, placed), numbers), truth) in drawn.into_iter().zip(chunks).zip(truths) {
            let runs = if placed == point.locked {
                self.runs(point, number, (numbers, seed), truth)?
            } else {
                (0..=plan.configs().len()).map(|run| unplaceable(run == 0)).collect()
            };
            lines.push(plan, point, &Sample { number, seed, placed, runs });
        }
        Some(lines)
    }

    fn runs(&self, point: Point, number: u64, drawn: (&[u8], u64), truth: Run) -> Option<Vec<Run>> {
        let (numbers, seed) = drawn;
        let shape = &self.plan.board_of(point).shape;
        let configs = self.plan.configs().iter();
        let strategies = configs.map(|config| {
            self.begin(point, number, config.strategy.name());
            run_strategy(self.plan, shape, numbers, config, seed, self.stop)
        });
        let mut runs = std::iter::once(Some(truth)).chain(strategies).collect::<Option<Vec<Run>>>()?;
        runs[0].verdict = proved(&runs);
        Some(runs)
    }

    fn begin(&self, point: Point, sample: u64, strategy: &'static str) {
        let board = self.plan.board_of(point).name.as_str();
        self.stop.begin(Slow { board, locked: point.locked, sample, strategy });
    }
}
