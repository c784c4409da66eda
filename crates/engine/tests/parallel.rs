//! Several threads give the answers of one.
#![cfg(feature = "parallel")]

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    sync::atomic::{AtomicBool, AtomicUsize, Ordering},
    thread::{self, ThreadId},
};

use sdkc_engine::{
    Board, CancelToken, Crew, Grid, Limits, Never, Outcome, Shape, Solver, Stop, StopReason, Uniqueness,
    Workers,
    board::{SeededRng, check},
    generate::full_board,
};

/// A part of a random full board.
fn part_of_random(shape: &Shape, seed: u64, percent: usize) -> Board {
    let grid = full_board(shape, seed, Limits::none(), &Never).expect("no limits");
    let mut rng = SeededRng::new(seed);
    let kept = grid.values().iter().map(|value| value.filter(|_| rng.below(100) < percent));
    Board::with_givens(shape.clone(), Grid::from_values(kept.collect())).expect("a part")
}

/// A board of 8x8x8 with 57 givens, on which a minute of search is not enough.
fn hard_cube() -> Board {
    let numbers = include_str!("common/hard-cube.txt").split_whitespace().skip(2);
    let numbers: Vec<u8> = numbers.map(|number| number.parse().expect("a number")).collect();
    let shape = Shape::hypercube(3, 2).expect("8x8x8");
    Board::with_givens(shape, Grid::from_numbers(&numbers)).expect("8 values")
}

#[test]
fn verdicts_and_counts_do_not_depend_on_the_number_of_threads() {
    let shape = Shape::hypercube(2, 4).expect("16x16");
    let (mut none, mut one) = (0, 0);
    for seed in 0..12_u64 {
        let grid = full_board(&shape, seed, Limits::none(), &Never).expect("no limits");
        let mut rng = SeededRng::new(seed);
        let kept =
            grid.values().iter().map(|value| value.filter(|_| rng.below(100) < 42 + 3 * seed as usize));
        let mut board = Board::with_givens(shape.clone(), Grid::from_values(kept.collect())).expect("a part");
        if seed % 3 == 0 {
            // Another legal value somewhere: often there is no solution then.
            let cells = shape.cells().filter(|cell| board.given(*cell).is_none());
            let mut other = cells.filter_map(|cell| {
                let legal = board.legal_values(cell)?;
                Some((cell, legal.iter().find(|value| grid.value(cell) != Some(*value))?))
            });
            let (cell, value) = other.next_back().expect("an open cell with two legal values");
            board.set_given(cell, Some(value)).expect("inside");
        }
        let alone = Solver::new(&board);
        let (report, count, verdict) = (alone.solve(), alone.count(20).count, alone.uniqueness().verdict);
        for together in [2, 3, 5].map(|jobs| alone.jobs(jobs)) {
            let same = together.solve();
            assert_eq!(report.outcome.solution().is_some(), same.outcome.solution().is_some());
            assert_eq!(report.outcome.is_refuted(), same.outcome.is_refuted());
            assert!(same.outcome.solution().is_none_or(|grid| check(&board, grid) == Ok(())));
            assert_eq!(count, together.count(20).count);
            match (&verdict, &together.uniqueness().verdict) {
                (Uniqueness::None, Uniqueness::None) => none += 1,
                (Uniqueness::Unique(grid), Uniqueness::Unique(same)) => {
                    assert_eq!(grid, same);
                    one += 1;
                }
                (Uniqueness::Multiple(_), Uniqueness::Multiple(_)) => {}
                other => panic!("{other:?}"),
            }
        }
    }
    assert!(none > 0 && one > 0, "{none} times without, {one} times with one solution");
}

#[test]
fn all_threads_stop() {
    let token = CancelToken::new();
    token.cancel();
    let board = Board::empty(Shape::hypercube(2, 5).expect("25x25"));
    let report = Solver::new(&board).stop(&token).jobs(4).solve();
    assert_eq!(report.outcome, Outcome::Stopped(StopReason::Cancelled));
    let limited = Solver::new(&board).limits(Limits::nodes(0));
    assert_eq!(limited.jobs(4).count(3), limited.count(3), "node limits are a promise");
}

/// Idle threads, and how often one was taken; it turns a switch after so many polls.
struct Surroundings {
    idle: Workers,
    taken: AtomicUsize,
    given_back: AtomicUsize,
    polls_left: AtomicUsize,
}

