//! Boards with the structure of formulas are seen through, boards without it are not taken for such, and nothing but a
//! checked solution ever comes of it.

use sdkc_engine::{
    Backend, Board, Cell, Constraint, Count, Grid, Limits, Never, Shape, Solver, Uniqueness,
    board::{SeededRng, check},
    generate::{full_board, scrambled},
};

/// Keeps each given with a probability of so many in a hundred.
fn thinned(shape: &Shape, grid: &Grid, percent: usize, seed: u64) -> Board {
    let mut rng = SeededRng::new(seed);
    let kept = grid.values().iter().map(|value| value.filter(|_| rng.below(100) < percent));
    Board::with_givens(shape.clone(), Grid::from_values(kept.collect())).expect("a part of a solution")
}

#[track_caller]
fn falls(lengths: &[usize], percent: usize, seed: u64) {
    let shape = Shape::boxed(lengths).expect("a shape");
    let board = thinned(&shape, &scrambled(&shape, seed).expect("blocks"), percent, seed);
    let report = Solver::new(&board).limits(Limits::nodes(2000)).solve();
    let solution = report.outcome.solution().unwrap_or_else(|| panic!("{shape}: {:?}", report.outcome));
    assert_eq!(check(&board, solution), Ok(()));
    assert_eq!(report.backend, Backend::Structure, "{shape}");
}

/// Sizes and numbers of holes that no search comes through.
#[test]
fn scrambled_formulas_fall() {
    for seed in 0..2 {
        falls(&[5, 5], 35, seed);
        falls(&[6, 6], 35, seed);
        falls(&[4, 8], 40, seed);
        falls(&[2, 2, 2], 15, seed);
        falls(&[3, 3, 3], 25, seed);
    }
    falls(&[2, 2, 2, 2], 12, 1);
    falls(&[2, 3, 4], 25, 1);
}

#[test]
fn random_boards_show_none() {
    for (lengths, percent) in [(&[4, 4][..], 55), (&[5, 5], 65), (&[6, 6], 70), (&[2, 2, 2], 40)] {
        for seed in 0..3 {
            let shape = Shape::boxed(lengths).expect("a shape");
            let grid = full_board(&shape, seed, Limits::none(), &Never).expect("no limits");
            let report = Solver::new(&thinned(&shape, &grid, percent, seed)).solve();
            assert!(report.outcome.solution().is_some());
            assert_ne!(report.backend, Backend::Structure, "{shape}");
        }
    }
}

/// What is found by structure is one solution among others: counts and uniqueness come from search.
#[test]
fn counts_stay_right() {
    let shape = Shape::hypercube(2, 4).expect("16x16");
    let (mut unique, mut several) = (0, 0);
    for seed in 0..12 {
        let percent = 42 + 3 * seed as usize;
        let board = thinned(&shape, &scrambled(&shape, seed).expect("blocks"), percent, seed);
        let solver = Solver::new(&board);
        let count = solver.count(50);
        let mut learner = sdkc_engine::learn::Learner::new(&board, 1);
        let mut number = 0;
        while number < 50
            && matches!(learner.search(Limits::none(), &Never), sdkc_engine::learn::Answer::Solution(_))
        {
            number += 1;
        }
        assert_eq!(count.count.number(), number, "seed {seed}");
        assert_eq!(count.count, if number < 50 { Count::Exactly(number) } else { Count::AtLeast(50) });
        match solver.uniqueness().verdict {
            Uniqueness::Unique(grid) => {
                assert_eq!((number, check(&board, &grid)), (1, Ok(())));
                unique += 1;
            }
            Uniqueness::Multiple(two) => {
                assert!(number > 1 && two[0] != two[1]);
                assert!(two.iter().all(|grid| check(&board, grid) == Ok(())));
                several += 1;
            }
            other => panic!("{other:?}"),
        }
    }
    assert!(unique > 1 && several > 1, "{unique} unique, {several} not");
}

/// A rule on an empty board: the formula keeps it in some scrambled form.
#[test]
fn rules_without_givens() {
    let shape = Shape::hypercube(3, 2).expect("8x8x8");
    let mut board = Board::empty(shape.clone());
    let cells: Vec<Cell> = shape.cells().collect();
    board.add_constraint(Constraint::Less(cells[3], cells[200])).expect("two cells");
    let Uniqueness::Multiple(two) = Solver::new(&board).uniqueness().verdict else { panic!("many") };
    assert!(two[0] != two[1] && two.iter().all(|grid| check(&board, grid) == Ok(())));
}

/// Cubes with so few givens that only symmetric solutions are within reach.
#[test]
fn symmetric_solutions_of_cubes() {
    let shape = Shape::hypercube(3, 2).expect("8x8x8");
    for seed in 0..2 {
        let grid = full_board(&shape, seed, Limits::none(), &Never).expect("no limits");
        let board = thinned(&shape, &grid, 4, seed);
        let Uniqueness::Multiple(two) = Solver::new(&board).uniqueness().verdict else {
            panic!("few givens leave many solutions")
        };
        assert!(two[0] != two[1] && two.iter().all(|grid| check(&board, grid) == Ok(())));
    }
}

/// A cube with one solution, and that one is symmetric: learning finds it, and so do the tries at symmetric solutions
/// that come in turns with it, while learning still looks for a second one.
const ONE_SYMMETRIC: &str = "\
     ...5.3.. .6...... ....5... ........ ........ .1...... ........ ..1..... \
     ........ .2.1.6.. ........ .......6 ....7... ..86.... .......2 6....... \
     ....3.1. ........ .6.....7 .4....5. .7..6... ........ .....7.6 .......5 \
     3....8.. ........ ........ ...5.... ..4....3 ....1... ........ ........ \
     ........ ....3... ........ ...8.... .......6 ..3..... ........ .......8 \
     ....6... .......6 ....8... ..7..6.. ........ ........ .85...1. ........ \
     ........ ....4... ......1. .6...... .3...... ....6... ........ ........ \
     ........ 4...8... .....8.. .......4 .....35. ........ ........ ...6....";

#[test]
fn a_symmetric_solution_counts_once() {
    let numbers: Vec<u8> = ONE_SYMMETRIC
        .bytes()
        .filter(|byte| !byte.is_ascii_whitespace())
        .map(|byte| if byte == b'.' { 0 } else { byte - b'0' })
        .collect();
    let shape = Shape::hypercube(3, 2).expect("8x8x8");
    let board = Board::with_givens(shape, Grid::from_numbers(&numbers)).expect("8 values");
    for seed in 5..10 {
        let solver = Solver::new(&board).seed(seed);
        assert_eq!(solver.solutions().count(), 1, "seed {seed}");
        assert!(matches!(solver.uniqueness().verdict, Uniqueness::Unique(_)), "seed {seed}");
    }
}
