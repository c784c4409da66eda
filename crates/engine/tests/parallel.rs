//! Several threads give the answers of one.
#![cfg(feature = "parallel")]

use sdkc_engine::{
    Board, CancelToken, Grid, Limits, Never, Outcome, Shape, Solver, StopReason, Uniqueness,
    board::{SeededRng, check},
    generate::full_board,
};

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
        let (alone, together) = (Solver::new(&board), Solver::new(&board).jobs(3));
        let (report, same) = (alone.solve(), together.solve());
        assert_eq!(report.outcome.solution().is_some(), same.outcome.solution().is_some());
        assert_eq!(report.outcome.is_refuted(), same.outcome.is_refuted());
        assert!(same.outcome.solution().is_none_or(|grid| check(&board, grid) == Ok(())));
        assert_eq!(alone.count(20).count, together.count(20).count);
        match (alone.uniqueness().verdict, together.uniqueness().verdict) {
            (Uniqueness::None, Uniqueness::None) => none += 1,
            (Uniqueness::Unique(one_grid), Uniqueness::Unique(same)) => {
                assert_eq!(one_grid, same);
                one += 1;
            }
            (Uniqueness::Multiple(_), Uniqueness::Multiple(_)) => {}
            other => panic!("{other:?}"),
        }
    }
    assert!(none > 0 && one > 0, "{none} without, {one} with one solution");
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
