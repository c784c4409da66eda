//! Numbers as people read them.

use super::metric::Unit;

/// `1 000 000`, with narrow spaces that do not break.
pub(super) fn count(number: u64) -> String {
    let digits = number.to_string();
    let mut out = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) && digits.len() > 4 {
            out.push('\u{202f}');
        }
        out.push(digit);
    }
    out
}

/// Three significant digits, or all of a whole number.
fn significant(number: f64) -> String {
    match number {
        _ if number >= 99.95 => count(number.round() as u64),
        _ if number.fract() == 0.0 => format!("{number:.0}"),
        _ if number >= 9.995 => format!("{number:.1}"),
        _ if number >= 0.9995 => format!("{number:.2}"),
        _ => format!("{number:.3}"),
    }
}

/// A number in its unit: `95.6 %` is written `95.6`, times get `µs`, `ms` or `s`.
pub(super) fn write(number: f64, unit: Unit) -> String {
    if !number.is_finite() {
        return "–".to_owned();
    }
    match unit {
        Unit::Percent if (number - number.round()).abs() < 1e-9 => format!("{:.0}", number * 100.0),
        Unit::Percent => {
            // Never rounded to 0 or 100 where it is neither.
            let text = format!("{:.1}", number * 100.0);
            if text == "0.0" || text == "100.0" { format!("{:.3}", number * 100.0) } else { text }
        }
        Unit::Count => significant(number),
        Unit::Time if number < 999.5 => format!("{} ns", significant(number)),
        Unit::Time if number < 999.5e3 => format!("{} µs", significant(number / 1e3)),
        Unit::Time if number < 999.5e6 => format!("{} ms", significant(number / 1e6)),
        Unit::Time => format!("{} s", significant(number / 1e9)),
    }
}

/// A power of ten, or twice or five times one, as an axis shows it.
pub(super) fn tick(number: f64, unit: Unit) -> String {
    match unit {
        Unit::Count if number >= 999_999_999.0 => format!("{:.0}G", number / 1e9),
        Unit::Count if number >= 999_999.0 => format!("{:.0}M", number / 1e6),
        Unit::Count if number >= 999.0 => format!("{:.0}k", number / 1e3),
        Unit::Count => format!("{number:.0}"),
        Unit::Percent => format!("{:.0}", number * 100.0),
        Unit::Time => write(number.round(), unit),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_readable() {
        assert_eq!(count(1_000_000), "1\u{202f}000\u{202f}000");
        assert_eq!(count(1000), "1000");
        assert_eq!(write(0.956, Unit::Percent), "95.6");
        assert_eq!(write(1.0, Unit::Percent), "100");
        assert_eq!(write(0.0007, Unit::Percent), "0.1");
        assert_eq!(write(0.00007, Unit::Percent), "0.007");
        assert_eq!(write(0.99998, Unit::Percent), "99.998");
        assert_eq!(write(1234.0, Unit::Time), "1.23 µs");
        assert_eq!(write(f64::NAN, Unit::Count), "–");
        assert_eq!(write(81.0, Unit::Count), "81");
        assert_eq!(tick(10_000.0, Unit::Count), "10k");
        assert_eq!(tick(1e6, Unit::Time), "1 ms");
    }
}
