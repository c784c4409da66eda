//! What stands at a place of a text: a cell, or a word of the language.

use sdkc_board::Cell;
use sdkc_diagnostics::Span;
use sdkc_puzzle::{Puzzle, StrategyKind, StrategyOption};
use sdkc_syntax::{
    Keyword,
    ast::{self, ItemKind, OptionValue},
    keywords::{FACTS, STRUCTURE},
};

use crate::{Entry, Snapshot};

/// In which capacity a cell is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    Given,
    Candidates,
    State,
    /// Only named, as in `given r1c1 = 5`.
    Named,
}

/// A cell at a place.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CellPlace<'s> {
    pub puzzle: &'s Puzzle,
    pub cell: Cell,
    pub span: Span,
    pub role: Role,
}

/// The puzzle whose text holds an offset, its end included.
pub(crate) fn entry_at(snapshot: &Snapshot, offset: u32) -> Option<(usize, &Entry)> {
    let entries = snapshot.entries();
    let after = entries.partition_point(|entry| entry.span.start <= offset);
    let at = after.checked_sub(1)?;
    (offset <= entries[at].span.end).then(|| (at, &entries[at]))
}

/// The number, from 0, of the puzzle whose text holds an offset, or of the last one before it.
#[must_use]
pub fn entry_number(snapshot: &Snapshot, offset: u32) -> Option<usize> {
    snapshot.entries().partition_point(|entry| entry.span.start <= offset).checked_sub(1)
}

/// The number, from 0, of the puzzle that can be solved and whose text holds an offset.
#[must_use]
pub fn puzzle_at(snapshot: &Snapshot, offset: u32) -> Option<usize> {
    let (number, entry) = entry_at(snapshot, offset)?;
    entry.solvable().map(|_| number)
}

/// The tree of the puzzle that holds an offset, in a native text.
pub(crate) fn tree_at(snapshot: &Snapshot, offset: u32) -> Option<&ast::Puzzle> {
    let (number, _) = entry_at(snapshot, offset)?;
    snapshot.parse()?.ast.puzzles.get(number)
}

/// The item that holds an offset, its end included.
pub(crate) fn item_at(snapshot: &Snapshot, offset: u32) -> Option<&ast::Item> {
    tree_at(snapshot, offset)?.items.iter().find(|item| touches(item.span, offset))
}

/// Whether an offset lies in a span or at its end.
pub(crate) const fn touches(span: Span, offset: u32) -> bool {
    span.start <= offset && offset <= span.end
}

/// The cell that is written or named at an offset.
pub(crate) fn cell_at(snapshot: &Snapshot, offset: u32) -> Option<CellPlace<'_>> {
    let (_, entry) = entry_at(snapshot, offset)?;
    let puzzle = entry.puzzle.as_ref()?;
    let origins = &puzzle.origins;
    let written = [
        (&origins.givens, Role::Given),
        (&origins.state, Role::State),
        (&origins.candidates, Role::Candidates),
    ];
    let found = written.into_iter().find_map(|(spans, role)| {
        let cell = spans.cell_at(offset)?;
        Some(CellPlace { puzzle, cell, span: spans.span(cell)?, role })
    });
    found.or_else(|| named_cell(snapshot, puzzle, offset))
}

fn named_cell<'s>(snapshot: &'s Snapshot, puzzle: &'s Puzzle, offset: u32) -> Option<CellPlace<'s>> {
    let (ItemKind::Given { cell, .. } | ItemKind::CellCandidates { cell, .. }) =
        &item_at(snapshot, offset)?.kind
    else {
        return None;
    };
    let coordinates: Option<Vec<usize>> =
        cell.coordinates.iter().map(|number| usize::try_from(number.value?.checked_sub(1)?).ok()).collect();
    let place = puzzle.board.shape().cell(&coordinates?)?;
    touches(cell.span, offset).then_some(CellPlace {
        puzzle,
        cell: place,
        span: cell.span,
        role: Role::Named,
    })
}

/// A word with a meaning of its own: where it stands, how it is written, what it does, and an example where there is one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct WordPlace<'s> {
    pub span: Span,
    pub text: &'s str,
    pub doc: &'static str,
    pub example: Option<&'static str>,
}

/// The keyword, strategy, option or choice at an offset.
pub(crate) fn word_at(snapshot: &Snapshot, offset: u32) -> Option<WordPlace<'_>> {
    let file = &snapshot.parse()?.ast;
    let word =
        |span: Span, doc, example| WordPlace { span, text: &snapshot.text()[span.range()], doc, example };
    let structure = |span: Span, name: &str| {
        let (_, doc) = STRUCTURE.iter().find(|(text, _)| *text == name)?;
        touches(span, offset).then(|| word(span, *doc, None))
    };
    if let Some(found) = file.version.and_then(|version| structure(version.keyword, "sdk")) {
        return Some(found);
    }
    let puzzle = tree_at(snapshot, offset)?;
    if !puzzle.keyword.is_empty()
        && let Some(found) = structure(puzzle.keyword, "puzzle")
    {
        return Some(found);
    }
    let item = item_at(snapshot, offset)?;
    if touches(item.keyword, offset) {
        return Some(word(item.keyword, item.word.doc(), Some(item.word.example())));
    }
    let layers = item.grid().map_or(&[][..], |grid| &grid.layers);
    layers.iter().find_map(|layer| structure(layer.keyword, "layer")).or_else(|| match &item.kind {
        ItemKind::Expect(expect) if touches(expect.word, offset) => {
            let text = &snapshot.text()[expect.word.range()];
            let fact = FACTS.iter().find(|fact| fact.text == text)?;
            Some(word(expect.word, fact.doc, Some(fact.example)))
        }
        ItemKind::Strategy(strategy) => {
            let (span, doc) = strategy_word(strategy, offset)?;
            Some(word(span, doc, None))
        }
        _ => None,
    })
}

fn strategy_word(strategy: &ast::Strategy, offset: u32) -> Option<(Span, &'static str)> {
    if touches(strategy.name.span, offset) {
        let kind: StrategyKind = strategy.name.text.parse().ok()?;
        return Some((strategy.name.span, kind.summary()));
    }
    let option = strategy.options.iter().find(|option| touches(option.span, offset))?;
    let name: StrategyOption = option.name.text.parse().ok()?;
    if touches(option.name.span, offset) {
        return Some((option.name.span, name.summary()));
    }
    let OptionValue::Ident(choice) = &option.value else {
        return None;
    };
    let (_, doc) = choices(name).into_iter().find(|(text, _)| *text == choice.text)?;
    Some((choice.span, doc))
}

/// The choices of an option: each with what it means; empty where a number is wanted.
pub(crate) fn choices(option: StrategyOption) -> Vec<(&'static str, &'static str)> {
    use sdkc_puzzle::{Propagation, ValueOrder};
    match option {
        StrategyOption::Values => ValueOrder::ALL.iter().map(|row| (row.name(), row.summary())).collect(),
        StrategyOption::Propagate => Propagation::ALL.iter().map(|row| (row.name(), row.summary())).collect(),
        StrategyOption::Seed | StrategyOption::Timeout | StrategyOption::Nodes => Vec::new(),
    }
}

/// Whether an item of this keyword stands in a puzzle already.
pub(crate) fn holds(puzzle: &ast::Puzzle, word: Keyword) -> bool {
    puzzle.items.iter().any(|item| item.word == word)
}
