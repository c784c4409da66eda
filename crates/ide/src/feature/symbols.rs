//! The outline of a text: its puzzles and their items.

use sdkc_diagnostics::Span;

use crate::Snapshot;

/// What an entry of the outline is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SymbolKind {
    /// A puzzle.
    Puzzle,
    /// An item that holds a grid.
    Grid,
    /// Any other item.
    Item,
}

/// An entry of the outline.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symbol {
    /// Its name.
    pub name: String,
    /// What it says, in short; may be empty.
    pub detail: String,
    /// What it is.
    pub kind: SymbolKind,
    /// The whole of it.
    pub span: Span,
    /// The part to select; lies in `span`.
    pub name_span: Span,
    /// What it holds.
    pub children: Vec<Symbol>,
}

/// The outline.
#[must_use]
pub fn symbols(snapshot: &Snapshot) -> Vec<Symbol> {
    let numbered = snapshot.entries().iter().enumerate();
    numbered
        .map(|(number, entry)| {
            let tree = snapshot.parse().and_then(|parse| parse.ast.puzzles.get(number));
            let written = tree.and_then(|tree| tree.name.as_ref()).map(|name| name.value.clone());
            let name = written
                .or_else(|| entry.puzzle.as_ref()?.name.clone())
                .filter(|name| !name.trim().is_empty());
            let name_span =
                tree.map_or(entry.span, |tree| tree.name.as_ref().map_or(tree.keyword, |name| name.span));
            Symbol {
                name: name.unwrap_or_else(|| format!("puzzle {}", number + 1)),
                detail: entry.puzzle.as_ref().map_or_else(String::new, size),
                kind: SymbolKind::Puzzle,
                span: entry.span,
                name_span: if name_span.is_empty() { Span::at(entry.span.start) } else { name_span },
                children: tree.map_or_else(Vec::new, |tree| items(snapshot, tree)),
            }
        })
        .collect()
}

fn size(puzzle: &sdkc_puzzle::Puzzle) -> String {
    let shape = puzzle.board.shape();
    let sides = vec![shape.side().to_string(); shape.n_dims()];
    format!("{}, {} givens", sides.join("×"), puzzle.board.givens().n_filled())
}

fn items(snapshot: &Snapshot, tree: &sdkc_syntax::ast::Puzzle) -> Vec<Symbol> {
    let symbol = |item: &sdkc_syntax::ast::Item| {
        let text = &snapshot.text()[item.span.range()];
        let rest = text.get(item.keyword.len() as usize..).unwrap_or("").trim();
        let detail = if item.grid().is_some() { "" } else { rest.lines().next().unwrap_or("") };
        Symbol {
            name: item.word.to_string(),
            detail: detail.chars().take(40).collect(),
            kind: if item.grid().is_some() { SymbolKind::Grid } else { SymbolKind::Item },
            span: item.span,
            name_span: item.keyword,
            children: Vec::new(),
        }
    };
    tree.items.iter().map(symbol).collect()
}
