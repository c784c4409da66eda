//! A text to work on: a whole file, or a piece of a stream of lines.

use std::{
    borrow::Cow,
    ops::Range,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
};

use sdkc_diagnostics::{ByteMap, Code, Diagnostic, Span, lossy};
use sdkc_formats::{LineReader, ReadOptions, SourceEncoding, decode};
use sdkc_ide::{Entry, Snapshot};
use sdkc_puzzle::Verdict;
use sdkc_render::{Before, FileReport, Record, record_diagnostics};

use crate::{
    input::{ARGUMENT, Failure},
    remarks::MOST,
};

/// The byte order mark of UTF-8.
const MARK: &[u8] = "\u{feff}".as_bytes();

/// Where expectations can be said on the command line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expecting {
    /// In the command that runs, which has an `--expect`.
    Here,
    /// Not there, but in `check`.
    InCheck,
}

/// A text that was read and analysed.
#[derive(Clone, Debug)]
pub struct Document {
    /// The file as the user named it.
    pub name: String,
    pub snapshot: Snapshot,
    /// What stands in the file before the text.
    pub before: Before,
    /// Which bytes of the file the places in the text stand for.
    pub bytes: Arc<ByteMap>,
    /// The number of puzzles in the file before this text.
    pub first_index: usize,
    /// Which of its puzzles are to be worked on.
    pub entries: Range<usize>,
    /// Whether what concerns the file as a whole is told here.
    pub is_head: bool,
}

impl Document {
    /// Analyses the bytes of a file, if they are text.
    pub fn new(name: String, mut bytes: Vec<u8>, options: &ReadOptions) -> Result<Self, Box<Unread>> {
        let (decoded, has_mark) = match decode(&bytes) {
            Ok(decoded) => {
                let has_mark = decoded.bom && decoded.encoding == SourceEncoding::Utf8;
                let recoded = if let Cow::Owned(text) = decoded.text { Some(text) } else { None };
                (recoded, has_mark)
            }
            Err(why) => return Err(Box::new(Unread::no_text(name, &bytes, why))),
        };
        let n_before = if has_mark { MARK.len() } else { 0 };
        // A large text is not to be in memory twice.
        let text = decoded.unwrap_or_else(|| {
            bytes.drain(..n_before);
            String::from_utf8(bytes).unwrap_or_default()
        });
        let bytes = Arc::new(ByteMap::behind(n_before));
        let snapshot = Snapshot::new(text, options);
        let (before, entries) = (Before::default(), 0..snapshot.entries().len());
        Ok(Self { name, snapshot, before, bytes, first_index: 0, entries, is_head: true })
    }

    /// Analyses a text behind lines that hold nothing and were not kept. A byte that is no UTF-8 becomes a mark, which is reported.
    pub fn behind(before: Before, name: String, bytes: &[u8], options: &ReadOptions) -> Self {
        let (text, bytes) = lossy(bytes);
        let snapshot = Snapshot::new(text, options);
        let entries = 0..snapshot.entries().len();
        Self { name, snapshot, before, bytes: Arc::new(bytes), first_index: 0, entries, is_head: true }
    }

    /// Analyses some lines of a stream; what concerns all of it is told with those that are its head. A byte that is no UTF-8 becomes a
    /// mark that no cell is: its line is reported, the others are read.
    pub fn lines(
        name: String,
        bytes: &[u8],
        reader: &LineReader,
        before: Before,
        first_index: usize,
        is_head: bool,
    ) -> Self {
        let (text, bytes) = lossy(bytes);
        let bytes = Arc::new(bytes);
        let snapshot = Snapshot::from_lines(text, reader, is_head);
        let entries = 0..snapshot.entries().len();
        Self { name, snapshot, before, bytes, first_index, entries, is_head }
    }

    /// The puzzles to work on, with their numbers in the file from 1.
    pub fn numbered(&self) -> impl Iterator<Item = (usize, &Entry)> {
        let all = self.snapshot.entries().iter().enumerate();
        let chosen = all.filter(|(at, _)| self.entries.contains(at));
        chosen.map(|(at, entry)| (self.first_index + at + 1, entry))
    }

