//! A log of what was learned, in DRAT: each line a clause that follows from the formula and the lines above it by unit
//! propagation, or `d` and a clause that is no longer needed. An independent checker that is given the formula of
//! [`super::dimacs`] and this log can tell that there really is no solution.

use std::fmt::Write as _;

use super::literal::Lit;

/// The log, and the formula's name of each variable.
#[derive(Clone, Debug)]
pub(super) struct Proof {
    names: Vec<u32>,
    pub(super) text: String,
    /// How much of the root's trail was written.
    n_root: usize,
}

impl Proof {
    pub(super) fn new(names: Vec<u32>) -> Self {
        Self { names, text: String::new(), n_root: 0 }
    }

    /// A clause follows.
    pub(super) fn add(&mut self, lits: &[Lit]) {
        for lit in lits {
            let sign = if lit.is_yes() { "" } else { "-" };
            // Writing to a string cannot fail.
            let _ = write!(self.text, "{sign}{} ", self.names[lit.var() as usize]);
        }
        self.text.push_str("0\n");
    }

    /// What holds at the root is written as clauses of one literal before anything is dropped: the clauses from which
    /// it followed are true at the root and go first.
    pub(super) fn root(&mut self, trail: &[Lit]) {
        for lit in &trail[self.n_root..] {
            self.add(&[*lit]);
        }
        self.n_root = trail.len();
    }

    /// A clause that was added is dropped.
    pub(super) fn delete(&mut self, lits: &[Lit]) {
        self.text.push_str("d ");
        self.add(lits);
    }
}
