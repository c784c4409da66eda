//! The search for one board at a time.
//!
//! States are worked on side by side; the siblings that branching leaves lie on one stack, from which idle states help themselves. With one state this is
//! plain depth-first search. The newest sibling is the deepest, so the stack stays short however wide the tree is.

mod sweep;

use crate::layout::Frame;
use crate::outcome::{End, Limits, Outcome};
use crate::simd::{Moves, Task};
use sweep::{States, sweep};

/// How many sweeps may pass between two looks at `stop`; some 10 µs.
const SWEEPS_A_POLL: u32 = 256;

/// The search of one board, or the rest of it.
pub(crate) struct Solo<'a> {
    /// What is still to be searched.
    pub(crate) stack: &'a mut Vec<Frame>,
    /// What was found so far.
    pub(crate) outcome: &'a mut Outcome,
    pub(crate) limits: &'a Limits,
    /// Pause before this many branchings, everything that is not searched on the stack.
    pub(crate) pause: u64,
    pub(crate) stop: &'a dyn Fn() -> bool,
}

impl Task for Solo<'_> {
    type Output = ();

    #[inline(always)]
    fn run<S: Moves>(mut self, s: S) {
        let mut states = States::FULL;
        let mut active = 0;
        let mut sweeps = 0u32;
        loop {
            // Idle states take the newest siblings.
            for state in 0..S::LANES / 4 {
                if active >> state & 1 == 0
                    && let Some(frame) = self.stack.pop()
                {
                    states.write(s, state, &frame);
                    active |= 1 << state;
                }
            }
            if active == 0 {
                self.outcome.end = End::Exhausted;
                return;
            }
            sweeps += 1;
            if sweeps.is_multiple_of(SWEEPS_A_POLL) && (self.stop)() {
                return;
            }
            let found = sweep(s, &mut states);
            for state in 0..S::LANES / 4 {
                let lanes = 0b111 << (4 * state);
                if active >> state & 1 == 0 || (found.progress & !found.contradiction) & lanes != 0 {
                    continue;
                }
                active &= !(1 << state);
                if found.contradiction & lanes != 0 {
                    continue;
                }
                if found.open & lanes != 0 {
                    if self.outcome.nodes >= self.pause {
                        return self.pause(s, &states, active | 1 << state);
                    }
                    active |= 1 << state;
                    self.branch(s, &mut states, state);
                } else {
                    self.outcome.record(|digits| states.read(s, state).digits(digits));
                    if self.outcome.count >= self.limits.solutions {
                        self.outcome.end = End::Solutions;
                        return;
                    }
                }
            }
        }
    }
}

impl Solo<'_> {
    #[inline(always)]
    fn branch<S: Moves>(&mut self, s: S, states: &mut States, state: usize) {
        self.outcome.nodes += 1;
        let mut frame = states.read(s, state);
        let choice = s.choose(&frame);
        let mut sibling = frame;
        choice.refute(s, &mut sibling);
        self.stack.push(sibling);
        choice.assume(s, &mut frame);
        states.write(s, state, &frame);
    }

    #[inline(always)]
    fn pause<S: Moves>(self, s: S, states: &States, active: u32) {
        for state in 0..S::LANES / 4 {
            if active >> state & 1 == 1 {
                self.stack.push(states.read(s, state));
            }
        }
        self.outcome.end = End::Nodes;
    }
}
