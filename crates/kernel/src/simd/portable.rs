//! Vectors as plain arrays: any target, no `unsafe`. What the compiler makes of them is its own business.

use super::{Moves, Plain, Simd};

/// Vectors of `N` words.
#[derive(Clone, Copy)]
pub(crate) struct Portable<const N: usize>;

/// A vector; aligned so that four words are one register where registers have 128 bits.
#[derive(Clone, Copy)]
#[repr(C, align(16))]
pub(crate) struct Words<const N: usize>([u32; N]);

macro_rules! lanewise {
    ($(fn $name:ident($($arg:ident),+) = $value:expr;)+) => {
        $(#[inline(always)]
        fn $name(self, $($arg: Self::V),+) -> Self::V {
            let mut result = [0; N];
            let mut lane = 0;
            while lane < N {
                $(let $arg = $arg.0[lane];)+
                result[lane] = $value;
                lane += 1;
            }
            Words(result)
        })+
    };
}

impl<const N: usize> Simd for Portable<N> {
    type V = Words<N>;
    type Quad = Portable<4>;
    const LANES: usize = N;

    #[inline(always)]
    fn quad(self) -> Portable<4> {
        Portable
    }
    #[inline(always)]
    fn splat(self, word: u32) -> Self::V {
        Words([word; N])
    }
    #[inline(always)]
    fn load(self, words: &[u32]) -> Self::V {
        let mut result = [0; N];
        result.copy_from_slice(&words[..N]);
        Words(result)
    }
    #[inline(always)]
    fn store(self, words: &mut [u32], v: Self::V) {
        words[..N].copy_from_slice(&v.0);
    }

    lanewise! {
        fn and(a, b) = a & b;
        fn or(a, b) = a | b;
        fn xor(a, b) = a ^ b;
        fn and_not(a, b) = a & !b;
        fn add(a, b) = a.wrapping_add(b);
    }

    #[inline(always)]
    fn shift_right(self, a: Self::V, n: u32) -> Self::V {
        Words(a.0.map(|word| word >> n))
    }
    #[inline(always)]
    fn shift_left(self, a: Self::V, n: u32) -> Self::V {
        Words(a.0.map(|word| word << n))
    }
    #[inline(always)]
    fn differ(self, a: Self::V, b: Self::V) -> u32 {
        let mut lanes = 0;
        let mut lane = 0;
        while lane < N {
            lanes |= u32::from(a.0[lane] != b.0[lane]) << lane;
            lane += 1;
        }
        lanes
    }
    #[inline(always)]
    fn next_band(self, a: Self::V) -> Self::V {
        let mut result = a.0;
        let mut lane = 0;
        while lane < N {
            result[lane] = a.0[[1, 2, 0, 3][lane % 4] + lane / 4 * 4];
            lane += 1;
        }
        Words(result)
    }
}

impl<const N: usize> Moves for Portable<N> {
    type Branching = Plain;
}
