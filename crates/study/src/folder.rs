//! A folder of results: what was planned, how far it came, and every sample. Files only grow; how much of them counts is
//! noted in `progress.toml`, which is replaced as a whole at least once a second of work.

use std::{
    fs::{self, File},
    io::{self, BufReader, BufWriter, Read as _, Seek as _, SeekFrom, Write as _},
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

use serde::{Deserialize, Serialize};

use crate::{
    StudyError,
    plan::{Plan, PlanSpec},
    read,
    sample::{Lines, SAMPLE_COLUMNS, TIME_COLUMNS},
    work::Shard,
};

pub(crate) const PLAN: &str = "plan.toml";
pub(crate) const PROGRESS: &str = "progress.toml";
pub(crate) const CSV: &str = "samples.csv";
pub(crate) const JSON: &str = "samples.jsonl";
pub(crate) const TIMES: &str = "times.csv";

/// How often progress is noted.
const SAVE_EVERY: Duration = Duration::from_millis(500);

/// How far a shard came, and what its files held then.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Noted {
    pub(crate) shard: String,
    pub(crate) done: u64,
    pub(crate) csv: Extent,
    pub(crate) json: Extent,
    pub(crate) times: Extent,
}

/// The length of a file's part that counts, with its checksum (FNV-1a, 64 bits).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Extent {
    bytes: u64,
    sum: String,
}

/// One growing file.
struct Growing {
    path: PathBuf,
    out: BufWriter<File>,
    bytes: u64,
    sum: u64,
}

const FNV_START: u64 = 0xcbf2_9ce4_8422_2325;

fn fnv(sum: u64, bytes: &[u8]) -> u64 {
    bytes.iter().fold(sum, |sum, byte| (sum ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3))
}

impl Growing {
    fn create(path: PathBuf, header: &str) -> Result<Self, StudyError> {
        let file = File::create_new(&path).map_err(StudyError::io("create", &path))?;
        let mut growing = Self { path, out: BufWriter::new(file), bytes: 0, sum: FNV_START };
        growing.append(header)?;
        Ok(growing)
    }

    /// Opens a file whose beginning counts; what a killed run wrote after it is cut off.
    fn reopen(path: PathBuf, extent: &Extent) -> Result<Self, StudyError> {
        let sum = verify(&path, extent)?;
        let file =
            File::options().read(true).write(true).open(&path).map_err(StudyError::io("open", &path))?;
        file.set_len(extent.bytes).map_err(StudyError::io("cut", &path))?;
        let mut out = BufWriter::new(file);
        out.seek(SeekFrom::End(0)).map_err(StudyError::io("open", &path))?;
        Ok(Self { path, out, bytes: extent.bytes, sum })
    }

    fn append(&mut self, text: &str) -> Result<(), StudyError> {
        self.out.write_all(text.as_bytes()).map_err(StudyError::io("write", &self.path))?;
        self.bytes += text.len() as u64;
        self.sum = fnv(self.sum, text.as_bytes());
        Ok(())
    }

    fn save(&mut self) -> Result<Extent, StudyError> {
        self.out.flush().map_err(StudyError::io("write", &self.path))?;
        Ok(Extent { bytes: self.bytes, sum: format!("{:016x}", self.sum) })
    }
}

/// Holds a file against what was noted of it; returns the checksum.
fn verify(path: &Path, extent: &Extent) -> Result<u64, StudyError> {
    let file = File::open(path).map_err(StudyError::io("open", path))?;
    let length = file.metadata().map_err(StudyError::io("read", path))?.len();
    if length < extent.bytes {
        let what = format!("is truncated: {length} bytes are left of {} that were written", extent.bytes);
        return Err(StudyError::results(path, None, what));
    }
    let mut input = BufReader::new(file).take(extent.bytes);
    let (mut sum, mut buffer) = (FNV_START, vec![0; 1 << 16]);
    loop {
        match input.read(&mut buffer).map_err(StudyError::io("read", path))? {
            0 => break,
            n => sum = fnv(sum, &buffer[..n]),
        }
    }
    if format!("{sum:016x}") != extent.sum {
        return Err(StudyError::results(path, None, "was edited: it does not hold what was written"));
    }
    Ok(sum)
}

/// The results of one shard.
pub(crate) struct Folder {
    path: PathBuf,
    shard: Shard,
    done: u64,
    csv: Growing,
    json: Growing,
    times: Growing,
    saved: Instant,
}

