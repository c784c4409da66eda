//! The conflict-driven search: decide, bring to rest, learn, go back; restart, change phase, clean up.

use sdkc_board::{Mask, SeededRng};

use super::{
    analyze::Analysis,
    clauses::Clauses,
    dive::Dive,
    exchange::Port,
    items::Items,
    literal::{Conflict, Lit, Reason, Var},
    order::Order,
    phases::Phases,
    proof::Proof,
    restart::Restarts,
    tally::Tally,
    tuning::Tuning,
};
use crate::{StopReason, limits::Meter};

/// Reasons are followed no further than this for what takes part in a conflict.
const MAX_STEPS: u32 = 4;

/// One search, from the root to its end; it can be asked again after a solution was blocked.
#[derive(Clone, Debug)]
pub(super) struct Search<M, const K: usize> {
    pub(super) items: Items<M, K>,
    pub(super) clauses: Clauses,
    order: Order,
    pub(super) analysis: Analysis,
    phases: Phases,
    dive: Dive<K>,
    restarts: Restarts,
    rng: SeededRng,
    pub(super) tally: Tally,
    pub(super) tuning: Tuning,
    next_reduce: u64,
    next_fresh: u64,
    /// It is known that there is nothing (more).
    pub(super) refuted: bool,
    /// Where probing goes on.
    pub(super) next_probe: Var,
    /// The visits at the end of the last probing.
    probed_at: u64,
    /// What was learned, if it is to be written down.
    pub(super) proof: Option<Proof>,
    /// Where this search and others of the board tell each other what they learned.
    pub(super) port: Option<Port>,
}

/// How a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// All variables have a value.
    Solved,
    /// There is no solution (any more).
    Refuted,
    /// Undecided.
    Stopped(StopReason),
}

impl<M: Mask, const K: usize> Search<M, K> {
    /// A search over items and clauses that are consistent but not yet at rest.
    pub(super) fn new(items: Items<M, K>, clauses: Clauses, tuning: Tuning, seed: u64) -> Self {
        let tuning = tuning.in_range();
        let n_vars = items.n_vars();
        let mut rng = SeededRng::new(seed);
        let mut first: Vec<Var> = (0..n_vars as Var).filter(|var| items.value(Lit::yes(*var)) == 0).collect();
        rng.shuffle(&mut first);
        let restarts = Restarts::new(&tuning);
        let mut analysis = Analysis::new(n_vars);
        analysis.collapse = tuning.collapse;
        analysis.reasons = tuning.reasons.min(MAX_STEPS);
        let mut dive = Dive::new(&tuning);
        if dive.is_on() {
            dive.begin(0);
        }
        Self {
            items,
            clauses,
            order: Order::new(n_vars, &first, tuning.decay, !restarts.stable()),
            analysis,
            phases: Phases::new(n_vars, tuning.rephase),
            dive,
            restarts,
            rng,
            tally: Tally::default(),
            tuning,
            next_reduce: tuning.reduce,
            next_fresh: tuning.fresh,
            refuted: false,
            next_probe: 0,
            probed_at: 0,
            proof: None,
            port: None,
        }
    }

    /// Decides as if these options were the ones to take, until something else is learned.
    pub(super) fn begin_at(&mut self, taken: &[bool]) {
        for (var, taken) in taken.iter().enumerate() {
            self.phases.save(Lit::new(var as Var, *taken));
        }
        self.phases.forget_targets();
        self.dive.end();
    }

    /// Searches on until a solution, the end, or a limit.
    pub(super) fn run(&mut self, meter: &mut Meter<'_>) -> Step {
        loop {
            if self.refuted {
                return Step::Refuted;
            }
            let before = self.items.trail.len();
            match self.clauses.propagate(&mut self.items) {
                Some(conflict) => self.resolve(conflict),
                None => {
                    if let Some(step) = self.advance(meter) {
                        return step;
                    }
                }
            }
            let work = self.items.trail.len().abs_diff(before) + self.analysis.clause.len();
            if let Some(reason) = meter.work(work as u64 + 8) {
                return Step::Stopped(reason);
            }
        }
    }

