//! Which kernels there are, and which of them this machine can run.

use crate::simd::Level;
use std::fmt;

/// A way to run the lane engine. Each gives the same verdicts and counts; they differ in speed only.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Kernel(pub(crate) Level);

impl Kernel {
    /// Plain Rust in ordinary registers. The twin that the others are tested against; runs everywhere.
    pub const SCALAR: Self = Self(Level::Scalar);
    /// Vectors of 128 bits on x86-64, which all such machines have; the same as [`Kernel::SCALAR`] elsewhere. Runs everywhere.
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

    /// The kernel called `name`, in capitals or not, for overrides such as an environment variable.
    ///
    /// ```
    /// use sdkc_kernel::{Kernel, KernelError};
    /// assert_eq!(Kernel::from_name("scalar"), Ok(Kernel::SCALAR));
    /// assert_eq!(Kernel::from_name("Portable"), Ok(Kernel::PORTABLE));
    /// assert_eq!(Kernel::from_name("abacus"), Err(KernelError::Unknown));
    /// ```
    pub fn from_name(name: &str) -> Result<Self, KernelError> {
        match Self::available().into_iter().find(|kernel| kernel.name().eq_ignore_ascii_case(name)) {
            Some(kernel) => Ok(kernel),
            None if Self::NAMES.iter().any(|known| known.eq_ignore_ascii_case(name)) => {
                Err(KernelError::Unsupported)
            }
            None => Err(KernelError::Unknown),
        }
    }

    /// The name that [`Kernel::from_name`] takes.
    pub fn name(self) -> &'static str {
        self.0.name()
    }
}

/// [`Kernel::detect`].
impl Default for Kernel {
    fn default() -> Self {
        Self::detect()
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
