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

use indicatif::{HumanBytes, HumanCount, HumanDuration, ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::feed::Item;

/// How long a run may be silent.
const PATIENCE: Duration = Duration::from_secs(1);

/// The progress of a batch.
pub struct Progress {
    started: Instant,
    bar: Option<ProgressBar>,
    /// Where the bar is drawn once the run takes long. It is set once: a bar that gets a target forgets the line that it drew on the
    /// one before, and leaves that behind.
    target: Cell<Option<ProgressDrawTarget>>,
    /// Whether data are written to the same terminal.
    is_among_data: bool,
    far: Far,
}

/// How far a run came; shared with who says that in the end.
#[derive(Clone, Default)]
struct Far {
    read: Counter,
    /// The size of the whole input, where it is known.
    n_bytes: Option<u64>,
    n_done: Counter,
    n_broken_off: Counter,
}

/// Counts what was read or done; shared with the reading thread.
#[derive(Clone, Default)]
pub struct Counter(Arc<AtomicU64>);

impl Counter {
    pub fn read(&self, item: &Item) {
        self.add(item.n_bytes());
    }

    fn add(&self, n: u64) {
        self.0.fetch_add(n, Ordering::Relaxed);
    }

    fn get(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

impl Progress {
    /// `is_sparse` where most puzzles leave nothing on standard output.
    pub fn new(n_bytes: Option<u64>, is_sparse: bool) -> Self {
        let terminals = (std::io::stderr().is_terminal(), std::io::stdout().is_terminal());
        let target = wants_bar(terminals, is_sparse).then(ProgressDrawTarget::stderr);
        let mut progress = Self::drawn_on(target, n_bytes);
        progress.is_among_data = terminals.1;
        progress
    }

    /// Without a target there is no bar.
    fn drawn_on(target: Option<ProgressDrawTarget>, n_bytes: Option<u64>) -> Self {
        let bar = target.is_some().then(|| {
            let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden());
            let style = ProgressStyle::with_template("{spinner} {msg} [{elapsed}]");
            bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner()));
            bar
        });
        Self {
            started: Instant::now(),
            bar,
            target: Cell::new(target),
            is_among_data: false,
            far: Far { n_bytes, ..Far::default() },
        }
    }

    /// Writes data, and words beside it if it `says` some, without the bar where that stands on the same terminal. It is drawn again each time.
    pub fn aside<T>(&self, says: bool, write: impl FnOnce() -> T) -> T {
        match &self.bar {
            Some(bar) if says || self.is_among_data => bar.suspend(write),
            _ => write(),
        }
    }

    /// For the thread that reads.
    pub fn counter(&self) -> Counter {
        self.far.read.clone()
    }

    /// So many puzzles are done, and so many were begun and broken off.
    pub fn done(&self, n_puzzles: u64, n_broken_off: u64) {
        let far = &self.far;
        far.n_broken_off.add(n_broken_off);
        far.n_done.add(n_puzzles);
        let Some(bar) = &self.bar else {
            return;
        };
        let time = self.started.elapsed();
        bar.set_message(told(far.n_done.get(), far.read.get(), far.n_bytes, time));
        if time > PATIENCE
            && let Some(target) = self.target.take()
        {
            bar.set_draw_target(target);
        }
        bar.tick();
    }

    /// Takes the bar away.
    pub fn clear(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }

    /// How far a run came that Ctrl-C ended, for when that is to be said.
    pub fn words(&self) -> impl FnOnce() -> String + Send + use<> {
        let far = self.far.clone();
        move || far.told()
    }
}

impl Far {
    fn told(&self) -> String {
        let read = self.read.get();
        let part = self
            .n_bytes
            .filter(|n_bytes| *n_bytes > read)
            .map(|n_bytes| format!("; {} of {} were read", HumanBytes(read), HumanBytes(n_bytes)));
        how_far(self.n_done.get(), self.n_broken_off.get()) + &part.unwrap_or_default()
    }
}

