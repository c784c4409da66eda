//! The front half of the `.sdk` language: text → tokens → tree, and back to tidy text.
//!
//! Everything here is about form. What a board is, which strategies exist and whether a number is in range is known
//! elsewhere. No function panics, and none takes more than linear time, whatever the text.
//!
//! ```
//! let parse = sdkc_syntax::parse("puzzle \"First\" { block 2\n givens \"1... .... .... ....\" }");
//! assert!(parse.errors.is_empty());
//! assert_eq!(parse.ast.puzzles[0].items.len(), 2);
//!
//! let parse = sdkc_syntax::parse("puzzle { blok 2 }");
//! assert_eq!(parse.errors[0].code.as_str(), "E0203");
//! ```

pub mod ast;
mod format;
pub mod grammar_files;
pub mod grid_row;
pub mod keywords;
mod layout;
mod lexer;
mod nearest;
mod parser;
mod text;
mod token;

pub use format::{Unformattable, format, format_edits, line_end};
pub use keywords::{Form, Keyword};
pub use layout::{Layout, Runs};
pub use nearest::nearest;
pub use text::quote;
pub use token::{Token, TokenKind};

use sdkc_diagnostics::Diagnostic;

/// What the parser makes of a text: always a tree, and what is wrong.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Parse {
    /// The tree.
    pub ast: ast::File,
    /// All tokens, comments and line breaks included; only blanks lie between them.
    pub tokens: Vec<Token>,
    /// What is wrong, in text order.
    pub errors: Vec<Diagnostic>,
}

/// Cuts a text into tokens and says which characters have no place in it.
#[must_use]
pub fn lex(text: &str) -> (Vec<Token>, Vec<Diagnostic>) {
    let (tokens, troubles) = lexer::tokens(text);
    (tokens, troubles.into_iter().map(|trouble| lexer::explain(trouble, text)).collect())
}

/// Parses a text.
#[must_use]
pub fn parse(text: &str) -> Parse {
    parser::parse(text)
}

/// The grids of a file that hold rows, in text order: the order in which the formatter takes its layouts.
pub fn grids(file: &ast::File) -> impl Iterator<Item = &ast::Grid> {
    file.puzzles
        .iter()
        .flat_map(|puzzle| &puzzle.items)
        .filter_map(ast::Item::grid)
        .flat_map(ast::Grid::leaves)
}
