//! Turns a board's constraints into what the stores work on: sets of cells that take no value twice, and pairs in
//! order. The one place that knows every kind of constraint.

use sdkc_board::{Board, Cell, Constraint, Shape};

/// Lists of numbers by cell, in one allocation; empty altogether where no cell has any.
#[derive(Debug, Default)]
pub(crate) struct Lists {
    start: Vec<u32>,
    items: Vec<u32>,
}

impl Lists {
    pub(crate) fn new(n: usize, pairs: &[(u32, u32)]) -> Self {
        if pairs.is_empty() {
            return Self::default();
        }
        let mut start = vec![0; n + 1];
        for (at, _) in pairs {
            start[*at as usize + 1] += 1;
        }
        for at in 0..n {
            start[at + 1] += start[at];
        }
        let mut next = start.clone();
        let mut items = vec![0; pairs.len()];
        for (at, item) in pairs {
            let to = &mut next[*at as usize];
            items[*to as usize] = *item;
            *to += 1;
        }
        Self { start, items }
    }

    #[inline]
    pub(crate) fn of(&self, at: usize) -> &[u32] {
        if self.start.is_empty() {
            return &[];
        }
        &self.items[self.start[at] as usize..self.start[at + 1] as usize]
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.items.is_empty()
    }
}

/// The constraints beyond the shape's units.
#[derive(Debug, Default)]
pub(crate) struct Extras {
    /// Cells that take no value twice, one set a constraint.
    pub(crate) distinct: Vec<Box<[u32]>>,
    /// The sets of a cell.
    pub(crate) distinct_of: Lists,
    /// For each cell those that must hold more.
    pub(crate) above: Lists,
    /// For each cell those that must hold less.
    pub(crate) below: Lists,
}

impl Extras {
    pub(crate) fn new(board: &Board) -> Self {
        let (mut distinct, mut members) = (Vec::new(), Vec::new());
        let (mut above, mut below) = (Vec::new(), Vec::new());
        for constraint in board.constraints() {
            match constraint {
                Constraint::Permutation(cells) | Constraint::Distinct(cells) => {
                    let set = distinct.len() as u32;
                    members.extend(cells.iter().map(|cell| (cell.index() as u32, set)));
                    distinct.push(cells.iter().map(|cell| cell.index() as u32).collect());
                }
                Constraint::Less(low, high) => {
                    let (low, high) = (low.index() as u32, high.index() as u32);
                    above.push((low, high));
                    below.push((high, low));
                }
                _ => unreachable!("the board has no other kind of constraint"),
            }
        }
        let n_cells = board.shape().n_cells();
        Self {
            distinct,
            distinct_of: Lists::new(n_cells, &members),
            above: Lists::new(n_cells, &above),
            below: Lists::new(n_cells, &below),
        }
    }

    pub(crate) fn has_order(&self) -> bool {
        !self.above.is_empty()
    }

    /// The other cells that have a rule in common with `cell`, each once.
    pub(crate) fn peers(&self, shape: &Shape, cell: usize) -> Vec<usize> {
        let Some(own) = shape.cell_at(cell) else { return Vec::new() };
        let mut peers: Vec<usize> = shape.peers(own).map(Cell::index).collect();
        let sets = self.distinct_of.of(cell).iter().flat_map(|set| self.distinct[*set as usize].iter());
        let ordered = self.above.of(cell).iter().chain(self.below.of(cell));
        let n_plain = peers.len();
        peers.extend(sets.chain(ordered).map(|other| *other as usize).filter(|other| *other != cell));
        if peers.len() > n_plain {
            peers.sort_unstable();
            peers.dedup();
        }
        peers
    }
}
