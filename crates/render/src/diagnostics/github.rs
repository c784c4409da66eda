//! Annotations of GitHub workflows: `::error file=…,line=…::message`.

use std::io::{self, Write};

use sdkc_diagnostics::{Diagnostic, Severity};

use super::{FileReport, Places, concise::one_line};

pub(super) fn write(out: &mut dyn Write, files: &[FileReport<'_>]) -> io::Result<()> {
    for file in files.iter().filter(|file| !file.diagnostics.is_empty()) {
        let places = Places::new(file);
        // Only a path as the repository has it is found there.
        let path = property(file.path.strip_prefix("./").unwrap_or(file.path));
        for it in file.diagnostics {
            let level = match it.severity {
                Severity::Error => "error",
                Severity::Warning => "warning",
                Severity::Note => "notice",
            };
            write!(out, "::{level} file={path},")?;
            if let Some(span) = it.span {
                let (from, to) = places.range(span);
                write!(out, "line={},endLine={},col={},", from.line, to.line, from.column)?;
                if from.line == to.line {
                    write!(out, "endColumn={},", to.column)?;
                }
            }
            writeln!(out, "title={}::{}", it.code, data(&words(it)))?;
        }
    }
    Ok(())
}

/// An annotation has one place: what the other places and the primary one have to say goes into its text.
fn words(it: &Diagnostic) -> String {
    let labels = [it.label.as_str()].into_iter().chain(it.labels.iter().map(|label| label.message.as_str()));
    let labels: Vec<&str> = labels.filter(|label| !label.is_empty()).collect();
    let mut lines = vec![one_line(&it.message)];
    if !labels.is_empty() {
        lines.push(one_line(&labels.join("; ")));
    }
    lines.extend(it.notes.iter().map(|note| one_line(note)));
    lines.join("\n")
}

/// The escapes of the part behind `::`.
fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// The escapes of a property, which `:` and `,` would end. Control characters that have none would steer the terminal of who reads the log.
fn property(text: &str) -> String {
    let escaped = data(text).replace(':', "%3A").replace(',', "%2C");
    escaped.replace(char::is_control, "\u{fffd}")
}
