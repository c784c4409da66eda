//! Cases of the command line as data: a file in `tests/cases/` says which command is run on which files, and a snapshot
//! beside the tests what came of it.
//!
//! ```text
//! A row with a cell too few is told at its place.
//!
//! $ sdkc check short.sdk
//! exit 1
//! --- short.sdk
//! puzzle { … }
//! ```
//!
//! Above the command stands what the case is about. `env NAME=VALUE` and `exit CODE` may follow it; a file named `stdin`
//! is the command's input; `--- name crlf`, `bom`, `utf16` and `bare` (no final newline) change how a text is written.
//! A command that names `samples/` or `data/` finds copies of them in its folder.

use std::{fs, path::Path};

use crate::{
    terminal::{Ran, Scratch, run, sdkc},
    tidy::root,
};

/// A case.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Case {
    /// What it is about.
    pub about: String,
    /// The arguments after `sdkc`.
    pub args: Vec<String>,
    /// Variables of the environment.
    pub env: Vec<(String, String)>,
    /// The exit code that it must have.
    pub exit: i32,
    /// Its files, by name.
    pub files: Vec<(String, Vec<u8>)>,
}

impl Case {
    /// Reads a case.
    ///
    /// # Errors
    /// What cannot be read.
    pub fn parse(text: &str) -> Result<Self, String> {
        let mut case = Self::default();
        let mut parts = text.split("\n--- ");
        for line in parts.next().unwrap_or_default().lines() {
            if let Some(command) = line.strip_prefix("$ sdkc") {
                case.args = words(command)?;
            } else if let Some(code) = line.strip_prefix("exit ") {
                case.exit = code.parse().map_err(|_| format!("no exit code: {code}"))?;
            } else if let Some((name, value)) =
                line.strip_prefix("env ").and_then(|rest| rest.split_once('='))
            {
                case.env.push((name.to_owned(), value.to_owned()));
            } else if !line.is_empty() {
                case.about.push_str(line);
                case.about.push(' ');
            }
        }
        for part in parts {
            let (head, body) = part.split_once('\n').unwrap_or((part, ""));
            let mut head = head.split(' ');
            let name = head.next().unwrap_or_default().to_owned();
            // The newline before the next `---` belongs to the file; the last file has its own.
            let mut text = body.trim_end_matches('\n').to_owned();
            if !text.is_empty() {
                text.push('\n');
            }
            case.files.push((name, written(text, head)?));
        }
        if case.args.is_empty() { Err("no command".to_owned()) } else { Ok(case) }
    }

    /// Runs it in a folder of its own.
    #[must_use]
    pub fn run(&self) -> Ran {
        let scratch = Scratch::new();
        let names = |folder: &str| self.args.iter().any(|arg| arg.starts_with(folder));
        if names("samples") {
            scratch.copy(&root().join("samples"), "samples");
        }
        if names("data") {
            scratch.copy(&root().join("tests/data"), "data");
        }
        for (name, bytes) in &self.files {
            scratch.write(name, bytes);
        }
        let args: Vec<&str> = self.args.iter().map(String::as_str).collect();
        let mut command = sdkc(scratch.path(), &args);
        command.envs(self.env.iter().map(|(name, value)| (name, value)));
        let input = self.files.iter().find(|(name, _)| name == "stdin");
        let ran = run(&mut command, input.map_or(&[], |(_, bytes)| bytes));
        Ran { stdout: steady(&ran.stdout), stderr: steady(&ran.stderr), ..ran }
    }
}

/// The words of a command; single quotes keep blanks together.
fn words(command: &str) -> Result<Vec<String>, String> {
    let mut words = Vec::new();
    for (at, piece) in command.split('\'').enumerate() {
        if at % 2 == 1 {
            words.push(piece.to_owned());
        } else {
            words.extend(piece.split_whitespace().map(str::to_owned));
        }
    }
    if command.matches('\'').count().is_multiple_of(2) {
        Ok(words)
    } else {
        Err(format!("a quote is open: {command}"))
    }
}

