//! What must hold for any board whatever, with every kernel of this machine.

use crate::common::*;
use proptest::prelude::*;
use sdkc_kernel::{Board, Kernel, Limits, Solver};

const NEVER: &dyn Fn() -> bool = &|| false;

/// Pencil marks around a solution, so that some boards have solutions, with noise, so that some have none.
fn pencil_marks() -> impl Strategy<Value = [u16; 81]> {
    let noise = proptest::collection::vec(0u16..0x200, 81);
    (any::<u64>(), noise.clone(), noise, 0usize..4).prop_map(|(seed, a, b, spoiled)| {
        let mut random = Random(seed | 1);
        let solution = solved_grid(&mut random);
        let mut candidates =
            std::array::from_fn(|cell| 1 << (solution[cell] - 1) | a[cell] & b[cell] & a[(cell + 1) % 81]);
        for _ in 0..spoiled {
            candidates[random.below(81)] = a[0];
        }
        candidates
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_kernel_counts_like_the_plain_solver(candidates in pencil_marks(), limit in 1u64..20) {
        let board = Board::from_candidates(candidates);
        for kernel in Kernel::available() {
            let mut solver = Solver::new(kernel);
            check(&board, limit, &solver.solve(&board, &Limits::solutions(limit), NEVER));
            for outcome in solver.solve_batch(&[board; 3], &Limits::solutions(limit), NEVER) {
                check(&board, limit, &outcome);
            }
        }
    }

    #[test]
    fn givens_and_their_candidates_are_the_same_board(seed in any::<u64>(), clues in 20usize..40) {
        let mut random = Random(seed | 1);
        let grid = with_clues(clues, &mut random);
        let (givens, marks) = (board(&grid), Board::from_candidates(board(&grid).candidates()));
        for kernel in Kernel::available() {
            let mut solver = Solver::new(kernel);
            // Each in a batch of its own: which of two boards gets the idle lanes decides how much is searched until five solutions are found.
            let [a, b] = [givens, marks].map(|board| solver.solve_batch(&[board], &Limits::solutions(5), NEVER));
            prop_assert_eq!(a, b);
        }
    }

    #[test]
    fn any_masks_do_no_harm(masks in proptest::collection::vec(any::<u16>(), 81)) {
        let candidates: [u16; 81] = masks.try_into().expect("81 masks");
        let board = Board::from_candidates(candidates);
        let limits = Limits { nodes: 1000, ..Limits::solutions(3) };
        let expected = Solver::new(Kernel::SCALAR).solve(&board, &limits, NEVER);
        check_solutions(&board, &expected);
        for kernel in Kernel::available() {
            prop_assert_eq!(Solver::new(kernel).solve(&board, &limits, NEVER), expected);
        }
    }
}
