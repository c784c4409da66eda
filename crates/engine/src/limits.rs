//! When a search gives up: node limits, and a [`Stop`] that is polled at bounded intervals. Stopping is a value,
//! never an error, and every reason says its number.

use std::{
    fmt,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    time::Duration,
};

use crate::learn::Exchange;

/// Limits that are the same on every machine (time is not: see [`Stop`]).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// The most nodes (values placed by the search, and solutions listed by a formula beyond the second) of one run;
    /// `None` is no limit.
    pub nodes: Option<u64>,
}

impl Limits {
    /// No limits.
    #[must_use]
    pub const fn none() -> Self {
        Self { nodes: None }
    }

    /// At most this many nodes.
    #[must_use]
    pub const fn nodes(limit: u64) -> Self {
        Self { nodes: Some(limit) }
    }
}

/// Why a run ended before it had its answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum StopReason {
    /// The node limit was reached.
    Nodes {
        /// The limit.
        limit: u64,
    },
    /// The time limit was reached.
    Time {
        /// The limit.
        limit: Duration,
    },
    /// Somebody cancelled the run.
    Cancelled,
    /// What was learned does not fit any more (2 GiB).
    Memory,
}

impl fmt::Display for StopReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Nodes { limit } => write!(f, "node limit of {limit} reached"),
            Self::Time { limit } => write!(f, "time limit of {limit:?} reached"),
            Self::Cancelled => f.write_str("cancelled"),
            Self::Memory => f.write_str("no room for more learned clauses"),
        }
    }
}

/// Asked now and then whether to go on: at the start of a run and then at least once in about a millisecond of work
/// (on boards of tens of millions of cells, where memory alone takes its time, in some tens of milliseconds).
///
/// ```
/// use sdkc_engine::{Stop, StopReason, CancelToken};
/// let token = CancelToken::new();
/// assert_eq!(token.poll(), None);
/// token.clone().cancel();
/// assert_eq!(token.poll(), Some(StopReason::Cancelled));
/// ```
pub trait Stop: Sync {
    /// `Some` reason to stop, or `None` to go on.
    fn poll(&self) -> Option<StopReason>;

    /// Told once in a run that turns out to be long: what is quick has not helped, and the search learns from
    /// conflicts from now on, for milliseconds or for hours.
    fn turned_long(&self) {}

    /// The threads that may help if the run turns out to be long (with the feature `parallel`).
    fn crew(&self) -> Option<&dyn Crew> {
        None
    }

    /// Where searches of one board tell each other what they learned, and the number of this one there: what the threads of
    /// `Solver::jobs` have in common.
    fn exchange(&self) -> Option<(&Exchange, usize)> {
        None
    }
}

/// Threads that a board may take to itself, and has to give back. Shared by all runs that ask for some, it keeps them
/// from taking more than there are.
///
/// [`Workers`] is one; see `Solver::jobs`, which the feature `parallel` brings, for what helpers do.
pub trait Crew: Sync {
    /// Takes a thread, if there is one that nobody needs.
    fn join(&self) -> bool;

    /// Gives a thread back.
    fn leave(&self);
}

/// A number of threads without work.
///
/// ```
/// use sdkc_engine::{Crew, Workers};
/// let idle = Workers::new(1);
/// assert!(idle.join() && !idle.join());
/// idle.leave();
/// assert!(idle.join());
/// ```
#[derive(Debug, Default)]
pub struct Workers(AtomicUsize);

impl Workers {
    /// So many.
    #[must_use]
    pub const fn new(number: usize) -> Self {
        Self(AtomicUsize::new(number))
    }
}

impl Crew for Workers {
    fn join(&self) -> bool {
        self.0.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |idle| idle.checked_sub(1)).is_ok()
    }

    fn leave(&self) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }
}

/// Never stops.
#[derive(Clone, Copy, Debug, Default)]
pub struct Never;

impl Stop for Never {
    fn poll(&self) -> Option<StopReason> {
        None
    }
}

impl<S: Stop + ?Sized> Stop for &S {
    fn poll(&self) -> Option<StopReason> {
        (**self).poll()
    }

    fn turned_long(&self) {
        (**self).turned_long();
    }

