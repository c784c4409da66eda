//! How boards move between lanes, stacks and the outside. [`Plain`] and the defaults work on any machine; one with instructions for moving data
//! replaces them.

use crate::batch::Group;
use crate::board::Board;
use crate::branch::{self, Choice};
use crate::layout::Frame;
use crate::simd::Simd;

/// Steps of a search that handle one board at a time. A sibling that was saved by [`Moves::Branching`] is for [`Moves::restore`] only.
pub(crate) trait Moves: Simd {
    /// A board of a batch on its way to being branched.
    type Branching: Branching<Self>;

    /// The cell to branch on; see [`branch::choose`], whose choice every machine makes.
    #[inline(always)]
    fn choose(self, frame: &Frame) -> Choice {
        branch::choose(self, frame)
    }

    /// Puts a saved board into `lane`.
    #[inline(always)]
    fn restore(self, group: &mut Group, lane: usize, saved: &Frame) {
        group.write_frame::<Self>(lane, saved);
    }

    /// Puts a new board into `lane`.
    #[inline(always)]
    fn begin(self, group: &mut Group, lane: usize, board: &Board) {
        group.write_frame::<Self>(lane, &board.frame());
    }

    /// The digits of the board in `lane`; false if a cell has not exactly one.
    #[inline(always)]
    fn digits(self, group: &Group, lane: usize, digits: &mut [u8; 81]) -> bool {
        group.read::<Self>(lane).digits(digits)
    }
}

/// Branching in four steps. Each is done for all boards that branch before the next begins: what a step reads was written long before, and
/// the steps of different boards overlap.
pub(crate) trait Branching<S>: Copy {
    /// No board yet.
    const IDLE: Self;

    /// Where those of this kind are kept.
    fn room(rooms: &mut Rooms) -> &mut Vec<Self>;

    /// Copies the board in `lane`.
    fn copy(&mut self, s: S, group: &Group, lane: usize);

    /// Finds the cells to choose from, on machines that gain from doing so beforehand.
    #[inline(always)]
    fn look(&mut self, _: S) {}

    /// Chooses the cell.
    fn choose(&mut self, s: S);

    /// Lets the board in `lane` go on with the digit to try first, and saves in `sibling` what is to be searched later.
    fn split(&self, s: S, group: &mut Group, lane: usize, sibling: &mut Frame);
}

/// Room for boards that branch, kept from one search to the next. A solver has one kernel, and so fills one of them.
#[derive(Default)]
pub(crate) struct Rooms {
    plain: Vec<Plain>,
    #[cfg(target_arch = "x86_64")]
    pub(crate) branched: Vec<crate::simd::Branched>,
}

/// Branching on any machine.
#[derive(Clone, Copy)]
pub(crate) struct Plain {
    board: Frame,
    choice: Choice,
}

impl<S: Moves> Branching<S> for Plain {
    const IDLE: Self = Self { board: Frame::FULL, choice: Choice::NONE };

    #[inline(always)]
    fn room(rooms: &mut Rooms) -> &mut Vec<Self> {
        &mut rooms.plain
    }

    #[inline(always)]
    fn copy(&mut self, _: S, group: &Group, lane: usize) {
        self.board = group.read::<S>(lane);
    }

    #[inline(always)]
    fn choose(&mut self, s: S) {
        self.choice = branch::choose(s, &self.board);
    }

    #[inline(always)]
    fn split(&self, s: S, group: &mut Group, lane: usize, sibling: &mut Frame) {
        *sibling = self.board;
        self.choice.refute(s, sibling);
        group.take::<S>(lane, self.choice.board_word(), self.choice.lost());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::simd::Level;

    /// Candidates of some board, sparse or dense, without a cell of two now and then.
    fn boards() -> impl Iterator<Item = Frame> {
        let mut random = 88172645463325252u64;
        let mut next = move || {
            random ^= random << 13;
            random ^= random >> 7;
            random ^= random << 17;
            (random >> 40) as u32
        };
        (0..2000).map(move |round| {
            let masks: [u32; 81] = std::array::from_fn(|_| {
                let mask = if round % 3 == 0 { next() & next() } else { next() & next() & next() } & 0x1ff;
                if round % 7 == 0 && mask.count_ones() == 2 { 0x1ff } else { mask }
            });
            Frame::pack(|cell| masks[cell])
        })
    }

    /// What goes on in the lane and what is saved when `board` branches.
    fn branched<S: Moves, B: Branching<S>>(
        s: S,
        board: &Frame,
        restore: impl Fn(&mut Group, usize, &Frame),
    ) -> [[u32; 36]; 2] {
        let (mut group, mut steps, mut sibling) = (Group::FULL, B::IDLE, Frame::FULL);
        let lane = S::LANES - 1;
        group.write_frame::<S>(lane, board);
        steps.copy(s, &group, lane);
        steps.look(s);
        steps.choose(s);
        steps.split(s, &mut group, lane, &mut sibling);
        let child = group.read::<S>(lane);
        restore(&mut group, lane, &sibling);
        [child.0, group.read::<S>(lane).0]
    }

    struct Compared;

    impl crate::simd::Task for Compared {
        type Output = ();
        #[inline(always)]
        fn run<S: Moves>(self, s: S) {
            for (n, board) in boards().enumerate() {
                let own = branched::<S, S::Branching>(s, &board, |group, lane, saved| {
                    s.restore(group, lane, saved)
                });
                let plain =
                    branched::<S, Plain>(s, &board, |group, lane, saved| group.write_frame::<S>(lane, saved));
                assert_eq!(own, plain, "board {n}");
                assert_eq!(s.choose(&board), branch::choose(crate::simd::Portable, &board), "board {n}");
            }
        }
    }

    #[test]
    fn every_machine_branches_the_same_way() {
        for level in Level::available() {
            level.run_wide(Compared);
            level.run_narrow(Compared);
        }
    }

    struct Filled;

    impl crate::simd::Task for Filled {
        type Output = ();
        #[inline(always)]
        fn run<S: Moves>(self, s: S) {
            for n in 0..1000usize {
                let givens: [u8; 81] = std::array::from_fn(|cell| {
                    let any = (cell * cell + n * cell + n / 9) as u8;
                    if n.is_multiple_of(3) { any % 9 + 1 } else { any % 10 }
                });
                let (mut group, mut digits) = (Group::FULL, [0; 81]);
                let board = Board::from_givens(givens).expect("digits up to 9");
                s.begin(&mut group, n % S::LANES, &board);
                assert_eq!(group.read::<S>(n % S::LANES).0, board.frame().0, "board {n}");
                let complete = givens.iter().all(|&digit| digit > 0);
                assert_eq!(s.digits(&group, n % S::LANES, &mut digits), complete, "board {n}");
                assert!(!complete || digits == givens, "board {n}");
                group.take::<S>(n % S::LANES, n % 27, 0x3fff_ffff);
                assert!(!s.digits(&group, n % S::LANES, &mut digits), "board {n} with empty cells");
            }
        }
    }

    #[test]
    fn every_machine_reads_and_writes_boards_the_same_way() {
        for level in Level::available() {
            level.run_wide(Filled);
        }
    }
}
