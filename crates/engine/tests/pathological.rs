//! Boards that are known to take some solver very long, with their answers.

use sdkc_engine::{Board, Count, Grid, Limits, Shape, Solver, Uniqueness, Value, board};

const LIMIT: u128 = 3_000;

#[track_caller]
fn check(shape: Shape, line: &str, expected: Count) {
    let numbers: Vec<u8> = line.bytes().map(|byte| if byte == b'.' { 0 } else { byte - b'0' }).collect();
    let board = Board::with_givens(shape, Grid::from_numbers(&numbers)).expect("a line of the shape");
    assert_eq!(Solver::new(&board).count(LIMIT).count, expected, "{line}");
}

#[test]
fn unique_boards_that_defeat_reading_order() {
    for line in [
        "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9",
        "9..8...........5............2..1...3.1.....6....4...7.7.86.........3.1..4.....2..",
        "........3..1..56...9..4..7......9.5.7.......8.5.4.2....8..2..9...35..1..6........",
        "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
        "100007090030020008009600500005300900010080002600004000300000010040000007007000300",
    ] {
        check(Shape::classic(), line, Count::Exactly(1));
    }
}

#[test]
fn boards_without_solution() {
    for line in [
        ".....5.8....6.1.43..........1.5........1.6...3.......553.....61........4.........",
        "11...............................................................................",
        ".876543212........3........4........5........6........7........8........9........",
        "874630251195247836263581479342718695758396142916054783431865927629473518587129364",
    ] {
        check(Shape::classic(), line, Count::Exactly(0));
    }
}

#[test]
fn boards_with_many_solutions() {
    check(Shape::classic(), &".".repeat(81), Count::AtLeast(LIMIT));
    // "Hard for a program that guesses": 188 seconds in P. Norvig's essay "Solving every sudoku puzzle".
    check(
        Shape::classic(),
        ".....6....59.....82....8....45........3........6..3.54...325..6..................",
        Count::AtLeast(LIMIT),
    );
    check(
        Shape::classic(),
        &("49675.8..21869375..5.48..69".to_owned() + &".".repeat(54)),
        Count::AtLeast(LIMIT),
    );
    check(
        Shape::classic(),
        "534..8912672195348198342567859..1423426853791713924856961537284287419635345286179",
        Count::Exactly(2),
    );
    check(
        Shape::classic(),
        "92..8.65.6..2.43..3..5.9.72.7.953.......7.......6..5....142..3.....31..6.6.7..1..",
        Count::Exactly(6),
    );
    check(Shape::boxed(&[2, 2]).expect("4x4"), &".".repeat(16), Count::Exactly(288));
    check(Shape::boxed(&[2, 2]).expect("4x4"), "..1..4.....2.2..", Count::Exactly(2));
    check(Shape::boxed(&[2, 3]).expect("6x6"), &".".repeat(36), Count::AtLeast(LIMIT));
}

/// A board that is decided within so many nodes, which are the same on every machine.
#[track_caller]
fn has_several(board: &Board, nodes: u64) {
    let report = Solver::new(board).limits(Limits::nodes(nodes)).uniqueness();
    let Uniqueness::Multiple(two) = report.verdict else { panic!("{}: {:?}", report.backend, report.stats) };
    assert!(two[0] != two[1] && two.iter().all(|grid| board::check(board, grid) == Ok(())));
}

#[test]
fn cubes_with_a_diagonal() {
    let shape = Shape::hypercube(3, 2).expect("8x8x8");
    for diagonal in [
        [1, 2, 3, 4, 5, 6, 7, 8],
        [1, 2, 1, 2, 1, 2, 1, 2],
        [1, 2, 2, 1, 3, 1, 2, 1],
        [8, 1, 8, 2, 7, 3, 7, 4],
    ] {
        let mut board = Board::empty(shape.clone());
        for (at, number) in diagonal.into_iter().enumerate() {
            let cell = shape.cell(&[at, at, at]).expect("inside");
            board.set_given(cell, Value::new(number)).expect("a value");
        }
        has_several(&board, 100_000);
    }
}

#[test]
fn blocks_of_five_by_five() {
    let shape = Shape::hypercube(2, 5).expect("25x25");
    let mut board = Board::empty(shape.clone());
    has_several(&board, 0);
    for (row, column, number) in [(0, 0, 25), (7, 7, 25), (13, 20, 25), (24, 12, 1)] {
        board.set_given(shape.cell(&[row, column]).expect("inside"), Value::new(number)).expect("a value");
        has_several(&board, 1_000);
    }
}
