//! What a search counted.

/// Counters of a conflict-driven search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Tally {
    /// Decisions.
    pub nodes: u64,
    /// Conflicts.
    pub conflicts: u64,
    /// Clauses learned.
    pub learned: u64,
    /// Those of them that are still there.
    pub kept: u64,
    /// The literals of all learned clauses.
    pub literals: u64,
    /// Restarts.
    pub restarts: u64,
    /// Clean-ups of the learned clauses.
    pub reductions: u64,
    /// Options that probing ruled out.
    pub failed: u64,
    /// Facts and clauses that other searches told and that were new.
    pub heard: u64,
    /// Literals made true or false, decisions among them.
    pub propagations: u64,
    /// Those of them that take an option: cells filled.
    pub taken: u64,
}
