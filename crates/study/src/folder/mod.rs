//! A folder of results: what was planned, how far it came, and every sample. Files only grow; how much of them counts is
//! noted in `progress.toml`, which is replaced as a whole at least once a second of work. What was finished before its
//! turn waits in the journal. `plan.toml` is written last when a folder is begun, so that it stands for all the others.

mod growing;
mod journal;
mod lock;

use std::{
    collections::BTreeMap,
    fs::{self, File},
    io::{self, Write as _},
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

use serde::{Deserialize, Serialize};

use crate::{
    StudyError,
    plan::{Plan, PlanSpec},
    read,
    sample::{Lines, SAMPLE_COLUMNS, TIME_COLUMNS, csv_begin, json_begin},
    work::Shard,
};

use growing::{Growing, Sum};
use journal::{Early, Journal};

pub(crate) use growing::Extent;
pub(crate) use lock::Lock;

pub(crate) const PLAN: &str = "plan.toml";
pub(crate) const PROGRESS: &str = "progress.toml";
pub(crate) const CSV: &str = "samples.csv";
pub(crate) const JSON: &str = "samples.jsonl";
pub(crate) const TIMES: &str = "times.csv";
const JOURNAL: &str = "journal";

/// How often progress is noted.
const SAVE_EVERY: Duration = Duration::from_millis(500);

/// How far a shard came, and what its files held then.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Noted {
    /// The plan's checksum.
    pub(crate) plan: String,
    pub(crate) shard: String,
    pub(crate) done: u64,
    pub(crate) csv: Extent,
    pub(crate) json: Extent,
    pub(crate) times: Extent,
}

/// The results of one shard, which nobody else may write meanwhile.
pub(crate) struct Folder {
    path: PathBuf,
    plan: String,
    shard: Shard,
    done: u64,
    csv: Growing,
    json: Growing,
    times: Growing,
    early: Early,
    journal: Journal,
    saved: Instant,
    _lock: Lock,
}

impl Folder {
    /// Begins results in a folder that is new or empty, or in which a run was begun and stopped before its first sample.
    pub(crate) fn create(path: &Path, plan: &Plan, shard: Shard) -> Result<Self, StudyError> {
        if path.exists() && !path.is_dir() {
            return Err(StudyError::results(path, None, "is a file; results need a folder"));
        }
        fs::create_dir_all(path).map_err(StudyError::io("create", path))?;
        let lock = Lock::take(path)?;
        if path.join(PLAN).exists() {
            same_plan(path, plan)?;
            let there = noted(path)?.shard;
            let what = if there == shard.to_string() {
                "holds results of this plan already; --resume goes on with them".to_owned()
            } else {
                format!("holds shard {there} of this plan; shard {shard} needs a folder of its own")
            };
            return Err(StudyError::results(path, None, what));
        }
        if let Some(strange) = strange_file(path)? {
            let what = format!("is neither empty nor a study's folder: it holds `{strange}`");
            return Err(StudyError::results(path, None, what));
        }
        for name in [CSV, JSON, TIMES] {
            journal::remove(&path.join(name))?;
        }
        let mut folder = Self {
            path: path.to_owned(),
            plan: plan_sum(plan)?,
            shard,
            done: 0,
            csv: Growing::create(path.join(CSV), SAMPLE_COLUMNS)?,
            json: Growing::create(path.join(JSON), "")?,
            times: Growing::create(path.join(TIMES), TIME_COLUMNS)?,
            early: Early::default(),
            journal: Journal::open(path.join(JOURNAL), 0, 0)?.0,
            saved: Instant::now(),
            _lock: lock,
        };
        folder.save()?;
        replace_for_good(&path.join(PLAN), plan.spec().to_toml()?.as_bytes())?;
        Ok(folder)
    }

