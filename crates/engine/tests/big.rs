//! Boards that are too big to search: each supported kind is filled from empty and with three scattered givens.

use sdkc_engine::{
    Backend, Board, Count, Limits, Shape, Solver, StopReason, Uniqueness, Value,
    board::{Regions, SeededRng, check, random_board},
};

#[track_caller]
fn is_filled(board: &Board) {
    let report = Solver::new(board).solve();
    let solution =
        report.outcome.solution().unwrap_or_else(|| panic!("{}: {:?}", board.shape(), report.outcome));
    assert_eq!(check(board, solution), Ok(()));
}

/// From empty; with three random givens; with three equal ones that do not see each other.
#[track_caller]
fn fills(lengths: &[usize]) {
    let shape = Shape::boxed(lengths).expect("a shape");
    is_filled(&Board::empty(shape.clone()));
    for seed in 0..3 {
        is_filled(&random_board(&shape, 3, seed).board);
    }
    let mut rng = SeededRng::new(5);
    let mut board = Board::empty(shape.clone());
    let two = Value::new(2).expect("a value");
    while board.givens().n_filled() < 3 {
        let cell = shape.cell_at(rng.below(shape.n_cells())).expect("below the number of cells");
        if board.legal_values(cell).is_some_and(|legal| legal.contains(two)) {
            board.set_given(cell, Some(two)).expect("2 is a value");
        }
    }
    is_filled(&board);
}

#[test]
fn two_dimensions() {
    // (Three givens can leave a 4x4 board without a solution.)
    is_filled(&Board::empty(Shape::boxed(&[2, 2]).expect("4x4")));
    for lengths in [
        [2, 3],
        [3, 2],
        [3, 3],
        [3, 4],
        [2, 5],
        [4, 4],
        [4, 5],
        [5, 5],
        [1, 5],
        [1, 7],
        [1, 30],
        [6, 6],
        [2, 16],
        [8, 8],
    ] {
        fills(&lengths);
    }
}

#[test]
fn more_dimensions() {
    fills(&[2, 2, 2]);
    fills(&[3, 3, 3]);
    fills(&[2, 2, 2, 2]);
    fills(&[1, 2, 3]);
    fills(&[1, 1, 4, 2]);
}

#[test]
fn the_formula_knows_that_there_are_more() {
    let board = random_board(&Shape::hypercube(2, 5).expect("25x25"), 3, 1).board;
    let report = Solver::new(&board).uniqueness();
    assert_eq!(report.backend, Backend::ClosedForm);
    let Uniqueness::Multiple(two) = report.verdict else { panic!("two solutions") };
    assert!(two[0] != two[1] && two.iter().all(|grid| check(&board, grid) == Ok(())));
    assert_eq!(Solver::new(&board).count(5000).count, Count::AtLeast(5000));
}

/// An empty board's family alone has 16! members.
#[test]
fn a_node_limit_ends_the_listing_of_a_family() {
    let board = Board::empty(Shape::hypercube(2, 4).expect("16x16"));
    for limit in [0, 1, 1000] {
        let solver = Solver::new(&board).limits(Limits::nodes(limit));
        let report = solver.count(u128::MAX);
        assert_eq!(report.count, Count::AtLeast(u128::from(limit) + 2));
        assert_eq!((report.stopped, report.stats.nodes), (Some(StopReason::Nodes { limit }), limit));
        assert!(matches!(solver.uniqueness().verdict, Uniqueness::Multiple(_)));
    }
}

#[test]
fn solutions_beyond_the_family_are_new() {
    // All values but one are named, so the family has one member, and search finds the second solution.
    let shape = Shape::hypercube(2, 4).expect("16x16");
    let mut board = Board::empty(shape.clone());
    for number in 1..=15 {
        let cell = shape.cell(&[0, usize::from(number)]).expect("inside");
        board.set_given(cell, Value::new(number)).expect("a value");
    }
    let found: Vec<_> = Solver::new(&board).solutions().take(3).collect();
    assert_eq!(found.len(), 3);
    assert!(found[0] != found[1] && found[1] != found[2] && found[0] != found[2]);
    let backend = Solver::new(&board).uniqueness().backend;
    assert_ne!(backend, Backend::ClosedForm, "the formula does not know that there is another one");
    assert!(found.iter().all(|grid| check(&board, grid) == Ok(())));
}

/// Regions that are diagonals, wrapped around: a board that exists for sides without the factors 2 and 3.
fn diagonals(side: usize) -> Shape {
    let labels: Vec<usize> = (0..side * side).map(|cell| (cell / side + cell % side) % side).collect();
    Shape::jigsaw(Regions::new(&labels).expect("each diagonal has as many cells as the side"))
}

/// Blocks whose borders are bent: each block swaps one cell with its right neighbour.
fn bent(height: usize, width: usize) -> Shape {
    let side = height * width;
    let mut labels: Vec<usize> =
        (0..side * side).map(|cell| cell / side / height * height + cell % side / width).collect();
    for band in 0..side / height {
        let (upper, lower) = (band * height * side, (band * height + height - 1) * side);
        for border in (width..side).step_by(width) {
            labels.swap(upper + border - 1, lower + border);
        }
    }
    Shape::jigsaw(Regions::new(&labels).expect("swaps keep the sizes"))
}

#[test]
fn jigsaws() {
    for shape in [diagonals(5), diagonals(7), diagonals(11), bent(2, 3), bent(3, 3), bent(3, 4), bent(4, 4)] {
        is_filled(&Board::empty(shape.clone()));
        for seed in 0..3 {
            let board = random_board(&shape, 3, seed).board;
            // Three givens can make a small jigsaw unsolvable; the larger ones have room.
            if shape.side() > 7 {
                is_filled(&board);
            } else {
                assert!(Solver::new(&board).solve().outcome.stopped().is_none());
            }
        }
    }
}
