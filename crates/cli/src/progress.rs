//! A progress bar on standard error, on a terminal only and only for what takes over a second.

use std::{
    cell::Cell,
    io::IsTerminal as _,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};

use indicatif::{FormattedDuration, HumanBytes, HumanCount, ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::feed::Item;

/// How long a run may be silent.
const PATIENCE: Duration = Duration::from_secs(1);

/// The progress of a batch.
pub struct Progress {
    started: Instant,
    bar: Option<ProgressBar>,
    read: Counter,
    /// The size of the whole input, where it is known.
    n_bytes: Option<u64>,
    n_done: Cell<u64>,
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
    /// `is_sparse` where most puzzles leave nothing on standard output.
    pub fn new(n_bytes: Option<u64>, is_sparse: bool) -> Self {
        let terminals = (std::io::stderr().is_terminal(), std::io::stdout().is_terminal());
        let bar = wants_bar(terminals, is_sparse).then(|| {
            let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden());
            let style = ProgressStyle::with_template("{spinner} {msg} [{elapsed}]");
            bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner()));
            bar
        });
        Self { started: Instant::now(), bar, read: Counter::default(), n_bytes, n_done: Cell::new(0) }
    }

    /// Writes something without the bar, which may stand on the same terminal.
    pub fn aside<T>(&self, write: impl FnOnce() -> T) -> T {
        match &self.bar {
            Some(bar) => bar.suspend(write),
            None => write(),
        }
    }

    /// For the thread that reads.
    pub fn counter(&self) -> Counter {
        self.read.clone()
    }

    /// So many puzzles are done.
    pub fn done(&self, n_puzzles: u64) {
        self.n_done.set(self.n_done.get() + n_puzzles);
        let Some(bar) = &self.bar else {
            return;
        };
        let time = self.started.elapsed();
        bar.set_message(told(self.n_done.get(), self.read.0.load(Ordering::Relaxed), self.n_bytes, time));
        bar.tick();
        if time > PATIENCE {
            bar.set_draw_target(ProgressDrawTarget::stderr());
        }
    }

    /// How far a run came that Ctrl-C ended.
    pub fn interrupted(&self) -> String {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
        let n_done = self.n_done.get();
        let noun = if n_done == 1 { "puzzle" } else { "puzzles" };
        let read = self.read.0.load(Ordering::Relaxed);
        let part = self
            .n_bytes
            .filter(|n_bytes| *n_bytes > read)
            .map(|n_bytes| format!("; {} of {} were read", HumanBytes(read), HumanBytes(n_bytes)));
        format!("interrupted after {} {noun}{}", HumanCount(n_done), part.unwrap_or_default())
    }
}

/// Where boards are drawn on the same terminal, a bar would only get between them.
const fn wants_bar((stderr, stdout): (bool, bool), is_sparse: bool) -> bool {
    stderr && (is_sparse || !stdout)
}

/// `1,234,567 puzzles, 402,311 a second, 38 % of 38.91 MiB, 3s to go`: how long it may take is told by the part of the input that was read.
fn told(n_done: u64, n_read: u64, n_bytes: Option<u64>, time: Duration) -> String {
    let seconds = time.as_secs_f64();
    let rate = if seconds > 0.0 { (n_done as f64 / seconds).round() as u64 } else { 0 };
    let done = format!("{} puzzles, {} a second", HumanCount(n_done), HumanCount(rate));
    let Some(n_bytes) = n_bytes.filter(|n_bytes| *n_bytes > 0 && n_read > 0) else {
        return format!("{done}, {} read", HumanBytes(n_read));
    };
    let part = (n_read as f64 / n_bytes as f64).min(1.0);
    let to_go = Duration::from_secs((seconds * (1.0 - part) / part).round() as u64);
    format!("{done}, {:.0} % of {}, {} to go", part * 100.0, HumanBytes(n_bytes), FormattedDuration(to_go))
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bar_is_for_terminals_on_which_nothing_else_is_drawn() {
        for is_sparse in [false, true] {
            assert!(wants_bar((true, false), is_sparse));
            assert!(!wants_bar((false, true), is_sparse) && !wants_bar((false, false), is_sparse));
            assert_eq!(wants_bar((true, true), is_sparse), is_sparse);
        }
    }

    #[test]
    fn rates_are_whole_numbers_and_the_end_is_in_sight_where_the_size_is_known() {
        let told = |n_bytes| told(996_317, 40 << 20, n_bytes, Duration::from_millis(2_713));
        assert_eq!(
            told(Some(160 << 20)),
            "996,317 puzzles, 367,238 a second, 25 % of 160.00 MiB, 00:00:08 to go"
        );
        assert_eq!(told(None), "996,317 puzzles, 367,238 a second, 40.00 MiB read");
        assert_eq!(super::told(0, 0, Some(9), Duration::ZERO), "0 puzzles, 0 a second, 0 B read");
    }
}
