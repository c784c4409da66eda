//! What a run counted.

/// Counters of one run. None of them is a time, so on one thread they are the same on every machine. Of several threads
/// they are those of the one that had the answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Stats {
    /// Legal values placed by the search.
    pub nodes: u64,
    /// Nodes at which there was more than one value (or place) to choose from.
    pub guesses: u64,
    /// Cells filled by propagation.
    pub propagations: u64,
    /// Candidates removed by propagation; 0 without, and where bitboards do it by the dozen uncounted.
    pub eliminations: u64,
    /// Times that the search had to turn back.
    pub dead_ends: u64,
    /// Clauses learned from dead ends; 0 without.
    pub learned: u64,
    /// Those of them that were still there at the end.
    pub kept: u64,
    /// The literals of all learned clauses, when they were learned.
    pub literals: u64,
    /// Times that the search began anew from the root.
    pub restarts: u64,
    /// The most search decisions in force at one moment.
    pub max_depth: u64,
    /// Solutions met.
    pub solutions: u64,
    /// Further threads that took part.
    pub helpers: u64,
}

impl Stats {
    /// Adds another run's counters; of depth and helpers the larger.
    pub fn absorb(&mut self, other: &Self) {
        self.nodes += other.nodes;
        self.guesses += other.guesses;
        self.propagations += other.propagations;
        self.eliminations += other.eliminations;
        self.dead_ends += other.dead_ends;
        self.learned += other.learned;
        self.kept += other.kept;
        self.literals += other.literals;
        self.restarts += other.restarts;
        self.max_depth = self.max_depth.max(other.max_depth);
        self.solutions += other.solutions;
        self.helpers = self.helpers.max(other.helpers);
    }
}
