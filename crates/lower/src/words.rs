//! Words and numbers in messages.

/// A count with its noun: `1 cell`, `9 cells`.
pub(crate) fn plural(n: usize, noun: &str) -> String {
    if n == 1 { format!("1 {noun}") } else { format!("{n} {noun}s") }
}

/// The last few of something: `the last cell`, `the last 2 cells`.
pub(crate) fn last(n: usize, noun: &str) -> String {
    if n == 1 { format!("the last {noun}") } else { format!("the last {n} {noun}s") }
}

/// A number with thin groups of three digits, as people read large ones.
pub(crate) fn grouped(n: u128) -> String {
    if n > 10_u128.pow(24) {
        return "more than 10^24".to_owned();
    }
    let digits = n.to_string();
    let mut out = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) && digits.len() > 4 {
            out.push(' ');
        }
        out.push(digit);
    }
    out
}

/// A number or a word as written, cut off where it would fill the message.
pub(crate) fn short(written: &str) -> String {
    let mut shown: String = written.chars().take(24).collect();
    if shown.len() < written.len() {
        shown.push('…');
    }
    shown
}

/// A number of bytes in the largest unit that leaves at least one.
pub(crate) fn bytes(n: u128) -> String {
    const UNITS: [&str; 7] = ["bytes", "kB", "MB", "GB", "TB", "PB", "EB"];
    if n == u128::MAX {
        return "more than 10^38 bytes".to_owned();
    }
    let mut unit = 0;
    let mut left = n;
    while left >= 1000 && unit + 1 < UNITS.len() {
        left /= 1000;
        unit += 1;
    }
    format!("{} {}", grouped(left), UNITS[unit])
}

/// The `block` item of a board of two dimensions with this side; `None` where there is none.
pub(crate) fn block_for(side: usize) -> Option<String> {
    if !(2..=sdkc_board::MAX_SIDE).contains(&side) {
        return None;
    }
    let root = side.isqrt();
    let height = (1..=root).rev().find(|height| side.is_multiple_of(*height))?;
    let width = side / height;
    Some(if height == width { format!("block {height}") } else { format!("block {height}x{width}") })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_grouped() {
        assert_eq!(grouped(847_288_609_443), "847 288 609 443");
        assert_eq!(grouped(6561), "6561");
        assert_eq!(bytes(27_113_235_502_176), "27 TB");
    }

    #[test]
    fn blocks_are_as_square_as_can_be() {
        let blocks: Vec<_> =
            [1, 2, 4, 6, 7, 9, 10, 12, 16, 129].map(block_for).into_iter().flatten().collect();
        assert_eq!(
            blocks,
            [
                "block 1x2",
                "block 2",
                "block 2x3",
                "block 1x7",
                "block 3",
                "block 2x5",
                "block 3x4",
                "block 4"
            ]
        );
    }
}
