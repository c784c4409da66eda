//! An independent solver to hold the engine against: it knows boards by the definition alone (cells are coordinate
//! tuples, a unit is what differs in one coordinate or shares a block) and counts solutions by exact cover.

mod boards;
mod compare;
mod exact_cover;

pub use boards::{KINDS, Kind, Twins};
pub use compare::{Compared, compare};
pub use exact_cover::ExactCover;

/// The shape of a board, as it is written down: nothing here is shared with the crates under test.
#[derive(Clone, Debug)]
pub enum OracleShape {
    /// The lengths of a block: rows, columns, further axes.
    Blocks(Vec<usize>),
    /// A label for each cell of a two-dimensional board.
    Regions(Vec<u8>),
}

/// A board for the oracle: cells in reading order.
#[derive(Clone, Debug)]
pub struct Oracle {
    side: usize,
    n_cells: usize,
    /// Sets of cells in which each value stands exactly once.
    permutations: Vec<Vec<usize>>,
    /// Sets of cells in which no value stands twice.
    distincts: Vec<Vec<usize>>,
    /// Pairs of cells: the first holds less.
    less: Vec<(usize, usize)>,
    /// The values (1-based) that each cell may take.
    allowed: Vec<Vec<u8>>,
}

/// What the oracle found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OracleAnswer {
    /// The solutions found, each as values in reading order, in no promised order.
    pub solutions: Vec<Vec<u8>>,
    /// Whether these are all.
    pub complete: bool,
}

impl Oracle {
    /// An empty board.
    #[must_use]
    pub fn new(shape: &OracleShape) -> Self {
        let (side, n_dims) = match shape {
            OracleShape::Blocks(lengths) => (lengths.iter().product(), lengths.len()),
            OracleShape::Regions(labels) => (labels.len().isqrt(), 2),
        };
        let n_cells = side.pow(n_dims as u32);
        let coords: Vec<Vec<usize>> = (0..n_cells).map(|cell| coords(cell, side, n_dims)).collect();
        let mut keys: Vec<Vec<(usize, Vec<usize>)>> = Vec::new();
        for (cell, at) in coords.iter().enumerate() {
            // A line is named by its axis and the other coordinates; a block by the coordinates of blocks.
            let mut names: Vec<(usize, Vec<usize>)> = (0..n_dims)
                .map(|axis| {
                    let mut others = at.clone();
                    others.remove(axis);
                    (axis, others)
                })
                .collect();
            names.push(match shape {
                OracleShape::Blocks(lengths) => {
                    (n_dims, at.iter().zip(lengths).map(|(at, length)| at / length).collect())
                }
                OracleShape::Regions(labels) => (n_dims, vec![usize::from(labels[cell])]),
            });
            keys.push(names);
        }
        let mut units = std::collections::BTreeMap::<_, Vec<usize>>::new();
        for (cell, names) in keys.into_iter().enumerate() {
            for name in names {
                units.entry(name).or_default().push(cell);
            }
        }
        Self {
            side,
            n_cells,
            permutations: units.into_values().collect(),
            distincts: Vec::new(),
            less: Vec::new(),
            allowed: vec![(1..=side as u8).collect(); n_cells],
        }
    }

    /// The number of cells.
    #[must_use]
    pub fn n_cells(&self) -> usize {
        self.n_cells
    }

    /// Fixes the cells that are not 0; values in reading order.
    #[must_use]
    pub fn with_givens(mut self, values: &[u8]) -> Self {
        for (cell, value) in values.iter().enumerate().filter(|(_, value)| **value != 0) {
            self.allowed[cell].retain(|allowed| allowed == value);
        }
        self
    }

    /// Leaves a cell only these values.
    pub fn allow(&mut self, cell: usize, values: &[u8]) {
        self.allowed[cell].retain(|allowed| values.contains(allowed));
    }

    /// Adds a set of cells in which no value stands twice.
    pub fn distinct(&mut self, cells: Vec<usize>) {
        self.distincts.push(cells);
    }

    /// Adds a set of cells in which each value stands once.
    pub fn permutation(&mut self, cells: Vec<usize>) {
        self.permutations.push(cells);
    }

