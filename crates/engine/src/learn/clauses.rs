//! The clauses: those that the board brings (orders, supports) and those that were learned. One flat arena, two
//! watched literals each, visited only when the items are at rest.
//!
//! A clause of n literals takes n + 2 words: a header (length, flags), its glue and use, then the literals, the two
//! watched ones first. A watch carries one more literal of its clause, the blocker: if that is true the clause is not
//! looked at. Clauses of two literals are decided by the watch alone.

use sdkc_board::Mask;

use super::{
    items::Items,
    literal::{Conflict, Lit, Reason},
    proof::Proof,
};

/// One of the two watches of a clause.
#[derive(Clone, Copy, Debug)]
struct Watch {
    /// Where the clause is; the top bit says that it has two literals.
    at: u32,
    blocker: Lit,
}

const PAIR: u32 = 1 << 31;
const LEN: u32 = (1 << 24) - 1;
const GONE: u32 = 1 << 31;
const KEPT: u32 = 1 << 30;
const GLUE: u32 = (1 << 24) - 1;
const USED_SHIFT: u32 = 24;
const HEADER: usize = 2;
/// Words from which on room is made: places are numbered with thirty bits, and the next clause has to fit as well.
const FULL: usize = 1 << 29;

/// The store of clauses.
#[derive(Clone, Debug, Default)]
pub(super) struct Clauses {
    arena: Vec<u32>,
    watches: Vec<Vec<Watch>>,
    /// Where the learned clauses are, oldest first.
    pub(super) learned: Vec<u32>,
    /// Where the board's own clauses and blocked solutions are.
    kept: Vec<u32>,
    /// The next literal of the trail whose watches are to be visited.
    head: usize,
    /// Literals whose watches were visited.
    pub(super) visits: u64,
    /// Those of them that take an option.
    pub(super) taken: u64,
}

impl Clauses {
    pub(super) fn new(n_vars: usize) -> Self {
        Self { watches: vec![Vec::new(); 2 * n_vars], ..Self::default() }
    }

    fn literals(&self, at: u32) -> &[u32] {
        let from = at as usize + HEADER;
        &self.arena[from..from + self.len(at)]
    }

