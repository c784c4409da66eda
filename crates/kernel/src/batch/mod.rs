//! The search for many boards at a time, one a lane.
//!
//! Each lane of each group is a depth-first search of its own: a board in the lane, the siblings still to be tried on the lane's stack. A round
//! sweeps every group once, without a branch, and then goes through the lanes to which something happened:
//!
//! ```text
//!            +----------------------- round -----------------------+
//!  groups    | sweep | sweep | sweep | events of 48 lanes, by mask |
//!            +-----------------------------------------------------+
//!  event       contradiction        → newest sibling, else the next board
//!              stuck, cells open    → branch: save the sibling, go on with the digit
//!              stuck, none open     → a solution; then as after a contradiction
//! ```
//!
//! A lane that runs out of work takes the next board at once, so lanes stay busy however unequal the boards are. When boards run out, idle
//! lanes take the oldest siblings of busy ones. On hard boards more time goes into events than into sweeps, which is why so
//! much care goes into moving one board out of a lane and back ([`crate::moves`]).
//!
//! **What did not work**, here or in the prototype before it:
//! * A word a cell of 16 bits, 32 boards a vector: no shifts, but a mask register for each test, and three times the words to move for each event.
//! * Digit by digit bit boards, and full bit slicing: rejected on operation counts, not built.
//! * Sweeping rows a second time, before the boxes or after them: one to two percent fewer nodes, up to ten percent fewer sweeps, thirteen percent more
//!   operations in each; no faster on a machine with two 512-bit units (it paid on one with four).
//! * Rows before columns: the columns' support is then older by a step; a tenth slower.
//! * Sweeping until nothing changes at all, with a comparison of every word: one more sweep a node. Counting open cells *before* hidden
//!   singles are found stops too early instead: four times the nodes on boards with 17 clues.
//! * Taking a board as stuck when only the first band of a sweep placed digits: a third more nodes on boards with 17 clues, an eighth on hard ones, hardly a
//!   sweep saved.
//! * Looking for events after every band instead of after three: eight percent fewer sweeps, and a tenth slower, since a third as many boards share what a look
//!   costs, and the next sweep waits for words just written.
//! * One board on many lanes: searching in breadth before that until there are many branches; branching boards that still make progress while most
//!   lanes are idle. Neither gains.
//! * Four branches of one board side by side, with their bands in four lanes each as in [`crate::solo`]: moving them is nine copies instead of 27 words, but four boards
//!   share a sweep instead of sixteen, which takes twice as long a board; a fifth to a quarter slower on hard boards, one a call, and with AVX2 half as fast.
//! * Leaving out the test for empty cells: contradictions are then seen late, ten times the nodes on boards with 17 clues.
//! * Scoring by digits with two places, by totals of digits or by crowded bands: up to twice the nodes.
//! * Gathering a board's words into vectors: two gathers take twice the time of 27 loads and stores. Loading what was just stored word by word
//!   stalls instead, so branching goes in steps through all boards ([`crate::simd::Branching`]); a third of the time on hard boards. Looking at the cells in a step
//!   of its own lets the machine overlap more boards: another twentieth.
//! * Scoring six cells: eight percent fewer nodes than with three on hard boards, four: five percent; both take more time than that saves. Two: a fifth more
//!   nodes. Cells with a bivalue neighbour in their box first: an eighth more nodes. Other weights than 2 for bivalue peers: 0 makes a tenth more nodes, 1 and 4
//!   three percent, 3 one percent.
//! * Branching on where a digit goes in a band, as tdoku does: as many nodes on hard boards, a third more on boards with 17 clues. Its fewer branchings
//!   come from knowing that three cells of a box in line have three digits: an eighth fewer sweeps here, each with a third more operations.
//! * Sweeping two groups by turns, band by band: no difference, so sweeps do not wait for each other's results.
//! * Handling the events of one group in steps between the bands of the next one's sweep: nothing overlaps that did not before, and loops over few lanes are harder to
//!   predict; the same time on boards with 17 clues, a twentieth more on hard ones.
//! * Copying all solved boards out before their digits are read, as with branching: no faster with AVX-512 than gathering, a twentieth slower with AVX2.
//! * Trying the digit first that more peers share: a tenth fewer nodes on boards with several solutions, none elsewhere, where weighing two digits costs five
//!   percent. The other digit first: a quarter more.
//! * Letting the compiler unroll the scoring with `vpopcntq` enabled: it packs the counts of different cells into vectors, at twice the cost.
//! * Writing digits into a temporary and copying it: overlapping vector stores cannot be forwarded to the copy's loads; a tenth of the time
//!   on easy boards.

