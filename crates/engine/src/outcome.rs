//! What runs answer. A run that was stopped says why; nothing here is an error.

use std::fmt;

use sdkc_board::{Cell, Grid, ValueSet};

use crate::{Stats, StopReason};

/// How a search for one solution ended.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Outcome {
    /// A solution.
    Solved(Grid),
    /// The search has seen everything: there is no solution.
    Exhausted,
    /// There is no solution, and that shows without search: what clashes, or the cell that nothing fits.
    Unsatisfiable {
        /// Givens, restrictions and constraints that cannot hold together.
        core: Core,
    },
    /// Undecided.
    Stopped(StopReason),
}

impl Outcome {
    /// The solution, if there is one.
    #[must_use]
    pub const fn solution(&self) -> Option<&Grid> {
        match self {
            Self::Solved(grid) => Some(grid),
            _ => None,
        }
    }

    /// Whether it is proved that there is no solution.
    #[must_use]
    pub const fn is_refuted(&self) -> bool {
        matches!(self, Self::Exhausted | Self::Unsatisfiable { .. })
    }

    /// Why the run stopped undecided, if it did.
    #[must_use]
    pub const fn stopped(&self) -> Option<StopReason> {
        match self {
            Self::Stopped(reason) => Some(*reason),
            _ => None,
        }
    }
}

/// Which machine did the work.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Backend {
    /// No search: the givens clash, or leave a cell without a value.
    Rules,
    /// Search without propagation.
    Textbook,
    /// Search with singles and locked candidates on bitboards: the classic 9×9 board.
    Bitboards,
    /// Search with singles.
    Singles,
    /// Search with singles and locked candidates.
    Locked,
    /// Conflict-driven search that learns clauses.
    Learning,
    /// The SIMD kernel for classic boards.
    Kernel,
    /// A solution that has the structure which the givens show.
    Structure,
    /// A filled board written down by formula and moved onto the givens by symmetry.
    ClosedForm,
}

impl Backend {
    /// A short name for statistics.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Rules => "rules",
            Self::Textbook => "textbook",
            Self::Bitboards => "bitboards",
            Self::Singles => "singles",
            Self::Locked => "locked-candidates",
            Self::Learning => "conflict-driven",
            Self::Kernel => "kernel",
            Self::Structure => "structure",
            Self::ClosedForm => "closed-form",
        }
    }

    /// Why `auto` (or a named strategy) had this one do the work, in a few words.
    #[must_use]
    pub const fn reason(self) -> &'static str {
        match self {
            Self::Rules => "the givens clash, or leave a cell without a value",
            Self::Textbook => "no deduction was asked for, or the board has too many cells for it",
            Self::Bitboards | Self::Kernel => "a plain 9×9 board",
            Self::Singles => "singles were asked for",
            Self::Locked => "plain search was through with it, or finds solutions at a good rate",
            Self::Learning => "plain search did not get on with it",
            Self::Structure => "the givens show that the board was made by a formula",
            Self::ClosedForm => "few givens: a filled board could be moved onto them",
        }
    }
}

impl fmt::Display for Backend {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The answer of [`crate::Solver::solve`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Report {
    /// How it ended.
    pub outcome: Outcome,
    /// What was counted.
    pub stats: Stats,
    /// What did the work.
    pub backend: Backend,
}

/// A number of solutions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Count {
    /// There are no more.
    Exactly(u128),
    /// There may be more: the limit of the count was reached, or the run was stopped.
    AtLeast(u128),
}

impl Count {
    /// The number, exact or not.
    #[must_use]
    pub const fn number(self) -> u128 {
        match self {
            Self::Exactly(number) | Self::AtLeast(number) => number,
        }
    }

    /// Whether there are no more.
    #[must_use]
    pub const fn is_exact(self) -> bool {
        matches!(self, Self::Exactly(_))
    }
}

impl fmt::Display for Count {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Exactly(number) => write!(f, "{number}"),
            Self::AtLeast(number) => write!(f, "at least {number}"),
        }
    }
}

/// The answer of [`crate::Solver::count`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct CountReport {
    /// How many solutions.
    pub count: Count,
    /// Why the count ended early, if a limit of the run and not of the count ended it.
    pub stopped: Option<StopReason>,
    /// What was counted on the way.
    pub stats: Stats,
    /// What did the work.
    pub backend: Backend,
}

/// Whether there is one solution.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Uniqueness {
    /// No solution.
    None,
    /// One, and this is it.
    Unique(Grid),
    /// At least these two.
    Multiple(Box<[Grid; 2]>),
    /// Undecided.
    Stopped {
        /// Why.
        reason: StopReason,
        /// A solution, if one was found before.
        found: Option<Grid>,
    },
}

impl Uniqueness {
    /// A solution, if one is known.
    #[must_use]
    pub fn solution(&self) -> Option<&Grid> {
        match self {
            Self::Unique(grid) => Some(grid),
            Self::Multiple(two) => Some(&two[0]),
            Self::Stopped { found, .. } => found.as_ref(),
            Self::None => None,
        }
    }
}

/// The answer of [`crate::Solver::uniqueness`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct UniquenessReport {
    /// The verdict, with the solutions that prove it.
    pub verdict: Uniqueness,
    /// What was counted on the way.
    pub stats: Stats,
    /// What did the work.
    pub backend: Backend,
}

/// The answer of [`crate::Solver::true_candidates`]: one set for each cell, in reading order.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct CandidatesReport {
    /// Values that occur in some solution.
    pub possible: Vec<ValueSet>,
    /// Values of which nothing is known, since the run was stopped; all empty otherwise.
    pub undecided: Vec<ValueSet>,
    /// Why the run ended early, if it did.
    pub stopped: Option<StopReason>,
    /// What was counted on the way.
    pub stats: Stats,
}

/// Something that a board demands beyond its shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Culprit {
    /// The given of this cell.
    Given(Cell),
    /// The restriction of this cell's candidates.
    Candidates(Cell),
    /// The constraint of this number in [`sdkc_board::Board::constraints`].
    Constraint(usize),
}

/// What cannot hold together. Empty where the shape alone has no solution (some jigsaws).
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Core {
    /// The culprits: givens, then candidates, then constraints, each in order.
    pub culprits: Vec<Culprit>,
    /// Whether it is proved that none of them can go (the core is irreducible).
    pub minimal: bool,
}

impl Core {
    pub(crate) fn new(mut culprits: Vec<Culprit>, minimal: bool) -> Self {
        culprits.sort_unstable();
        culprits.dedup();
        Self { culprits, minimal }
    }

    /// The cells whose givens take part, in reading order.
    pub fn givens(&self) -> impl Iterator<Item = Cell> + '_ {
        self.culprits.iter().filter_map(|culprit| match culprit {
            Culprit::Given(cell) => Some(*cell),
            _ => None,
        })
    }
}

/// The answer of [`crate::Solver::core`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct CoreReport {
    /// The core; `None` if the board has a solution, or if it is not known in time whether it has.
    pub core: Option<Core>,
    /// Why the run ended early, if it did; the core may then be larger than need be.
    pub stopped: Option<StopReason>,
    /// What was counted on the way.
    pub stats: Stats,
}
