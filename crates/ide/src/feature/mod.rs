//! What an editor asks of a text, one file a question. Each is a function of a snapshot and a place; places are byte
//! offsets, texts are Markdown, and nothing here knows a protocol.

pub mod actions;
pub mod completion;
mod draw;
mod fold;
mod highlight;
mod hover;
mod inlay;
mod lens;
mod links;
mod place;
mod select;
mod solve;
mod symbols;
mod tokens;

pub use actions::{Action, ActionKind, actions};
pub use completion::{Completion, CompletionKind, completions};
pub use fold::{Fold, folds};
pub use highlight::{Highlight, highlights};
pub use hover::{Hover, hover, plain_text};
pub use inlay::{Inlay, inlays};
pub use lens::{Lens, lenses};
pub use links::{Link, links};
pub use place::puzzle_at;
pub use select::selection;
pub use solve::{NoEdit, Step, next_step, solution_edits};
pub use symbols::{Symbol, SymbolKind, symbols};
pub use tokens::{SemanticKind, SemanticToken, semantic_tokens};
