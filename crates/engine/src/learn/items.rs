//! The exact cover itself: items, their options, and what is known of them at a moment.
//!
//! # Why this is fast
//!
//! A variable is an option "cell c holds value v" and lies in K items: its cell, and its value in each house of the
//! cell. An item wants one of its options taken. Its whole state is one mask of the options that are not ruled out:
//!
//! ```text
//!   option 17 = (r1c4, 6)        item "6 in row 1"          item "r1c4"           item "6 in box 2"
//!   slots[17] = [ cell, row, col, box ]   open = …0100_1010          open = …0010_0110     open = …1000_1000
//!                   │     └─────────────── bit 3 ───┘                    bit 5 ┘
//!                   └────────────────────────────────────────────────────┘
//! ```
//!
//! * Ruling an option out clears one bit in K words. One bit left: that option is taken. None: conflict, seen at once.
//!   As CNF each of these is a clause of L literals with watches to move.
//! * Taking an option walks the K words and rules out what is left in them. As CNF that is K·L clauses of two literals,
//!   the bulk of the file; here "at most one" is stored nowhere.
//! * A house that may leave values out (`Distinct`) has one more bit, of an option that does not exist: never cleared,
//!   so such an item is neither empty nor down to its last. Options in fewer than K items are padded the same way.
//!   There is no branch for either.
//! * Mask and first option stand side by side, 16 bytes an item, so that a step touches one line of cache.

use sdkc_board::Mask;

use super::literal::{Conflict, Lit, Reason, Var};

/// One item: a cell, or a value in a house.
#[derive(Clone, Copy, Debug)]
pub(super) struct Item<M> {
    /// A bit for each option that is not ruled out.
    pub(super) open: M,
    /// Where its options begin in [`Items::options`].
    pub(super) start: u32,
    /// How many there are.
    pub(super) len: u32,
}

/// When and why a variable got its value. Stale where it has none.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mark {
    pub(super) level: u32,
    pub(super) reason: Reason,
}

/// Items, options, values and the trail.
#[derive(Clone, Debug)]
pub(super) struct Items<M, const K: usize> {
    pub(super) slots: Vec<[u32; K]>,
    pub(super) items: Vec<Item<M>>,
    pub(super) options: Vec<Var>,
    /// By literal: 1 true, -1 false, 0 open.
    pub(super) value: Vec<i8>,
    pub(super) marks: Vec<Mark>,
    pub(super) trail: Vec<Lit>,
    /// The length of the trail at each decision.
    pub(super) levels: Vec<u32>,
    /// The next literal of the trail whose items are to be walked.
    head: usize,
}

impl<M: Mask, const K: usize> Items<M, K> {
    /// How far a slot is shifted to get its item; the bits below are the option's place in the item.
    pub(super) const SHIFT: u32 = M::BITS.trailing_zeros();

    pub(super) fn new(slots: Vec<[u32; K]>, items: Vec<Item<M>>, options: Vec<Var>) -> Self {
        let n_vars = slots.len() + 1;
        let mut value = vec![0; 2 * n_vars];
        // The option that does not exist: see `absent`.
        (value[2 * n_vars - 2], value[2 * n_vars - 1]) = (-1, 1);
        let marks = vec![Mark { level: 0, reason: Reason::DECISION }; n_vars];
        Self { slots, items, options, value, marks, trail: Vec::new(), levels: Vec::new(), head: 0 }
    }

    pub(super) fn n_vars(&self) -> usize {
        self.slots.len()
    }

    /// The variable of options that do not exist: false from the start, in no item.
    pub(super) fn absent(n_vars: usize) -> Var {
        n_vars as Var
    }

    /// The current decision level.
    #[inline(always)]
    pub(super) fn level(&self) -> u32 {
        self.levels.len() as u32
    }

    /// The part of the trail that holds without any decision.
    pub(super) fn root(&self) -> &[Lit] {
        let end = self.levels.first().map_or(self.trail.len(), |from| *from as usize);
        &self.trail[..end]
    }

    #[inline(always)]
    pub(super) fn value(&self, lit: Lit) -> i8 {
        self.value[lit.index()]
    }

