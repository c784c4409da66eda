//! Runs a plan on all cores. Threads take samples in order; one thread writes them in order, whatever the order they
//! finish in, so that results do not depend on the number of threads and a stopped run leaves a clean beginning.

use std::{
    collections::BTreeMap,
    path::Path,
    sync::{
        Condvar, Mutex,
        atomic::{AtomicBool, Ordering},
        mpsc,
    },
    time::Duration,
};

use crate::{
    StudyError,
    folder::Folder,
    plan::Plan,
    sample::Lines,
    work::{Shard, Unit, Worker, unit_at},
};

/// How far threads may run ahead of the sample that is written next: what bounds the memory.
const MOST_AHEAD: u64 = 4096;

/// How a run is done; nothing here changes its results.
#[derive(Clone, Copy, Debug)]
pub struct RunOptions {
    /// How many threads.
    pub jobs: usize,
    /// Which part of the study.
    pub shard: Shard,
    /// Whether to go on where a stopped run left off.
    pub resume: bool,
}

/// Watches a run and may stop it.
pub trait Watch: Sync {
    /// Called as samples are finished, with the shard's total.
    fn progress(&self, done: u64, total: u64);

    /// Whether to begin no further samples; those begun are finished and kept.
    fn stop(&self) -> bool;
}

/// How far a run came.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Samples finished, those of earlier runs included.
    pub done: u64,
    /// Samples of the shard.
    pub total: u64,
}

impl Progress {
    /// Whether all is done.
    #[must_use]
    pub const fn is_complete(self) -> bool {
        self.done == self.total
    }
}

/// Runs a plan and writes every sample into `folder`.
///
/// # Errors
/// [`StudyError`] for a folder that cannot be written, that holds something else, or whose results are not this plan's.
pub fn run(
    plan: &Plan,
    folder: &Path,
    options: RunOptions,
    watch: &dyn Watch,
) -> Result<Progress, StudyError> {
    let mut folder = if options.resume {
        Folder::resume(folder, plan, options.shard)?
    } else {
        Folder::create(folder, plan, options.shard)?
    };
    let total = options.shard.total(plan);
    watch.progress(folder.done(), total);
    let jobs = options.jobs.max(1);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(jobs).build();
    let pool = pool.map_err(|why| StudyError::plan("jobs", why.to_string()))?;
    let queue = Queue::new(plan, options.shard, folder.done());
    let (sender, receiver) = mpsc::channel();
    let written = pool.in_place_scope(|scope| {
        for _ in 0..jobs {
            let (sender, queue) = (sender.clone(), &queue);
            scope.spawn(move |_| work(queue, &sender, watch));
        }
        drop(sender);
        let written = write_in_order(&mut folder, &queue, &receiver, |done| watch.progress(done, total));
        // On an error, the threads end at their next sample.
        queue.close();
        written
    });
    written?;
    folder.finish()?;
    Ok(Progress { done: folder.done(), total })
}

fn work(queue: &Queue<'_>, sender: &mpsc::Sender<(u64, Lines)>, watch: &dyn Watch) {
    let mut worker = Worker::new(queue.plan, queue.shard);
    while !watch.stop() {
        let Some((number, unit)) = queue.take() else { return };
        if sender.send((number, worker.work(&unit))).is_err() {
            return;
        }
    }
    queue.close();
}

/// How long the writer waits for a sample before it sees to what is unwritten.
const PATIENCE: Duration = Duration::from_millis(250);

fn write_in_order(
    folder: &mut Folder,
    queue: &Queue<'_>,
    receiver: &mpsc::Receiver<(u64, Lines)>,
    mut progress: impl FnMut(u64),
) -> Result<(), StudyError> {
    let mut early = BTreeMap::new();
    let mut next = 0;
    loop {
        match receiver.recv_timeout(PATIENCE) {
            Ok((number, lines)) => {
                early.insert(number, lines);
            }
            Err(mpsc::RecvTimeoutError::Timeout) => {}
            Err(mpsc::RecvTimeoutError::Disconnected) => return Ok(()),
        }
        let before = next;
        while let Some(lines) = early.remove(&next) {
            folder.append(&lines)?;
            next += 1;
        }
        folder.save_now_and_then()?;
        if next > before {
            queue.written(next);
            progress(folder.done());
        }
    }
}

/// Hands out units in order.
struct Queue<'a> {
    plan: &'a Plan,
    shard: Shard,
    state: Mutex<State>,
    room: Condvar,
    closed: AtomicBool,
}

struct State {
    start: u64,
    taken: u64,
    written: u64,
}

impl<'a> Queue<'a> {
    fn new(plan: &'a Plan, shard: Shard, done: u64) -> Self {
        let state = Mutex::new(State { start: done, taken: 0, written: 0 });
        Self { plan, shard, state, room: Condvar::new(), closed: AtomicBool::new(false) }
    }

    /// The next unit with its number, once there is room for it; `None` where there is no more.
    fn take(&self) -> Option<(u64, Unit)> {
        let mut state = self.state.lock().ok()?;
        while state.taken >= state.written + MOST_AHEAD && !self.closed.load(Ordering::Relaxed) {
            state = self.room.wait(state).ok()?;
        }
        if self.closed.load(Ordering::Relaxed) {
            return None;
        }
        let unit = unit_at(self.plan, self.shard, state.start)?;
        state.start += unit.ordinals.end - unit.ordinals.start;
        state.taken += 1;
        Some((state.taken - 1, unit))
    }

    fn written(&self, written: u64) {
        if let Ok(mut state) = self.state.lock() {
            state.written = written;
            self.room.notify_all();
        }
    }

    /// Hands out nothing more.
    fn close(&self) {
        let guard = self.state.lock();
        self.closed.store(true, Ordering::Relaxed);
        drop(guard);
        self.room.notify_all();
    }
}
