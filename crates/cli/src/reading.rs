//! Reads inputs: Ctrl-C is heeded while one keeps its reader waiting.

use std::{
    fs::{self, File},
    io::{self, Read},
    path::Path,
    thread,
};

use crossbeam_channel::{Receiver, RecvTimeoutError, bounded};

use crate::{
    input::Source,
    session::{GLANCE, interrupt},
};

/// An input that is open. After Ctrl-C it may end early; whoever reads it asks the switch.
pub enum Reader {
    /// What does not keep its reader waiting.
    Here(Here),
    /// What may.
    Waiting(Waiting),
}

type Here = Box<dyn Read + Send>;

/// How much of an input is read at once: little, so that a short list keeps all workers busy.
pub const PIECE: usize = 120 << 10;

/// Opens an input. Only a regular file with something in it does not keep its reader waiting: a pipe may have no writer, a device nothing to
/// say, and what the system makes up as it is read has no size.
pub fn open(source: &Source) -> io::Result<Reader> {
    let may_wait = match source {
        Source::File { path } => !is_plain(path),
        Source::Stdin { .. } => true,
        Source::Bare { .. } => false,
    };
    if may_wait && let Ok(waiting) = Waiting::new(source.clone()) {
        return Ok(Reader::Waiting(waiting));
    }
    // Without a thread it is read all the same; only Ctrl-C then waits for what comes next.
    open_here(source).map(Reader::Here)
}

impl Read for Reader {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        match self {
            Self::Here(reader) => reader.read(into),
            Self::Waiting(reader) => reader.read(into),
        }
    }
}

impl Reader {
    /// Whether nothing is left, as far as that shows at once; for who reads no further.
    pub fn is_over(&mut self) -> bool {
        match self {
            Self::Here(reader) => matches!(reader.read(&mut [0]), Ok(0)),
            Self::Waiting(reader) => reader.is_over(),
        }
    }
}

fn is_plain(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|meta| meta.is_file() && meta.len() > 0)
}

fn open_here(source: &Source) -> io::Result<Here> {
    Ok(match source {
        Source::File { path } => Box::new(File::open(path)?),
        Source::Bare { text } => Box::new(io::Cursor::new(text.clone().into_bytes())),
        Source::Stdin { .. } => Box::new(io::stdin()),
    })
}

/// Reads all that is left of an input behind what is there already, or as much as came before Ctrl-C.
pub fn read_all(reader: &mut dyn Read, bytes: &mut Vec<u8>) -> io::Result<()> {
    while !interrupt().is_cancelled() && read_some(reader, bytes, PIECE)? > 0 {}
    Ok(())
}

/// Reads at most so much more, retrying when interrupted; 0 at the end.
pub fn read_some(reader: &mut dyn Read, into: &mut Vec<u8>, most: usize) -> io::Result<usize> {
    let start = into.len();
    into.resize(start + most, 0);
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

/// An input that is opened and read by a thread of its own: neither can be broken off where it waits for a writer, but after Ctrl-C nobody
/// waits for it any more, and the input ends.
pub struct Waiting {
    from_thread: Receiver<io::Result<Vec<u8>>>,
    piece: io::Cursor<Vec<u8>>,
}

impl Waiting {
    /// Fails where the system gives no thread.
    fn new(source: Source) -> io::Result<Self> {
        let (to_reader, from_thread) = bounded(2);
        thread::Builder::new().spawn(move || {
            let mut reader = match open_here(&source) {
                Ok(reader) => reader,
                Err(error) => {
                    let _ = to_reader.send(Err(error));
                    return;
                }
            };
            loop {
                let mut piece = Vec::new();
                let read = read_some(&mut *reader, &mut piece, PIECE);
                let is_over = !matches!(read, Ok(1..));
                if to_reader.send(read.map(|_| piece)).is_err() || is_over {
                    return;
                }
            }
        })?;
        Ok(Self { from_thread, piece: io::Cursor::default() })
    }

    fn is_over(&self) -> bool {
        let is_read = self.piece.position() == self.piece.get_ref().len() as u64;
        is_read
            && match self.from_thread.recv_timeout(GLANCE) {
                Ok(next) => next.is_ok_and(|piece| piece.is_empty()),
                Err(why) => why == RecvTimeoutError::Disconnected,
            }
    }
}

impl Read for Waiting {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        loop {
            let n_bytes = self.piece.read(into)?;
            if n_bytes > 0 || into.is_empty() {
                return Ok(n_bytes);
            }
            match self.from_thread.recv_timeout(GLANCE) {
                Ok(piece) => self.piece = io::Cursor::new(piece?),
                Err(RecvTimeoutError::Timeout) if !interrupt().is_cancelled() => continue,
                Err(_) => return Ok(0),
            }
            if self.piece.get_ref().is_empty() {
                return Ok(0);
            }
        }
    }
}
