//! The givens against the rules: every E04 diagnostic, and the lint on too few givens, for puzzles from any reader.

use sdkc_board::{Cell, Conflict, House, UnitKind, Value};
use sdkc_diagnostics::{Code, Diagnostic, Edit, Fix, Span};

use crate::{Puzzle, cell_name, house_name, list};

/// The most places that one diagnostic labels.
const MOST_LABELS: usize = 12;

/// Holds the givens against the rules. Any error among these means that the puzzle is not solved.
///
/// A cell without legal values is reported only where no givens clash, since those are the likelier cause; those without any candidates
/// together.
/// Costs one visit of each cell for each of its units.
#[must_use]
pub fn rules(puzzle: &Puzzle) -> Vec<Diagnostic> {
    let conflicts = puzzle.board.conflicts();
    let clash = conflicts.iter().any(|conflict| !matches!(conflict, Conflict::NoLegalValue { .. }));
    let told =
        conflicts.iter().filter(|conflict| !(clash && matches!(conflict, Conflict::NoLegalValue { .. })));
    // What has no candidates was emptied in one go: that is one mistake.
    let barren = |conflict: &Conflict| match conflict {
        Conflict::NoLegalValue { cell } => Some(*cell).filter(|cell| puzzle.board.allowed(*cell).is_empty()),
        _ => None,
    };
    let (without, others): (Vec<_>, Vec<_>) = told.partition(|conflict| barren(conflict).is_some());
    let mut found: Vec<Diagnostic> =
        others.into_iter().filter_map(|conflict| diagnostic(puzzle, conflict)).collect();
    found.extend(no_candidates(puzzle, &without.into_iter().filter_map(barren).collect::<Vec<_>>()));
    if found.is_empty() {
        found.extend(too_few_givens(puzzle));
    }
    found
}

fn diagnostic(puzzle: &Puzzle, conflict: &Conflict) -> Option<Diagnostic> {
    match conflict {
        Conflict::Equal { value, cells, houses } => Some(equal_givens(puzzle, *value, cells, houses)),
        Conflict::NotAllowed { cell, value } => Some(not_allowed(puzzle, *cell, *value)),
        Conflict::NotLess { low, high, .. } => Some(not_less(puzzle, *low, *high)),
        Conflict::NoLegalValue { cell } => Some(no_legal_value(puzzle, *cell)),
        _ => None,
    }
}

fn equal_givens(puzzle: &Puzzle, value: Value, cells: &[Cell], houses: &[House]) -> Diagnostic {
    let shown = puzzle.notation.show(value);
    let names = some_of(houses, "more units", |house| house_name(puzzle, *house));
    let places: Vec<(Cell, Option<Span>)> =
        cells.iter().map(|cell| (*cell, puzzle.origins.givens.span(*cell))).collect();
    // The one that stands in every clash is the mistake; of two, likelier the later, which was typed when the other stood already.
    let in_all = |cell: Cell| houses.iter().all(|house| in_house(puzzle, *house, cell));
    let common = places.iter().copied().filter(|(cell, _)| in_all(*cell)).max_by_key(|(_, span)| *span);
    let latest = || places.iter().copied().max_by_key(|(_, span)| *span).unwrap_or((cells[0], None));
    let (last, span) = common.unwrap_or_else(latest);
    let message = match (cells.len(), houses.len()) {
        (2, _) => format!("{shown} stands twice in {}", list(&names)),
        (n, 1) => format!("{shown} stands {n} times in {}", list(&names)),
        _ => format!("{shown} is repeated in {}", list(&names)),
    };
    let place = |cell: Cell| format!("{shown} at {}", cell_name(puzzle, cell));
    let mut it = Diagnostic::new(Code::E0401, message, span.or(puzzle.origins.header))
        .with_primary_label(format!("{}, again in {}", place(last), list(&names)));
    for (cell, span) in places.iter().filter(|(cell, _)| *cell != last).take(MOST_LABELS) {
        if let Some(span) = span {
            it = it.with_label(*span, place(*cell));
        }
    }
    it.notes.push(format!(
        "each value stands once in {}; change or remove one of the {shown}s",
        whole_unit(puzzle, houses)
    ));
    if span.is_none() {
        let names = some_of(cells, "more cells", |cell| cell_name(puzzle, *cell));
        it.notes.push(format!("the cells are {}", list(&names)));
    }
    with_removal(puzzle, it, last)
}

