//! Which option is decided next in focused mode: the one that took part in a conflict last (VMTF: variables move to front).
//! A doubly linked list with the time of each variable's last move, and a finger behind which nothing is open.

use super::literal::Var;

/// No variable.
const NONE: Var = Var::MAX;

/// The list, from the variable that waits longest to the one that moved last.
#[derive(Clone, Debug)]
pub(super) struct Queue {
    before: Vec<Var>,
    behind: Vec<Var>,
    last: Var,
    moved: Vec<u64>,
    clock: u64,
    /// All variables that moved after this one have a value.
    finger: Var,
    /// What took part in the conflict at hand.
    pending: Vec<Var>,
}

impl Queue {
    /// These variables, the first one to be decided first.
    pub(super) fn new(n_vars: usize, first: &[Var]) -> Self {
        let mut queue = Self {
            before: vec![NONE; n_vars],
            behind: vec![NONE; n_vars],
            last: NONE,
            moved: vec![0; n_vars],
            clock: 0,
            finger: NONE,
            pending: Vec::new(),
        };
        first.iter().rev().for_each(|var| queue.append(*var));
        queue.finger = queue.last;
        queue
    }

    /// The variable took part in the conflict at hand.
    pub(super) fn bump(&mut self, var: Var) {
        self.pending.push(var);
    }

    /// The conflict is over: what took part moves, in the order that it had.
    pub(super) fn age(&mut self) {
        let mut pending = std::mem::take(&mut self.pending);
        pending.sort_unstable_by_key(|var| self.moved[*var as usize]);
        for var in pending.drain(..) {
            self.remove(var);
            self.append(var);
        }
        self.pending = pending;
    }

    /// When a variable moved last.
    pub(super) fn moved(&self, var: Var) -> u64 {
        self.moved[var as usize]
    }

    /// A variable has no value any more.
    #[inline]
    pub(super) fn restore(&mut self, var: Var) {
        if self.finger == NONE || self.moved[var as usize] > self.moved[self.finger as usize] {
            self.finger = var;
        }
    }

    /// The open variable that moved last.
    pub(super) fn next(&mut self, is_open: impl Fn(Var) -> bool) -> Option<Var> {
        while self.finger != NONE && !is_open(self.finger) {
            self.finger = self.before[self.finger as usize];
        }
        (self.finger != NONE).then_some(self.finger)
    }

    fn append(&mut self, var: Var) {
        self.before[var as usize] = self.last;
        self.behind[var as usize] = NONE;
        if self.last != NONE {
            self.behind[self.last as usize] = var;
        }
        self.last = var;
        self.clock += 1;
        self.moved[var as usize] = self.clock;
    }

    /// Takes a variable out, which has a value.
    fn remove(&mut self, var: Var) {
        let (before, behind) = (self.before[var as usize], self.behind[var as usize]);
        if before != NONE {
            self.behind[before as usize] = behind;
        }
        match behind {
            NONE => self.last = before,
            _ => self.before[behind as usize] = before,
        }
        if self.finger == var {
            self.finger = if before == NONE { behind } else { before };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_took_part_last_is_next() {
        let mut queue = Queue::new(6, &[3, 1, 4, 0]);
        assert_eq!(queue.next(|_| true), Some(3));
        assert_eq!(queue.next(|var| var != 3), Some(1));
        // 0 and 4 have values and take part: 4 was to be decided before 0, and still is.
        [0, 4].into_iter().for_each(|var| queue.bump(var));
        queue.age();
        [4, 0, 3].into_iter().for_each(|var| queue.restore(var));
        let mut order = Vec::new();
        while let Some(var) = queue.next(|var| !order.contains(&var)) {
            order.push(var);
        }
        assert_eq!(order, [4, 0, 3, 1]);
    }

    #[test]
    fn the_last_open_variable_may_take_part() {
        let mut queue = Queue::new(2, &[1]);
        assert_eq!(queue.next(|_| false), None);
        queue.bump(1);
        queue.age();
        queue.restore(1);
        assert_eq!(queue.next(|_| true), Some(1));
        assert_eq!(Queue::new(2, &[]).next(|_| true), None);
    }
}
