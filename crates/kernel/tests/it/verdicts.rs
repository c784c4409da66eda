//! Every kernel of this machine against the plain solver, on the same data.

use crate::common::*;
use sdkc_kernel::{Board, End, Kernel, Limits, Solver};

const NEVER: &dyn Fn() -> bool = &|| false;

/// Solves the boards with every kernel, one by one and as a batch, and checks each outcome.
fn check_all(boards: &[Board], limit: u64) {
    for kernel in Kernel::available() {
        let mut solver = Solver::new(kernel);
        let limits = Limits::solutions(limit);
        let batch = solver.solve_batch(boards, &limits, NEVER);
        assert_eq!(batch.len(), boards.len());
        for (board, together) in boards.iter().zip(&batch) {
            check(board, limit, together);
            check(board, limit, &solver.solve(board, &limits, NEVER));
        }
    }
}

#[test]
fn known_puzzles_are_unique() {
    let boards: Vec<Board> = KNOWN.iter().map(|text| board(&parse(text))).collect();
    for kernel in Kernel::available() {
        let mut solver = Solver::new(kernel);
        for (board, together) in boards.iter().zip(solver.solve_batch(&boards, &Limits::default(), NEVER)) {
            let alone = solver.solve(board, &Limits::default(), NEVER);
            for outcome in [alone, together] {
                assert!(outcome.is_unique(), "{kernel} {board:?} {outcome:?}");
                check_solutions(board, &outcome);
            }
        }
    }
}

#[test]
fn generated_puzzles_agree_with_the_plain_count() {
    let mut random = Random(0x5eed);
    for limit in [1, 2, 50] {
        let boards: Vec<Board> = (0..150).map(|n| board(&with_clues(24 + n % 12, &mut random))).collect();
        check_all(&boards, limit);
    }
}

#[test]
fn spoiled_puzzles_agree_with_the_plain_count() {
    let mut random = Random(0xbad);
    for limit in [1, 2, 50] {
        let boards: Vec<Board> = (0..150)
            .map(|n| {
                let grid = with_clues(26 + n % 10, &mut random);
                board(&fuzzed(&grid, &mut random))
            })
            .collect();
        check_all(&boards, limit);
    }
}

#[test]
fn pencil_marks_agree_with_the_plain_count() {
    let mut random = Random(0xc0ffee);
    let boards: Vec<Board> = (0..60)
        .map(|n| {
            let solution = solved_grid(&mut random);
            let keep = 1 + n % 3;
            Board::from_candidates(std::array::from_fn(|cell| {
                (0..keep).fold(1 << (solution[cell] - 1), |mask, _| mask | 1 << random.below(9))
            }))
        })
        .collect();
    for limit in [1, 2, 50] {
        check_all(&boards, limit);
    }
}

#[test]
fn hopeless_boards_have_no_solution() {
    let mut twice_in_row = [0; 81];
    (twice_in_row[0], twice_in_row[8]) = (5, 5);
    let mut twice_in_column = [0; 81];
    (twice_in_column[0], twice_in_column[72]) = (5, 5);
    let mut twice_in_box = [0; 81];
    (twice_in_box[0], twice_in_box[10]) = (5, 5);
    let mut boards: Vec<Board> =
        [twice_in_row, twice_in_column, twice_in_box, [7; 81]].iter().map(board).collect();
    let mut candidates = [0x1ff; 81];
    candidates[40] = 0;
    boards.push(Board::from_candidates(candidates));
    boards.push(Board::from_candidates([0; 81]));
    check_all(&boards, 2);
}

#[test]
fn a_limit_of_none_finds_none() {
    let boards = [Board::from_candidates([0x1ff; 81]); 3];
    for kernel in Kernel::available() {
        let mut solver = Solver::new(kernel);
        let limits = Limits::solutions(0);
        for outcome in solver
            .solve_batch(&boards, &limits, NEVER)
            .into_iter()
            .chain([solver.solve(&boards[0], &limits, NEVER)])
        {
            assert_eq!((outcome.count, outcome.end, outcome.first), (0, End::Solutions, None));
        }
    }
}

#[test]
fn counts_are_exact_beyond_small_limits() {
    // The solved grid without the cells of four digits: every way to fill them again is counted.
    let mut random = Random(4);
    let mut grid = solved_grid(&mut random);
    for digit in &mut grid {
        if *digit > 5 {
            *digit = 0;
        }
    }
    let board = board(&grid);
    let expected = count_naively(&board.candidates(), u64::MAX);
    assert!(expected > 100, "{expected}");
    for kernel in Kernel::available() {
        let mut solver = Solver::new(kernel);
        let limits = Limits::solutions(u64::MAX);
        for outcome in [solver.solve(&board, &limits, NEVER), solver.solve_batch(&[board], &limits, NEVER)[0]]
        {
            assert_eq!((outcome.count, outcome.end), (expected, End::Exhausted), "{kernel}");
        }
    }
}