fn in_house(puzzle: &Puzzle, house: House, cell: Cell) -> bool {
    match house {
        House::Unit(unit) => puzzle.board.shape().units_of(cell).any(|of| of == unit),
        House::Constraint(number) => puzzle
            .board
            .constraints()
            .get(number)
            .is_some_and(|constraint| constraint.cells().any(|other| other == cell)),
    }
}

/// The names of the first few, and how many more there are.
fn some_of<T>(all: &[T], more: &str, name: impl Fn(&T) -> String) -> Vec<String> {
    let shown = if all.len() > MOST_LABELS + 1 { MOST_LABELS } else { all.len() };
    let mut names: Vec<String> = all[..shown].iter().map(name).collect();
    if shown < all.len() {
        names.push(format!("{} {more}", all.len() - shown));
    }
    names
}

/// What the first shared unit is, with its cells where they are a line: "row 4 (r4c1 to r4c9)".
fn whole_unit(puzzle: &Puzzle, houses: &[House]) -> String {
    let Some(House::Unit(unit)) = houses.first() else {
        return "a group".to_owned();
    };
    let shape = puzzle.board.shape();
    let name = house_name(puzzle, House::Unit(*unit));
    let ends = (shape.unit_cells(*unit).next(), shape.unit_cells(*unit).last());
    match (shape.unit_kind(*unit), ends) {
        (UnitKind::Region { .. }, _) | (_, (None, _) | (_, None)) => name,
        (_, (Some(first), Some(last))) => {
            format!("{name} ({} to {})", cell_name(puzzle, first), cell_name(puzzle, last))
        }
    }
}

/// Offers to empty the cell, where its given is written in place.
fn with_removal(puzzle: &Puzzle, mut it: Diagnostic, cell: Cell) -> Diagnostic {
    if let Some(span) = puzzle.origins.givens.span(cell) {
        it.fixes.push(Fix {
            title: format!("Empty {}", cell_name(puzzle, cell)),
            edits: vec![Edit { span, text: ".".to_owned() }],
        });
    }
    it
}

fn not_allowed(puzzle: &Puzzle, cell: Cell, value: Value) -> Diagnostic {
    let (name, shown) = (cell_name(puzzle, cell), puzzle.notation.show(value));
    let candidates = puzzle.board.allowed(cell);
    let allowed = puzzle.notation.show_set(candidates);
    let give = match candidates.len() {
        0 => String::new(),
        1 => format!("give {allowed}, or "),
        _ => format!("give one of {allowed}, or "),
    };
    let allowed = if allowed.is_empty() { "nothing".to_owned() } else { allowed };
    let mut it = Diagnostic::new(
        Code::E0402,
        format!("the given {shown} at {name} is not among the cell's candidates"),
        puzzle.origins.cell(cell),
    )
    .with_primary_label(format!("{shown} is given"));
    if let Some(span) = puzzle.origins.candidates.span(cell) {
        it = it.with_label(span, format!("{name} takes {allowed}"));
    }
    with_removal(puzzle, it.with_note(format!("{give}add {shown} to the candidates of {name}")), cell)
}

fn not_less(puzzle: &Puzzle, low: Cell, high: Cell) -> Diagnostic {
    let (low_name, high_name) = (cell_name(puzzle, low), cell_name(puzzle, high));
    let mut it = Diagnostic::new(
        Code::E0401,
        format!("the given at {low_name} must be less than the one at {high_name}"),
        puzzle.origins.cell(high),
    );
    if let Some(span) = puzzle.origins.givens.span(low) {
        it = it.with_label(span, format!("{low_name} holds the larger or an equal value"));
    }
    it.with_note("change one of the two givens")
}

