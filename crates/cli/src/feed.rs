//! Cuts the input into items of work, one after the other, holding at most one file in memory.
//!
//! A stream of lines is told by its head: standard input and large files are looked at before they are read whole, and if
//! each line is a puzzle they are handed on in pieces of whole lines.

use std::{
    fs::File,
    io::{self, Read},
    sync::Arc,
    vec,
};

use memchr::{memchr, memrchr};
use sdkc_formats::{Detection, LineReader, ReadOptions, decode, detect};
use sdkc_render::Before;

use crate::{
    document::Document,
    input::{Failure, Source},
    lines::Lines,
};

/// How much of a stream is read at once.
const PIECE: usize = 1 << 17;
/// Files from this size on are looked at before they are read whole.
const LARGE: u64 = 1 << 20;
/// Files from this size on are analysed here and handed on in groups of puzzles, so that one file keeps all workers busy.
const WORTH_CUTTING: usize = 1 << 16;

/// An item of work.
pub enum Item {
    /// An analysed text.
    Document(Box<Document>),
    /// Lines of a stream that holds one puzzle a line.
    Lines(Box<Lines>),
    /// A small file, to be analysed by the worker.
    File { name: String, bytes: Vec<u8>, options: ReadOptions },
    /// Something that cannot be read.
    Unreadable { name: String, failure: Failure },
    /// Something that is not text.
    Undecodable { name: String, why: Box<sdkc_diagnostics::Diagnostic> },
}

impl Item {
    /// How many bytes of input it is.
    pub fn n_bytes(&self) -> u64 {
        match self {
            Self::Document(document) => document.snapshot.text().len() as u64,
            Self::Lines(lines) => lines.bytes.len() as u64,
            Self::File { bytes, .. } => bytes.len() as u64,
            Self::Unreadable { .. } | Self::Undecodable { .. } => 0,
        }
    }
}

/// The items of all sources, in order.
pub struct Feed {
    sources: vec::IntoIter<Result<Source, Failure>>,
    options: ReadOptions,
    ready: vec::IntoIter<Item>,
    stream: Option<Stream>,
}

impl Feed {
    pub fn new(sources: Vec<Result<Source, Failure>>, options: ReadOptions) -> Self {
        Self { sources: sources.into_iter(), options, ready: Vec::new().into_iter(), stream: None }
    }

    fn open(&mut self, source: Source) -> Result<Item, Failure> {
        let name = source.name();
        let reader: Box<dyn Read + Send> = match &source {
            Source::Stdin { .. } => Box::new(io::stdin()),
            Source::File { path } => {
                let is_large = std::fs::metadata(path).is_ok_and(|meta| meta.len() >= LARGE);
                if !is_large {
                    return Ok(Item::File { name, bytes: source.read()?, options: self.options.clone() });
                }
                Box::new(File::open(path).map_err(|error| Failure::io(&name, &error))?)
            }
            Source::Bare { text } => {
                return Ok(Item::File {
                    name,
                    bytes: text.clone().into_bytes(),
                    options: self.options.clone(),
                });
            }
        };
        self.look(name, reader)
    }

    /// Decides by the head of an input whether it is a stream of lines.
    fn look(&mut self, name: String, mut reader: Box<dyn Read + Send>) -> Result<Item, Failure> {
        let mut head = Vec::new();
        let mut ended = false;
        while !ended && head.len() < PIECE {
            ended = read_some(&mut *reader, &mut head).map_err(|error| Failure::io(&name, &error))? == 0;
            if let Some(lines) = line_reader(&head, &self.options) {
                let stream = Stream {
                    name: name.into(),
                    reader,
                    lines: lines.into(),
                    pending: head,
                    ended,
                    before: Before::default(),
                    index: 0,
                };
                return Ok(self.next_piece(stream));
            }
        }
        if !ended {
            reader.read_to_end(&mut head).map_err(|error| Failure::io(&name, &error))?;
        }
        if head.len() < WORTH_CUTTING {
            return Ok(Item::File { name, bytes: head, options: self.options.clone() });
        }
        Ok(self.cut(name, &head))
    }

