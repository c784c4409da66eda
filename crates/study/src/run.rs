//! Runs a plan on all cores. Threads take samples in order; one thread writes them in order, whatever the order they
//! finish in, so that results do not depend on the number of threads. What waits for an earlier sample is bounded in
//! memory and kept in the folder's journal, so that a killed run does not lose it.

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

use sdkc_engine::Stop as _;

use crate::{
    StudyError,
    folder::Folder,
    plan::Plan,
    sample::Lines,
    watch::{Watch, Watched},
    work::{Shard, Unit, Worker, unit_at},
};

/// How many bytes of finished samples may wait for an earlier one before threads wait too: what bounds the memory.
const MOST_WAITING: u64 = 32 << 20;

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
/// ```
/// use sdkc_study::{PlanSpec, Progress, RunOptions, Shard, Watch, run, write_report};
/// struct Silent;
/// impl Watch for Silent {
///     fn progress(&self, _done: u64, _total: u64) {}
///     fn stop(&self) -> bool {
///         false
///     }
/// }
/// let folder = std::env::temp_dir().join(format!("sdkc-study-doc-{}", std::process::id()));
/// let plan = PlanSpec::from_toml("boards = ['2x2']\nlocked = [4, 8]\nsamples = 10")?.resolve()?;
/// let options = RunOptions { jobs: 2, shard: Shard::WHOLE, resume: false };
/// assert_eq!(run(&plan, &folder, options, &Silent)?, Progress { done: 20, total: 20 });
/// let (summary, files) = write_report(&folder)?;
/// assert!(summary.groups[0].success.at > 0.5 && files.iter().any(|file| file.ends_with("report.html")));
/// // What is there is not overwritten.
/// let error = run(&plan, &folder, options, &Silent).unwrap_err();
/// assert!(error.to_string().ends_with("holds results of this plan already; --resume goes on with them"));
/// # std::fs::remove_dir_all(&folder).expect("the folder was made above");
/// # Ok::<(), sdkc_study::StudyError>(())
/// ```
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
    watch.progress(folder.finished(), total);
    let jobs = options.jobs.max(1);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(jobs).build();
    let pool = pool.map_err(|why| StudyError::plan("jobs", why.to_string()))?;
    let queue = Queue::new(plan, options.shard, &folder);
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
    folder.save()?;
    Ok(Progress { done: folder.finished(), total })
}

fn work(queue: &Queue<'_>, sender: &mpsc::Sender<(u64, Lines)>, watch: &dyn Watch) {
    let stop = Watched::new(watch, &queue.closed);
    let mut worker = Worker::new(queue.plan, queue.shard, &stop);
    while stop.poll().is_none() {
        let Some(unit) = queue.take() else { return };
        let start = unit.start;
        let Some(lines) = worker.work(unit) else { break };
        queue.finished(lines.bytes());
        if sender.send((start, lines)).is_err() {
            return;
        }
    }
    queue.close();
}

/// How long the writer waits for a sample before it sees to what is unsaved.
const PATIENCE: Duration = Duration::from_millis(250);

fn write_in_order(
    folder: &mut Folder,
    queue: &Queue<'_>,
    receiver: &mpsc::Receiver<(u64, Lines)>,
    mut progress: impl FnMut(u64),
) -> Result<(), StudyError> {
    loop {
        match receiver.recv_timeout(PATIENCE) {
            Ok((start, lines)) => {
                let before = folder.waiting_bytes() + lines.bytes();
                folder.take(start, lines)?;
                queue.written(folder.done(), before - folder.waiting_bytes());
                progress(folder.finished());
            }
            Err(mpsc::RecvTimeoutError::Timeout) => {}
            Err(mpsc::RecvTimeoutError::Disconnected) => return Ok(()),
        }
        folder.save_now_and_then()?;
    }
}

/// Hands out units in order.
struct Queue<'a> {
    plan: &'a Plan,
    shard: Shard,
    /// What an earlier run finished before its turn.
    finished: BTreeMap<u64, u64>,
    state: Mutex<State>,
    room: Condvar,
    closed: AtomicBool,
}

struct State {
    /// The next sample to hand out.
    next: u64,
    /// The next sample to be written.
    unwritten: u64,
    /// How many bytes are finished and not written.
    waiting: u64,
}

impl<'a> Queue<'a> {
    fn new(plan: &'a Plan, shard: Shard, folder: &Folder) -> Self {
        let (done, waiting) = (folder.done(), folder.waiting_bytes());
        let state = Mutex::new(State { next: done, unwritten: done, waiting });
        let finished = folder.waiting();
        Self { plan, shard, finished, state, room: Condvar::new(), closed: AtomicBool::new(false) }
    }

    /// The next unit, once there is room for it; `None` where there is no more. The sample that all others wait for is
    /// handed out in any case.
    fn take(&self) -> Option<Unit> {
        let mut state = self.state.lock().ok()?;
        while state.waiting >= MOST_WAITING && state.next > state.unwritten && !self.is_closed() {
            state = self.room.wait(state).ok()?;
        }
        if self.is_closed() {
            return None;
        }
        while let Some(samples) = self.finished.get(&state.next) {
            state.next += samples;
        }
        let unit = unit_at(self.plan, self.shard, state.next)?;
        let known = self.finished.range(unit.start..unit.end).next().map(|(start, _)| *start);
        let unit = unit.start..known.unwrap_or(unit.end);
        state.next = unit.end;
        Some(unit)
    }

    fn finished(&self, bytes: u64) {
        if let Ok(mut state) = self.state.lock() {
            state.waiting += bytes;
        }
    }

    fn written(&self, unwritten: u64, bytes: u64) {
        if let Ok(mut state) = self.state.lock() {
            state.waiting = state.waiting.saturating_sub(bytes);
            state.unwritten = unwritten;
            self.room.notify_all();
        }
    }

    fn is_closed(&self) -> bool {
        self.closed.load(Ordering::Relaxed)
    }

    /// Hands out nothing more.
    fn close(&self) {
        let guard = self.state.lock();
        self.closed.store(true, Ordering::Relaxed);
        drop(guard);
        self.room.notify_all();
    }
}
