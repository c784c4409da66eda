//! Limits and cancelling, with every kernel of this machine.

use crate::common::*;
use sdkc_kernel::{Board, End, Kernel, Limits, Solver};
use std::cell::Cell;

const NEVER: &dyn Fn() -> bool = &|| false;

#[test]
fn a_search_stops_soon_after_it_is_told() {
    let empty = Board::from_candidates([0x1ff; 81]);
    for kernel in Kernel::available() {
        let asked = Cell::new(0);
        let stop = || {
            asked.set(asked.get() + 1);
            asked.get() > 20
        };
        let mut solver = Solver::new(kernel);
        let outcome = solver.solve(&empty, &Limits::solutions(u64::MAX), &stop);
        assert_eq!(outcome.end, End::Stopped);
        assert_eq!(asked.get(), 21, "{kernel}: once it said yes, it is not asked again");
        assert!(outcome.count > 0);
        check_solutions(&empty, &outcome);
    }
}

#[test]
fn a_stopped_batch_reports_every_board() {
    let boards = vec![Board::from_candidates([0x1ff; 81]); 300];
    for kernel in Kernel::available() {
        let asked = Cell::new(0);
        let stop = || {
            asked.set(asked.get() + 1);
            asked.get() > 5
        };
        let outcomes = Solver::new(kernel).solve_batch(&boards, &Limits::solutions(u64::MAX), &stop);
        assert_eq!(outcomes.len(), boards.len());
        assert!(outcomes.iter().all(|outcome| outcome.end == End::Stopped), "{kernel}");
    }
}

#[test]
fn node_limits_give_the_same_outcome_with_every_kernel() {
    let mut boards: Vec<Board> = KNOWN.iter().map(|text| board(&parse(text))).collect();
    let mut random = Random(99);
    boards.extend((0..40).map(|_| board(&with_clues(22, &mut random))));
    for nodes in [0, 1, 3, 10] {
        let limits = Limits { nodes, ..Limits::solutions(20) };
        let expected = Solver::new(Kernel::SCALAR).solve_batch(&boards, &limits, NEVER);
        assert!(expected.iter().any(|outcome| outcome.end == End::Nodes), "{nodes}");
        assert!(expected.iter().all(|outcome| outcome.nodes <= nodes));
        for kernel in Kernel::available() {
            let mut solver = Solver::new(kernel);
            assert_eq!(solver.solve_batch(&boards, &limits, NEVER), expected, "{kernel}");
            for (board, expected) in boards.iter().zip(&expected) {
                assert_eq!(solver.solve(board, &limits, NEVER), *expected, "{kernel} {board:?}");
            }
        }
    }
}

#[test]
fn streams_give_what_batches_give() {
    let mut random = Random(7);
    let boards: Vec<Board> = (0..300).map(|n| board(&with_clues(24 + n % 10, &mut random))).collect();
    for kernel in Kernel::available() {
        let mut solver = Solver::new(kernel);
        let batch = solver.solve_batch(&boards, &Limits::default(), NEVER);
        for chunk in [0, 1, 64, 299, 300, 1000] {
            let stream: Vec<_> =
                solver.stream(boards.iter().copied(), chunk, Limits::default(), NEVER).collect();
            assert_eq!(stream.len(), batch.len());
            for ((board, one), other) in boards.iter().zip(&stream).zip(&batch) {
                assert_eq!((one.count, one.end), (other.count, other.end));
                check_solutions(board, one);
            }
        }
    }
}

#[test]
fn a_stopped_stream_ends() {
    let boards = std::iter::repeat(Board::from_candidates([0x1ff; 81]));
    let given = Cell::new(0);
    let stop = || given.get() >= 10;
    for outcome in Solver::new(Kernel::detect()).stream(boards, 5, Limits::default(), &stop) {
        assert_eq!(outcome.count, 2);
        given.set(given.get() + 1);
    }
    assert_eq!(given.get(), 10);
}

#[test]
fn a_stream_that_has_ended_stays_ended() {
    let told = std::cell::Cell::new(false);
    let stop = || told.get();
    for kernel in Kernel::available() {
        told.set(false);
        let mut solver = Solver::new(kernel);
        let boards = std::iter::repeat_n(Board::from_candidates([0x1ff; 81]), 30);
        let mut outcomes = solver.stream(boards, 10, Limits::default(), &stop);
        assert_eq!(outcomes.by_ref().take(10).filter(|outcome| outcome.count == 2).count(), 10);
        told.set(true);
        assert_eq!(outcomes.next(), None);
        told.set(false);
        assert_eq!(outcomes.next(), None, "{kernel}");
    }
}

#[test]
fn a_stop_that_is_said_once_holds() {
    let empty = Board::from_candidates([0x1ff; 81]);
    let bounded = Limits { nodes: 1_000_000, ..Limits::solutions(20_000) };
    for kernel in Kernel::available() {
        let asked = Cell::new(0);
        let once = || {
            asked.set(asked.get() + 1);
            asked.get() == 3
        };
        let outcomes = Solver::new(kernel).solve_batch(&[empty; 4], &bounded, &once);
        assert!(outcomes.iter().all(|outcome| outcome.end == End::Stopped), "{kernel}");
        for limits in [bounded, Limits::solutions(20_000)] {
            asked.set(0);
            let mut solver = Solver::new(kernel);
            let ends =
                solver.stream(std::iter::repeat_n(empty, 40), 10, limits, &once).map(|outcome| outcome.end);
            assert!(ends.collect::<Vec<_>>().ends_with(&[End::Stopped]), "{kernel}");
        }
    }
}

#[test]
fn a_stream_takes_no_more_than_memory_holds() {
    let boards = std::iter::repeat(Board::from_candidates([0; 81]));
    let mut solver = Solver::new(Kernel::detect());
    let first = solver.stream(boards, usize::MAX, Limits::default(), NEVER).next();
    assert_eq!(first.map(|outcome| outcome.count), Some(0));
}
