//! Tokens → the small things of the tree: numbers, strings, cells.

use sdkc_diagnostics::Span;

use crate::{
    ast::{Cell, CellForm, Duration, Ident, Lengths, Number, Text},
    text::unescape,
};

/// A number with `_` between its digits.
pub(super) fn number(text: &str, span: Span) -> Number {
    Number { span, value: digits(&text[span.range()]) }
}

fn digits(text: &str) -> Option<u64> {
    let digit = |value: u64, byte: u8| {
        let digit = char::from(byte).to_digit(10)?;
        value.checked_mul(10)?.checked_add(u64::from(digit))
    };
    text.bytes().filter(|byte| *byte != b'_').try_fold(0, digit)
}

/// `2x3`, or one number.
pub(super) fn lengths(text: &str, span: Span) -> Lengths {
    let mut start = span.start;
    let each = text[span.range()].split('x').map(|part| {
        let place = Span::from_range(0..part.len()).shifted(start);
        start = place.end + 1;
        number(text, place)
    });
    Lengths { span, each: each.collect() }
}

/// `10s`.
pub(super) fn duration(text: &str, span: Span) -> Duration {
    let written = &text[span.range()];
    let count = written.trim_end_matches(|ch: char| ch.is_ascii_alphabetic());
    let unit = match &written[count.len()..] {
        "ms" => 1,
        "s" => 1_000,
        _ => 60_000,
    };
    Duration { span, millis: digits(count).unwrap_or(u64::MAX).saturating_mul(unit) }
}

/// `r4c7`.
pub(super) fn row_column(text: &str, span: Span) -> Cell {
    let written = &text[span.range()];
    let middle = written.find(['c', 'C']).unwrap_or(written.len());
    let place = |range: std::ops::Range<usize>| number(text, Span::from_range(range).shifted(span.start));
    let coordinates = vec![place(1..middle), place(middle + 1..written.len())];
    Cell { span, form: CellForm::RowColumn, coordinates }
}

pub(super) fn string(text: &str, span: Span) -> Text {
    Text { span, value: unescape(&text[span.range()]).0 }
}

pub(super) fn ident(text: &str, span: Span) -> Ident {
    Ident { span, text: text[span.range()].to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn whole(text: &str) -> Span {
        Span::from_range(0..text.len())
    }

    #[test]
    fn numbers_saturate_to_none() {
        for (text, value) in [
            ("0", Some(0)),
            ("1_000", Some(1000)),
            ("18446744073709551615", Some(u64::MAX)),
            ("18446744073709551616", None),
            ("99999999999999999999999", None),
            ("-1", None),
        ] {
            assert_eq!(number(text, whole(text)).value, value, "{text}");
        }
    }

    #[test]
    fn durations_saturate() {
        for (text, millis) in
            [("5ms", 5), ("10s", 10_000), ("2m", 120_000), ("99999999999999999999s", u64::MAX)]
        {
            assert_eq!(duration(text, whole(text)).millis, millis, "{text}");
        }
    }

    #[test]
    fn parts_keep_their_places() {
        let text = "  2x34x5 R12c345";
        let lengths = lengths(text, Span::new(2, 8));
        let places: Vec<_> = lengths.each.iter().map(|number| &text[number.span.range()]).collect();
        assert_eq!(places, ["2", "34", "5"]);
        let cell = row_column(text, Span::new(9, 16));
        let places: Vec<_> = cell.coordinates.iter().map(|number| number.value).collect();
        assert_eq!(places, [Some(12), Some(345)]);
    }
}
