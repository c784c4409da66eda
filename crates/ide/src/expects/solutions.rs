//! `expect unique`, `expect unsolvable`, `expect solutions N`: the number of solutions.

use sdkc_engine::Count;
use sdkc_puzzle::{ExpectKind, Puzzle};

use super::{Judgement, difference};
use crate::verify::Facts;

pub(super) fn judge(kind: &ExpectKind, puzzle: &Puzzle, facts: &Facts) -> Judgement {
    let Some((least, most)) = kind.solution_range() else {
        return Judgement::Kept;
    };
    let (least, most) = (u128::from(least), if most == u64::MAX { u128::MAX } else { u128::from(most) });
    let known = facts.count.number();
    match facts.count {
        Count::Exactly(n) if (least..=most).contains(&n) => Judgement::Kept,
        Count::AtLeast(n) if n >= least && most == u128::MAX => Judgement::Kept,
        Count::AtLeast(_) if known <= most => Judgement::Unknown(facts.stopped),
        _ => broken(puzzle, facts, (least, most)),
    }
}

fn known_several(facts: &Facts) -> bool {
    facts.count.number() > 1
}

fn broken(puzzle: &Puzzle, facts: &Facts, (least, most): (u128, u128)) -> Judgement {
    let expected = match (least, most) {
        (0, 0) => "no solution".to_owned(),
        (1, 1) => "exactly one solution".to_owned(),
        (n, m) if n == m => format!("exactly {n} solutions"),
        (n, u128::MAX) => format!("at least {n} solutions"),
        (_, m) => format!("at most {m} solutions"),
    };
    let found = match facts.count {
        Count::Exactly(0) => "none".to_owned(),
        Count::AtLeast(2) => "more than one".to_owned(),
        count => count.to_string(),
    };
    let mut notes: Vec<String> = Vec::new();
    if most <= 1 {
        notes.extend(difference(puzzle, facts));
        if known_several(facts) {
            notes.push("add givens, or expect what is the case: `expect solutions >= 2`".to_owned());
        }
    }
    Judgement::broken(format!("this puzzle is expected to have {expected}, but has {found}"), notes)
}
