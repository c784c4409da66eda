//! What is wrong although every item can be read: versions and repetitions.

use sdkc_diagnostics::Span;

use super::{LANGUAGE_VERSION, problem::Problem};
use crate::{
    Keyword,
    ast::{File, Item, ItemKind, Strategy},
};

/// A version that this program does not read; nothing else of the file can be judged then.
pub(super) fn version(file: &File) -> Option<Problem> {
    let version = file.version?;
    let unknown = version.number.value != Some(LANGUAGE_VERSION);
    let span = version.keyword.join(version.number.span);
    unknown.then_some(Problem::Version { version: span, number: version.number.span })
}

/// Marks and reports items and options that stand twice.
pub(super) fn repetitions(file: &mut File, problems: &mut Vec<(u32, Problem)>) {
    for puzzle in &mut file.puzzles {
        let mut seen = [None; Keyword::ALL.len()];
        for item in &mut puzzle.items {
            if let ItemKind::Strategy(strategy) = &mut item.kind {
                options(strategy, problems);
            }
            if may_repeat(item) || item.kind == ItemKind::Broken {
                continue;
            }
            match seen[item.word as usize] {
                None => seen[item.word as usize] = Some(item.span),
                Some(first) => {
                    item.repeated = true;
                    let problem = Problem::Twice { first, second: item.span, keyword: item.word };
                    problems.push((u32::MAX, problem));
                }
            }
        }
    }
}

fn may_repeat(item: &Item) -> bool {
    item.word.repeats() && !matches!(item.kind, ItemKind::GridCandidates(_))
}

fn options(strategy: &mut Strategy, problems: &mut Vec<(u32, Problem)>) {
    let mut seen: Vec<(String, Span)> = Vec::new();
    for option in &mut strategy.options {
        match seen.iter().find(|(name, _)| *name == option.name.text) {
            // More options than there can be names are a list of mistakes already; the search stays short.
            None if seen.len() < 64 => seen.push((option.name.text.clone(), option.span)),
            None => {}
            Some((_, first)) => {
                option.repeated = true;
                let problem =
                    Problem::OptionTwice { first: *first, second: option.span, name: option.name.span };
                problems.push((u32::MAX, problem));
            }
        }
    }
}