mod group;
mod sweep;

use std::borrow::BorrowMut;

use crate::board::Board;
use crate::layout::Frame;
use crate::outcome::{End, Limits, Outcome};
use crate::simd::{Branching, Moves, Rooms, Task, fetch};
pub(crate) use group::Group;
use sweep::sweep;

/// Lanes of all groups together: enough that a round's events are many, few enough that their boards stay in the nearest memory. 32 and 64 are two
/// percent slower.
const MAX_LANES: usize = 48;

/// After this many contradictions a board is hard enough for several lanes. Branchings would not do: a board with many solutions branches often and is
/// done all the same.
pub(crate) const PATIENCE: u32 = 2;

/// How many boards ahead memory is asked for: a microsecond or two before it is needed.
const AHEAD: usize = 8;

/// How many rounds of sweeps may pass between two looks at `stop`; some 100 µs.
const ROUNDS_A_POLL: u32 = 64;

/// The memory of searches with many lanes, kept from one to the next.
pub(crate) struct Memory {
    groups: Vec<Group>,
    /// The frame of depth `d` of the stack of lane `l` is at `d·lanes + l`: searches are shallow, so little memory is ever touched.
    stacks: Vec<Frame>,
    rooms: Rooms,
}

impl Memory {
    pub(crate) fn new() -> Self {
        Self { groups: Vec::new(), stacks: Vec::new(), rooms: Rooms::default() }
    }
}

/// The search of a batch.
pub(crate) struct Batch<'a> {
    pub(crate) boards: &'a [Board],
    /// Empty before; as many as boards after.
    pub(crate) outcomes: &'a mut Vec<Outcome>,
    pub(crate) limits: &'a Limits,
    pub(crate) stop: &'a dyn Fn() -> bool,
    pub(crate) memory: &'a mut Memory,
}

impl Task for Batch<'_> {
    type Output = ();

    #[inline(always)]
    fn run<S: Moves>(self, s: S) {
        let Memory { groups, stacks, .. } = self.memory;
        let mut search = Search::<_, _, MAX_LANES>::new(s, groups, stacks, [S::Branching::IDLE; MAX_LANES]);
        search.boards = self.boards;
        search.outcomes = std::mem::take(self.outcomes);
        search.limit = self.limits.solutions;
        search.run(self.stop);
        *self.outcomes = search.outcomes;
        self.outcomes.resize(self.boards.len(), Outcome::UNTRIED);
    }
}

/// How many lanes work on a single board. Twice as many find work for all of them on the hardest boards only.
const LANES_OF_ONE: usize = 16;

/// The rest of the search of one board, from many places at a time.
pub(crate) struct Rest<'a> {
    /// What is still to be searched; empty after.
    pub(crate) seeds: &'a mut Vec<Frame>,
    pub(crate) outcome: &'a mut Outcome,
    pub(crate) limits: &'a Limits,
    pub(crate) stop: &'a dyn Fn() -> bool,
    pub(crate) memory: &'a mut Memory,
}

impl Task for Rest<'_> {
    type Output = ();

    #[inline(always)]
    fn run<S: Moves>(self, s: S) {
        let Memory { groups, stacks, rooms } = self.memory;
        let room = S::Branching::room(rooms);
        room.resize(LANES_OF_ONE, S::Branching::IDLE);
        let room = room.first_chunk_mut().expect("it has just got its size");
        let mut search = Search::<_, &mut [_; LANES_OF_ONE], LANES_OF_ONE>::new(s, groups, stacks, room);
        search.seeds = std::mem::take(self.seeds);
        search.outcomes = vec![Outcome { end: End::Exhausted, ..*self.outcome }];
        search.limit = self.limits.solutions;
        search.run(self.stop);
        *self.outcome = search.outcomes[0];
        search.seeds.clear();
        *self.seeds = search.seeds;
    }
}

