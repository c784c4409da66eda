//! Work on many texts with all processors, and output in input order.
//!
//! Workers take turns at reading and cutting the input into documents: whole files, or pieces of a stream of lines, as many lines
//! as one read brought, so that output starts before the input ends and memory does not grow with it. Who has read a
//! document turns it into a [`Piece`] of output: it lies in its cache. The writer puts the pieces back into input order.
//! Workers that find nothing more to do leave their place to threads that help with a puzzle that turned out to be hard.

use std::{
    collections::BTreeMap,
    io,
    ops::ControlFlow,
    sync::{Condvar, Mutex, PoisonError},
    thread,
    time::{Duration, Instant},
};

use crossbeam_channel::{Receiver, Sender, bounded};
use sdkc_engine::Crew as _;
use sdkc_render::{Look, SarifResult};

use crate::{
    commands::tell,
    document::{Document, Unread},
    exit::Exit,
    feed::{Feed, Item},
    grace::{leave_words, take_words},
    input::Failure,
    isolation::work,
    lines::Lines,
    outlet::waited,
    output::Output,
    progress::{Counter, Progress},
    remarks::Remark,
    session::{ended, idle_workers, interrupt},
    talk,
    tally::Tally,
    totals::Sums,
};

/// What a command makes of one document.
#[derive(Debug, Default)]
pub struct Piece {
    pub stdout: Vec<u8>,
    pub stderr: Vec<u8>,
    /// What is said of lines of a list, behind the rest.
    pub remarks: Vec<Remark>,
    pub exit: Exit,
    /// How many puzzles it tells of.
    pub n_puzzles: u64,
    /// How many of them Ctrl-C broke off.
    pub n_broken_off: u64,
    /// What `check` counts.
    pub tally: Tally,
    /// What `--stats` sums up.
    pub sums: Sums,
    /// What stands in a SARIF document.
    pub results: Vec<SarifResult>,
    /// What kept the command from looking at everything; a SARIF document says it.
    pub notices: Vec<String>,
    /// What is worth a word once a list.
    pub note: Option<String>,
    /// Whether Ctrl-C came before the turn of some of its puzzles: then nothing is written behind it.
    pub is_cut: bool,
}

impl Piece {
    /// A blank line in front of the next puzzle of a piece; those between pieces are the writer's.
    pub fn separate(&mut self) {
        if !self.stdout.is_empty() {
            self.stdout.push(b'\n');
        }
    }

    /// How many puzzles are done.
    pub const fn n_finished(&self) -> u64 {
        self.n_puzzles.saturating_sub(self.n_broken_off)
    }

    /// About how much memory it takes.
    fn n_bytes(&self) -> usize {
        let told = self.remarks.len() * size_of::<Remark>() + self.results.len() * size_of::<SarifResult>();
        size_of::<Self>() + self.stdout.len() + self.stderr.len() + told
    }