    /// Goes on with results of the same plan and shard. Nothing is changed before all of it is verified.
    pub(crate) fn resume(path: &Path, plan: &Plan, shard: Shard) -> Result<Self, StudyError> {
        if !path.join(PLAN).exists() {
            let is_begun = path.join(lock::LOCK).exists() && strange_file(path)?.is_none();
            if is_begun {
                return Self::create(path, plan, shard);
            }
            return Err(StudyError::results(path, None, "holds no study to resume"));
        }
        let lock = Lock::take(path)?;
        same_plan(path, plan)?;
        let noted = noted(path)?;
        if noted.shard != shard.to_string() {
            let what = format!("holds shard {} and not {shard}", noted.shard);
            return Err(StudyError::results(path, None, what));
        }
        check(path, plan, shard, &noted)?;
        let (csv, json, times) = (path.join(CSV), path.join(JSON), path.join(TIMES));
        let (journal, early) = Journal::open(path.join(JOURNAL), noted.done, shard.total(plan))?;
        let mut folder = Self {
            path: path.to_owned(),
            plan: noted.plan,
            shard,
            done: noted.done,
            csv: Growing::reopen(csv, &noted.csv)?,
            json: Growing::reopen(json, &noted.json)?,
            times: Growing::reopen(times, &noted.times)?,
            early,
            journal,
            saved: Instant::now(),
            _lock: lock,
        };
        folder.write_those_in_turn()?;
        Ok(folder)
    }

    /// How many samples are written in order: the next to be written.
    pub(crate) const fn done(&self) -> u64 {
        self.done
    }

    /// How many samples are finished, those that wait for earlier ones included.
    pub(crate) const fn finished(&self) -> u64 {
        self.done + self.early.n_samples()
    }

    /// Where samples start that wait for earlier ones, and how many follow each other there.
    pub(crate) fn waiting(&self) -> BTreeMap<u64, u64> {
        self.early.spans()
    }

    /// How many bytes of lines wait in memory.
    pub(crate) const fn waiting_bytes(&self) -> u64 {
        self.early.bytes()
    }

    /// Takes finished samples, `start` being the shard's number of the first.
    pub(crate) fn take(&mut self, start: u64, lines: Lines) -> Result<(), StudyError> {
        self.early.insert(start, lines);
        self.write_those_in_turn()
    }

    fn write_those_in_turn(&mut self) -> Result<(), StudyError> {
        while let Some(lines) = self.early.remove(self.done) {
            self.csv.append(&lines.csv)?;
            self.json.append(&lines.json)?;
            self.times.append(&lines.times)?;
            self.done += lines.n_samples;
        }
        Ok(())
    }

    pub(crate) fn save_now_and_then(&mut self) -> Result<(), StudyError> {
        if self.saved.elapsed() >= SAVE_EVERY { self.save() } else { Ok(()) }
    }

    /// Notes all that is finished. A run that is killed in between finds what the last note says, and the journal with
    /// what was not yet part of it.
    pub(crate) fn save(&mut self) -> Result<(), StudyError> {
        let noted = Noted {
            plan: self.plan.clone(),
            shard: self.shard.to_string(),
            done: self.done,
            csv: self.csv.save()?,
            json: self.json.save()?,
            times: self.times.save()?,
        };
        let text = toml::to_string(&noted).map_err(|why| StudyError::plan("progress", why.to_string()))?;
        replace_for_good(&self.path.join(PROGRESS), text.as_bytes())?;
        self.journal.save(&mut self.early)?;
        self.saved = Instant::now();
        Ok(())
    }
}

/// Verifies all files of a shard; where one is wrong, the first wrong line is looked for.
pub(crate) fn check(path: &Path, plan: &Plan, shard: Shard, noted: &Noted) -> Result<(), StudyError> {
    if noted.plan != plan_sum(plan)? {
        return Err(StudyError::results(
            &path.join(PLAN),
            None,
            "was edited: the results are of another plan",
        ));
    }
    if noted.done > shard.total(plan) {
        return Err(StudyError::results(&path.join(PROGRESS), None, "more samples are done than planned"));
    }
    let files = [(CSV, &noted.csv), (JSON, &noted.json), (TIMES, &noted.times)];
    for (name, extent) in files {
        let file = path.join(name);
        if let Err(error) = extent.verify(&file) {
            read::find_wrong_line(path, name, plan, shard, noted.done)?;
            return Err(error);
        }
    }
    let n_runs = plan.configs().len() + 1;
    for (name, extent) in files {
        let expected = (noted.done..shard.total(plan)).flat_map(|at| {
            let (point, number) = shard.sample(plan, at);
            let begin = if name == JSON { json_begin } else { csv_begin };
            std::iter::repeat_n(begin(&plan.board_of(point).name, point.locked, number), n_runs)
        });
        extent.verify_tail(&path.join(name), expected)?;
    }
    Ok(())
}

