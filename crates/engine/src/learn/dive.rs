//! Dives: for some conflicts after a restart, options are taken in the order of what is believed of them
//! ([`super::beliefs`]), and beliefs are formed again every few decisions. Then the search goes back to the root and on as usual.
//!
//! A search that is guided so to its end finds solutions in a tenth of the conflicts, or loses itself where beliefs are
//! wrong; ten conflicts at a time cost little where they do not help. What a dive learns, and the phases that it leaves
//! behind, stay. (Guided decimation: Braunstein, Mézard and Zecchina, "Survey propagation", 2005.)

use sdkc_board::{Mask, SeededRng};

use super::{
    beliefs::Beliefs,
    items::Items,
    literal::{Lit, Var},
    tuning::Tuning,
};
use crate::{StopReason, limits::Meter};

/// Decisions between estimates on small boards; on large ones one for so many open options.
const STRIDE: usize = 10;
const SHARE: usize = 256;
/// Options that are ranked for each of those decisions: most of them fall when likelier ones are taken.
const SPARE: usize = 4;

/// The state of dives.
#[derive(Clone, Debug)]
pub(super) struct Dive<const K: usize> {
    /// Formed when first asked for; two of different trust have dives by turns.
    beliefs: [Option<Beliefs<K>>; 2],
    turn: usize,
    /// The number of conflicts at which the dive is over; `None` between dives.
    until: Option<u64>,
    /// What to take next, the likeliest last.
    next: Vec<Var>,
    /// Decisions before the next estimate.
    left: usize,
    /// Conflicts of a dive; 0 for none ever.
    length: u64,
    trust: [u32; 2],
    rounds: u32,
}

impl<const K: usize> Dive<K> {
    pub(super) fn new(tuning: &Tuning) -> Self {
        let (length, trust, rounds) = (tuning.dive, tuning.trust, tuning.rounds);
        Self { beliefs: [None, None], turn: 1, until: None, next: Vec::new(), left: 0, length, trust, rounds }
    }

    /// Whether there are any.
    pub(super) const fn is_on(&self) -> bool {
        self.length > 0
    }

    /// Begins a dive from the root, after so many conflicts.
    pub(super) fn begin(&mut self, conflicts: u64) {
        self.until = Some(conflicts + self.length);
        self.left = 0;
        self.turn = if self.trust[0] == self.trust[1] { 0 } else { 1 - self.turn };
    }

    /// Ends the dive where it is.
    pub(super) fn end(&mut self) {
        self.until = None;
    }

    /// Ends the dive, if it has had its conflicts.
    pub(super) fn is_over(&mut self, conflicts: u64) -> bool {
        self.until.take_if(|until| conflicts >= *until).is_some()
    }

    /// The option to take; `None` between dives. Odds are blurred by up to a tenth, so that no two dives are the same.
    ///
    /// # Errors
    /// If a limit is reached while beliefs are formed.
    pub(super) fn choose<M: Mask>(
        &mut self,
        items: &Items<M, K>,
        rng: &mut SeededRng,
        meter: &mut Meter<'_>,
    ) -> Result<Option<Lit>, StopReason> {
        if self.until.is_none() {
            return Ok(None);
        }
        while self.left > 0
            && let Some(var) = self.next.pop()
        {
            if items.value(Lit::yes(var)) == 0 {
                self.left -= 1;
                return Ok(Some(Lit::yes(var)));
            }
        }
        self.rank(items, rng, meter)?;
        self.left = self.left.saturating_sub(1);
        Ok(self.next.pop().map(Lit::yes))
    }

    /// Takes a choice back that was not made after all.
    pub(super) fn put_back(&mut self, lit: Lit) {
        if self.until.is_some() {
            self.next.push(lit.var());
            self.left += 1;
        }
    }

    /// Forms beliefs anew and puts the likeliest options in order.
    fn rank<M: Mask>(
        &mut self,
        items: &Items<M, K>,
        rng: &mut SeededRng,
        meter: &mut Meter<'_>,
    ) -> Result<(), StopReason> {
        let trust = self.trust[self.turn];
        let beliefs = self.beliefs[self.turn].get_or_insert_with(|| Beliefs::new(items, trust));
        if items.level() == 0 {
            beliefs.talk_at_root(items, self.rounds, meter)?;
        } else {
            beliefs.talk(items, self.rounds, meter)?;
        }
        let blurred =
            beliefs.odds().map(|(var, odds)| (odds * (1.0 + rng.below(1024) as f32 / 10_240.0), var));
        let mut ranked: Vec<(f32, Var)> = blurred.collect();
        self.left = STRIDE.max(ranked.len() / SHARE);
        let most = SPARE * self.left;
        if most < ranked.len() {
            ranked.select_nth_unstable_by(most, |one, other| other.0.total_cmp(&one.0));
            ranked.truncate(most);
        }
        ranked.sort_unstable_by(|one, other| one.0.total_cmp(&other.0));
        self.next.clear();
        self.next.extend(ranked.iter().map(|(_, var)| *var));
        Ok(())
    }
}
