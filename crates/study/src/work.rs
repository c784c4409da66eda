//! What one thread does: it takes samples of a point, draws them, decides them and runs every strategy on them.

use std::ops::Range;

use crate::{
    Placer,
    plan::{Plan, Point},
    sample::{Lines, Run, Sample},
    seed::sample_seed,
    truth::{Truth, run_strategy, unplaceable},
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

/// Samples of one point, by their ordinal within the shard.
#[derive(Clone, Debug)]
pub(crate) struct Unit {
    pub(crate) point: usize,
    pub(crate) ordinals: Range<u64>,
}

/// The unit that starts at the shard's sample number `start`.
pub(crate) fn unit_at(plan: &Plan, shard: Shard, start: u64) -> Option<Unit> {
    let per_point = shard.share(plan.spec().samples);
    if start >= shard.total(plan) {
        return None;
    }
    let (point, first) = ((start / per_point) as usize, start % per_point);
    // The truth alone is decided in batches; a strategy may take long, and what is finished should be written.
    let wanted = if plan.configs().is_empty() { BATCH } else { 1 };
    Some(Unit { point, ordinals: first..(first + wanted).min(per_point) })
}

/// A thread's memory: kept from unit to unit while the board stays the same.
pub(crate) struct Worker<'a> {
    plan: &'a Plan,
    shard: Shard,
    at: Option<(usize, Placer, Truth)>,
}

impl<'a> Worker<'a> {
    pub(crate) const fn new(plan: &'a Plan, shard: Shard) -> Self {
        Self { plan, shard, at: None }
    }

    /// Works on a unit.
    pub(crate) fn work(&mut self, unit: &Unit) -> Lines {
        let point = self.plan.points()[unit.point];
        let shape = &self.plan.board_of(point).shape;
        let (board, mut placer, mut truth) = match self.at.take() {
            Some(ready) if ready.0 == point.board => ready,
            _ => (point.board, Placer::new(shape), Truth::new(self.plan, shape)),
        };
        let lines = self.samples(point, unit, &mut placer, &mut truth);
        self.at = Some((board, placer, truth));
        lines
    }

    fn samples(&self, point: Point, unit: &Unit, placer: &mut Placer, truth: &mut Truth) -> Lines {
        let (plan, board) = (self.plan, self.plan.board_of(point));
        let n_cells = board.shape.n_cells();
        let mut boards = Vec::with_capacity(n_cells * (unit.ordinals.end - unit.ordinals.start) as usize);
        let mut drawn = Vec::new();
        for ordinal in unit.ordinals.clone() {
            let number = ordinal * self.shard.count + self.shard.index;
            let seed = sample_seed(plan.spec().seed, &board.name, point.locked, number);
            let placed = placer.draw(plan.model(), plan.spec().repeat, point.locked, seed);
            boards.extend_from_slice(placer.numbers());
            drawn.push((number, seed, placed));
        }
        let chunks: Vec<&[u8]> = boards.chunks_exact(n_cells).collect();
        let truths = truth.decide(&board.shape, &chunks);
        let mut lines = Lines::default();
        for (((number, seed, placed), numbers), truth) in drawn.into_iter().zip(chunks).zip(truths) {
            let runs = if placed == point.locked {
                self.runs(point, numbers, seed, truth)
            } else {
                (0..=plan.configs().len()).map(|run| unplaceable(run == 0)).collect()
            };
            lines.push(plan, point, &Sample { number, seed, placed, runs });
        }
        lines
    }

    fn runs(&self, point: Point, numbers: &[u8], seed: u64, truth: Run) -> Vec<Run> {
        let shape = &self.plan.board_of(point).shape;
        let configs = self.plan.configs().iter();
        let strategies = configs.map(|config| run_strategy(self.plan, shape, numbers, config, seed));
        std::iter::once(truth).chain(strategies).collect()
    }
}
