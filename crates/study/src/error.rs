//! What can go wrong: closed, each with its place, so that a message can say what and where.

use std::{
    fmt, io,
    path::{Path, PathBuf},
};

use crate::folder::PLAN;

/// Why a study cannot be run, resumed or merged. No file was overwritten or lost.
#[derive(Debug)]
#[non_exhaustive]
pub enum StudyError {
    /// The plan is impossible.
    Plan {
        /// The key of the plan.
        key: String,
        /// What is wrong with it.
        what: String,
    },
    /// The system refused a file or folder.
    Io {
        /// What was tried, such as `write`.
        doing: &'static str,
        /// The file or folder.
        path: PathBuf,
        /// The system's reason.
        source: io::Error,
    },
    /// Results that are not what the plan would have written.
    Results {
        /// The file or folder.
        path: PathBuf,
        /// The first wrong line, from 1.
        line: Option<u64>,
        /// What is wrong.
        what: String,
    },
    /// Shards that do not make up one study.
    Shards {
        /// What is wrong.
        what: String,
    },
    /// Another process works in the folder.
    Busy {
        /// The folder.
        folder: PathBuf,
        /// The process, where it said which it is.
        process: Option<u32>,
    },
    /// A strategy's verdict is not the exact one: a bug in the solver.
    Contradiction {
        /// The folder.
        folder: PathBuf,
        /// Which strategy, and where.
        what: String,
    },
    /// A chart could not be drawn.
    Chart {
        /// What the drawing library says.
        what: String,
    },
}

impl StudyError {
    pub(crate) fn plan(key: &str, what: impl Into<String>) -> Self {
        Self::Plan { key: key.to_owned(), what: what.into() }
    }

    pub(crate) fn results(path: &Path, line: Option<u64>, what: impl Into<String>) -> Self {
        Self::Results { path: path.to_owned(), line, what: what.into() }
    }

    /// For `map_err`: names what was tried on which path.
    pub(crate) fn io(doing: &'static str, path: &Path) -> impl FnOnce(io::Error) -> Self {
        move |source| Self::Io { doing, path: path.to_owned(), source }
    }
}

impl fmt::Display for StudyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Plan { key, what } => write!(f, "the plan's `{key}`: {what}"),
            Self::Io { doing, path, source } => write!(f, "cannot {doing} {}: {source}", path.display()),
            Self::Results { path, line: Some(line), what } => write!(f, "{}:{line}: {what}", path.display()),
            Self::Results { path, line: None, what } => write!(f, "{}: {what}", path.display()),
            Self::Shards { what } => write!(f, "the shards do not make up one study: {what}"),
            Self::Busy { folder, process } => {
                let who = process.map(|process| format!(", process {process},")).unwrap_or_default();
                let folder = folder.display();
                write!(
                    f,
                    "{folder}: another sdkc{who} is at work here; wait for it or stop it (the lock ends with its process; where a network drive did not notice that, remove {folder}/.lock)"
                )
            }
            Self::Contradiction { folder, what } => {
                write!(f, "{}: {what}: a bug in sdkc; please report it with {PLAN}", folder.display())
            }
            Self::Chart { what } => write!(f, "cannot draw a chart: {what}"),
        }
    }
}

impl std::error::Error for StudyError {}
