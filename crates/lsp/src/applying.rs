//! Edits of ours on their way into a document. A client takes an edit into its text after a while, refuses it where the
//! text has gone on, and tells of the new text later still. A command that comes meanwhile would see the old text and make
//! an edit that is refused; so it waits until the edit before it has arrived.

use std::{
    collections::BTreeMap,
    pin::pin,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use tokio::{
    sync::{Notify, watch},
    time::timeout,
};
use tower_lsp::lsp_types::{Url, WorkspaceEdit};

use crate::state::State;

/// So long a command waits for a client to answer for an edit. One that has not answered once is not waited for again,
/// until it does.
const REPLY_TIME: Duration = Duration::from_secs(2);
/// So long after its answer the new text may take.
const SYNC_TIME: Duration = Duration::from_millis(500);

/// The edits that clients have not taken into their texts yet.
#[derive(Default)]
pub(crate) struct Edits {
    under_way: Mutex<BTreeMap<Url, watch::Receiver<()>>>,
    is_silent: AtomicBool,
    changes: Notify,
}

/// An edit that is under way; it has arrived, or never will, when this is dropped.
pub(crate) struct UnderWay {
    _open: watch::Sender<()>,
}

/// What became of an edit.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Arrival {
    /// The client says that it was made, or says nothing.
    Made,
    /// The client has not made it, since its text has gone on: the newer one is known now.
    Outdated,
    /// The client has not made it for a reason of its own.
    Refused(String),
}

impl Edits {
    /// A document has a new text.
    pub(crate) fn changed(&self) {
        self.changes.notify_waiters();
    }

    /// Takes note that an edit of a document is sent now.
    pub(crate) fn begin(&self, uri: &Url) -> UnderWay {
        let (open, receiver) = watch::channel(());
        let mut all = self.under_way.lock().unwrap_or_else(PoisonError::into_inner);
        all.retain(|_, receiver| receiver.has_changed().is_ok());
        all.insert(uri.clone(), receiver);
        UnderWay { _open: open }
    }

    /// Waits until no edit of a document is under way, for each a while at most.
    pub(crate) async fn settled(&self, uri: &Url) {
        while !self.is_silent.load(Ordering::Relaxed)
            && let Some(mut receiver) = self.last(uri)
        {
            // An error is the end of the sender: the edit has arrived.
            let _ = timeout(REPLY_TIME, receiver.changed()).await;
        }
    }

    /// The edit of a document that is under way.
    fn last(&self, uri: &Url) -> Option<watch::Receiver<()>> {
        let all = self.under_way.lock().unwrap_or_else(PoisonError::into_inner);
        all.get(uri).filter(|receiver| receiver.has_changed().is_ok()).cloned()
    }
}

/// Asks the client to change one version of a document, and waits for the text that comes of it. Not for handlers, which
/// must not wait for a client's answer.
pub(crate) async fn apply(state: &Arc<State>, uri: &Url, version: i32, edit: WorkspaceEdit) -> Arrival {
    let asking = Arc::clone(state);
    // On a task of its own: a reply that comes after its waiter is gone would bring tower-lsp down.
    let asked = tokio::spawn(async move {
        let answer = asking.client.apply_edit(edit).await;
        asking.edits.is_silent.store(false, Ordering::Relaxed);
        answer
    });
    let Ok(answer) = timeout(REPLY_TIME, asked).await else {
        state.edits.is_silent.store(true, Ordering::Relaxed);
        return Arrival::Made;
    };
    let has_new_text = timeout(SYNC_TIME, moves_on(state, uri, version)).await.is_ok();
    match answer {
        Ok(Ok(answer)) if !answer.applied && has_new_text => Arrival::Outdated,
        Ok(Ok(answer)) if !answer.applied => Arrival::Refused(answer.failure_reason.unwrap_or_default()),
        _ => Arrival::Made,
    }
}

/// Waits until a document has another version than this one.
async fn moves_on(state: &State, uri: &Url, version: i32) {
    loop {
        let mut change = pin!(state.edits.changes.notified());
        change.as_mut().enable();
        if state.host().version(uri.as_str()) != Some(version) {
            return;
        }
        change.await;
    }
}
