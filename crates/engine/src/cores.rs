//! Cores: what clashes in a board without solutions.
//!
//! A core starts as the first conflict that shows by looking, or as everything that the board demands, and is then
//! thinned by leaving parts out: what still has no solution without a part does not need it. One pass over single
//! culprits makes it irreducible, for what was needed in a larger set is needed in a smaller one.

use sdkc_board::{Board, Cell, Conflict, Constraint, House, Value};

use crate::{Core, CoreReport, Culprit, Limits, Outcome, Solver, Stats, Stop, StopReason, Strategy};

/// Nodes for one question "is it still without solutions?"; beyond, the part is kept.
const NODES_A_QUESTION: u64 = 200_000;

/// What clashes without search, if anything does: the first conflict of the givens. On big boards that alone may be stopped.
pub(crate) fn at_once(board: &Board, stop: &dyn Stop) -> Result<Option<Core>, StopReason> {
    // A set with more cells than values is impossible by itself.
    let crowded = board.constraints().iter().position(
        |constraint| matches!(constraint, Constraint::Distinct(cells) if cells.len() > board.shape().side()),
    );
    // On a board with blocks any given by itself can be part of a solution: two that clash are irreducible.
    let shape_is_solvable = board.shape().block_lengths().is_some();
    if let Some(number) = crowded {
        return Ok(Some(Core::new(vec![Culprit::Constraint(number)], shape_is_solvable)));
    }
    let mut poll = |_| stop.poll().map_or(Ok(()), Err);
    let Some(conflict) = board.conflicts_polling(&mut poll)?.into_iter().next() else { return Ok(None) };
    let culprits = match conflict {
        Conflict::Equal { value, houses, .. } => {
            houses.first().map(|house| equal_givens(board, value, *house)).unwrap_or_default()
        }
        Conflict::NotAllowed { cell, .. } => vec![Culprit::Given(cell), Culprit::Candidates(cell)],
        Conflict::NotLess { low, high, constraint } => {
            vec![Culprit::Given(low), Culprit::Given(high), Culprit::Constraint(constraint)]
        }
        Conflict::NoLegalValue { cell } => excluders(board, cell),
        _ => return Ok(None),
    };
    let minimal = shape_is_solvable
        && culprits.len() == 2
        && culprits.iter().all(|one| matches!(one, Culprit::Given(_)));
    Ok(Some(Core::new(culprits, minimal)))
}

/// Two givens of a value in a house.
fn equal_givens(board: &Board, value: Value, house: House) -> Vec<Culprit> {
    let holds = |cell: &Cell| board.given(*cell) == Some(value);
    match house {
        House::Unit(unit) => {
            board.shape().unit_cells(unit).filter(holds).take(2).map(Culprit::Given).collect()
        }
        House::Constraint(number) => board.constraints()[number]
            .cells()
            .filter(holds)
            .take(2)
            .map(Culprit::Given)
            .chain([Culprit::Constraint(number)])
            .collect(),
    }
}

/// For each value something that keeps it out of an empty cell that nothing fits.
fn excluders(board: &Board, cell: Cell) -> Vec<Culprit> {
    let mut culprits = Vec::new();
    for value in (0..board.shape().side()).filter_map(Value::from_index) {
        if !board.allowed(cell).contains(value) {
            culprits.push(Culprit::Candidates(cell));
        } else if let Some(peer) = board.shape().peers(cell).find(|peer| board.given(*peer) == Some(value)) {
            culprits.push(Culprit::Given(peer));
        } else {
            culprits.extend(excluding_constraint(board, cell, value));
        }
    }
    culprits
}

/// A further constraint, with the given that makes it exclude a value from a cell.
fn excluding_constraint(board: &Board, cell: Cell, value: Value) -> Vec<Culprit> {
    for (number, constraint) in board.constraints().iter().enumerate() {
        let by_given = |other: Cell| vec![Culprit::Given(other), Culprit::Constraint(number)];
        let alone = || vec![Culprit::Constraint(number)];
        match constraint {
            Constraint::Permutation(cells) | Constraint::Distinct(cells) if cells.contains(&cell) => {
                if let Some(other) = cells.iter().find(|other| board.given(**other) == Some(value)) {
                    return by_given(*other);
                }
            }
            Constraint::Less(low, high) if *low == cell => {
                if board.given(*high).is_some_and(|high| value >= high) {
                    return by_given(*high);
                }
                if usize::from(value.number()) == board.shape().side() {
                    return alone();
                }
            }
            Constraint::Less(low, high) if *high == cell => {
                if board.given(*low).is_some_and(|low| value <= low) {
                    return by_given(*low);
                }
                if value.number() == 1 {
                    return alone();
                }
            }
            _ => {}
        }
    }
    Vec::new()
}

