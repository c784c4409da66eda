//! Cores of random boards without solutions, held against the naive solver: they clash, and no part of one can go.

mod common;

use common::Naive;
use sdkc_engine::{
    Board, CancelToken, Count, Culprit, Limits, Outcome, Shape, Solver, Stop, StopReason, Strategy,
    Uniqueness, classic,
};

/// The board with nothing but these culprits.
fn part<'a>(board: &Board, culprits: impl Iterator<Item = &'a Culprit>) -> Board {
    let mut part = Board::empty(board.shape().clone());
    for culprit in culprits {
        match culprit {
            Culprit::Given(cell) => part.set_given(*cell, board.given(*cell)),
            Culprit::Candidates(cell) => part.restrict(*cell, board.allowed(*cell)),
            Culprit::Constraint(number) => part.add_constraint(board.constraints()[*number].clone()),
            other => panic!("a new kind of culprit: {other:?}"),
        }
        .expect("what a board holds fits");
    }
    part
}

/// Whether there is a solution, where the naive solver can say.
fn solvable(board: &Board) -> Option<bool> {
    let Some(mut naive) = Naive::new(board) else { return Some(false) };
    naive.count(1, &mut |_| {}).map(|count| count > 0)
}

#[test]
fn cores_clash_and_are_irreducible() {
    let mut n_cores = 0;
    for (number, shape) in common::shapes().iter().enumerate().filter(|(_, shape)| shape.n_cells() <= 81) {
        for seed in 0..60 {
            let Some(board) = common::board(shape, seed * 13 + number as u64) else { continue };
            if solvable(&board) != Some(false) {
                continue;
            }
            let report = Solver::new(&board).core();
            let core = report.core.expect("there is no solution");
            assert!(core.minimal, "{shape}, seed {seed}");
            assert_ne!(solvable(&part(&board, core.culprits.iter())), Some(true), "{shape}, seed {seed}");
            for left_out in &core.culprits {
                let rest = part(&board, core.culprits.iter().filter(|culprit| *culprit != left_out));
                assert_ne!(solvable(&rest), Some(false), "{shape}, seed {seed}: {left_out:?} is not needed");
            }
            if let Outcome::Unsatisfiable { core } = Solver::new(&board).solve().outcome {
                assert_ne!(solvable(&part(&board, core.culprits.iter())), Some(true), "{shape}, seed {seed}");
            }
            n_cores += 1;
        }
    }
    assert!(n_cores > 60, "only {n_cores} cores");
}

#[test]
fn a_solvable_board_has_no_core() {
    assert_eq!(Solver::new(&Board::empty(Shape::classic())).core().core, None);
}

#[test]
fn two_equal_givens_are_the_core() {
    let mut grid = [[0; 9]; 9];
    (grid[0][0], grid[4][4], grid[0][8]) = (7, 7, 7);
    let board = classic::board(&grid).expect("entries to 9");
    let core = Solver::new(&board).core().core.expect("no solution");
    assert!(core.minimal);
    assert_eq!(core.givens().map(|cell| cell.index()).collect::<Vec<_>>(), [0, 8]);
}

#[test]
fn a_refutation_by_search_gets_a_core_within_its_limits() {
    let text = "6.4....187......56.......4...7......3..........2............8.3..8......4.1..5...";
    let board = classic::board(&classic::parse(text).expect("81 cells")).expect("entries to 9");
    let stopped = Solver::new(&board).limits(Limits::nodes(10)).core();
    assert_eq!((stopped.core, stopped.stopped), (None, Some(StopReason::Nodes { limit: 10 })));
    let token = CancelToken::new();
    token.cancel();
    let cancelled = Solver::new(&board).stop(&token).core();
    assert_eq!(cancelled.stopped, Some(StopReason::Cancelled));
}

/// Cancels itself at its n-th poll.
struct Patience(std::sync::atomic::AtomicU32);

impl Stop for Patience {
    fn poll(&self) -> Option<StopReason> {
        let left = self.0.load(std::sync::atomic::Ordering::Relaxed);
        self.0.store(left.saturating_sub(1), std::sync::atomic::Ordering::Relaxed);
        (left == 0).then_some(StopReason::Cancelled)
    }
}

#[test]
fn every_question_is_cancelled_at_any_poll() {
    let empty = Board::empty(Shape::hypercube(2, 3).expect("9x9"));
    for patience in 0..5 {
        let fresh = || Patience(patience.into());
        assert_eq!(Solver::new(&empty).stop(&fresh()).count(u128::MAX).stopped, Some(StopReason::Cancelled));
        let report = Solver::new(&empty).stop(&fresh()).true_candidates();
        assert_eq!(report.stopped, Some(StopReason::Cancelled));
        assert!(report.undecided.iter().any(|values| !values.is_empty()));
    }
    let big = Board::empty(Shape::hypercube(3, 3).expect("27x27x27"));
    let report = Solver::new(&big).stop(&Patience(0.into())).solve();
    assert_eq!(report.outcome, Outcome::Stopped(StopReason::Cancelled));
}

/// Whether a board is answered by the kernel, by a search or at once: cancelled is cancelled.
#[test]
fn a_run_that_is_cancelled_already_has_no_answer() {
    let reason = StopReason::Cancelled;
    let stop = Patience(0.into());
    let few = "..4..58.......6..35.8......39....7...5..6..4...7....12......1.69..7.......36..2..";
    let clash = format!("77{}", ".".repeat(79));
    for text in [few, &clash, &".".repeat(81)] {
        let board = classic::board(&classic::parse(text).expect("81 cells")).expect("entries to 9");
        for strategy in [Strategy::Auto, Strategy::MinCandidates] {
            let solver = Solver::new(&board).strategy(strategy).stop(&stop);
            assert_eq!(solver.solve().outcome, Outcome::Stopped(reason), "{text}");
            let report = solver.count(100);
            assert_eq!((report.count, report.stopped), (Count::AtLeast(0), Some(reason)), "{text}");
            assert_eq!(solver.uniqueness().verdict, Uniqueness::Stopped { reason, found: None }, "{text}");
            assert_eq!(solver.true_candidates().stopped, Some(reason), "{text}");
            assert_eq!(solver.solutions().next(), None);
        }
    }
}

/// The first look finds nine givens, one for each value that r1c9 cannot take; seven are enough, since with 1 to 6 in
/// row 1 the 9 of block 3 leaves the rest of the row without its 9.
#[test]
fn a_core_is_thinned_beyond_the_first_look() {
    let text = format!("12345678.........9{}", ".".repeat(63));
    let board = classic::board(&classic::parse(&text).expect("81 cells")).expect("entries to 9");
    let Outcome::Unsatisfiable { core } = Solver::new(&board).solve().outcome else {
        panic!("r1c9 fits nothing")
    };
    assert_eq!(core.culprits.len(), 9);
    let core = Solver::new(&board).core().core.expect("no solution");
    assert_eq!((core.minimal, core.culprits.len()), (true, 7), "{core:?}");
}
