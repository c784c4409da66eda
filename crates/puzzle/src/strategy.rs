//! The strategy that a puzzle asks for, with the place of each wish.

use sdkc_diagnostics::Span;

use crate::{Propagation, StrategyKind, ValueOrder};

/// A value and, where it was written in a text, its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spanned<T> {
    /// The value.
    pub value: T,
    /// Where it is written.
    pub span: Option<Span>,
}

impl<T> Spanned<T> {
    /// A value that was written at `span`.
    pub const fn at(value: T, span: Span) -> Self {
        Self { value, span: Some(span) }
    }
}

impl<T> From<T> for Spanned<T> {
    fn from(value: T) -> Self {
        Self { value, span: None }
    }
}

/// What `strategy … { … }` says; what it does not say is `None`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StrategySpec {
    /// The strategy; `auto` if not given.
    pub kind: Option<Spanned<StrategyKind>>,
    /// The seed; 0 if not given.
    pub seed: Option<Spanned<u64>>,
    /// The value order.
    pub values: Option<Spanned<ValueOrder>>,
    /// The propagation level.
    pub propagate: Option<Spanned<Propagation>>,
    /// The time limit in milliseconds; 0 is none.
    pub timeout_ms: Option<Spanned<u64>>,
    /// The node limit.
    pub nodes: Option<Spanned<u64>>,
}

impl StrategySpec {
    /// The strategy, with the default filled in.
    #[must_use]
    pub fn kind(&self) -> StrategyKind {
        self.kind.map_or(StrategyKind::Auto, |kind| kind.value)
    }

    /// The seed, with the default filled in.
    #[must_use]
    pub fn seed(&self) -> u64 {
        self.seed.map_or(0, |seed| seed.value)
    }
}
