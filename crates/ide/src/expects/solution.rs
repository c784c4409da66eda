//! `expect solution { … }`: one solution, and this one as far as it is written.

use sdkc_board::{Board, Grid};
use sdkc_engine::Count;
use sdkc_puzzle::{CellSpans, ExpectKind, Puzzle, cell_name, rules};

use super::{Judgement, solutions};
use crate::verify::Facts;

/// The most differing cells that are marked.
const MOST_MARKED: usize = 9;

pub(super) fn judge(expected: &Grid, places: &CellSpans, puzzle: &Puzzle, facts: &Facts) -> Judgement {
    let Some(solution) = facts.solution.as_ref().filter(|_| facts.count == Count::Exactly(1)) else {
        return solutions::judge(&ExpectKind::Unique, puzzle, facts);
    };
    let wrong: Vec<_> =
        expected.filled().filter(|(cell, value)| solution.value(*cell) != Some(*value)).collect();
    let Some((first, value)) = wrong.first() else {
        return Judgement::Kept;
    };
    let actual = |cell| solution.value(cell).map_or_else(String::new, |value| puzzle.notation.show(value));
    let message = format!(
        "the only solution has {} at {}, not {}",
        actual(*first),
        cell_name(puzzle, *first),
        puzzle.notation.show(*value)
    );
    let mut notes = Vec::new();
    if wrong.len() > 1 {
        notes.push(format!("{} cells differ", wrong.len()));
    }
    notes.extend(broken_rule(expected, puzzle));
    let place = |(cell, _): &(_, _)| {
        places.span(*cell).map(|span| (span, format!("the solution has {}", actual(*cell))))
    };
    let labels = wrong.iter().filter_map(place).take(MOST_MARKED).collect();
    Judgement::Broken { message, notes, labels }
}

/// What is wrong with the expected grid itself, if it breaks a rule.
fn broken_rule(expected: &Grid, puzzle: &Puzzle) -> Option<String> {
    let mut claimed = Puzzle::new(Board::empty(puzzle.board.shape().clone()));
    claimed.notation.clone_from(&puzzle.notation);
    for (cell, value) in expected.filled() {
        claimed.board.set_given(cell, Some(value)).ok()?;
    }
    let first = rules(&claimed).into_iter().find(sdkc_diagnostics::Diagnostic::is_error)?;
    Some(format!("no solution looks like this: {}", first.message))
}
