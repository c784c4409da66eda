//! Diagnostics in the formats that people and programs read.
//!
//! To add a format: a row in [`DiagnosticFormat`]'s table, a file here with a function `write`, an arm in
//! [`write_diagnostics`], and a snapshot in `tests/diagnostics.rs`.

mod concise;
#[cfg(feature = "terminal")]
mod excerpt;
mod github;
#[cfg(feature = "terminal")]
mod human;
mod json;
mod place;
mod sarif;

use std::io::{self, Write};
use std::{fmt, str::FromStr};

use sdkc_diagnostics::{ByteMap, Diagnostic, LineIndex};

use crate::Look;

pub use json::JsonDiagnostic;
pub(crate) use place::Places;
pub use sarif::{SarifDocument, SarifEnd, SarifResult, sarif_results};

/// One text and what is wrong with it.
#[derive(Clone, Copy, Debug)]
pub struct FileReport<'a> {
    /// The file as the user named it.
    pub path: &'a str,
    /// Its text, into which the spans point.
    pub text: &'a str,
    /// Where the lines of the text start, if that is known already: with it, a report costs what its diagnostics are long and not
    /// what the text is.
    pub lines: Option<&'a LineIndex>,
    /// What was found, in the order in which it is to be shown.
    pub diagnostics: &'a [Diagnostic],
    /// What stands in the file before the text.
    pub before: Before,
    /// Which bytes the places in the text stand for, where the text is not byte for byte what the file holds.
    pub bytes: Option<&'a ByteMap>,
}

impl<'a> FileReport<'a> {
    /// A report on a whole file.
    #[must_use]
    pub fn new(path: &'a str, text: &'a str, diagnostics: &'a [Diagnostic]) -> Self {
        Self { path, text, lines: None, diagnostics, before: Before::default(), bytes: None }
    }
}

/// How much of a file stands before a piece of it, so that places count from the file's start.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Before {
    /// Whole lines.
    pub lines: u32,
    /// Bytes.
    pub bytes: u64,
}

macro_rules! formats {
    ($($variant:ident $name:literal $row:literal;)*) => {
        /// How diagnostics are written.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum DiagnosticFormat {
            $(#[doc = $row] $variant,)*
        }

        impl DiagnosticFormat {
            /// All formats, in the order of the help text.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)*];

            /// The name on the command line.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self { $(Self::$variant => $name,)* }
            }

            /// A sentence that says what it is.
            #[must_use]
            pub const fn summary(self) -> &'static str {
                match self { $(Self::$variant => $row,)* }
            }
        }
    };
}

formats! {
    Human "human" "For people: the message, the lines it is about, what to do.";
    Concise "concise" "One line each: path:line:column: code message.";
    Json "json" "One JSON array.";
    Ndjson "ndjson" "One JSON object a line.";
    Github "github" "Annotations of GitHub workflows.";
    Sarif "sarif" "One SARIF 2.1.0 document, for code scanning.";
}

/// The text names no format.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownFormat(String);

impl fmt::Display for UnknownFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let known: Vec<&str> = DiagnosticFormat::ALL.iter().map(|format| format.name()).collect();
        write!(f, "unknown format `{}`; known are {}", self.0, known.join(", "))
    }
}

impl std::error::Error for UnknownFormat {}

impl FromStr for DiagnosticFormat {
    type Err = UnknownFormat;

    fn from_str(text: &str) -> Result<Self, UnknownFormat> {
        let row = Self::ALL.iter().find(|format| format.name() == text);
        row.copied().ok_or_else(|| UnknownFormat(text.to_owned()))
    }
}

impl fmt::Display for DiagnosticFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Writes the diagnostics of a batch of files. `look` matters to [`DiagnosticFormat::Human`] only; without the
/// feature `terminal` that format is written as [`DiagnosticFormat::Concise`].
///
/// # Errors
/// Those of `out`.
pub fn write_diagnostics(
    out: &mut dyn Write,
    format: DiagnosticFormat,
    files: &[FileReport<'_>],
    look: Look,
) -> io::Result<()> {
    match format {
        #[cfg(feature = "terminal")]
        DiagnosticFormat::Human => human::write(out, files, look),
        #[cfg(not(feature = "terminal"))]
        DiagnosticFormat::Human => {
            let _ = look;
            concise::write(out, files)
        }
        DiagnosticFormat::Concise => concise::write(out, files),
        DiagnosticFormat::Json => json::write_array(out, files),
        DiagnosticFormat::Ndjson => json::write_lines(out, files),
        DiagnosticFormat::Github => github::write(out, files),
        DiagnosticFormat::Sarif => sarif::write(out, files),
    }
}
