//! The numbers of the search in one place, with what measurement said of them.

/// What can be turned. The defaults are what was best in total on fresh seeds; see the essay in `mod.rs`.
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
    /// Conflicts of the first focused phase; 0 is stable mode only.
    pub focus: u64,
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
        }
    }
}
