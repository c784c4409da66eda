//! What the server knows: the open documents, what solving found out about them, the client. Shared by the handlers
//! and the one task that publishes diagnostics, so that they leave in order.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::{
        Arc, Mutex, MutexGuard, PoisonError, RwLock,
        atomic::{AtomicU64, Ordering},
    },
};

use sdkc_diagnostics::{Diagnostic, sort_and_dedup};
use sdkc_ide::{CancelToken, Host, Snapshot};
use tokio::sync::{Semaphore, mpsc};
use tower_lsp::{
    Client,
    lsp_types::{Diagnostic as Diagnosed, Url},
};

use crate::{
    applying::Edits,
    convert::Text,
    settings::{Session, Settings},
    solving,
    watching::Watches,
};

/// What is to be done by the publishing task.
#[derive(Debug)]
pub(crate) enum Work {
    /// A document has changed: tell what is wrong, then solve.
    Changed(Url),
    /// Solving has found something out.
    Solved(Url),
    /// The document is closed: take everything back.
    Closed(Url),
}

/// What solving found out about one version of a document.
#[derive(Clone, Debug, Default)]
pub(crate) struct Findings {
    pub version: i32,
    pub diagnostics: Vec<Diagnostic>,
    /// For each puzzle that was solved its number and a word: `unique`, `none`, …
    pub verdicts: Vec<(usize, &'static str)>,
}

pub(crate) struct State {
    pub client: Client,
    pub session: RwLock<Session>,
    /// The searches that a client watches.
    pub watches: Watches,
    /// The edits of commands that are under way.
    pub edits: Edits,
    /// What a solve in the background takes while it runs.
    pub turns: Semaphore,
    settings: Mutex<Settings>,
    host: Mutex<Host>,
    /// The switch of the solve that runs or waits for each document.
    running: Mutex<BTreeMap<Url, CancelToken>>,
    findings: Mutex<BTreeMap<Url, Findings>>,
    work: mpsc::UnboundedSender<Work>,
    counter: AtomicU64,
}

/// A lock whatever happened to its last holder: a caught panic must not take the server down later.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl State {
    /// The state, and the queue that [`publish`] is to work off.
    pub(crate) fn new(client: Client) -> (Arc<Self>, mpsc::UnboundedReceiver<Work>) {
        let (work, queue) = mpsc::unbounded_channel();
        let state = Self {
            client,
            session: RwLock::new(Session::new(&tower_lsp::lsp_types::ClientCapabilities::default())),
            watches: Watches::default(),
            edits: Edits::default(),
            turns: Semaphore::new(solving::TURNS),
            settings: Mutex::default(),
            host: Mutex::default(),
            running: Mutex::default(),
            findings: Mutex::default(),
            work,
            counter: AtomicU64::new(0),
        };
        (Arc::new(state), queue)
    }

    pub(crate) fn session(&self) -> Session {
        *self.session.read().unwrap_or_else(PoisonError::into_inner)
    }

    /// A number that was not given out before.
    pub(crate) fn next_number(&self) -> u64 {
        self.counter.fetch_add(1, Ordering::Relaxed)
    }

    pub(crate) fn settings(&self) -> Settings {
        lock(&self.settings).clone()
    }

    /// Takes new settings over: everything is solved anew.
    pub(crate) fn set(&self, settings: Settings) {
        *lock(&self.settings) = settings;
        let open: Vec<Url> = self.host().names().filter_map(|name| name.parse().ok()).collect();
        open.into_iter().for_each(|uri| self.changed(uri));
    }

