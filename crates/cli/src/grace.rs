//! The end of a run that was asked for one and does not come to it: where nobody reads what is to be written, or a step takes very long.
//! What still moves is left in peace, be it slow; what stands still for some seconds is ended, with a word of how far it came.

use std::{
    io::{self, Write},
    process,
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
    thread,
    time::Duration,
};

use crossbeam_channel::bounded;

use crate::interrupt::ended;

/// How often something moved.
static MOVES: AtomicU64 = AtomicU64::new(0);
/// How many pieces of work are going on that end by themselves, and are worthless before.
static HELD: AtomicU64 = AtomicU64::new(0);
/// How far the run came.
static WORDS: Mutex<Option<Words>> = Mutex::new(None);

type Words = Box<dyn FnOnce() -> String + Send>;

/// Says that the run is alive: somebody took what was written, or a piece of work is done.
pub fn moved() {
    MOVES.fetch_add(1, Ordering::Relaxed);
}

/// Does what ends by itself and waits for nobody, such as writing files; only a second Ctrl-C breaks it off.
pub fn unhurried<T>(work: impl FnOnce() -> T) -> T {
    HELD.fetch_add(1, Ordering::Relaxed);
    let done = work();
    HELD.fetch_sub(1, Ordering::Relaxed);
    moved();
    done
}

/// What is to be said should the run be ended before it says that itself.
pub fn leave_words(words: impl FnOnce() -> String + Send + 'static) {
    *WORDS.lock().unwrap_or_else(PoisonError::into_inner) = Some(Box::new(words));
}

/// The words that were left, for who says them.
pub fn take_words() -> Option<String> {
    let words = WORDS.lock().unwrap_or_else(PoisonError::into_inner).take();
    words.map(|words| words())
}

/// How often is looked whether something moved.
const LOOK: Duration = Duration::from_millis(50);

/// Tells a run that stands still from one that is slow. It counts its looks and not the time: a machine that sleeps ends nothing.
#[derive(Default)]
struct Patience {
    seen: u64,
    n_still: u32,
}

impl Patience {
    /// Looks that make five seconds.
    const MOST: u32 = 100;

    /// Whether nothing has moved for too long.
    const fn is_over(&mut self, moves: u64, is_held: bool) -> bool {
        if moves != self.seen || is_held {
            (self.seen, self.n_still) = (moves, 0);
            return false;
        }
        self.n_still += 1;
        self.n_still >= Self::MOST
    }
}

/// Whoever asks for an end gets it, even if nobody reads what is still to be written.
pub fn end_in_any_case() {
    let mut patience = Patience::default();
    while !patience.is_over(MOVES.load(Ordering::Relaxed), HELD.load(Ordering::Relaxed) > 0) {
        thread::sleep(LOOK);
    }
    say_words();
    process::exit(ended().code().into());
}

/// Says how far the run came, on a thread of its own: perhaps nobody reads standard error either.
fn say_words() {
    const LONGEST: Duration = Duration::from_secs(1);
    let Some(words) = take_words() else { return };
    let (to_caller, from_thread) = bounded(1);
    let say = move || {
        let _ =
            writeln!(io::stderr(), "sdkc: {words}; then nothing moved for 5 seconds, and the output was cut");
        let _ = to_caller.send(());
    };
    if thread::Builder::new().spawn(say).is_ok() {
        let _ = from_thread.recv_timeout(LONGEST);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_moves_is_left_in_peace_and_what_stands_still_is_ended() {
        let mut patience = Patience::default();
        for moves in 1..10 {
            for _ in 0..Patience::MOST {
                assert!(!patience.is_over(moves, false), "it moved {moves} times");
            }
        }
        assert!(patience.is_over(9, false));
        assert!(!patience.is_over(9, true), "files are written");
        assert!((1..Patience::MOST).all(|_| !patience.is_over(9, false)));
        assert!(patience.is_over(9, false));
    }
}