    fn crew(&self) -> Option<&dyn Crew> {
        (**self).crew()
    }

    fn exchange(&self) -> Option<(&Exchange, usize)> {
        (**self).exchange()
    }
}

/// Either of two: the first that has a reason, and the first that has a crew.
impl<A: Stop, B: Stop> Stop for (A, B) {
    fn poll(&self) -> Option<StopReason> {
        self.0.poll().or_else(|| self.1.poll())
    }

    fn turned_long(&self) {
        self.0.turned_long();
        self.1.turned_long();
    }

    fn crew(&self) -> Option<&dyn Crew> {
        self.0.crew().or_else(|| self.1.crew())
    }

    fn exchange(&self) -> Option<(&Exchange, usize)> {
        self.0.exchange().or_else(|| self.1.exchange())
    }
}

/// Stops if there is something that does.
impl<S: Stop> Stop for Option<S> {
    fn poll(&self) -> Option<StopReason> {
        self.as_ref().and_then(Stop::poll)
    }

    fn turned_long(&self) {
        self.iter().for_each(Stop::turned_long);
    }

    fn crew(&self) -> Option<&dyn Crew> {
        self.as_ref().and_then(Stop::crew)
    }

    fn exchange(&self) -> Option<(&Exchange, usize)> {
        self.as_ref().and_then(Stop::exchange)
    }
}

/// A switch that stops runs from elsewhere, such as another thread. Clones share the switch.
#[derive(Clone, Debug, Default)]
pub struct CancelToken(Arc<AtomicBool>);

impl CancelToken {
    /// A switch that is off.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Turns it on, for good.
    pub fn cancel(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether it is on.
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

impl Stop for CancelToken {
    fn poll(&self) -> Option<StopReason> {
        self.is_cancelled().then_some(StopReason::Cancelled)
    }
}

/// How much work (cells looked at, candidates removed) passes between two polls.
const POLL_EVERY: u64 = 1 << 15;

/// The limits of one run and what is left of them.
pub(crate) struct Meter<'a> {
    stop: &'a dyn Stop,
    limits: Limits,
    nodes: u64,
    work: u64,
}

impl<'a> Meter<'a> {
    pub(crate) fn new(limits: Limits, stop: &'a dyn Stop) -> Self {
        // The first call of `work` polls, so that a run that is cancelled already does nothing.
        Self { stop, limits, nodes: 0, work: POLL_EVERY }
    }

    /// Counts a node, unless there are none left.
    #[inline]
    pub(crate) fn node(&mut self) -> Option<StopReason> {
        if let Some(limit) = self.limits.nodes
            && self.nodes >= limit
        {
            return Some(StopReason::Nodes { limit });
        }
        self.nodes += 1;
        None
    }

    /// Counts work, and polls when enough has come together.
    #[inline]
    pub(crate) fn work(&mut self, amount: u64) -> Option<StopReason> {
        self.work += amount;
        if self.work < POLL_EVERY {
            return None;
        }
        self.work = 0;
        self.stop.poll()
    }

    /// Counts cells that are looked at in a pass over many of them.
    #[inline]
    pub(crate) fn look(&mut self, n_cells: usize) -> Result<(), StopReason> {
        self.work(n_cells as u64).map_or(Ok(()), Err)
    }

    /// Tells that the run turns out to be long.
    pub(crate) fn turned_long(&self) {
        self.stop.turned_long();
    }

    /// Where the search may tell others of the board what it learns.
    pub(crate) fn exchange(&self) -> Option<(&'a Exchange, usize)> {
        self.stop.exchange()
    }

    /// A meter for a part of the run, of at most this many nodes.
    pub(crate) fn stretch(&self, nodes: u64) -> Self {
        let left = self.limits.nodes.map_or(nodes, |limit| nodes.min(limit - self.nodes));
        Self::new(Limits::nodes(left), self.stop)
    }

    /// The nodes counted.
    pub(crate) const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Counts what a part of the run has used; `Some` if no node is left after it.
    pub(crate) fn absorb(&mut self, part: &Self) -> Option<StopReason> {
        self.nodes += part.nodes;
        let limit = self.limits.nodes.filter(|limit| self.nodes >= *limit)?;
        Some(StopReason::Nodes { limit })
    }
}
