//! A progress bar on standard error, on a terminal only and only for what takes over a second.

use std::{
    io::IsTerminal as _,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::feed::Item;

/// How long a run may be silent.
const PATIENCE: Duration = Duration::from_secs(1);

/// The progress of a batch.
pub struct Progress {
    started: Instant,
    bar: Option<ProgressBar>,
    read: Counter,
}

/// Counts what was read; shared with the reading thread.
#[derive(Clone, Default)]
pub struct Counter(Arc<AtomicU64>);

impl Counter {
    pub fn read(&self, item: &Item) {
        self.0.fetch_add(item.n_bytes(), Ordering::Relaxed);
    }
}

impl Progress {
    pub fn new() -> Self {
        // Where boards are drawn on the same terminal, a bar would only get between them.
        let wanted = std::io::stderr().is_terminal() && !std::io::stdout().is_terminal();
        let bar = wanted.then(|| {
            let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden());
            let style =
                ProgressStyle::with_template("{spinner} {pos} puzzles, {per_sec}, {msg} read [{elapsed}]");
            bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner()));
            bar
        });
        Self { started: Instant::now(), bar, read: Counter::default() }
    }

    /// For the thread that reads.
    pub fn counter(&self) -> Counter {
        self.read.clone()
    }

    /// So many puzzles are done.
    pub fn done(&self, n_puzzles: u64) {
        let Some(bar) = &self.bar else {
            return;
        };
        bar.inc(n_puzzles);
        bar.set_message(indicatif::HumanBytes(self.read.0.load(Ordering::Relaxed)).to_string());
        if self.started.elapsed() > PATIENCE {
            bar.set_draw_target(ProgressDrawTarget::stderr());
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}
