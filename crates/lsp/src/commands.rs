//! The commands behind code lenses and actions: solve, the next step, check, explain.

use std::sync::Arc;

use sdkc_diagnostics::{Code, Edit, UnknownCode};
use sdkc_ide::{
    CancelToken, Deadline, Grid, Limits, NoEdit, Puzzle, Silent, Snapshot, Stop, entry_number, facts,
    next_step, plain_text, solution_edits, solvable, watch,
};
use serde::Deserialize;
use serde_json::Value;
use tower_lsp::{
    jsonrpc::{Error, Result},
    lsp_types::{Command, MessageType, Position, Url, WorkspaceEdit},
};

use crate::{
    applying::{Arrival, UnderWay, apply},
    convert::Text,
    settings::Wanted,
    solving::{ask, on_thread},
    state::State,
};

pub(crate) const SOLVE: &str = "sdkc.solve";
pub(crate) const NEXT_STEP: &str = "sdkc.nextStep";
pub(crate) const CHECK: &str = "sdkc.check";
pub(crate) const EXPLAIN: &str = "sdkc.explain";
pub(crate) const ALL: [&str; 4] = [SOLVE, NEXT_STEP, CHECK, EXPLAIN];

/// So often a command is tried on a text that changes under it.
const ATTEMPTS: usize = 5;
const KEEPS_CHANGING: &str = "the text keeps changing; nothing was written into it";

/// A command on a puzzle of a document, as clients send it back.
pub(crate) fn command(title: impl Into<String>, name: &str, uri: &Url, puzzle: usize) -> Command {
    Command::new(title.into(), name.to_owned(), Some(vec![Value::from(uri.as_str()), Value::from(puzzle)]))
}

/// The command that shows the page of a code.
pub(crate) fn explain(code: Code) -> Command {
    let title = format!("Explain {code}: {}", code.title());
    Command::new(title, EXPLAIN.to_owned(), Some(vec![Value::from(code.as_str())]))
}

/// The page of the code that an argument names, as Markdown.
pub(crate) fn page(code: &str) -> Result<&'static str> {
    code.parse().map(Code::page).map_err(|why: UnknownCode| Error::invalid_params(why.to_string()))
}

/// What to do, and on which puzzle.
#[derive(Clone)]
struct Asked {
    what: What,
    uri: Url,
    puzzle: Which,
}

#[derive(Clone, Copy)]
enum What {
    Solve,
    NextStep,
    Check,
}

/// Which puzzle of a document: the one of this number, or the one at a place.
#[derive(Clone, Copy, Deserialize)]
#[serde(untagged)]
enum Which {
    Number(usize),
    At(Position),
}

/// What a command comes to: edits, or none, and words about it.
struct Answer {
    edits: Vec<Edit>,
    words: String,
}

impl Answer {
    fn words(words: impl Into<String>) -> Self {
        Self { edits: Vec::new(), words: words.into() }
    }
}

/// An edit of one version that is to be sent.
struct Planned {
    version: i32,
    edit: WorkspaceEdit,
    words: String,
    under_way: UnderWay,
}

impl Asked {
    fn read(name: &str, arguments: &[Value]) -> Result<Self> {
        let what = match name {
            SOLVE => What::Solve,
            NEXT_STEP => What::NextStep,
            CHECK => What::Check,
            _ => return Err(Error::method_not_found()),
        };
        let uri = arguments.first().and_then(Value::as_str).and_then(|text| text.parse().ok());
        let uri = uri.ok_or_else(no_document)?;
        let puzzle = match arguments.get(1) {
            None | Some(Value::Null) => Which::Number(0),
            // Not the first puzzle: a solution would be written where nobody asked for it.
            Some(said) => Which::deserialize(said).map_err(|_| no_puzzle())?,
        };
        Ok(Self { what, uri, puzzle })
    }

    /// The number of the puzzle in a text; 0 for places before the first.
    fn puzzle(&self, state: &State, snapshot: &Snapshot) -> usize {
        match self.puzzle {
            Which::Number(number) => number,
            Which::At(place) => {
                let text = Text { snapshot, encoding: state.session().encoding };
                entry_number(snapshot, text.offset(place)).unwrap_or(0)
            }
        }
    }

    async fn answer(&self, state: &State, snapshot: &Snapshot) -> Result<Answer> {
        let puzzle = self.puzzle(state, snapshot);
        if let Err(why) = solvable(snapshot, puzzle) {
            return Ok(Answer::words(why.to_string()));
        }
        match self.what {
            What::Solve => {
                let found = solve(state, snapshot, puzzle).await?;
                Ok(match found.solution.map(|grid| solution_edits(snapshot, puzzle, &grid)) {
                    Some(Ok(edits)) => Answer { edits, words: found.words },
                    Some(Err(why)) => Answer::words(why.to_string()),
                    None => Answer::words(found.words),
                })
            }
            What::NextStep => Ok(match next_step(snapshot, puzzle) {
                Ok(step) => Answer { edits: vec![step.edit], words: step.message },
                Err(why) => Answer::words(why.to_string()),
            }),
            What::Check => {
                let facts = search(state, snapshot, puzzle, facts).await?;
                Ok(Answer::words(facts.verdict().summary()))
            }
        }
    }

