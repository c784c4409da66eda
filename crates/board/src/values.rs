//! A value and a set of values, as wide as the largest board needs.

use std::{fmt, num::NonZeroU8, ops};

/// A value of a cell, `1..=128`. `Option<Value>` takes one byte.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Value(NonZeroU8);

impl Value {
    /// The value `number`, or `None` for 0 and everything over 128.
    #[must_use]
    pub const fn new(number: u8) -> Option<Self> {
        if number > 128 {
            return None;
        }
        match NonZeroU8::new(number) {
            Some(number) => Some(Self(number)),
            None => None,
        }
    }

    /// The value whose bit in masks is `index` (0-based), or `None` from 128 on.
    #[must_use]
    pub const fn from_index(index: usize) -> Option<Self> {
        if index < 128 { Self::new(index as u8 + 1) } else { None }
    }

    /// The number, from 1.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0.get()
    }

    /// The 0-based position of the value's bit in masks.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0.get() as usize - 1
    }
}

impl fmt::Debug for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.number())
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.number().fmt(f)
    }
}

/// A set of values.
///
/// ```
/// use sdkc_board::{Value, ValueSet};
/// let mut set = ValueSet::full(4);
/// set.remove(Value::new(2).unwrap());
/// assert_eq!(set.iter().map(Value::number).collect::<Vec<_>>(), [1, 3, 4]);
/// assert_eq!(set.to_string(), "{1, 3, 4}");
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct ValueSet(u128);

impl ValueSet {
    /// The set without values.
    pub const EMPTY: Self = Self(0);

    /// The set `1..=side`.
    #[must_use]
    pub const fn full(side: u8) -> Self {
        if side >= 128 { Self(u128::MAX) } else { Self((1 << side) - 1) }
    }

    /// The set whose bit `value.index()` is set for each member.
    #[must_use]
    pub const fn from_bits(bits: u128) -> Self {
        Self(bits)
    }

    /// The set as bits.
    #[must_use]
    pub const fn bits(self) -> u128 {
        self.0
    }

    /// The set of one value.
    #[must_use]
    pub const fn only(value: Value) -> Self {
        Self(1 << value.index())
    }

    /// Whether `value` is in the set.
    #[must_use]
    pub const fn contains(self, value: Value) -> bool {
        self.0 >> value.index() & 1 == 1
    }

    /// Adds a value; says whether it was new.
    pub const fn insert(&mut self, value: Value) -> bool {
        let was = self.contains(value);
        self.0 |= 1 << value.index();
        !was
    }

    /// Takes a value out; says whether it was there.
    pub const fn remove(&mut self, value: Value) -> bool {
        let was = self.contains(value);
        self.0 &= !(1 << value.index());
        was
    }

    /// The number of values.
    #[must_use]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether there is no value.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The smallest value.
    #[must_use]
    pub const fn first(self) -> Option<Value> {
        Value::from_index(self.0.trailing_zeros() as usize)
    }

    /// The value, where there is exactly one.
    #[must_use]
    pub const fn single(self) -> Option<Value> {
        if self.len() == 1 { self.first() } else { None }
    }

    /// The values in ascending order.
    pub fn iter(self) -> impl DoubleEndedIterator<Item = Value> + Clone {
        (0..128).filter(move |bit| self.0 >> bit & 1 == 1).filter_map(Value::from_index)
    }
}

impl ops::BitAnd for ValueSet {
    type Output = Self;

    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl ops::BitOr for ValueSet {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl ops::Sub for ValueSet {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }
}

impl FromIterator<Value> for ValueSet {
    fn from_iter<I: IntoIterator<Item = Value>>(values: I) -> Self {
        values.into_iter().fold(Self::EMPTY, |set, value| set | Self::only(value))
    }
}

impl fmt::Display for ValueSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("{")?;
        for (at, value) in self.iter().enumerate() {
            if at > 0 {
                f.write_str(", ")?;
            }
            write!(f, "{value}")?;
        }
        f.write_str("}")
    }
}

impl fmt::Debug for ValueSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
