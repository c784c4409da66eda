//! Cuts the input into items of work, one after the other, holding at most one file in memory.
//!
//! A list of puzzles is told by its first lines: it is handed on in pieces of whole lines, as they come.

use std::{
    io::{self, Read},
    sync::Arc,
    vec,
};

use memchr::{memchr, memrchr};
use sdkc_formats::{Glance, LONGEST_LINE, LineReader, ReadOptions, glance, is_idle};
use sdkc_render::Before;

use crate::{
    buffers,
    document::{Document, Unread},
    input::{Failure, Source},
    lines::Lines,
    reading::{self, PIECE, Reader, read_all, read_some},
    session::{interrupt, unless_interrupted},
};

/// How much of a list is read at once later on. Each piece wakes the writer, which takes a processor from a worker: with a third as many, two
/// workers are a twentieth faster.
const LARGE_PIECE: usize = 3 * PIECE;
/// How much of a list makes it a long one.
const LONG: u64 = 4 << 20;
/// How much of an input is looked at in order to tell what it is.
const LOOKED_AT: usize = 4 * LONGEST_LINE;
/// How much of comments and blank lines in front of an input is kept: some formats say there what they are.
const IDLE: usize = LONGEST_LINE;
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
    Unreadable(Failure),
    /// Something that is not text.
    Undecodable(Box<Unread>),
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
            Self::Unreadable(_) | Self::Undecodable(_) => 0,
        }
    }

    /// Whether it is what shows at the end of a stream.
    fn is_empty(&self) -> bool {
        matches!(self, Self::Lines(lines) if lines.bytes.is_empty())
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
    /// Whether something was read and not handed on.
    is_cut: bool,
}

impl Feed {
    pub fn new(
        sources: Vec<Result<Source, Failure>>,
        options: ReadOptions,
        arguments_are_lists: bool,
    ) -> Self {
        let (sources, ready) = (sources.into_iter(), Vec::new().into_iter());
        Self { sources, options, arguments_are_lists, ready, stream: None, is_cut: false }
    }

    /// The number of bytes of all sources, where that is known before they are read.
    pub fn n_bytes(&self) -> Option<u64> {
        let readable = self.sources.as_slice().iter().filter_map(|source| source.as_ref().ok());
        readable.map(Source::n_bytes).sum()
    }

    fn open(&mut self, source: Source) -> Result<Option<Item>, Failure> {
        let name = source.name();
        let may_be_list = self.arguments_are_lists || !matches!(source, Source::Bare { .. });
        let reader = reading::open(&source).map_err(|error| Failure::io(&name, &error))?;
        self.look(name, reader, may_be_list)
    }

    /// Decides by the head of an input whether it is a list with one puzzle a line. The decision depends on what the input
    /// holds, and not on its size or on how much of it has come so far.
    fn look(&mut self, name: String, reader: Reader, may_be_list: bool) -> Result<Option<Item>, Failure> {
        let mut input = Input::new(reader);
        let failed = |error: io::Error| Failure::io(&name, &error);
        if let Some(lines) = input.list(&self.options).map_err(failed)?.filter(|_| may_be_list) {
            let stream = Stream {
                name: name.into(),
                reader: input.reader,
                lines: lines.into(),
                pending: input.lines,
                ended: input.ended,
                before: input.before,
                index: 0,
                is_head: true,
            };
            return Ok(Some(self.next_piece(stream)));
        }
        let (bytes, before) = input.rest().map_err(failed)?;
        if bytes.len() < WORTH_CUTTING && before == Before::default() {
            return Ok(Some(Item::File { name, bytes, options: self.options.clone() }));
        }
        Ok(self.cut(name, bytes, before))
    }

