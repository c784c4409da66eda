//! Solving in the background: after a pause in typing, on a thread of its own, cancelled by the next edit, with
//! progress shown where it takes long.

use std::{sync::Arc, thread, time::Duration};

use sdkc_diagnostics::Diagnostic;
use sdkc_ide::{CancelToken, Deadline, Limits, Snapshot, verify};
use tokio::{sync::oneshot, time};
use tower_lsp::lsp_types::{
    NumberOrString, ProgressParams, ProgressParamsValue, Url, WorkDoneProgress, WorkDoneProgressBegin,
    WorkDoneProgressCreateParams, WorkDoneProgressEnd, notification::Progress,
    request::WorkDoneProgressCreate,
};

use crate::{
    settings::Settings,
    state::{Findings, State},
};

/// So many documents are solved at once.
pub(crate) const TURNS: usize = 16;
/// The pause in typing after which a puzzle is solved.
const PAUSE: Duration = Duration::from_millis(150);
/// So long a solve runs unseen.
const PATIENCE: Duration = Duration::from_millis(300);
/// So long a client may take to answer a request that nothing depends on.
const REPLY_TIME: Duration = Duration::from_secs(2);

/// Solves the newest version of a document in the background.
pub(crate) fn start(state: &Arc<State>, uri: Url) {
    let settings = state.settings();
    let Some((version, snapshot)) = state.snapshot(&uri).filter(|_| settings.solve) else {
        return;
    };
    if !snapshot.entries().iter().any(|entry| entry.solvable().is_some()) {
        return;
    }
    let token = state.switch(&uri);
    let state = Arc::clone(state);
    tokio::spawn(async move {
        time::sleep(PAUSE).await;
        if token.is_cancelled() {
            return;
        }
        // Where a whole folder is opened at once, not all of it is solved at once.
        let _turn = state.turns.acquire().await;
        if token.is_cancelled() {
            return;
        }
        let switch = token.clone();
        let Some(result) = on_thread(move || find(&snapshot, version, &settings, &switch)) else {
            return;
        };
        let progress = tokio::spawn(show_progress(Arc::clone(&state), uri.to_string(), token.clone()));
        let findings = result.await;
        progress.abort();
        if let Ok(findings) = findings
            && !token.is_cancelled()
        {
            // A copy made here: a few bytes of the solving thread that are kept would lie in the middle of what it gave back, and
            // allocators then take another megabyte for the next document.
            state.solved(uri, findings.clone());
            if state.session().lens_refresh {
                ask(&state, |state| async move { state.client.code_lens_refresh().await });
            }
        }
    });
}

/// Runs something on a thread of its own; `None` where the system gives none.
pub(crate) fn on_thread<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> Option<oneshot::Receiver<T>> {
    let (send, receive) = oneshot::channel();
    let run = move || {
        // Nobody waits any more where the receiver is gone.
        let _ = send.send(work());
    };
    thread::Builder::new().name("solve".to_owned()).spawn(run).ok().map(|_| receive)
}

/// Verifies every puzzle of a text.
fn find(snapshot: &Snapshot, version: i32, settings: &Settings, token: &CancelToken) -> Findings {
    let mut findings = Findings { version, ..Findings::default() };
    for (number, entry) in snapshot.entries().iter().enumerate() {
        let Some(puzzle) = entry.solvable().filter(|_| !token.is_cancelled()) else {
            continue;
        };
        let stop = (token.clone(), settings.timeout().map(Deadline::after));
        let found = verify(puzzle, Limits { nodes: settings.max_nodes }, &stop);
        let index = u32::try_from(number).ok();
        findings
            .diagnostics
            .extend(found.diagnostics.into_iter().map(|it| Diagnostic { puzzle: index, ..it }));
        findings.verdicts.push((number, found.verdict.name()));
    }
    findings
}

/// Ends the progress that was begun, however the task ends.
struct Shown {
    state: Arc<State>,
    token: NumberOrString,
}

impl Drop for Shown {
    fn drop(&mut self) {
        let (state, token) = (Arc::clone(&self.state), self.token.clone());
        tokio::spawn(async move {
            let end = WorkDoneProgress::End(WorkDoneProgressEnd::default());
            let value = ProgressParamsValue::WorkDone(end);
            state.client.send_notification::<Progress>(ProgressParams { token, value }).await;
        });
    }
}

/// Shows after a while that a document is being solved, until it is aborted.
async fn show_progress(state: Arc<State>, name: String, cancel: CancelToken) {
    time::sleep(PATIENCE).await;
    if !state.session().progress || cancel.is_cancelled() {
        return;
    }
    let token = NumberOrString::String(format!("sdkc-solve-{}", state.next_number()));
    let params = WorkDoneProgressCreateParams { token: token.clone() };
    // On a task of its own: a reply that comes after its waiter is gone would bring tower-lsp down.
    let asking = Arc::clone(&state);
    let asked =
        tokio::spawn(async move { asking.client.send_request::<WorkDoneProgressCreate>(params).await });
    if !matches!(time::timeout(REPLY_TIME, asked).await, Ok(Ok(Ok(())))) {
        return;
    }
    let shown = Shown { state, token };
    let file = name.rsplit('/').next().unwrap_or_default().to_owned();
    let begin = WorkDoneProgress::Begin(WorkDoneProgressBegin {
        title: "Solving".to_owned(),
        message: Some(file),
        ..WorkDoneProgressBegin::default()
    });
    let params = ProgressParams { token: shown.token.clone(), value: ProgressParamsValue::WorkDone(begin) };
    shown.state.client.send_notification::<Progress>(params).await;
    std::future::pending::<()>().await;
}

/// Sends a request whose answer does not matter, without waiting for it.
pub(crate) fn ask<F, R>(state: &Arc<State>, request: F)
where
    F: FnOnce(Arc<State>) -> R,
    R: Future + Send + 'static,
    R::Output: Send,
{
    let asked = request(Arc::clone(state));
    tokio::spawn(async move {
        asked.await;
    });
}