    /// The literals of a clause.
    #[inline(always)]
    pub(super) fn lits(&self, at: u32) -> impl Iterator<Item = Lit> + '_ {
        self.literals(at).iter().map(|code| Lit(*code))
    }

    #[inline(always)]
    pub(super) fn len(&self, at: u32) -> usize {
        (self.arena[at as usize] & LEN) as usize
    }

    pub(super) fn glue(&self, at: u32) -> u32 {
        self.arena[at as usize + 1] & GLUE
    }

    pub(super) fn used(&self, at: u32) -> u32 {
        self.arena[at as usize + 1] >> USED_SHIFT
    }

    pub(super) fn set_glue_and_use(&mut self, at: u32, glue: u32, used: u32) {
        self.arena[at as usize + 1] = glue.min(GLUE) | used << USED_SHIFT;
    }

    pub(super) fn is_kept(&self, at: u32) -> bool {
        self.arena[at as usize] & KEPT != 0
    }

    /// Marks a clause as deleted; [`Self::sweep`] takes it out.
    pub(super) fn discard(&mut self, at: u32) {
        self.arena[at as usize] |= GONE;
    }

    /// Whether there is room for one more clause only.
    pub(super) fn is_full(&self) -> bool {
        self.arena.len() > FULL
    }

    /// Stores a clause of two or more literals; watches the first two.
    pub(super) fn add(&mut self, lits: &[Lit], glue: u32, keep: bool) -> u32 {
        let at = self.arena.len() as u32;
        self.arena.push(lits.len() as u32 | if keep { KEPT } else { 0 });
        self.arena.push(glue.min(GLUE) | 2 << USED_SHIFT);
        self.arena.extend(lits.iter().map(|lit| lit.0));
        if keep {
            self.kept.push(at);
        } else {
            self.learned.push(at);
        }
        self.watch(at, lits[0], lits[1], lits.len());
        at
    }

    fn watch(&mut self, at: u32, first: Lit, second: Lit, len: usize) {
        let at = if len == 2 { at | PAIR } else { at };
        self.watches[first.index()].push(Watch { at, blocker: second });
        self.watches[second.index()].push(Watch { at, blocker: first });
    }

    /// Brings items and clauses to rest: until nothing follows, or something cannot be.
    #[inline]
    pub(super) fn propagate<M: Mask, const K: usize>(&mut self, items: &mut Items<M, K>) -> Option<Conflict> {
        loop {
            if let Some(conflict) = items.rest() {
                return Some(conflict);
            }
            let lit = *items.trail.get(self.head)?;
            self.head += 1;
            self.visits += 1;
            self.taken += u64::from(lit.is_yes());
            if let Some(conflict) = self.visit(items, lit.negated()) {
                return Some(conflict);
            }
        }
    }

    /// Visits the clauses that watch a literal which has become false.
    #[inline]
    fn visit<M: Mask, const K: usize>(
        &mut self,
        items: &mut Items<M, K>,
        falsified: Lit,
    ) -> Option<Conflict> {
        let mut watches = std::mem::take(&mut self.watches[falsified.index()]);
        let (mut from, mut to) = (0, 0);
        let mut conflict = None;
        while from < watches.len() {
            let watch = watches[from];
            from += 1;
            watches[to] = watch;
            to += 1;
            let value = items.value(watch.blocker);
            if value > 0 {
                continue;
            }
            let (at, unit) = if watch.at & PAIR != 0 {
                (watch.at & !PAIR, watch.blocker)
            } else {
                match self.look(items, watch.at, falsified) {
                    Look::Satisfied(blocker) => {
                        watches[to - 1].blocker = blocker;
                        continue;
                    }
                    Look::Moved => {
                        to -= 1;
                        continue;
                    }
                    Look::Unit(unit) => {
                        watches[to - 1].blocker = unit;
                        (watch.at, unit)
                    }
                }
            };
            conflict = match items.value(unit) {
                0 => items.assign(unit, Reason::clause(at)),
                _ => Some(Conflict::Clause(at)),
            };
            if conflict.is_some() {
                break;
            }
        }
        if from > to {
            watches.copy_within(from.., to);
            watches.truncate(watches.len() - (from - to));
        }
        self.watches[falsified.index()] = watches;
        conflict
    }

    #[inline(always)]
    fn look<M: Mask, const K: usize>(&mut self, items: &Items<M, K>, at: u32, falsified: Lit) -> Look {
        let from = at as usize;
        let len = (self.arena[from] & LEN) as usize;
        let lits = &mut self.arena[from + HEADER..from + HEADER + len];
        let other = Lit(lits[0] ^ lits[1] ^ falsified.0);
        if items.value(other) > 0 {
            return Look::Satisfied(other);
        }
        let Some(found) = lits[2..].iter().position(|lit| items.value(Lit(*lit)) >= 0) else {
            return Look::Unit(other);
        };
        let next = Lit(lits[found + 2]);
        (lits[0], lits[1], lits[found + 2]) = (other.0, next.0, falsified.0);
        self.watches[next.index()].push(Watch { at, blocker: other });
        Look::Moved
    }

    /// After items went back to `length` literals of trail.
    #[inline]
    pub(super) fn rewind(&mut self, length: usize) {
        self.head = self.head.min(length);
    }

    /// Takes discarded clauses out, closes the gaps, and lays the watches anew. At the root only, where no reason
    /// is ever asked for again: literals false at the root go as well, clauses true at the root go whole.
    pub(super) fn sweep<M: Mask, const K: usize>(
        &mut self,
        items: &Items<M, K>,
        mut proof: Option<&mut Proof>,
    ) {
        debug_assert_eq!(items.level(), 0, "reasons would dangle");
        if let Some(proof) = proof.as_deref_mut() {
            proof.root(&items.trail);
        }
        self.watches.iter_mut().for_each(Vec::clear);
        let old = std::mem::take(&mut self.arena);
        self.arena.reserve(old.len());
        let (mut lits, mut open) = (Vec::new(), Vec::new());
        for list in [std::mem::take(&mut self.kept), std::mem::take(&mut self.learned)] {
            for at in list {
                let (header, glue) = (old[at as usize], old[at as usize + 1]);
                let from = at as usize + HEADER;
                lits.clear();
                lits.extend(old[from..from + (header & LEN) as usize].iter().map(|code| Lit(*code)));
                open.clear();
                open.extend(lits.iter().copied().filter(|lit| items.value(*lit) == 0));
                let goes = header & GONE != 0 || lits.iter().any(|lit| items.value(*lit) > 0);
                // The formula keeps its own clauses as they were.
                if let Some(proof) = proof.as_deref_mut().filter(|_| header & KEPT == 0) {
                    if !goes && open.len() < lits.len() {
                        proof.add(&open);
                    }
                    if goes || open.len() < lits.len() {
                        proof.delete(&lits);
                    }
                }
                if !goes {
                    let to = self.add(&open, 0, header & KEPT != 0);
                    self.arena[to as usize + 1] = glue;
                }
            }
        }
    }
}

/// What looking at a clause came to.
enum Look {
    /// This literal of it is true.
    Satisfied(Lit),
    /// Another literal is watched now.
    Moved,
    /// All but this literal are false; it is open or false itself.
    Unit(Lit),
}
