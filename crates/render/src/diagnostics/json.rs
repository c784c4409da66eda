//! Diagnostics as JSON: one array, or one object a line.

use std::io::{self, Write};

use sdkc_diagnostics::{Diagnostic, Severity, Span};
use serde::Serialize;

use super::{FileReport, Places};
use crate::JSON_VERSION;

/// A place in both countings: lines and columns from 1 (columns in characters, the end behind the last), bytes from 0.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
struct JsonPlace {
    line: u32,
    column: u32,
    end_line: u32,
    end_column: u32,
    span: [u64; 2],
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
struct JsonLabel {
    message: String,
    #[serde(flatten)]
    place: JsonPlace,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
struct JsonEdit {
    #[serde(flatten)]
    place: JsonPlace,
    text: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
struct JsonFix {
    title: String,
    edits: Vec<JsonEdit>,
}

/// A diagnostic as programs read it. Where there is no place, its fields are left out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct JsonDiagnostic {
    version: u32,
    file: String,
    code: &'static str,
    severity: &'static str,
    message: String,
    #[serde(flatten)]
    place: Option<JsonPlace>,
    label: String,
    labels: Vec<JsonLabel>,
    notes: Vec<String>,
    fixes: Vec<JsonFix>,
    /// The number of the puzzle in its file, from 1, as in records.
    puzzle: Option<u32>,
}

impl JsonDiagnostic {
    pub(crate) fn new(path: &str, places: &Places<'_>, it: &Diagnostic) -> Self {
        let label = |label: &sdkc_diagnostics::Label| JsonLabel {
            message: label.message.clone(),
            place: json_place(places, label.span),
        };
        let edit = |edit: &sdkc_diagnostics::Edit| JsonEdit {
            place: json_place(places, edit.span),
            text: edit.text.clone(),
        };
        let fix = |fix: &sdkc_diagnostics::Fix| JsonFix {
            title: fix.title.clone(),
            edits: fix.edits.iter().map(edit).collect(),
        };
        Self {
            version: JSON_VERSION,
            file: path.to_owned(),
            code: it.code.as_str(),
            severity: severity(it.severity),
            message: it.message.clone(),
            place: it.span.map(|span| json_place(places, span)),
            label: it.label.clone(),
            labels: it.labels.iter().map(label).collect(),
            notes: it.notes.clone(),
            fixes: it.fixes.iter().map(fix).collect(),
            puzzle: it.puzzle.map(|number| number.saturating_add(1)),
        }
    }
}

fn json_place(places: &Places<'_>, span: Span) -> JsonPlace {
    let (range, (from, to)) = (places.clamp(span), places.range(span));
    JsonPlace {
        line: from.line,
        column: from.column,
        end_line: to.line,
        end_column: to.column,
        span: [places.byte(range.start), places.byte(range.end)],
    }
}

/// The severity in a word; GitHub and SARIF use the same ones but for GitHub's `notice`.
pub(super) const fn severity(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Note => "note",
    }
}

pub(super) fn write_array(out: &mut dyn Write, files: &[FileReport<'_>]) -> io::Result<()> {
    let mut first = true;
    for_each(files, |it| {
        out.write_all(if first { b"[\n  " } else { b",\n  " })?;
        first = false;
        serde_json::to_writer(&mut *out, &it).map_err(io::Error::from)
    })?;
    out.write_all(if first { b"[]\n" } else { b"\n]\n" })
}

pub(super) fn write_lines(out: &mut dyn Write, files: &[FileReport<'_>]) -> io::Result<()> {
    for_each(files, |it| {
        serde_json::to_writer(&mut *out, &it)?;
        out.write_all(b"\n")
    })
}

fn for_each(
    files: &[FileReport<'_>],
    mut visit: impl FnMut(JsonDiagnostic) -> io::Result<()>,
) -> io::Result<()> {
    for file in files.iter().filter(|file| !file.diagnostics.is_empty()) {
        let places = Places::new(file);
        for it in file.diagnostics {
            visit(JsonDiagnostic::new(file.path, &places, it))?;
        }
    }
    Ok(())
}
