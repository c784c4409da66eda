//! From a conflict to a learned clause: resolve back to the first unique implication point, drop literals that the
//! others imply, count the levels (glue). No recursion: the minimiser has its own stack.

use sdkc_board::Mask;

use super::{
    clauses::Clauses,
    items::Items,
    literal::{Conflict, Lit, Reason, Var, Why},
    order::Order,
};

/// Working memory, kept between conflicts.
#[derive(Clone, Debug)]
pub(super) struct Analysis {
    /// The learned clause: the literal that it forces first, one of the level to go back to second.
    pub(super) clause: Vec<Lit>,
    /// The level to go back to.
    pub(super) back_to: u32,
    /// The number of different levels in the clause.
    pub(super) glue: u32,
    seen: Vec<bool>,
    touched: Vec<Var>,
    stack: Vec<Var>,
    /// By level: the round in which it was met last.
    stamps: Vec<u32>,
    round: u32,
    /// Literals of the current level that are still to be resolved.
    pending: u32,
    /// Clauses met on the way, whose glue may have sunk.
    met: Vec<u32>,
    /// Replace a ruled-out option by the taken one that ruled it out.
    pub(super) collapse: bool,
    /// What takes part in this conflict, each once.
    part: Vec<Var>,
    takes_part: Vec<bool>,
    /// How many steps back from the learned clause's literals reasons take part too.
    pub(super) reasons: u32,
}

impl Analysis {
    pub(super) fn new(n_vars: usize) -> Self {
        Self {
            clause: Vec::new(),
            back_to: 0,
            glue: 0,
            seen: vec![false; n_vars],
            touched: Vec::new(),
            stack: Vec::new(),
            stamps: vec![0; n_vars + 2],
            round: 0,
            pending: 0,
            met: Vec::new(),
            collapse: true,
            part: Vec::new(),
            takes_part: vec![false; n_vars],
            reasons: 0,
        }
    }

    /// Learns from a conflict above the root; the clause is in [`Self::clause`].
    pub(super) fn learn<M: Mask, const K: usize>(
        &mut self,
        items: &Items<M, K>,
        clauses: &mut Clauses,
        order: &mut Order,
        conflict: Conflict,
    ) {
        self.clause.clear();
        self.clause.push(Lit(0));
        self.pending = 0;
        match conflict {
            Conflict::Item(item) => self.expand(items, clauses, Reason::item(item), Var::MAX),
            Conflict::Clause(at) => self.expand(items, clauses, Reason::clause(at), Var::MAX),
            Conflict::Pair(one, other) => {
                self.see(items, Lit::no(one));
                self.see(items, Lit::no(other));
            }
        }
        let mut at = items.trail.len();
        let implication_point = loop {
            at -= 1;
            let lit = items.trail[at];
            if !self.seen[lit.var() as usize] {
                continue;
            }
            self.pending -= 1;
            if self.pending == 0 {
                break lit;
            }
            self.expand(items, clauses, items.marks[lit.var() as usize].reason, lit.var());
        };
        self.clause[0] = implication_point.negated();
        self.minimise(items, clauses);
        for at in 0..self.clause.len() {
            self.join_reasons(items, clauses, self.clause[at].var(), self.reasons);
        }
        self.finish(items);
        self.promote(items, clauses);
        for var in self.part.drain(..) {
            self.takes_part[var as usize] = false;
            order.bump(var);
        }
        order.age();
    }

    /// Sees every false literal of a reason but the one that it forced.
    #[inline]
    fn expand<M: Mask, const K: usize>(
        &mut self,
        items: &Items<M, K>,
        clauses: &Clauses,
        reason: Reason,
        forced: Var,
    ) {
        match reason.why() {
            Why::Decision => {}
            Why::Item(item) => {
                for option in items.options_of(item) {
                    if *option != forced {
                        self.see(items, Lit::yes(*option));
                    }
                }
            }
            Why::Peer(taken) => self.see(items, Lit::no(taken)),
            Why::Clause(at) => {
                if !clauses.is_kept(at) {
                    self.met.push(at);
                }
                for lit in clauses.lits(at) {
                    if lit.var() != forced {
                        self.see(items, lit);
                    }
                }
            }
        }
    }

    /// A literal belongs to the conflict. What takes part is the option itself as well as the one that stands for it in
    /// the clause.
    #[inline(always)]
    fn see<M: Mask, const K: usize>(&mut self, items: &Items<M, K>, mut lit: Lit) {
        let mut mark = items.marks[lit.var() as usize];
        if mark.level == 0 {
            return;
        }
        if self.collapse
            && lit.is_yes()
            && let Why::Peer(taken) = mark.reason.why()
        {
            self.join(lit.var());
            lit = Lit::no(taken);
            mark = items.marks[taken as usize];
        }
        let var = lit.var();
        if self.seen[var as usize] || mark.level == 0 {
            return;
        }
        self.seen[var as usize] = true;
        self.touched.push(var);
        self.join(var);
        if mark.level == items.level() {
            self.pending += 1;
        } else {
            self.clause.push(lit);
        }
    }

    /// Drops literals whose negation follows from those of the others.
    fn minimise<M: Mask, const K: usize>(&mut self, items: &Items<M, K>, clauses: &Clauses) {
        self.round += 1;
        for lit in &self.clause[1..] {
            self.stamps[items.marks[lit.var() as usize].level as usize] = self.round;
        }
        let mut kept = 1;
        for at in 1..self.clause.len() {
            let lit = self.clause[at];
            if !self.follows(items, clauses, lit.var()) {
                self.clause[kept] = lit;
                kept += 1;
            }
        }
        self.clause.truncate(kept);
    }

