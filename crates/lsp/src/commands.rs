//! The commands behind code lenses and actions: solve, the next step, check.

use std::sync::Arc;

use sdkc_diagnostics::Edit;
use sdkc_ide::{
    CancelToken, Deadline, Grid, Limits, NoEdit, Puzzle, Silent, Snapshot, Stop, entry_number, facts,
    next_step, solution_edits, watch,
};
use serde_json::Value;
use tower_lsp::{
    jsonrpc::{Error, Result},
    lsp_types::{Command, MessageType, Position, Url},
};

use crate::{
    convert::Text,
    settings::Wanted,
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

/// The puzzle that an argument names by its number, or that stands at the place that it is; 0 where it is left out.
fn puzzle_of(state: &State, snapshot: &Snapshot, argument: Option<&Value>) -> usize {
    let number = argument.and_then(Value::as_u64).and_then(|number| usize::try_from(number).ok());
    let text = Text { snapshot, encoding: state.session().encoding };
    let place = || serde_json::from_value::<Position>(argument?.clone()).ok();
    number.or_else(|| entry_number(snapshot, text.offset(place()?))).unwrap_or(0)
}

/// Runs a command. Its arguments are the address of a document, and the number of a puzzle or a place in it.
pub(crate) async fn execute(state: &Arc<State>, name: &str, arguments: &[Value]) -> Result<()> {
    let uri: Option<Url> = arguments.first().and_then(Value::as_str).and_then(|text| text.parse().ok());
    let Some((uri, (version, snapshot))) = uri.and_then(|uri| Some((uri.clone(), state.snapshot(&uri)?)))
    else {
        return Err(Error::invalid_params("the first argument must be the address of an open document"));
    };
    let puzzle = puzzle_of(state, &snapshot, arguments.get(1));
    match name {
        SOLVE => {
            let Some(found) = solve(state, &snapshot, puzzle).await? else {
                say(state, &NoEdit::NotSolvable.to_string());
                return Ok(());
            };
            match found.solution.map(|grid| solution_edits(&snapshot, puzzle, &grid)) {
                Some(Ok(edits)) => {
                    apply(state, &uri, version, &snapshot, &edits);
                    if !found.words.is_empty() {
                        say(state, &found.words);
                    }
                }
                Some(Err(why)) => say(state, &why.to_string()),
                None => say(state, &found.words),
            }
        }
        NEXT_STEP => match next_step(&snapshot, puzzle) {
            Ok(step) => {
                apply(state, &uri, version, &snapshot, &[step.edit]);
                say(state, &step.message);
            }
            Err(why) => say(state, &why.to_string()),
        },
        CHECK => match search(state, &snapshot, puzzle, facts).await? {
            Some(facts) => say(state, facts.verdict().summary()),
            None => say(state, &NoEdit::NotSolvable.to_string()),
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

/// A solution, and what is to be said beside it.
struct Found {
    solution: Option<Grid>,
    words: String,
}

/// Looks for a solution: with `auto`, which proves it to be the only one too, or as the settings say.
async fn solve(state: &State, snapshot: &Snapshot, puzzle: usize) -> Result<Option<Found>> {
    let Some(strategy) = state.settings().strategy().map(Wanted::strategy) else {
        let facts = search(state, snapshot, puzzle, facts).await?;
        return Ok(facts.map(|facts| Found {
            words: match facts.verdict() {
                verdict if verdict.unique() == Some(true) => String::new(),
                verdict => verdict.summary().to_owned(),
            },
            solution: facts.solution,
        }));
    };
    let look =
        move |puzzle: &Puzzle, limits, stop: &dyn Stop| watch(puzzle, strategy, limits, stop, &mut Silent);
    let searched = search(state, snapshot, puzzle, look).await?;
    Ok(searched.map(|it| Found {
        words: match (&it.solution, it.stopped) {
            (Some(_), _) => format!("solved by {}: {} nodes", it.strategy, it.nodes),
            (None, Some(reason)) => format!("unknown: {reason}"),
            (None, None) => "no solution".to_owned(),
        },
        solution: it.solution,
    }))
}

/// Searches on a thread of its own; `None` where the puzzle cannot be solved as it stands.
async fn search<T: Send + 'static>(
    state: &State,
    snapshot: &Snapshot,
    puzzle: usize,
    look: impl FnOnce(&Puzzle, Limits, &dyn Stop) -> T + Send + 'static,
) -> Result<Option<T>> {
    let settings = state.settings();
    let snapshot = snapshot.clone();
    let cancel = Cancel(CancelToken::new());
    let token = cancel.0.clone();
    let work = move || {
        let puzzle = snapshot.entries().get(puzzle)?.solvable()?;
        let stop = (token, settings.timeout().map(Deadline::after));
        Some(look(puzzle, Limits { nodes: settings.max_nodes }, &stop))
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
