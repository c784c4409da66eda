//! A histogram of whole numbers in memory that does not grow with their count: exact below 64, then 32 buckets an
//! octave. Each bucket keeps its sum, so that means are exact; quantiles are right to within about two per cent.

use std::collections::BTreeMap;

/// Numbers below this have a bucket each.
const EXACT: u64 = 64;
/// The binary logarithm of the number of buckets an octave.
const SPLIT: u32 = 5;

/// The histogram.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Histogram {
    buckets: BTreeMap<u32, Bucket>,
    n: u64,
}

/// The numbers of one bucket.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Bucket {
    pub(super) count: u64,
    pub(super) sum: u128,
}

impl Bucket {
    pub(super) fn mean(self) -> f64 {
        self.sum as f64 / self.count as f64
    }
}

impl Histogram {
    /// Takes a number in.
    pub fn add(&mut self, number: u64) {
        let bucket = self.buckets.entry(index(number)).or_default();
        bucket.count += 1;
        bucket.sum += u128::from(number);
        self.n += 1;
    }

    /// All numbers of several histograms.
    ///
    /// ```
    /// use sdkc_study::Histogram;
    /// let mut one = Histogram::default();
    /// one.add(7);
    /// assert_eq!(Histogram::together([&one, &one]).len(), 2);
    /// ```
    #[must_use]
    pub fn together<'a>(parts: impl IntoIterator<Item = &'a Self>) -> Self {
        let mut whole = Self::default();
        for part in parts {
            whole.n += part.n;
            for (index, bucket) in &part.buckets {
                let into = whole.buckets.entry(*index).or_default();
                into.count += bucket.count;
                into.sum += bucket.sum;
            }
        }
        whole
    }

    /// How many numbers there are.
    #[must_use]
    pub const fn len(&self) -> u64 {
        self.n
    }

    /// Whether there are none.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.n == 0
    }

    /// The buckets in ascending order.
    pub(super) fn buckets(&self) -> impl Iterator<Item = Bucket> {
        self.buckets.values().copied()
    }
}

fn index(number: u64) -> u32 {
    if number < EXACT {
        return number as u32;
    }
    let octave = number.ilog2();
    let within = (number >> (octave - SPLIT)) as u32 - (1 << SPLIT);
    (octave << SPLIT) + within
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn buckets_are_ordered_and_narrow() {
        let mut last = 0;
        for number in (0..5000).chain([1 << 20, 1 << 40, u64::MAX]) {
            let at = index(number);
            assert!(at >= last, "{number}");
            last = at;
        }
        assert_ne!(index(63), index(64));
        assert_ne!(index(1000), index(1040));
        assert_eq!(index(u64::MAX), index(u64::MAX - 1));
    }

    #[test]
    fn memory_does_not_grow() {
        let mut histogram = Histogram::default();
        (0..100_000).for_each(|number| histogram.add(number * 977));
        assert!(histogram.buckets.len() < 800);
        assert_eq!(histogram.buckets().map(|bucket| bucket.count).sum::<u64>(), histogram.len());
    }
}
