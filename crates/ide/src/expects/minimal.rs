//! `expect minimal`: one solution, and no given can go.

use sdkc_engine::{Count, Uniqueness};
use sdkc_puzzle::{ExpectKind, Puzzle, cell_name};

use super::{Judgement, solutions};
use crate::verify::{Facts, Prover};

/// One search for each given, on the board without it.
pub(super) fn judge(puzzle: &Puzzle, facts: &Facts, prover: &Prover<'_>) -> Judgement {
    if facts.count != Count::Exactly(1) {
        return solutions::judge(&ExpectKind::Unique, puzzle, facts);
    }
    let mut redundant = Vec::new();
    for (cell, value) in puzzle.board.givens().filled() {
        let mut without = puzzle.board.clone();
        if without.set_given(cell, None).is_err() {
            continue;
        }
        match prover.solver(&without).uniqueness().verdict {
            Uniqueness::Unique(_) => {
                redundant.push((cell, format!("{} is not needed", puzzle.notation.show(value))))
            }
            Uniqueness::Stopped { reason, .. } => return Judgement::Unknown(Some(reason)),
            _ => {}
        }
    }
    let Some((first, _)) = redundant.first() else {
        return Judgement::Kept;
    };
    let message = match redundant.len() {
        1 => format!("this puzzle is not minimal: the given at {} can go", cell_name(puzzle, *first)),
        n => format!(
            "this puzzle is not minimal: any one of {n} givens can go, such as {}",
            cell_name(puzzle, *first)
        ),
    };
    let notes = vec!["remove it, or write `expect unique`".to_owned()];
    let place = |(cell, label)| puzzle.origins.givens.span(cell).map(|span| (span, label));
    let labels = redundant.into_iter().filter_map(place).collect();
    Judgement::Broken { message, notes, labels }
}
