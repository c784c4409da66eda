//! Vertical axes: how far they reach and which numbers are marked.

use std::ops::Range;

use plotters::coord::ranged1d::{DefaultFormatting, KeyPointHint, Ranged};

use super::{metric::Unit, number};

/// A scale of the library with marks of our own choice.
pub(super) struct Marked<R> {
    pub(super) scale: R,
    pub(super) marks: Vec<f64>,
    /// Marks that have a fainter line and no label.
    pub(super) between: Vec<f64>,
}

impl<R: Ranged<ValueType = f64>> Ranged for Marked<R> {
    type FormatOption = DefaultFormatting;
    type ValueType = f64;

    fn map(&self, value: &f64, limit: (i32, i32)) -> i32 {
        self.scale.map(value, limit)
    }

    fn key_points<Hint: KeyPointHint>(&self, hint: Hint) -> Vec<f64> {
        if hint.weight().allow_light_points() { self.between.clone() } else { self.marks.clone() }
    }

    fn range(&self) -> Range<f64> {
        self.scale.range()
    }
}

/// A vertical axis.
pub(super) struct Axis {
    low: f64,
    high: f64,
    unit: Unit,
    /// Whether there are numbers below its low end, which a logarithmic axis cannot show: 0 above all.
    is_cut: bool,
}

impl Axis {
    /// An axis that holds these numbers.
    pub(super) fn new(unit: Unit, numbers: impl Iterator<Item = f64>) -> Self {
        if unit == Unit::Percent {
            return Self { low: 0.0, high: 1.0, unit, is_cut: false };
        }
        let floor = Self::floor(unit);
        let mut is_cut = false;
        let (low, high) = numbers
            .filter(|number| number.is_finite())
            .map(|number| {
                is_cut |= number < floor;
                number.max(floor)
            })
            .fold((f64::INFINITY, floor), |(low, high), number| (low.min(number), high.max(number)));
        let low = decade(low.min(high));
        let above = decade(high);
        let high = if high > above { above * 10.0 } else { above };
        Self { low, high: high.max(low * 10.0), unit, is_cut }
    }

    /// The least number of a logarithmic axis.
    const fn floor(unit: Unit) -> f64 {
        match unit {
            Unit::Time => 10.0,
            _ => 1.0,
        }
    }

    /// Its ends.
    pub(super) const fn range(&self) -> (f64, f64) {
        (self.low, self.high)
    }

    /// The label of the low end, if numbers below are drawn there.
    pub(super) fn cut(&self) -> Option<String> {
        self.is_cut.then(|| number::tick(self.low, self.unit))
    }

    /// Whether it is logarithmic.
    pub(super) fn is_log(&self) -> bool {
        self.unit != Unit::Percent
    }

    /// The number, or the end of the axis that is nearest to it.
    pub(super) fn within(&self, number: f64) -> f64 {
        number.clamp(self.low, self.high)
    }

    /// The label of a mark.
    pub(super) fn label(&self, at: f64) -> String {
        let mark = self.marks().into_iter().find(|(mark, _)| (mark / at - 1.0).abs() < 1e-9 || *mark == at);
        mark.map_or_else(String::new, |(_, label)| label)
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
        if let (Some(low), Some((_, label))) = (self.cut(), marks.first_mut()) {
            *label = format!("≤ {low}");
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
        assert_eq!((axis.within(2.0), axis.within(30.0)), (10.0, 30.0));
        assert_eq!(axis.label(100.0), "100");
        let labels: Vec<String> = axis.marks().into_iter().map(|(_, label)| label).collect();
        assert_eq!(labels, ["10", "20", "50", "100", "200", "500", "1k"]);
    }

    #[test]
    fn what_a_logarithmic_axis_cannot_show_is_told() {
        for (number, cut, label) in
            [(0.0, Some("1".to_owned()), "≤ 1"), (0.7, Some("1".to_owned()), "≤ 1"), (1.0, None, "1")]
        {
            let axis = Axis::new(Unit::Count, [number, 30.0].into_iter());
            assert_eq!((axis.cut(), axis.label(1.0).as_str(), axis.within(number)), (cut, label, 1.0));
        }
    }

    #[test]
    fn axes_without_numbers_are_axes() {
        let axis = Axis::new(Unit::Time, std::iter::empty());
        assert!(axis.high > axis.low && axis.within(5.0) == axis.low);
        assert_eq!(Axis::new(Unit::Percent, std::iter::empty()).range(), (0.0, 1.0));
    }
}
