//! Probing at the root: an option from which a conflict follows by propagation alone is ruled out for good.

use sdkc_board::Mask;

use super::{
    literal::{Lit, Reason, Var},
    search::Search,
};

impl<M: Mask, const K: usize> Search<M, K> {
    /// Tries open options one after the other, going on where it was, for about as much work as allowed. At the root
    /// only, and at rest.
    pub(super) fn probe(&mut self, work: u64) {
        let n_vars = self.items.n_vars() as Var;
        let before = self.clauses.visits;
        for _ in 0..n_vars {
            if self.refuted || self.clauses.visits - before > work {
                return;
            }
            self.next_probe = if self.next_probe + 1 < n_vars { self.next_probe + 1 } else { 0 };
            let lit = Lit::yes(self.next_probe);
            if self.items.value(lit) == 0 {
                self.probe_one(lit);
            }
        }
    }

    fn probe_one(&mut self, lit: Lit) {
        self.items.open_level();
        let conflict =
            self.items.assign(lit, Reason::DECISION).or_else(|| self.clauses.propagate(&mut self.items));
        // What was tried here is no phase to remember.
        self.items.undo_to(0, |_| {});
        self.clauses.rewind(self.items.trail.len());
        if conflict.is_none() {
            return;
        }
        self.tally.failed += 1;
        if let Some(proof) = &mut self.proof {
            proof.add(&[lit.negated()]);
        }
        let conflict = self
            .items
            .assign(lit.negated(), Reason::DECISION)
            .or_else(|| self.clauses.propagate(&mut self.items));
        if conflict.is_some() {
            self.refute();
        }
    }
}