    /// Whether the text holds a puzzle a line, be it one or many. A puzzle that was given as an argument is no list.
    pub fn is_list(&self) -> bool {
        self.name != ARGUMENT && self.snapshot.dialect().is_some_and(|dialect| dialect.is_by_line())
    }

    /// Whether it holds so many puzzles, be it a list or a text of the language, that not everything can be said of each of them.
    pub fn is_crowded(&self) -> bool {
        self.is_list() || self.snapshot.entries().len() as u64 > MOST
    }

    /// The line of the file on which a puzzle starts.
    pub fn line_of(&self, entry: &Entry) -> u32 {
        self.before.lines.saturating_add(entry.line)
    }

    /// `file:line`.
    pub fn place_of(&self, entry: &Entry) -> String {
        format!("{}:{}", shown(&self.name), self.line_of(entry))
    }

    /// What was found without solving about one puzzle, by its number in the file.
    pub fn diagnostics_of(&self, number: usize) -> Vec<Diagnostic> {
        let puzzle = u32::try_from(number - 1).ok();
        let found = self.snapshot.diagnostics_of(number - self.first_index - 1);
        found.map(|it| Diagnostic { puzzle, ..it.clone() }).collect()
    }

    /// What was found without solving and concerns none of the puzzles, but the file.
    pub fn diagnostics_of_file(&self) -> Vec<Diagnostic> {
        if !self.is_head {
            return Vec::new();
        }
        self.snapshot.diagnostics_of_file().cloned().collect()
    }

    /// What a record holds of what was found about a puzzle: an error outside all puzzles makes each of them invalid, for what it
    /// swallowed may belong to any.
    pub fn for_record(&self, entry: &Entry, mut found: Vec<Diagnostic>) -> Vec<Diagnostic> {
        if !entry.sound && !found.iter().any(Diagnostic::is_error) {
            found.extend(self.snapshot.diagnostics_of_file().filter(|it| it.is_error()).cloned());
        }
        found
    }

    /// A list of puzzles has no place for expectations: advice to write one becomes advice to say it on the command line, where that
    /// can be said.
    pub fn with_possible_advice(&self, mut found: Vec<Diagnostic>, place: Expecting) -> Vec<Diagnostic> {
        if self.snapshot.dialect().is_some() {
            found
                .iter_mut()
                .flat_map(|it| &mut it.notes)
                .for_each(|note| *note = said_on_the_command_line(note, place));
        }
        found
    }

    /// Diagnostics with the text that they point into.
    pub fn report<'d>(&'d self, diagnostics: &'d [Diagnostic]) -> FileReport<'d> {
        FileReport {
            path: &self.name,
            text: self.snapshot.text(),
            lines: Some(self.snapshot.line_index()),
            diagnostics,
            before: self.before,
            bytes: Some(&self.bytes),
        }
    }
}

/// An input that could not be read, or is no text.
#[derive(Clone, Debug)]
pub struct Unread {
    /// The input as the user named it.
    pub name: String,
    pub why: Diagnostic,
    /// Where what was not worked on starts, and its number in the file.
    line: u32,
    index: usize,
    /// Its text as far as the place of what is wrong with it, if there is such a place.
    text: String,
    bytes: ByteMap,
}

impl Unread {
    /// What is not there, or may not be read.
    pub fn new(failure: &Failure) -> Self {
        let why = Diagnostic::new(Code::E0105, failure.message.clone(), None);
        let why = failure.help.iter().cloned().fold(why, Diagnostic::with_note);
        Self::without_place(failure.name.clone(), why)
    }