/// The bookkeeping of a lane.
#[derive(Clone, Copy, Default)]
struct Lane {
    /// Which board it works on.
    ticket: usize,
    /// The frames of its stack, from the oldest that others have not taken.
    base: u32,
    top: u32,
    nodes: u64,
    /// Contradictions so far, on the way from its board's beginning.
    failures: u32,
}

/// The state of a running search. `R` is the room for boards that branch: in the search itself for a batch, where a way round by a pointer costs a
/// fiftieth of the time; in memory that is kept for one board, where setting it up costs as much.
struct Search<'a, S: Moves, R, const LANES: usize> {
    s: S,
    boards: &'a [Board],
    /// Parts of the first board that no lane has begun.
    seeds: Vec<Frame>,
    outcomes: Vec<Outcome>,
    limit: u64,
    groups: &'a mut [Group],
    stacks: &'a mut Vec<Frame>,
    lanes: [Lane; LANES],
    /// The lanes that have work.
    active: u64,
    /// The first board that no lane has begun.
    next: usize,
    /// The boards that branch in this round.
    branching: R,
}

/// Makes room for a frame and some more.
#[cold]
fn deepen(stacks: &mut Vec<Frame>, frame: usize) {
    stacks.resize(frame + 4 * MAX_LANES, Frame::FULL);
}

/// The set bits of a mask, lowest first.
struct Bits(u64);

impl Iterator for Bits {
    type Item = usize;

    #[inline(always)]
    fn next(&mut self) -> Option<usize> {
        let bit = self.0.trailing_zeros() as usize;
        self.0 &= self.0.wrapping_sub(1);
        (bit < 64).then_some(bit)
    }
}

impl<'a, S: Moves, R: BorrowMut<[S::Branching; LANES]>, const LANES: usize> Search<'a, S, R, LANES> {
    /// A search without work.
    #[inline(always)]
    fn new(s: S, groups: &'a mut Vec<Group>, stacks: &'a mut Vec<Frame>, branching: R) -> Self {
        if groups.is_empty() {
            groups.resize(MAX_LANES / S::LANES, Group::FULL);
        }
        Self {
            s,
            boards: &[],
            seeds: Vec::new(),
            outcomes: Vec::new(),
            limit: 0,
            groups: &mut groups[..LANES / S::LANES],
            stacks,
            lanes: [Lane::default(); LANES],
            active: 0,
            next: 0,
            branching,
        }
    }

    #[inline(always)]
    fn run(&mut self, stop: &dyn Fn() -> bool) {
        for lane in 0..LANES {
            self.refill(lane);
        }
        let mut rounds = 0u32;
        while self.active != 0 {
            rounds = rounds.wrapping_add(1);
            if rounds.is_multiple_of(ROUNDS_A_POLL) && stop() {
                for lane in Bits(self.active) {
                    self.outcomes[self.lanes[lane].ticket].end = End::Stopped;
                    self.retire(lane);
                }
                return;
            }
            let (mut contradiction, mut stuck, mut open) = (0, 0, 0);
            for (g, group) in self.groups.iter_mut().enumerate() {
                if self.active >> (g * S::LANES) & ((1 << S::LANES) - 1) == 0 {
                    continue;
                }
                let found = sweep(self.s, group);
                contradiction |= u64::from(found.contradiction) << (g * S::LANES);
                stuck |= u64::from(!(found.contradiction | found.progress) & ((1 << S::LANES) - 1))
                    << (g * S::LANES);
                open |= u64::from(found.open) << (g * S::LANES);
            }
            self.branch(self.active & stuck & open);
            let solved = self.active & stuck & !open;
            for lane in Bits(self.active & contradiction | solved) {
                if solved >> lane & 1 == 1 && self.solved(lane) {
                    continue;
                }
                self.back(lane);
            }
            if self.next == self.boards.len() && self.active != 0 {
                self.share();
            }
        }
    }

    /// Chooses a cell in each of the boards and tries its lowest digit; what remains goes on the stack.
    #[inline(always)]
    fn branch(&mut self, lanes: u64) {
        let s = self.s;
        for (l, board) in Bits(lanes).zip(self.branching.borrow_mut()) {
            board.copy(s, &self.groups[l / S::LANES], l % S::LANES);
        }
        for board in &mut self.branching.borrow_mut()[..lanes.count_ones() as usize] {
            board.look(s);
        }
        for board in &mut self.branching.borrow_mut()[..lanes.count_ones() as usize] {
            board.choose(s);
        }
        for (l, board) in Bits(lanes).zip(self.branching.borrow()) {
            let lane = &mut self.lanes[l];
            let at = lane.top as usize * LANES + l;
            if at >= self.stacks.len() {
                deepen(self.stacks, at);
            }
            board.split(s, &mut self.groups[l / S::LANES], l % S::LANES, &mut self.stacks[at]);
            lane.top += 1;
            lane.nodes += 1;
        }
    }

