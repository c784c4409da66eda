//! The addresses in `source` and `url` that can be followed.

use sdkc_diagnostics::Span;
use sdkc_syntax::{Keyword, ast::ItemKind};

use crate::Snapshot;

/// An address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    /// Where it stands.
    pub span: Span,
    /// The address.
    pub target: String,
}

/// The addresses of a native text.
#[must_use]
pub fn links(snapshot: &Snapshot) -> Vec<Link> {
    let puzzles = snapshot.parse().map_or(&[][..], |parse| &parse.ast.puzzles);
    let items = puzzles.iter().flat_map(|puzzle| &puzzle.items);
    items
        .filter(|item| matches!(item.word, Keyword::Source | Keyword::Url))
        .filter_map(|item| match &item.kind {
            ItemKind::Meta(text) if is_address(&text.value) => {
                Some(Link { span: text.span, target: text.value.clone() })
            }
            _ => None,
        })
        .collect()
}

fn is_address(text: &str) -> bool {
    let rest = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://"));
    rest.is_some_and(|rest| !rest.is_empty() && !rest.contains(char::is_whitespace))
}
