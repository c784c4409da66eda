//! A cell's number and its coordinates.

use std::{fmt, ops::Deref};

/// The most dimensions that a board has.
pub const MAX_DIMS: usize = 5;

/// A cell of a board, by its 0-based number in reading order: axes 3 and up slowest, then row, then column.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Cell(pub(crate) u32);

impl Cell {
    /// The 0-based number in reading order.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// 0-based coordinates of a cell: row, column, then the further axes.
///
/// Shown as people write them, 1-based: `r4c7` in two dimensions, `(1, 2, 3)` in more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Coords {
    axes: [u8; MAX_DIMS],
    n_dims: u8,
}

impl Coords {
    pub(crate) const fn new(axes: [u8; MAX_DIMS], n_dims: u8) -> Self {
        Self { axes, n_dims }
    }
}

impl Deref for Coords {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.axes[..self.n_dims as usize]
    }
}

impl fmt::Display for Coords {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let [row, column] = **self {
            return write!(f, "r{}c{}", u16::from(row) + 1, u16::from(column) + 1);
        }
        for (axis, at) in self.iter().enumerate() {
            f.write_str(if axis == 0 { "(" } else { ", " })?;
            write!(f, "{}", u16::from(*at) + 1)?;
        }
        f.write_str(")")
    }
}
