//! Counts of locked cells as people write them: `20`, `0..=35:5`, `0%..=60%:10%`.

/// The most counts of one board.
const MOST: usize = 10_000;

#[derive(Clone, Copy)]
struct Amount {
    number: usize,
    percent: bool,
}

impl Amount {
    fn parse(text: &str) -> Result<Self, String> {
        let text = text.trim();
        let (digits, percent) = text.strip_suffix('%').map_or((text, false), |digits| (digits, true));
        let number = digits.trim().parse();
        let number =
            number.map_err(|_| format!("`{text}` is no count; write 20, 0..=35:5 or 0%..=60%:10%"))?;
        if percent && number > 100 {
            return Err(format!("{text} is over 100 %"));
        }
        Ok(Self { number, percent })
    }

    /// The count on a board of `n_cells` cells, rounded down.
    const fn of(self, n_cells: usize) -> usize {
        if self.percent { n_cells.saturating_mul(self.number) / 100 } else { self.number }
    }
}

/// The counts that `text` means on a board of `n_cells` cells, in order.
pub(super) fn counts(text: &str, n_cells: usize) -> Result<Vec<usize>, String> {
    let (range, step) = match text.split_once(':') {
        Some((range, step)) => (range, Some(Amount::parse(step)?)),
        None => (text, None),
    };
    let Some((low, high)) = range.split_once("..") else {
        let only = Amount::parse(text)?.of(n_cells);
        return within(text, vec![only], n_cells);
    };
    let (high, inclusive) = high.strip_prefix('=').map_or((high, false), |high| (high, true));
    let (low, high) = (Amount::parse(low)?, Amount::parse(high)?);
    let unit = Amount { number: 1, percent: low.percent || high.percent };
    let step = step.unwrap_or(unit);
    if step.number == 0 {
        return Err(format!("`{text}` has a step of 0"));
    }
    if [low, high].iter().any(|it| it.percent != step.percent && it.number != 0) {
        return Err(format!("`{text}` mixes counts and per cent"));
    }
    let end = high.number.saturating_add(usize::from(inclusive));
    let steps = (low.number..end).step_by(step.number).take(MOST + 1);
    within(text, steps.map(|number| Amount { number, ..step }.of(n_cells)).collect(), n_cells)
}

fn within(text: &str, counts: Vec<usize>, n_cells: usize) -> Result<Vec<usize>, String> {
    match counts.iter().max() {
        None => Err(format!("`{text}` is empty")),
        Some(_) if counts.len() > MOST => Err(format!("`{text}` has over {MOST} counts")),
        Some(most) if *most > n_cells => {
            Err(format!("`{text}` asks for {most} locked cells on a board of {n_cells}"))
        }
        Some(_) => Ok(counts),
    }
}

#[cfg(test)]
mod tests {
    use super::counts;

    #[test]
    fn ranges_are_understood() {
        assert_eq!(counts("0..=35:5", 81), Ok(vec![0, 5, 10, 15, 20, 25, 30, 35]));
        assert_eq!(counts("3..5", 81), Ok(vec![3, 4]));
        assert!(
            counts("0..=18446744073709551615", 81).is_err()
                && counts("0%..=18446744073709551615%", 81).is_err()
        );
        assert_eq!(counts("81", 81), Ok(vec![81]));
        assert_eq!(counts("0%..=20%:10%", 256), Ok(vec![0, 25, 51]));
        assert_eq!(counts("50%", 81), Ok(vec![40]));
    }

    #[test]
    fn impossible_ranges_say_why() {
        for (bad, word) in [
            ("82", "board of 81"),
            ("0..=90:5", "board of 81"),
            ("5..=4", "empty"),
            ("0..=9:0", "step of 0"),
            ("x", "no count"),
            ("-1", "no count"),
            ("", "no count"),
            ("101%", "over 100"),
            ("10..=50%:5%", "mixes"),
            ("99999999999999999999999", "no count"),
        ] {
            let error = counts(bad, 81).expect_err(bad);
            assert!(error.contains(word), "{bad}: {error}");
        }
        assert!(counts("0..=20000", 65_536).expect_err("too many").contains("over 10000"));
    }
}
