//! Shows what is wrong with a text, all stages together, as the tests compare it.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::fmt::Write as _;

use sdkc_diagnostics::{Diagnostic, Encoding, LineIndex, Span, sort_and_dedup};
use sdkc_lower::{Lowered, lower};
use sdkc_syntax::parse;

/// Parses, lowers and checks the rules.
pub fn diagnose(text: &str) -> (Lowered, Vec<Diagnostic>) {
    let parsed = parse(text);
    let lowered = lower(&parsed, text);
    let mut found = parsed.errors;
    found.extend(lowered.diagnostics.iter().cloned());
    // Tests are built without much optimisation, and the rules check visits every cell of a board six times.
    let boards = || lowered.puzzles.iter().filter_map(|lowered| lowered.puzzle.as_ref());
    if boards().all(|puzzle| puzzle.board.shape().n_cells() < 1_000_000) {
        found.extend(lowered.rules());
    }
    sort_and_dedup(&mut found);
    (lowered, found)
}

/// The diagnostics as text: place, what stands there, message, labels, notes, fixes.
pub fn told(text: &str) -> String {
    let index = LineIndex::new(text);
    let place = |span: Span| {
        let at = index.position(text, span.start, Encoding::Utf32);
        let shown: String = text[span.range()].chars().take(30).collect();
        format!("{}:{} `{}`", at.line + 1, at.column + 1, shown.replace('\n', "⏎"))
    };
    let mut out = String::new();
    for it in diagnose(text).1 {
        let at = it.span.map_or_else(|| "nowhere".to_owned(), place);
        writeln!(out, "{} at {at}: {}", it.code, it.message).unwrap();
        if !it.label.is_empty() {
            writeln!(out, "  here: {}", it.label).unwrap();
        }
        for label in &it.labels {
            writeln!(out, "  {}: {}", place(label.span), label.message).unwrap();
        }
        for note in &it.notes {
            writeln!(out, "  = {note}").unwrap();
        }
        for fix in &it.fixes {
            let edits: Vec<String> =
                fix.edits.iter().map(|edit| format!("{} → {:?}", place(edit.span), edit.text)).collect();
            writeln!(out, "  fix: {} ({})", fix.title, edits.join("; ")).unwrap();
        }
    }
    out
}
