//! Work on many texts with all processors, and output in input order.
//!
//! One thread reads and cuts the input into documents: whole files, or pieces of a stream of lines, as many lines as one
//! read brought, so that output starts before the input ends and memory does not grow with it. Workers turn
//! documents into [`Piece`]s of output. The writer puts the pieces back into input order. Workers that find nothing more to
//! do leave their place to threads that help with a puzzle that turned out to be hard.

use std::{
    collections::BTreeMap,
    io::{self, Write as _},
    ops::ControlFlow,
    sync::{Condvar, Mutex, PoisonError},
    thread,
    time::{Duration, Instant},
};

use crossbeam_channel::{Receiver, Sender, bounded};
use sdkc_engine::Crew as _;
use sdkc_render::SarifResult;

use crate::{
    document::{Document, shown},
    exit::Exit,
    feed::{Feed, Item},
    lines::Lines,
    output::Output,
    progress::Progress,
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
    hand_on: &'f mut dyn FnMut(&mut Piece) -> bool,
    last: Instant,
}

impl<'f> Flush<'f> {
    /// The most bytes that wait before they are handed on.
    const MOST: usize = 1 << 16;
    /// The longest that output waits.
    const LONGEST: Duration = Duration::from_millis(100);

    pub fn new(hand_on: &'f mut dyn FnMut(&mut Piece) -> bool) -> Self {
        Self { hand_on, last: Instant::now() }
    }

    /// Hands on what the piece holds if it is much or has waited long; false if nobody reads any more.
    pub fn now_and_then(&mut self, piece: &mut Piece) -> bool {
        if piece.stdout.len() < Self::MOST && self.last.elapsed() < Self::LONGEST {
            return true;
        }
        self.last = Instant::now();
        (self.hand_on)(piece)
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
    fn unreadable(&self, name: &str, failure: &crate::input::Failure) -> Piece {
        let mut piece = Piece { exit: Exit::Usage, ..Piece::default() };
        crate::talk::failure(&mut piece.stderr, name, failure);
        piece.notices.push(failure.message.clone());
        piece
    }

    /// Takes the figures of a piece that is about to be written: those of pieces that are not, because Ctrl-C came, count nowhere.
    fn count_written(&self, _piece: &mut Piece) {}

    /// Says among the data that the run was ended before all was looked at, where the form of output has a place for that.
    fn interrupted(&self, _message: &str) -> Piece {
        Piece::default()
    }

    /// Says that something is not text.
    fn undecodable(&self, name: &str, why: &sdkc_diagnostics::Diagnostic) -> Piece;
}

/// Runs a batch; the result is the worst exit of all.
pub fn run(feed: Feed, task: &dyn Task, n_jobs: usize, out: &mut Output<'_>) -> io::Result<Exit> {
    let progress = Progress::new(feed.n_bytes(), task.is_sparse());
    let exit = if n_jobs <= 1 {
        run_alone(feed, task, out, &progress)?
    } else {
        run_parallel(feed, task, n_jobs, out, &progress)?
    };
    if !interrupt().is_cancelled() {
        return Ok(exit);
    }
    let message = progress.interrupted();
    out.tell(&message);
    let mut piece = task.interrupted(&message);
    piece.notices.push(message);
    out.put(piece, &progress)?;
    Ok(exit.and(ended()))
}

fn run_alone(feed: Feed, task: &dyn Task, out: &mut Output<'_>, progress: &Progress) -> io::Result<Exit> {
    let mut exit = Exit::Fine;
    let sizes = progress.counter();
    for item in feed {
        if interrupt().is_cancelled() {
            break;
        }
        sizes.read(&item);
        let mut failed = None;
        let mut hand_on = |piece: &mut Piece| match put(task, std::mem::take(piece), out, progress) {
            Ok(ended) => {
                exit = exit.and(ended);
                true
            }
            Err(error) => {
                failed = Some(error);
                false
            }
        };
        let piece = work(task, item, &mut Flush::new(&mut hand_on));
        if let Some(error) = failed {
            return Err(error);
        }
        exit = exit.and(put(task, piece, out, progress)?);
    }
    Ok(exit)
}

fn put(task: &dyn Task, mut piece: Piece, out: &mut Output<'_>, progress: &Progress) -> io::Result<Exit> {
    task.count_written(&mut piece);
    out.put(piece, progress)
}

fn work(task: &dyn Task, item: Item, flush: &mut Flush<'_>) -> Piece {
    match item {
        Item::Document(document) => task.work(&document, flush),
        Item::Lines(lines) => {
            let mut piece = task.lines(&lines).unwrap_or_else(|| task.work(&lines.document(), flush));
            if let Some(note) = lines.not_compared().filter(|_| task.heeds_solutions()) {
                // Writing into memory does not fail.
                let _ = writeln!(piece.stderr, "sdkc: note: {}: {note}", shown(&lines.name));
            }
            piece
        }
        Item::Unreadable { name, failure } => task.unreadable(&name, &failure),
        Item::Undecodable { name, why } => task.undecodable(&name, &why),
        Item::File { name, bytes, options } => match Document::new(name.clone(), &bytes, &options) {
            Ok(document) => task.work(&document, flush),
            Err(why) => task.undecodable(&name, &why),
        },
    }
}

/// A piece on its way to the writer.
struct Part {
    number: u64,
    piece: Piece,
    is_last: bool,
}

/// Whose output is being written. Only the item whose turn it is may hand on parts: others would have to wait in memory.
#[derive(Default)]
struct Turn {
    /// The number of the item, and whether the writer is gone.
    state: Mutex<(u64, bool)>,
    moved: Condvar,
}

impl Turn {
    fn set(&self, state: impl FnOnce(&mut (u64, bool))) {
        state(&mut self.state.lock().unwrap_or_else(PoisonError::into_inner));
        self.moved.notify_all();
    }

