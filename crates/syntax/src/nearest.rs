//! Finds the word that was probably meant.

/// The words nearest to `wanted` that are near enough to be what was meant; the first of equals.
///
/// ```
/// use sdkc_syntax::nearest;
/// assert_eq!(nearest("givns", ["block", "givens", "state"]), Some("givens"));
/// assert_eq!(nearest("sudoku", ["block", "givens", "state"]), None);
/// ```
#[must_use]
pub fn nearest<'w>(wanted: &str, words: impl IntoIterator<Item = &'w str>) -> Option<&'w str> {
    let length = wanted.chars().count();
    if length > 40 {
        return None;
    }
    // A third of the letters may be wrong: one in a word of three to five, two in one of six, three in one of nine.
    let allowed = (length / 3).clamp(1, 3);
    let lower = wanted.to_lowercase();
    words
        .into_iter()
        .filter(|word| word.len().abs_diff(length) <= allowed)
        .map(|word| (distance(&lower, word), word))
        .filter(|(distance, word)| *distance <= allowed && *distance < word.len().min(length))
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, word)| word)
}

/// The number of letters to insert, remove, change or swap with the next one.
fn distance(a: &str, b: &str) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    let mut before = Vec::new();
    let mut above: Vec<usize> = (0..=b.len()).collect();
    for i in 1..=a.len() {
        let mut row = vec![i];
        for j in 1..=b.len() {
            let changed = above[j - 1] + usize::from(a[i - 1] != b[j - 1]);
            let mut best = changed.min(above[j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                let swapped: &Vec<usize> = &before;
                best = best.min(swapped[j - 2] + 1);
            }
            row.push(best);
        }
        before = std::mem::replace(&mut above, row);
    }
    above[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_letters() {
        assert_eq!(distance("block", "block"), 0);
        assert_eq!(distance("blok", "block"), 1);
        assert_eq!(distance("lbock", "block"), 1);
        assert_eq!(distance("", "block"), 5);
        assert_eq!(distance("kitten", "sitting"), 3);
    }

    #[test]
    fn suggests_only_what_is_near() {
        assert_eq!(nearest("GIVENS", ["given", "givens"]), Some("givens"));
        assert_eq!(nearest("ab", ["cd", "ax"]), Some("ax"));
        assert_eq!(nearest("x", ["y"]), None);
        assert_eq!(nearest("", ["y"]), None);
        assert_eq!(nearest(&"g".repeat(100_000), ["givens"]), None);
    }
}
