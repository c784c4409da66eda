//! Statistics: pure functions of numbers, tested against known values.

mod bootstrap;
mod histogram;
mod wilson;

pub use bootstrap::{Estimates, Interval, estimates};
pub(crate) use bootstrap::{MEDIAN, P95};
pub use histogram::{Histogram, MOST_DIFFERENT};
pub use wilson::wilson;
