//! Plain search for as long as it gets on, learning from conflicts after that.
//!
//! Most boards, even big ones, fall to singles and locked candidates with a few guesses, and boards with many
//! solutions are listed fastest without learning. A plain search that has placed many values since its last solution
//! is lost, though: it is given up, and the other search starts at the root and skips what was listed already.

use std::collections::HashSet;

use sdkc_board::Grid;

use super::Learned;
use crate::{
    Backend, Event, Observer, Stats, StopReason,
    backend::Engine,
    limits::Meter,
    search::{Search, Step},
};

/// Nodes without a solution after which the plain search is given up.
const PATIENCE: u64 = 500;
/// Solutions that are remembered; a plain search that finds more is never given up.
const MEMORY: usize = 1 << 12;

/// The two searches, one after the other.
pub(crate) struct Patient<'a, O> {
    plain: Option<Engine<'a, O>>,
    learned: Learned,
    listed: HashSet<Grid>,
    /// Nodes that are left to the plain search.
    left: u64,
    /// What the plain search counted before it was given up.
    before: Stats,
}

impl<'a, O: Observer> Patient<'a, O> {
    pub(crate) fn new(plain: Engine<'a, O>, learned: Learned) -> Self {
        Self { plain: Some(plain), learned, listed: HashSet::new(), left: PATIENCE, before: Stats::default() }
    }

    /// Gives the plain search up.
    fn turn(&mut self, observer: &mut O) {
        let Some(plain) = self.plain.take() else { return };
        self.before = plain.search.stats();
        if O::ACTIVE {
            let placed = plain.search.grid();
            for (cell, _) in placed.filled().filter(|(cell, _)| !self.learned.is_given(*cell)) {
                observer.event(Event::Removed { cell });
            }
        }
    }

    /// Goes on with the plain search; `None` if it has run out of patience.
    fn advance_plain(&mut self, meter: &mut Meter<'_>, observer: &mut O) -> Option<Step> {
        let plain = self.plain.as_mut()?;
        if self.listed.len() > MEMORY {
            return Some(plain.search.advance(meter, observer));
        }
        let mut stretch = meter.stretch(self.left);
        let step = plain.search.advance(&mut stretch, observer);
        self.left = self.left.saturating_sub(stretch.nodes());
        let spent = meter.absorb(&stretch);
        match step {
            Step::Solution => {
                self.listed.insert(plain.search.grid());
                self.left = PATIENCE;
                Some(step)
            }
            Step::Stopped(StopReason::Nodes { .. }) => spent.map(Step::Stopped),
            _ => Some(step),
        }
    }
}

impl<O: Observer> Search<O> for Patient<'_, O> {
    fn advance(&mut self, meter: &mut Meter<'_>, observer: &mut O) -> Step {
        if let Some(step) = self.advance_plain(meter, observer) {
            return step;
        }
        self.turn(observer);
        loop {
            let step = self.learned.advance(meter, observer);
            let repeats = step == Step::Solution && self.listed.contains(self.learned.solution());
            if !repeats {
                return step;
            }
        }
    }

    fn grid(&self) -> Grid {
        self.plain.as_ref().map_or_else(|| self.learned.solution().clone(), |plain| plain.search.grid())
    }

    fn stats(&self) -> Stats {
        if let Some(plain) = &self.plain {
            return plain.search.stats();
        }
        let mut stats = self.learned.stats();
        stats.absorb(&self.before);
        stats
    }

    fn backend(&self) -> Backend {
        self.plain.as_ref().map_or(Backend::Learning, |plain| plain.search.backend())
    }
}
