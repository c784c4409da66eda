//! What looks on while a study runs: it hears how far the study came and which run on a sample takes long, and may stop
//! it. [`Watched`] carries that to the searches of one thread.

use std::{
    sync::{
        Mutex,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

use sdkc_engine::{Stop, StopReason};

/// After how long a run is said to be slow.
const SLOW: Duration = Duration::from_secs(5);

/// Watches a run and may stop it.
pub trait Watch: Sync {
    /// Called as samples are finished, with the shard's total.
    fn progress(&self, done: u64, total: u64);

    /// Whether to stop: no sample is begun any more, those begun are dropped, all that are finished are kept. Asked often.
    fn stop(&self) -> bool;

    /// Told once of a run on a sample that takes more than some seconds, while it goes on.
    fn slow(&self, _run: &Slow<'_>) {}
}

/// A run that takes long.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slow<'a> {
    /// The board's name in the plan.
    pub board: &'a str,
    /// How many cells are locked.
    pub locked: usize,
    /// The sample's number at that point, from 0.
    pub sample: u64,
    /// The strategy, or `exact`.
    pub strategy: &'a str,
}

/// Ends the searches of one thread where the watch says so or where nobody takes results any more, and tells the watch
/// of slow ones.
pub(crate) struct Watched<'a> {
    watch: &'a dyn Watch,
    closed: &'a AtomicBool,
    running: Mutex<Option<(Instant, Slow<'a>)>>,
}

impl<'a> Watched<'a> {
    pub(crate) const fn new(watch: &'a dyn Watch, closed: &'a AtomicBool) -> Self {
        Self { watch, closed, running: Mutex::new(None) }
    }

    /// Notes what begins, in the place of what ended.
    pub(crate) fn begin(&self, run: Slow<'a>) {
        if let Ok(mut running) = self.running.lock() {
            *running = Some((Instant::now(), run));
        }
    }

    /// Says that a run is slow, if it is and nobody said so yet.
    fn tell_slow(&self) {
        let Ok(mut running) = self.running.lock() else { return };
        if let Some((_, run)) = running.take_if(|(begun, _)| begun.elapsed() >= SLOW) {
            self.watch.slow(&run);
        }
    }
}

impl Stop for Watched<'_> {
    fn poll(&self) -> Option<StopReason> {
        self.tell_slow();
        (self.watch.stop() || self.closed.load(Ordering::Relaxed)).then_some(StopReason::Cancelled)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Counts what is told.
    struct Ear(Mutex<Vec<String>>);

    impl Watch for Ear {
        fn progress(&self, _: u64, _: u64) {}

        fn stop(&self) -> bool {
            false
        }

        fn slow(&self, run: &Slow<'_>) {
            let text = format!("{} {} {} {}", run.board, run.locked, run.sample, run.strategy);
            self.0.lock().expect("nobody panics").push(text);
        }
    }

    #[test]
    fn a_run_is_told_once_and_only_if_it_is_slow() {
        let (ear, closed) = (Ear(Mutex::default()), AtomicBool::new(false));
        let watched = Watched::new(&ear, &closed);
        let told = || std::mem::take(&mut *ear.0.lock().expect("nobody panics"));
        watched.begin(Slow { board: "3x3", locked: 20, sample: 7, strategy: "random" });
        assert_eq!(watched.poll(), None);
        assert!(told().is_empty());

        let Some(long_ago) = Instant::now().checked_sub(SLOW) else { return };
        let run = Slow { board: "2x2x2", locked: 51, sample: 3, strategy: "exact" };
        *watched.running.lock().expect("nobody panics") = Some((long_ago, run));
        assert_eq!((watched.poll(), watched.poll()), (None, None));
        assert_eq!(told(), ["2x2x2 51 3 exact"]);

        closed.store(true, Ordering::Relaxed);
        assert_eq!(watched.poll(), Some(StopReason::Cancelled));
    }
}
