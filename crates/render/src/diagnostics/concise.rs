//! One line a diagnostic, as compilers have always written them.

use std::io::{self, Write};

use super::{FileReport, Places, place::Place};

pub(super) fn write(out: &mut dyn Write, files: &[FileReport<'_>]) -> io::Result<()> {
    for file in files.iter().filter(|file| !file.diagnostics.is_empty()) {
        let places = Places::new(file);
        for it in file.diagnostics {
            let message = one_line(&it.message);
            // What has no place is about the file: its start is the place that tools can jump to.
            let at = it.span.map_or(Place { line: 1, column: 1 }, |span| places.range(span).0);
            let path = one_line(file.path);
            writeln!(out, "{path}:{}:{}: {} {message}", at.line, at.column, it.code)?;
        }
    }
    Ok(())
}

/// The text with every control character as a blank, so that it stays on its line and cannot steer a terminal or turn round what
/// follows.
pub(super) fn one_line(text: &str) -> String {
    text.chars()
        .map(|ch| {
            if ch.is_control()
                || matches!(ch, '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
            {
                ' '
            } else {
                ch
            }
        })
        .collect()
}
