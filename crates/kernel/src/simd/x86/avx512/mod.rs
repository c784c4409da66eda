//! Vectors of 512 bits with the AVX-512 of Ice Lake and Zen 4 and what came after, and of 128 bits with the same instructions.

mod moves;

use super::{memory, proven};
use crate::simd::{Moves, Simd, Task};
use std::arch::x86_64::*;

/// Proves AVX-512 F, BW, DQ, VL, VBMI, VBMI2 and BITALG; vectors of sixteen words.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Avx512(());

/// The same proof; vectors of four words.
#[derive(Clone, Copy)]
pub(crate) struct Avx512Quad(());

impl Avx512 {
    /// The token, on a machine that has the instructions.
    pub(crate) fn detect() -> Option<Self> {
        let found = is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512dq")
            && is_x86_feature_detected!("avx512vl")
            && is_x86_feature_detected!("avx512vbmi")
            && is_x86_feature_detected!("avx512vbmi2")
            && is_x86_feature_detected!("avx512bitalg")
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

#[target_feature(
    enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi,avx512vbmi2,avx512bitalg,bmi1,bmi2,lzcnt,popcnt"
)]
fn run<S: Moves, T: Task>(s: S, task: T) -> T::Output {
    task.run(s)
}

impl Simd for Avx512 {
    type V = __m512i;
    type Quad = Avx512Quad;
    const LANES: usize = 16;

    #[inline(always)]
    fn quad(self) -> Avx512Quad {
        Avx512Quad(())
    }

    memory!(__m512i, _mm512_loadu_si512, _mm512_storeu_si512);

    proven! {
        fn splat(word: u32) -> __m512i { _mm512_set1_epi32(word as i32) }
        fn and(a: __m512i, b: __m512i) -> __m512i { _mm512_and_si512(a, b) }
        fn or(a: __m512i, b: __m512i) -> __m512i { _mm512_or_si512(a, b) }
        fn xor(a: __m512i, b: __m512i) -> __m512i { _mm512_xor_si512(a, b) }
        fn and_not(a: __m512i, b: __m512i) -> __m512i { _mm512_andnot_si512(b, a) }
        fn add(a: __m512i, b: __m512i) -> __m512i { _mm512_add_epi32(a, b) }
        fn shift_right(a: __m512i, n: u32) -> __m512i { _mm512_srl_epi32(a, _mm_cvtsi32_si128(n as i32)) }
        fn shift_left(a: __m512i, n: u32) -> __m512i { _mm512_sll_epi32(a, _mm_cvtsi32_si128(n as i32)) }
        fn next_band(a: __m512i) -> __m512i { _mm512_shuffle_epi32::<0b11_00_10_01>(a) }
        fn differ(a: __m512i, b: __m512i) -> u32 { u32::from(_mm512_cmpneq_epi32_mask(a, b)) }
        fn or3(a: __m512i, b: __m512i, c: __m512i) -> __m512i { _mm512_ternarylogic_epi32::<0xfe>(a, b, c) }
        fn and3(a: __m512i, b: __m512i, c: __m512i) -> __m512i { _mm512_ternarylogic_epi32::<0x80>(a, b, c) }
        fn majority(a: __m512i, b: __m512i, c: __m512i) -> __m512i { _mm512_ternarylogic_epi32::<0xe8>(a, b, c) }
        fn or_and(a: __m512i, b: __m512i, c: __m512i) -> __m512i { _mm512_ternarylogic_epi32::<0xf8>(a, b, c) }
        fn rotations(a: __m512i) -> (__m512i, __m512i) {{
            let up = _mm512_slli_epi32::<2>(a);
            (_mm512_shrdi_epi32::<12>(up, a), _mm512_shrdi_epi32::<22>(up, a))
        }}
        fn or_xor(a: __m512i, b: __m512i, c: __m512i) -> __m512i { _mm512_ternarylogic_epi32::<0xf6>(a, b, c) }
        fn xor3(a: __m512i, b: __m512i, c: __m512i) -> __m512i { _mm512_ternarylogic_epi32::<0x96>(a, b, c) }
        fn and_not_xor(a: __m512i, b: __m512i, c: __m512i) -> __m512i { _mm512_ternarylogic_epi32::<0x90>(a, b, c) }
        fn and_or(a: __m512i, b: __m512i, c: __m512i) -> __m512i { _mm512_ternarylogic_epi32::<0xe0>(a, b, c) }
    }
}

impl Simd for Avx512Quad {
    type V = __m128i;
    type Quad = Avx512Quad;
    const LANES: usize = 4;

    #[inline(always)]
    fn quad(self) -> Avx512Quad {
        Avx512Quad(())
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
        fn differ(a: __m128i, b: __m128i) -> u32 { u32::from(_mm_cmpneq_epi32_mask(a, b)) }
        fn or3(a: __m128i, b: __m128i, c: __m128i) -> __m128i { _mm_ternarylogic_epi32::<0xfe>(a, b, c) }
        fn and3(a: __m128i, b: __m128i, c: __m128i) -> __m128i { _mm_ternarylogic_epi32::<0x80>(a, b, c) }
        fn majority(a: __m128i, b: __m128i, c: __m128i) -> __m128i { _mm_ternarylogic_epi32::<0xe8>(a, b, c) }
        fn or_and(a: __m128i, b: __m128i, c: __m128i) -> __m128i { _mm_ternarylogic_epi32::<0xf8>(a, b, c) }
        fn rotations(a: __m128i) -> (__m128i, __m128i) {{
            let up = _mm_slli_epi32::<2>(a);
            (_mm_shrdi_epi32::<12>(up, a), _mm_shrdi_epi32::<22>(up, a))
        }}
        fn or_xor(a: __m128i, b: __m128i, c: __m128i) -> __m128i { _mm_ternarylogic_epi32::<0xf6>(a, b, c) }
        fn xor3(a: __m128i, b: __m128i, c: __m128i) -> __m128i { _mm_ternarylogic_epi32::<0x96>(a, b, c) }
        fn and_not_xor(a: __m128i, b: __m128i, c: __m128i) -> __m128i { _mm_ternarylogic_epi32::<0x90>(a, b, c) }
        fn and_or(a: __m128i, b: __m128i, c: __m128i) -> __m128i { _mm_ternarylogic_epi32::<0xe0>(a, b, c) }
    }
}
