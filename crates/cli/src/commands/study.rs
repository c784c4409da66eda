//! `sdkc study`: makes a plan of a file or preset and flags, runs it with a progress bar, writes the report and shows the
//! rates and times.

use std::{
    fmt,
    io::{self, IsTerminal as _, Write as _},
    path::{Path, PathBuf},
    sync::{
        Mutex, Once, PoisonError,
        atomic::{AtomicU32, Ordering},
    },
    time::{Duration, Instant},
};

use indicatif::{HumanDuration, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};
use sdkc_diagnostics::Diagnostic;
use sdkc_formats::decode;
use sdkc_study::{
    Locked, Plan, PlanSpec, Progress, RunOptions, Shard, Slow, StudyError, Watch, merge, overview, planned,
    preset, write_report, write_report_until,
};

use crate::{
    args::{StudyArgs, StudyCommand},
    exit::Exit,
    grace::{moved, unhurried},
    input::Source,
    reading,
    session::{ended, interrupt},
    talk,
};

pub fn run(args: StudyArgs) -> io::Result<Exit> {
    let done = match &args.command {
        Some(StudyCommand::Merge { out, shards }) => join(out, shards),
        None => study(&args),
    };
    match done {
        Ok(done) => done.tell(),
        Err(StudyError::Io { source, .. }) if source.kind() == io::ErrorKind::Interrupted => {
            // Standard error that cannot be written is nothing to be done about.
            let _ = writeln!(io::stderr(), "sdkc: interrupted before the plan was read");
            Ok(ended())
        }
        Err(error) => {
            talk::error(&mut io::stderr(), &error.to_string(), None);
            let is_bug = matches!(error, StudyError::Contradiction { .. });
            Ok(if is_bug { Exit::Bug } else { Exit::Usage })
        }
    }
}

/// What there is after a run.
struct Ended {
    progress: Progress,
    folder: PathBuf,
    overview: String,
    /// Whether there was no time for charts and the page.
    is_cut: bool,
}

impl Ended {
    fn tell(&self) -> io::Result<Exit> {
        let exit = match self.progress.is_complete() {
            true if self.is_cut => ended(),
            true => Exit::Fine,
            false if interrupt().is_cancelled() => ended(),
            // Merged parts may lack some samples, too.
            false => Exit::Unknown,
        };
        let page = self.folder.join(if self.is_cut { "summary.md" } else { "report.html" });
        writeln!(io::stdout(), "{}\nwritten: {} and all beside it", self.overview, page.display())
            .map_err(|error| exit.kept_in(error))?;
        if exit != Exit::Fine {
            let Progress { done, total } = self.progress;
            let left_out = if self.is_cut { "; charts and report.html are left out" } else { "" };
            let message = format!("stopped with {done} of {total} samples, which are kept{left_out}");
            let help = format!("sdkc study --resume --out {} goes on from there", self.folder.display());
            talk::error(&mut io::stderr(), &message, Some(&help));
        }
        Ok(exit)
    }
}

fn join(out: &Path, shards: &[PathBuf]) -> Result<Ended, StudyError> {
    merge(out, shards)?;
    let (summary, _) = write_report(out)?;
    let (done, total) = summary.done;
    let progress = Progress { done, total };
    Ok(Ended { progress, folder: out.to_owned(), overview: overview(&summary), is_cut: false })
}

fn study(args: &StudyArgs) -> Result<Ended, StudyError> {
    let (base, shard) = base(args)?;
    let spec = changed(base, args);
    let plan = spec.resolve()?;
    let shard = args.shard.unwrap_or(shard);
    let folder = args.out.clone().unwrap_or_else(|| default_folder(&spec, shard));
    let jobs =
        args.jobs.map_or_else(|| std::thread::available_parallelism().map_or(1, usize::from), usize::from);
    let options = RunOptions { jobs, shard, resume: args.resume };
    let progress = run_shown(&plan, &folder, options)?;
    // After Ctrl-C, too, the tables are written, however slow the disk is, and the charts if they do not take long.
    const LONG: Duration = Duration::from_millis(500);
    let start = Instant::now();
    let is_over = || interrupt().is_cancelled() && start.elapsed() > LONG;
    let report = unhurried(|| write_report_until(&folder, &is_over))?;
    Ok(Ended { progress, folder, overview: overview(&report.summary), is_cut: report.is_cut })
}

/// The plan's name as a folder; a name that is a path is no name. Each shard has a folder of its own.
fn default_folder(spec: &PlanSpec, shard: Shard) -> PathBuf {
    let is_plain = |ch: char| ch.is_alphanumeric() || matches!(ch, '-' | '_');
    let is_name = !spec.name.is_empty() && spec.name.chars().all(is_plain);
    let name = if is_name { spec.name.as_str() } else { "study" };
    PathBuf::from(if shard == Shard::WHOLE {
        name.to_owned()
    } else {
        format!("{name}-{}-of-{}", shard.index + 1, shard.count)
    })
}

/// The plan that the flags change: of a file, of a preset, of the folder that a run goes on in, or the default one.
fn base(args: &StudyArgs) -> Result<(PlanSpec, Shard), StudyError> {
    if let Some(path) = &args.plan {
        let text =
            read_plan(path).map_err(|source| StudyError::Io { doing: "read", path: path.clone(), source })?;
        return Ok((PlanSpec::from_toml(&text)?, Shard::WHOLE));
    }
    match (&args.preset, &args.out) {
        (Some(name), _) => Ok((preset(name).unwrap_or_default(), Shard::WHOLE)),
        (None, Some(folder)) if args.resume => planned(folder),
        (None, _) => Ok((PlanSpec::default(), Shard::WHOLE)),
    }
}

