//! Reads results back, sample by sample. The plan says what each line must begin with, so a line that is missing, edited
//! or out of order is found and named.

use std::{
    fs::File,
    io::{BufRead as _, BufReader},
    path::{Path, PathBuf},
};

use crate::{
    StudyError,
    folder::{CSV, JSON, TIMES},
    plan::{Plan, Point},
    sample::{Lines, Run, SAMPLE_COLUMNS, Sample, TIME_COLUMNS, Verdict, csv_begin, run_columns},
    seed::sample_seed,
    work::Shard,
};

/// A file read line by line.
pub(crate) struct LineReader {
    path: PathBuf,
    input: BufReader<File>,
    line: String,
    number: u64,
}

impl LineReader {
    pub(crate) fn open(path: PathBuf) -> Result<Self, StudyError> {
        let file = File::open(&path).map_err(StudyError::io("open", &path))?;
        Ok(Self { input: BufReader::with_capacity(1 << 16, file), path, line: String::new(), number: 0 })
    }

    /// The next line with its line feed.
    pub(crate) fn next(&mut self) -> Result<&str, StudyError> {
        self.line.clear();
        self.number += 1;
        self.input.read_line(&mut self.line).map_err(StudyError::io("read", &self.path))?;
        if self.line.is_empty() {
            return Err(self.wrong("the file is truncated here"));
        }
        if !self.line.ends_with('\n') {
            return Err(self.wrong("the line is truncated"));
        }
        Ok(&self.line)
    }

    fn header(&mut self, expected: &str) -> Result<(), StudyError> {
        if self.next()? == expected { Ok(()) } else { Err(self.wrong("the columns are not a study's")) }
    }

    fn wrong(&self, what: impl Into<String>) -> StudyError {
        StudyError::results(&self.path, Some(self.number), what)
    }
}

/// Calls `each` with the point's number and the sample, for the first `done` samples of a shard.
pub(crate) fn each_sample(
    folder: &Path,
    plan: &Plan,
    shard: Shard,
    done: u64,
    mut each: impl FnMut(usize, &Sample) -> Result<(), StudyError>,
) -> Result<(), StudyError> {
    let mut csv = LineReader::open(folder.join(CSV))?;
    let mut times = LineReader::open(folder.join(TIMES))?;
    csv.header(SAMPLE_COLUMNS)?;
    times.header(TIME_COLUMNS)?;
    let mut sample = Sample { number: 0, seed: 0, placed: 0, runs: Vec::new() };
    for at in 0..done {
        let (point, number) = shard.sample(plan, at);
        let board = &plan.board_of(point).name;
        sample.number = number;
        sample.seed = sample_seed(plan.spec().seed, board, point.locked, number);
        sample.runs.clear();
        let begin = csv_begin(board, point.locked, number);
        for run in 0..=plan.configs().len() {
            read_run(&mut csv, &mut times, plan, point, &mut sample, &begin, run)?;
        }
        each(shard.point(plan, at), &sample)?;
    }
    Ok(())
}

/// The first wrong line as an error, where it can be found: a line that no study writes, or one on which the CSV and the
/// JSON lines differ. `edited` is the file that is known to be wrong.
pub(crate) fn find_wrong_line(
    folder: &Path,
    edited: &str,
    plan: &Plan,
    shard: Shard,
    done: u64,
) -> Result<(), StudyError> {
    let mut json = LineReader::open(folder.join(JSON))?;
    each_sample(folder, plan, shard, done, |point, sample| {
        let mut lines = Lines::default();
        lines.push(plan, plan.points()[point], sample);
        for expected in lines.json.split_inclusive('\n') {
            if json.next()? != expected {
                // The CSV has a line more, its header.
                let (line, other) = if edited == CSV { (json.number + 1, JSON) } else { (json.number, CSV) };
                let what = format!("was edited: the line is not what {other} holds");
                return Err(StudyError::results(&folder.join(edited), Some(line), what));
            }
        }
        Ok(())
    })
}

fn read_run(
    csv: &mut LineReader,
    times: &mut LineReader,
    plan: &Plan,
    point: Point,
    sample: &mut Sample,
    begin: &str,
    run: usize,
) -> Result<(), StudyError> {
    let columns = run_columns(plan.configs(), run);
    let Some(rest) = csv.next()?.strip_prefix(begin) else {
        return Err(csv.wrong(format!("expected a line that begins with `{begin}`")));
    };
    let parsed = parse_run(rest.trim_end(), sample.seed, columns);
    let Some((placed, verdict, counters)) = parsed else {
        return Err(csv.wrong("the line is not what a study writes"));
    };
    let unplaceable = verdict == Verdict::Unplaceable;
    if unplaceable != (placed < point.locked) || (run > 0 && placed != sample.placed) {
        return Err(csv.wrong("the number of placed cells does not fit the outcome"));
    }
    sample.placed = placed;
    let [strategy, values, propagate] = columns;
    let time = times.next()?.strip_prefix(begin).and_then(|rest| {
        let time = rest.trim_end().strip_prefix(strategy)?.strip_prefix(',')?;
        let time = time.strip_prefix(values)?.strip_prefix(',')?.strip_prefix(propagate)?;
        time.strip_prefix(',')?.parse().ok()
    });
    let Some(nanos) = time else {
        return Err(times.wrong("the line is not what a study writes"));
    };
    sample.runs.push(Run { verdict, counters, nanos });
    Ok(())
}

fn parse_run(rest: &str, seed: u64, columns: [&str; 3]) -> Option<(usize, Verdict, Option<[u64; 3]>)> {
    let mut fields = rest.split(',');
    let mut next = || fields.next();
    (next()?.parse().ok() == Some(seed)).then_some(())?;
    let placed = next()?.parse().ok()?;
    (columns == [next()?, next()?, next()?]).then_some(())?;
    let name = next()?;
    let verdict = *Verdict::ALL.iter().find(|verdict| verdict.name() == name)?;
    let counters = [next()?, next()?, next()?];
    let is_truth = columns == crate::sample::TRUTH;
    let counters = match counters {
        ["", "", ""] if is_truth => None,
        _ if is_truth => return None,
        [a, b, c] => Some([a.parse().ok()?, b.parse().ok()?, c.parse().ok()?]),
    };
    fields.next().is_none().then_some((placed, verdict, counters))
}
