//! What can be typed at a place: legal values in a cell, words of the language elsewhere, whole puzzles between puzzles.

use sdkc_board::Value;
use sdkc_diagnostics::Span;
use sdkc_puzzle::{StrategyKind, StrategyOption};
use sdkc_syntax::{
    Keyword, TokenKind,
    keywords::{FACTS, Form},
};

use super::{
    draw,
    place::{Role, cell_at, choices, entry_at, holds, tree_at},
};
use crate::Snapshot;

/// What a completion stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CompletionKind {
    /// A keyword.
    Keyword,
    /// The name of an option.
    Option,
    /// A strategy, a choice, a fact.
    Choice,
    /// A value of a cell.
    Value,
    /// A whole puzzle, with `${1:Name}` where its name goes.
    Snippet,
}

/// Something that can be typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Completion {
    /// What is shown.
    pub label: String,
    /// What it is.
    pub kind: CompletionKind,
    /// A sentence about it; may be empty.
    pub doc: String,
    /// What is replaced.
    pub span: Span,
    /// By what.
    pub text: String,
}

/// What can be typed at an offset; one past the end counts as the end.
#[must_use]
pub fn completions(snapshot: &Snapshot, offset: u32) -> Vec<Completion> {
    let offset = offset.min(Span::from_range(0..snapshot.text().len()).end);
    if let Some(values) = values_of_cell(snapshot, offset) {
        return values;
    }
    let Some(context) = context(snapshot, offset) else {
        return Vec::new();
    };
    let item = |label: &str, kind, doc: &str| Completion {
        label: label.to_owned(),
        kind,
        doc: doc.to_owned(),
        span: context.prefix,
        text: label.to_owned(),
    };
    match (context.body, context.words.as_slice()) {
        (Body::Top, []) => top(&context),
        (Body::Puzzle, []) => keywords(snapshot, offset)
            .map(|word| item(word.as_str(), CompletionKind::Keyword, word.doc()))
            .collect(),
        (Body::Puzzle, ["strategy"]) => StrategyKind::ALL
            .iter()
            .map(|row| item(row.name(), CompletionKind::Choice, row.summary()))
            .collect(),
        (Body::Puzzle, ["expect"]) => {
            FACTS.iter().map(|fact| item(fact.text, CompletionKind::Choice, fact.doc)).collect()
        }
        (Body::Options, []) => StrategyOption::ALL
            .iter()
            .map(|row| item(row.name(), CompletionKind::Option, row.summary()))
            .collect(),
        (Body::Options, [option]) => option
            .parse()
            .map_or_else(|_| Vec::new(), choices)
            .into_iter()
            .map(|(name, doc)| item(name, CompletionKind::Choice, doc))
            .collect(),
        (Body::Grid, _) => all_values(snapshot, offset, context.prefix),
        _ => Vec::new(),
    }
}

/// The values that are legal in the cell at an offset, whatever stands there now.
fn values_of_cell(snapshot: &Snapshot, offset: u32) -> Option<Vec<Completion>> {
    let place = cell_at(snapshot, offset).filter(|place| matches!(place.role, Role::Given | Role::State))?;
    let puzzle = place.puzzle;
    let mut board = puzzle.board.clone();
    if place.role == Role::Given {
        board.set_given(place.cell, None).ok()?;
    }
    let legal = board.legal_values(place.cell)?;
    let n_legal = legal.len();
    let name = sdkc_puzzle::cell_name(puzzle, place.cell);
    let value = |value: Value| Completion {
        label: puzzle.notation.show(value),
        kind: CompletionKind::Value,
        doc: format!("one of {n_legal} legal values of {name}"),
        span: place.span,
        text: puzzle.notation.show(value),
    };
    Some(legal.iter().map(value).collect())
}

