//! Depth-first search over an explicit stack: the [`driver`] goes down and back, [`cell`] says where to branch,
//! [`value`] what to try first.

mod cell;
mod driver;
mod value;

use sdkc_board::Grid;

pub(crate) use cell::tightest;
pub(crate) use driver::Driver;

use crate::{Backend, Observer, Stats, StopReason, limits::Meter};

/// Where a search stands after a stretch of work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    /// At a solution: read it with [`Search::grid`].
    Solution,
    /// At the end.
    Exhausted,
    /// Somewhere in the middle; it can be resumed.
    Stopped(StopReason),
}

/// A search of any mask width, ready to go on.
pub(crate) trait Search<O: Observer> {
    /// Goes on to the next solution.
    fn advance(&mut self, meter: &mut Meter<'_>, observer: &mut O) -> Step;
    /// The cells as they stand: after [`Step::Solution`] the solution.
    fn grid(&self) -> Grid;
    /// What was counted so far.
    fn stats(&self) -> Stats;
    /// What it is.
    fn backend(&self) -> Backend;
}