    /// Analyses a large file and cuts it into groups of puzzles; `None` where Ctrl-C came before that was done.
    fn cut(&mut self, name: String, bytes: Vec<u8>, before: Before) -> Option<Item> {
        let options = self.options.clone();
        let analyse = move || match before == Before::default() {
            true => Document::new(name, bytes, &options),
            false => Ok(Document::behind(before, name, &bytes, &options)),
        };
        let whole = match unless_interrupted(analyse)? {
            Ok(document) => document,
            Err(unread) => return Some(Item::Undecodable(unread)),
        };
        const GROUP: usize = 16;
        let n_entries = whole.entries.len();
        let groups = (GROUP..n_entries).step_by(GROUP).map(|start| {
            let entries = start..(start + GROUP).min(n_entries);
            Item::Document(Box::new(Document { entries, is_head: false, ..whole.clone() }))
        });
        self.ready = groups.collect::<Vec<_>>().into_iter();
        Some(Item::Document(Box::new(Document { entries: 0..GROUP.min(n_entries), ..whole })))
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
        let item = self.take();
        if interrupt().is_cancelled() {
            self.is_cut |= item.is_some_and(|item| !item.is_empty());
            return None;
        }
        item
    }
}

impl Feed {
    /// Whether all was handed on, as far as that shows at once; for who takes nothing more.
    pub fn is_over(&mut self) -> bool {
        let is_read =
            self.stream.as_mut().is_none_or(|stream| stream.pending.is_empty() && stream.has_ended());
        is_read && !self.is_cut && self.ready.as_slice().is_empty() && self.sources.as_slice().is_empty()
    }

    fn take(&mut self) -> Option<Item> {
        if let Some(item) = self.ready.next() {
            return Some(item);
        }
        if let Some(stream) = self.stream.take() {
            return Some(self.next_piece(stream));
        }
        let source = self.sources.next()?;
        let item = source.and_then(|source| self.open(source));
        item.unwrap_or_else(|unread| Some(Item::Unreadable(unread)))
    }
}

/// Reads at most so much more of a list; 0 at the end.
fn read_more_lines(reader: &mut dyn Read, into: &mut Vec<u8>, most: usize) -> io::Result<usize> {
    let start = into.len();
    let n = read_some(reader, into, most)?;
    end_lines(into, start, n == 0);
    Ok(n)
}

/// Makes line feeds of carriage returns that end a line by themselves, in what was read from `start` on. That moves nothing. What a return at the end
/// is, is told by the next byte.
pub fn end_lines(bytes: &mut [u8], start: usize, ended: bool) {
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
    reader: Reader,
    head: Vec<u8>,
    /// The same with one kind of line ends, if it is a list.
    lines: Vec<u8>,
    /// How many of these bytes are whole lines.
    n_whole: usize,
    /// How many of them are lines in front that hold nothing to read, and how many lines that is.
    n_idle: usize,
    n_idle_lines: u32,
    /// What stood before, held nothing to read, and was not kept; and whether there were comments.
    before: Before,
    has_comments: bool,
    ended: bool,
}

impl Input {
    fn new(reader: Reader) -> Self {
        let (head, lines, before, has_comments) = Default::default();
        Self {
            reader,
            head,
            lines,
            n_whole: 0,
            n_idle: 0,
            n_idle_lines: 0,
            before,
            has_comments,
            ended: false,
        }
    }

    fn read_more(&mut self) -> io::Result<()> {
        let start = self.head.len();
        self.ended = read_some(&mut self.reader, &mut self.head, PIECE)? == 0;
        self.lines.extend_from_slice(&self.head[start..]);
        end_lines(&mut self.lines, start, self.ended);
        // What a return at the end is, is told by what follows.
        let start = start.saturating_sub(1);
        if let Some(at) = memrchr(b'\n', &self.lines[start..]) {
            self.n_whole = start + at + 1;
            self.pass_idle();
        }
        Ok(())
    }

