//! A histogram of whole numbers in memory that does not grow with their count: every number by itself as long as few of
//! them differ, then buckets, exact below 64 and 32 an octave. Each bucket keeps its sum, so that means are exact either
//! way; quantiles of buckets are right to within about two per cent. What is kept does not depend on the order in which
//! numbers come.

use std::collections::BTreeMap;

/// As long as no more different numbers were met than this, each is kept by itself.
pub const MOST_DIFFERENT: usize = 100_000;
/// Numbers below this have a bucket each.
const EXACT: u64 = 64;
/// The binary logarithm of the number of buckets an octave.
const SPLIT: u32 = 5;

/// The histogram.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Histogram {
    /// How often each number was met; empty once there are too many.
    each: BTreeMap<u64, u64>,
    /// All numbers, once there are too many to keep each.
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
        self.add_all(number, 1);
    }

    fn add_all(&mut self, number: u64, count: u64) {
        self.n += count;
        if !self.buckets.is_empty() {
            return put(&mut self.buckets, number, count);
        }
        *self.each.entry(number).or_default() += count;
        if self.each.len() > MOST_DIFFERENT {
            self.coarsen();
        }
    }

    /// Goes over to buckets.
    fn coarsen(&mut self) {
        for (number, count) in std::mem::take(&mut self.each) {
            put(&mut self.buckets, number, count);
        }
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
            part.each.iter().for_each(|(number, count)| whole.add_all(*number, *count));
            if part.buckets.is_empty() {
                continue;
            }
            whole.coarsen();
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

    /// The number at this share of the way from the least to the greatest in order, or the next above that place; of
    /// a bucket, its mean.
    pub(crate) fn number_at(&self, share: f64) -> Option<f64> {
        let rank = (share * self.n.saturating_sub(1) as f64).ceil() as u64;
        let mut below = 0;
        let reached = |bucket: &Bucket| {
            below += bucket.count;
            below > rank
        };
        self.finest().into_iter().find(reached).map(Bucket::mean)
    }

    /// Whether each number is known, and not only its bucket.
    pub(super) fn is_exact(&self) -> bool {
        self.buckets.is_empty()
    }

    /// The numbers in ascending order, as finely as they are known: a bucket for each, or all of a bucket together.
    pub(super) fn finest(&self) -> Vec<Bucket> {
        if !self.is_exact() {
            return self.buckets.values().copied().collect();
        }
        let bucket = |(number, count): (&u64, &u64)| Bucket { count: *count, sum: product(*number, *count) };
        self.each.iter().map(bucket).collect()
    }

    /// The same in at most so many buckets, or in those of an octave if it is too many numbers.
    pub(super) fn at_most(&self, most: usize) -> Vec<Bucket> {
        if !self.is_exact() || self.each.len() <= most {
            return self.finest();
        }
        let mut buckets = BTreeMap::new();
        self.each.iter().for_each(|(number, count)| put(&mut buckets, *number, *count));
        buckets.into_values().collect()
    }
}

fn product(number: u64, count: u64) -> u128 {
    u128::from(number) * u128::from(count)
}

/// Takes a number into its bucket, `count` times.
fn put(buckets: &mut BTreeMap<u32, Bucket>, number: u64, count: u64) {
    let bucket = buckets.entry(index(number)).or_default();
    bucket.count += count;
    bucket.sum += product(number, count);
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
    fn numbers_have_places() {
        let mut histogram = Histogram::default();
        assert_eq!(histogram.number_at(0.5), None);
        [9, 3, 3, 8].iter().for_each(|number| histogram.add(*number));
        let found = [0.0, 0.5, 0.95, 1.0].map(|share| histogram.number_at(share));
        assert_eq!(found, [Some(3.0), Some(8.0), Some(9.0), Some(9.0)]);
    }

    #[test]
    fn memory_does_not_grow() {
        let most = MOST_DIFFERENT as u64;
        let mut histogram = Histogram::default();
        (0..most).for_each(|number| histogram.add(number * 977));
        assert!(histogram.is_exact() && histogram.at_most(1000).len() < 1000);
        let parts = [histogram.clone(), Histogram::default()].map(|mut part| {
            (most..most + 5).for_each(|number| part.add(number * 977));
            part
        });
        (most..most + 5).for_each(|number| histogram.add(number * 977));
        assert!(!histogram.is_exact() && histogram.finest().len() < 800);
        assert_eq!(histogram.finest().iter().map(|bucket| bucket.count).sum::<u64>(), histogram.len());
        let together = Histogram::together(&parts);
        assert_eq!(together.len(), histogram.len() + 5);
        assert_eq!(Histogram::together(parts.iter().rev()), together, "whatever the order");
    }
}
