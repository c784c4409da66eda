//! Boards that are known to take some solver very long, with their answers.

use sdkc_engine::{Board, Count, Grid, Shape, Solver};

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