/// The text of a plan; an interruption where Ctrl-C came before its end.
fn read_plan(path: &Path) -> io::Result<String> {
    let mut bytes = Vec::new();
    let mut reader = reading::open(&Source::File { path: path.to_owned() })?;
    reading::read_all(&mut reader, &mut bytes)?;
    if interrupt().is_cancelled() {
        return Err(io::ErrorKind::Interrupted.into());
    }
    let invalid = |why: Diagnostic| io::Error::new(io::ErrorKind::InvalidData, why.message);
    decode(&bytes).map(|decoded| decoded.text.into_owned()).map_err(invalid)
}

fn changed(mut spec: PlanSpec, args: &StudyArgs) -> PlanSpec {
    let lists = [
        (&args.boards, &mut spec.boards),
        (&args.strategies, &mut spec.strategies),
        (&args.values, &mut spec.values),
        (&args.propagate, &mut spec.propagate),
    ];
    for (given, list) in lists {
        if let Some(given) = given {
            *list = given.iter().filter(|name| !name.is_empty()).cloned().collect();
        }
    }
    if let Some(locked) = &args.locked {
        spec.locked = locked.iter().cloned().map(Locked::from).collect();
    }
    if let Some(placement) = &args.placement {
        spec.placement.clone_from(placement);
    }
    spec.repeat |= args.repeat;
    spec.samples = args.samples.unwrap_or(spec.samples);
    spec.seed = args.seed.unwrap_or(spec.seed);
    spec.limits.nodes = args.max_nodes.or(spec.limits.nodes);
    spec.limits.truth_nodes = args.truth_nodes.unwrap_or(spec.limits.truth_nodes);
    if let Some(limit) = args.timeout {
        spec.limits.time_ms = (!limit.is_zero()).then_some(limit.as_millis() as u64);
    }
    spec
}

/// How many slow samples are told: one after the other says that limits are too high, and then it is said.
const MOST_SLOW: u32 = 10;

/// The bar, on a terminal, and Ctrl-C.
struct Shown {
    bar: ProgressBar,
    /// Where it is drawn, from when it is known how many samples there are.
    target: Mutex<Option<ProgressDrawTarget>>,
    begun: Once,
    slow: AtomicU32,
}

impl Watch for Shown {
    fn progress(&self, done: u64, total: u64) {
        moved();
        self.bar.set_length(total);
        self.bar.set_position(done);
        // What an earlier run finished says nothing about how fast this one is.
        self.begun.call_once(|| {
            self.bar.reset_eta();
            let target = self.target.lock().unwrap_or_else(PoisonError::into_inner).take();
            self.bar.set_draw_target(target.unwrap_or_else(ProgressDrawTarget::hidden));
            self.bar.enable_steady_tick(Duration::from_millis(500));
        });
    }

    fn stop(&self) -> bool {
        interrupt().is_cancelled()
    }

    fn slow(&self, run: &Slow<'_>) {
        let so_far = self.slow.fetch_add(1, Ordering::Relaxed);
        if so_far < MOST_SLOW {
            let last = if so_far + 1 == MOST_SLOW { "; others are not told any more" } else { "" };
            // Standard error that cannot be written is nothing to be done about.
            self.bar.suspend(|| _ = writeln!(io::stderr(), "sdkc: slow: {}{last}", slow(run)));
        }
    }
}

/// Which run takes long, and what bounds it.
fn slow(run: &Slow<'_>) -> String {
    let Slow { board, locked, sample, strategy } = run;
    let flag = if *strategy == "exact" { "--truth-nodes" } else { "--max-nodes" };
    format!("{board} with {locked} locked cells, sample {sample}, {strategy}: {flag} bounds it")
}

fn run_shown(plan: &Plan, folder: &Path, options: RunOptions) -> Result<Progress, StudyError> {
    let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden());
    let style =
        ProgressStyle::with_template("{bar:30} {human_pos} of {human_len} samples{speed} [{elapsed}]");
    let speed = |state: &ProgressState, out: &mut dyn fmt::Write| {
        // That a bar cannot be drawn is nothing to be done about.
        let _ = out.write_str(&speed(state.per_sec(), state.eta()));
    };
    bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()).with_key("speed", speed));
    let target = io::stderr().is_terminal().then(ProgressDrawTarget::stderr);
    let shown = Shown { bar, target: Mutex::new(target), begun: Once::new(), slow: AtomicU32::new(0) };
    let ended = sdkc_study::run(plan, folder, options, &shown);
    shown.bar.finish_and_clear();
    ended
}

/// `, 42 a second, 3m left`, as exact as anybody reads it; nothing before anything is known.
fn speed(rate: f64, left: Duration) -> String {
    if rate <= 0.0 || !rate.is_finite() {
        return String::new();
    }
    let (digits, rate, unit) = match rate {
        10.0.. => (0, rate, "second"),
        0.1.. => (1, rate, "second"),
        _ => (1, rate * 60.0, "minute"),
    };
    format!(", {rate:.digits$} a {unit}, {:#} left", HumanDuration(left))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn speeds_are_as_exact_as_anybody_reads_them() {
        let told = |rate| speed(rate, Duration::from_secs(200));
        assert_eq!(told(42.4501), ", 42 a second, 3m left");
        assert_eq!(told(4.2501), ", 4.3 a second, 3m left");
        assert_eq!(told(0.05), ", 3.0 a minute, 3m left");
        assert_eq!(told(0.0), "");
        assert_eq!(told(f64::NAN), "");
    }
}