    /// Goes on to the first line that holds something. Long rows of others are not kept: there may be no end of them.
    fn pass_idle(&mut self) {
        let mut n_left_out = 0;
        while let Some(length) = memchr(b'\n', &self.lines[self.n_idle..self.n_whole]) {
            let line = &self.lines[self.n_idle..self.n_idle + length];
            if !is_idle(line) {
                break;
            }
            self.has_comments |= line.contains(&b'#');
            self.n_idle += length + 1;
            self.n_idle_lines = self.n_idle_lines.saturating_add(1);
            // Where this is does not depend on how the input comes.
            if self.n_idle - n_left_out > IDLE {
                n_left_out = self.n_idle;
                let n_lines = std::mem::take(&mut self.n_idle_lines);
                self.before.lines = self.before.lines.saturating_add(n_lines);
            }
        }
        if n_left_out > 0 {
            self.head.drain(..n_left_out);
            self.lines.drain(..n_left_out);
            self.n_whole -= n_left_out;
            self.n_idle -= n_left_out;
            self.before.bytes += n_left_out as u64;
        }
    }

    /// All that was kept, and what stood before. For comments that were not kept a bare one stands: the language has them not, and says so.
    fn rest(mut self) -> io::Result<(Vec<u8>, Before)> {
        if !self.ended {
            read_all(&mut self.reader, &mut self.head)?;
        }
        if self.has_comments && self.before != Before::default() {
            let comment = b"#\n";
            self.head.splice(..0, *comment);
            self.before.lines -= 1;
            self.before.bytes -= comment.len() as u64;
        }
        Ok((self.head, self.before))
    }

    /// The reader of a list. As much is read as leaves no doubt, whether it comes at once or byte by byte.
    fn list(&mut self, options: &ReadOptions) -> io::Result<Option<LineReader>> {
        let mut looked_at = 0;
        loop {
            let is_all = self.ended || self.lines.len() > LOOKED_AT;
            // Lines that hold nothing tell nothing.
            let is_new = self.n_whole != looked_at && self.n_whole > self.n_idle;
            if is_all || is_new {
                looked_at = self.n_whole;
                match glance(&self.lines, is_all, options) {
                    Glance::List(reader) => return Ok(Some(*reader)),
                    Glance::Whole => return Ok(None),
                    Glance::More => {}
                }
            }
            self.read_more()?;
        }
    }
}

/// A stream of lines in the middle of being read.
struct Stream {
    name: Arc<str>,
    reader: Reader,
    lines: Arc<LineReader>,
    /// Bytes that were read and not handed on: the start of a line.
    pending: Vec<u8>,
    ended: bool,
    before: Before,
    index: usize,
    is_head: bool,
}

impl Stream {
    fn is_over(&self) -> bool {
        self.ended && self.pending.is_empty()
    }

    fn has_ended(&mut self) -> bool {
        self.ended || self.reader.is_over()
    }

    /// The next whole lines.
    fn piece(&mut self) -> Result<Item, Item> {
        let read = self.read_lines();
        let (bytes, skipped) = read.map_err(|error| Item::Unreadable(Failure::io(&self.name, &error)))?;
        let lines = Lines {
            name: self.name.clone(),
            bytes,
            reader: self.lines.clone(),
            before: self.before,
            first_index: self.index,
            is_head: std::mem::take(&mut self.is_head),
        };
        let (n_lines, n_puzzles) = lines.count();
        self.before.lines = self.before.lines.saturating_add(n_lines);
        self.before.bytes += lines.bytes.len() as u64 + skipped;
        self.index += n_puzzles;
        Ok(Item::Lines(Box::new(lines)))
    }

    /// Whole lines, or the start of one that is too long and how much of it was left out.
    fn read_lines(&mut self) -> io::Result<(Vec<u8>, u64)> {
        let most = if self.before.bytes < LONG { PIECE } else { LARGE_PIECE };
        while !self.ended && memchr(b'\n', &self.pending).is_none() {
            if self.pending.len() > LONGEST_LINE {
                return self.read_long_line();
            }
            self.ended = read_more_lines(&mut self.reader, &mut self.pending, most)? == 0;
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
            self.ended = read_more_lines(&mut self.reader, &mut next, PIECE)? == 0;
        }
    }
}
