//! The vectors of x86-64. Every token's field is private to its file, so that a token proves what its `detect` checked.

mod avx2;
mod avx512;
mod cells;
mod sse2;

pub(crate) use avx2::Avx2;
pub(crate) use avx512::Avx512;
pub(crate) use cells::Branched;
pub(crate) use sse2::Sse2;

/// Asks for the 128 bytes from `at` on before they are needed.
#[inline(always)]
pub(crate) fn fetch<T>(at: *const T) {
    use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
    let at = at.cast::<i8>();
    // SAFETY: asking reads and writes nothing and does not fault, wherever `at` points; every x86-64 machine has the instruction.
    unsafe {
        _mm_prefetch::<_MM_HINT_T0>(at);
        _mm_prefetch::<_MM_HINT_T0>(at.wrapping_add(64));
    }
}

/// Methods whose bodies are intrinsics.
macro_rules! proven {
    ($(fn $name:ident($($arg:ident: $type:ty),*) -> $result:ty { $body:expr })+) => {
        $(#[inline(always)]
        fn $name(self, $($arg: $type),*) -> $result {
            // SAFETY: the token `self` proves that the machine has the instructions.
            unsafe { $body }
        })+
    };
}

/// `load` and `store` of slices that are as long as a vector.
macro_rules! memory {
    ($v:ty, $load:ident, $store:ident) => {
        #[inline(always)]
        fn load(self, words: &[u32]) -> $v {
            let words = &words[..Self::LANES];
            // SAFETY: the token `self` proves the instruction, and the slice is as long as a vector; it need not be aligned.
            unsafe { $load(words.as_ptr().cast()) }
        }
        #[inline(always)]
        fn store(self, words: &mut [u32], v: $v) {
            let words = &mut words[..Self::LANES];
            // SAFETY: the token `self` proves the instruction, and the slice is as long as a vector; it need not be aligned.
            unsafe { $store(words.as_mut_ptr().cast(), v) }
        }
    };
}

/// Functions that run where the instructions they use are enabled already: parts of functions that enable them. Left to choose, compilers make calls of some.
macro_rules! parts {
    ($($(#[$attribute:meta])* fn $name:ident($($arguments:tt)*) $(-> $result:ty)? $body:block)+) => {
        $($(#[$attribute])*
        #[inline(always)]
        unsafe fn $name($($arguments)*) $(-> $result)? {
            // SAFETY: whoever calls this has the instructions enabled.
            unsafe { $body }
        })+
    };
}

/// Branching with the functions `look`, `decide` and `split`, which enable the instructions that the token proves.
macro_rules! branching {
    ($token:ty) => {
        impl crate::simd::Branching<$token> for Branched {
            const IDLE: Self = Self::IDLE;

            #[inline(always)]
            fn room(rooms: &mut crate::simd::Rooms) -> &mut Vec<Self> {
                &mut rooms.branched
            }

            #[inline(always)]
            fn copy(&mut self, _: $token, group: &Group, lane: usize) {
                self.copy::<$token>(group, lane);
            }
            #[inline(always)]
            fn look(&mut self, _: $token) {
                // SAFETY: the token proves that the machine has the instructions.
                unsafe { look(self) }
            }
            #[inline(always)]
            fn choose(&mut self, _: $token) {
                // SAFETY: the token proves that the machine has the instructions.
                unsafe { decide(self) }
            }
            #[inline(always)]
            fn split(&self, _: $token, group: &mut Group, lane: usize, sibling: &mut Frame) {
                // SAFETY: the token proves that the machine has the instructions.
                unsafe { split(self, group, lane, sibling) }
            }
        }
    };
}

use {branching, memory, parts, proven};
