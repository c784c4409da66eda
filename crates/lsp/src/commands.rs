//! The commands behind code lenses and actions: solve, the next step, check.

use std::sync::Arc;

use sdkc_diagnostics::Edit;
use sdkc_ide::{CancelToken, Deadline, Facts, Limits, Snapshot, facts, next_step, solution_edits};
use serde_json::Value;
use tower_lsp::{
    jsonrpc::{Error, Result},
    lsp_types::{Command, MessageType, Url},
};

use crate::{
    convert::Text,
    solving::{ask, on_thread},
    state::State,
};

pub(crate) const SOLVE: &str = "sdkc.solve";
pub(crate) const NEXT_STEP: &str = "sdkc.nextStep";
pub(crate) const CHECK: &str = "sdkc.check";
pub(crate) const ALL: [&str; 3] = [SOLVE, NEXT_STEP, CHECK];

/// A command on a puzzle of a document, as clients send it back.
pub(crate) fn command(title: impl Into<String>, name: &str, uri: &Url, puzzle: usize) -> Command {
    Command::new(title.into(), name.to_owned(), Some(vec![Value::from(uri.as_str()), Value::from(puzzle)]))
}

/// Runs a command: the address of a document and the number of a puzzle (0 where it is left out) are its arguments.
pub(crate) async fn execute(state: &Arc<State>, name: &str, arguments: &[Value]) -> Result<()> {
    let uri: Option<Url> = arguments.first().and_then(Value::as_str).and_then(|text| text.parse().ok());
    let Some((uri, (version, snapshot))) = uri.and_then(|uri| Some((uri.clone(), state.snapshot(&uri)?)))
    else {
        return Err(Error::invalid_params("the first argument must be the address of an open document"));
    };
    let puzzle = arguments.get(1).and_then(Value::as_u64).and_then(|n| usize::try_from(n).ok()).unwrap_or(0);
    match name {
        SOLVE => {
            let facts = search(state, &snapshot, puzzle).await?;
            match facts.map(|facts| (solution_edits(&snapshot, puzzle, &facts), facts)) {
                Some((Ok(edits), facts)) => {
                    apply(state, &uri, version, &snapshot, &edits);
                    if facts.verdict().unique() != Some(true) {
                        say(state, facts.verdict().summary());
                    }
                }
                Some((Err(why), facts)) if facts.solution.is_some() => say(state, &why.to_string()),
                Some((Err(_), facts)) => say(state, facts.verdict().summary()),
                None => say(state, "the puzzle has errors; mend them first"),
            }
        }
        NEXT_STEP => match next_step(&snapshot, puzzle) {
            Ok(step) => {
                apply(state, &uri, version, &snapshot, &[step.edit]);
                say(state, &step.message);
            }
            Err(why) => say(state, &why.to_string()),
        },
        CHECK => match search(state, &snapshot, puzzle).await? {
            Some(facts) => say(state, facts.verdict().summary()),
            None => say(state, "the puzzle has errors; mend them first"),
        },
        _ => return Err(Error::method_not_found()),
    }
    Ok(())
}

/// Cancels a search when nobody waits for it any more.
struct Cancel(CancelToken);

impl Drop for Cancel {
    fn drop(&mut self) {
        self.0.cancel();
    }
}

/// Searches on a thread of its own; `None` where the puzzle cannot be solved as it stands.
async fn search(state: &State, snapshot: &Snapshot, puzzle: usize) -> Result<Option<Facts>> {
    let settings = state.settings();
    let snapshot = snapshot.clone();
    let cancel = Cancel(CancelToken::new());
    let token = cancel.0.clone();
    let work = move || {
        let puzzle = snapshot.entries().get(puzzle)?.solvable()?;
        let stop = (token, settings.timeout().map(Deadline::after));
        Some(facts(puzzle, Limits { nodes: settings.max_nodes }, &stop))
    };
    let receive = on_thread(work).ok_or_else(Error::internal_error)?;
    receive.await.map_err(|_| Error::internal_error())
}

/// Asks the client to change the text, without waiting for its answer.
fn apply(state: &Arc<State>, uri: &Url, version: i32, snapshot: &Snapshot, edits: &[Edit]) {
    let text = Text { snapshot, encoding: state.session().encoding };
    let edit = text.workspace_edit(uri, version, edits);
    ask(state, |state| async move { state.client.apply_edit(edit).await });
}

fn say(state: &Arc<State>, message: &str) {
    let message = message.to_owned();
    ask(state, |state| async move { state.client.show_message(MessageType::INFO, message).await });
}
