//! What an editor asks of a text, one file a question. Each is a function of a snapshot and a place; places are byte
//! offsets, texts are Markdown, and nothing here knows a protocol.

pub mod actions;
mod board;
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
mod set;
mod solve;
mod symbols;
mod tokens;
mod watch;

pub use actions::{Action, ActionKind, actions};
pub use board::{BoardView, CellView, board};
pub use completion::{Completion, CompletionKind, completions};
pub use fold::{Fold, folds};
pub use highlight::{Highlight, highlights};
pub use hover::{Hover, hover, plain_text, points_at};
pub use inlay::{Inlay, inlays};
pub use lens::{Lens, lenses};
pub use links::{Link, links};
pub use place::{entry_number, puzzle_at};
pub use select::selection;
pub use set::{Target, set_cell};
pub use solve::{NoEdit, Step, next_step, solution_edits, solvable};
pub use symbols::{Symbol, SymbolKind, symbols};
pub use tokens::{SemanticKind, SemanticToken, semantic_tokens};
pub use watch::{Searched, watch};