/// The core of a board without solutions.
pub(crate) fn core(solver: &Solver<'_>) -> CoreReport {
    let mut thinning = Thinning { solver, stats: Stats::default(), minimal: true };
    let start = match at_once(solver.board(), solver.stop_signal()) {
        Err(reason) => return CoreReport { core: None, stopped: Some(reason), stats: thinning.stats },
        Ok(Some(core)) if core.minimal => {
            return CoreReport { core: Some(core), stopped: None, stats: thinning.stats };
        }
        Ok(Some(core)) => core.culprits,
        Ok(None) => match thinning.has_solution(None) {
            Ok(true) => return CoreReport { core: None, stopped: None, stats: thinning.stats },
            Ok(false) => everything(solver.board()),
            Err(reason) => return CoreReport { core: None, stopped: Some(reason), stats: thinning.stats },
        },
    };
    let (culprits, stopped) = thinning.thin(start);
    let minimal = thinning.minimal && stopped.is_none();
    CoreReport { core: Some(Core::new(culprits, minimal)), stopped, stats: thinning.stats }
}

struct Thinning<'a, 'b> {
    solver: &'b Solver<'a>,
    stats: Stats,
    /// Whether every question so far was answered.
    minimal: bool,
}

impl Thinning<'_, '_> {
    /// Leaves out what is not needed, large parts first.
    fn thin(&mut self, mut kept: Vec<Culprit>) -> (Vec<Culprit>, Option<StopReason>) {
        let mut size = kept.len().div_ceil(2);
        while size > 0 {
            let mut at = 0;
            while at < kept.len() {
                let end = (at + size).min(kept.len());
                let without: Vec<Culprit> = kept[..at].iter().chain(&kept[end..]).copied().collect();
                match self.has_solution(Some(&without)) {
                    Ok(true) => at = end,
                    Ok(false) => kept = without,
                    Err(reason) => return (kept, Some(reason)),
                }
            }
            size = if size == 1 { 0 } else { size.div_ceil(2) };
        }
        (kept, None)
    }

    /// Whether these culprits (or the whole board) can hold together. A part that takes too long to decide counts as
    /// solvable, which keeps what is in question, and the core is not called minimal.
    fn has_solution(&mut self, culprits: Option<&[Culprit]>) -> Result<bool, StopReason> {
        let part = culprits.map(|culprits| part(self.solver.board(), culprits));
        let left = self.solver.config().limits.nodes.map(|limit| limit.saturating_sub(self.stats.nodes));
        let nodes = match (culprits, left) {
            (None, left) => left,
            (Some(_), left) => Some(left.unwrap_or(u64::MAX).min(NODES_A_QUESTION)),
        };
        let report = Solver::new(part.as_ref().unwrap_or(self.solver.board()))
            .strategy(Strategy::Auto)
            .limits(Limits { nodes })
            .stop(self.solver.stop_signal())
            .solve();
        self.stats.absorb(&report.stats);
        match report.outcome {
            Outcome::Solved(_) => Ok(true),
            Outcome::Stopped(StopReason::Nodes { limit }) => match self.solver.config().limits.nodes {
                Some(own) if self.stats.nodes >= own => Err(StopReason::Nodes { limit: own }),
                _ if culprits.is_some() => {
                    self.minimal = false;
                    Ok(true)
                }
                _ => Err(StopReason::Nodes { limit }),
            },
            Outcome::Stopped(reason) => Err(reason),
            _ => Ok(false),
        }
    }
}

/// The board with nothing but these culprits.
fn part(board: &Board, culprits: &[Culprit]) -> Board {
    let mut part = Board::empty(board.shape().clone());
    for culprit in culprits {
        let fits = match culprit {
            Culprit::Given(cell) => part.set_given(*cell, board.given(*cell)),
            Culprit::Candidates(cell) => part.restrict(*cell, board.allowed(*cell)),
            Culprit::Constraint(number) => part.add_constraint(board.constraints()[*number].clone()),
        };
        debug_assert!(fits.is_ok(), "what a board holds fits a board of its shape");
    }
    part
}

/// All that the board demands beyond its shape.
fn everything(board: &Board) -> Vec<Culprit> {
    let givens = board.givens().filled().map(|(cell, _)| Culprit::Given(cell));
    let restricted = board.restricted().map(|(cell, _)| Culprit::Candidates(cell));
    givens.chain(restricted).chain((0..board.constraints().len()).map(Culprit::Constraint)).collect()
}
