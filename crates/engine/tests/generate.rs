//! Full boards: right, random, the same for a seed, without the formula's structure, and stoppable.

use sdkc_engine::{
    Board, CancelToken, Grid, Limits, Never, Shape, StopReason,
    board::{Regions, check},
    generate::{Unfilled, full_board, regularity, scrambled},
};

#[track_caller]
fn made(shape: &Shape, seed: u64) -> Grid {
    let grid = full_board(shape, seed, Limits::none(), &Never).expect("no limits");
    assert_eq!(check(&Board::empty(shape.clone()), &grid), Ok(()), "{shape}, seed {seed}");
    grid
}

#[test]
fn every_shape() {
    for lengths in [&[2, 2][..], &[2, 3], &[3, 3], &[1, 7], &[3, 4], &[4, 4], &[2, 2, 2], &[1, 2, 3]] {
        let shape = Shape::boxed(lengths).expect("a shape");
        let (one, again, other) = (made(&shape, 1), made(&shape, 1), made(&shape, 2));
        assert_eq!(one, again);
        assert_ne!(one, other);
    }
}

#[test]
fn no_structure_is_left() {
    for (lengths, most) in [(&[4, 4][..], 0.5), (&[5, 5], 0.36)] {
        let shape = Shape::boxed(lengths).expect("a shape");
        let formula = scrambled(&shape, 3).expect("blocks");
        assert_eq!(check(&Board::empty(shape.clone()), &formula), Ok(()));
        assert_eq!(regularity(&shape, &formula), [1.0, 1.0]);
        let left = regularity(&shape, &made(&shape, 3));
        assert!(left.iter().all(|axis| *axis < most), "{shape}: {left:?}");
    }
}

/// Six passes leave an axis of these at 0.73 and 0.84.
#[test]
fn a_regular_axis_is_searched_again() {
    let shape = Shape::hypercube(3, 2).expect("8×8×8");
    for seed in [3, 60] {
        let left = regularity(&shape, &made(&shape, seed));
        assert!(left.iter().all(|axis| *axis < 0.65), "seed {seed}: {left:?}");
    }
}

#[test]
fn jigsaws_have_no_formula() {
    let labels: Vec<usize> = (0..49).map(|cell| (cell / 7 + cell % 7) % 7).collect();
    let shape = Shape::jigsaw(Regions::new(&labels).expect("seven cells each"));
    assert_eq!(scrambled(&shape, 0), None);
    assert_ne!(made(&shape, 1), made(&shape, 2));
    // The first region is the first row and a cell below: that cell would repeat a value of the row.
    let labels = [0, 0, 0, 1, 0, 1, 2, 2, 1, 1, 2, 3, 3, 3, 3, 2];
    let shape = Shape::jigsaw(Regions::new(&labels).expect("four cells each"));
    let made = full_board(&shape, 0, Limits::none(), &Never);
    if let Ok(grid) = made {
        assert_eq!(check(&Board::empty(shape), &grid), Ok(()));
    } else {
        assert_eq!(made, Err(Unfilled::NoSolution));
    }
}

#[test]
fn limits_and_cancellation() {
    let shape = Shape::hypercube(2, 5).expect("25x25");
    let limited = full_board(&shape, 1, Limits::nodes(20), &Never);
    assert_eq!(limited, Err(Unfilled::Stopped(StopReason::Nodes { limit: 20 })));
    let token = CancelToken::new();
    token.cancel();
    assert_eq!(full_board(&shape, 1, Limits::none(), &token), Err(Unfilled::Stopped(StopReason::Cancelled)));
}
