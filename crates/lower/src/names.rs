//! Two puzzles of one name in a file.

use std::collections::HashMap;

use sdkc_diagnostics::{Code, Diagnostic};
use sdkc_syntax::ast;

/// A warning for each puzzle whose name stands before it already.
pub(crate) fn repeated(file: &ast::File) -> Vec<Diagnostic> {
    let mut seen = HashMap::new();
    let mut found = Vec::new();
    for (number, puzzle) in file.puzzles.iter().enumerate() {
        let Some(name) = &puzzle.name else { continue };
        let first = *seen.entry(name.value.as_str()).or_insert(name.span);
        if first != name.span {
            found.push(
                Diagnostic::new(
                    Code::W0605,
                    format!("a second puzzle with the name \"{}\"", name.value),
                    name.span,
                )
                .with_label(first, "the first one")
                .with_note("give each puzzle a name of its own, so that results can be told apart")
                .in_puzzle(u32::try_from(number).unwrap_or(u32::MAX)),
            );
        }
    }
    found
}