/// After how many puzzles a run was interrupted, and how many it was at work on.
fn how_far(n_done: u64, n_broken_off: u64) -> String {
    let noun = if n_done == 1 { "puzzle" } else { "puzzles" };
    let were = if n_broken_off == 1 { "was" } else { "were" };
    match (n_done, n_broken_off) {
        (0, 1..) => "interrupted before the first puzzle was finished".to_owned(),
        (_, 0) => format!("interrupted after {} {noun}", HumanCount(n_done)),
        _ => format!(
            "interrupted after {} {noun}; {n_broken_off} more {were} not finished",
            HumanCount(n_done)
        ),
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
    let done = format!("{done}, {:.0} % of {}", part * 100.0, HumanBytes(n_bytes));
    match Duration::from_secs((seconds * (1.0 - part) / part).round() as u64) {
        // What is left to do is not told by what was read.
        Duration::ZERO => done,
        to_go => format!("{done}, {:#} to go", HumanDuration(to_go)),
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.clear();
    }
}

#[cfg(test)]
mod tests {
    use std::io;

    use super::*;
    use crate::{
        batch::Piece,
        output::{Join, Output},
    };

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
        assert_eq!(told(Some(160 << 20)), "996,317 puzzles, 367,238 a second, 25 % of 160.00 MiB, 8s to go");
        assert_eq!(told(None), "996,317 puzzles, 367,238 a second, 40.00 MiB read");
        assert_eq!(told(Some(40 << 20)), "996,317 puzzles, 367,238 a second, 100 % of 40.00 MiB");
        assert_eq!(super::told(0, 0, Some(9), Duration::ZERO), "0 puzzles, 0 a second, 0 B read");
    }

    #[test]
    fn puzzles_that_were_broken_off_are_not_done() {
        assert_eq!(how_far(1_234, 0), "interrupted after 1,234 puzzles");
        assert_eq!(how_far(0, 0), "interrupted after 0 puzzles");
        assert_eq!(how_far(0, 2), "interrupted before the first puzzle was finished");
        assert_eq!(how_far(1, 1), "interrupted after 1 puzzle; 1 more was not finished");
        assert_eq!(how_far(2, 2), "interrupted after 2 puzzles; 2 more were not finished");
    }

    /// A terminal that counts what is left on it for good.
    #[derive(Clone, Debug, Default)]
    struct Screen(Arc<(AtomicU64, AtomicU64)>);

    impl indicatif::TermLike for Screen {
        fn width(&self) -> u16 {
            100
        }
        fn move_cursor_up(&self, _: usize) -> io::Result<()> {
            Ok(())
        }
        fn move_cursor_down(&self, _: usize) -> io::Result<()> {
            Ok(())
        }
        fn move_cursor_right(&self, _: usize) -> io::Result<()> {
            Ok(())
        }
        fn move_cursor_left(&self, _: usize) -> io::Result<()> {
            Ok(())
        }
        fn write_line(&self, _: &str) -> io::Result<()> {
            self.0.0.fetch_add(1, Ordering::Relaxed);
            Ok(())
        }
        fn write_str(&self, text: &str) -> io::Result<()> {
            self.0.0.fetch_add(text.matches('\n').count() as u64, Ordering::Relaxed);
            self.0.1.fetch_add(text.contains("puzzles").into(), Ordering::Relaxed);
            Ok(())
        }
        fn clear_line(&self) -> io::Result<()> {
            Ok(())
        }
        fn flush(&self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn a_bar_is_one_line_that_is_drawn_now_and_then() {
        let screen = Screen::default();
        let target = ProgressDrawTarget::term_like_with_hz(Box::new(screen.clone()), 5);
        let mut progress = Progress::drawn_on(Some(target), None);
        progress.done(1, 0);
        let (n_lines, n_drawn) = &*screen.0;
        assert_eq!(n_drawn.load(Ordering::Relaxed), 0, "nobody waits yet");
        progress.started = progress.started.checked_sub(2 * PATIENCE).expect("there was a time before");
        for _ in 0..1_000 {
            progress.done(1, 0);
        }
        // What goes elsewhere is no reason to draw it.
        let mut out = Output::new(io::sink(), io::sink(), Join::Plain);
        for _ in 0..1_000 {
            let piece = Piece { stdout: b"data\n".to_vec(), n_puzzles: 1, ..Piece::default() };
            out.put(piece, &progress).expect("it goes nowhere");
        }
        drop(progress);
        assert_eq!(n_lines.load(Ordering::Relaxed), 0, "it leaves lines behind");
        let n_drawn = n_drawn.load(Ordering::Relaxed);
        assert!((1..100).contains(&n_drawn), "drawn {n_drawn} times");
    }
}