fn written<'w>(mut text: String, ways: impl Iterator<Item = &'w str>) -> Result<Vec<u8>, String> {
    let mut wide = false;
    for way in ways {
        match way {
            "crlf" => text = text.replace('\n', "\r\n"),
            "bom" => text.insert(0, '\u{feff}'),
            "bare" => text.truncate(text.trim_end().len()),
            "utf16" => wide = true,
            _ => return Err(format!("no way to write a file: {way}")),
        }
    }
    if wide { Ok(text.encode_utf16().flat_map(u16::to_le_bytes).collect()) } else { Ok(text.into_bytes()) }
}

/// A text without what changes from run to run: times become `[time]`, rates `[rate]`.
#[must_use]
pub fn steady(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for line in text.split_inclusive('\n') {
        let mut rest = line;
        while let Some(at) = rest.find(|ch: char| ch.is_ascii_digit()) {
            out.push_str(&rest[..at]);
            let length =
                rest[at..].find(|ch: char| !ch.is_ascii_digit() && ch != '.').unwrap_or(rest.len() - at);
            let (number, after) = rest[at..].split_at(length);
            let unit = [" ms", " µs", " ns", " s", "ms", "µs", "ns"].into_iter().find(|unit| {
                after.strip_prefix(unit).is_some_and(|next| !next.starts_with(char::is_alphanumeric))
            });
            let json = out.ends_with("\"time_ms\":") || out.ends_with("\"time_ms\": ");
            let is_rate = ["deductions/s", "puzzles/s", "\"deductions_per_second\":"]
                .iter()
                .any(|name| out.trim_end_matches(' ').ends_with(name));
            match unit {
                Some(unit) => {
                    out.push_str("[time]");
                    rest = &after[unit.len()..];
                }
                None => {
                    out.push_str(if json {
                        "[time]"
                    } else if is_rate {
                        "[rate]"
                    } else {
                        number
                    });
                    rest = after;
                }
            }
        }
        out.push_str(rest);
    }
    out
}

/// All cases of a folder, by name.
///
/// # Panics
/// Where a case cannot be read.
#[must_use]
pub fn load(folder: &Path) -> Vec<(String, Case)> {
    let mut all: Vec<(String, Case)> = fs::read_dir(folder)
        .expect("there are cases")
        .map(|entry| {
            let path = entry.expect("a readable entry").path();
            let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
            let text = fs::read_to_string(&path).expect("a readable text");
            let case = Case::parse(&text).unwrap_or_else(|why| panic!("{}: {why}", path.display()));
            (name, case)
        })
        .collect();
    all.sort_by(|a, b| a.0.cmp(&b.0));
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cases_are_read() {
        let text = "Why.\n\n$ sdkc solve 'a b' -\nenv NO_COLOR=1\nexit 2\n--- stdin crlf bom\nx\ny\n--- c.sdk bare\nz\n";
        let case = Case::parse(text).expect("a good case");
        assert_eq!(case.args, ["solve", "a b", "-"]);
        assert_eq!((case.exit, case.env.len()), (2, 1));
        assert_eq!(case.files[0], ("stdin".to_owned(), "\u{feff}x\r\ny\r\n".as_bytes().to_vec()));
        assert_eq!(case.files[1], ("c.sdk".to_owned(), b"z".to_vec()));
    }

    #[test]
    fn bad_cases_are_refused() {
        for bad in ["", "exit 1", "$ sdkc 'a", "$ sdkc a\nexit b", "$ sdkc a\n--- b backwards\nx"] {
            assert!(Case::parse(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn times_are_steadied_and_nothing_else() {
        let text =
            "12 nodes in 3.4 ms, 9 s\n{\"time_ms\":0.25,\"nodes\":217}\n7 solutions\ndeductions/s   71";
        assert_eq!(
            steady(text),
            "12 nodes in [time], [time]\n{\"time_ms\":[time],\"nodes\":217}\n7 solutions\ndeductions/s   [rate]"
        );
    }
}
