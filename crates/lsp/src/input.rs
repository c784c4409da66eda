//! The input stream. It is watched for its end: a client that dies leaves no process behind, whatever handlers wait for. And
//! empty messages are left out: after one of them tower-lsp waits for more input before it looks at what it has.

use std::{
    io,
    pin::Pin,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    task::{Context, Poll, ready},
};

use tokio::io::{AsyncRead, ReadBuf};

use crate::Leave;

/// How much is read at once.
const PIECE: usize = 1 << 13;
/// A header that is longer than this is none.
const LONGEST_HEADER: usize = 1 << 12;
/// What ends a header.
const END: &[u8] = b"\r\n\r\n";

pub(crate) struct Watched<I> {
    inner: I,
    was_shut_down: Arc<AtomicBool>,
    leave: Leave,
    frames: Frames,
    /// What is ready to be read, and how much of it was.
    ready: Vec<u8>,
    taken: usize,
}

impl<I> Watched<I> {
    pub(crate) fn new(inner: I, was_shut_down: Arc<AtomicBool>, leave: Leave) -> Self {
        Self { inner, was_shut_down, leave, frames: Frames::default(), ready: Vec::new(), taken: 0 }
    }
}

impl<I: AsyncRead + Unpin> AsyncRead for Watched<I> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let this = &mut *self;
        while this.taken == this.ready.len() {
            this.ready.clear();
            this.taken = 0;
            let mut piece = [0; PIECE];
            let mut piece = ReadBuf::new(&mut piece);
            let result = ready!(Pin::new(&mut this.inner).poll_read(context, &mut piece));
            if result.is_err() || piece.filled().is_empty() {
                (this.leave)(i32::from(!this.was_shut_down.load(Ordering::Relaxed)));
                return Poll::Ready(result);
            }
            this.frames.feed(piece.filled(), &mut this.ready);
        }
        let n = buffer.remaining().min(this.ready.len() - this.taken);
        buffer.put_slice(&this.ready[this.taken..this.taken + n]);
        this.taken += n;
        Poll::Ready(Ok(()))
    }
}

/// Where in its frames the stream is. Streams whose lengths lie pass as they are; what becomes of them is up to tower-lsp.
#[derive(Default)]
struct Frames {
    header: Vec<u8>,
    /// How much is to come of the message that the last header announced.
    left: usize,
}

impl Frames {
    fn feed(&mut self, mut bytes: &[u8], out: &mut Vec<u8>) {
        loop {
            let (message, rest) = bytes.split_at(self.left.min(bytes.len()));
            out.extend_from_slice(message);
            self.left -= message.len();
            let Some((first, rest)) = rest.split_first() else { return };
            bytes = rest;
            self.header.push(*first);
            if !self.header.ends_with(END) && self.header.len() < LONGEST_HEADER {
                continue;
            }
            let announced = announced(&self.header);
            self.left = announced.unwrap_or_default();
            if announced != Some(0) {
                out.extend_from_slice(&self.header);
            }
            self.header.clear();
        }
    }
}

/// The length of the message that follows a header.
fn announced(header: &[u8]) -> Option<usize> {
    let header = std::str::from_utf8(header.strip_suffix(END)?).ok()?;
    header.lines().find_map(|line| line.strip_prefix("Content-Length:"))?.trim().parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What comes of a stream that arrives in pieces of one size.
    fn fed(stream: &[u8], size: usize) -> Vec<u8> {
        let (mut frames, mut out) = (Frames::default(), Vec::new());
        stream.chunks(size).for_each(|piece| frames.feed(piece, &mut out));
        out
    }

    #[test]
    fn empty_messages_are_left_out_and_the_rest_passes() {
        let empty = "Content-Length: 0\r\n\r\n";
        let other = "Content-Type: application/vscode-jsonrpc; charset=utf-8\r\nContent-Length: 23\r\n\r\n";
        // The message holds what looks like an empty one.
        let message = "{\"Content-Length: 0\r\n\r\n";
        assert_eq!(message.len(), 23);
        let stream = [empty, other, message, empty, empty, other, message].concat();
        let wanted = [other, message, other, message].concat();
        for size in 1..=stream.len() {
            assert_eq!(fed(stream.as_bytes(), size), wanted.as_bytes(), "in pieces of {size}");
        }
    }

    #[test]
    fn what_is_no_frame_passes() {
        for stream in [
            "X: 1\r\n\r\nContent-Length: -1\r\n\r\nContent-Length: 9\r\n\r\n123456789".to_owned(),
            "x".repeat(2 * LONGEST_HEADER),
        ] {
            assert_eq!(fed(stream.as_bytes(), 7), stream.as_bytes());
        }
    }
}