    pub(crate) fn host(&self) -> MutexGuard<'_, Host> {
        lock(&self.host)
    }

    /// The newest version of an open document.
    pub(crate) fn snapshot(&self, uri: &Url) -> Option<(i32, Snapshot)> {
        self.host().snapshot(uri.as_str())
    }

    /// Stops the solve of a document and asks for its diagnostics. The host has its new text already.
    pub(crate) fn changed(&self, uri: Url) {
        self.stop(&uri);
        // What was found out belongs to a text: a client may give its number to another one.
        lock(&self.findings).remove(&uri);
        self.edits.changed();
        self.send(Work::Changed(uri));
    }

    /// Forgets a document.
    pub(crate) fn closed(&self, uri: Url) {
        self.stop(&uri);
        lock(&self.findings).remove(&uri);
        self.edits.changed();
        self.send(Work::Closed(uri));
    }

    /// Keeps what a solve found out, unless the document has gone on.
    pub(crate) fn solved(&self, uri: Url, findings: Findings) {
        if self.host().version(uri.as_str()) == Some(findings.version) {
            lock(&self.findings).insert(uri.clone(), findings);
            self.send(Work::Solved(uri));
        }
    }

    /// A switch for the next solve of a document; the one before is turned off.
    pub(crate) fn switch(&self, uri: &Url) -> CancelToken {
        let token = CancelToken::new();
        if let Some(before) = lock(&self.running).insert(uri.clone(), token.clone()) {
            before.cancel();
        }
        token
    }

    fn stop(&self, uri: &Url) {
        if let Some(token) = lock(&self.running).remove(uri) {
            token.cancel();
        }
    }

    fn send(&self, work: Work) {
        // The task ends with the runtime only; then nobody is left to be told.
        let _ = self.work.send(work);
    }

    /// Everything that is known to be wrong with the newest version.
    pub(crate) fn diagnostics(&self, uri: &Url) -> Option<(i32, Snapshot, Vec<Diagnostic>)> {
        self.diagnostics_where(uri, |_, _| true)
    }

    /// What is known to be wrong with the newest version, as far as it is asked for.
    pub(crate) fn diagnostics_where(
        &self,
        uri: &Url,
        is_wanted: impl Fn(&Snapshot, &Diagnostic) -> bool,
    ) -> Option<(i32, Snapshot, Vec<Diagnostic>)> {
        let (version, snapshot) = self.snapshot(uri)?;
        let wanted = |it: &&Diagnostic| is_wanted(&snapshot, it);
        let mut all: Vec<Diagnostic> = snapshot.diagnostics().iter().filter(wanted).cloned().collect();
        if let Some(findings) = lock(&self.findings).get(uri).filter(|it| it.version == version) {
            all.extend(findings.diagnostics.iter().filter(wanted).cloned());
        }
        sort_and_dedup(&mut all);
        Some((version, snapshot, all))
    }

    /// The verdict on a puzzle of the newest version.
    pub(crate) fn verdict(&self, uri: &Url, version: i32, puzzle: usize) -> Option<&'static str> {
        let findings = lock(&self.findings);
        let known = findings.get(uri).filter(|it| it.version == version)?;
        known.verdicts.iter().find(|(number, _)| *number == puzzle).map(|(_, verdict)| *verdict)
    }
}

/// Works the queue off: publishes diagnostics, each document once for a burst of changes, and starts solving.
pub(crate) async fn publish(state: Arc<State>, mut queue: mpsc::UnboundedReceiver<Work>) {
    while let Some(first) = queue.recv().await {
        let mut told = BTreeSet::new();
        let mut changed = BTreeSet::new();
        let mut solved = false;
        let mut next = Some(first);
        while let Some(work) = next {
            match work {
                Work::Changed(uri) => {
                    told.insert(uri.clone());
                    changed.insert(uri);
                }
                Work::Solved(uri) => {
                    solved = true;
                    told.insert(uri);
                }
                Work::Closed(uri) => {
                    told.insert(uri);
                }
            }
            next = queue.try_recv().ok();
        }
        if state.session().pull {
            // The client asks after each change by itself.
            if solved {
                solving::ask(
                    &state,
                    |state| async move { state.client.workspace_diagnostic_refresh().await },
                );
            }
        } else {
            for uri in told {
                tell(&state, uri).await;
            }
        }
        changed.into_iter().for_each(|uri| solving::start(&state, uri));
    }
}

/// Everything that is known to be wrong with a document, as the client wants it, and its version; `None` once it is closed.
pub(crate) fn diagnostics(state: &State, uri: &Url) -> Option<(Vec<Diagnosed>, i32)> {
    let (version, snapshot, found) = state.diagnostics(uri)?;
    let text = Text { snapshot: &snapshot, encoding: state.session().encoding };
    Some((found.iter().map(|it| text.diagnostic(uri, it)).collect(), version))
}

async fn tell(state: &State, uri: Url) {
    let (found, version) = diagnostics(state, &uri).unzip();
    state.client.publish_diagnostics(uri, found.unwrap_or_default(), version).await;
}
