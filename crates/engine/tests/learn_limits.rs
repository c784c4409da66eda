//! Limits of the learning search: asked in time, without a trace on the search, and no number of it makes it hang.

use std::{
    sync::atomic::{AtomicU64, Ordering},
    time::Duration,
};

use sdkc_engine::{
    Board, Grid, Limits, Never, Shape, Stop, StopReason,
    board::{SeededRng, check, closed_form},
    generate::full_board,
    learn::{Answer, Learner, Tally, Tuning},
};

/// A random board with so many holes in a hundred.
fn board(n_dims: usize, block: usize, holes: usize, seed: u64) -> Board {
    let shape = Shape::hypercube(n_dims, block).expect("a shape of the tests");
    let full = full_board(&shape, seed, Limits::none(), &Never).expect("no limits");
    let mut rng = SeededRng::new(seed);
    let givens = full.values().iter().map(|value| value.filter(|_| rng.below(100) >= holes)).collect();
    Board::with_givens(shape, Grid::from_values(givens)).expect("legal values")
}

/// Solves within so many nodes at a time.
fn in_slices(board: &Board, tuning: Tuning, slice: u64) -> (Grid, Tally) {
    let mut learner = Learner::with_tuning(board, 5, tuning);
    loop {
        match learner.search(Limits::nodes(slice), &Never) {
            Answer::Solution(grid) => return (grid, learner.tally()),
            Answer::Stopped(StopReason::Nodes { .. }) => {}
            _ => panic!("there is a solution, and no other limit"),
        }
    }
}

#[test]
fn a_node_limit_does_not_change_the_search() {
    for (board, seed) in [(board(2, 4, 62, 3), 1), (board(2, 5, 55, 4), 2), (board(3, 2, 86, 2), 3)] {
        let tuning = Tuning { luby: 10, ..Tuning::of(board.shape(), 0) };
        let whole = in_slices(&board, tuning, 1 << 40);
        assert!(whole.1.nodes > 20, "board {seed} is too easy: {:?}", whole.1);
        for slice in [1, 7, 50] {
            let (grid, tally) = in_slices(&board, tuning, slice);
            assert!(grid == whole.0, "board {seed}: {slice} nodes at a time find another solution");
            assert_eq!(
                (tally.nodes, tally.conflicts),
                (whole.1.nodes, whole.1.conflicts),
                "board {seed}, {slice} nodes at a time"
            );
        }
    }
}

/// Says stop when asked for the nth time, and every time when asked after that.
struct After(AtomicU64);

impl Stop for After {
    fn poll(&self) -> Option<StopReason> {
        let left = self.0.load(Ordering::Relaxed);
        self.0.store(left.saturating_sub(1), Ordering::Relaxed);
        (left == 0).then_some(StopReason::Time { limit: Duration::ZERO })
    }
}

/// Beliefs about a cube of 27×27×27 take a third of a second to form; a limit must not wait for them.
#[test]
fn a_limit_is_asked_while_boards_are_compiled_and_beliefs_formed() {
    let shape = Shape::hypercube(3, 3).expect("27×27×27");
    let mut rng = SeededRng::new(1);
    let full = closed_form(&shape).expect("a hypercube has a formula");
    let givens = full.values().iter().map(|value| value.filter(|_| rng.below(100) >= 68)).collect();
    let board = Board::with_givens(shape, Grid::from_values(givens)).expect("legal values");
    let mut learner = Learner::new(&board, 1);
    let mut before_the_first_decision = 0;
    for asked in [20, 50, 100, 100, 200] {
        let answer = learner.search(Limits::none(), &After(AtomicU64::new(asked)));
        let stopped = matches!(answer, Answer::Stopped(StopReason::Time { .. }));
        before_the_first_decision += u32::from(stopped && learner.tally().nodes == 0);
    }
    assert!(before_the_first_decision >= 4, "stopped only {before_the_first_decision} times before it");
}

/// Solutions of a board whose values 1 and 2 can be exchanged here and there lie a few decisions apart.
#[test]
fn a_limit_is_asked_between_solutions_of_a_big_board() {
    let shape = Shape::hypercube(4, 2).expect("16×16×16×16");
    let full = closed_form(&shape).expect("a hypercube has a formula");
    let givens = full.values().iter().map(|value| value.filter(|value| value.number() > 2)).collect();
    let mut learner = Learner::new(&Board::with_givens(shape, Grid::from_values(givens)).expect("legal"), 1);
    assert!(matches!(learner.search(Limits::none(), &Never), Answer::Solution(_)));
    for _ in 0..10 {
        let stop = After(AtomicU64::new(0));
        assert!(
            matches!(learner.search(Limits::none(), &stop), Answer::Stopped(_)),
            "told without a question"
        );
        let stop = After(AtomicU64::new(1 << 20));
        assert!(matches!(learner.search(Limits::none(), &stop), Answer::Solution(_)), "there are more");
        assert!(stop.0.into_inner() < 1 << 20, "found without a question");
    }
}

#[test]
fn no_number_makes_the_search_hang_or_panic() {
    let board = board(3, 2, 86, 2);
    let usual = Tuning::of(board.shape(), 0);
    let (most, most32) = (u64::MAX, u32::MAX);
    let extremes = [
        Tuning { luby: 0, ..usual },
        Tuning { luby: most, ..usual },
        Tuning { decay: f64::NAN, ..usual },
        Tuning { decay: f64::INFINITY, ..usual },
        Tuning { decay: 0.0, ..usual },
        Tuning { reduce: 0, reduce_step: 0, keep: usize::MAX, ..usual },
        Tuning { reduce: 1, reduce_step: most, ..usual },
        Tuning { tier1: most32, tier2: most32, ..usual },
        Tuning { rephase: 0, ..usual },
        Tuning { rephase: most, ..usual },
        Tuning { focus: 1, fresh: 0, ..usual },
        Tuning { focus: most, fresh: most, ..usual },
        Tuning { reasons: most32, probe: most, reduce: 50, ..usual },
        Tuning { dive: most, ..usual },
        Tuning { dive: 1, trust: [0, most32], rounds: 0, ..usual },
        Tuning { trust: [15, 16], rounds: 500, luby: 200, ..usual },
    ];
    for tuning in extremes {
        let mut learner = Learner::with_tuning(&board, 1, tuning);
        match learner.search(Limits::nodes(3000), &Never) {
            Answer::Solution(grid) => assert_eq!(check(&board, &grid), Ok(()), "{tuning:?}"),
            Answer::Stopped(StopReason::Nodes { limit: 3000 }) => {}
            _ => panic!("neither: {tuning:?}"),
        }
    }
    // So many rounds are not run: a limit ends them.
    let mut learner = Learner::with_tuning(&board, 1, Tuning { rounds: most32, ..usual });
    let answer = learner.search(Limits::none(), &After(AtomicU64::new(20)));
    assert!(matches!(answer, Answer::Stopped(StopReason::Time { .. })));
}
