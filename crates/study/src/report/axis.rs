//! Axes: which numbers are marked, and where they lie between 0 and 1.

use super::{metric::Unit, number};

/// A vertical axis.
pub(super) struct Axis {
    low: f64,
    high: f64,
    unit: Unit,
}

impl Axis {
    /// An axis that holds these numbers.
    pub(super) fn new(unit: Unit, numbers: impl Iterator<Item = f64>) -> Self {
        if unit == Unit::Percent {
            return Self { low: 0.0, high: 1.0, unit };
        }
        let floor = Self::floor(unit);
        let (low, high) = numbers
            .filter(|number| number.is_finite())
            .map(|number| number.max(floor))
            .fold((f64::INFINITY, floor), |(low, high), number| (low.min(number), high.max(number)));
        let low = decade(low.min(high));
        let above = decade(high);
        let high = if high > above { above * 10.0 } else { above };
        Self { low, high: high.max(low * 10.0), unit }
    }

    /// The least number of a logarithmic axis.
    const fn floor(unit: Unit) -> f64 {
        match unit {
            Unit::Time => 10.0,
            _ => 1.0,
        }
    }

    /// Where a number lies, from 0 at the foot to 1 at the top.
    pub(super) fn place(&self, number: f64) -> f64 {
        if self.unit == Unit::Percent {
            return number.clamp(0.0, 1.0);
        }
        let number = number.clamp(self.low, self.high);
        (number / self.low).log10() / (self.high / self.low).log10()
    }

    /// The marks with their labels; those between decades have none.
    pub(super) fn marks(&self) -> Vec<(f64, String)> {
        if self.unit == Unit::Percent {
            return (0..=10)
                .map(|at| f64::from(at) / 10.0)
                .map(|at| (at, number::tick(at, self.unit)))
                .collect();
        }
        let n_decades = (self.high / self.low).log10().round() as i32;
        let mut marks = Vec::new();
        for decade in 0..=n_decades {
            let base = self.low * 10_f64.powi(decade);
            marks.push((base, number::tick(base, self.unit)));
            for between in [2.0, 5.0].into_iter().filter(|_| decade < n_decades) {
                let label =
                    if n_decades <= 2 { number::tick(base * between, self.unit) } else { String::new() };
                marks.push((base * between, label));
            }
        }
        marks
    }
}

/// The power of ten at or below a positive number.
fn decade(number: f64) -> f64 {
    10_f64.powi((number * (1.0 + 1e-12)).log10().floor() as i32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logarithmic_axes_span_whole_decades() {
        let axis = Axis::new(Unit::Count, [81.0, 1000.0, f64::NAN].into_iter());
        assert_eq!((axis.low, axis.high), (10.0, 1000.0));
        assert_eq!(axis.place(100.0), 0.5);
        let labels: Vec<String> = axis.marks().into_iter().map(|(_, label)| label).collect();
        assert_eq!(labels, ["10", "20", "50", "100", "200", "500", "1k"]);
    }

    #[test]
    fn axes_without_numbers_are_axes() {
        let axis = Axis::new(Unit::Time, std::iter::empty());
        assert!(axis.high > axis.low && axis.place(5.0) == 0.0);
        assert_eq!(Axis::new(Unit::Percent, std::iter::empty()).place(2.0), 1.0);
    }
}