    /// At rest and without conflict: restart, tidy up, or decide.
    fn advance(&mut self, meter: &mut Meter<'_>) -> Option<Step> {
        if self.restarts.is_due() {
            self.restart();
            if self.phases.is_due(self.tally.conflicts) {
                self.back_to(0);
                self.phases.rephase(self.tally.conflicts, &mut self.rng);
            }
            if self.tally.conflicts >= self.next_fresh {
                self.back_to(0);
                self.begin_afresh();
            }
            if self.tally.conflicts >= self.next_reduce {
                self.back_to(0);
                self.reduce();
            }
            if self.dives() {
                self.back_to(0);
                self.dive.begin(self.tally.conflicts);
            }
            self.exchange();
            return None;
        }
        if self.dive.is_over(self.tally.conflicts) {
            self.back_to(0);
            return None;
        }
        if self.clauses.is_full() && !self.make_room() {
            return Some(Step::Stopped(StopReason::Memory));
        }
        let lit = match self.choose(meter) {
            Ok(Some(lit)) => lit,
            Ok(None) => return Some(Step::Solved),
            Err(reason) => return Some(Step::Stopped(reason)),
        };
        if let Some(reason) = meter.node() {
            self.dive.put_back(lit);
            return Some(Step::Stopped(reason));
        }
        self.tally.nodes += 1;
        self.items.open_level();
        if let Some(conflict) = self.items.assign(lit, Reason::DECISION) {
            self.resolve(conflict);
        }
        None
    }

    /// Forgets order and phases, not what was learned.
    fn begin_afresh(&mut self) {
        self.next_fresh = 2 * self.tally.conflicts;
        let (items, n_vars) = (&self.items, self.items.n_vars());
        let mut first: Vec<Var> = (0..n_vars as Var).filter(|var| items.value(Lit::yes(*var)) == 0).collect();
        self.rng.shuffle(&mut first);
        self.order = Order::new(n_vars, &first, self.tuning.decay, !self.restarts.stable());
        self.phases.forget();
    }

    /// The next decision; `None` if there is nothing left to decide.
    fn choose(&mut self, meter: &mut Meter<'_>) -> Result<Option<Lit>, StopReason> {
        let items = &self.items;
        if let Some(lit) = self.dive.choose(items, &mut self.rng, meter)? {
            return Ok(Some(lit));
        }
        let var = self.order.next(|var| items.value(Lit::yes(var)) == 0);
        Ok(var.map(|var| self.phases.decide(var, self.restarts.stable())))
    }

    /// Learns from a conflict, goes back and asserts what was learned; again, if that is a conflict in itself.
    fn resolve(&mut self, conflict: Conflict) {
        let mut next = Some(conflict);
        while let Some(conflict) = next {
            self.tally.conflicts += 1;
            if self.items.level() == 0 {
                self.refute();
                return;
            }
            if self.restarts.stable() {
                let free = self.items.levels.last().map_or(0, |from| *from as usize);
                self.phases.conflict_free(&self.items.trail[..free]);
            }
            self.analysis.learn(&self.items, &mut self.clauses, &mut self.order, conflict);
            self.back_to(self.analysis.back_to);
            next = self.assert_learned();
            self.restarts.conflict(self.analysis.glue);
        }
    }

    fn assert_learned(&mut self) -> Option<Conflict> {
        let lits = &self.analysis.clause;
        self.tally.learned += 1;
        self.tally.literals += lits.len() as u64;
        if let Some(proof) = &mut self.proof {
            proof.add(lits);
        }
        if let Some(port) = &mut self.port {
            port.learned(lits, self.analysis.glue);
        }
        let reason = match lits[..] {
            [_] => Reason::DECISION,
            _ => Reason::clause(self.clauses.add(lits, self.analysis.glue, false)),
        };
        self.items.assign(lits[0], reason)
    }

    pub(super) fn refute(&mut self) {
        self.refuted = true;
        if let Some(proof) = &mut self.proof {
            proof.add(&[]);
        }
    }

