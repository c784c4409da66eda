//! The tables of strategies, value orders, propagation levels and options: a row has the value, its name in
//! files and on the command line, and a sentence for help texts, completion and hovers.

use std::fmt;

/// A name that is in no table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownName {
    /// What was written.
    pub text: String,
    /// The nearest name, where one is near.
    pub similar: Option<&'static str>,
    /// All names of the table.
    pub known: Vec<&'static str>,
}

impl fmt::Display for UnknownName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.similar {
            Some(name) => write!(f, "unknown name `{}`; did you mean `{name}`?", self.text),
            None => write!(f, "unknown name `{}`; known are {}", self.text, self.known.join(", ")),
        }
    }
}

impl std::error::Error for UnknownName {}

/// The nearest of `known` to what was written, if it is near enough to be meant.
///
/// ```
/// use sdkc_puzzle::names::nearest;
/// assert_eq!(nearest("min-candidate", ["auto", "min-candidates"]), Some("min-candidates"));
/// assert_eq!(nearest("zebra", ["auto", "min-candidates"]), None);
/// ```
#[must_use]
pub fn nearest<'n>(text: &str, known: impl IntoIterator<Item = &'n str>) -> Option<&'n str> {
    let wanted = text.to_lowercase();
    let allowed = (wanted.chars().count() / 3).max(1);
    known
        .into_iter()
        .map(|name| (strsim::osa_distance(&wanted, name), name))
        .filter(|(distance, _)| *distance <= allowed)
        .min()
        .map(|(_, name)| name)
}

macro_rules! table {
    ($(#[$doc:meta])* $type:ident { $($variant:ident $name:literal $row:literal;)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum $type {
            $(#[doc = $row] $variant,)*
        }

        impl $type {
            /// All rows of the table.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)*];

            /// The name in files and on the command line.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self { $(Self::$variant => $name,)* }
            }

            /// A sentence that says what it is.
            #[must_use]
            pub const fn summary(self) -> &'static str {
                match self { $(Self::$variant => $row,)* }
            }
        }

        impl std::str::FromStr for $type {
            type Err = UnknownName;

            fn from_str(text: &str) -> Result<Self, UnknownName> {
                let names = || Self::ALL.iter().map(|row| row.name());
                Self::ALL.iter().copied().find(|row| row.name() == text).ok_or_else(|| UnknownName {
                    text: text.to_owned(),
                    similar: nearest(text, names()),
                    known: names().collect(),
                })
            }
        }

        impl fmt::Display for $type {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.pad(self.name())
            }
        }
    };
}

pub(crate) use table;

table! {
    /// Which empty cell the search fills next.
    StrategyKind {
        FirstEmpty "first-empty" "The first empty cell in reading order: the baseline.";
        MinCandidates "min-candidates" "The cell with the fewest legal values, ties in reading order.";
        MaxConstraints "max-constraints" "The cell with the most values excluded by its peers, ties by the number of filled peers.";
        Random "random" "A random empty cell; the same seed is the same run on every machine.";
        Auto "auto" "The fastest engine for this board.";
    }
}

table! {
    /// In which order the values of the chosen cell are tried.
    ValueOrder {
        Ascending "ascending" "The smallest value first.";
        Descending "descending" "The largest value first.";
        Random "random" "A random order, from the seed.";
        LeastConstraining "least-constraining" "The value first that takes the fewest candidates from other cells.";
    }
}

table! {
    /// What is deduced between guesses.
    Propagation {
        None "none" "Nothing: a value is tried if no peer holds it.";
        Singles "singles" "Naked and hidden singles.";
        Full "full" "Singles, and locked candidates between lines and blocks.";
    }
}

table! {
    /// The options between the braces of `strategy`.
    StrategyOption {
        Seed "seed" "The seed of all random choices; 0 if not given.";
        Values "values" "The order in which values are tried: ascending, descending, random or least-constraining.";
        Propagate "propagate" "What is deduced between guesses: none, singles or full.";
        Timeout "timeout" "The longest time that a solve may take, such as 10s; 0s is no limit.";
        Nodes "nodes" "The largest number of nodes (values placed) that a solve may visit.";
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_come_back_and_near_misses_are_suggested() {
        for strategy in StrategyKind::ALL {
            assert_eq!(strategy.name().parse(), Ok(*strategy));
        }
        assert_eq!("firstempty".parse::<StrategyKind>().unwrap_err().similar, Some("first-empty"));
        assert_eq!("xyz".parse::<Propagation>().unwrap_err().similar, None);
        assert_eq!("tmeout".parse::<StrategyOption>().unwrap_err().similar, Some("timeout"));
    }
}
