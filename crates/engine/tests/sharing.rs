//! Searches of one board that tell each other what they learn find what each would find alone.

mod common;

use common::Naive;
use sdkc_engine::{
    Board, Grid, Limits, Never, Shape, Solver, Stop, StopReason, Strategy,
    board::check,
    learn::{Answer, Exchange, Learner, Tuning},
};

/// The surroundings of the search of this number.
struct Sharing<'a>(&'a Exchange, usize);

impl Stop for Sharing<'_> {
    fn poll(&self) -> Option<StopReason> {
        None
    }

    fn exchange(&self) -> Option<(&Exchange, usize)> {
        Some((self.0, self.1))
    }
}

/// The solutions, up to a limit, that each of three searches by turns finds; how much they were told that was new.
fn solutions(board: &Board, seed: u64, limit: usize) -> ([Vec<Grid>; 3], u64) {
    let exchange = Exchange::telling(60, 20);
    let mut learners = [0, 1, 2].map(|number| {
        let tuning = Tuning { luby: 1 + number, ..Tuning::of(board.shape(), 0) };
        Learner::with_tuning(board, seed + number, tuning)
    });
    let mut found: [Vec<Grid>; 3] = Default::default();
    let mut over = [false; 3];
    while over.contains(&false) {
        for (number, learner) in learners.iter_mut().enumerate() {
            if over[number] {
                continue;
            }
            match learner.search(Limits::nodes(2), &Sharing(&exchange, number)) {
                Answer::Solution(grid) => {
                    assert_eq!(check(board, &grid), Ok(()));
                    assert!(!found[number].contains(&grid), "a solution twice");
                    found[number].push(grid);
                    over[number] = found[number].len() == limit;
                }
                Answer::Stopped(_) => {}
                _ => over[number] = true,
            }
        }
    }
    (found, learners.iter().map(|learner| learner.tally().heard).sum())
}

/// A hard puzzle, and what is left of it without each of its givens.
fn hard() -> impl Iterator<Item = Board> {
    let line = "100007090030020008009600500005300900010080002600004000300000010040000007007000300";
    (0..81).filter(|at| line.as_bytes()[*at] != b'0').map(|without| {
        let mut numbers: Vec<u8> = line.bytes().map(|digit| digit - b'0').collect();
        numbers[without] = 0;
        Board::with_givens(Shape::classic(), Grid::from_numbers(&numbers)).expect("digits")
    })
}

#[test]
fn each_search_finds_all_solutions() {
    let (mut n_boards, mut none, mut one) = (0, 0, 0);
    for (number, shape) in common::shapes().iter().enumerate() {
        let n_boards_here = if shape.n_cells() > 200 { 15 } else { 60 };
        for seed in 0..n_boards_here {
            let seed = seed * 2003 + number as u64;
            let Some(board) = common::board(shape, seed) else { continue };
            let expected = match Naive::new(&board) {
                None => 0,
                Some(mut naive) => match naive.count(30, &mut |_| {}) {
                    Some(count) => count as usize,
                    None => continue,
                },
            };
            let (found, _) = solutions(&board, seed, 30);
            for found in found {
                assert_eq!(found.len(), expected, "{shape}, seed {seed}");
            }
            n_boards += 1;
            none += u32::from(expected == 0);
            one += u32::from(expected == 1);
        }
    }
    assert!(n_boards > 500 && none > 50 && one > 70, "{n_boards} boards, {none} without, {one} with one");
}

/// Boards on which there is something to tell.
#[test]
fn each_search_finds_all_solutions_of_hard_boards() {
    let mut told = 0;
    for (seed, board) in hard().enumerate() {
        let expected = Solver::new(&board).strategy(Strategy::MinCandidates).count(150).count.number();
        let (found, heard) = solutions(&board, seed as u64, 150);
        for found in found {
            assert_eq!(found.len() as u128, expected);
        }
        told += heard;
    }
    assert!(told > 20, "{told} clauses that were told were new");
}

/// What was learned of one board is not believed of another.
#[test]
fn other_boards_are_told_nothing() {
    let exchange = Exchange::telling(60, 20);
    let tuning = Tuning { luby: 1, ..Tuning::default() };
    for (number, board) in hard().enumerate() {
        let mut learner = Learner::with_tuning(&board, 1, tuning);
        let mut alone = Learner::with_tuning(&board, 1, tuning);
        for _ in 0..3 {
            let answer = learner.search(Limits::none(), &Sharing(&exchange, number));
            assert_eq!(answer, alone.search(Limits::none(), &Never));
        }
        assert_eq!(learner.tally(), alone.tally());
    }
}

/// A log is to follow from the formula and itself: a search that writes one hears nothing.
#[test]
fn a_search_that_logs_keeps_to_itself() {
    let (mut told, mut logged) = (0, 0);
    for board in hard() {
        let exchange = Exchange::telling(60, 20);
        let tuning = Tuning { luby: 1, ..Tuning::default() };
        let learner = |seed| Learner::with_tuning(&board, seed, tuning);
        for (number, mut learner) in [learner(1), learner(2), learner(2).logging()].into_iter().enumerate() {
            while matches!(learner.search(Limits::none(), &Sharing(&exchange, number)), Answer::Solution(_)) {
            }
            if learner.proof().is_some() {
                logged += learner.tally().heard;
            } else {
                told += learner.tally().heard;
            }
        }
    }
    assert!(told > 0 && logged == 0, "{told} {logged}");
}