/// All values of the board, where a row is not whole yet so that its cells are not known.
fn all_values(snapshot: &Snapshot, offset: u32, span: Span) -> Vec<Completion> {
    let Some(puzzle) = entry_at(snapshot, offset).and_then(|(_, entry)| entry.puzzle.as_ref()) else {
        return Vec::new();
    };
    let values = (0..puzzle.board.shape().side()).filter_map(Value::from_index);
    let shown = values.map(|value| puzzle.notation.show(value));
    shown
        .map(|text| Completion {
            label: text.clone(),
            kind: CompletionKind::Value,
            doc: String::new(),
            span,
            text,
        })
        .collect()
}

/// The keywords that the puzzle at an offset can still take.
fn keywords(snapshot: &Snapshot, offset: u32) -> impl Iterator<Item = Keyword> {
    let puzzle = tree_at(snapshot, offset);
    let fits = move |word: &Keyword| {
        word.form() != Form::Rules && (word.repeats() || !puzzle.is_some_and(|puzzle| holds(puzzle, *word)))
    };
    Keyword::ALL.iter().copied().filter(fits)
}

/// What the braces around a place hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Body {
    Top,
    Puzzle,
    Options,
    Grid,
}

/// Where something is typed: in which braces, behind which words of the same item, over which unfinished word.
struct Context<'s> {
    body: Body,
    words: Vec<&'s str>,
    prefix: Span,
}

/// Reads the tokens before an offset; `None` in strings and comments.
fn context(snapshot: &Snapshot, offset: u32) -> Option<Context<'_>> {
    let tokens = snapshot.parse().map_or(&[][..], |parse| &parse.tokens);
    let mut bodies = vec![Body::Top];
    let mut words: Vec<&str> = Vec::new();
    let mut prefix = Span::at(offset);
    for token in tokens.iter().take_while(|token| token.span.start < offset) {
        let text = &snapshot.text()[token.span.range()];
        let open_at_offset = token.span.end >= offset;
        match token.kind {
            TokenKind::Text | TokenKind::Comment
                if token.span.end > offset || (token.kind == TokenKind::Comment && open_at_offset) =>
            {
                return None;
            }
            TokenKind::Newline | TokenKind::Semicolon => words.clear(),
            TokenKind::OpenBrace => {
                let body = if words.first() == Some(&"strategy") { Body::Options } else { Body::Puzzle };
                bodies.push(body);
                words.clear();
            }
            TokenKind::OpenGrid => {
                bodies.push(Body::Grid);
                words.clear();
            }
            TokenKind::CloseBrace | TokenKind::CloseGrid => {
                if bodies.len() > 1 {
                    bodies.pop();
                }
                words.clear();
            }
            TokenKind::Word | TokenKind::Mixed if open_at_offset => prefix = token.span,
            _ => words.push(text),
        }
    }
    Some(Context { body: bodies.last().copied().unwrap_or(Body::Top), words, prefix })
}

/// Whole puzzles: a name, the lines that make the shape, the side of the grid.
const PUZZLES: &[(&str, &str, usize)] = &[
    ("9×9", "", 9),
    ("4×4", "block 2\n", 4),
    ("6×6", "block 2x3\n", 6),
    ("12×12", "block 3x4\n", 12),
    ("16×16 in symbols", "block 4\nsymbols \"123456789ABCDEFG\"\n", 16),
    ("Latin square 7×7", "block 1x7\n", 7),
];

fn top(context: &Context<'_>) -> Vec<Completion> {
    let snippet = |(name, shape, side): &(&str, &str, usize)| {
        let row = vec!["."; *side].join(" ");
        let rows = vec![row; *side].join("\n");
        let text = draw::tidy(format!("puzzle \"Name\" {{\n{shape}givens {{\n{rows}\n}}\n}}\n"));
        Completion {
            label: format!("puzzle {name}"),
            kind: CompletionKind::Snippet,
            doc: format!("An empty puzzle of {name}."),
            span: context.prefix,
            text: text.replace("\"Name\"", "\"${1:Name}\""),
        }
    };
    PUZZLES.iter().map(snippet).collect()
}
