//! Cuts the input into items of work, one after the other, holding at most one file in memory.
//!
//! A list of puzzles is told by its first line: it is handed on in pieces of whole lines, as they come.

use std::{
    fs::File,
    io::{self, Read},
    ops::Range,
    sync::Arc,
    vec,
};

use memchr::{memchr, memrchr};
use sdkc_formats::{Detection, Dialect, HEAD_LINES, LONGEST_LINE, LineReader, ReadOptions, detect, is_idle};
use sdkc_render::Before;

use crate::{
    buffers,
    document::Document,
    input::{Failure, Source, Stdin},
    lines::Lines,
    session::interrupt,
};

/// How much of a stream is read at once. From 128 KiB on, common allocators take fresh pages from the system each time, at a twelfth of the time
/// of solving a list.
const PIECE: usize = 120 << 10;
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
            // Groups of puzzles of one text share it.
            Self::Document(document) if document.entries.start > 0 => 0,
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
    /// Whether a puzzle that was given as an argument is a list of one; files and standard input with a puzzle a line are lists, however
    /// many puzzles they hold.
    arguments_are_lists: bool,
    ready: vec::IntoIter<Item>,
    stream: Option<Stream>,
}

impl Feed {
    pub fn new(
        sources: Vec<Result<Source, Failure>>,
        options: ReadOptions,
        arguments_are_lists: bool,
    ) -> Self {
        let (sources, ready) = (sources.into_iter(), Vec::new().into_iter());
        Self { sources, options, arguments_are_lists, ready, stream: None }
    }

    /// The number of bytes of all sources, where that is known before they are read.
    pub fn n_bytes(&self) -> Option<u64> {
        let readable = self.sources.as_slice().iter().filter_map(|source| source.as_ref().ok());
        readable.map(Source::n_bytes).sum()
    }

    fn open(&mut self, source: Source) -> Result<Item, Failure> {
        let name = source.name();
        let may_be_list = self.arguments_are_lists || !matches!(source, Source::Bare { .. });
        let reader: Box<dyn Read + Send> = match source {
            Source::Stdin { .. } => match Stdin::new(PIECE) {
                Ok(stdin) => Box::new(stdin),
                // Without a thread it is read all the same; only Ctrl-C then waits for what comes next.
                Err(_) => Box::new(io::stdin()),
            },
            Source::File { path } => Box::new(File::open(path).map_err(|error| Failure::io(&name, &error))?),
            Source::Bare { text } => Box::new(io::Cursor::new(text.into_bytes())),
        };
        self.look(name, reader, may_be_list)
    }

