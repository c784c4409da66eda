//! Annotations of GitHub workflows: `::error file=…,line=…::message`.

use std::io::{self, Write};

use sdkc_diagnostics::Severity;

use super::{FileReport, Places};

pub(super) fn write(out: &mut dyn Write, files: &[FileReport<'_>]) -> io::Result<()> {
    for file in files.iter().filter(|file| !file.diagnostics.is_empty()) {
        let places = Places::new(file.text, file.before);
        let path = property(file.path);
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
            let text: Vec<&str> =
                [it.message.as_str()].into_iter().chain(it.notes.iter().map(String::as_str)).collect();
            writeln!(out, "title={}::{}", it.code, data(&text.join("\n")))?;
        }
    }
    Ok(())
}

/// The escapes of the part behind `::`.
fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// The escapes of a property, which `:` and `,` would end.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}
