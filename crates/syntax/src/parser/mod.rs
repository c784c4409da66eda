//! Tokens → tree and diagnostics.
//!
//! Three steps: the [`outline`] resolves keywords and braces, the grammar (chumsky) makes the tree and recovers at the
//! end of each item and row, and [`report`] turns what went wrong into diagnostics, one for each mistake.

mod checks;
mod expected;
mod glued;
mod grammar;
mod grids;
mod items;
mod messages;
mod outline;
mod problem;
mod report;
mod values;

use chumsky::Parser as _;
use sdkc_diagnostics::Span;

use self::{problem::Problem, report::Report};
use crate::{Parse, lexer};

/// The newest version of the language, and the only one.
pub(crate) const LANGUAGE_VERSION: u64 = 1;

/// Parses a text.
pub(crate) fn parse(text: &str) -> Parse {
    let (tokens, troubles) = lexer::tokens(text);
    let outline = outline::outline(text, &tokens);
    let toks = outline.toks.as_slice();
    let (pieces, errors) = grammar::file(text).parse(toks).into_output_errors();

    let mut problems = outline.problems;
    let end = Span::from_range(text.len()..text.len());
    let mut ast = grammar::assemble(pieces.unwrap_or_default(), end, &mut problems);
    let report = Report { text, toks, ran_out: outline.ran_out };
    if let Some(problem) = checks::version(&ast) {
        return Parse { ast, tokens, errors: vec![report.explain(problem)] };
    }
    problems.extend(errors.into_iter().map(|error| report.place(error)));
    checks::rules_told_once(&mut problems);
    checks::repetitions(&mut ast, &mut problems);
    if ast.puzzles.is_empty() && problems.is_empty() && troubles.is_empty() {
        problems.push((u32::MAX, Problem::NoPuzzle));
    }
    let errors = report.diagnostics(problems, troubles);
    Parse { ast, tokens, errors }
}
