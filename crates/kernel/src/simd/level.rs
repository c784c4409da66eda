//! Which vectors this machine has, found out at run time.

#[cfg(target_arch = "x86_64")]
use super::x86::{Avx2, Avx512, Sse2};
use super::{Portable, Task};

/// A kernel, with the proof that it runs here.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Level {
    Scalar,
    Portable,
    #[cfg(target_arch = "x86_64")]
    Avx2(Avx2),
    #[cfg(target_arch = "x86_64")]
    Avx512(Avx512),
}

impl Level {
    /// Slowest first.
    pub(crate) fn available() -> Vec<Self> {
        let levels = [Self::Scalar, Self::Portable].into_iter();
        #[cfg(target_arch = "x86_64")]
        let levels = levels.chain(Avx2::detect().map(Self::Avx2)).chain(Avx512::detect().map(Self::Avx512));
        levels.collect()
    }

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Scalar => "scalar",
            Self::Portable => "portable",
            #[cfg(target_arch = "x86_64")]
            Self::Avx2(_) => "avx2",
            #[cfg(target_arch = "x86_64")]
            Self::Avx512(_) => "avx512",
        }
    }

    /// Runs a task with vectors of four words: the shortest way to one answer.
    pub(crate) fn run_narrow<T: Task>(self, task: T) -> T::Output {
        match self {
            Self::Scalar => task.run(Portable),
            #[cfg(not(target_arch = "x86_64"))]
            Self::Portable => task.run(Portable),
            #[cfg(target_arch = "x86_64")]
            Self::Portable => task.run(Sse2),
            #[cfg(target_arch = "x86_64")]
            Self::Avx2(token) => token.run_narrow(task),
            #[cfg(target_arch = "x86_64")]
            Self::Avx512(token) => token.run_narrow(task),
        }
    }

    /// Runs a task with the widest vectors: the most work a second.
    pub(crate) fn run_wide<T: Task>(self, task: T) -> T::Output {
        match self {
            Self::Scalar | Self::Portable => self.run_narrow(task),
            #[cfg(target_arch = "x86_64")]
            Self::Avx2(token) => token.run_wide(task),
            #[cfg(target_arch = "x86_64")]
            Self::Avx512(token) => token.run_wide(task),
        }
    }
}
