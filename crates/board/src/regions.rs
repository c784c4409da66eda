//! Irregular regions in the place of blocks (jigsaw boards, two dimensions).

use std::fmt;

use crate::Cell;

/// A division of an L×L board into L regions of L cells, connected or not.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Regions {
    of_cell: Box<[u8]>,
    cells: Box<[Cell]>,
}

/// Why labels do not divide a board.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RegionsError {
    /// The number of cells is no square of a side from 2 to 128.
    NotSquare {
        /// The number of cells that there were.
        n_cells: usize,
    },
    /// There must be as many regions as the side.
    Count {
        /// The number of different labels.
        found: usize,
        /// The side.
        side: usize,
    },
    /// A region has the wrong number of cells.
    Size {
        /// The region, in order of its first cell.
        region: usize,
        /// Its number of cells.
        found: usize,
        /// The side.
        side: usize,
    },
}

impl fmt::Display for RegionsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotSquare { n_cells } => write!(f, "{n_cells} cells are no square of side 2 to 128"),
            Self::Count { found, side } => write!(f, "{found} regions on a board of side {side}"),
            Self::Size { region, found, side } => {
                write!(f, "region {} has {found} cells instead of {side}", region + 1)
            }
        }
    }
}

impl std::error::Error for RegionsError {}

impl Regions {
    /// Divides a board by one label a cell, in reading order. Regions are numbered by their first cell.
    ///
    /// # Errors
    /// [`RegionsError`] where the labels do not give L regions of L cells.
    pub fn new<T: PartialEq>(labels: &[T]) -> Result<Self, RegionsError> {
        let n_cells = labels.len();
        let side = n_cells.isqrt();
        if side * side != n_cells || !(2..=crate::MAX_SIDE).contains(&side) {
            return Err(RegionsError::NotSquare { n_cells });
        }
        let mut names: Vec<&T> = Vec::new();
        let mut members: Vec<Vec<Cell>> = Vec::new();
        let mut of_cell = Vec::with_capacity(n_cells);
        for (at, label) in labels.iter().enumerate() {
            let region = names.iter().position(|name| *name == label).unwrap_or(names.len());
            if region == names.len() {
                names.push(label);
                members.push(Vec::new());
            }
            members[region].push(Cell(at as u32));
            of_cell.push(region.min(255) as u8);
        }
        if names.len() != side {
            return Err(RegionsError::Count { found: names.len(), side });
        }
        if let Some(region) = members.iter().position(|cells| cells.len() != side) {
            return Err(RegionsError::Size { region, found: members[region].len(), side });
        }
        Ok(Self { of_cell: of_cell.into(), cells: members.concat().into() })
    }

    /// The side of the board.
    #[must_use]
    pub fn side(&self) -> usize {
        self.of_cell.len().isqrt()
    }

    /// The 0-based region of each cell, in reading order.
    #[must_use]
    pub fn of_cells(&self) -> &[u8] {
        &self.of_cell
    }

    /// The cells of a region, in reading order.
    #[must_use]
    pub fn cells(&self, region: usize) -> &[Cell] {
        let side = self.side();
        &self.cells[region * side..(region + 1) * side]
    }
}