    /// Waits for the turn of an item; false if the writer is gone. Items are taken in order, so the one whose turn it is
    /// is never behind one that waits.
    fn wait(&self, number: u64) -> bool {
        let state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let waits = |state: &mut (u64, bool)| state.0 != number && !state.1;
        let state = self.moved.wait_while(state, waits).unwrap_or_else(PoisonError::into_inner);
        !state.1
    }
}

fn run_parallel(
    feed: Feed,
    task: &dyn Task,
    n_jobs: usize,
    out: &mut Output<'_>,
    progress: &Progress,
) -> io::Result<Exit> {
    // Bounded queues: reading never runs far ahead of writing.
    let (to_work, from_feed) = bounded::<(u64, Item)>(2 * n_jobs);
    let (to_writer, from_work) = bounded::<Part>(2 * n_jobs);
    let turn = &Turn::default();
    thread::scope(|scope| {
        let sizes = progress.counter();
        let feed = move || {
            for (number, item) in (0..).zip(feed) {
                sizes.read(&item);
                if interrupt().is_cancelled() || to_work.send((number, item)).is_err() {
                    break;
                }
            }
        };
        if let Err(error) = thread::Builder::new().spawn_scoped(scope, feed) {
            return Ok(no_thread(&error));
        }
        for n_running in 0..n_jobs {
            let (from_feed, to_writer) = (from_feed.clone(), to_writer.clone());
            let work = move || {
                worker(task, &from_feed, &to_writer, turn);
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
        drop((from_feed, to_writer));
        let written = write_in_order(&from_work, turn, task, out, progress);
        // A reader that went away (broken pipe): the workers find the queue closed and end.
        drop(from_work);
        turn.set(|state| state.1 = true);
        written
    })
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
            self.0.set(|state| state.1 = true);
        }
    }
}

fn worker(task: &dyn Task, from_feed: &Receiver<(u64, Item)>, to_writer: &Sender<Part>, turn: &Turn) {
    let _leave = Leave(turn);
    while let Ok((number, item)) = from_feed.recv() {
        let mut hand_on = |piece: &mut Piece| {
            if !turn.wait(number) {
                return false;
            }
            to_writer.send(Part { number, piece: std::mem::take(piece), is_last: false }).is_ok()
        };
        let piece = work(task, item, &mut Flush::new(&mut hand_on));
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
) -> io::Result<Exit> {
    let mut waiting = BTreeMap::new();
    let (mut next, mut exit, mut is_cut) = (0, Exit::Fine, false);
    while let Ok(Part { number, piece, is_last }) = from_work.recv() {
        if !is_last {
            exit = exit.and(put(task, piece, out, progress)?);
            continue;
        }
        waiting.insert(number, piece);
        while let Some(piece) = waiting.remove(&next) {
            next += 1;
            if is_cut {
                continue;
            }
            is_cut = piece.is_cut;
            exit = exit.and(put(task, piece, out, progress)?);
        }
        turn.set(|state| state.0 = next);
    }
    Ok(exit)
}
