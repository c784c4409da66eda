//! `expect solution { … }`: one solution, and this one.

use sdkc_board::Grid;
use sdkc_engine::Count;
use sdkc_puzzle::{ExpectKind, Puzzle, cell_name};

use super::{Judgement, solutions};
use crate::verify::Facts;

pub(super) fn judge(expected: &Grid, puzzle: &Puzzle, facts: &Facts) -> Judgement {
    let Some(solution) = facts.solution.as_ref().filter(|_| facts.count == Count::Exactly(1)) else {
        return solutions::judge(&ExpectKind::Unique, puzzle, facts);
    };
    let wrong: Vec<_> =
        expected.filled().filter(|(cell, value)| solution.value(*cell) != Some(*value)).collect();
    let Some((cell, value)) = wrong.first() else {
        return Judgement::Kept;
    };
    let actual = solution.value(*cell).map_or_else(String::new, |value| puzzle.notation.show(value));
    let message = format!(
        "the only solution has {actual} at {}, not {}",
        cell_name(puzzle, *cell),
        puzzle.notation.show(*value)
    );
    let notes = if wrong.len() > 1 { vec![format!("{} cells differ", wrong.len())] } else { Vec::new() };
    Judgement::broken(message, notes)
}
