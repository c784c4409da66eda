//! Mean, median and 95th percentile with bootstrap intervals. Quantiles interpolate between the two numbers around their
//! place (type 7 of Hyndman and Fan, 1996, the default of R and NumPy), so that the median of an even number of data is
//! the mean of the two in the middle. The resampling is the Poisson bootstrap on the histogram: each number, or where
//! many differ each bucket, is drawn a Poisson number of times, which is the multinomial bootstrap but for a total that
//! varies, and costs the same for a million samples as for a thousand.

use sdkc_board::SeededRng;

use super::{Histogram, histogram::Bucket};

/// How often the data are drawn again.
const RESAMPLES: usize = 400;
/// Where more numbers differ than this, they are drawn again by the bucket.
const MOST_DRAWN: usize = 1000;

/// Which share of the data lies below the median.
pub const MEDIAN: f64 = 0.5;
/// Which share lies below the 95th percentile.
pub const P95: f64 = 0.95;

/// A number with its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// The number; not a number where there are no data.
    pub at: f64,
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

/// What is estimated of times and nodes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimates {
    /// The arithmetic mean.
    pub mean: Interval,
    /// The number in the middle, or the mean of the two there.
    pub median: Interval,
    /// The number at 95 % of the way from the least to the greatest in order, interpolated between neighbours.
    pub p95: Interval,
}

/// Estimates from a histogram; the same seed gives the same intervals.
///
/// ```
/// use sdkc_study::{Histogram, estimates};
/// let mut data = Histogram::default();
/// (1..=9).for_each(|number| data.add(number));
/// let found = estimates(&data, 1);
/// assert_eq!((found.mean.at, found.median.at, found.p95.at), (5.0, 5.0, 8.6));
/// assert!(found.mean.low < 5.0 && found.mean.high > 5.0);
/// ```
#[must_use]
pub fn estimates(data: &Histogram, seed: u64) -> Estimates {
    let counts = |buckets: &[Bucket]| buckets.iter().map(|bucket| bucket.count as f64).collect::<Vec<f64>>();
    let finest = data.finest();
    let at = measure(&finest, &counts(&finest));
    let buckets = data.at_most(MOST_DRAWN);
    let own = counts(&buckets);
    let mut rng = SeededRng::new(seed);
    let mut drawn = [const { Vec::new() }; 3];
    for _ in 0..RESAMPLES {
        let counts: Vec<f64> = own.iter().map(|count| poisson(*count, &mut rng)).collect();
        for (all, one) in drawn.iter_mut().zip(measure(&buckets, &counts)) {
            all.push(one);
        }
    }
    let [mean, median, p95] = std::array::from_fn(|which| percentile_interval(at[which], &mut drawn[which]));
    Estimates { mean, median, p95 }
}

/// Mean, median and 95th percentile of buckets that were met `counts` times.
fn measure(buckets: &[Bucket], counts: &[f64]) -> [f64; 3] {
    let total: f64 = counts.iter().sum();
    if total == 0.0 {
        return [f64::NAN; 3];
    }
    let sum: f64 = buckets.iter().zip(counts).map(|(bucket, count)| bucket.mean() * count).sum();
    let number = |rank: f64| {
        let mut below = 0.0;
        let reached = buckets.iter().zip(counts).find(|(_, count)| {
            below += **count;
            below > rank
        });
        reached.map_or(f64::NAN, |(bucket, _)| bucket.mean())
    };
    let quantile = |share: f64| {
        let rank = share * (total - 1.0);
        let (low, high) = (number(rank.floor()), number(rank.ceil()));
        low + (high - low) * rank.fract()
    };
    [sum / total, quantile(MEDIAN), quantile(P95)]
}

fn percentile_interval(at: f64, drawn: &mut Vec<f64>) -> Interval {
    drawn.retain(|one| one.is_finite());
    drawn.sort_by(f64::total_cmp);
    let pick = |share: f64| {
        let last = drawn.len().saturating_sub(1);
        drawn.get((share * last as f64).round() as usize).copied().unwrap_or(f64::NAN)
    };
    Interval { at, low: pick(0.025).min(at), high: pick(0.975).max(at) }
}

