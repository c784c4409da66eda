//! When to begin again from the root.

use super::{phases::Phases, tuning::Tuning};

/// Restarts after Luby's sequence (stable mode), or when clauses get worse than they were on average (focused mode).
#[derive(Clone, Debug)]
pub(super) struct Restarts {
    unit: u64,
    index: u64,
    since: u64,
    until: u64,
    fast: f64,
    slow: f64,
    n: f64,
    stable: bool,
    focus: u64,
    switches: u64,
    next_switch: u64,
}

impl Restarts {
    pub(super) fn new(tuning: &Tuning) -> Self {
        Self {
            unit: tuning.luby,
            index: 1,
            since: 0,
            until: tuning.luby,
            fast: 0.0,
            slow: 0.0,
            n: 0.0,
            stable: tuning.focus == 0,
            focus: tuning.focus,
            switches: 0,
            next_switch: if tuning.focus > 0 { tuning.focus } else { u64::MAX },
        }
    }

    /// Whether this is the mode of long runs that aim for a solution.
    pub(super) fn stable(&self) -> bool {
        self.stable
    }

    pub(super) fn conflict(&mut self, glue: u32) {
        self.since += 1;
        self.n += 1.0;
        let glue = f64::from(glue);
        self.fast += (glue - self.fast) * (1.0 / self.n).max(0.03);
        self.slow += (glue - self.slow) * (1.0 / self.n).max(1e-5);
    }

    pub(super) fn is_due(&self) -> bool {
        if self.stable { self.since >= self.until } else { self.since >= 2 && self.fast > 1.1 * self.slow }
    }

    pub(super) fn restarted(&mut self, conflicts: u64, phases: &mut Phases) {
        self.since = 0;
        if self.stable {
            self.index += 1;
            self.until = self.unit * luby(self.index);
        }
        if conflicts >= self.next_switch {
            self.stable = !self.stable;
            self.switches += 1;
            let round = self.switches / 2 + 1;
            self.next_switch = conflicts + self.focus * round * round;
            phases.forget_targets();
        }
    }
}

/// Luby's sequence 1 1 2 1 1 2 4 …, from index 1.
fn luby(mut index: u64) -> u64 {
    loop {
        let power = u64::BITS - index.leading_zeros();
        if index + 1 == 1 << power {
            return 1 << (power - 1);
        }
        index -= (1 << (power - 1)) - 1;
    }
}
