//! The journal: samples that were finished before an earlier one was. Results are written in order, so a slow sample
//! holds back all that come after it; so that a killed run does not lose them, they are kept here until their turn
//! comes. A record is a line of numbers and the three texts:
//!
//! ```text
//! start samples csv-bytes json-bytes times-bytes checksum
//! ```

use std::{
    collections::BTreeMap,
    fs::{self, File},
    io::{self, Write as _},
    path::{Path, PathBuf},
};

use crate::{StudyError, sample::Lines};

use super::{growing::Sum, replace};

/// A journal below this size is not worth making smaller.
const SMALL: u64 = 1 << 22;

/// Samples that wait for earlier ones, by the shard's number of their first.
#[derive(Default)]
pub(super) struct Early {
    waiting: BTreeMap<u64, Lines>,
    /// Those that are not in the journal yet.
    fresh: Vec<u64>,
    n_samples: u64,
    bytes: u64,
}

impl Early {
    pub(super) fn insert(&mut self, start: u64, lines: Lines) {
        self.n_samples += lines.n_samples;
        self.bytes += lines.bytes();
        self.fresh.push(start);
        self.waiting.insert(start, lines);
    }

    pub(super) fn remove(&mut self, start: u64) -> Option<Lines> {
        let lines = self.waiting.remove(&start)?;
        self.n_samples -= lines.n_samples;
        self.bytes -= lines.bytes();
        Some(lines)
    }

    pub(super) const fn n_samples(&self) -> u64 {
        self.n_samples
    }

    pub(super) const fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Where they start, and how many follow each other there.
    pub(super) fn spans(&self) -> BTreeMap<u64, u64> {
        self.waiting.iter().map(|(start, lines)| (*start, lines.n_samples)).collect()
    }
}

/// The file.
pub(super) struct Journal {
    path: PathBuf,
    file: Option<File>,
    bytes: u64,
}

impl Journal {
    /// Reads what a stopped run left, from sample `done` on. A record that was not finished ends the reading: what it
    /// and its followers held is worked out again.
    pub(super) fn open(path: PathBuf, done: u64, total: u64) -> Result<(Self, Early), StudyError> {
        let bytes = match fs::read(&path) {
            Ok(bytes) => bytes,
            Err(why) if why.kind() == io::ErrorKind::NotFound => Vec::new(),
            Err(why) => return Err(StudyError::io("read", &path)(why)),
        };
        let mut early = Early::default();
        let (mut rest, mut end) = (bytes.as_slice(), done);
        let mut records = Vec::new();
        while let Some((start, lines, after)) = record(rest) {
            records.push((start, lines));
            rest = after;
        }
        records.sort_by_key(|(start, _)| *start);
        for (start, lines) in records {
            if start >= end && start < total {
                end = start + lines.n_samples;
                early.insert(start, lines);
            }
        }
        let mut journal = Self { path, file: None, bytes: 0 };
        journal.rewrite(&mut early)?;
        Ok((journal, early))
    }

    /// Adds what is new; makes the file small again where little of it still waits.
    pub(super) fn save(&mut self, early: &mut Early) -> Result<(), StudyError> {
        let is_stale = early.bytes == 0 && self.bytes > 0;
        if is_stale || (self.bytes > SMALL && self.bytes > 2 * early.bytes) {
            return self.rewrite(early);
        }
        let mut out = Vec::new();
        for start in early.fresh.drain(..) {
            // Some had their turn meanwhile.
            if let Some(lines) = early.waiting.get(&start) {
                write_record(&mut out, start, lines);
            }
        }
        if out.is_empty() {
            return Ok(());
        }
        let failed = StudyError::io("write", &self.path);
        let file = match &mut self.file {
            Some(file) => file,
            None => self.file.insert(
                File::options()
                    .create(true)
                    .append(true)
                    .open(&self.path)
                    .map_err(StudyError::io("open", &self.path))?,
            ),
        };
        file.write_all(&out).and_then(|()| file.sync_data()).map_err(failed)?;
        self.bytes += out.len() as u64;
        Ok(())
    }

    /// Replaces the file by one with what waits now, or removes it where nothing does.
    fn rewrite(&mut self, early: &mut Early) -> Result<(), StudyError> {
        self.file = None;
        early.fresh.clear();
        let mut out = Vec::new();
        for (start, lines) in &early.waiting {
            write_record(&mut out, *start, lines);
        }
        self.bytes = out.len() as u64;
        if out.is_empty() { remove(&self.path) } else { replace(&self.path, &out) }
    }
}

/// Removes a file that may not be there.
pub(super) fn remove(path: &Path) -> Result<(), StudyError> {
    match fs::remove_file(path) {
        Err(why) if why.kind() != io::ErrorKind::NotFound => Err(StudyError::io("remove", path)(why)),
        _ => Ok(()),
    }
}

fn write_record(out: &mut Vec<u8>, start: u64, lines: &Lines) {
    let Lines { csv, json, times, n_samples } = lines;
    let head = format!("{start} {n_samples} {} {} {}", csv.len(), json.len(), times.len());
    let sum = [&head, csv, json, times].iter().fold(Sum::START, |sum, text| sum.with(text.as_bytes()));
    // Writing to memory cannot fail.
    let _ = writeln!(out, "{head} {sum}");
    [csv, json, times].iter().for_each(|text| out.extend_from_slice(text.as_bytes()));
}

/// The first record, and what follows it.
fn record(bytes: &[u8]) -> Option<(u64, Lines, &[u8])> {
    let end = bytes.iter().position(|byte| *byte == b'\n')?;
    let (head, sum) = std::str::from_utf8(&bytes[..end]).ok()?.rsplit_once(' ')?;
    let numbers: Result<Vec<u64>, _> = head.split(' ').map(str::parse).collect();
    let [start, n_samples, csv, json, times] = numbers.ok()?[..] else { return None };
    let mut rest = &bytes[end + 1..];
    let mut found = Sum::START.with(head.as_bytes());
    let mut text = |length: u64| {
        let (text, after) = rest.split_at_checked(usize::try_from(length).ok()?)?;
        rest = after;
        found = found.with(text);
        Some(std::str::from_utf8(text).ok()?.to_owned())
    };
    let lines = Lines { csv: text(csv)?, json: text(json)?, times: text(times)?, n_samples };
    let end = start.checked_add(n_samples)?;
    (found.to_string() == sum && end > start).then_some((start, lines, rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(text: &str) -> Lines {
        Lines { csv: format!("{text}\n"), json: "{}\n".to_owned(), times: String::new(), n_samples: 2 }
    }

    #[test]
    fn records_come_back_and_broken_ones_end_the_reading() {
        let mut bytes = Vec::new();
        write_record(&mut bytes, 4, &lines("a"));
        let first = bytes.len();
        write_record(&mut bytes, 9, &lines("ü"));
        let (start, found, rest) = record(&bytes).unwrap();
        assert_eq!((start, found.csv.as_str(), found.n_samples), (4, "a\n", 2));
        let (start, found, rest) = record(rest).unwrap();
        assert_eq!((start, found.csv.as_str(), rest.len()), (9, "ü\n", 0));
        for end in first..bytes.len() {
            assert!(record(&bytes[first..end]).is_none(), "{end}");
        }
        for at in 0..first {
            let mut edited = bytes.clone();
            edited[at] ^= 1;
            assert!(record(&edited).is_none(), "{at}");
        }
    }
}
