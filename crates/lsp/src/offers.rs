//! What is offered at a place and over a puzzle: code actions and code lenses.

use std::sync::Arc;

use sdkc_diagnostics::{Diagnostic, Span};
use sdkc_ide::{self as ide, ActionKind};
use tower_lsp::lsp_types::{self as lsp, CodeActionKind, Url};

use crate::{commands, convert::Text, state::State};

/// The actions at a place: fixes, changes of form, commands on the puzzle, the pages of what is wrong.
pub(crate) fn actions(state: &Arc<State>, params: &lsp::CodeActionParams) -> Option<lsp::CodeActionResponse> {
    let uri = &params.text_document.uri;
    let (version, snapshot, diagnostics) = state.diagnostics(uri)?;
    let text = Text { snapshot: &snapshot, encoding: state.session().encoding };
    let place = text.span(params.range);
    let mut found: Vec<lsp::CodeAction> = Vec::new();
    for action in ide::actions(&snapshot, &diagnostics, place) {
        let (kind, fixed) = match action.kind {
            ActionKind::Fix(number) => (CodeActionKind::QUICKFIX, diagnostics.get(number)),
            ActionKind::Rewrite => (CodeActionKind::REFACTOR_REWRITE, None),
        };
        found.push(lsp::CodeAction {
            title: action.title,
            kind: Some(kind),
            diagnostics: fixed.map(|it| vec![text.diagnostic(uri, it)]),
            edit: Some(text.workspace_edit(uri, version, &action.edits)),
            ..lsp::CodeAction::default()
        });
    }
    if let Some(puzzle) = ide::puzzle_at(&snapshot, place.start) {
        for (title, name) in [
            ("Write the solution into the grid", commands::SOLVE),
            ("Write the next step into the grid", commands::NEXT_STEP),
        ] {
            let command = commands::command(title, name, uri, puzzle);
            found.push(by_command(command, CodeActionKind::REFACTOR_REWRITE));
        }
    }
    let mut here: Vec<&Diagnostic> =
        diagnostics.iter().filter(|it| ide::points_at(it, place.start)).collect();
    here.dedup_by_key(|it| it.code);
    found.extend(here.into_iter().map(|it| lsp::CodeAction {
        diagnostics: Some(vec![text.diagnostic(uri, it)]),
        ..by_command(commands::explain(it.code), CodeActionKind::QUICKFIX)
    }));
    let only = params.context.only.as_deref();
    found.retain(|action| only.is_none_or(|only| action.kind.as_ref().is_some_and(|it| is_of(it, only))));
    Some(found.into_iter().map(lsp::CodeActionOrCommand::CodeAction).collect())
}

/// Whether a kind is one of these, or a part of one.
fn is_of(kind: &CodeActionKind, wanted: &[CodeActionKind]) -> bool {
    wanted.iter().any(|wanted| {
        let rest = kind.as_str().strip_prefix(wanted.as_str());
        rest.is_some_and(|rest| wanted.as_str().is_empty() || rest.is_empty() || rest.starts_with('.'))
    })
}

/// An action that is a command.
fn by_command(command: lsp::Command, kind: CodeActionKind) -> lsp::CodeAction {
    lsp::CodeAction {
        title: command.title.clone(),
        kind: Some(kind),
        command: Some(command),
        ..lsp::CodeAction::default()
    }
}

/// The line over each puzzle that can be solved: the verdict, and what can be done.
pub(crate) fn lenses(state: &Arc<State>, uri: &Url) -> Option<Vec<lsp::CodeLens>> {
    let (version, snapshot) = state.snapshot(uri)?;
    let text = Text { snapshot: &snapshot, encoding: state.session().encoding };
    let lenses = ide::lenses(&snapshot).into_iter().flat_map(|lens| {
        let verdict = state.verdict(uri, version, lens.puzzle).unwrap_or("Check");
        let range = text.range(Span::at(lens.span.start));
        [(verdict, commands::CHECK), ("Solve", commands::SOLVE), ("Next step", commands::NEXT_STEP)].map(
            |(title, name)| lsp::CodeLens {
                range,
                command: Some(commands::command(title, name, uri, lens.puzzle)),
                data: None,
            },
        )
    });
    Some(lenses.collect())
}
