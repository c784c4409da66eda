//! The search for one board, depth first: the newest sibling is the deepest, so the stack stays short.

mod sweep;

use crate::layout::Frame;
use crate::outcome::{End, Limits, Outcome};
use crate::simd::{Moves, Task};
use sweep::{State, sweep};

/// How many sweeps may pass between two looks at `stop`; some 10 µs.
const SWEEPS_A_POLL: u32 = 256;

/// With fewer branches left, a board is done sooner here than by many lanes.
const BRANCHES: usize = 3;

/// The lanes that hold bands.
const BANDS: u32 = 0b111;

/// The search of one board, or the beginning of it.
pub(crate) struct Solo<'a> {
    /// What is still to be searched.
    pub(crate) stack: &'a mut Vec<Frame>,
    /// What was found so far.
    pub(crate) outcome: &'a mut Outcome,
    pub(crate) limits: &'a Limits,
    /// Stop at a contradiction after this many if there is more left than a lane or two can do, everything that is not searched on the stack.
    pub(crate) patience: u32,
    pub(crate) stop: &'a dyn Fn() -> bool,
}

impl Task for Solo<'_> {
    type Output = ();

    #[inline(always)]
    fn run<S: Moves>(mut self, s: S) {
        let s = s.quad();
        let mut sweeps = 0u32;
        while let Some(frame) = self.stack.last() {
            let mut state = State::new(frame);
            self.stack.truncate(self.stack.len() - 1);
            loop {
                sweeps = sweeps.wrapping_add(1);
                if sweeps.is_multiple_of(SWEEPS_A_POLL) && (self.stop)() {
                    return;
                }
                let found = sweep(s, &mut state);
                if found.contradiction & BANDS != 0 {
                    if self.patience == 0 && self.stack.len() >= BRANCHES {
                        self.outcome.end = End::Nodes;
                        return;
                    }
                    self.patience = self.patience.saturating_sub(1);
                    break;
                }
                if found.progress & BANDS != 0 {
                    continue;
                }
                if found.open & BANDS == 0 {
                    self.outcome.record(|digits| state.frame.digits(digits));
                    if self.outcome.count >= self.limits.solutions {
                        self.outcome.end = End::Solutions;
                        return;
                    }
                    break;
                }
                if self.outcome.nodes >= self.limits.nodes {
                    self.outcome.end = End::Nodes;
                    return;
                }
                self.branch(s, &mut state.frame);
            }
        }
        self.outcome.end = End::Exhausted;
    }
}

impl Solo<'_> {
    #[inline(always)]
    fn branch<S: Moves>(&mut self, s: S, frame: &mut Frame) {
        self.outcome.nodes += 1;
        let choice = s.choose(frame);
        self.stack.push(*frame);
        if let Some(sibling) = self.stack.last_mut() {
            choice.refute(s, sibling);
        }
        choice.assume(s, frame);
    }
}