    #[inline(always)]
    fn item_and_bit(slot: u32) -> (usize, M) {
        ((slot >> Self::SHIFT) as usize, M::bit((slot & (M::BITS - 1)) as usize))
    }

    /// The options of an item.
    #[inline(always)]
    pub(super) fn options_of(&self, item: u32) -> &[Var] {
        let item = &self.items[item as usize];
        &self.options[item.start as usize..(item.start + item.len) as usize]
    }

    #[inline(always)]
    fn put(&mut self, lit: Lit, reason: Reason) {
        self.value[lit.index()] = 1;
        self.value[lit.negated().index()] = -1;
        self.marks[lit.var() as usize] = Mark { level: self.level(), reason };
        self.trail.push(lit);
    }

    /// Rules an open option out: clears its K bits, and takes options that are the last of an item.
    #[inline(always)]
    fn rule_out(&mut self, var: Var, reason: Reason) -> Option<Conflict> {
        self.put(Lit::no(var), reason);
        let mut conflict = None;
        for slot in self.slots[var as usize] {
            let (at, bit) = Self::item_and_bit(slot);
            let item = &mut self.items[at];
            item.open &= !bit;
            let open = item.open;
            if !open.without_lowest().is_empty() {
                continue;
            }
            if open.is_empty() {
                conflict = Some(Conflict::Item(at as u32));
                continue;
            }
            let last = self.options[item.start as usize + open.lowest()];
            if conflict.is_none() && self.value[Lit::yes(last).index()] == 0 {
                self.put(Lit::yes(last), Reason::item(at as u32));
            }
        }
        conflict
    }

    /// Makes an open literal true. What that rules out or forces is done by [`Self::rest`], except that emptied
    /// items show at once.
    #[inline(always)]
    pub(super) fn assign(&mut self, lit: Lit, reason: Reason) -> Option<Conflict> {
        if lit.is_yes() {
            self.put(lit, reason);
            return None;
        }
        self.rule_out(lit.var(), reason)
    }

    /// Walks the items of all options taken since the last call, until nothing new follows.
    #[inline]
    pub(super) fn rest(&mut self) -> Option<Conflict> {
        while let Some(lit) = self.trail.get(self.head) {
            let lit = *lit;
            self.head += 1;
            if lit.is_yes()
                && let Some(conflict) = self.rule_out_peers(lit.var())
            {
                return Some(conflict);
            }
        }
        None
    }

    #[inline(always)]
    fn rule_out_peers(&mut self, var: Var) -> Option<Conflict> {
        for slot in self.slots[var as usize] {
            let (at, bit) = Self::item_and_bit(slot);
            let item = self.items[at];
            let mut left = item.open & !bit;
            while !left.is_empty() {
                let peer = self.options[item.start as usize + left.lowest()];
                left = left.without_lowest();
                let value = self.value[Lit::yes(peer).index()];
                if value > 0 {
                    return Some(Conflict::Pair(var, peer));
                }
                if value == 0
                    && let Some(conflict) = self.rule_out(peer, Reason::peer(var))
                {
                    return Some(conflict);
                }
            }
        }
        None
    }

    /// Opens a new decision level.
    #[inline]
    pub(super) fn open_level(&mut self) {
        self.levels.push(self.trail.len() as u32);
    }

    /// Takes everything above `level` back, newest first, and tells of each literal.
    #[inline]
    pub(super) fn undo_to(&mut self, level: u32, mut undone: impl FnMut(Lit)) {
        let Some(from) = self.levels.get(level as usize).map(|from| *from as usize) else { return };
        for at in (from..self.trail.len()).rev() {
            let lit = self.trail[at];
            self.value[lit.index()] = 0;
            self.value[lit.negated().index()] = 0;
            if !lit.is_yes() {
                for slot in self.slots[lit.var() as usize] {
                    let (item, bit) = Self::item_and_bit(slot);
                    self.items[item].open |= bit;
                }
            }
            undone(lit);
        }
        self.trail.truncate(from);
        self.levels.truncate(level as usize);
        self.head = from;
    }
}