    /// Adds another one behind; breaks off where that was cut.
    pub fn absorb(&mut self, other: Self) -> ControlFlow<()> {
        self.n_puzzles += other.n_puzzles;
        self.n_broken_off += other.n_broken_off;
        self.tally.absorb(other.tally);
        self.sums.absorb(other.sums);
        self.remarks.extend(other.remarks);
        self.results.extend(other.results);
        self.notices.extend(other.notices);
        self.stdout.extend_from_slice(&other.stdout);
        self.stderr.extend_from_slice(&other.stderr);
        self.exit = self.exit.and(other.exit);
        self.is_cut |= other.is_cut;
        if other.is_cut { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

/// The way out for a piece that grows long before its document is done, such as with `solve --all`.
pub struct Flush<'f> {
    hand_on: &'f mut HandOn<'f>,
    /// Whether anything was handed on.
    pub has_handed_on: bool,
    last: Instant,
    waited: Duration,
}

/// Takes what a piece holds, and says how long it waited for others: those who read and those whose turn it was. `None` if nobody
/// reads any more.
pub type HandOn<'f> = dyn FnMut(&mut Piece) -> Option<Duration> + 'f;

impl<'f> Flush<'f> {
    /// The most bytes that wait before they are handed on.
    const MOST: usize = 1 << 16;
    /// The longest that output waits.
    const LONGEST: Duration = Duration::from_millis(100);

    pub fn new(hand_on: &'f mut HandOn<'f>) -> Self {
        Self { hand_on, has_handed_on: false, last: Instant::now(), waited: Duration::ZERO }
    }

    /// How long it waited for others so far.
    pub const fn waited(&self) -> Duration {
        self.waited
    }

    /// Hands on what the piece holds if it is much or has waited long; false if nobody reads any more.
    pub fn now_and_then(&mut self, piece: &mut Piece) -> bool {
        if piece.stdout.len() < Self::MOST && self.last.elapsed() < Self::LONGEST {
            return true;
        }
        self.last = Instant::now();
        self.has_handed_on = true;
        let waited = (self.hand_on)(piece);
        self.waited += waited.unwrap_or_default();
        waited.is_some()
    }
}

/// A command's part in a batch.
pub trait Task: Sync {
    /// Works on one document.
    fn work(&self, document: &Document, flush: &mut Flush<'_>) -> Piece;

    /// Works on lines of puzzles in a faster way than by analysing each as a document; `None` where there is none.
    fn lines(&self, _lines: &Lines) -> Option<Piece> {
        None
    }

    /// Whether it holds solutions that stand beside puzzles against them.
    fn heeds_solutions(&self) -> bool {
        false
    }

    /// Whether it writes nothing about most puzzles.
    fn is_sparse(&self) -> bool {
        false
    }

    /// Says that something could not be read.
    fn unreadable(&self, failure: &Failure) -> Piece {
        let mut piece = Piece { exit: Exit::Usage, ..Piece::default() };
        talk::failure(&mut piece.stderr, failure);
        piece.notices.push(failure.message.clone());
        self.record_unread(&mut piece, &Unread::new(failure));
        piece
    }

    /// Tells of an input that was not read among the data, where those are records for programs.
    fn record_unread(&self, _piece: &mut Piece, _unread: &Unread) {}

    /// Takes the figures of a piece that is about to be written: those of pieces that are not, because Ctrl-C came, count nowhere.
    fn count_written(&self, _piece: &mut Piece) {}

    /// Says among the data that the run was ended before all was looked at, where the form of output has a place for that.
    fn interrupted(&self, _message: &str) -> Piece {
        Piece::default()
    }

    /// The look of standard error.
    fn stderr(&self) -> Look;

    /// Says that something is not text.
    fn undecodable(&self, unread: &Unread) -> Piece {
        let mut piece = Piece { exit: Exit::Findings, ..Piece::default() };
        tell(&mut piece.stderr, unread.report(), self.stderr());
        self.record_unread(&mut piece, unread);
        piece
    }
}

/// Runs a batch; the result is the worst exit of all.
pub fn run(feed: Feed, task: &dyn Task, n_jobs: usize, out: &mut Output<'_>) -> io::Result<Exit> {
    let progress = Progress::new(feed.n_bytes(), task.is_sparse());
    leave_words(progress.words());
    let exit = if n_jobs <= 1 {
        run_alone(feed, task, out, &progress)?
    } else {
        run_parallel(feed, task, n_jobs, out, &progress)?
    };
    let words = take_words();
    let Some(message) = words.filter(|_| interrupt().is_cancelled()) else {
        return Ok(exit);
    };
    progress.clear();
    out.tell(&message);
    let mut piece = task.interrupted(&message);
    piece.notices.push(message);
    let exit = exit.and(ended());
    out.put(piece, &progress).map_err(|error| exit.kept_in(error))?;
    Ok(exit)
}

/// What it means that nobody reads any more: unless all was looked at by then, something is not known.
const fn unless_all(is_all: bool) -> Exit {
    if is_all { Exit::Fine } else { Exit::Unknown }
}

fn run_alone(mut feed: Feed, task: &dyn Task, out: &mut Output<'_>, progress: &Progress) -> io::Result<Exit> {
    let mut exit = Exit::Fine;
    let sizes = progress.counter();
    while let Some(item) = feed.next() {
        sizes.read(&item);
        let mut failed = None;
        let mut hand_on = |piece: &mut Piece| {
            let (ended, waited) = waiting(|| put(task, std::mem::take(piece), out, progress));
            match ended {
                Ok(ended) => {
                    exit = exit.and(ended);
                    Some(waited)
                }
                Err(error) => {
                    failed = Some(error);
                    None
                }
            }
        };
        let piece = work(task, item, &mut Flush::new(&mut hand_on));
        exit = exit.and(piece.exit);
        if let Some(error) = failed {
            return Err(exit.and(Exit::Unknown).kept_in(error));
        }
        put(task, piece, out, progress)
            .map_err(|error| exit.and(unless_all(feed.is_over())).kept_in(error))?;
    }
    Ok(exit)
}

/// Does something, and says how much of its time went by with waiting for readers.
fn waiting<T>(act: impl FnOnce() -> T) -> (T, Duration) {
    let (start, before) = (Instant::now(), waited());
    let done = act();
    (done, start.elapsed().min(waited().saturating_sub(before)))
}

fn put(task: &dyn Task, mut piece: Piece, out: &mut Output<'_>, progress: &Progress) -> io::Result<Exit> {
    task.count_written(&mut piece);
    out.put(piece, progress)
}

/// A piece on its way to the writer.
struct Part {
    number: u64,
    piece: Piece,
    is_last: bool,
}

/// The input, for one worker at a time.
struct Desk {
    feed: Feed,
    n_taken: u64,
    sizes: Counter,
}

impl Desk {
    /// The next item and its number. After Ctrl-C there is none.
    fn take(&mut self) -> Option<(u64, Item)> {
        let item = self.feed.next()?;
        self.sizes.read(&item);
        let number = self.n_taken;
        self.n_taken += 1;
        (!interrupt().is_cancelled()).then_some((number, item))
    }
}

/// Whose output is being written.
#[derive(Default)]
struct Turn {
    state: Mutex<At>,
    moved: Condvar,
}

/// How far the writer is.
#[derive(Default)]
struct At {
    /// The number of the item whose turn it is.
    next: u64,
    /// How many bytes wait for it.
    n_waiting: usize,
    /// Whether the writer is gone.
    is_over: bool,
}

impl Turn {
    /// The most output that waits for one hard puzzle; then the others wait as well.
    const MOST_WAITING: usize = if cfg!(test) { 1 << 16 } else { 64 << 20 };

    fn set(&self, state: impl FnOnce(&mut At)) {
        state(&mut self.state.lock().unwrap_or_else(PoisonError::into_inner));
        self.moved.notify_all();
    }

    /// Waits until it is as it should be or the writer is gone; false in that case.
    fn wait_until(&self, is_so: impl Fn(&At) -> bool) -> bool {
        let state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let waits = |state: &mut At| !state.is_over && !is_so(state);
        !self.moved.wait_while(state, waits).unwrap_or_else(PoisonError::into_inner).is_over
    }

    /// Waits for the turn of an item, which alone may hand on parts: others would have to wait in memory. Items are taken in
    /// order, so the one whose turn it is is never behind one that waits.
    fn wait_for(&self, number: u64) -> bool {
        self.wait_until(|at| at.next == number)
    }

    /// Waits until there is room for what comes of an item. There is for the one whose turn it is.
    fn wait_for_room(&self, number: u64) -> bool {
        self.wait_until(|at| at.n_waiting < Self::MOST_WAITING || at.next == number)
    }
}

fn run_parallel(
    feed: Feed,
    task: &dyn Task,
    n_jobs: usize,
    out: &mut Output<'_>,
    progress: &Progress,
) -> io::Result<Exit> {
    let desk = &Mutex::new(Desk { feed, n_taken: 0, sizes: progress.counter() });
    let (to_writer, from_work) = bounded::<Part>(2 * n_jobs);
    let turn = &Turn::default();
    thread::scope(|scope| {
        for n_running in 0..n_jobs {
            let to_writer = to_writer.clone();
            let work = move || {
                worker(task, desk, &to_writer, turn);
                // No more puzzles: this thread's place is free for one that helps with a hard puzzle.
                idle_workers().leave();
            };
            match thread::Builder::new().spawn_scoped(scope, work) {
                Ok(_) => {}
                Err(error) if n_running == 0 => return Ok(no_thread(&error)),
                // The system gives no more of them: those that there are do it all.
                Err(_) => break,
            }
        }
        drop(to_writer);
        let mut found = Found::default();
        let written = write_in_order(&from_work, turn, task, out, progress, &mut found);
        // A reader that went away (broken pipe), a full disk: the workers end, in the middle of a puzzle too.
        let written = written.map_err(|error| {
            interrupt().cancel();
            turn.set(|at| at.is_over = true);
            from_work.iter().for_each(|part| found.add(&part));
            let desk = desk.lock().map(|mut desk| desk.n_taken == found.n_items && desk.feed.is_over());
            found.exit.and(unless_all(desk.unwrap_or(false))).kept_in(error)
        });
        drop(from_work);
        turn.set(|at| at.is_over = true);
        written
    })
}

/// What was found, be it written or not.
#[derive(Default)]
struct Found {
    exit: Exit,
    /// How many items are done.
    n_items: u64,
}

impl Found {
    fn add(&mut self, part: &Part) {
        let is_all = !part.piece.is_cut && part.piece.n_broken_off == 0;
        self.exit = self.exit.and(part.piece.exit).and(unless_all(is_all));
        self.n_items += u64::from(part.is_last);
    }
}

fn no_thread(error: &io::Error) -> Exit {
    let message = format!("the system gives no thread: {error}");
    talk::error(&mut io::stderr(), &message, Some("with `--jobs 1` none is needed"));
    Exit::Usage
}

/// Lets nobody wait for the turn of a worker that a bug has ended.
struct Leave<'t>(&'t Turn);

impl Drop for Leave<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.set(|at| at.is_over = true);
        }
    }
}

