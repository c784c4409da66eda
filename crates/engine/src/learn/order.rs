//! Which option is decided next: the one that took part in conflicts most and latest (EVSIDS), from a heap with four
//! children a node.

use super::{literal::Var, queue::Queue};

/// Activities and the heap over them.
#[derive(Clone, Debug)]
pub(super) struct Order {
    activity: Vec<f64>,
    heap: Vec<Var>,
    /// Where a variable is in the heap; `OUT` if it is not.
    place: Vec<u32>,
    bump: f64,
    /// The factor by which older conflicts count less.
    pub(super) decay: f64,
    queue: Queue,
    /// Whether the queue decides, and not the heap.
    pub(super) is_focused: bool,
}

const OUT: u32 = u32::MAX;
const HUGE: f64 = 1e100;

impl Order {
    /// All of these variables, in this order as long as nothing is learned.
    pub(super) fn new(n_vars: usize, first: &[Var], decay: f64, is_focused: bool) -> Self {
        let mut place = vec![OUT; n_vars];
        for (at, var) in first.iter().enumerate() {
            place[*var as usize] = at as u32;
        }
        Self {
            activity: vec![0.0; n_vars],
            heap: first.to_vec(),
            place,
            bump: 1.0,
            decay,
            queue: Queue::new(n_vars, first),
            is_focused,
        }
    }

    /// The variable took part in a conflict.
    #[inline]
    pub(super) fn bump(&mut self, var: Var) {
        if self.is_focused {
            self.queue.bump(var);
            return;
        }
        let activity = &mut self.activity[var as usize];
        *activity += self.bump;
        if *activity > HUGE {
            self.activity.iter_mut().for_each(|activity| *activity /= HUGE);
            self.bump /= HUGE;
        }
        let at = self.place[var as usize];
        if at != OUT {
            self.rise(at as usize);
        }
    }

    /// A conflict is over: later ones count more.
    pub(super) fn age(&mut self) {
        if self.is_focused {
            self.queue.age();
        } else {
            self.bump /= self.decay;
        }
    }

    /// The open variable to decide next.
    pub(super) fn next(&mut self, is_open: impl Fn(Var) -> bool) -> Option<Var> {
        if self.is_focused {
            return self.queue.next(is_open);
        }
        loop {
            let top = *self.heap.first()?;
            if is_open(top) {
                return Some(top);
            }
            self.pop(top);
        }
    }

    fn pop(&mut self, top: Var) {
        self.place[top as usize] = OUT;
        let Some(last) = self.heap.pop() else { return };
        if let Some(first) = self.heap.first_mut() {
            *first = last;
            self.sink();
        }
    }

    /// What counts when variables are compared: the larger goes first.
    pub(super) fn rank(&self, var: Var) -> f64 {
        if self.is_focused { self.queue.moved(var) as f64 } else { self.activity[var as usize] }
    }

    /// Puts a variable back, unless it is there.
    #[inline]
    pub(super) fn restore(&mut self, var: Var) {
        self.queue.restore(var);
        if self.place[var as usize] == OUT {
            self.heap.push(var);
            self.rise(self.heap.len() - 1);
        }
    }

    fn rise(&mut self, mut at: usize) {
        let var = self.heap[at];
        let activity = self.activity[var as usize];
        while at > 0 {
            let parent = (at - 1) / 4;
            let above = self.heap[parent];
            if self.activity[above as usize] >= activity {
                break;
            }
            self.heap[at] = above;
            self.place[above as usize] = at as u32;
            at = parent;
        }
        self.heap[at] = var;
        self.place[var as usize] = at as u32;
    }

    /// Lets the first entry sink to its place.
    fn sink(&mut self) {
        let (mut at, var) = (0, self.heap[0]);
        let activity = self.activity[var as usize];
        loop {
            let first = 4 * at + 1;
            let children = first.min(self.heap.len())..(first + 4).min(self.heap.len());
            let mut best = (at, activity);
            for child in children {
                let theirs = self.activity[self.heap[child] as usize];
                if theirs > best.1 {
                    best = (child, theirs);
                }
            }
            if best.0 == at {
                break;
            }
            let below = self.heap[best.0];
            self.heap[at] = below;
            self.place[below as usize] = at as u32;
            at = best.0;
        }
        self.heap[at] = var;
        self.place[var as usize] = at as u32;
    }
}
