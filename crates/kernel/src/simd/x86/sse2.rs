//! Vectors of 128 bits with SSE2, which every x86-64 machine has: the portable kernel's vectors there.

use super::{memory, proven};
use crate::simd::{Moves, Plain, Simd};
use std::arch::x86_64::*;

/// Vectors of four words. Needs no proof.
#[derive(Clone, Copy)]
pub(crate) struct Sse2;

impl Simd for Sse2 {
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

impl Moves for Sse2 {
    type Branching = Plain;
}
