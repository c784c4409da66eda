//! One board, several threads: the same question from different seeds, and whoever has an answer first stops the others.
//!
//! A board begins on one thread, for most are over at once. When it turns out to be long, it takes further threads from a
//! [`Crew`], and goes on taking those that become free later. Hard searches vary several-fold from seed to seed, so the
//! fastest of a few is often much faster than the first; and what follows from the board alone they tell each other
//! (`learn::Exchange`). Every thread's answer is right by itself, which is why verdicts and counts do not depend on how many
//! there are.

use std::{
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    thread,
};

use crate::{
    CountReport, Crew, Report, Solver, Stats, Stop, StopReason, Uniqueness, UniquenessReport, learn::Exchange,
};

/// The most threads that are started for a board.
const MOST: usize = 256;

/// An answer, or why there is none.
trait Answer: Send {
    fn is_decided(&self) -> bool;
    fn stats(&mut self) -> &mut Stats;
}

impl Answer for Report {
    fn is_decided(&self) -> bool {
        self.outcome.stopped().is_none()
    }

    fn stats(&mut self) -> &mut Stats {
        &mut self.stats
    }
}

impl Answer for CountReport {
    fn is_decided(&self) -> bool {
        self.stopped.is_none()
    }

    fn stats(&mut self) -> &mut Stats {
        &mut self.stats
    }
}

impl Answer for UniquenessReport {
    fn is_decided(&self) -> bool {
        !matches!(self.verdict, Uniqueness::Stopped { .. })
    }

    fn stats(&mut self) -> &mut Stats {
        &mut self.stats
    }
}

/// Stops when the run is to stop, or when another thread has the answer.
struct Flag<'a> {
    run: &'a dyn Stop,
    over: &'a AtomicBool,
    exchange: &'a Exchange,
    /// The thread's number.
    number: usize,
}

impl Stop for Flag<'_> {
    fn poll(&self) -> Option<StopReason> {
        if self.over.load(Ordering::Relaxed) { Some(StopReason::Cancelled) } else { self.run.poll() }
    }

    fn exchange(&self) -> Option<(&Exchange, usize)> {
        Some((self.exchange, self.number))
    }
}

/// The flag of the board's own thread, which calls for help once it is known that the run is long.
struct Lead<'a> {
    flag: Flag<'a>,
    is_long: AtomicBool,
    call_for_help: &'a (dyn Fn() + Sync),
}

impl Stop for Lead<'_> {
    fn poll(&self) -> Option<StopReason> {
        let reason = self.flag.poll();
        if reason.is_none() && self.is_long.load(Ordering::Relaxed) {
            (self.call_for_help)();
        }
        reason
    }

    fn turned_long(&self) {
        self.is_long.store(true, Ordering::Relaxed);
        self.flag.run.turned_long();
    }

    fn exchange(&self) -> Option<(&Exchange, usize)> {
        self.flag.exchange()
    }
}

/// A thread of the run. If it ends by a panic (of somebody's [`Stop`], say), the others end too, so that the panic gets
/// where it is to be heard instead of waiting for their answer.
struct Together<'a>(&'a AtomicBool);

impl Drop for Together<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.store(true, Ordering::Relaxed);
        }
    }
}

/// A thread that the crew gave. It goes back however its work ends.
struct Lent<'a>(&'a dyn Crew);

impl Drop for Lent<'_> {
    fn drop(&mut self) {
        self.0.leave();
    }
}

/// Asks on as many threads as the crew spares; the first decided answer, else that of the board's own thread.
fn race<T: Answer>(solver: &Solver<'_>, crew: &dyn Crew, ask: impl Fn(&Solver<'_>) -> T + Sync) -> T {
    let over = AtomicBool::new(false);
    let exchange = Exchange::default();
    let flag = |number| Flag { run: solver.stop_signal(), over: &over, exchange: &exchange, number };
    let winner: Mutex<Option<T>> = Mutex::new(None);
    let decide = |answer: T| {
        if !answer.is_decided() {
            return Some(answer);
        }
        over.store(true, Ordering::Relaxed);
        winner.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(answer);
        None
    };
    let helpers = AtomicUsize::new(0);
    let help = |number: usize, lent: Lent<'_>| {
        let _together = Together(&over);
        decide(ask(&solver.racer(number, &flag(number))));
        drop(lent);
    };
    let own = thread::scope(|scope| {
        let _together = Together(&over);
        let no_more = AtomicBool::new(false);
        let call_for_help = || {
            while !no_more.load(Ordering::Relaxed)
                && helpers.load(Ordering::Relaxed) + 1 < MOST
                && crew.join()
            {
                let lent = Lent(crew);
                let number = helpers.load(Ordering::Relaxed) + 1;
                let help = &help;
                // Where the system has no more threads, the board goes on with those it has; `lent` goes back at once.
                match thread::Builder::new().spawn_scoped(scope, move || help(number, lent)) {
                    Ok(_) => helpers.store(number, Ordering::Relaxed),
                    Err(_) => no_more.store(true, Ordering::Relaxed),
                }
            }
        };
        let lead = Lead { flag: flag(0), is_long: AtomicBool::new(false), call_for_help: &call_for_help };
        decide(ask(&solver.racer(0, &lead)))
    });
    let winner = winner.into_inner().unwrap_or_else(PoisonError::into_inner);
    let mut answer = winner.or(own).expect("the first thread has an undecided answer, or it has decided");
    answer.stats().helpers = helpers.into_inner() as u64;
    answer
}

pub(crate) fn solve(solver: &Solver<'_>, crew: &dyn Crew) -> Report {
    race(solver, crew, |racer| racer.solve())
}

pub(crate) fn count(solver: &Solver<'_>, crew: &dyn Crew, limit: u128) -> CountReport {
    race(solver, crew, |racer| racer.count(limit))
}

pub(crate) fn uniqueness(solver: &Solver<'_>, crew: &dyn Crew) -> UniquenessReport {
    race(solver, crew, |racer| racer.uniqueness())
}