fn no_legal_value(puzzle: &Puzzle, cell: Cell) -> Diagnostic {
    let board = &puzzle.board;
    let name = cell_name(puzzle, cell);
    let mut it = Diagnostic::new(Code::E0403, format!("no value fits {name}"), puzzle.origins.cell(cell))
        .with_primary_label("every value is excluded here");
    let (mut excluded, mut is_by_constraint) = (Vec::new(), false);
    for value in board.allowed(cell).iter() {
        let by = board.shape().peers(cell).find(|peer| board.given(*peer) == Some(value));
        let shown = puzzle.notation.show(value);
        match by {
            Some(peer) if it.labels.len() < MOST_LABELS => {
                if let Some(span) = puzzle.origins.givens.span(peer) {
                    it = it.with_label(span, format!("excludes {shown}"));
                }
                excluded.push(format!("{shown} by {}", cell_name(puzzle, peer)));
            }
            Some(_) => {}
            None => {
                is_by_constraint = true;
                excluded.push(format!("{shown} by a constraint"));
            }
        }
    }
    let is_restricted = board.restricted().any(|(restricted, _)| restricted == cell);
    if is_restricted {
        let allowed = puzzle.notation.show_set(board.allowed(cell));
        excluded.push(format!("all but {allowed} by its candidates"));
    }
    let wrong = match (is_restricted, is_by_constraint) {
        (false, false) => "one of those givens",
        (true, false) => "one of those givens, or a candidate that is missing,",
        (false, true) => "one of those givens and constraints",
        (true, true) => "one of those givens and constraints, or a candidate that is missing,",
    };
    it.with_note(format!("excluded are {}; {wrong} must be wrong", list(&excluded)))
}

/// Cells that nothing can be put into whatever is given.
fn no_candidates(puzzle: &Puzzle, cells: &[Cell]) -> Option<Diagnostic> {
    let (first, rest) = cells.split_first()?;
    let name = cell_name(puzzle, *first);
    let (more, has) = match rest.len() {
        0 => (String::new(), format!("{name} has")),
        1 => (" and 1 more cell".to_owned(), "they have".to_owned()),
        n => (format!(" and {n} more cells"), "they have".to_owned()),
    };
    let message = format!("no value fits {name}{more}");
    let it = Diagnostic::new(Code::E0403, message, puzzle.origins.cell(*first))
        .with_primary_label(format!("{name} has no candidates"));
    Some(it.with_note(format!("{has} no candidates at all; write those that are meant")))
}

/// The least number of givens of a puzzle with one solution, where it is proved: 4 at 4×4, 8 at 6×6 (2×3 blocks),
/// 17 at 9×9 (McGuire, Tugemann and Civario, 2012); on any other board with nothing but givens L − 1, since of two
/// values that are not given each solution has a twin with the two exchanged.
#[must_use]
pub fn fewest_givens(puzzle: &Puzzle) -> usize {
    match puzzle.board.shape().block_lengths() {
        Some([2, 2]) => 4,
        Some([2, 3] | [3, 2]) => 8,
        Some([3, 3]) => 17,
        _ => puzzle.board.shape().side() - 1,
    }
}

fn too_few_givens(puzzle: &Puzzle) -> Option<Diagnostic> {
    if !puzzle.board.is_plain() || puzzle.may_have_several() {
        return None;
    }
    let (givens, fewest) = (puzzle.board.givens(), fewest_givens(puzzle));
    let n_givens = givens.n_filled();
    let mut seen = [false; 128];
    givens.values().iter().flatten().for_each(|value| seen[value.index()] = true);
    let n_distinct = seen.iter().filter(|seen| **seen).count();
    let side = puzzle.board.shape().side();
    let message = if n_givens < fewest {
        format!(
            "{} cannot have a single solution: at least {fewest} are needed on this board",
            counted(n_givens)
        )
    } else if n_distinct + 1 < side {
        format!(
            "givens of {n_distinct} different values cannot have a single solution: at least {} are needed",
            side - 1
        )
    } else {
        return None;
    };
    let note = if n_givens < fewest {
        "add givens"
    } else {
        "two values that are not given can be exchanged in any solution; give one of them"
    };
    Some(
        Diagnostic::new(Code::W0603, message, puzzle.origins.header)
            .with_note(format!("{note}, or write `expect solutions >= 2` if several solutions are meant")),
    )
}

fn counted(n_givens: usize) -> String {
    match n_givens {
        0 => "a board without givens".to_owned(),
        1 => "one given".to_owned(),
        n => format!("{n} givens"),
    }
}