impl Folder {
    /// Begins results in a folder that is new or empty.
    pub(crate) fn create(path: &Path, plan: &Plan, shard: Shard) -> Result<Self, StudyError> {
        if path.join(PLAN).exists() {
            same_plan(path, plan)?;
            let what = "holds results of this plan already; --resume goes on with them";
            return Err(StudyError::results(path, None, what));
        }
        fs::create_dir_all(path).map_err(StudyError::io("create", path))?;
        let mut entries = fs::read_dir(path).map_err(StudyError::io("read", path))?;
        if entries.next().is_some() {
            return Err(StudyError::results(path, None, "is neither empty nor a study's folder"));
        }
        write_new(&path.join(PLAN), &plan.spec().to_toml()?)?;
        let mut folder = Self {
            path: path.to_owned(),
            shard,
            done: 0,
            csv: Growing::create(path.join(CSV), SAMPLE_COLUMNS)?,
            json: Growing::create(path.join(JSON), "")?,
            times: Growing::create(path.join(TIMES), TIME_COLUMNS)?,
            saved: Instant::now(),
        };
        folder.save()?;
        Ok(folder)
    }

    /// Goes on with results of the same plan and shard. Nothing is changed before all of it is verified.
    pub(crate) fn resume(path: &Path, plan: &Plan, shard: Shard) -> Result<Self, StudyError> {
        if !path.join(PLAN).exists() {
            return Err(StudyError::results(path, None, "holds no study to resume"));
        }
        same_plan(path, plan)?;
        let noted = noted(path)?;
        if noted.shard != shard.to_string() {
            let what = format!("holds shard {} and not {shard}", noted.shard);
            return Err(StudyError::results(path, None, what));
        }
        check(path, plan, shard, &noted)?;
        Ok(Self {
            path: path.to_owned(),
            shard,
            done: noted.done,
            csv: Growing::reopen(path.join(CSV), &noted.csv)?,
            json: Growing::reopen(path.join(JSON), &noted.json)?,
            times: Growing::reopen(path.join(TIMES), &noted.times)?,
            saved: Instant::now(),
        })
    }

    pub(crate) const fn done(&self) -> u64 {
        self.done
    }

    pub(crate) fn append(&mut self, lines: &Lines) -> Result<(), StudyError> {
        self.csv.append(&lines.csv)?;
        self.json.append(&lines.json)?;
        self.times.append(&lines.times)?;
        self.done += lines.n_samples;
        Ok(())
    }

    pub(crate) fn save_now_and_then(&mut self) -> Result<(), StudyError> {
        if self.saved.elapsed() >= SAVE_EVERY { self.save() } else { Ok(()) }
    }

    pub(crate) fn finish(&mut self) -> Result<(), StudyError> {
        self.save()
    }

    fn save(&mut self) -> Result<(), StudyError> {
        let noted = Noted {
            shard: self.shard.to_string(),
            done: self.done,
            csv: self.csv.save()?,
            json: self.json.save()?,
            times: self.times.save()?,
        };
        let text = toml::to_string(&noted).map_err(|why| StudyError::plan("progress", why.to_string()))?;
        replace(&self.path.join(PROGRESS), text.as_bytes())?;
        self.saved = Instant::now();
        Ok(())
    }
}

/// Verifies all files of a shard; where one is wrong, the first wrong line is looked for.
pub(crate) fn check(path: &Path, plan: &Plan, shard: Shard, noted: &Noted) -> Result<(), StudyError> {
    let files = [(CSV, &noted.csv), (JSON, &noted.json), (TIMES, &noted.times)];
    for (name, extent) in files {
        if let Err(error) = verify(&path.join(name), extent) {
            if name != JSON {
                read::each_sample(path, plan, shard, noted.done, |_, _| {})?;
            }
            return Err(error);
        }
    }
    if noted.done > shard.total(plan) {
        return Err(StudyError::results(&path.join(PROGRESS), None, "more samples are done than planned"));
    }
    Ok(())
}

/// The plan of a folder.
pub(crate) fn plan_of(path: &Path) -> Result<PlanSpec, StudyError> {
    let file = path.join(PLAN);
    let text = fs::read_to_string(&file).map_err(StudyError::io("read", &file))?;
    PlanSpec::from_toml(&text).map_err(|why| StudyError::results(&file, None, why.to_string()))
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

fn write_new(path: &Path, text: &str) -> Result<(), StudyError> {
    let mut file = File::create_new(path).map_err(StudyError::io("create", path))?;
    file.write_all(text.as_bytes()).map_err(StudyError::io("write", path))
}

/// Replaces a file as a whole, so that a reader finds the old or the new one.
pub(crate) fn replace(path: &Path, bytes: &[u8]) -> Result<(), StudyError> {
    let beside = path.with_extension("new");
    let written: io::Result<()> = fs::write(&beside, bytes).and_then(|()| fs::rename(&beside, path));
    written.map_err(StudyError::io("write", path))
}
