//! A writer for a pipe whose reader may be slow: it writes little at once, so that each part that is taken tells that the run is alive, and
//! adds up how long it waited.

use std::{
    io::{self, Write},
    sync::atomic::{AtomicU64, Ordering},
    time::{Duration, Instant},
};

use memchr::memrchr;

use crate::grace::moved;

/// The most that is written at once. A pipe takes it when there is room for it; Linux' holds four times as much.
const MOST: usize = 16 << 10;

/// How long all outlets waited, in nanoseconds.
static WAITED: AtomicU64 = AtomicU64::new(0);

/// How long what writes waited so far, for readers or a disk.
pub fn waited() -> Duration {
    Duration::from_nanos(WAITED.load(Ordering::Relaxed))
}

/// Hands on what it is given.
pub struct Outlet<W>(pub W);

/// What is written first of so many bytes: whole lines, which standard output does not hold back in part.
fn first_part(bytes: &[u8]) -> &[u8] {
    let Some(most) = bytes.get(..MOST) else { return bytes };
    memrchr(b'\n', most).map_or(most, |at| &most[..=at])
}

impl<W: Write> Outlet<W> {
    fn timed<T>(&mut self, act: impl FnOnce(&mut W) -> io::Result<T>) -> io::Result<T> {
        let start = Instant::now();
        let done = act(&mut self.0);
        WAITED.fetch_add(start.elapsed().as_nanos() as u64, Ordering::Relaxed);
        if done.is_ok() {
            moved();
        }
        done
    }
}

impl<W: Write> Write for Outlet<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.timed(|writer| writer.write(first_part(bytes)))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.timed(W::flush)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Takes what it is given, and notes how much at once.
    #[derive(Default)]
    struct Parts(Vec<usize>);

    impl Write for Parts {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.push(bytes.len());
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn little_is_written_at_once_and_whole_lines_where_there_are_some() {
        let parts = |bytes: &[u8]| {
            let mut outlet = Outlet(Parts::default());
            outlet.write_all(bytes).expect("it takes all");
            outlet.0.0
        };
        assert_eq!(parts(&[b'.'; 2 * MOST + 1]), [MOST, MOST, 1]);
        assert_eq!(parts(b"a\nb"), [3]);
        let lines = "12345\n".repeat(MOST / 3);
        assert!(parts(lines.as_bytes()).iter().all(|n| n % 6 == 0 && (1..=MOST).contains(n)));
    }
}
