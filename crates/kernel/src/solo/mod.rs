//! The search for one board at a time.
//!
//! States are worked on side by side; the siblings that branching leaves lie on one stack, from which idle states help themselves. With one state this is
//! plain depth-first search. The newest sibling is the deepest, so the stack stays short however wide the tree is.

pub(crate) mod sweep;

use crate::branch::choose;
use crate::layout::Frame;
use crate::outcome::{End, Limits, Outcome};
use crate::simd::Simd;
use sweep::{States, sweep};

/// How many sweeps may pass between two looks at `stop`; some 10 µs.
const SWEEPS_A_POLL: u32 = 256;

/// Searches `root` and reports what was found.
#[inline(always)]
pub(crate) fn solve<S: Simd>(
    s: S,
    root: Frame,
    limits: &Limits,
    stop: &dyn Fn() -> bool,
    stack: &mut Vec<Frame>,
) -> Outcome {
    let mut outcome = Outcome::UNTRIED;
    let mut states = States::FULL;
    let mut active = 0;
    let mut sweeps = 0;
    stack.clear();
    stack.push(root);
    loop {
        // Idle states take the newest siblings.
        for state in 0..S::LANES / 4 {
            if active >> state & 1 == 0
                && let Some(frame) = stack.pop()
            {
                states.write(s, state, &frame);
                active |= 1 << state;
            }
        }
        if outcome.count >= limits.solutions {
            outcome.end = End::Solutions;
            return outcome;
        }
        if active == 0 {
            outcome.end = End::Exhausted;
            return outcome;
        }
        sweeps += 1;
        if sweeps % SWEEPS_A_POLL == 0 && stop() {
            return outcome;
        }
        let found = sweep(s, &mut states);
        for state in 0..S::LANES / 4 {
            let lanes = 0b111 << (4 * state);
            if active >> state & 1 == 0 {
                continue;
            }
            if found.contradiction & lanes != 0 {
                active &= !(1 << state);
            } else if found.changed & lanes != 0 {
                continue;
            } else if found.open & lanes == 0 {
                outcome.record(|| states.read(s, state).digits());
                active &= !(1 << state);
            } else if outcome.nodes >= limits.nodes {
                outcome.end = End::Nodes;
                return outcome;
            } else {
                outcome.nodes += 1;
                let mut frame = states.read(s, state);
                let choice = choose(s, &frame);
                let mut sibling = frame;
                choice.refute(s, &mut sibling);
                stack.push(sibling);
                choice.assume(s, &mut frame);
                states.write(s, state, &frame);
            }
        }
    }
}