    /// Excludes the solution that was found: not these decisions again, from which the rest follows. The last of them
    /// turns round.
    pub(super) fn block(&mut self) {
        let decided = self.items.levels.iter().rev().map(|from| self.items.trail[*from as usize].negated());
        let lits: Vec<Lit> = decided.collect();
        self.dive.end();
        self.leave_out();
        let Some(first) = lits.first() else {
            self.refute();
            return;
        };
        if let Some(proof) = &mut self.proof {
            proof.add(&lits);
        }
        self.back_to(self.items.level() - 1);
        let reason = match lits[..] {
            [_] => Reason::DECISION,
            _ => Reason::clause(self.clauses.add(&lits, 0, true)),
        };
        if let Some(conflict) = self.items.assign(*first, reason) {
            self.resolve(conflict);
        }
    }

    /// The counters as they stand.
    pub(super) fn tally(&self) -> Tally {
        let kept = self.clauses.learned.len() as u64;
        Tally { propagations: self.clauses.visits, taken: self.clauses.taken, kept, ..self.tally }
    }

    /// Takes back all levels above this one.
    pub(super) fn back_to(&mut self, level: u32) {
        let (order, phases) = (&mut self.order, &mut self.phases);
        self.items.undo_to(level, |lit| {
            phases.save(lit);
            order.restore(lit.var());
        });
        self.clauses.rewind(self.items.trail.len());
    }

    /// Whether a restart is followed by a dive.
    fn dives(&self) -> bool {
        self.restarts.stable() && self.dive.is_on()
    }

    fn restart(&mut self) {
        self.tally.restarts += 1;
        let level = if self.dives() { 0 } else { self.level_to_reuse() };
        self.back_to(level);
        self.restarts.restarted(self.tally.conflicts, &mut self.phases);
        if self.order.is_focused == self.restarts.stable() {
            self.back_to(0);
            self.order.is_focused = !self.restarts.stable();
        }
    }

    /// Up to where the next decisions would be the same (van der Tak, Ramos and Heule, "Reusing the assignment trail in
    /// CDCL solvers", 2011).
    fn level_to_reuse(&mut self) -> u32 {
        let items = &self.items;
        let next = self.order.next(|var| items.value(Lit::yes(var)) == 0);
        let next = next.map_or(f64::INFINITY, |var| self.order.rank(var));
        let reuse = self
            .items
            .levels
            .iter()
            .take_while(|from| self.order.rank(self.items.trail[**from as usize].var()) > next);
        reuse.count() as u32
    }

    /// Drops everything that was learned; `false` if that is not enough, since the solutions to exclude fill the store.
    fn make_room(&mut self) -> bool {
        self.back_to(0);
        for at in self.clauses.learned.clone() {
            self.clauses.discard(at);
        }
        self.clauses.sweep(&self.items, self.proof.as_mut());
        !self.clauses.is_full()
    }

    /// Drops the larger part of the learned clauses that seems to help least. At the root only.
    fn reduce(&mut self) {
        self.tally.reductions += 1;
        self.next_reduce =
            self.tally.conflicts + self.tuning.reduce + self.tuning.reduce_step * self.tally.reductions;
        let mut droppable = Vec::new();
        for at in self.clauses.learned.clone() {
            let (glue, used, len) = (self.clauses.glue(at), self.clauses.used(at), self.clauses.len(at));
            if glue <= self.tuning.tier1 || len <= 2 {
                continue;
            }
            self.clauses.set_glue_and_use(at, glue, used.saturating_sub(1));
            let keep =
                if glue <= self.tuning.tier2 { used > 0 } else { used > 1 && glue <= 2 * self.tuning.tier2 };
            if !keep {
                droppable.push((glue, len, at));
            }
        }
        droppable.sort_unstable();
        let kept = droppable.len() * self.tuning.keep / 100;
        for (_, _, at) in &droppable[kept..] {
            self.clauses.discard(*at);
        }
        self.clauses.sweep(&self.items, self.proof.as_mut());
        let work = (self.clauses.visits - self.probed_at) * self.tuning.probe / 100;
        self.probe(work);
        self.probed_at = self.clauses.visits;
    }
}
