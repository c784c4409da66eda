//! Holds every answer of the engine about one board against the oracle's.

use std::collections::BTreeSet;

use sdkc_board::{Board, Grid, Value, ValueSet, check};
use sdkc_engine::{Count, Culprit, Limits, Outcome, Propagation, Solver, Strategy, Uniqueness, ValueOrder};

use super::{Oracle, OracleAnswer, boards::Twins};

/// How many choices the oracle may make before a board is passed over.
const MOST_STEPS: u64 = 50_000;

/// How many nodes the engine may visit; reaching it is a failure.
const MOST_NODES: u64 = 20_000_000;

/// What a comparison showed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Compared {
    /// Both say: no solution.
    None,
    /// Both say: one.
    One,
    /// Both say: several.
    Several,
    /// The oracle gave up.
    PassedOver,
}

/// Compares count, uniqueness, solution and, on small boards, the strategy that `draw` stands for, the values of all
/// solutions, the core.
///
/// # Errors
/// What differs.
pub fn compare(twins: &Twins, limit: usize, draw: u64) -> Result<Compared, String> {
    let answer = twins.oracle.solve(limit, MOST_STEPS);
    let known = answer.solutions.len();
    if !answer.complete && known < limit {
        return Ok(Compared::PassedOver);
    }
    let solver = Solver::new(&twins.board).limits(Limits::nodes(MOST_NODES));
    let count = solver.count(limit as u128);
    // A count that reaches its limit says "at least" in both worlds, even where there happen to be no more.
    let expected = if known < limit { Count::Exactly(known as u128) } else { Count::AtLeast(limit as u128) };
    if count.count != expected {
        return Err(format!("counted {}, the oracle {expected}", count.count));
    }
    compare_solve(&solver, &twins.board, &answer)?;
    compare_uniqueness(&solver, &answer)?;
    if answer.complete && twins.board.shape().n_cells() <= 81 {
        compare_candidates(&solver, &answer)?;
    }
    if twins.board.shape().n_cells() <= 36 {
        compare_strategy(&twins.board, &answer, draw)?;
    }
    if known == 0 && twins.board.shape().n_cells() <= 81 {
        compare_core(twins, &solver)?;
    }
    Ok(match known {
        0 => Compared::None,
        1 => Compared::One,
        _ => Compared::Several,
    })
}

fn compare_solve(solver: &Solver<'_>, board: &Board, answer: &OracleAnswer) -> Result<(), String> {
    match (solver.solve().outcome, answer.solutions.is_empty()) {
        (Outcome::Solved(grid), false) => is_solution(board, &grid, answer),
        (Outcome::Exhausted | Outcome::Unsatisfiable { .. }, true) => Ok(()),
        (outcome, none) => Err(format!("solve says {outcome:?}, and that there is none is {none}")),
    }
}

fn is_solution(board: &Board, grid: &Grid, answer: &OracleAnswer) -> Result<(), String> {
    check(board, grid).map_err(|violation| format!("the solution breaks a rule: {violation:?}"))?;
    if answer.complete && !answer.solutions.contains(&grid.numbers()) {
        return Err("the solution is none of the oracle's".to_owned());
    }
    Ok(())
}

fn compare_uniqueness(solver: &Solver<'_>, answer: &OracleAnswer) -> Result<(), String> {
    match (solver.uniqueness().verdict, answer.solutions.as_slice()) {
        (Uniqueness::None, []) => Ok(()),
        (Uniqueness::Unique(grid), [only]) if grid.numbers() == *only => Ok(()),
        (Uniqueness::Multiple(two), [_, _, ..]) if two[0] != two[1] => {
            two.iter().try_for_each(|grid| is_solution(solver.board(), grid, answer))
        }
        (verdict, all) => Err(format!("uniqueness says {verdict:?}, the oracle has {}", all.len())),
    }
}

fn compare_candidates(solver: &Solver<'_>, answer: &OracleAnswer) -> Result<(), String> {
    let report = solver.true_candidates();
    for (cell, found) in report.possible.iter().enumerate() {
        let expected: ValueSet =
            answer.solutions.iter().filter_map(|solution| Value::new(solution[cell])).collect();
        if *found != expected {
            return Err(format!("cell {cell} takes {found} in solutions, the oracle says {expected}"));
        }
    }
    Ok(())
}

/// One strategy with one propagation and one order of values: the same set of solutions, each once.
fn compare_strategy(board: &Board, answer: &OracleAnswer, draw: u64) -> Result<(), String> {
    let draw = draw as usize;
    let strategy = Strategy::ALL[draw % 5];
    let propagation = Propagation::ALL[draw / 5 % 3];
    let order = ValueOrder::ALL[draw / 15 % 4];
    let expected: BTreeSet<&Vec<u8>> = answer.solutions.iter().collect();
    let solver = Solver::new(board).strategy(strategy).propagate(propagation).values(order).seed(draw as u64);
    let found: Vec<Vec<u8>> =
        solver.solutions().take(expected.len() + 1).map(|grid| grid.numbers()).collect();
    let distinct: BTreeSet<&Vec<u8>> = found.iter().collect();
    let right = if answer.complete { distinct == expected } else { distinct.len() >= expected.len() };
    if right && distinct.len() == found.len() && found.iter().all(|values| keeps_rules(board, values)) {
        return Ok(());
    }
    Err(format!(
        "{strategy} with {propagation}, {order}, finds {} solutions, {} different; the oracle {}",
        found.len(),
        distinct.len(),
        expected.len()
    ))
}

fn keeps_rules(board: &Board, values: &[u8]) -> bool {
    check(board, &Grid::from_numbers(values)).is_ok()
}

/// The core has no solution; where it claims to be minimal, without any one of its givens it has one.
fn compare_core(twins: &Twins, solver: &Solver<'_>) -> Result<(), String> {
    let Some(core) = solver.core().core else {
        return Err("no core of a board without solutions".to_owned());
    };
    let givens: Vec<usize> = core.givens().map(|cell| cell.index()).collect();
    let others = core.culprits.iter().any(|culprit| !matches!(culprit, Culprit::Given(_)));
    if others || !twins.board.is_plain() {
        return Ok(());
    }
    let all = twins.board.givens().numbers();
    let solvable = |left_out: Option<usize>| {
        let mut values = vec![0; all.len()];
        for cell in givens.iter().filter(|cell| Some(**cell) != left_out) {
            values[*cell] = all[*cell];
        }
        let answer = twins.oracle.without_givens().with_givens(&values).solve(1, MOST_STEPS);
        (answer.complete || !answer.solutions.is_empty()).then_some(!answer.solutions.is_empty())
    };
    if solvable(None) == Some(true) {
        return Err(format!("the core {givens:?} has a solution"));
    }
    let idle = givens.iter().find(|cell| core.minimal && solvable(Some(**cell)) == Some(false));
    match idle {
        Some(cell) => Err(format!("the core {givens:?} is called minimal, but {cell} can go")),
        None => Ok(()),
    }
}

impl Oracle {
    /// The same shape with nothing given.
    #[must_use]
    pub fn without_givens(&self) -> Self {
        Self { allowed: vec![(1..=self.side as u8).collect(); self.n_cells], ..self.clone() }
    }
}
