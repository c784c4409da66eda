//! Searches that a client watches step by step. Each runs on a thread of its own and gets no further ahead than a
//! channel holds: the client takes steps at the speed that it wants to see, with `sdkc/watch/next`.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, PoisonError},
};

use sdkc_ide::{self as ide, CancelToken, Event, Limits, Searched, StrategyKind};
use serde::{Deserialize, Serialize};
use tokio::sync::mpsc;
use tower_lsp::{
    jsonrpc::{Error, Result},
    lsp_types::Url,
};

use crate::{solving::on_thread, state::State};

/// A search gets this many steps ahead of the view.
const AHEAD: usize = 4096;
/// The most steps in one answer.
const MOST_STEPS: usize = 10_000;
/// So many searches are held; a new one ends the oldest, so that views that are gone leave nothing behind.
const MOST_WATCHED: usize = 4;

#[derive(Debug, Deserialize)]
pub(crate) struct StartParams {
    uri: Url,
    puzzle: usize,
    /// The name of a strategy; the puzzle's own where there is none.
    strategy: Option<String>,
}

#[derive(Debug, Serialize)]
pub(crate) struct Started {
    id: u64,
    version: i32,
}

#[derive(Debug, Deserialize)]
pub(crate) struct NextParams {
    id: u64,
    steps: usize,
}

#[derive(Debug, Deserialize)]
pub(crate) struct StopParams {
    id: u64,
}

/// The next steps, each a list of numbers: `[1, cell, value]` placed, `[2, cell, value]` deduced, `[3, cell]`
/// emptied, `[4]` turned back, `[5]` all filled.
#[derive(Debug, Default, Serialize)]
pub(crate) struct Steps {
    steps: Vec<Vec<usize>>,
    end: Option<End>,
}

/// How the search ended.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct End {
    is_solved: bool,
    stopped: Option<String>,
    nodes: u64,
    strategy: &'static str,
    /// The values of all cells; empty without a solution.
    solution: Vec<u8>,
}

enum Message {
    Step(Event),
    End(Searched),
}

struct Watched {
    cancel: CancelToken,
    steps: Arc<tokio::sync::Mutex<mpsc::Receiver<Message>>>,
}

impl Drop for Watched {
    fn drop(&mut self) {
        self.cancel.cancel();
    }
}

/// The searches that are watched now.
#[derive(Default)]
pub(crate) struct Watches(Mutex<BTreeMap<u64, Watched>>);

impl Watches {
    fn insert(&self, id: u64, watched: Watched) {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        all.insert(id, watched);
        while all.len() > MOST_WATCHED {
            all.pop_first();
        }
    }

    fn remove(&self, id: u64) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).remove(&id);
    }

    fn steps(&self, id: u64) -> Option<Arc<tokio::sync::Mutex<mpsc::Receiver<Message>>>> {
        let all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        all.get(&id).map(|watched| Arc::clone(&watched.steps))
    }
}

pub(crate) fn start(state: &State, params: &StartParams) -> Result<Started> {
    let Some((version, snapshot)) = state.snapshot(&params.uri) else {
        return Err(Error::invalid_params("the document is not open"));
    };
    let strategy: Option<StrategyKind> = match params.strategy.as_deref() {
        None => None,
        Some(name) => {
            Some(name.parse().map_err(|_| Error::invalid_params(format!("no strategy is called `{name}`")))?)
        }
    };
    let number = params.puzzle;
    ide::solvable(&snapshot, number).map_err(|why| Error::invalid_params(why.to_string()))?;
    let cancel = CancelToken::new();
    let (send, steps) = mpsc::channel(AHEAD);
    let token = cancel.clone();
    let work = move || {
        let Ok(puzzle) = ide::solvable(&snapshot, number) else {
            return;
        };
        let mut tell = |event| {
            // Nobody looks any more.
            if send.blocking_send(Message::Step(event)).is_err() {
                token.cancel();
            }
        };
        let end = ide::watch(puzzle, strategy, Limits::none(), &token, &mut tell);
        let _ = send.blocking_send(Message::End(end));
    };
    on_thread(work).ok_or_else(Error::internal_error)?;
    let id = state.next_number();
    state.watches.insert(id, Watched { cancel, steps: Arc::new(tokio::sync::Mutex::new(steps)) });
    Ok(Started { id, version })
}

pub(crate) async fn next(state: &State, params: &NextParams) -> Result<Steps> {
    let Some(receiver) = state.watches.steps(params.id) else {
        return Err(Error::invalid_params("no such search is watched"));
    };
    let limit = params.steps.clamp(1, MOST_STEPS);
    let mut messages = Vec::new();
    receiver.lock().await.recv_many(&mut messages, limit).await;
    let mut answer = Steps::default();
    let ended = messages.is_empty();
    for message in messages {
        match message {
            Message::Step(event) => answer.steps.extend(numbers(event)),
            Message::End(end) => answer.end = Some(said(&end)),
        }
    }
    if ended || answer.end.is_some() {
        state.watches.remove(params.id);
    }
    if ended {
        return Err(Error::invalid_params("the search was stopped"));
    }
    Ok(answer)
}

pub(crate) fn stop(state: &State, params: &StopParams) {
    state.watches.remove(params.id);
}

fn numbers(event: Event) -> Option<Vec<usize>> {
    Some(match event {
        Event::Placed { cell, value, .. } => vec![1, cell.index(), value.number().into()],
        Event::Deduced { cell, value } => vec![2, cell.index(), value.number().into()],
        Event::Removed { cell } => vec![3, cell.index()],
        Event::DeadEnd { .. } => vec![4],
        Event::Solution => vec![5],
        _ => return None,
    })
}

fn said(end: &Searched) -> End {
    End {
        is_solved: end.solution.is_some(),
        stopped: end.stopped.map(|reason| reason.to_string()),
        nodes: end.nodes,
        strategy: end.strategy,
        solution: end.solution.as_ref().map(|grid| grid.numbers()).unwrap_or_default(),
    }
}
