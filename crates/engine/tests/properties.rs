//! What must hold for any board, whatever the answer is.

mod common;

use proptest::prelude::*;
use sdkc_engine::{Board, Cell, Grid, Outcome, Shape, Solver, Value, board::check};

const LIMIT: u128 = 60;

/// A random plain board of one of the small shapes: holes in a filled grid, now and then a wrong given.
fn plain_board() -> impl Strategy<Value = Board> {
    (0..common::shapes().len(), any::<u64>()).prop_filter_map(
        "shapes with a filled grid",
        |(number, seed)| {
            let shape = &common::shapes()[number];
            let board = common::board(shape, seed)?;
            (shape.n_cells() <= 81)
                .then(|| Board::with_givens(shape.clone(), board.givens().clone()).ok())
                .flatten()
        },
    )
}

fn count(board: &Board) -> u128 {
    Solver::new(board).count(LIMIT).count.number()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]

    #[test]
    fn renaming_values_changes_no_count(board in plain_board(), shift in 0_u8..9) {
        let side = board.shape().side() as u8;
        let renamed: Vec<u8> = board
            .givens()
            .numbers()
            .into_iter()
            .map(|number| if number == 0 { 0 } else { (number - 1 + shift) % side + 1 })
            .collect();
        let renamed = Board::with_givens(board.shape().clone(), Grid::from_numbers(&renamed)).expect("values to the side");
        prop_assert_eq!(count(&board), count(&renamed));
    }

    #[test]
    fn a_given_less_never_means_fewer_solutions(board in plain_board(), pick in any::<prop::sample::Index>()) {
        let givens: Vec<Cell> = board.givens().filled().map(|(cell, _)| cell).collect();
        prop_assume!(!givens.is_empty());
        let mut fewer = board.clone();
        fewer.set_given(givens[pick.index(givens.len())], None).expect("inside");
        prop_assert!(count(&fewer) >= count(&board));
    }

    #[test]
    fn a_solution_given_in_full_is_the_only_one(board in plain_board()) {
        if let Outcome::Solved(grid) = Solver::new(&board).solve().outcome {
            prop_assert_eq!(check(&board, &grid), Ok(()));
            let full = Board::with_givens(board.shape().clone(), grid).expect("a grid of the board");
            prop_assert_eq!(count(&full), 1);
        }
    }

    #[test]
    fn the_engines_of_the_classic_board_agree(seed in any::<u64>(), strategy in 0..4_usize, level in 1..3_usize) {
        let board = common::board(&Shape::classic(), seed).expect("a filled 9x9 grid");
        let general = Solver::new(&board)
            .strategy(sdkc_engine::Strategy::ALL[strategy])
            .propagate(sdkc_engine::Propagation::ALL[level])
            .count(LIMIT);
        prop_assert_eq!(count(&board), general.count.number());
    }

    #[test]
    fn arrays_in_any_state_are_answered(entries in prop::collection::vec(0_u8..12, 81)) {
        let mut grid = [[0; 9]; 9];
        entries.iter().enumerate().for_each(|(at, entry)| grid[at / 9][at % 9] = *entry);
        let before = grid;
        let valid = entries.iter().all(|entry| *entry <= 9);
        let solved = sdkc_engine::classic::solve(&mut grid);
        prop_assert_eq!(solved.is_ok(), valid);
        prop_assert!(solved == Ok(true) || grid == before);
    }
}

#[test]
fn events_tell_the_whole_grid() {
    use sdkc_engine::Event;
    for (number, shape) in common::shapes().iter().enumerate() {
        let Some(board) = common::board(shape, 40 + number as u64) else { continue };
        let mut shown = board.givens().clone();
        let mut nodes = 0;
        let report = Solver::new(&board).solve_with(&mut |event| match event {
            Event::Placed { cell, value, .. } => {
                nodes += 1;
                shown.set(cell, Some(value));
            }
            Event::Deduced { cell, value } => shown.set(cell, Some(value)),
            Event::Removed { cell } => shown.set(cell, None::<Value>),
            _ => {}
        });
        assert_eq!(report.stats.nodes, nodes, "{shape}");
        if let Outcome::Solved(grid) = &report.outcome {
            assert_eq!(&shown, grid, "{shape}");
        }
        assert_eq!(report, Solver::new(&board).solve(), "{shape}: an observer changes nothing");
    }
}
