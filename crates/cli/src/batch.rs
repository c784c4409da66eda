//! Work on many texts with all processors, and output in input order.
//!
//! One thread reads and cuts the input into documents: whole files, or pieces of a stream of lines, as many lines as one
//! read brought, so that output starts before the input ends and memory does not grow with it. Workers turn
//! documents into [`Piece`]s of output. The writer puts the pieces back into input order.

use std::{
    collections::BTreeMap,
    io::{self, Write},
};

use crossbeam_channel::{Receiver, Sender, bounded};

use crate::{
    document::Document,
    exit::Exit,
    feed::{Feed, Item},
    lines::Lines,
    progress::Progress,
    session::interrupt,
};

/// What a command makes of one document.
#[derive(Debug, Default)]
pub struct Piece {
    pub stdout: Vec<u8>,
    pub stderr: Vec<u8>,
    pub exit: Exit,
    /// How many puzzles it was.
    pub n_puzzles: u64,
}

/// A command's part in a batch.
pub trait Task: Sync {
    /// Works on one document.
    fn work(&self, document: &Document) -> Piece;

    /// Works on lines of puzzles in a faster way than by analysing each as a document; `None` where there is none.
    fn lines(&self, _lines: &Lines) -> Option<Piece> {
        None
    }

    /// Says that something could not be read.
    fn unreadable(&self, name: &str, failure: &crate::input::Failure) -> Piece {
        let mut piece = Piece { exit: Exit::Usage, ..Piece::default() };
        crate::talk::failure(&mut piece.stderr, name, failure);
        piece
    }

    /// Says that something is not text.
    fn undecodable(&self, name: &str, why: &sdkc_diagnostics::Diagnostic) -> Piece;
}

/// Runs a batch; the result is the worst exit of all.
pub fn run(feed: Feed, task: &dyn Task, n_jobs: usize, out: &mut Output<'_>) -> io::Result<Exit> {
    let progress = Progress::new();
    if n_jobs <= 1 {
        let mut exit = Exit::Fine;
        let sizes = progress.counter();
        for item in feed {
            sizes.read(&item);
            let piece = work(task, item);
            progress.done(piece.n_puzzles);
            exit = exit.and(out.put(piece)?);
            if interrupt().is_cancelled() {
                return Ok(exit.and(Exit::Unknown));
            }
        }
        return Ok(exit);
    }
    run_parallel(feed, task, n_jobs, out, &progress)
}

fn work(task: &dyn Task, item: Item) -> Piece {
    match item {
        Item::Document(document) => task.work(&document),
        Item::Lines(lines) => task.lines(&lines).unwrap_or_else(|| task.work(&lines.document())),
        Item::Unreadable { name, failure } => task.unreadable(&name, &failure),
        Item::Undecodable { name, why } => task.undecodable(&name, &why),
        Item::File { name, bytes, options } => match Document::new(name.clone(), &bytes, &options) {
            Ok(document) => task.work(&document),
            Err(why) => task.undecodable(&name, &why),
        },
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
    let (to_writer, from_work) = bounded::<(u64, Piece)>(2 * n_jobs);
    std::thread::scope(|scope| {
        let sizes = progress.counter();
        scope.spawn(move || {
            for (number, item) in (0..).zip(feed) {
                sizes.read(&item);
                if interrupt().is_cancelled() || to_work.send((number, item)).is_err() {
                    break;
                }
            }
        });
        for _ in 0..n_jobs {
            let (from_feed, to_writer) = (from_feed.clone(), to_writer.clone());
            scope.spawn(move || worker(task, &from_feed, &to_writer));
        }
        drop((from_feed, to_writer));
        let written = write_in_order(&from_work, out, progress);
        // A reader that went away (broken pipe): the workers find the queue closed and end.
        drop(from_work);
        written
    })
}

fn worker(task: &dyn Task, from_feed: &Receiver<(u64, Item)>, to_writer: &Sender<(u64, Piece)>) {
    while let Ok((number, item)) = from_feed.recv() {
        if to_writer.send((number, work(task, item))).is_err() {
            return;
        }
    }
}

fn write_in_order(
    from_work: &Receiver<(u64, Piece)>,
    out: &mut Output<'_>,
    progress: &Progress,
) -> io::Result<Exit> {
    let mut waiting = BTreeMap::new();
    let (mut next, mut exit) = (0, Exit::Fine);
    while let Ok((number, piece)) = from_work.recv() {
        waiting.insert(number, piece);
        while let Some(piece) = waiting.remove(&next) {
            progress.done(piece.n_puzzles);
            exit = exit.and(out.put(piece)?);
            next += 1;
        }
    }
    Ok(if interrupt().is_cancelled() { exit.and(Exit::Unknown) } else { exit })
}

/// Where pieces go: joined as one JSON array, or one after the other.
pub struct Output<'w> {
    stdout: Box<dyn Write + 'w>,
    stderr: Box<dyn Write + 'w>,
    array: bool,
    is_first: bool,
}

impl<'w> Output<'w> {
    pub fn new(stdout: impl Write + 'w, stderr: impl Write + 'w, array: bool) -> Self {
        Self { stdout: Box::new(stdout), stderr: Box::new(stderr), array, is_first: true }
    }

    fn put(&mut self, piece: Piece) -> io::Result<Exit> {
        // Talk that nobody can hear is no reason to stop.
        let _ = self.stderr.write_all(&piece.stderr);
        if !piece.stdout.is_empty() {
            if self.array {
                self.put_records(&piece.stdout)?;
            } else {
                self.stdout.write_all(&piece.stdout)?;
            }
            self.stdout.flush()?;
        }
        Ok(piece.exit)
    }

    /// One record a line becomes one element each.
    fn put_records(&mut self, records: &[u8]) -> io::Result<()> {
        for record in records.split_inclusive(|byte| *byte == b'\n') {
            self.stdout.write_all(if self.is_first { b"[" } else { b"," })?;
            self.is_first = false;
            self.stdout.write_all(record)?;
        }
        Ok(())
    }

    /// Closes the array and writes what is left.
    pub fn finish(&mut self) -> io::Result<()> {
        if self.array {
            self.stdout.write_all(if self.is_first { b"[]\n" } else { b"]\n" })?;
        }
        self.stdout.flush()
    }
}
