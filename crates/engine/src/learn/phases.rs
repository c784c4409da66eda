//! Which way a variable is decided: as in the longest conflict-free trail since the last change of phase (target),
//! else as it was last (saved), else taken. Now and then all is begun anew from the best trail, from "taken", or
//! with random flips.

use sdkc_board::SeededRng;

use super::literal::{Lit, Var};

/// Signs by variable: 1 taken, -1 not, 0 unknown.
#[derive(Clone, Debug)]
pub(super) struct Phases {
    saved: Vec<i8>,
    target: Vec<i8>,
    target_len: usize,
    best: Vec<i8>,
    best_len: usize,
    rounds: u64,
    next: u64,
    step: u64,
}

impl Phases {
    pub(super) fn new(n_vars: usize, step: u64) -> Self {
        let unknown = vec![0; n_vars];
        Self {
            saved: unknown.clone(),
            target: unknown.clone(),
            target_len: 0,
            best: unknown,
            best_len: 0,
            rounds: 0,
            next: step,
            step,
        }
    }

    /// The literal by which a variable is decided.
    #[inline]
    pub(super) fn decide(&self, var: Var, aim: bool) -> Lit {
        let target = if aim { self.target[var as usize] } else { 0 };
        let sign = if target != 0 { target } else { self.saved[var as usize] };
        Lit::new(var, sign >= 0)
    }

    /// Remembers how a variable was.
    #[inline(always)]
    pub(super) fn save(&mut self, lit: Lit) {
        self.saved[lit.var() as usize] = if lit.is_yes() { 1 } else { -1 };
    }

    /// A trail of this length went without conflict.
    #[inline]
    pub(super) fn conflict_free(&mut self, trail: &[Lit]) {
        if trail.len() <= self.target_len {
            return;
        }
        self.target_len = trail.len();
        for lit in trail {
            self.target[lit.var() as usize] = if lit.is_yes() { 1 } else { -1 };
        }
        if trail.len() > self.best_len {
            self.best_len = trail.len();
            self.best.copy_from_slice(&self.target);
        }
    }

    /// Whether it is time for [`Self::rephase`].
    pub(super) fn is_due(&self, conflicts: u64) -> bool {
        conflicts >= self.next
    }

    /// Begins anew; at the root only, or what is undone afterwards spoils it.
    pub(super) fn rephase(&mut self, conflicts: u64, rng: &mut SeededRng) {
        self.rounds += 1;
        self.next = conflicts + self.step * (self.rounds + 1);
        match self.rounds % 6 {
            2 => self.saved.fill(1),
            4 => self.saved.iter_mut().filter(|_| rng.below(8) == 0).for_each(|sign| *sign = 1),
            1 | 3 | 5 => self.saved.copy_from_slice(&self.best),
            _ => {}
        }
        self.forget_targets();
        self.best_len = 0;
    }

    /// Forgets everything.
    pub(super) fn forget(&mut self) {
        self.saved.fill(0);
        self.best.fill(0);
        self.best_len = 0;
        self.forget_targets();
    }

    /// Forgets the target, not what was saved.
    pub(super) fn forget_targets(&mut self) {
        self.target.fill(0);
        self.target_len = 0;
    }
}
