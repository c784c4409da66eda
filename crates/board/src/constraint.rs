//! Constraints beyond the shape's own units.

use crate::Cell;

/// A constraint on some cells of a board. More kinds will come: match with a wildcard.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Constraint {
    /// Each value of the board stands exactly once in these cells, of which there are as many as values.
    Permutation(Box<[Cell]>),
    /// No value stands twice in these cells.
    Distinct(Box<[Cell]>),
    /// The first cell's value is less than the second's.
    Less(Cell, Cell),
}

impl Constraint {
    /// The cells that take part, in the order in which they were named.
    pub fn cells(&self) -> impl Iterator<Item = Cell> + '_ {
        let (group, pair): (&[Cell], [Option<Cell>; 2]) = match self {
            Self::Permutation(cells) | Self::Distinct(cells) => (cells, [None; 2]),
            Self::Less(low, high) => (&[], [Some(*low), Some(*high)]),
        };
        group.iter().copied().chain(pair.into_iter().flatten())
    }

    /// The cells among which no value may stand twice; `None` for other kinds of constraint.
    #[must_use]
    pub fn all_different(&self) -> Option<&[Cell]> {
        match self {
            Self::Permutation(cells) | Self::Distinct(cells) => Some(cells),
            Self::Less(..) => None,
        }
    }
}
