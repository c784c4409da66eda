//! Which vectors this machine has, found out at run time. The one place that names both the tokens and the checks behind them.

/// A kernel with the proof that it runs here.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Level {
    Scalar,
    Portable,
}

impl Level {
    /// Slowest first.
    pub(crate) fn available() -> Vec<Self> {
        vec![Self::Scalar, Self::Portable]
    }

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Scalar => "scalar",
            Self::Portable => "portable",
        }
    }
}
