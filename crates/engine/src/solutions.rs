//! Solutions one by one.

use sdkc_board::{Board, Grid};

use crate::{
    Backend, Config, Observer, Silent, Stats, Stop, StopReason,
    backend::{self, Engine},
    limits::Meter,
    search::Step,
};

/// An iterator over the solutions of a board, each found when it is asked for. It ends when there are no more
/// or when a limit is reached: [`Solutions::stopped`] tells which.
pub struct Solutions<'a, O = Silent> {
    engine: Option<Engine<'a, O>>,
    meter: Meter<'a>,
    observer: O,
    stopped: Option<StopReason>,
    done: bool,
}

impl<'a, O: Observer + 'a> Solutions<'a, O> {
    pub(crate) fn new(board: &Board, config: &Config, stop: &'a dyn Stop, mut observer: O) -> Self {
        // A run that is cancelled already does nothing, not even what needs no search.
        let stopped = stop.poll();
        let mut meter = Meter::new(config.limits, stop);
        let opened = stopped.map_or_else(|| backend::open(board, config, &mut meter, &mut observer), Err);
        let (engine, stopped) = match opened {
            Ok(engine) => (engine, None),
            Err(reason) => (None, Some(reason)),
        };
        let done = engine.is_none();
        Self { engine, meter, observer, stopped, done }
    }

    /// The solutions as a helping thread finds them.
    #[cfg(feature = "parallel")]
    pub(crate) fn of_helper(board: &Board, config: &Config, stop: &'a dyn Stop, observer: O) -> Self {
        let engine = backend::helper(board, config);
        let done = engine.is_none();
        // Without an engine nothing was searched, which is no answer.
        let stopped = done.then_some(StopReason::Cancelled);
        Self { engine, meter: Meter::new(config.limits, stop), observer, stopped, done }
    }

    /// Why the iteration ended early, if it did.
    #[must_use]
    pub fn stopped(&self) -> Option<StopReason> {
        self.stopped
    }

    /// What was counted so far.
    #[must_use]
    pub fn stats(&self) -> Stats {
        self.engine.as_ref().map_or_else(Stats::default, |engine| engine.search.stats())
    }

    /// What does the work.
    #[must_use]
    pub fn backend(&self) -> Backend {
        self.engine.as_ref().map_or(Backend::Rules, |engine| engine.search.backend())
    }

    /// Goes on to the next solution without writing it down; `false` at the end.
    pub(crate) fn advance(&mut self) -> bool {
        let Some(engine) = self.engine.as_mut().filter(|_| !self.done) else { return false };
        match engine.search.advance(&mut self.meter, &mut self.observer) {
            Step::Solution => return true,
            Step::Exhausted => self.done = true,
            Step::Stopped(reason) => {
                self.done = true;
                self.stopped = Some(reason);
            }
        }
        false
    }
}

impl<'a, O: Observer + 'a> Iterator for Solutions<'a, O> {
    type Item = Grid;

    fn next(&mut self) -> Option<Grid> {
        if !self.advance() {
            return None;
        }
        self.engine.as_ref().map(|engine| engine.search.grid())
    }
}
