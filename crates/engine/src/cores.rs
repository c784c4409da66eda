//! Cores: what clashes in a board without solutions.

use sdkc_board::{Board, Conflict, House};

use crate::{Core, CoreReport, Culprit, Outcome, Solver};

/// What clashes without search, if anything does: the first conflict of the givens.
pub(crate) fn at_once(board: &Board) -> Option<Vec<Culprit>> {
    let conflict = board.conflicts().into_iter().next()?;
    Some(match conflict {
        Conflict::Equal { value, cells, houses } => {
            let house = houses[0];
            let inside: Vec<usize> = match house {
                House::Unit(unit) => board.shape().unit_cells(unit).map(|cell| cell.index()).collect(),
                House::Constraint(number) => {
                    board.constraints()[number].cells().map(|cell| cell.index()).collect()
                }
            };
            let two = cells
                .iter()
                .filter(|cell| inside.contains(&cell.index()) && board.given(**cell) == Some(value));
            let mut culprits: Vec<Culprit> = two.take(2).map(|cell| Culprit::Given(*cell)).collect();
            if let House::Constraint(number) = house {
                culprits.push(Culprit::Constraint(number));
            }
            culprits
        }
        Conflict::NotAllowed { cell, .. } => vec![Culprit::Given(cell), Culprit::Candidates(cell)],
        Conflict::NotLess { low, high, constraint } => {
            vec![Culprit::Given(low), Culprit::Given(high), Culprit::Constraint(constraint)]
        }
        _ => return None,
    })
}

/// The core of a board without solutions.
pub(crate) fn core(solver: &Solver<'_>) -> CoreReport {
    let report = solver.solve();
    let stats = report.stats;
    let (core, stopped) = match report.outcome {
        Outcome::Solved(_) => (None, None),
        Outcome::Stopped(reason) => (None, Some(reason)),
        Outcome::Unsatisfiable { core } => (Some(core), None),
        Outcome::Exhausted => (Some(Core::new(everything(solver.board()), false)), None),
    };
    CoreReport { core, stopped, stats }
}

/// All that the board demands beyond its shape.
fn everything(board: &Board) -> Vec<Culprit> {
    let givens = board.givens().filled().map(|(cell, _)| Culprit::Given(cell));
    let restricted = board.restricted().map(|(cell, _)| Culprit::Candidates(cell));
    givens.chain(restricted).chain((0..board.constraints().len()).map(Culprit::Constraint)).collect()
}
