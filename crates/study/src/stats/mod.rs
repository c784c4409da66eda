//! Statistics: pure functions of numbers, tested against known values.

mod bootstrap;
mod histogram;
mod wilson;

pub use bootstrap::{Estimates, Interval, estimates};
pub use histogram::Histogram;
pub use wilson::wilson;