    /// Decides by the head of an input whether it is a list with one puzzle a line. The decision depends on what the input
    /// holds, and not on its size or on how much of it has come so far.
    fn look(
        &mut self,
        name: String,
        reader: Box<dyn Read + Send>,
        may_be_list: bool,
    ) -> Result<Item, Failure> {
        let mut input = Input { reader, head: Vec::new(), lines: Vec::new(), ended: false };
        let failed = |error: io::Error| Failure::io(&name, &error);
        if let Some(lines) = input.list(&self.options).map_err(failed)?.filter(|_| may_be_list) {
            let stream = Stream {
                name: name.into(),
                reader: input.reader,
                lines: lines.into(),
                pending: input.lines,
                ended: input.ended,
                before: Before::default(),
                index: 0,
            };
            return Ok(self.next_piece(stream));
        }
        let bytes = input.rest().map_err(failed)?;
        if bytes.len() < WORTH_CUTTING {
            return Ok(Item::File { name, bytes, options: self.options.clone() });
        }
        Ok(self.cut(name, &bytes))
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

    /// Ends with Ctrl-C: an input that was not read to its end may stop in the middle of a line.
    fn next(&mut self) -> Option<Item> {
        self.take().filter(|_| !interrupt().is_cancelled())
    }
}

impl Feed {
    fn take(&mut self) -> Option<Item> {
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

/// Reads once more from a list; 0 at the end.
fn read_more_lines(reader: &mut dyn Read, into: &mut Vec<u8>) -> io::Result<usize> {
    let start = into.len();
    let n = read_some(reader, into)?;
    end_lines(into, start, n == 0);
    Ok(n)
}

/// Makes line feeds of carriage returns that end a line by themselves, in what was read from `start` on. That moves nothing. What a return at the end
/// is, is told by the next byte.
fn end_lines(bytes: &mut [u8], start: usize, ended: bool) {
    let mut at = start.saturating_sub(1);
    while let Some(length) = memchr(b'\r', &bytes[at..]) {
        at += length;
        match bytes.get(at + 1) {
            None if !ended => return,
            Some(b'\n') => {}
            _ => bytes[at] = b'\n',
        }
        at += 1;
    }
}

/// An input that is being looked at.
struct Input {
    reader: Box<dyn Read + Send>,
    head: Vec<u8>,
    /// The same with one kind of line ends, if it is a list.
    lines: Vec<u8>,
    ended: bool,
}

impl Input {
    fn read_more(&mut self) -> io::Result<()> {
        let start = self.head.len();
        self.ended = read_some(&mut *self.reader, &mut self.head)? == 0;
        self.lines.extend_from_slice(&self.head[start..]);
        end_lines(&mut self.lines, start, self.ended);
        Ok(())
    }

    /// All of it.
    fn rest(mut self) -> io::Result<Vec<u8>> {
        if !self.ended {
            self.reader.read_to_end(&mut self.head)?;
        }
        Ok(self.head)
    }

    /// The reader of a list. A long first line tells alone; a short one may be the first row of something else, and so many lines are
    /// read as are looked at to tell what a text is, or a good deal of what is no lines.
    fn list(&mut self, options: &ReadOptions) -> io::Result<Option<LineReader>> {
        const SHORT: usize = 81;
        const ENOUGH: usize = PIECE / 2;
        let first = loop {
            let first = content_lines(&self.lines, self.ended).next();
            if first.is_some() || self.ended {
                break first;
            }
            if self.lines.len() > LONGEST_LINE {
                break content_lines(&self.lines, true).last();
            }
            self.read_more()?;
        };
        let Some(first) = first else { return Ok(None) };
        if first.len() >= SHORT {
            return Ok(line_reader(&self.lines[..first.end], options));
        }
        // The heading of a table is short and leaves no doubt; without a row it is for those who say so of the whole.
        let table = line_reader(&self.lines[..first.end], options).filter(|it| it.dialect() == Dialect::Csv);
        if table.is_some() {
            let has_row = self.has_two_lines()?;
            return Ok(table.filter(|_| has_row));
        }
        let is_enough =
            |head: &[u8]| head.len() >= ENOUGH || content_lines(head, false).nth(HEAD_LINES - 1).is_some();
        while !self.ended && !is_enough(&self.lines) {
            self.read_more()?;
        }
        let head = &self.lines[..self.lines.len().min(ENOUGH)];
        let whole = memrchr(b'\n', head).map_or(0, |at| at + 1);
        Ok(if is_enough(head) { line_reader(&head[..whole], options) } else { None })
    }

    fn has_two_lines(&mut self) -> io::Result<bool> {
        loop {
            let has_two = content_lines(&self.lines, self.ended).nth(1).is_some();
            if has_two || self.ended || self.lines.len() > LONGEST_LINE {
                return Ok(has_two || !self.ended);
            }
            self.read_more()?;
        }
    }
}

/// The whole lines that are neither blank nor a comment.
fn content_lines(head: &[u8], ended: bool) -> impl Iterator<Item = Range<usize>> + '_ {
    let mut start = 0;
    let lines = std::iter::from_fn(move || {
        let rest = head.get(start..).filter(|rest| !rest.is_empty())?;
        let end = match memchr(b'\n', rest) {
            Some(length) => start + length,
            None if ended => head.len(),
            None => return None,
        };
        Some(std::mem::replace(&mut start, end + 1)..end)
    });
    lines.filter(|line| !is_idle(&head[line.clone()]))
}

/// The reader of a list that starts like this.
fn line_reader(head: &[u8], options: &ReadOptions) -> Option<LineReader> {
    // UTF-16 is for those who read the whole. A byte that is no UTF-8 is nothing worse in the first line than in the
    // others: it belongs to a remark, or its line is told of.
    if memchr(0, head).is_some() || head.starts_with(b"\xff\xfe") || head.starts_with(b"\xfe\xff") {
        return None;
    }
    let text = &String::from_utf8_lossy(head);
    match detect(text.strip_prefix('\u{feff}').unwrap_or(text)) {
        Detection::Foreign(dialect) => LineReader::new(dialect, text, options.clone()),
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
        let (bytes, skipped) = self.read_lines().map_err(|error| {
            let failure = Failure::io(&self.name, &error);
            Item::Unreadable { name: self.name.to_string(), failure }
        })?;
        let lines = Lines {
            name: self.name.clone(),
            bytes,
            reader: self.lines.clone(),
            before: self.before,
            first_index: self.index,
        };
        let (n_lines, n_puzzles) = lines.count();
        self.before.lines = self.before.lines.saturating_add(n_lines);
        self.before.bytes += lines.bytes.len() as u64 + skipped;
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

    /// Whole lines, or the start of one that is too long and how much of it was left out.
    fn read_lines(&mut self) -> io::Result<(Vec<u8>, u64)> {
        while !self.ended && memchr(b'\n', &self.pending).is_none() {
            if self.pending.len() > LONGEST_LINE {
                return self.read_long_line();
            }
            self.ended = read_more_lines(&mut *self.reader, &mut self.pending)? == 0;
        }
        let whole = memrchr(b'\n', &self.pending).map_or(0, |at| at + 1);
        let end = if self.ended { self.pending.len() } else { whole };
        let mut rest = buffers::to_read();
        rest.extend(self.pending.drain(end..));
        Ok((std::mem::replace(&mut self.pending, rest), 0))
    }

    /// Of a line that is too long to be one, only as much is kept as shows that.
    fn read_long_line(&mut self) -> io::Result<(Vec<u8>, u64)> {
        let mut line = std::mem::take(&mut self.pending);
        let is_return = line.get(LONGEST_LINE) == Some(&b'\r');
        // What follows a return decides what it is: it is left out together with that.
        let mut next = line.split_off(LONGEST_LINE + usize::from(!is_return));
        let mut skipped = 0;
        loop {
            let feed = memchr(b'\n', &next);
            let n_whole = match feed {
                Some(at) => at,
                None if self.ended => next.len(),
                None => next.len() - usize::from(next.last() == Some(&b'\r')),
            };
            skipped += n_whole as u64;
            next.drain(..n_whole);
            if feed.is_some() {
                line.push(b'\n');
                self.pending = next.split_off(1);
                return Ok((line, skipped));
            }
            if self.ended {
                return Ok((line, skipped));
            }
            self.ended = read_more_lines(&mut *self.reader, &mut next)? == 0;
        }
    }
}