fn worker(task: &dyn Task, desk: &Mutex<Desk>, to_writer: &Sender<Part>, turn: &Turn) {
    let _leave = Leave(turn);
    // What a bug left in the middle of reading is not read on.
    let take = || desk.lock().ok()?.take();
    while let Some((number, item)) = take() {
        if !turn.wait_for_room(number) {
            return;
        }
        let mut is_refused = false;
        let mut hand_on = |piece: &mut Piece| {
            let part = |piece| Part { number, piece, is_last: false };
            let start = Instant::now();
            if !turn.wait_for(number) {
                is_refused = true;
                return None;
            }
            let waited = start.elapsed();
            let (is_sent, sending) = waiting(|| to_writer.send(part(std::mem::take(piece))).is_ok());
            is_sent.then_some(waited + sending)
        };
        let mut piece = work(task, item, &mut Flush::new(&mut hand_on));
        piece.is_cut |= is_refused;
        if to_writer.send(Part { number, piece, is_last: true }).is_err() {
            return;
        }
    }
}

fn write_in_order(
    from_work: &Receiver<Part>,
    turn: &Turn,
    task: &dyn Task,
    out: &mut Output<'_>,
    progress: &Progress,
    found: &mut Found,
) -> io::Result<Exit> {
    let mut waiting = BTreeMap::new();
    let (mut next, mut n_waiting, mut exit, mut is_cut) = (0, 0, Exit::Fine, false);
    while let Ok(part) = from_work.recv() {
        found.add(&part);
        let Part { number, piece, is_last } = part;
        if !is_last {
            exit = exit.and(put(task, piece, out, progress)?);
            continue;
        }
        n_waiting += piece.n_bytes();
        waiting.insert(number, piece);
        while let Some(piece) = waiting.remove(&next) {
            next += 1;
            n_waiting -= piece.n_bytes();
            if is_cut {
                continue;
            }
            is_cut = piece.is_cut;
            exit = exit.and(put(task, piece, out, progress)?);
        }
        turn.set(|at| (at.next, at.n_waiting) = (next, n_waiting));
    }
    Ok(exit)
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use sdkc_formats::ReadOptions;

    use super::*;
    use crate::{input::Source, output::Join};

    /// The first of its items takes until the others are held up, which leave half of what may wait each.
    #[derive(Default)]
    struct Slow {
        n_begun: AtomicUsize,
        n_in_the_meantime: AtomicUsize,
    }

    impl Task for Slow {
        fn work(&self, document: &Document, _: &mut Flush<'_>) -> Piece {
            self.n_begun.fetch_add(1, Ordering::SeqCst);
            if document.snapshot.text().starts_with('1') {
                while self.n_begun.load(Ordering::SeqCst) < 3 {
                    thread::yield_now();
                }
                thread::sleep(Duration::from_millis(200));
                self.n_in_the_meantime.store(self.n_begun.load(Ordering::SeqCst), Ordering::SeqCst);
            }
            Piece { stdout: vec![b'.'; Turn::MOST_WAITING / 2], n_puzzles: 1, ..Piece::default() }
        }

        fn stderr(&self) -> Look {
            Look::PLAIN
        }
    }

    #[test]
    fn output_that_waits_for_a_hard_puzzle_does_not_fill_the_memory() {
        const N_JOBS: usize = 2;
        const N_ITEMS: usize = 30;
        let texts = (0..N_ITEMS).map(|at| if at == 0 { "1" } else { "." }.to_owned() + &".".repeat(80));
        let sources = texts.map(|text| Ok(Source::Bare { text })).collect();
        let (task, mut text) = (Slow::default(), Vec::new());
        let mut out = Output::new(&mut text, io::sink(), Join::Plain);
        let exit = run(Feed::new(sources, ReadOptions::default(), false), &task, N_JOBS, &mut out);
        assert_eq!(exit.expect("nothing fails"), Exit::Fine);
        drop(out);
        assert_eq!(text.len(), N_ITEMS * Turn::MOST_WAITING / 2, "nothing is lost");
        // The first one, two that wait, those on their way to the writer, and what the other worker is at.
        let most = 1 + 2 + 2 * N_JOBS + 1;
        let n_begun = task.n_in_the_meantime.into_inner();
        assert!((3..=most).contains(&n_begun), "{n_begun}");
    }
}
