//! Every strategy, value order and propagation against the naive solver, on thousands of random boards.

mod common;

use common::Naive;
use sdkc_engine::{
    Board, Count, Limits, Outcome, Propagation, Solver, Stats, StopReason, Strategy, Uniqueness, ValueOrder,
    ValueSet, board::check,
};

const LIMIT: u64 = 40;

/// What the naive solver says: the number of solutions up to the limit, and the values seen in them.
fn truth(board: &Board) -> Option<(u64, Vec<ValueSet>)> {
    let mut seen = vec![ValueSet::EMPTY; board.shape().n_cells()];
    let Some(mut naive) = Naive::new(board) else { return Some((0, seen)) };
    let count = naive.count(LIMIT, &mut |values| {
        for (set, value) in seen.iter_mut().zip(values) {
            *set = *set | ValueSet::from_bits(1 << (value - 1));
        }
    })?;
    Some((count, seen))
}

fn all_configs() -> Vec<(Strategy, ValueOrder, Propagation)> {
    let mut all = Vec::new();
    for strategy in Strategy::ALL.iter().filter(|strategy| **strategy != Strategy::Auto) {
        for order in ValueOrder::ALL {
            all.extend(Propagation::ALL.iter().map(|level| (*strategy, *order, *level)));
        }
    }
    all
}

#[test]
fn counts_agree_with_the_naive_solver() {
    let configs = all_configs();
    let (mut n_boards, mut none, mut one, mut gave_up, mut runs) = (0, 0, 0, 0, 0);
    for (number, shape) in common::shapes().iter().enumerate() {
        let n_boards_here = if shape.n_cells() > 200 { 12 } else { 180 };
        for seed in 0..n_boards_here {
            let seed = seed * 1000 + number as u64;
            let Some(board) = common::board(shape, seed) else { continue };
            let Some((expected, _)) = truth(&board) else { continue };
            n_boards += 1;
            none += u32::from(expected == 0);
            one += u32::from(expected == 1);
            let auto = Solver::new(&board).count(u128::from(LIMIT));
            assert_eq!(auto.count.number(), u128::from(expected), "auto, {shape}, seed {seed}");
            for turn in 0..4 {
                let (strategy, order, level) =
                    configs[(seed as usize * 7 + turn * 11 + number) % configs.len()];
                let solver = Solver::new(&board)
                    .strategy(strategy)
                    .values(order)
                    .propagate(level)
                    .seed(seed)
                    .limits(Limits::nodes(3_000));
                let counted = solver.count(u128::from(LIMIT));
                runs += 1;
                if counted.stopped.is_some() {
                    assert!(counted.count.number() <= u128::from(expected));
                    gave_up += 1;
                    continue;
                }
                let got = counted.count.number();
                assert_eq!(got, u128::from(expected), "{strategy} {order} {level}, {shape}, seed {seed}");
                assert_eq!(counted.count.is_exact(), expected < LIMIT);
            }
        }
    }
    assert!(
        n_boards > 2000 && none > 200 && one > 300,
        "{n_boards} boards, {none} without, {one} with one solution"
    );
    assert!(gave_up * 10 < runs, "{gave_up} of {runs} runs gave up");
}

#[test]
fn solutions_are_solutions_and_all_different() {
    for (number, shape) in common::shapes().iter().enumerate() {
        for seed in 0..12 {
            let Some(board) = common::board(shape, seed * 77 + number as u64) else { continue };
            let mut seen = Vec::new();
            for grid in Solver::new(&board).solutions().take(20) {
                assert_eq!(check(&board, &grid), Ok(()), "{shape}, seed {seed}");
                assert!(!seen.contains(&grid), "{shape}, seed {seed}: a solution twice");
                seen.push(grid);
            }
            let verdict = Solver::new(&board).uniqueness().verdict;
            match seen.len() {
                0 => assert_eq!(verdict, Uniqueness::None),
                1 => assert_eq!(verdict, Uniqueness::Unique(seen.remove(0))),
                _ => assert!(matches!(verdict, Uniqueness::Multiple(two) if two[..] == seen[..2])),
            }
        }
    }
}

#[test]
fn true_candidates_agree_with_all_solutions() {
    let mut compared = 0;
    for (number, shape) in common::shapes().iter().enumerate() {
        for seed in 0..12 {
            let Some(board) = common::board(shape, seed * 31 + number as u64) else { continue };
            let Some((count, seen)) = truth(&board) else { continue };
            if count < LIMIT {
                let report = Solver::new(&board).true_candidates();
                assert_eq!(report.possible, seen, "{shape}, seed {seed}");
                compared += 1;
            }
        }
    }
    assert!(compared > 100, "just {compared} compared");
}

#[test]
fn the_same_run_twice_is_the_same() {
    for (number, (strategy, order, level)) in all_configs().into_iter().enumerate() {
        let shape = &common::shapes()[number % 4];
        let Some(board) = common::board(shape, number as u64) else { continue };
        let solver = Solver::new(&board).strategy(strategy).values(order).propagate(level).seed(9);
        let solver = solver.limits(Limits::nodes(2_000));
        assert_eq!(solver.solve(), solver.solve(), "{strategy} {order} {level}");
    }
}

#[test]
fn a_node_limit_is_never_passed_and_says_so() {
    let board = Board::empty(common::shapes()[3].clone());
    for (strategy, order, level) in all_configs() {
        for limit in [0, 1, 7] {
            let solver = Solver::new(&board).strategy(strategy).values(order).propagate(level);
            let report = solver.limits(Limits::nodes(limit)).solve();
            assert_eq!(report.outcome, Outcome::Stopped(StopReason::Nodes { limit }));
            assert_eq!(Stats::default().nodes + report.stats.nodes, limit, "{strategy} {order} {level}");
        }
    }
    let counted = Solver::new(&board).limits(Limits::nodes(500)).count(u128::MAX);
    assert!(matches!(counted.count, Count::AtLeast(_)));
    assert_eq!(counted.stopped, Some(StopReason::Nodes { limit: 500 }));
}
