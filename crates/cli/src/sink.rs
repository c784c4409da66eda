//! A writer for what is too much to be held: it hands on what a piece holds while the rest is still worked out, and ends with Ctrl-C, when
//! the time for the work is up, or when nobody reads any more.

use std::{
    io,
    time::{Duration, Instant},
};

use sdkc_engine::StopReason;

use crate::{
    batch::{Flush, Piece},
    session::interrupt,
};

/// Writes to the standard output of a piece.
pub struct Sink<'s, 'f> {
    piece: &'s mut Piece,
    flush: &'s mut Flush<'f>,
    timeout: Duration,
    start: Instant,
    clock: fn() -> Instant,
    stopped: Option<StopReason>,
}

impl<'s, 'f> Sink<'s, 'f> {
    /// A writer for work that may take so long from a start on; waiting for readers is none. `Duration::ZERO` is no limit.
    pub fn new(piece: &'s mut Piece, flush: &'s mut Flush<'f>, timeout: Duration, start: Instant) -> Self {
        Self { piece, flush, timeout, start, clock: Instant::now, stopped: None }
    }

    /// Why not all was written, if it was not and somebody still reads.
    pub const fn stopped(&self) -> Option<StopReason> {
        self.stopped
    }

    fn worked(&self) -> Duration {
        (self.clock)().saturating_duration_since(self.start).saturating_sub(self.flush.waited())
    }

    fn poll(&self) -> Option<StopReason> {
        if interrupt().is_cancelled() {
            return Some(StopReason::Cancelled);
        }
        let is_up = !self.timeout.is_zero() && self.worked() > self.timeout;
        is_up.then_some(StopReason::Time { limit: self.timeout })
    }
}

impl io::Write for Sink<'_, '_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.stopped = self.stopped.or_else(|| self.poll());
        if self.stopped.is_some() {
            return Err(broken_off());
        }
        self.piece.stdout.extend_from_slice(bytes);
        if !self.flush.now_and_then(self.piece) {
            return Err(io::ErrorKind::BrokenPipe.into());
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The number of cells from which a board is written as it is drawn, and Ctrl-C heeded meanwhile.
pub const BIG: usize = 1 << 16;

/// Memory that is not written to any further after Ctrl-C.
struct Breakable<'b>(&'b mut Vec<u8>);

impl io::Write for Breakable<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if interrupt().is_cancelled() {
            return Err(broken_off());
        }
        self.0.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The error of work that Ctrl-C ended.
pub fn broken_off() -> io::Error {
    io::Error::other("the work was ended")
}

/// Adds what is written about a board; false where it is a big one and Ctrl-C came before that was done: then nothing is added.
pub fn whole_or_nothing(
    bytes: &mut Vec<u8>,
    n_cells: usize,
    write: impl FnOnce(&mut dyn io::Write) -> io::Result<()>,
) -> bool {
    let start = bytes.len();
    let written = if n_cells < BIG { write(bytes) } else { write(&mut Breakable(bytes)) };
    if written.is_err() {
        bytes.truncate(start);
    }
    written.is_ok()
}

#[cfg(test)]
mod tests {
    use std::{cell::Cell, io::Write as _, sync::LazyLock};

    use super::*;

    static START: LazyLock<Instant> = LazyLock::new(Instant::now);

    thread_local! {
        static PASSED: Cell<Duration> = const { Cell::new(Duration::ZERO) };
    }

    fn clock() -> Instant {
        *START + PASSED.get()
    }

    fn pass(seconds: u64) {
        PASSED.set(PASSED.get() + Duration::from_secs(seconds));
    }

    /// Writes ten pieces, handing on which takes its time, of which a part is waiting. The result is how many were handed on, and why no more.
    fn written(timeout: u64, work: u64, (takes, wait): (u64, u64)) -> (usize, Option<StopReason>) {
        const PIECE: usize = 1 << 16;
        let mut n_handed_on = 0;
        let mut hand_on = |piece: &mut Piece| {
            pass(takes);
            n_handed_on += std::mem::take(&mut piece.stdout).len();
            Some(Duration::from_secs(wait))
        };
        let (mut piece, mut flush) = (Piece::default(), Flush::new(&mut hand_on));
        let mut sink = Sink::new(&mut piece, &mut flush, Duration::from_secs(timeout), clock());
        sink.clock = clock;
        for _ in 0..10 {
            pass(work);
            if sink.write_all(&[b'.'; PIECE]).is_err() {
                break;
            }
        }
        let stopped = sink.stopped();
        (n_handed_on / PIECE, stopped)
    }

    #[test]
    fn the_work_is_limited_and_not_the_wait_for_readers() {
        let up = |seconds| Some(StopReason::Time { limit: Duration::from_secs(seconds) });
        assert_eq!(written(5, 2, (0, 0)), (2, up(5)));
        assert_eq!(written(5, 2, (100, 100)), (2, up(5)));
        assert_eq!(written(20, 2, (100, 100)), (10, None));
        assert_eq!(written(0, 100, (0, 0)), (10, None), "no limit");
        assert_eq!(written(5, 1, (1, 0)), (3, up(5)), "handing on is work, too");
    }

    #[test]
    fn who_does_not_read_ends_the_work() {
        let mut hand_on = |_: &mut Piece| -> Option<Duration> { None };
        let (mut piece, mut flush) = (Piece::default(), Flush::new(&mut hand_on));
        let mut sink = Sink::new(&mut piece, &mut flush, Duration::ZERO, Instant::now());
        let error = sink.write_all(&[b'.'; 1 << 16]).expect_err("nobody reads");
        assert_eq!((error.kind(), sink.stopped()), (io::ErrorKind::BrokenPipe, None));
    }
}