/// A file that does not belong to a folder in which a run was begun but wrote no sample.
fn strange_file(path: &Path) -> Result<Option<String>, StudyError> {
    for entry in fs::read_dir(path).map_err(StudyError::io("read", path))? {
        let file = entry.map_err(StudyError::io("read", path))?.path();
        let name = file.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let most = match name.as_str() {
            lock::LOCK | PROGRESS | "progress.new" | "plan.new" => continue,
            CSV => SAMPLE_COLUMNS,
            TIMES => TIME_COLUMNS,
            JSON => "",
            _ => return Ok(Some(name)),
        };
        let length = fs::metadata(&file).map_err(StudyError::io("read", &file))?.len();
        let is_header = length <= most.len() as u64
            && fs::read(&file).is_ok_and(|bytes| most.as_bytes().starts_with(&bytes));
        if !is_header {
            return Ok(Some(name));
        }
    }
    Ok(None)
}

fn plan_sum(plan: &Plan) -> Result<String, StudyError> {
    Ok(Sum::START.with(plan.spec().to_toml()?.as_bytes()).to_string())
}

/// The plan of a folder.
pub(crate) fn plan_of(path: &Path) -> Result<PlanSpec, StudyError> {
    let file = path.join(PLAN);
    let text = fs::read_to_string(&file).map_err(StudyError::io("read", &file))?;
    PlanSpec::from_toml(&text).map_err(|why| StudyError::results(&file, None, why.to_string()))
}

/// The plan and the shard whose results a folder holds.
///
/// # Errors
/// [`StudyError`] for a folder that holds no study.
pub fn planned(path: &Path) -> Result<(PlanSpec, Shard), StudyError> {
    if !path.join(PLAN).exists() {
        return Err(StudyError::results(path, None, "holds no study"));
    }
    let shard = noted(path)?.shard;
    let shard = shard.parse().map_err(|why: String| StudyError::results(&path.join(PROGRESS), None, why))?;
    Ok((plan_of(path)?, shard))
}

/// How far a folder came.
pub(crate) fn noted(path: &Path) -> Result<Noted, StudyError> {
    let file = path.join(PROGRESS);
    let text = fs::read_to_string(&file).map_err(StudyError::io("read", &file))?;
    toml::from_str(&text).map_err(|why| StudyError::results(&file, None, why.to_string().trim_end()))
}

fn same_plan(path: &Path, plan: &Plan) -> Result<(), StudyError> {
    let theirs = plan_of(path)?;
    if theirs == *plan.spec() {
        return Ok(());
    }
    let (theirs, ours) = (theirs.to_toml()?, plan.spec().to_toml()?);
    let differing = theirs.lines().zip(ours.lines()).find(|(theirs, ours)| theirs != ours);
    let (theirs, ours) = differing.unwrap_or(("a key less", "a key more"));
    let what = format!("is of another plan: `{theirs}` there, `{ours}` here");
    Err(StudyError::results(&path.join(PLAN), None, what))
}

/// Replaces a file as a whole, so that a reader finds the old or the new one.
pub(crate) fn replace(path: &Path, bytes: &[u8]) -> Result<(), StudyError> {
    let beside = path.with_extension("new");
    let written: io::Result<()> = fs::write(&beside, bytes).and_then(|()| fs::rename(&beside, path));
    written.map_err(StudyError::io("write", path))
}

