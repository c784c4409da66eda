//! The writer of a batch: pieces of output one after the other, as text, as one JSON array or as one SARIF document, which are whole
//! however the run ends.

use std::io::{self, Write};

use sdkc_diagnostics::Code;
use sdkc_render::{SarifDocument, SarifEnd};

use crate::{batch::Piece, buffers, exit::Exit, grace::moved, progress::Progress, remarks::Remarks};

/// How pieces are joined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Join {
    /// One after the other.
    Plain,
    /// As one JSON array of what stands on their lines.
    Array,
    /// With blank lines between them.
    BlankLine,
    /// As one SARIF document of their results.
    Sarif,
}

/// Where pieces go.
pub struct Output<'w> {
    stdout: Box<dyn Write + 'w>,
    stderr: Box<dyn Write + 'w>,
    join: Join,
    is_first: bool,
    remarks: Remarks,
    document: SarifDocument,
    notices: Vec<String>,
    hints: Vec<String>,
    /// What was said of a list last.
    last_note: Option<String>,
}

/// The most results of a run that GitHub's code scanning takes.
const MOST_FOR_GITHUB: u64 = 25_000;

impl<'w> Output<'w> {
    pub fn new(stdout: impl Write + 'w, stderr: impl Write + 'w, join: Join) -> Self {
        let (stdout, stderr) = (Box::new(stdout), Box::new(stderr));
        let (remarks, document, notices, hints, last_note) = Default::default();
        Self { stdout, stderr, join, is_first: true, remarks, document, notices, hints, last_note }
    }

    /// Says something on standard error. That nobody can hear it is nothing to be done about.
    pub fn tell(&mut self, message: &str) {
        let _ = writeln!(self.stderr, "sdkc: {message}");
    }

    /// Notes what kept the run from looking at everything.
    pub fn note(&mut self, message: &str) {
        self.notices.push(message.to_owned());
    }

    /// Notes what is worth knowing, and no mistake. It is told at the end.
    pub fn hint(&mut self, message: &str) {
        self.hints.push(message.to_owned());
    }

    /// Writes a piece, unless there is nothing in it.
    pub fn put(&mut self, piece: Piece, progress: &Progress) -> io::Result<Exit> {
        moved();
        progress.done(piece.n_finished(), piece.n_broken_off);
        let (exit, has_text) = (piece.exit, !(piece.stdout.is_empty() && piece.stderr.is_empty()));
        let has_text = has_text || piece.note.is_some();
        if !has_text && piece.remarks.is_empty() && piece.results.is_empty() && piece.notices.is_empty() {
            return Ok(exit);
        }
        let says = !piece.stderr.is_empty() || piece.remarks.iter().any(|it| self.remarks.will_say(it));
        progress.aside(says, || self.write(piece))?;
        Ok(exit)
    }

    fn write(&mut self, piece: Piece) -> io::Result<()> {
        // Talk that nobody can hear is no reason to stop.
        let _ = self.stderr.write_all(&piece.stderr);
        // Pieces of one list come one behind the other.
        if let Some(note) = piece.note.filter(|note| self.last_note.as_ref() != Some(note)) {
            self.tell(&format!("note: {note}"));
            self.last_note = Some(note);
        }
        if !piece.stdout.is_empty() {
            match self.join {
                Join::Array => self.put_records(&piece.stdout)?,
                Join::BlankLine if !self.is_first => {
                    self.stdout.write_all(b"\n")?;
                    self.stdout.write_all(&piece.stdout)?;
                }
                _ => self.stdout.write_all(&piece.stdout)?,
            }
            self.is_first = false;
        }
        for remark in &piece.remarks {
            self.remarks.write(remark, &mut self.stdout, &mut self.stderr)?;
        }
        if self.join == Join::Sarif {
            self.notices.extend(piece.notices);
            for result in &piece.results {
                self.document.write(&mut self.stdout, result)?;
            }
        }
        if !piece.stdout.is_empty() || !piece.remarks.is_empty() {
            self.stdout.flush()?;
        }
        buffers::was_written(piece.stdout);
        Ok(())
    }

    /// One record a line becomes one element each.
    fn put_records(&mut self, records: &[u8]) -> io::Result<()> {
        for record in records.split_inclusive(|byte| *byte == b'\n') {
            self.stdout.write_all(if self.is_first { b"[\n  " } else { b",\n  " })?;
            self.is_first = false;
            self.stdout.write_all(record.strip_suffix(b"\n").unwrap_or(record))?;
        }
        Ok(())
    }

    /// Closes the array or the document of a run with this end, writes what is left, and says what was left out.
    pub fn finish(&mut self, exit: Exit) -> io::Result<()> {
        match self.join {
            Join::Array => self.stdout.write_all(if self.is_first { b"[]\n" } else { b"\n]\n" })?,
            Join::Sarif => self.finish_document(exit)?,
            Join::Plain | Join::BlankLine => {}
        }
        self.stdout.flush()?;
        self.remarks.tell(&mut self.stderr);
        for hint in std::mem::take(&mut self.hints) {
            self.tell(&format!("note: {hint}"));
        }
        Ok(())
    }

    /// A run that left out something, be it a file or all that would have come after Ctrl-C, was no success, nor was one that left
    /// something undecided, whatever else it found.
    fn finish_document(&mut self, exit: Exit) -> io::Result<()> {
        let is_decided = !self.document.tells(Code::E0503);
        let is_successful = is_decided && matches!(exit, Exit::Fine | Exit::Findings);
        let end = SarifEnd {
            is_successful,
            exit_code: Some(exit.code()),
            notices: &self.notices,
            hints: &self.hints,
        };
        self.document.finish(&mut self.stdout, &end)?;
        let n_results = self.document.n_results();
        if n_results > MOST_FOR_GITHUB {
            self.tell(&format!(
                "note: these are {n_results} results; GitHub's code scanning takes {MOST_FOR_GITHUB} a run"
            ));
        }
        Ok(())
    }
}
