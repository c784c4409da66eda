//! What is wrong although every item can be read: versions and repetitions.

use std::collections::{BTreeMap, BTreeSet};

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

/// `rules` that stand outside a puzzle are told of once: where they belong is no help as long as they cannot be read there.
pub(super) fn rules_told_once(problems: &mut Vec<(u32, Problem)>) {
    let outside: BTreeSet<u32> = problems
        .iter()
        .filter_map(|(_, problem)| match problem {
            Problem::RulesOutside { keyword, .. } => Some(keyword.start),
            _ => None,
        })
        .collect();
    problems.retain(|(_, problem)| match problem {
        Problem::Rules { keyword, .. } => !outside.contains(&keyword.start),
        _ => true,
    });
}

/// Marks and reports items and options that stand twice. The first of them counts; one that is misspelt only if all are. Of one that stands
/// outside of its puzzle that is said, which is enough.
pub(super) fn repetitions(file: &mut File, problems: &mut Vec<(u32, Problem)>) {
    let mut misspelt: Vec<u32> = problems.iter().filter_map(|(_, problem)| misspelt_at(problem)).collect();
    misspelt.sort_unstable();
    let is_misspelt = |item: &Item| misspelt.binary_search(&item.keyword.start).is_ok();
    let outside: BTreeSet<u32> = problems.iter().filter_map(|(_, problem)| outside_at(problem)).collect();
    let mut needless = BTreeMap::new();
    for puzzle in &mut file.puzzles {
        let counting = counting(&puzzle.items, is_misspelt);
        for item in &mut puzzle.items {
            if let ItemKind::Strategy(strategy) = &mut item.kind {
                options(strategy, problems);
            }
            let first = counting[item.word as usize].filter(|first| stands_once(item) && *first != item.span);
            let Some(first) = first else { continue };
            item.repeated = true;
            if is_misspelt(item) {
                needless.insert(item.keyword.start, (item.span, first));
            } else if !outside.contains(&item.keyword.start) {
                let problem = Problem::Twice { first, second: item.span, keyword: item.word };
                problems.push((u32::MAX, problem));
            }
        }
    }
    // One message says both: what is meant, and that it is there already.
    for (_, problem) in problems {
        if let Problem::Misspelt { word, meant } = *problem
            && let Some((item, first)) = needless.get(&word.start).copied()
        {
            *problem = Problem::MisspeltTwice { word, item, first, meant };
        }
    }
}

const fn outside_at(problem: &Problem) -> Option<u32> {
    match problem {
        Problem::OutsidePuzzle { keyword, .. } => Some(keyword.start),
        _ => None,
    }
}

fn misspelt_at(problem: &Problem) -> Option<u32> {
    match problem {
        Problem::Misspelt { word, .. } => Some(word.start),
        _ => None,
    }
}

/// Of each keyword, the item that counts.
fn counting(items: &[Item], is_misspelt: impl Fn(&Item) -> bool) -> [Option<Span>; Keyword::ALL.len()] {
    let mut counting = [None; Keyword::ALL.len()];
    for wanted in [false, true] {
        for item in items.iter().filter(|item| stands_once(item) && is_misspelt(item) == wanted) {
            counting[item.word as usize].get_or_insert(item.span);
        }
    }
    counting
}

/// Whether a second one is one too many. Of those that cannot be read enough is said.
fn stands_once(item: &Item) -> bool {
    let may_repeat = item.word.repeats() && !matches!(item.kind, ItemKind::GridCandidates(_));
    !may_repeat && item.kind != ItemKind::Broken
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
