//! Which kernels there are, and which of them this machine can run.

use crate::simd::Level;
use std::fmt;

/// A way to run the lane engine. Each gives the same verdicts and counts; they differ in speed only.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Kernel(pub(crate) Level);

impl Kernel {
    /// One board at a time, plain Rust. The twin that the others are tested against; runs everywhere.
    pub const SCALAR: Self = Self(Level::Scalar);
    /// Several boards at a time, plain Rust that a compiler can vectorise; runs everywhere.
    pub const PORTABLE: Self = Self(Level::Portable);

    /// The fastest kernel that this machine can run.
    ///
    /// ```
    /// use sdkc_kernel::Kernel;
    /// assert!(Kernel::available().contains(&Kernel::detect()));
    /// ```
    pub fn detect() -> Self {
        Self::available().last().copied().unwrap_or(Self::PORTABLE)
    }

    /// Every kernel that this machine can run, slowest first.
    pub fn available() -> Vec<Self> {
        Level::available().into_iter().map(Self).collect()
    }

    /// The names of all kernels, whether this machine can run them or not.
    pub const NAMES: &[&str] = &["scalar", "portable", "avx2", "avx512"];

    /// The kernel called `name`, for overrides such as an environment variable.
    ///
    /// ```
    /// use sdkc_kernel::{Kernel, KernelError};
    /// assert_eq!(Kernel::from_name("scalar"), Ok(Kernel::SCALAR));
    /// assert_eq!(Kernel::from_name("abacus"), Err(KernelError::Unknown));
    /// ```
    pub fn from_name(name: &str) -> Result<Self, KernelError> {
        match Self::available().into_iter().find(|kernel| kernel.name() == name) {
            Some(kernel) => Ok(kernel),
            None if Self::NAMES.contains(&name) => Err(KernelError::Unsupported),
            None => Err(KernelError::Unknown),
        }
    }

    /// The name that [`Kernel::from_name`] takes.
    pub fn name(self) -> &'static str {
        self.0.name()
    }
}

impl fmt::Debug for Kernel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Kernel({})", self.name())
    }
}

impl fmt::Display for Kernel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Why there is no such kernel here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KernelError {
    /// No kernel has that name; see [`Kernel::NAMES`].
    Unknown,
    /// The kernel exists, but this machine cannot run it.
    Unsupported,
}

impl fmt::Display for KernelError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Unknown => "there is no kernel of that name",
            Self::Unsupported => "this machine cannot run that kernel",
        })
    }
}

impl std::error::Error for KernelError {}
