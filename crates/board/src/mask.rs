//! Candidate masks as wide as the board needs: `u16` to side 16, `u32` to 32, `u64` to 64, `u128` to 128.

use std::fmt::Debug;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, Not};

mod sealed {
    pub trait Sealed {}
}

/// A set of values as the bits of one integer; bit `i` stands for value `i + 1`. Closed: the four unsigned
/// integers of the module's first line implement it.
pub trait Mask:
    Copy
    + Eq
    + Ord
    + Debug
    + Default
    + Send
    + Sync
    + 'static
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + BitAndAssign
    + BitOrAssign
    + sealed::Sealed
{
    /// The number of bits, which is the largest side.
    const BITS: u32;
    /// No values.
    const EMPTY: Self;

    /// The values `1..=side`; `side` must not be over [`Mask::BITS`].
    fn full(side: u8) -> Self;
    /// The mask of bit `index` alone; `index < BITS`.
    fn bit(index: usize) -> Self;
    /// The number of values.
    fn count(self) -> u32;
    /// The index of the lowest bit; [`Mask::BITS`] when empty.
    fn lowest(self) -> usize;
    /// The index of the highest bit; must not be empty.
    fn highest(self) -> usize;
    /// The mask without its lowest bit; empty stays empty.
    fn without_lowest(self) -> Self;
    /// Whether it is empty.
    fn is_empty(self) -> bool;
    /// Whether it holds exactly one value.
    fn is_single(self) -> bool;
    /// Cuts a wide set of bits down to this width.
    fn from_wide(bits: u128) -> Self;
    /// The same bits at full width.
    fn wide(self) -> u128;
}

macro_rules! masks {
    ($($int:ty)*) => {$(
        impl sealed::Sealed for $int {}

        impl Mask for $int {
            const BITS: u32 = <$int>::BITS;
            const EMPTY: Self = 0;

            #[inline]
            fn full(side: u8) -> Self {
                if u32::from(side) >= Self::BITS { <$int>::MAX } else { (1 << side) - 1 }
            }
            #[inline]
            fn bit(index: usize) -> Self {
                1 << index
            }
            #[inline]
            fn count(self) -> u32 {
                self.count_ones()
            }
            #[inline]
            fn lowest(self) -> usize {
                self.trailing_zeros() as usize
            }
            #[inline]
            fn highest(self) -> usize {
                (Self::BITS - 1 - self.leading_zeros()) as usize
            }
            #[inline]
            fn without_lowest(self) -> Self {
                self & self.wrapping_sub(1)
            }
            #[inline]
            fn is_empty(self) -> bool {
                self == 0
            }
            #[inline]
            fn is_single(self) -> bool {
                self != 0 && self & (self - 1) == 0
            }
            #[inline]
            fn from_wide(bits: u128) -> Self {
                bits as $int
            }
            #[inline]
            fn wide(self) -> u128 {
                u128::from(self)
            }
        }
    )*};
}

masks! { u16 u32 u64 u128 }