    /// Finds the edit for the newest text; `None` where there is none to make, which is said then.
    async fn plan(&self, state: &Arc<State>) -> Result<Option<Planned>> {
        for _ in 0..ATTEMPTS {
            state.edits.settled(&self.uri).await;
            let (version, snapshot) = state.snapshot(&self.uri).ok_or_else(no_document)?;
            let Answer { edits, words } = self.answer(state, &snapshot).await?;
            if edits.is_empty() {
                say(state, &words);
                return Ok(None);
            }
            // A search takes its time, and another command may have been quicker.
            state.edits.settled(&self.uri).await;
            if state.host().version(self.uri.as_str()) == Some(version) {
                let text = Text { snapshot: &snapshot, encoding: state.session().encoding };
                let edit = text.workspace_edit(&self.uri, version, &edits);
                return Ok(Some(Planned { version, edit, words, under_way: state.edits.begin(&self.uri) }));
            }
        }
        say(state, KEEPS_CHANGING);
        Ok(None)
    }
}

fn no_document() -> Error {
    Error::invalid_params("the first argument must be the address of an open document")
}

fn no_puzzle() -> Error {
    Error::invalid_params(
        "the second argument must be the number of a puzzle, from 0, or a place in the document",
    )
}

/// Runs a command. Its arguments are the address of a document, and the number of a puzzle or a place in it; for
/// [`EXPLAIN`] it is a code.
pub(crate) async fn execute(state: &Arc<State>, name: &str, arguments: &[Value]) -> Result<()> {
    if name == EXPLAIN {
        let code = arguments.first().and_then(Value::as_str).unwrap_or_default();
        say(state, &plain_text(page(code)?));
        return Ok(());
    }
    let asked = Asked::read(name, arguments)?;
    if let Some(planned) = asked.plan(state).await? {
        tokio::spawn(write(Arc::clone(state), asked, planned));
    }
    Ok(())
}

/// Sends an edit, and where the text has gone on, another one for the newer text.
async fn write(state: Arc<State>, asked: Asked, mut planned: Planned) {
    for _ in 0..ATTEMPTS {
        let arrival = apply(&state, &asked.uri, planned.version, planned.edit).await;
        drop(planned.under_way);
        match arrival {
            Arrival::Made => return say(&state, &planned.words),
            Arrival::Refused(why) => {
                return say(
                    &state,
                    format!("the editor has not changed the text: {why}").trim_end_matches(": "),
                );
            }
            Arrival::Outdated => {}
        }
        planned = match asked.plan(&state).await {
            Ok(Some(planned)) => planned,
            Ok(None) => return,
            Err(why) => return say(&state, &why.message),
        };
    }
    say(&state, KEEPS_CHANGING);
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
async fn solve(state: &State, snapshot: &Snapshot, puzzle: usize) -> Result<Found> {
    let Some(strategy) = state.settings().strategy().map(Wanted::strategy) else {
        let facts = search(state, snapshot, puzzle, facts).await?;
        return Ok(Found {
            words: match facts.verdict() {
                verdict if verdict.unique() == Some(true) => String::new(),
                verdict => verdict.summary().to_owned(),
            },
            solution: facts.solution,
        });
    };
    let look =
        move |puzzle: &Puzzle, limits, stop: &dyn Stop| watch(puzzle, strategy, limits, stop, &mut Silent);
    let searched = search(state, snapshot, puzzle, look).await?;
    Ok(Found {
        words: match (&searched.solution, searched.stopped) {
            (Some(_), _) => format!("solved by {}: {} nodes", searched.strategy, searched.nodes),
            (None, Some(reason)) => format!("unknown: {reason}"),
            (None, None) => "no solution".to_owned(),
        },
        solution: searched.solution,
    })
}

/// Searches a puzzle that can be solved, on a thread of its own.
async fn search<T: Send + 'static>(
    state: &State,
    snapshot: &Snapshot,
    puzzle: usize,
    look: impl FnOnce(&Puzzle, Limits, &dyn Stop) -> T + Send + 'static,
) -> Result<T> {
    let settings = state.settings();
    let snapshot = snapshot.clone();
    let cancel = Cancel(CancelToken::new());
    let token = cancel.0.clone();
    let work = move || {
        let puzzle = solvable(&snapshot, puzzle)?;
        let stop = (token, settings.timeout().map(Deadline::after));
        Ok(look(puzzle, Limits { nodes: settings.max_nodes }, &stop))
    };
    let receive = on_thread(work).ok_or_else(Error::internal_error)?;
    let found: std::result::Result<T, NoEdit> = receive.await.map_err(|_| Error::internal_error())?;
    found.map_err(|why| Error::invalid_params(why.to_string()))
}

/// Shows words to the user, if there are any.
fn say(state: &Arc<State>, words: &str) {
    if words.is_empty() {
        return;
    }
    let words = words.to_owned();
    ask(state, |state| async move { state.client.show_message(MessageType::INFO, words).await });
}
