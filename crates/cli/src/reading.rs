//! Reads inputs: Ctrl-C is heeded while one keeps its reader waiting, and of what is no text, or too long a one, no more is read than shows
//! that.

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
    /// What does not keep its reader waiting, and how long it was when it was opened.
    Here(Here, u64),
    /// What may.
    Waiting(Waiting),
}

type Here = Box<dyn Read + Send>;

/// How much of an input is read at once: little, so that a short list keeps all workers busy.
pub const PIECE: usize = 120 << 10;
/// How much of an input tells that it is no text.
const TELLING: usize = 1 << 16;
/// The longest text: places in it are 32 bits wide.
const LONGEST: u64 = u32::MAX as u64;

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
    open_here(source).map(|reader| Reader::Here(reader, source.n_bytes().unwrap_or_default()))
}

impl Read for Reader {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        match self {
            Self::Here(reader, _) => reader.read(into),
            Self::Waiting(reader) => reader.read(into),
        }
    }
}

impl Reader {
    /// Whether nothing is left, as far as that shows at once; for who reads no further.
    pub fn is_over(&mut self) -> bool {
        match self {
            Self::Here(reader, _) => matches!(reader.read(&mut [0]), Ok(0)),
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

/// Reads what is left of an input behind its beginning: all of it, or as much as came before Ctrl-C. Where the beginning is no text, it is
/// all that there is to know.
pub fn read_all(reader: &mut Reader, bytes: &mut Vec<u8>) -> io::Result<()> {
    read_up_to(LONGEST, reader, bytes)
}

fn read_up_to(longest: u64, reader: &mut Reader, bytes: &mut Vec<u8>) -> io::Result<()> {
    while bytes.len() < TELLING {
        if interrupt().is_cancelled() || read_some(reader, bytes, PIECE)? == 0 {
            return Ok(());
        }
    }
    if is_binary(&bytes[..TELLING]) {
        bytes.truncate(TELLING);
        return Ok(());
    }
    // A character of UTF-16 has two bytes or four, and in UTF-8 perhaps one.
    let longest = if has_mark_of_utf16(bytes) { longest.saturating_mul(2) } else { longest };
    let length = if let Reader::Here(_, length) = reader { *length } else { 0 };
    if length <= longest {
        // With room for what one reading more takes, which finds the end.
        let more = (length as usize + PIECE).saturating_sub(bytes.len());
        bytes.try_reserve_exact(more)?;
    }
    while length.max(bytes.len() as u64) <= longest {
        if interrupt().is_cancelled() || read_some(reader, bytes, PIECE)? == 0 {
            // What is made of a text takes more than twice its memory.
            Vec::<u8>::new().try_reserve_exact(bytes.len().saturating_mul(2))?;
            return Ok(());
        }
    }
    Err(io::ErrorKind::FileTooLarge.into())
}

fn has_mark_of_utf16(bytes: &[u8]) -> bool {
    bytes.starts_with(b"\xff\xfe") || bytes.starts_with(b"\xfe\xff")
}

/// Whether what begins like this is no text, whatever follows: it holds NULs.
fn is_binary(beginning: &[u8]) -> bool {
    if has_mark_of_utf16(beginning) {
        return beginning.as_chunks::<2>().0.contains(&[0, 0]);
    }
    beginning.contains(&0)
}

/// Reads at most so much more, retrying when interrupted; 0 at the end. Memory that cannot be had is an error as others are.
pub fn read_some(reader: &mut dyn Read, into: &mut Vec<u8>, most: usize) -> io::Result<usize> {
    let start = into.len();
    into.try_reserve(most)?;
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Hands out so many bytes at once, and says when it is asked for more than was to be read.
    struct Endless {
        text: &'static [u8],
        n_left: usize,
    }

    impl Read for Endless {
        fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
            self.n_left = self.n_left.checked_sub(1).expect("nobody reads on");
            let n = into.len().min(50_000) / self.text.len() * self.text.len();
            into[..n].copy_from_slice(&self.text.repeat(n / self.text.len()));
            Ok(n)
        }
    }

    fn read(text: &'static [u8], n_reads: usize, longest: u64, length: u64) -> io::Result<Vec<u8>> {
        let mut reader = Reader::Here(Box::new(Endless { text, n_left: n_reads }), length);
        let mut bytes = Vec::new();
        read_up_to(longest, &mut reader, &mut bytes).map(|()| bytes)
    }

    #[test]
    fn of_what_is_no_text_the_beginning_is_read() {
        for text in [&b"\0"[..], b"text\0\n", b"\xff\xfe\0\0", b"\xfe\xff.\0\0\0"] {
            for length in [0, 1 << 40] {
                let bytes = read(text, 2, LONGEST, length).expect("it can be read");
                assert_eq!(bytes.len(), TELLING, "{text:?}");
                assert!(sdkc_formats::decode(&bytes).is_err(), "{text:?}");
            }
        }
    }

    #[test]
    fn too_long_a_text_is_refused_while_it_is_read_or_before() {
        for (text, n_reads) in [(&b"no end\n"[..], 5), (b"\xff\xfe.\0\n\0", 9)] {
            let error = read(text, n_reads, 200_000, 0).expect_err("it has no end");
            assert_eq!(error.kind(), io::ErrorKind::FileTooLarge);
            let error = read(text, 2, 200_000, 400_001).expect_err("it is that long");
            assert_eq!(error.kind(), io::ErrorKind::FileTooLarge);
        }
    }

    #[test]
    fn memory_that_cannot_be_had_is_an_error() {
        let error = read(b"text\n", 2, u64::MAX, 1 << 62).expect_err("no machine has so much");
        assert_eq!(error.kind(), io::ErrorKind::OutOfMemory);
    }
}