/// A Poisson number: by multiplication of uniforms (Knuth) where the mean is small, else the rounded normal.
fn poisson(mean: f64, rng: &mut SeededRng) -> f64 {
    if mean > 50.0 {
        return (mean + mean.sqrt() * normal(rng)).round().max(0.0);
    }
    let limit = (-mean).exp();
    let (mut number, mut product) = (0.0, uniform(rng));
    while product > limit {
        number += 1.0;
        product *= uniform(rng);
    }
    number
}

/// A number in (0, 1].
fn uniform(rng: &mut SeededRng) -> f64 {
    ((rng.next_u64() >> 11) + 1) as f64 / (1_u64 << 53) as f64
}

/// A standard normal number: twelve uniforms, which needs no logarithm or cosine, whose last bit differs by machine.
fn normal(rng: &mut SeededRng) -> f64 {
    (0..12).map(|_| uniform(rng)).sum::<f64>() - 6.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn poisson_has_its_mean_and_variance() {
        let mut rng = SeededRng::new(3);
        for mean in [0.5, 8.0, 200.0] {
            let drawn: Vec<f64> = (0..20_000).map(|_| poisson(mean, &mut rng)).collect();
            let average = drawn.iter().sum::<f64>() / 20_000.0;
            let variance = drawn.iter().map(|one| (one - average).powi(2)).sum::<f64>() / 20_000.0;
            assert!((average / mean - 1.0).abs() < 0.03, "{mean}: {average}");
            assert!((variance / mean - 1.0).abs() < 0.05, "{mean}: {variance}");
        }
    }

    /// For 1..=1000 the mean's standard error is known: 288.7 / √1000 = 9.13, so the interval is ± 17.9.
    #[test]
    fn the_interval_of_a_mean_has_the_known_width() {
        let mut data = Histogram::default();
        (1..=1000).for_each(|number| data.add(number));
        let found = estimates(&data, 11);
        assert_eq!(found.mean.at, 500.5);
        assert!((found.mean.high - found.mean.low - 35.8).abs() < 5.0, "{found:?}");
        assert_eq!(found.median.at, 500.5);
        assert!((found.p95.at - 950.05).abs() < 1e-9);
        assert_eq!(found, estimates(&data, 11));
    }

    /// Nodes of real studies, with the quantiles that R's `quantile(…, type = 7)` gives.
    #[test]
    fn quantiles_are_exact() {
        for (numbers, median, p95) in [
            (&[0, 70, 133, 566, 624, 3870, 5000, 5000, 5000, 5000][..], 2247.0, 5000.0),
            (&[76, 76, 78, 80, 80, 81, 81, 81, 83, 84], 80.5, 83.55),
            (&[1000, 1001, 1002], 1001.0, 1001.9),
            (&[8], 8.0, 8.0),
            (&[70, 1 << 40], ((1_u64 << 39) + 35) as f64, 1_044_536_046_390.7),
        ] {
            let mut data = Histogram::default();
            numbers.iter().rev().for_each(|number| data.add(*number));
            let found = estimates(&data, 1);
            assert_eq!(found.median.at, median);
            assert!((found.p95.at / p95 - 1.0).abs() < 1e-9, "{numbers:?}: {found:?}");
            assert!(found.median.low <= median && median <= found.median.high);
        }
    }

    /// Many different numbers are drawn again by the bucket, and are exact all the same.
    #[test]
    fn quantiles_of_many_numbers_are_exact() {
        let mut data = Histogram::default();
        (0..50_001).for_each(|number| data.add(number * 7));
        let found = estimates(&data, 1);
        assert_eq!((found.median.at, found.p95.at), (175_000.0, 332_500.0));
    }

    #[test]
    fn no_data_give_no_numbers() {
        let found = estimates(&Histogram::default(), 1);
        assert!(found.mean.at.is_nan() && found.median.low.is_nan());
    }

    #[test]
    fn equal_data_have_no_spread() {
        let mut data = Histogram::default();
        (0..30).for_each(|_| data.add(7));
        let found = estimates(&data, 1);
        assert_eq!(found.p95, Interval { at: 7.0, low: 7.0, high: 7.0 });
    }
}
