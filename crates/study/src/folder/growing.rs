//! A file that only grows, and how much of it counts: its length and a checksum, so that what a killed run wrote after
//! its last note can be cut off, and what somebody else changed is noticed.

use std::{
    fs::File,
    io::{BufRead as _, BufReader, BufWriter, Read as _, Seek as _, SeekFrom, Write as _},
    path::{Path, PathBuf},
};

use serde::{Deserialize, Serialize};

use crate::StudyError;

/// The length of a file's part that counts, with its checksum.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Extent {
    bytes: u64,
    sum: String,
}

/// A checksum (FNV-1a, 64 bits) that is made as bytes come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Sum(u64);

impl Sum {
    pub(super) const START: Self = Self(0xcbf2_9ce4_8422_2325);

    pub(super) fn with(self, bytes: &[u8]) -> Self {
        Self(
            bytes
                .iter()
                .fold(self.0, |sum, byte| (sum ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3)),
        )
    }
}

impl std::fmt::Display for Sum {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

/// One growing file.
pub(super) struct Growing {
    path: PathBuf,
    out: BufWriter<File>,
    bytes: u64,
    sum: Sum,
}

impl Growing {
    pub(super) fn create(path: PathBuf, header: &str) -> Result<Self, StudyError> {
        let file = File::create_new(&path).map_err(StudyError::io("create", &path))?;
        let mut growing = Self { path, out: BufWriter::new(file), bytes: 0, sum: Sum::START };
        growing.append(header)?;
        Ok(growing)
    }

    /// Opens a file of which `extent` was verified; what comes after it is cut off.
    pub(super) fn reopen(path: PathBuf, extent: &Extent) -> Result<Self, StudyError> {
        let sum = extent.verify(&path)?;
        let file =
            File::options().read(true).write(true).open(&path).map_err(StudyError::io("open", &path))?;
        file.set_len(extent.bytes).map_err(StudyError::io("cut", &path))?;
        let mut out = BufWriter::new(file);
        out.seek(SeekFrom::End(0)).map_err(StudyError::io("open", &path))?;
        Ok(Self { path, out, bytes: extent.bytes, sum })
    }

    pub(super) fn append(&mut self, text: &str) -> Result<(), StudyError> {
        self.out.write_all(text.as_bytes()).map_err(StudyError::io("write", &self.path))?;
        self.bytes += text.len() as u64;
        self.sum = self.sum.with(text.as_bytes());
        Ok(())
    }

    /// Sees to it that all of it is on the disk, whatever happens to the process or the machine.
    pub(super) fn save(&mut self) -> Result<Extent, StudyError> {
        let saved = self.out.flush().and_then(|()| self.out.get_ref().sync_data());
        saved.map_err(StudyError::io("write", &self.path))?;
        Ok(Extent { bytes: self.bytes, sum: self.sum.to_string() })
    }
}

impl Extent {
    /// Holds a file against what was noted of it.
    pub(super) fn verify(&self, path: &Path) -> Result<Sum, StudyError> {
        let file = File::open(path).map_err(StudyError::io("open", path))?;
        let length = file.metadata().map_err(StudyError::io("read", path))?.len();
        if length < self.bytes {
            let what = format!("is truncated: {length} bytes are left of {} that were written", self.bytes);
            return Err(StudyError::results(path, None, what));
        }
        let mut input = BufReader::new(file).take(self.bytes);
        let (mut sum, mut buffer) = (Sum::START, vec![0; 1 << 16]);
        loop {
            match input.read(&mut buffer).map_err(StudyError::io("read", path))? {
                0 => break,
                n => sum = sum.with(&buffer[..n]),
            }
        }
        if sum.to_string() != self.sum {
            return Err(StudyError::results(path, None, "was edited: it does not hold what was written"));
        }
        Ok(sum)
    }

    /// Looks at what follows: lines that a killed run wrote after its last note begin as `expected` says, sample by
    /// sample, the last of them perhaps cut short. Anything else is somebody's, and is not thrown away.
    pub(super) fn verify_tail(
        &self,
        path: &Path,
        mut expected: impl Iterator<Item = String>,
    ) -> Result<(), StudyError> {
        let mut file = File::open(path).map_err(StudyError::io("open", path))?;
        file.seek(SeekFrom::Start(self.bytes)).map_err(StudyError::io("read", path))?;
        let (mut input, mut line) = (BufReader::new(file), Vec::new());
        loop {
            line.clear();
            if input.read_until(b'\n', &mut line).map_err(StudyError::io("read", path))? == 0 {
                return Ok(());
            }
            let begin = expected.next().unwrap_or_default();
            let common = begin.len().min(line.len());
            let is_whole = line.ends_with(b"\n");
            if begin.is_empty()
                || line[..common] != begin.as_bytes()[..common]
                || (is_whole && common < begin.len())
            {
                let shown = String::from_utf8_lossy(&line[..line.len().min(40)]);
                let what = format!(
                    "was edited: `{}` follows what was written; remove it to go on",
                    shown.trim_end().escape_default()
                );
                return Err(StudyError::results(path, None, what));
            }
        }
    }
}
