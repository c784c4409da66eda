//! What is said of the lines of a list: of each kind of mistake the first in full where that is wanted, the following on a line each, and
//! from a number on only how many. A list of a million bad lines must not scroll the first one away.
//!
//! Workers write remarks, in whatever order they get there; the writer of the batch, which has them in the order of the input,
//! leaves out what is too much, so that this does not depend on the number of threads.

use std::{
    collections::BTreeMap,
    io::{self, Write},
    sync::{Mutex, PoisonError},
};

use sdkc_diagnostics::{Code, Diagnostic};
use sdkc_render::{DiagnosticFormat, FileReport, Look, write_diagnostics};

use crate::talk;

/// The most remarks of a kind that are written.
pub const MOST: u64 = 100;

/// The kinds of which one was written: no worker need draw a picture of another one.
static KNOWN: Mutex<Vec<Code>> = Mutex::new(Vec::new());

/// Where a remark is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum To {
    Stdout,
    Stderr,
}

/// One mistake in one line of a list.
#[derive(Clone, Debug)]
pub struct Remark {
    to: To,
    code: Code,
    /// On one line.
    short: Vec<u8>,
    /// With its line and all advice, where it may be the first of its kind.
    full: Option<Vec<u8>>,
}

/// A remark for each diagnostic of a report; `in_full` where the first of a kind is to be shown with its line and all advice.
pub fn remarks(report: FileReport<'_>, to: To, in_full: bool, look: Look) -> impl Iterator<Item = Remark> {
    report.diagnostics.iter().map(move |it| {
        let alone = FileReport { diagnostics: std::slice::from_ref(it), ..report };
        let wants_picture = in_full && !known().contains(&it.code);
        Remark {
            to,
            code: it.code,
            short: written(DiagnosticFormat::Concise, alone, look),
            full: wants_picture.then(|| written(DiagnosticFormat::Human, alone, look)),
        }
    })
}

fn known() -> std::sync::MutexGuard<'static, Vec<Code>> {
    KNOWN.lock().unwrap_or_else(PoisonError::into_inner)
}

fn written(format: DiagnosticFormat, report: FileReport<'_>, look: Look) -> Vec<u8> {
    let mut text = Vec::new();
    // Writing into memory does not fail.
    let _ = write_diagnostics(&mut text, format, &[report], look);
    text
}

/// The writer's part: what was written of each kind, and what was not.
#[derive(Debug, Default)]
pub struct Remarks {
    n_of: BTreeMap<Code, u64>,
    /// Whether the last one to standard output was a line, which a picture needs to be set off from.
    after_line: bool,
}

impl Remarks {
    /// Whether a remark will stand on standard error.
    pub fn will_say(&self, remark: &Remark) -> bool {
        remark.to == To::Stderr && self.n_of.get(&remark.code).is_none_or(|n| *n < MOST)
    }

    /// Writes a remark, if there were not too many of its kind.
    pub fn write(
        &mut self,
        remark: &Remark,
        stdout: &mut dyn Write,
        stderr: &mut dyn Write,
    ) -> io::Result<()> {
        let n = self.n_of.entry(remark.code).or_default();
        *n += 1;
        if *n > MOST {
            return Ok(());
        }
        let picture = remark.full.as_ref().filter(|_| *n == 1);
        if *n == 1 {
            known().push(remark.code);
        }
        let out: &mut dyn Write = if remark.to == To::Stdout { &mut *stdout } else { &mut *stderr };
        if picture.is_some() && self.after_line {
            out.write_all(b"\n")?;
        }
        self.after_line = picture.is_none();
        out.write_all(picture.unwrap_or(&remark.short))
    }

    /// Says what was left out.
    pub fn tell(&self, out: &mut dyn Write) {
        for (code, n) in self.n_of.iter().filter(|(_, n)| **n > MOST) {
            let left = talk::count(n - MOST, "more line");
            // That standard error cannot be written is nothing to be done about.
            let _ = writeln!(
                out,
                "sdkc: note: {left} with {code} ({}); `sdkc check --format concise` shows all",
                code.title()
            );
        }
    }
}

/// Of each list and code, the first puzzle so far that has it.
#[derive(Default)]
pub struct Firsts(Mutex<BTreeMap<(String, Code), usize>>);

impl Firsts {
    /// Notes what was found about a puzzle; whether it may be the first of its list with one of these codes. Threads come to
    /// puzzles in any order, so several may be; the first of all always is.
    pub fn note(&self, list: &str, number: usize, found: &[Diagnostic]) -> bool {
        let mut firsts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let mut note = |it: &Diagnostic| {
            let first = firsts.entry((list.to_owned(), it.code)).or_insert(number);
            *first = number.min(*first);
            *first == number
        };
        let mut any = false;
        found.iter().for_each(|it| any |= note(it));
        any
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn remark(number: u64, code: Code) -> Remark {
        let full = Some(format!("picture {number}\n").into_bytes());
        Remark { to: To::Stdout, code, short: format!("line {number}\n").into_bytes(), full }
    }

    #[test]
    fn the_first_of_a_kind_is_drawn_and_the_last_ones_are_counted() {
        let (mut remarks, mut out, mut talk) = (Remarks::default(), Vec::new(), Vec::new());
        for number in 1..=MOST + 2 {
            remarks.write(&remark(number, Code::E0701), &mut out, &mut Vec::new()).expect("memory");
        }
        remarks.write(&remark(0, Code::E0702), &mut out, &mut Vec::new()).expect("memory");
        let out = String::from_utf8(out).expect("text");
        assert!(out.starts_with("picture 1\nline 2\nline 3\n"), "{out}");
        assert!(out.ends_with(&format!("line {MOST}\n\npicture 0\n")), "{out}");
        assert_eq!(out.lines().count() as u64, MOST + 2);
        remarks.tell(&mut talk);
        let talk = String::from_utf8(talk).expect("text");
        assert!(talk.contains("2 more lines with E0701") && !talk.contains("E0702"), "{talk}");
    }

    #[test]
    fn whatever_the_order_of_work_the_first_of_a_kind_is_told_with_all_advice() {
        let firsts = Firsts::default();
        let found = |code| [Diagnostic::new(code, "found", None)];
        assert!(firsts.note("a", 7, &found(Code::E0501)));
        assert!(!firsts.note("a", 9, &found(Code::E0501)), "seven comes before it");
        assert!(firsts.note("a", 2, &found(Code::E0501)), "a slower thread had the first");
        assert!(!firsts.note("a", 7, &found(Code::E0501)));
        assert!(firsts.note("a", 9, &found(Code::W0606)) && firsts.note("b", 9, &found(Code::E0501)));
        assert!(!firsts.note("a", 1, &[]), "nothing was found");
    }
}
