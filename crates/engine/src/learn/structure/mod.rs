//! Structure that boards made by formula have: where the givens show it, a solution that has it too is looked for
//! first, and it is often there at once.
//!
//! Boards written down by a formula and scrambled keep a property through permutations of coordinates, renamings, and
//! exchanges of two values: the cells of a line that are in one block (a *segment*) always hold the same sets of values.
//! Along an axis with blocks of length b, the L values fall into L/b *classes* of b, and every segment holds one class. A
//! given then leaves its segment-mates b − 1 values. Where all lengths are 2 the classes of all axes fit together, and
//! one given settles its whole block.
//!
//! Nothing says that a board has such a solution: this finds solutions, which are checked, and never proves that there
//! is none, or only one. It is tried only where givens of the same class meet more often than chance explains
//! (`evidence`), and for a bounded number of nodes.

mod evidence;
mod search;
mod symmetry;

use sdkc_board::{Mask, Shape};

use super::{
    clauses::Clauses,
    compile,
    literal::{Lit, Var},
    root::{Dead, Root, work},
};
use crate::limits::Meter;

pub(crate) use search::Structured;
pub(super) use search::{Pass, pass};
pub(super) use symmetry::Symmetries;

/// What a value demands of certain other cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Structure {
    links: Vec<Link>,
}

/// Cells that go together, and the values that do.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Link {
    mates: Mates,
    /// By value, the values that the mates of its cell may have.
    companions: Vec<u128>,
}

/// Which cells go together.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Mates {
    /// The cells of a segment: so many, so far apart.
    Segment { stride: usize, length: usize },
    /// Each cell and its partner.
    Partner(Vec<u32>),
}

impl Link {
    fn segments(shape: &Shape, axis: usize, length: usize, companions: Vec<u128>) -> Self {
        Self { mates: Mates::Segment { stride: shape.stride(axis) as usize, length }, companions }
    }

    /// The cells that go with this one.
    fn mates(&self, cell: usize) -> impl Iterator<Item = usize> + use<> {
        let (first, stride, length) = match &self.mates {
            Mates::Segment { stride, length } => (cell - cell / stride % length * stride, *stride, *length),
            Mates::Partner(partner) => (partner[cell] as usize, 1, 1),
        };
        (0..length).map(move |at| first + at * stride).filter(move |mate| *mate != cell)
    }

    /// The values of a cell that leave each mate a companion.
    fn supported<M: Mask>(&self, masks: &[M], cell: usize) -> M {
        let mut kept = masks[cell];
        for mate in self.mates(cell) {
            let theirs = masks[mate];
            let mut left = kept;
            while !left.is_empty() {
                let value = left.lowest();
                left = left.without_lowest();
                if (theirs & M::from_wide(self.companions[value])).is_empty() {
                    kept &= !M::bit(value);
                }
            }
        }
        kept
    }
}

impl Structure {
    /// Draws all consequences for the candidates of a board.
    pub(super) fn settle<M: Mask>(&self, root: &mut Root<'_, M>, meter: &mut Meter<'_>) -> Result<(), Dead> {
        root.notice_givens(meter)?;
        // Huge boards are often complete here, before a house was looked at: whoever asks checks the solution.
        while self.narrow(root, meter)? && !root.is_complete() {
            root.run(meter)?;
        }
        Ok(())
    }

    /// Rules out what does not go together, until nothing changes; whether anything did.
    fn narrow<M: Mask>(&self, root: &mut Root<'_, M>, meter: &mut Meter<'_>) -> Result<bool, Dead> {
        let (mut changed, mut ever) = (true, false);
        while changed {
            changed = false;
            for link in &self.links {
                for cell in 0..root.cells.masks.len() {
                    let kept = link.supported(&root.cells.masks, cell);
                    if kept != root.cells.masks[cell] {
                        (changed, ever) = (true, true);
                        root.cells.narrow(cell, kept)?;
                    }
                    work(meter, 2)?;
                }
            }
        }
        Ok(ever)
    }

    /// Writes down what every open option demands of the segment-mates of its cell.
    pub(super) fn add_clauses<M: Mask>(
        &self,
        root: &Root<'_, M>,
        clauses: &mut Clauses,
        var: &impl Fn(usize, usize) -> Var,
    ) {
        let mut lits = Vec::new();
        for link in &self.links {
            for cell in (0..root.cells.masks.len()).filter(|cell| !root.is_settled(*cell)) {
                for value in compile::bits(root.cells.masks[cell]) {
                    let companions = M::from_wide(link.companions[value]);
                    for mate in link.mates(cell).filter(|mate| !root.is_settled(*mate)) {
                        let theirs = root.cells.masks[mate];
                        if theirs & companions == theirs {
                            continue;
                        }
                        lits.clear();
                        lits.push(Lit::no(var(cell, value)));
                        lits.extend(compile::bits(theirs & companions).map(|fit| Lit::yes(var(mate, fit))));
                        compile::add(clauses, &lits);
                    }
                }
            }
        }
    }
}