    /// Whether a variable's value follows from seen ones; then all that it follows through is seen from now on.
    fn follows<M: Mask, const K: usize>(&mut self, items: &Items<M, K>, clauses: &Clauses, var: Var) -> bool {
        if items.marks[var as usize].reason == Reason::DECISION {
            return false;
        }
        let before = self.touched.len();
        self.stack.clear();
        self.stack.push(var);
        while let Some(var) = self.stack.pop() {
            let open_end = match items.marks[var as usize].reason.why() {
                Why::Decision => true,
                Why::Item(item) => items
                    .options_of(item)
                    .iter()
                    .any(|option| *option != var && !self.descend(items, *option)),
                Why::Peer(taken) => !self.descend(items, taken),
                Why::Clause(at) => {
                    clauses.lits(at).any(|lit| lit.var() != var && !self.descend(items, lit.var()))
                }
            };
            if open_end {
                for undo in self.touched.drain(before..) {
                    self.seen[undo as usize] = false;
                }
                return false;
            }
        }
        true
    }

    /// Goes on to a variable; `false` if it certainly does not follow.
    #[inline(always)]
    fn descend<M: Mask, const K: usize>(&mut self, items: &Items<M, K>, var: Var) -> bool {
        let mark = items.marks[var as usize];
        if self.seen[var as usize] || mark.level == 0 {
            return true;
        }
        if mark.reason == Reason::DECISION || self.stamps[mark.level as usize] != self.round {
            return false;
        }
        self.seen[var as usize] = true;
        self.touched.push(var);
        self.stack.push(var);
        true
    }

    /// A variable takes part; `false` if it did already.
    #[inline(always)]
    fn join(&mut self, var: Var) -> bool {
        let new = !std::mem::replace(&mut self.takes_part[var as usize], true);
        if new {
            self.part.push(var);
        }
        new
    }

    /// What a variable follows from takes part, and what that follows from, so many steps back (Liang, Ganesh, Poupart
    /// and Czarnecki, "Learning rate based branching heuristic for SAT solvers", 2016: reason side rate). The recursion
    /// is as deep as `steps`.
    fn join_reasons<M: Mask, const K: usize>(
        &mut self,
        items: &Items<M, K>,
        clauses: &Clauses,
        var: Var,
        steps: u32,
    ) {
        if steps == 0 {
            return;
        }
        match items.marks[var as usize].reason.why() {
            Why::Decision => {}
            Why::Item(item) => {
                for option in items.options_of(item).iter().filter(|option| **option != var) {
                    self.join_reason(items, clauses, Lit::yes(*option), steps);
                }
            }
            Why::Peer(taken) => self.join_reason(items, clauses, Lit::no(taken), steps),
            Why::Clause(at) => {
                for lit in clauses.lits(at).filter(|lit| lit.var() != var) {
                    self.join_reason(items, clauses, lit, steps);
                }
            }
        }
    }

    #[inline(always)]
    fn join_reason<M: Mask, const K: usize>(
        &mut self,
        items: &Items<M, K>,
        clauses: &Clauses,
        lit: Lit,
        steps: u32,
    ) {
        let mark = items.marks[lit.var() as usize];
        if mark.level == 0 {
            return;
        }
        let mut var = lit.var();
        if self.collapse
            && lit.is_yes()
            && let Why::Peer(taken) = mark.reason.why()
        {
            self.join(var);
            var = taken;
        }
        if items.marks[var as usize].level > 0 && self.join(var) {
            self.join_reasons(items, clauses, var, steps - 1);
        }
    }

    /// Glue, level to go back to, and clean working memory.
    fn finish<M: Mask, const K: usize>(&mut self, items: &Items<M, K>) {
        for var in self.touched.drain(..) {
            self.seen[var as usize] = false;
        }
        self.round += 1;
        self.glue = 1;
        let (mut second, mut deepest) = (0, 0);
        for (at, lit) in self.clause.iter().enumerate().skip(1) {
            let level = items.marks[lit.var() as usize].level;
            let stamp = &mut self.stamps[level as usize];
            if *stamp != self.round {
                *stamp = self.round;
                self.glue += 1;
            }
            if level > deepest {
                (second, deepest) = (at, level);
            }
        }
        if second > 1 {
            self.clause.swap(1, second);
        }
        self.back_to = deepest;
    }

    /// Clauses that helped are used, and their glue is what it is now, if that is less.
    fn promote<M: Mask, const K: usize>(&mut self, items: &Items<M, K>, clauses: &mut Clauses) {
        for at in std::mem::take(&mut self.met) {
            let glue = clauses.glue(at);
            let now = if glue > 2 { glue.min(self.levels_of(items, clauses, at)) } else { glue };
            clauses.set_glue_and_use(at, now, 2);
        }
    }

    fn levels_of<M: Mask, const K: usize>(&mut self, items: &Items<M, K>, clauses: &Clauses, at: u32) -> u32 {
        self.round += 1;
        let mut levels = 0;
        for lit in clauses.lits(at) {
            let stamp = &mut self.stamps[items.marks[lit.var() as usize].level as usize];
            if *stamp != self.round {
                *stamp = self.round;
                levels += 1;
            }
        }
        levels
    }
}