impl Surroundings {
    fn new(idle: usize, polls: usize) -> Self {
        Self {
            idle: Workers::new(idle),
            taken: AtomicUsize::new(0),
            given_back: AtomicUsize::new(0),
            polls_left: AtomicUsize::new(polls),
        }
    }
}

impl Crew for Surroundings {
    fn join(&self) -> bool {
        let joined = self.idle.join();
        self.taken.fetch_add(joined.into(), Ordering::Relaxed);
        joined
    }

    fn leave(&self) {
        self.idle.leave();
        self.given_back.fetch_add(1, Ordering::Relaxed);
    }
}

impl Stop for Surroundings {
    fn poll(&self) -> Option<StopReason> {
        let polls =
            self.polls_left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(1));
        polls.is_err().then_some(StopReason::Cancelled)
    }

    fn crew(&self) -> Option<&dyn Crew> {
        Some(self)
    }
}

#[test]
fn a_long_run_takes_idle_threads_and_gives_them_back() {
    // Too hard for what is tried first, and far too hard for the polls that it gets.
    let board = hard_cube();
    let surroundings = Surroundings::new(2, 60);
    let report = Solver::new(&board).stop(&surroundings).uniqueness();
    assert!(
        matches!(report.verdict, Uniqueness::Stopped { reason: StopReason::Cancelled, .. }),
        "{report:?}"
    );
    assert_eq!((surroundings.taken.into_inner(), surroundings.given_back.into_inner()), (2, 2));
    assert_eq!(report.stats.helpers, 2);
}

/// Panics at a poll once help has come, in the board's own thread or in a helping one.
struct Bomb {
    surroundings: Surroundings,
    own: ThreadId,
    in_helper: bool,
    is_off: AtomicBool,
}

impl Stop for Bomb {
    fn poll(&self) -> Option<StopReason> {
        let is_helper = thread::current().id() != self.own;
        if self.surroundings.taken.load(Ordering::Relaxed) > 0
            && is_helper == self.in_helper
            && !self.is_off.swap(true, Ordering::Relaxed)
        {
            panic!("a stop that fails");
        }
        // What goes on after that counts, and ends some time.
        if self.is_off.load(Ordering::Relaxed) { self.surroundings.poll() } else { None }
    }

    fn crew(&self) -> Option<&dyn Crew> {
        Some(&self.surroundings)
    }
}

/// The panic is heard at once, and the threads that were lent are there for others.
#[test]
fn a_stop_that_panics_keeps_nobody() {
    let board = hard_cube();
    for in_helper in [false, true] {
        let own = thread::current().id();
        // Many more polls than others get while a panic writes its backtrace; without an end they use them up.
        let bomb = Bomb { surroundings: Surroundings::new(2, 20_000), own, in_helper, is_off: false.into() };
        let ran = catch_unwind(AssertUnwindSafe(|| Solver::new(&board).stop(&bomb).uniqueness()));
        assert!(ran.is_err() && bomb.is_off.into_inner());
        let Surroundings { taken, given_back, polls_left, .. } = bomb.surroundings;
        assert_eq!(taken.into_inner(), given_back.into_inner(), "in a helper: {in_helper}");
        assert!(polls_left.into_inner() > 0, "in a helper: {in_helper}: the others went on after the panic");
    }
}

#[test]
fn a_short_run_takes_none() {
    let board = part_of_random(&Shape::hypercube(2, 4).expect("16x16"), 1, 60);
    let surroundings = Surroundings::new(2, usize::MAX);
    let report = Solver::new(&board).stop(&surroundings).uniqueness();
    assert!(!matches!(report.verdict, Uniqueness::Stopped { .. }));
    assert_eq!(surroundings.taken.into_inner(), 0);
}

#[test]
fn cores_do_not_depend_on_the_number_of_threads() {
    let shape = Shape::hypercube(2, 4).expect("16x16");
    let mut found = 0;
    for seed in 0..6 {
        let mut board = part_of_random(&shape, seed, 48);
        let legal = |board: &Board, cell| board.legal_values(cell).filter(|legal| legal.len() == 2);
        let cells: Vec<_> = shape.cells().filter(|cell| legal(&board, *cell).is_some()).collect();
        for cell in cells {
            if let Some(value) = legal(&board, cell).and_then(|legal| legal.iter().next()) {
                board.set_given(cell, Some(value)).expect("inside");
            }
        }
        let (alone, together) = (Solver::new(&board).core(), Solver::new(&board).jobs(3).core());
        assert_eq!(alone.core, together.core, "seed {seed}");
        found += usize::from(alone.core.is_some());
    }
    assert!(found > 3, "{found} of 6 boards have a core");
}