    /// Adds that `low` holds less than `high`.
    pub fn less(&mut self, low: usize, high: usize) {
        self.less.push((low, high));
    }

    /// Looks for up to `limit` solutions in at most `max_steps` choices.
    #[must_use]
    pub fn solve(&self, limit: usize, max_steps: u64) -> OracleAnswer {
        let (n_permutations, n_distincts) = (self.permutations.len(), self.distincts.len());
        let n_required = self.n_cells + n_permutations * self.side;
        let mut cover = ExactCover::new(n_required + n_distincts * self.side, n_required);
        let mut sets: Vec<Vec<usize>> = vec![Vec::new(); self.n_cells];
        for (set, cells) in self.permutations.iter().chain(&self.distincts).enumerate() {
            cells.iter().for_each(|cell| sets[*cell].push(set));
        }
        for (cell, allowed) in self.allowed.iter().enumerate() {
            for value in allowed.iter().map(|value| usize::from(*value) - 1) {
                let mut items = vec![cell];
                items.extend(sets[cell].iter().map(|set| self.n_cells + set * self.side + value));
                cover.option(cell * self.side + value, &items);
            }
        }
        let mut solutions = Vec::new();
        let complete = cover.search(
            max_steps,
            |chosen, option| self.keeps_order(chosen, option),
            |chosen| {
                let mut values = vec![0; self.n_cells];
                for option in chosen {
                    values[option / self.side] = (option % self.side) as u8 + 1;
                }
                solutions.push(values);
                solutions.len() < limit
            },
        );
        OracleAnswer { solutions, complete }
    }

    /// Whether an option breaks no `less` against the options chosen before it.
    fn keeps_order(&self, chosen: &[usize], option: usize) -> bool {
        let (cell, value) = (option / self.side, option % self.side);
        let of = |other: usize| {
            chosen.iter().find(|chosen| **chosen / self.side == other).map(|chosen| chosen % self.side)
        };
        self.less.iter().all(|(low, high)| {
            if *low == cell {
                of(*high).is_none_or(|high| value < high)
            } else if *high == cell {
                of(*low).is_none_or(|low| low < value)
            } else {
                true
            }
        })
    }
}

/// Row, column, further axes, of a cell in reading order (column fastest, then row, then the last axis back to the
/// third).
fn coords(cell: usize, side: usize, n_dims: usize) -> Vec<usize> {
    let mut at = vec![0; n_dims];
    at[1] = cell % side;
    at[0] = cell / side % side;
    let mut left = cell / (side * side);
    for axis in (2..n_dims).rev() {
        at[axis] = left % side;
        left /= side;
    }
    at
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_what_is_known() {
        // 288 filled 4×4 boards, 576 Latin squares of side 4.
        let four = Oracle::new(&OracleShape::Blocks(vec![2, 2])).solve(1000, 1_000_000);
        assert_eq!((four.solutions.len(), four.complete), (288, true));
        let latin = Oracle::new(&OracleShape::Blocks(vec![1, 4])).solve(1000, 1_000_000);
        assert_eq!((latin.solutions.len(), latin.complete), (576, true));
    }

    #[test]
    fn stops_at_the_limits() {
        let four = Oracle::new(&OracleShape::Blocks(vec![2, 2]));
        assert_eq!(four.solve(2, 1_000_000).solutions.len(), 2);
        assert!(!four.solve(2, 1_000_000).complete);
        assert!(!four.solve(1000, 5).complete);
    }

    #[test]
    fn keeps_further_constraints() {
        let mut board = Oracle::new(&OracleShape::Blocks(vec![2, 2]));
        board.distinct(vec![0, 5, 10, 15]);
        board.distinct(vec![3, 6, 9, 12]);
        let both_diagonals = board.solve(1000, 1_000_000).solutions;
        assert_eq!(both_diagonals.len(), 48);
        board.less(0, 1);
        let ordered = board.solve(1000, 1_000_000).solutions;
        assert_eq!(ordered.len(), 24, "half of them, by the exchange of two values");
        assert!(ordered.iter().all(|values| values[0] < values[1]));
    }
}
