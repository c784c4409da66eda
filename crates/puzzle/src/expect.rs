//! Facts that a puzzle claims about itself.

use sdkc_board::Grid;
use sdkc_diagnostics::Span;

use crate::CellSpans;

/// How a number is compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Comparison {
    /// `expect solutions 2`.
    Exactly,
    /// `expect solutions >= 2`.
    AtLeast,
    /// `expect solutions <= 5`.
    AtMost,
}

/// A fact about a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ExpectKind {
    /// Exactly one solution.
    Unique,
    /// So many solutions.
    Solutions {
        /// How `count` is meant.
        comparison: Comparison,
        /// The number.
        count: u64,
    },
    /// No solution.
    Unsolvable,
    /// One solution, and this one. Cells left empty are not compared.
    Solution(Grid),
    /// One solution, and no given can go.
    Minimal,
    /// So many givens.
    Givens(u64),
}

/// An expectation and where it is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expect {
    /// The fact.
    pub kind: ExpectKind,
    /// Where it is written; `None` for one that came from the command line.
    pub span: Option<Span>,
    /// The cells of an expected solution.
    pub cells: CellSpans,
}

impl From<ExpectKind> for Expect {
    /// An expectation that stands in no text.
    fn from(kind: ExpectKind) -> Self {
        Self { kind, span: None, cells: CellSpans::default() }
    }
}

impl ExpectKind {
    /// The least and the largest number of solutions that keep the expectation; `None` where it says nothing about them.
    ///
    /// ```
    /// use sdkc_puzzle::{Comparison, ExpectKind};
    /// let some = ExpectKind::Solutions { comparison: Comparison::AtLeast, count: 2 };
    /// assert_eq!(some.solution_range(), Some((2, u64::MAX)));
    /// assert_eq!(ExpectKind::Givens(23).solution_range(), None);
    /// ```
    #[must_use]
    pub const fn solution_range(&self) -> Option<(u64, u64)> {
        match self {
            Self::Unique | Self::Solution(_) | Self::Minimal => Some((1, 1)),
            Self::Unsolvable => Some((0, 0)),
            Self::Solutions { comparison, count } => Some(match comparison {
                Comparison::Exactly => (*count, *count),
                Comparison::AtLeast => (*count, u64::MAX),
                Comparison::AtMost => (0, *count),
            }),
            Self::Givens(_) => None,
        }
    }
}