    /// Counts the solution in a lane. True if that was the last one wanted and the lane has been given other work.
    #[inline(always)]
    fn solved(&mut self, l: usize) -> bool {
        let ticket = self.lanes[l].ticket;
        let outcome = &mut self.outcomes[ticket];
        if outcome.count >= self.limit {
            return false;
        }
        let (s, group) = (self.s, &self.groups[l / S::LANES]);
        outcome.record(|digits| s.digits(group, l % S::LANES, digits));
        if outcome.count < self.limit {
            return false;
        }
        outcome.end = End::Solutions;
        if self.next == self.boards.len() {
            // Others may have taken work of the same board.
            self.seeds.clear();
            for other in Bits(self.active) {
                if other != l && self.lanes[other].ticket == ticket {
                    self.retire(other);
                }
            }
        }
        self.retire(l);
        self.refill(l);
        true
    }

    /// Goes on with the newest sibling, or with another board.
    #[inline(always)]
    fn back(&mut self, l: usize) {
        let lane = &mut self.lanes[l];
        if self.active >> l & 1 == 0 {
            return;
        }
        if lane.top == lane.base {
            self.retire(l);
            self.refill(l);
            return;
        }
        lane.top -= 1;
        lane.failures = lane.failures.saturating_add(1);
        let frame = &self.stacks[lane.top as usize * LANES + l];
        self.s.restore(&mut self.groups[l / S::LANES], l % S::LANES, frame);
    }

    #[inline(always)]
    fn retire(&mut self, l: usize) {
        self.active &= !(1 << l);
        let lane = &mut self.lanes[l];
        self.outcomes[lane.ticket].nodes += lane.nodes;
    }

    #[inline(always)]
    fn refill(&mut self, l: usize) {
        let group = &mut self.groups[l / S::LANES];
        if let Some(board) = self.boards.get(self.next) {
            self.s.begin(group, l % S::LANES, board);
            self.lanes[l] = Lane { ticket: self.next, ..Lane::default() };
            self.outcomes.push(Outcome { end: End::Exhausted, ..Outcome::UNTRIED });
            fetch(self.boards.as_ptr().wrapping_add(self.next + AHEAD));
            fetch(self.outcomes.as_ptr().wrapping_add(self.next + AHEAD));
            self.next += 1;
        } else if let Some(seed) = self.seeds.pop() {
            group.write_frame::<S>(l % S::LANES, &seed);
            self.lanes[l] = Lane { failures: PATIENCE, ..Lane::default() };
        } else {
            return;
        }
        self.active |= 1 << l;
    }

    /// Gives the oldest siblings of busy lanes, if their boards are hard, to idle ones. Which busy lane makes no difference that pays for looking.
    #[inline(always)]
    fn share(&mut self) {
        let mut idle = !self.active & (u64::MAX >> (64 - LANES));
        if idle == 0 {
            return;
        }
        let mut rich = 0u64;
        for (l, lane) in self.lanes.iter().enumerate() {
            rich |= u64::from(lane.top > lane.base && lane.failures >= PATIENCE) << l;
        }
        rich &= self.active;
        while idle != 0 && rich != 0 {
            let (to, from) = (idle.trailing_zeros() as usize % LANES, rich.trailing_zeros() as usize % LANES);
            idle &= idle - 1;
            let frame = &self.stacks[self.lanes[from].base as usize * LANES + from];
            self.s.restore(&mut self.groups[to / S::LANES], to % S::LANES, frame);
            self.lanes[from].base += 1;
            let last = self.lanes[from].base == self.lanes[from].top;
            rich &= !(u64::from(last) << from);
            let Lane { ticket, failures, .. } = self.lanes[from];
            self.lanes[to] = Lane { ticket, failures, ..Lane::default() };
            self.active |= 1 << to;
        }
    }
}
