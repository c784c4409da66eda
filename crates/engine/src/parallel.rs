//! One board, several threads: the same question from different seeds, and whoever has an answer first stops the others.
//!
//! Hard searches vary several-fold from seed to seed, so the fastest of a few is often much faster than the first.
//! Every thread's answer is right by itself, which is why verdicts and counts do not depend on how many there are.

use std::{
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    thread,
};

use crate::{CountReport, Report, Solver, Stop, StopReason, Uniqueness, UniquenessReport};

/// The most threads that are started.
const MOST: usize = 256;

/// Stops when the run is to stop, or when another thread has the answer.
struct Flag<'a> {
    run: &'a dyn Stop,
    over: &'a AtomicBool,
}

impl Stop for Flag<'_> {
    fn poll(&self) -> Option<StopReason> {
        if self.over.load(Ordering::Relaxed) { Some(StopReason::Cancelled) } else { self.run.poll() }
    }
}

/// Asks every racer; the first answer that is one, else the first racer's.
fn race<T: Send>(
    solver: &Solver<'_>,
    ask: impl Fn(&Solver<'_>) -> T + Sync,
    is_answer: impl Fn(&T) -> bool + Sync,
) -> T {
    let over = AtomicBool::new(false);
    let flag = Flag { run: solver.stop_signal(), over: &over };
    let winner: Mutex<Option<T>> = Mutex::new(None);
    let run = |number: usize| {
        let report = ask(&solver.racer(number, &flag));
        if !is_answer(&report) {
            return Some(report);
        }
        let mut winner = winner.lock().unwrap_or_else(PoisonError::into_inner);
        if winner.is_none() {
            over.store(true, Ordering::Relaxed);
            *winner = Some(report);
            return None;
        }
        Some(report)
    };
    let own = thread::scope(|scope| {
        for number in 1..solver.n_racers().min(MOST) {
            let run = &run;
            scope.spawn(move || {
                run(number);
            });
        }
        run(0)
    });
    let winner = winner.into_inner().unwrap_or_else(PoisonError::into_inner);
    winner.or(own).expect("the first racer has a report, or it has won")
}

pub(crate) fn solve(solver: &Solver<'_>) -> Report {
    race(solver, |racer| racer.solve(), |report| report.outcome.stopped().is_none())
}

pub(crate) fn count(solver: &Solver<'_>, limit: u128) -> CountReport {
    race(solver, |racer| racer.count(limit), |report| report.stopped.is_none())
}

pub(crate) fn uniqueness(solver: &Solver<'_>) -> UniquenessReport {
    race(solver, |racer| racer.uniqueness(), |report| !matches!(report.verdict, Uniqueness::Stopped { .. }))
}
