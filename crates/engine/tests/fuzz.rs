//! Random boards of all shapes under random limits and cancellations: whatever is asked, in whatever order, answers
//! agree with each other and with the naive solver, solutions are solutions, and a stopped search goes on where it was.

mod common;

use std::sync::atomic::{AtomicU64, Ordering};

use common::Naive;
use sdkc_engine::{
    Board, Constraint, Count, Grid, Limits, Never, Outcome, Shape, Solver, Stop, StopReason, Uniqueness,
    board::{SeededRng, check},
    generate::full_board,
    learn::{Answer, Learner},
};

/// Cancels at the n-th poll.
struct Countdown(AtomicU64);

impl Stop for Countdown {
    fn poll(&self) -> Option<StopReason> {
        let left = self.0.load(Ordering::Relaxed);
        self.0.store(left.saturating_sub(1), Ordering::Relaxed);
        (left == 0).then_some(StopReason::Cancelled)
    }
}

/// A board cut from a full one, with orders and sets that its solution keeps, or now and then does not.
fn cut(shapes: &[Shape], rng: &mut SeededRng) -> Option<Board> {
    let shape = &shapes[rng.below(shapes.len())];
    let grid = full_board(shape, rng.next_u64(), Limits::nodes(20_000), &Never).ok()?;
    let percent = 25 + rng.below(50);
    let kept = grid.values().iter().map(|value| value.filter(|_| rng.below(100) < percent));
    let mut board = Board::with_givens(shape.clone(), Grid::from_values(kept.collect())).expect("a part");
    let cells: Vec<_> = shape.cells().collect();
    for _ in 0..rng.below(5) {
        let (one, other) = (cells[rng.below(cells.len())], cells[rng.below(cells.len())]);
        if grid[one] < grid[other] || (one != other && rng.below(20) == 0) {
            board.add_constraint(Constraint::Less(one, other)).expect("two cells");
        }
        if one != other && grid[one] != grid[other] {
            board.add_constraint(Constraint::Distinct([one, other].into())).expect("two cells");
        }
    }
    Some(board)
}

/// Up to `limit` solutions from a search that is stopped again and again.
fn stopped_often(board: &Board, seed: u64, limit: usize, rng: &mut SeededRng) -> Vec<Grid> {
    let mut learner = Learner::new(board, seed);
    let mut found: Vec<Grid> = Vec::new();
    let mut patience = 1;
    while found.len() < limit {
        let answer = match rng.below(3) {
            0 => learner.search(Limits::nodes(rng.below(20) as u64 + patience), &Never),
            1 => learner.search(Limits::none(), &Countdown(AtomicU64::new(rng.below(3) as u64 + patience))),
            _ => learner.search(Limits::none(), &Never),
        };
        match answer {
            Answer::Solution(grid) => {
                assert_eq!(check(board, &grid), Ok(()));
                assert!(!found.contains(&grid), "a solution twice");
                found.push(grid);
            }
            Answer::None => break,
            Answer::Stopped(StopReason::Nodes { .. } | StopReason::Cancelled) => patience *= 2,
            other => panic!("{other:?}"),
        }
    }
    found
}

#[test]
fn answers_agree_under_limits_and_cancellations() {
    const LIMIT: u64 = 12;
    let mut rng = SeededRng::new(2026);
    let shapes: Vec<Shape> = common::shapes().into_iter().filter(|shape| shape.n_cells() <= 300).collect();
    let (mut compared, mut stopped, mut none) = (0, 0, 0);
    for round in 0..150_u64 {
        let board = if round % 3 == 0 {
            common::board(&shapes[rng.below(shapes.len())], round)
        } else {
            cut(&shapes, &mut rng)
        };
        let Some(board) = board else { continue };
        let solver = Solver::new(&board).seed(round);
        let expected = match Naive::new(&board) {
            None => Some(0),
            Some(mut naive) => naive.count(LIMIT, &mut |_| {}),
        };
        let found = stopped_often(&board, round, LIMIT as usize, &mut rng).len() as u64;
        let count = solver.count(LIMIT.into()).count;
        assert_eq!(count.number(), u128::from(found), "round {round}: {}", board.shape());
        assert_eq!(count.is_exact(), found < LIMIT);
        if let Some(expected) = expected {
            assert_eq!(found, expected, "round {round}: {}", board.shape());
            compared += 1;
        }
        match solver.uniqueness().verdict {
            Uniqueness::None => assert_eq!(found, 0),
            Uniqueness::Unique(_) => assert_eq!(found, 1),
            Uniqueness::Multiple(_) => assert!(found > 1),
            other => panic!("{other:?} without limits"),
        }
        none += u32::from(found == 0);
        let limited = solver.limits(Limits::nodes(rng.below(12) as u64)).count(LIMIT.into());
        match limited.count {
            Count::Exactly(number) => assert_eq!(number, u128::from(found)),
            Count::AtLeast(number) => assert!(number <= u128::from(found)),
        }
        stopped += u32::from(limited.stopped.is_some());
        let countdown = Countdown(AtomicU64::new(rng.below(3) as u64));
        match solver.stop(&countdown).solve().outcome {
            Outcome::Solved(grid) => assert_eq!(check(&board, &grid), Ok(())),
            Outcome::Stopped(reason) => assert_eq!(reason, StopReason::Cancelled),
            _ => assert_eq!(found, 0),
        }
    }
    assert!(compared > 80 && stopped > 12 && none > 5, "{compared} compared, {stopped} stopped, {none} none");
}
