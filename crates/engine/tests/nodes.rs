//! Node counts on fixed boards: a change of one of these numbers is a change of a textbook algorithm.

use sdkc_engine::{Board, Grid, Limits, Outcome, Propagation, Shape, Solver, Strategy, ValueOrder};

const ESCARGOT: &str = "100007090030020008009600500005300900010080002600004000300000010040000007007000300";

fn classic(line: &str) -> Board {
    let numbers: Vec<u8> = line.bytes().map(|byte| if byte == b'.' { 0 } else { byte - b'0' }).collect();
    Board::with_givens(Shape::classic(), Grid::from_numbers(&numbers)).expect("81 cells, values to 9")
}

/// Nodes to the first solution, and nodes to exhaust.
#[track_caller]
fn check(line: &str, strategy: Strategy, propagate: Propagation, expected: (u64, u64)) {
    let board = classic(line);
    let solver = Solver::new(&board).strategy(strategy).values(ValueOrder::Ascending).propagate(propagate);
    let first = solver.solve();
    assert!(matches!(first.outcome, Outcome::Solved(_)));
    let all = solver.count(u128::MAX);
    assert_eq!((first.stats.nodes, all.stats.nodes), expected, "{strategy}, {propagate}");
}

#[test]
fn escargot_without_propagation() {
    check(ESCARGOT, Strategy::FirstEmpty, Propagation::None, (8_969, 18_884));
    check(ESCARGOT, Strategy::MinCandidates, Propagation::None, (217, 2_231));
}

#[test]
fn escargot_with_max_constraints() {
    check(ESCARGOT, Strategy::MaxConstraints, Propagation::None, (170, 2_306));
}

#[test]
fn escargot_with_propagation() {
    check(ESCARGOT, Strategy::FirstEmpty, Propagation::Singles, (95, 126));
    check(ESCARGOT, Strategy::FirstEmpty, Propagation::Full, (91, 118));
    check(ESCARGOT, Strategy::MinCandidates, Propagation::Singles, (15, 142));
    check(ESCARGOT, Strategy::MinCandidates, Propagation::Full, (74, 130));
}

/// With a node limit `auto` searches classic boards on bitboards: another engine than `min-candidates` with full propagation, the
/// same deductions, so the same nodes here. (Without one the SIMD kernel answers, whose nodes depend on the machine.)
#[test]
fn escargot_by_auto() {
    let board = classic(ESCARGOT);
    let solver = Solver::new(&board).limits(Limits::nodes(1_000_000));
    assert_eq!((solver.solve().stats.nodes, solver.count(u128::MAX).stats.nodes), (74, 130));
}