/// The same, and the machine may go down at any moment.
fn replace_for_good(path: &Path, bytes: &[u8]) -> Result<(), StudyError> {
    let beside = path.with_extension("new");
    let written = File::create(&beside).and_then(|mut file| {
        file.write_all(bytes)?;
        file.sync_data()?;
        fs::rename(&beside, path)
    });
    written.map_err(StudyError::io("write", path))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::AtomicBool;

    use crate::{
        watch::{Watch, Watched},
        work::Worker,
    };

    /// A folder that is removed at the end.
    struct Scratch(PathBuf);

    impl Scratch {
        fn new(name: &str) -> Self {
            let path = std::env::temp_dir().join(format!("sdkc-folder-{}-{name}", std::process::id()));
            let _ = fs::remove_dir_all(&path);
            Self(path)
        }
    }

    impl Drop for Scratch {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    fn plan() -> Plan {
        PlanSpec::from_toml("boards = ['2x2']\nlocked = [4, 6]\nsamples = 5").unwrap().resolve().unwrap()
    }

    struct Nobody;

    impl Watch for Nobody {
        fn progress(&self, _: u64, _: u64) {}

        fn stop(&self) -> bool {
            false
        }
    }

    fn lines(plan: &Plan, at: u64) -> Lines {
        let closed = AtomicBool::new(false);
        Worker::new(plan, Shard::WHOLE, &Watched::new(&Nobody, &closed)).work(at..at + 1).unwrap()
    }

    fn texts(folder: &Path) -> [String; 2] {
        [CSV, JSON].map(|name| fs::read_to_string(folder.join(name)).unwrap())
    }

    /// The first sample is slow: all others are finished and saved before it. A killed run loses only that one.
    #[test]
    fn what_waits_for_a_slow_sample_survives() {
        let plan = plan();
        let in_order = Scratch::new("in-order");
        let mut folder = Folder::create(&in_order.0, &plan, Shard::WHOLE).unwrap();
        (0..10).for_each(|at| folder.take(at, lines(&plan, at)).unwrap());
        folder.save().unwrap();

        let killed = Scratch::new("killed");
        let mut folder = Folder::create(&killed.0, &plan, Shard::WHOLE).unwrap();
        for at in [3, 1, 2, 9, 8] {
            folder.take(at, lines(&plan, at)).unwrap();
        }
        folder.save().unwrap();
        // Not saved any more.
        folder.take(5, lines(&plan, 5)).unwrap();
        assert_eq!((folder.done(), folder.finished()), (0, 6));
        drop(folder);

        let mut folder = Folder::resume(&killed.0, &plan, Shard::WHOLE).unwrap();
        assert_eq!((folder.done(), folder.finished()), (0, 5));
        assert_eq!(folder.waiting().keys().copied().collect::<Vec<_>>(), [1, 2, 3, 8, 9]);
        folder.take(0, lines(&plan, 0)).unwrap();
        assert_eq!((folder.done(), folder.finished()), (4, 6));
        (4..8).for_each(|at| folder.take(at, lines(&plan, at)).unwrap());
        folder.save().unwrap();
        assert_eq!(folder.done(), 10);
        assert_eq!(texts(&killed.0), texts(&in_order.0));
        assert!(!killed.0.join(JOURNAL).exists(), "nothing waits any more");
    }

    #[test]
    fn a_folder_has_one_writer() {
        let (plan, scratch) = (plan(), Scratch::new("busy"));
        let folder = Folder::create(&scratch.0, &plan, Shard::WHOLE).unwrap();
        let busy = Folder::resume(&scratch.0, &plan, Shard::WHOLE).map(|_| ()).unwrap_err();
        assert!(matches!(busy, StudyError::Busy { process: Some(it), .. } if it == std::process::id()));
        assert!(busy.to_string().contains("another sdkc, process"), "{busy}");
        drop(folder);
        assert!(Folder::resume(&scratch.0, &plan, Shard::WHOLE).is_ok());
    }

    /// A run that is killed while it begins leaves files without samples; they keep nobody from beginning again.
    #[test]
    fn a_folder_that_was_only_begun_is_begun_again() {
        let plan = plan();
        for resume in [false, true] {
            let scratch = Scratch::new(if resume { "begun-resume" } else { "begun" });
            drop(Folder::create(&scratch.0, &plan, Shard::WHOLE).unwrap());
            fs::remove_file(scratch.0.join(PLAN)).unwrap();
            fs::write(scratch.0.join(CSV), &SAMPLE_COLUMNS[..7]).unwrap();
            let begin = if resume { Folder::resume } else { Folder::create };
            assert_eq!(begin(&scratch.0, &plan, Shard::WHOLE).unwrap().done(), 0);
            assert_eq!(texts(&scratch.0), [SAMPLE_COLUMNS, ""]);
            fs::remove_file(scratch.0.join(PLAN)).unwrap();
            fs::write(scratch.0.join(JSON), "{}\n").unwrap();
            assert!(begin(&scratch.0, &plan, Shard::WHOLE).is_err(), "somebody's lines are kept");
        }
    }
}
