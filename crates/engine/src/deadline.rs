//! A time limit: the one place of the engine that asks the clock.

#![expect(clippy::disallowed_types, clippy::disallowed_methods, reason = "the engine's one clock")]

use std::time::{Duration, Instant};

use crate::{Stop, StopReason};

/// Stops when its time is up.
///
/// ```
/// use sdkc_engine::{Deadline, Stop, StopReason};
/// use std::time::Duration;
/// assert_eq!(Deadline::after(Duration::from_secs(3600)).poll(), None);
/// let limit = Duration::ZERO;
/// assert_eq!(Deadline::after(limit).poll(), Some(StopReason::Time { limit }));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Deadline {
    limit: Duration,
    end: Option<Instant>,
}

impl Deadline {
    /// Stops this long after now; a time beyond the clock's range never comes.
    #[must_use]
    pub fn after(limit: Duration) -> Self {
        Self { limit, end: Instant::now().checked_add(limit) }
    }
}

impl Stop for Deadline {
    fn poll(&self) -> Option<StopReason> {
        let passed = self.end.is_some_and(|end| Instant::now() >= end);
        passed.then_some(StopReason::Time { limit: self.limit })
    }
}