    /// What was read and is no text. The place that is told counts bytes, and what stands before it may be no text either: each run
    /// of such bytes is shown as one mark, of another length.
    pub fn no_text(name: String, bytes: &[u8], mut why: Diagnostic) -> Self {
        const SHOWN: usize = 200;
        let Some(span) = why.span else { return Self::without_place(name, why) };
        let start = if bytes.starts_with(MARK) { MARK.len() } else { 0 };
        let at = (start + span.start as usize).min(bytes.len());
        let rest = &bytes[at..bytes.len().min(at + SHOWN)];
        let end = rest.iter().position(|byte| matches!(byte, b'\n' | b'\r')).unwrap_or(rest.len());
        let (text, bytes) = lossy(&bytes[..at + end]);
        let at = bytes.offset(at).min(text.len());
        let length = text.get(at..).and_then(|rest| rest.chars().next()).map_or(0, char::len_utf8);
        why.span = Some(Span::from_range(at..at + length));
        Self { name, why, line: 1, index: 1, text, bytes }
    }

    /// What a bug of ours kept from being worked on.
    pub fn by_bug(name: String, line: u32, index: usize) -> Self {
        let message = format!("a bug in sdkc ended the work on what starts on line {line}");
        let why = Diagnostic::new(Code::E0504, message, None)
            .with_note("your puzzle is not to blame: please report it with this input and the command line");
        Self { line, index, ..Self::without_place(name, why) }
    }

    fn without_place(name: String, why: Diagnostic) -> Self {
        Self { name, why, line: 1, index: 1, text: String::new(), bytes: ByteMap::default() }
    }

    /// What is wrong, with the text around it.
    pub fn report(&self) -> FileReport<'_> {
        let report = FileReport::new(&self.name, &self.text, std::slice::from_ref(&self.why));
        FileReport { bytes: Some(&self.bytes), ..report }
    }

    /// The record of it among those of puzzles.
    pub fn record(&self) -> Record {
        let verdict = if self.why.code == Code::E0504 { Verdict::Unknown } else { Verdict::Invalid };
        let mut record = Record::new(&*self.name, self.line, self.index, verdict);
        record.diagnostics = record_diagnostics(self.report());
        record
    }
}

/// "write `expect solutions >= 2`" as "say `--expect 'solutions >= 2'`".
fn said_on_the_command_line(note: &str, place: Expecting) -> String {
    const WRITTEN: &str = "write `expect ";
    let Some((before, rest)) = note.split_once(WRITTEN) else { return note.to_owned() };
    let Some((fact, after)) = rest.split_once('`') else { return note.to_owned() };
    let option = match place {
        Expecting::Here => "--expect",
        Expecting::InCheck => "sdkc check --expect",
    };
    format!("{before}say `{option} '{fact}'`{after}")
}

/// What is not seen, or turns the text behind it round.
const fn is_hidden(ch: char) -> bool {
    matches!(ch, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
}

/// A name as it may stand on one line of a terminal: control characters steer terminals and break lines.
pub fn shown(name: &str) -> String {
    name.chars().map(|ch| if ch.is_control() || is_hidden(ch) { '\u{fffd}' } else { ch }).collect()
}

/// A puzzle's name as it may stand behind something on a line, with what sets it off; nothing where there is none.
pub fn named(set_off: &str, entry: &Entry) -> String {
    entry.name.as_deref().map_or_else(String::new, |name| format!("{set_off}{}", shown(name)))
}

/// Picks puzzles by name or number (`--puzzle`).
#[derive(Debug)]
pub struct Pick {
    wanted: Option<String>,
    n_taken: AtomicUsize,
}

impl Pick {
    pub fn new(wanted: Option<String>) -> Self {
        Self { wanted, n_taken: AtomicUsize::new(0) }
    }

    /// Whether this puzzle is wanted.
    pub fn takes(&self, number: usize, entry: &Entry) -> bool {
        let Some(wanted) = &self.wanted else {
            return true;
        };
        let takes = entry.name.as_deref() == Some(wanted) || wanted.parse() == Ok(number);
        self.n_taken.fetch_add(takes.into(), Ordering::Relaxed);
        takes
    }

    /// What was asked for, if anything was.
    pub fn wanted(&self) -> Option<&str> {
        self.wanted.as_deref()
    }

    /// What was asked for and not found.
    pub fn missed(&self) -> Option<&str> {
        self.wanted().filter(|_| self.n_taken.load(Ordering::Relaxed) == 0)
    }
}
