//! Diagnostics for people: the message, the lines it is about with all places marked, what to do.
//!
//! ariadne draws the lines. It gets no more than a short [`Excerpt`] to draw, so that a line of ten megabytes stays
//! one line on the screen and the hundredth diagnostic of a large file costs what the first did.

use std::io::{self, Write};

use ariadne::{Color, Config, IndexType, Label, Report, ReportKind};
use sdkc_diagnostics::{Diagnostic, Severity};

use super::{FileReport, Places, excerpt::Excerpt, json::severity};
use crate::look::{CharSet, Look, Style};

/// The colours of places other than the primary one, in turn.
const OTHERS: [Color; 4] = [Color::Cyan, Color::Magenta, Color::Blue, Color::Green];

pub(super) fn write(out: &mut dyn Write, files: &[FileReport<'_>], look: Look) -> io::Result<()> {
    let ellipsis = if look.is_unicode() { "…" } else { "..." };
    for file in files.iter().filter(|file| !file.diagnostics.is_empty()) {
        let places = Places::new(file);
        for it in file.diagnostics {
            let mut text = String::new();
            push_header(&mut text, it, look);
            match Excerpt::new(&places, it, ellipsis) {
                Some(excerpt) => {
                    let drawn = draw(it, &excerpt, look)?;
                    push_with_numbers(&mut text, &drawn, file.path, &excerpt);
                    push_footer(&mut text, it, Some(&excerpt), look);
                }
                None => push_bare(&mut text, file.path, it, look),
            }
            text.push('\n');
            out.write_all(text.as_bytes())?;
        }
    }
    Ok(())
}

fn color(of: Severity) -> Color {
    match of {
        Severity::Error => Color::Red,
        Severity::Warning => Color::Yellow,
        Severity::Note => Color::Blue,
    }
}

/// `error[E0401]: 5 stands twice in row 1`.
fn push_header(text: &mut String, it: &Diagnostic, look: Look) {
    let style = match it.severity {
        Severity::Error => Style::Error,
        Severity::Warning => Style::Warning,
        Severity::Note => Style::Note,
    };
    look.push(text, Some(style), &format!("{}[{}]:", severity(it.severity), it.code));
    text.push_str(&format!(" {}\n", clean(&it.message)));
}

/// Lets ariadne draw the excerpt.
fn draw(it: &Diagnostic, excerpt: &Excerpt, look: Look) -> io::Result<String> {
    let charset = match look.charset {
        CharSet::Ascii => ariadne::CharSet::Ascii,
        CharSet::Unicode => ariadne::CharSet::Unicode,
    };
    let config = Config::new().with_color(look.color).with_char_set(charset).with_index_type(IndexType::Byte);
    let mut report = Report::build(ReportKind::Error, excerpt.primary()).with_config(config);
    let mut others = OTHERS.iter().cycle();
    for mark in &excerpt.marks {
        let hue = if mark.is_primary { color(it.severity) } else { *others.next().unwrap_or(&Color::Cyan) };
        let mut label =
            Label::new(mark.range.clone()).with_color(hue).with_priority(i32::from(mark.is_primary));
        if !mark.message.is_empty() {
            label = label.with_message(clean(&mark.message));
        }
        report.add_label(label);
    }
    let mut drawn = Vec::new();
    report.finish().write(ariadne::Source::from(excerpt.text.as_str()), &mut drawn)?;
    Ok(String::from_utf8_lossy(&drawn).into_owned())
}

/// The text without control characters: it stays on one line and does not steer the terminal.
fn clean(text: &str) -> String {
    super::concise::one_line(text)
}

/// Copies ariadne's picture with the text's own line numbers in place of the excerpt's, the header's place, and
/// without the closing line: the footer follows.
fn push_with_numbers(text: &mut String, drawn: &str, path: &str, excerpt: &Excerpt) {
    // The first row is ariadne's header, which has a colour even where none is asked for.
    let rows: Vec<&str> = drawn.lines().skip(1).collect();
    // The margin of ariadne's picture is a blank, the number, a blank; ours is wider where our numbers are longer.
    let narrow = rows.first().map_or(0, |row| row.len() - row.trim_start().len()).saturating_sub(2);
    let width = number_width(excerpt);
    let extra = " ".repeat(width.saturating_sub(narrow));
    for row in &rows[..rows.len().saturating_sub(1)] {
        let row = match row.split_once(NO_NAME) {
            Some((head, tail)) => {
                let at = excerpt.at;
                let close = tail.find(' ').map_or("", |blank| &tail[blank..]);
                format!("{extra}{head}{}:{}:{}{close}", clean(path), at.line, at.column)
            }
            None => renumbered(row, width, excerpt).unwrap_or_else(|| format!("{extra}{row}")),
        };
        push_row(text, &row);
    }
}

/// How ariadne calls a source without a name.
const NO_NAME: &str = "<unknown>:";

fn number_width(excerpt: &Excerpt) -> usize {
    excerpt.numbers.iter().max().map_or(1, |number| number.to_string().len())
}

/// The row with the text's own line number, if it starts with a number: blanks, perhaps a colour, blanks, digits.
fn renumbered(row: &str, width: usize, excerpt: &Excerpt) -> Option<String> {
    let after_blanks = row.trim_start_matches(' ');
    let color = match after_blanks.strip_prefix('\x1b') {
        Some(_) => after_blanks.split_inclusive('m').next()?,
        None => "",
    };
    let number = after_blanks[color.len()..].trim_start_matches(' ');
    let rest = number.trim_start_matches(|ch: char| ch.is_ascii_digit());
    let line: usize = number[..number.len() - rest.len()].parse().ok()?;
    let shown = excerpt.numbers.get(line.checked_sub(1)?)?;
    Some(format!(" {color}{shown:>width$}{rest}"))
}

fn push_row(text: &mut String, row: &str) {
    text.push_str(&merge_colors(row.trim_end()));
    text.push('\n');
}

/// ariadne ends and starts the colour at every character; neighbours of one colour need it once.
fn merge_colors(row: &str) -> String {
    const END: &str = "\x1b[0m";
    let mut merged = String::with_capacity(row.len());
    let (mut rest, mut open) = (row, "");
    while let Some(at) = rest.find('\x1b') {
        merged.push_str(&rest[..at]);
        rest = &rest[at..];
        let code = rest.split_inclusive('m').next().unwrap_or(rest);
        rest = &rest[code.len()..];
        if code == END && !open.is_empty() && rest.starts_with(open) {
            rest = &rest[open.len()..];
            continue;
        }
        open = if code == END { "" } else { code };
        merged.push_str(code);
    }
    merged.push_str(rest);
    merged
}

/// What to do, below the picture.
fn push_footer(text: &mut String, it: &Diagnostic, excerpt: Option<&Excerpt>, look: Look) {
    let margin = " ".repeat(excerpt.map_or(1, number_width) + 2);
    if excerpt.is_some() {
        text.push_str(&margin);
        look.push(text, Some(Style::Line), if look.is_unicode() { "│" } else { "|" });
        text.push('\n');
    }
    let mut line = |word: &str, rest: &str| {
        text.push_str(&margin);
        look.push(text, Some(Style::Line), "=");
        text.push(' ');
        look.push(text, Some(Style::Hint), word);
        text.push_str(": ");
        text.push_str(&clean(rest));
        text.push('\n');
    };
    let left_out = excerpt.map_or(&[][..], |excerpt| &excerpt.left_out);
    for (at, message) in left_out.iter().take(MOST_ALSO) {
        line("also", &format!("line {}, column {}: {message}", at.line, at.column));
    }
    if left_out.len() > MOST_ALSO {
        line("also", &format!("{} more places", left_out.len() - MOST_ALSO));
    }
    it.notes.iter().for_each(|note| line("note", note));
    it.fixes.iter().for_each(|fix| line("help", &fix.title));
    line("see", &format!("sdkc explain {}", it.code));
}

/// The most places named below the picture because it has no room for them.
const MOST_ALSO: usize = 5;

/// A diagnostic about a file as a whole: there is nothing to draw.
fn push_bare(text: &mut String, path: &str, it: &Diagnostic, look: Look) {
    let corner = if look.is_unicode() { "╭─[" } else { ",-[" };
    text.push_str("   ");
    look.push(text, Some(Style::Line), corner);
    text.push_str(&format!(" {} ", clean(path)));
    look.push(text, Some(Style::Line), "]");
    text.push('\n');
    push_footer(text, it, None, look);
}