    /// Analyses a large file and cuts it into groups of puzzles.
    fn cut(&mut self, name: String, bytes: &[u8]) -> Item {
        let whole = match Document::new(name.clone(), bytes, &self.options) {
            Ok(document) => document,
            Err(why) => return Item::Undecodable { name, why },
        };
        const GROUP: usize = 16;
        let n_entries = whole.entries.len();
        let groups = (GROUP..n_entries).step_by(GROUP).map(|start| {
            let entries = start..(start + GROUP).min(n_entries);
            Item::Document(Box::new(Document { entries, is_head: false, ..whole.clone() }))
        });
        self.ready = groups.collect::<Vec<_>>().into_iter();
        Item::Document(Box::new(Document { entries: 0..GROUP.min(n_entries), ..whole }))
    }

    fn next_piece(&mut self, mut stream: Stream) -> Item {
        match stream.piece() {
            Ok(item) => {
                self.stream = (!stream.is_over()).then_some(stream);
                item
            }
            Err(item) => item,
        }
    }
}

impl Iterator for Feed {
    type Item = Item;

    fn next(&mut self) -> Option<Item> {
        if let Some(item) = self.ready.next() {
            return Some(item);
        }
        if let Some(stream) = self.stream.take() {
            return Some(self.next_piece(stream));
        }
        let source = self.sources.next()?;
        let name = source.as_ref().map_or_else(|_| String::new(), Source::name);
        let item = source.and_then(|source| self.open(source));
        Some(item.unwrap_or_else(|failure| Item::Unreadable { name, failure }))
    }
}

/// Reads once more, retrying when interrupted; 0 at the end.
fn read_some(reader: &mut dyn Read, into: &mut Vec<u8>) -> io::Result<usize> {
    let start = into.len();
    into.resize(start + PIECE, 0);
    loop {
        match reader.read(&mut into[start..]) {
            Ok(n) => {
                into.truncate(start + n);
                return Ok(n);
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => {
                into.truncate(start);
                return Err(error);
            }
        }
    }
}

/// The reader of a stream of lines, if a whole first line has come and tells without doubt.
fn line_reader(head: &[u8], options: &ReadOptions) -> Option<LineReader> {
    let end = head.iter().rposition(|byte| *byte == b'\n')?;
    let decoded = decode(&head[..=end]).ok()?;
    // A short first line may be the first row of something else: wait for more.
    if decoded.text.lines().next()?.len() < 81 && head.len() < PIECE / 2 {
        return None;
    }
    match detect(&decoded.text) {
        Detection::Foreign(dialect) => LineReader::new(dialect, &decoded.text, options.clone()),
        _ => None,
    }
}

/// A stream of lines in the middle of being read.
struct Stream {
    name: Arc<str>,
    reader: Box<dyn Read + Send>,
    lines: Arc<LineReader>,
    /// Bytes that were read and not handed on: the start of a line.
    pending: Vec<u8>,
    ended: bool,
    before: Before,
    index: usize,
}

impl Stream {
    fn is_over(&self) -> bool {
        self.ended && self.pending.is_empty()
    }

    /// The next whole lines.
    fn piece(&mut self) -> Result<Item, Item> {
        while !self.ended && memchr(b'\n', &self.pending).is_none() {
            match read_some(&mut *self.reader, &mut self.pending) {
                Ok(n) => self.ended = n == 0,
                Err(error) => {
                    let failure = Failure::io(&self.name, &error);
                    return Err(Item::Unreadable { name: self.name.to_string(), failure });
                }
            }
        }
        let whole = memrchr(b'\n', &self.pending).map_or(0, |at| at + 1);
        let end = if self.ended { self.pending.len() } else { whole };
        let rest = self.pending.split_off(end);
        let bytes = std::mem::replace(&mut self.pending, rest);
        let lines = Lines {
            name: self.name.clone(),
            bytes,
            reader: self.lines.clone(),
            before: self.before,
            first_index: self.index,
        };
        let (n_lines, n_puzzles) = lines.count();
        self.before.lines = self.before.lines.saturating_add(n_lines);
        self.before.bytes += lines.bytes.len() as u64;
        let item = match n_puzzles {
            Some(n_puzzles) => {
                self.index += n_puzzles;
                Item::Lines(Box::new(lines))
            }
            None => {
                let document = lines.document();
                self.index += document.entries.len();
                Item::Document(Box::new(document))
            }
        };
        Ok(item)
    }
}
