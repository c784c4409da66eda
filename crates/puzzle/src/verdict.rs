//! What is known about the solutions of a puzzle after a command has looked for them.

use std::fmt;

use crate::names::{UnknownName, nearest, table};

table! {
    /// The answer to "how many solutions?", as a command reports it.
    Verdict {
        Unique "unique" "Exactly one solution.";
        Multiple "multiple" "More than one solution.";
        None "none" "No solution.";
        Solved "solved" "A solution was found; whether it is the only one was not decided.";
        Unknown "unknown" "A limit was reached before the answer.";
        Invalid "invalid" "The puzzle breaks a rule as it stands.";
    }
}

impl Verdict {
    /// Whether there is exactly one solution; `None` where that is not known.
    ///
    /// ```
    /// use sdkc_puzzle::Verdict;
    /// assert_eq!(Verdict::Multiple.unique(), Some(false));
    /// assert_eq!(Verdict::Solved.unique(), None);
    /// ```
    #[must_use]
    pub const fn unique(self) -> Option<bool> {
        match self {
            Self::Unique => Some(true),
            Self::Multiple | Self::None => Some(false),
            Self::Solved | Self::Unknown | Self::Invalid => None,
        }
    }
}
