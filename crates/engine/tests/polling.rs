//! On boards of millions of cells a single pass takes long: every question asks in the middle of it whether to go on.

use std::sync::atomic::{AtomicU64, Ordering};

use sdkc_engine::{
    Limits, Solver, Stop, StopReason, Strategy,
    board::{Board, Grid, Shape, closed_form},
    generate::{full_board, regularity_polling},
    learn::write_dimacs,
};

/// Says that it is enough when it is asked for the last time that it allows.
struct Nth {
    asked: AtomicU64,
    most: u64,
}

impl Stop for Nth {
    fn poll(&self) -> Option<StopReason> {
        let asked = self.asked.fetch_add(1, Ordering::Relaxed) + 1;
        (asked >= self.most).then_some(StopReason::Cancelled)
    }
}

/// 125×125×125: more than the tables of the search with propagation take.
fn shape() -> Shape {
    Shape::hypercube(3, 5).expect("a board that fits")
}

/// Some work that asks; it says whether it was stopped.
type Work<'w> = &'w dyn Fn(&dyn Stop) -> bool;

/// How often work asks that is allowed to ask so often.
fn asked(work: Work<'_>, most: u64) -> (u64, bool) {
    let stop = Nth { asked: AtomicU64::new(0), most };
    let is_stopped = work(&stop);
    (stop.asked.into_inner(), is_stopped)
}

fn asks_often(what: &str, work: Work<'_>) {
    // A pass over all cells makes some tens of questions; one at its start and end would be two.
    let least = shape().n_cells() as u64 >> 16;
    for most in [1, 2, 7, least] {
        let (n, is_stopped) = asked(work, most);
        assert!(n >= most, "{what}: it asked {n} times, and ended by itself before the {most}th");
        assert!(n <= most + 2, "{what}: told to stop at the {most}th question, it asked {n} times");
        assert!(is_stopped, "{what}: {most}");
    }
}

/// A full board, less its first cells.
fn nearly_full(n_open: usize) -> Board {
    let shape = shape();
    let mut values = closed_form(&shape).expect("blocks").values().to_vec();
    values[..n_open].fill(None);
    Board::with_givens(shape, Grid::from_values(values)).expect("its own values")
}

#[test]
fn filling_by_formula() {
    let empty = Board::empty(shape());
    asks_often("a solution", &|stop| Solver::new(&empty).stop(stop).solve().outcome.stopped().is_some());
    asks_often("a full board", &|stop| full_board(&shape(), 1, Limits::none(), stop).is_err());
    asks_often("candidates", &|stop| Solver::new(&empty).stop(stop).true_candidates().stopped.is_some());
}

#[test]
fn choosing_a_cell() {
    let empty = Board::empty(shape());
    for strategy in [Strategy::MinCandidates, Strategy::MaxConstraints] {
        let one = |stop: &dyn Stop| {
            let solver = Solver::new(&empty).strategy(strategy).limits(Limits::nodes(1));
            solver.stop(stop).solve().outcome.stopped() == Some(StopReason::Cancelled)
        };
        asks_often(strategy.name(), &one);
    }
}

#[test]
fn looking_through_givens() {
    let board = nearly_full(3);
    for strategy in [Strategy::Auto, Strategy::FirstEmpty] {
        let solve = |stop: &dyn Stop| {
            let solver = Solver::new(&board).strategy(strategy).limits(Limits::nodes(1));
            solver.stop(stop).solve().outcome.stopped() == Some(StopReason::Cancelled)
        };
        asks_often(strategy.name(), &solve);
    }
    let mut clashing = nearly_full(0);
    let (first, second) = (clashing.shape().cell_at(0), clashing.shape().cell_at(1));
    let value = clashing.given(first.expect("a cell"));
    clashing.set_given(second.expect("a cell"), value).expect("a value");
    asks_often("what clashes", &|stop| Solver::new(&clashing).stop(stop).core().stopped.is_some());
}

#[test]
fn measuring_how_regular_a_board_is() {
    let (shape, grid) = (shape(), closed_form(&shape()).expect("blocks"));
    asks_often("regularity", &|stop| {
        let mut poll = |_| stop.poll().map_or(Ok(()), Err);
        regularity_polling(&shape, &grid, &mut poll).is_err()
    });
}

/// The clauses of this board do not fit on a disk: to count them alone is a pass over its houses.
#[test]
fn writing_a_formula() {
    let empty = Board::empty(shape());
    asks_often("a formula", &|stop| write_dimacs(&empty, &[], stop, &mut std::io::sink()).is_err());
}
