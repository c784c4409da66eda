//! The numbers of the search in one place.

use sdkc_board::Shape;

/// Open options from which on focused mode is worth while.
const LARGE: usize = 20_000;
/// Open options from which on no beliefs are formed: at 80 bytes an option (in four dimensions) they would outgrow the rest.
const HUGE: usize = 1 << 21;

/// Counts and steps above this are as good as never, and their products are still numbers.
const NEVER: u64 = 1 << 32;
/// Rounds of messages after which nothing changes any more.
const SETTLED: u32 = 1000;

/// What can be turned. What was compared with what stands in the crate's page on big boards. Numbers that make no sense
/// (no conflicts between restarts, a hundred thousand rounds) are taken as the nearest that does.
#[derive(Clone, Copy, Debug)]
pub struct Tuning {
    /// Conflicts of the shortest run between restarts in stable mode (Luby's sequence times this).
    pub luby: u64,
    /// How much less a conflict counts than the next one.
    pub decay: f64,
    /// Conflicts between clean-ups of the learned clauses, at first and how much more each time.
    pub reduce: u64,
    /// See `reduce`.
    pub reduce_step: u64,
    /// Learned clauses up to this glue stay for good.
    pub tier1: u32,
    /// Learned clauses up to this glue stay while they are used.
    pub tier2: u32,
    /// Conflicts between changes of phase.
    pub rephase: u64,
    /// Replace ruled-out options in learned clauses by what ruled them out.
    pub collapse: bool,
    /// Conflicts before the first change from focused to stable mode; later stretches are longer, and of equal length in
    /// both. In focused mode what took part in a conflict last is decided first, and restarts come when clauses get worse
    /// than average. 0 is stable mode only.
    pub focus: u64,
    /// So many steps back from a learned clause's literals, variables in reasons count as taking part in the conflict.
    pub reasons: u32,
    /// How many in a hundred of the clauses that may go stay at a clean-up.
    pub keep: usize,
    /// Work of probing at the root after each clean-up, in hundredths of the work since the last one.
    pub probe: u64,
    /// Conflicts before order and phases are forgotten, what was learned not; then at twice as many each time.
    pub fresh: u64,
    /// Conflicts after each restart in stable mode during which the likeliest options are taken; 0 for none.
    pub dive: u64,
    /// How much an option passes on of what its items tell it, in sixteenths, at most 15 (16 would be the textbook's belief
    /// propagation, which does not settle); in one dive and in the next by turns.
    pub trust: [u32; 2],
    /// Rounds of messages each time that beliefs are formed.
    pub rounds: u32,
}

impl Tuning {
    /// The numbers for a board with so many open options.
    ///
    /// In two dimensions the root is probed, and stretches are longer: on the hard 25×25 boards that saves conflicts, on
    /// cubes it costs some. On very large boards conflicts lie here and there; only focused mode stays with one place until
    /// it is settled, and one run in six settles on a bad place: a fresh start helps. It does on cubes with few givens as
    /// well; on small boards focused mode costs more than it gives. The larger the board, the less of what an item says
    /// comes back to it, and the more it is trusted.
    #[must_use]
    pub fn of(shape: &Shape, n_options: usize) -> Self {
        if n_options >= LARGE {
            let dive = if n_options < HUGE { 30 } else { 0 };
            return Self {
                reasons: 1,
                focus: 1000,
                fresh: 40_000,
                dive,
                trust: [13, 13],
                rounds: 6,
                ..Self::default()
            };
        }
        if shape.n_dims() > 2 {
            return Self::default();
        }
        Self {
            probe: 10,
            luby: 200,
            rephase: 4000,
            fresh: u64::MAX,
            trust: [12, 12],
            rounds: 3,
            ..Self::default()
        }
    }

    /// The same with every number in the range where it makes sense.
    pub(super) fn in_range(self) -> Self {
        let decay = if self.decay.is_nan() { Self::default().decay } else { self.decay.clamp(0.5, 0.9999) };
        Self {
            luby: self.luby.clamp(1, NEVER),
            decay,
            reduce: self.reduce.clamp(1, NEVER),
            reduce_step: self.reduce_step.min(NEVER),
            tier1: self.tier1.min(u32::MAX / 4),
            tier2: self.tier2.min(u32::MAX / 4),
            rephase: self.rephase.clamp(1, NEVER),
            focus: self.focus.min(NEVER),
            keep: self.keep.min(100),
            probe: self.probe.min(1000),
            fresh: self.fresh.max(1),
            dive: self.dive.min(NEVER),
            trust: self.trust.map(|trust| trust.min(15)),
            rounds: self.rounds.min(SETTLED),
            ..self
        }
    }
}

impl Default for Tuning {
    fn default() -> Self {
        Self {
            luby: 50,
            decay: 0.95,
            reduce: 2000,
            reduce_step: 300,
            tier1: 2,
            tier2: 6,
            rephase: 1000,
            collapse: true,
            focus: 0,
            reasons: 2,
            keep: 50,
            probe: 0,
            fresh: 30_000,
            dive: 10,
            trust: [11, 12],
            rounds: 4,
        }
    }
}
