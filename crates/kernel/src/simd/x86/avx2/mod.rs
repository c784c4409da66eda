//! Vectors of 256 bits with AVX2, and of 128 bits.

mod moves;

use super::{memory, proven};
use crate::simd::{Moves, Simd, Task};
use std::arch::x86_64::*;

/// Proves AVX2; vectors of eight words.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Avx2(());

/// Proves AVX2; vectors of four words.
#[derive(Clone, Copy)]
pub(crate) struct Avx2Quad(());

impl Avx2 {
    /// The token, on a machine that has the instructions.
    pub(crate) fn detect() -> Option<Self> {
        let found = is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("popcnt");
        found.then_some(Self(()))
    }

    /// Runs a task in a function that has the instructions enabled.
    pub(crate) fn run_wide<T: Task>(self, task: T) -> T::Output {
        // SAFETY: the token proves that the machine has the instructions.
        unsafe { run(self, task) }
    }

    /// The same with vectors of four words.
    pub(crate) fn run_narrow<T: Task>(self, task: T) -> T::Output {
        // SAFETY: the token proves that the machine has the instructions.
        unsafe { run(self.quad(), task) }
    }
}

#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn run<S: Moves, T: Task>(s: S, task: T) -> T::Output {
    task.run(s)
}

impl Simd for Avx2 {
    type V = __m256i;
    type Quad = Avx2Quad;
    const LANES: usize = 8;

    #[inline(always)]
    fn quad(self) -> Avx2Quad {
        Avx2Quad(())
    }

    memory!(__m256i, _mm256_loadu_si256, _mm256_storeu_si256);

    proven! {
        fn splat(word: u32) -> __m256i { _mm256_set1_epi32(word as i32) }
        fn and(a: __m256i, b: __m256i) -> __m256i { _mm256_and_si256(a, b) }
        fn or(a: __m256i, b: __m256i) -> __m256i { _mm256_or_si256(a, b) }
        fn xor(a: __m256i, b: __m256i) -> __m256i { _mm256_xor_si256(a, b) }
        fn and_not(a: __m256i, b: __m256i) -> __m256i { _mm256_andnot_si256(b, a) }
        fn add(a: __m256i, b: __m256i) -> __m256i { _mm256_add_epi32(a, b) }
        fn shift_right(a: __m256i, n: u32) -> __m256i { _mm256_srl_epi32(a, _mm_cvtsi32_si128(n as i32)) }
        fn shift_left(a: __m256i, n: u32) -> __m256i { _mm256_sll_epi32(a, _mm_cvtsi32_si128(n as i32)) }
        fn next_band(a: __m256i) -> __m256i { _mm256_shuffle_epi32::<0b11_00_10_01>(a) }
        fn differ(a: __m256i, b: __m256i) -> u32 {
            !_mm256_movemask_ps(_mm256_castsi256_ps(_mm256_cmpeq_epi32(a, b))) as u32 & 0xff
        }
    }
}

impl Simd for Avx2Quad {
    type V = __m128i;
    type Quad = Self;
    const LANES: usize = 4;

    #[inline(always)]
    fn quad(self) -> Self {
        self
    }

    memory!(__m128i, _mm_loadu_si128, _mm_storeu_si128);

    proven! {
        fn splat(word: u32) -> __m128i { _mm_set1_epi32(word as i32) }
        fn and(a: __m128i, b: __m128i) -> __m128i { _mm_and_si128(a, b) }
        fn or(a: __m128i, b: __m128i) -> __m128i { _mm_or_si128(a, b) }
        fn xor(a: __m128i, b: __m128i) -> __m128i { _mm_xor_si128(a, b) }
        fn and_not(a: __m128i, b: __m128i) -> __m128i { _mm_andnot_si128(b, a) }
        fn add(a: __m128i, b: __m128i) -> __m128i { _mm_add_epi32(a, b) }
        fn shift_right(a: __m128i, n: u32) -> __m128i { _mm_srl_epi32(a, _mm_cvtsi32_si128(n as i32)) }
        fn shift_left(a: __m128i, n: u32) -> __m128i { _mm_sll_epi32(a, _mm_cvtsi32_si128(n as i32)) }
        fn next_band(a: __m128i) -> __m128i { _mm_shuffle_epi32::<0b11_00_10_01>(a) }
        fn differ(a: __m128i, b: __m128i) -> u32 {
            !_mm_movemask_ps(_mm_castsi128_ps(_mm_cmpeq_epi32(a, b))) as u32 & 0xf
        }
    }
}
