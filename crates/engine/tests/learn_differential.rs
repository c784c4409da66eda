//! Conflict-driven search against the naive solver, on thousands of random boards of all shapes.

mod common;

use common::Naive;
use sdkc_engine::{
    Board, Cell, Constraint, Grid, Limits, Never, Shape, StopReason, Value,
    board::{SeededRng, check, closed_form},
    learn::{Answer, Learner},
};

/// All solutions up to a limit; every one is checked, and none comes twice.
fn solutions(board: &Board, seed: u64, limit: usize) -> Vec<Grid> {
    let mut learner = Learner::new(board, seed);
    let mut found: Vec<Grid> = Vec::new();
    while found.len() < limit {
        match learner.search(Limits::none(), &Never) {
            Answer::Solution(grid) => {
                assert_eq!(check(board, &grid), Ok(()));
                assert!(!found.contains(&grid), "a solution twice");
                found.push(grid);
            }
            Answer::None => break,
            other => panic!("{other:?} without limits"),
        }
    }
    found
}

#[test]
fn counts_agree_with_the_naive_solver() {
    let (mut n_boards, mut none, mut one) = (0, 0, 0);
    for (number, shape) in common::shapes().iter().enumerate() {
        let n_boards_here = if shape.n_cells() > 200 { 25 } else { 200 };
        for seed in 0..n_boards_here {
            let seed = seed * 1009 + number as u64;
            let Some(board) = common::board(shape, seed) else { continue };
            let expected = match Naive::new(&board) {
                None => 0,
                Some(mut naive) => match naive.count(30, &mut |_| {}) {
                    Some(count) => count,
                    None => continue,
                },
            };
            let found = solutions(&board, seed, 30);
            assert_eq!(found.len() as u64, expected, "{shape}, seed {seed}");
            n_boards += 1;
            none += u32::from(expected == 0);
            one += u32::from(expected == 1);
        }
    }
    assert!(
        n_boards > 2000 && none > 200 && one > 300,
        "{n_boards} boards, {none} without, {one} with one solution"
    );
}

/// A cell in so many sets that some do not fit into the cover and become clauses.
#[test]
fn cells_in_many_sets() {
    let shape = Shape::hypercube(2, 2).expect("4x4");
    let solution = closed_form(&shape).expect("blocks");
    let cells: Vec<Cell> = shape.cells().collect();
    let mut rng = SeededRng::new(5);
    for round in 0..60 {
        let mut board = Board::empty(shape.clone());
        for _ in 0..40 {
            let mut set: Vec<Cell> = vec![cells[0]];
            for _ in 0..3 {
                let cell = cells[rng.below(cells.len())];
                if set.iter().all(|other| solution[*other] != solution[cell]) {
                    set.push(cell);
                }
            }
            let set = set.into_boxed_slice();
            let full = set.len() == 4;
            let rule = if full { Constraint::Permutation(set) } else { Constraint::Distinct(set) };
            board.add_constraint(rule).expect("different cells");
        }
        let expected = Naive::new(&board).and_then(|mut naive| naive.count(300, &mut |_| {}));
        let found = solutions(&board, round, 300).len() as u64;
        assert_eq!(Some(found), expected, "round {round}");
        assert!(found >= 24, "the closed form and its renamings are solutions");
    }
}

/// A chain of `Less` through a Latin square's first row leaves one way to fill that row.
#[test]
fn orders_force_a_row() {
    let shape = Shape::boxed(&[1, 7]).expect("a Latin square");
    let cells: Vec<Cell> = shape.cells().collect();
    let mut board = Board::empty(shape);
    for pair in cells[..7].windows(2) {
        board.add_constraint(Constraint::Less(pair[0], pair[1])).expect("two cells");
    }
    for grid in solutions(&board, 3, 5) {
        assert!((0..7).all(|at| grid[cells[at]] == Value::from_index(at)));
    }
    board.add_constraint(Constraint::Less(cells[6], cells[0])).expect("two cells");
    assert_eq!(solutions(&board, 3, 5), []);
}

#[test]
fn the_same_seed_is_the_same_search() {
    let shape = Shape::hypercube(2, 4).expect("16x16");
    let run = |seed| {
        let mut learner = Learner::new(&Board::empty(shape.clone()), seed);
        (learner.search(Limits::none(), &Never), learner.tally())
    };
    assert_eq!(run(1), run(1));
    assert_ne!(run(1).0, run(2).0, "an empty board has many solutions, and seeds begin elsewhere");
}

#[test]
fn node_limits_hold_and_the_search_goes_on() {
    let board = Board::empty(Shape::hypercube(2, 4).expect("16x16"));
    let mut learner = Learner::new(&board, 0);
    let mut stops = 0;
    let grid = loop {
        match learner.search(Limits::nodes(5), &Never) {
            Answer::Stopped(StopReason::Nodes { limit: 5 }) => stops += 1,
            Answer::Solution(grid) => break grid,
            other => panic!("{other:?}"),
        }
        assert_eq!(learner.tally().nodes, stops * 5);
    };
    assert!(stops > 3);
    assert_eq!(check(&board, &grid), Ok(()));
}

#[test]
fn a_cancelled_search_stops_at_once() {
    let token = sdkc_engine::CancelToken::new();
    token.cancel();
    let board = Board::empty(Shape::hypercube(2, 5).expect("25x25"));
    let mut learner = Learner::new(&board, 0);
    assert_eq!(learner.search(Limits::none(), &token), Answer::Stopped(StopReason::Cancelled));
    assert_eq!(learner.tally().nodes, 0);
}

/// Sides over 64 need wide masks; a few holes are enough to use them.
#[test]
fn wide_boards() {
    let shape = Shape::boxed(&[5, 14]).expect("70x70");
    let solution = closed_form(&shape).expect("blocks");
    let mut board = Board::empty(shape.clone());
    let mut rng = SeededRng::new(2);
    for (cell, value) in solution.filled() {
        if rng.below(100) < 80 {
            board.set_given(cell, Some(value)).expect("inside");
        }
    }
    let Answer::Solution(grid) = Learner::new(&board, 0).search(Limits::none(), &Never) else {
        panic!("the closed form is a solution")
    };
    assert_eq!(check(&board, &grid), Ok(()));
}
