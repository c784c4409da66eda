//! How to search: strategy, value order, propagation, seed, limits. The names are those of the puzzle language.

use std::{fmt, str::FromStr};

use crate::Limits;

/// A word that is no name of the option.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownName {
    /// The word.
    pub found: String,
    /// The names that there are.
    pub known: &'static [&'static str],
}

impl fmt::Display for UnknownName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` is none of {}", self.found, self.known.join(", "))
    }
}

impl std::error::Error for UnknownName {}

macro_rules! named {
    ($(#[$outer:meta])* $name:ident { $($(#[$inner:meta])* $variant:ident = $text:literal,)* }) => {
        $(#[$outer])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
        pub enum $name { $($(#[$inner])* $variant,)* }

        impl $name {
            /// Every one, in the order of the language's reference.
            pub const ALL: &[Self] = &[$(Self::$variant,)*];
            const NAMES: &[&str] = &[$($text,)*];

            /// The name in the puzzle language and on the command line.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self { $(Self::$variant => $text,)* }
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.pad(self.name())
            }
        }

        impl FromStr for $name {
            type Err = UnknownName;

            fn from_str(text: &str) -> Result<Self, UnknownName> {
                Self::ALL
                    .iter()
                    .copied()
                    .find(|one| one.name() == text)
                    .ok_or_else(|| UnknownName { found: text.to_owned(), known: Self::NAMES })
            }
        }
    };
}

named! {
    /// Which cell is filled next.
    ///
    /// ```
    /// use sdkc_engine::Strategy;
    /// assert_eq!("min-candidates".parse(), Ok(Strategy::MinCandidates));
    /// assert!("best".parse::<Strategy>().is_err());
    /// ```
    Strategy {
        /// The first empty cell in reading order: the baseline.
        FirstEmpty = "first-empty",
        /// The cell with the fewest legal values, ties in reading order.
        MinCandidates = "min-candidates",
        /// The cell with the most values excluded by its peers, ties by the number of filled peers, then in
        /// reading order.
        MaxConstraints = "max-constraints",
        /// A random empty cell.
        Random = "random",
        /// The fastest engine for the board.
        #[default]
        Auto = "auto",
    }
}

named! {
    /// In which order the values of a cell are tried.
    ValueOrder {
        /// From 1 up.
        #[default]
        Ascending = "ascending",
        /// From the side down.
        Descending = "descending",
        /// Uniformly at random among those left.
        Random = "random",
        /// The value first that the fewest open peers could take, ties from 1 up.
        LeastConstraining = "least-constraining",
    }
}

named! {
    /// What is deduced between guesses.
    Propagation {
        /// Nothing: a value is legal if no filled cell forbids it.
        #[default]
        None = "none",
        /// Naked and hidden singles.
        Singles = "singles",
        /// Singles, and locked candidates between lines and blocks.
        Full = "full",
    }
}

/// All choices of a run. `None` leaves the choice to the strategy: the four named ones take ascending values without
/// propagation, `auto` takes what is fastest.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Config {
    /// Which cell next.
    pub strategy: Strategy,
    /// Which value first.
    pub values: Option<ValueOrder>,
    /// What is deduced.
    pub propagate: Option<Propagation>,
    /// Where random choices start; the same seed is the same run on every machine.
    pub seed: u64,
    /// When to give up.
    pub limits: Limits,
}
