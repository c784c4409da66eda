//! The score interval of a rate (Wilson, 1927): right near 0 and 1, where the textbook's interval is not.

use super::Interval;

/// The 97.5 % quantile of the normal distribution.
const Z: f64 = 1.959_963_984_540_054;

/// The rate `hits / n` with its 95 % interval; without trials nothing is known and the interval is everything.
///
/// ```
/// let rate = sdkc_study::wilson(0, 10);
/// assert_eq!((rate.at, rate.low), (0.0, 0.0));
/// assert!((rate.high - 0.2775).abs() < 1e-4);
/// ```
#[must_use]
pub fn wilson(hits: u64, n: u64) -> Interval {
    if n == 0 {
        return Interval { at: f64::NAN, low: 0.0, high: 1.0 };
    }
    let (hits, n) = (hits as f64, n as f64);
    let rate = hits / n;
    let denominator = 1.0 + Z * Z / n;
    let centre = (rate + Z * Z / (2.0 * n)) / denominator;
    let half = Z / denominator * (rate * (1.0 - rate) / n + Z * Z / (4.0 * n * n)).sqrt();
    // At the ends the interval touches the rate exactly; rounding must not part them.
    let low = if hits == 0.0 { 0.0 } else { centre - half };
    let high = if hits == n { 1.0 } else { centre + half };
    Interval { at: rate, low, high }
}

#[cfg(test)]
mod tests {
    use super::wilson;

    /// Values of Newcombe (1998), "Two-sided confidence intervals for the single proportion", table I, method 3.
    #[test]
    fn published_values() {
        for (hits, n, low, high) in [
            (81, 263, 0.2553, 0.3662),
            (15, 148, 0.0624, 0.1605),
            (0, 20, 0.0, 0.1611),
            (1, 29, 0.0061, 0.1718),
        ] {
            let found = wilson(hits, n);
            assert!((found.low - low).abs() < 5e-5, "{hits}/{n}: {found:?}");
            assert!((found.high - high).abs() < 5e-5, "{hits}/{n}: {found:?}");
        }
    }

    #[test]
    fn the_rate_lies_inside() {
        for n in 1..60 {
            for hits in 0..=n {
                let found = wilson(hits, n);
                assert!(
                    0.0 <= found.low && found.low <= found.at && found.at <= found.high && found.high <= 1.0
                );
            }
        }
        assert_eq!((wilson(0, 0).low, wilson(0, 0).high), (0.0, 1.0));
    }
}
