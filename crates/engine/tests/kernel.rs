//! The kernel as a backend against the scalar search, which answers as soon as there is a node limit.

use sdkc_engine::{
    Backend, Board, CancelToken, Constraint, Count, Limits, Shape, Solver, Stop, Uniqueness, ValueSet,
    board::{SeededRng, check, random_board},
};

const FAR: Limits = Limits::nodes(u64::MAX);

/// Random classic boards with none, one and many solutions, every third with restricted candidates: givens at random, or
/// what is left of a solution.
fn boards() -> impl Iterator<Item = Board> {
    (0..400).map(|seed| {
        let mut rng = SeededRng::new(seed);
        let mut board = if seed % 2 == 0 {
            random_board(&Shape::classic(), 18 + seed as usize % 14, seed).board
        } else {
            rest_of_solution(24 + seed as usize % 12, &mut rng)
        };
        if seed % 3 == 0 {
            let cell = board.shape().cell_at(rng.below(81)).expect("81 cells");
            let values = ValueSet::from_bits(rng.next_u64().into()) & ValueSet::full(9);
            board.restrict(cell, values).expect("inside");
        }
        board
    })
}

fn rest_of_solution(n_givens: usize, rng: &mut SeededRng) -> Board {
    let start = random_board(&Shape::classic(), 3, rng.next_u64()).board;
    let mut grid =
        Solver::new(&start).solve().outcome.solution().expect("three givens leave a solution").clone();
    let mut cells: Vec<_> = start.shape().cells().collect();
    rng.shuffle(&mut cells);
    cells[n_givens..].iter().for_each(|cell| grid.set(*cell, None));
    Board::with_givens(Shape::classic(), grid).expect("a part of a solution")
}

#[test]
fn verdicts_solutions_and_counts_are_those_of_the_scalar_search() {
    let (mut none, mut unique, mut multiple) = (0, 0, 0);
    for board in boards() {
        let (fast, slow) = (Solver::new(&board), Solver::new(&board).limits(FAR));
        let (a, b) = (fast.uniqueness(), slow.uniqueness());
        assert_eq!(
            a.verdict, b.verdict,
            "the same verdict and, where there are several, the same two solutions"
        );
        match &a.verdict {
            Uniqueness::None => none += 1,
            Uniqueness::Unique(grid) => {
                assert_eq!(check(&board, grid), Ok(()));
                assert_eq!(a.backend, Backend::Kernel);
                unique += 1;
            }
            _ => multiple += 1,
        }
        assert_ne!(b.backend, Backend::Kernel, "a node limit means nodes of the scalar search");
        assert_eq!(fast.count(50).count, slow.count(50).count);
    }
    assert!(none > 20 && multiple > 20 && unique > 0, "{none} {unique} {multiple}");
}

#[test]
fn boards_that_it_does_not_know_go_elsewhere() {
    let mut board = Board::empty(Shape::classic());
    let cell = |at| Shape::classic().cell_at(at).expect("81 cells");
    board.add_constraint(Constraint::Less(cell(0), cell(1))).expect("inside");
    assert_ne!(Solver::new(&board).count(5).backend, Backend::Kernel);
    assert_ne!(Solver::new(&Board::empty(Shape::classic())).solve().backend, Backend::Kernel);
}

#[test]
fn limits_and_cancellation_are_heeded() {
    let empty = Board::empty(Shape::classic());
    let report = Solver::new(&empty).count(100_000);
    assert_eq!(
        (report.count, report.backend, report.stopped),
        (Count::AtLeast(100_000), Backend::Kernel, None)
    );
    let cancelled = CancelToken::new();
    cancelled.cancel();
    let report = Solver::new(&empty).stop(&cancelled).count(u128::MAX);
    assert_eq!(report.stopped, cancelled.poll());
    assert!(!report.count.is_exact());
}
