//! The array interface: what is promised for grids that are right, broken, full and impossible.

use sdkc_engine::classic::{self, Cells, GridError, Unit};

const ESCARGOT: &str = "100007090030020008009600500005300900010080002600004000300000010040000007007000300";

fn escargot() -> Cells {
    classic::parse(ESCARGOT).expect("81 cells")
}

#[test]
fn a_puzzle_is_filled_and_keeps_its_givens() {
    let (mut grid, puzzle) = (escargot(), escargot());
    assert_eq!(classic::solve(&mut grid), Ok(true));
    assert!(grid.iter().flatten().all(|number| (1..=9).contains(number)));
    assert!(
        grid.iter().flatten().zip(puzzle.iter().flatten()).all(|(full, given)| *given == 0 || full == given)
    );
    assert_eq!(classic::check(&grid), Ok(Vec::new()));
    let full = grid;
    assert_eq!(classic::solve(&mut grid), Ok(true));
    assert_eq!(grid, full);
}

#[test]
fn an_unsolvable_grid_is_left_alone() {
    for text in [
        // Two equal givens; a cell without a value; no solution without either.
        "55.......".to_owned() + &".".repeat(72),
        "12345678.........9".to_owned() + &".".repeat(63),
        ".....5.8....6.1.43..........1.5........1.6...3.......553.....61........4.........".to_owned(),
    ] {
        let before = classic::parse(&text).expect("81 cells");
        let mut grid = before;
        assert_eq!(classic::solve(&mut grid), Ok(false));
        assert_eq!(grid, before);
    }
}

#[test]
fn entries_over_nine_are_the_error() {
    let mut grid = escargot();
    grid[4][7] = 10;
    let error = GridError::Entry { row: 4, col: 7, found: 10 };
    let before = grid;
    assert_eq!(classic::solve(&mut grid), Err(error));
    assert_eq!(grid, before);
    assert_eq!(classic::check(&grid), Err(error));
    assert_eq!(classic::legal_values(&grid, 0, 1), Err(error));
    assert!(classic::display_checked(&grid).to_string().contains("r5c8 holds 10"));
}

#[test]
fn legal_values_of_filled_open_and_dead_cells() {
    let grid = escargot();
    assert_eq!(classic::legal_values(&grid, 0, 0), Ok(None));
    let legal = classic::legal_values(&grid, 0, 1).expect("inside").expect("empty");
    assert_eq!(legal.iter().collect::<Vec<_>>(), [2, 5, 6, 8]);
    let dead = classic::parse(&("12345678.........9".to_owned() + &".".repeat(63))).expect("81 cells");
    assert!(classic::legal_values(&dead, 0, 8).expect("inside").expect("empty").is_empty());
    assert_eq!(classic::legal_values(&grid, 9, 0), Err(GridError::Outside { row: 9, col: 0 }));
}

#[test]
fn every_violation_is_named() {
    let mut grid = [[0; 9]; 9];
    (grid[0][0], grid[0][2], grid[8][0]) = (5, 5, 5);
    let found = classic::check(&grid).expect("entries to 9");
    let named: Vec<_> = found.iter().map(|one| (one.unit, one.number, one.cells)).collect();
    assert_eq!(
        named,
        [
            (Unit::Row, 0, [(0, 0), (0, 2)]),
            (Unit::Column, 0, [(0, 0), (8, 0)]),
            (Unit::Block, 0, [(0, 0), (0, 2)])
        ]
    );
}

#[test]
fn texts_that_are_no_grid() {
    assert_eq!(classic::parse("123"), Err(GridError::Length { found: 3 }));
    let error = classic::parse(&("x".to_owned() + &".".repeat(80)));
    assert_eq!(error, Err(GridError::Character { found: 'x', at: 0 }));
}
