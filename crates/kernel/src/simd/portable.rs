//! Vectors in ordinary registers, two words in each: any target, no `unsafe`. Compilers find vector instructions in that when there are some, and
//! do well when there are none; arrays of words they take apart and put together again, which costs a third of the time.

use super::{Moves, Plain, Simd};

/// Vectors of four words.
#[derive(Clone, Copy)]
pub(crate) struct Portable;

/// Lanes 0 and 1, lanes 2 and 3, the even lane in the low half.
#[derive(Clone, Copy)]
pub(crate) struct Words(u64, u64);

/// The low half.
const LOW: u64 = 0xffff_ffff;

/// `word` in both halves.
#[inline(always)]
const fn both(word: u32) -> u64 {
    word as u64 * (1 << 32 | 1)
}

#[inline(always)]
fn pair(words: &[u32]) -> u64 {
    u64::from(words[0]) | u64::from(words[1]) << 32
}

macro_rules! halfwise {
    ($(fn $name:ident($($arg:ident),+ $(; $n:ident)?) = $value:expr;)+) => {
        $(#[inline(always)]
        fn $name(self, $($arg: Words),+ $(, $n: u32)?) -> Words {
            let half = |$($arg: u64),+| $value;
            Words(half($($arg.0),+), half($($arg.1),+))
        })+
    };
}

impl Simd for Portable {
    type V = Words;
    type Quad = Self;
    const LANES: usize = 4;

    #[inline(always)]
    fn quad(self) -> Self {
        self
    }
    #[inline(always)]
    fn splat(self, word: u32) -> Words {
        Words(both(word), both(word))
    }
    #[inline(always)]
    fn load(self, words: &[u32]) -> Words {
        Words(pair(&words[..2]), pair(&words[2..4]))
    }
    #[inline(always)]
    fn store(self, words: &mut [u32], v: Words) {
        words[..4].copy_from_slice(&[v.0 as u32, (v.0 >> 32) as u32, v.1 as u32, (v.1 >> 32) as u32]);
    }

    halfwise! {
        fn and(a, b) = a & b;
        fn or(a, b) = a | b;
        fn xor(a, b) = a ^ b;
        fn and_not(a, b) = a & !b;
        fn add(a, b) = a.wrapping_add(b);
        fn shift_right(a; n) = a >> n & both(u32::MAX >> n);
        fn shift_left(a; n) = a << n & both(u32::MAX << n);
    }

    #[inline(always)]
    fn differ(self, a: Words, b: Words) -> u32 {
        let (low, high) = (a.0 ^ b.0, a.1 ^ b.1);
        u32::from(low & LOW != 0)
            | u32::from(low > LOW) << 1
            | u32::from(high & LOW != 0) << 2
            | u32::from(high > LOW) << 3
    }
    #[inline(always)]
    fn next_band(self, a: Words) -> Words {
        Words(a.0 >> 32 | a.1 << 32, a.0 & LOW | a.1 & !LOW)
    }
}

impl Moves for Portable {
    type Branching = Plain;
}
