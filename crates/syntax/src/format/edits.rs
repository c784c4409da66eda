//! The difference between a text and its tidy form, as edits of lines.

use sdkc_diagnostics::{Edit, Span};

/// So far is looked for the next line that both texts have.
const HORIZON: usize = 48;

/// The edits that turn `old` into `new`.
pub(super) fn edits(old: &str, new: &str) -> Vec<Edit> {
    let old_lines: Vec<&str> = old.split_inclusive('\n').collect();
    let new_lines: Vec<&str> = new.split_inclusive('\n').collect();
    let (mut i, mut j, mut offset) = (0, 0, 0);
    let mut edits = Vec::new();
    while i < old_lines.len() || j < new_lines.len() {
        let (n_old, n_new) = next_change(&old_lines[i..], &new_lines[j..]);
        if (n_old, n_new) == (0, 0) {
            offset += old_lines[i].len();
            (i, j) = (i + 1, j + 1);
            continue;
        }
        let pairs = if n_old == n_new { n_old } else { 1 };
        for pair in 0..pairs {
            let olds = if pairs == 1 { &old_lines[i..i + n_old] } else { &old_lines[i + pair..=i + pair] };
            let news = if pairs == 1 { &new_lines[j..j + n_new] } else { &new_lines[j + pair..=j + pair] };
            let (olds, news) = (olds.concat(), news.concat());
            edits.extend(trimmed(offset, &olds, &news));
            offset += olds.len();
        }
        (i, j) = (i + n_old, j + n_new);
    }
    edits
}

/// How many lines of both texts differ before the next line that they share; none of both if the first is shared.
fn next_change(old: &[&str], new: &[&str]) -> (usize, usize) {
    for distance in 0..2 * HORIZON {
        for n_old in 0..=distance {
            let n_new = distance - n_old;
            if let (Some(a), Some(b)) = (old.get(n_old), new.get(n_new))
                && a == b
            {
                return (n_old, n_new);
            }
        }
    }
    if old.len().min(new.len()) > HORIZON { (HORIZON, HORIZON) } else { (old.len(), new.len()) }
}

/// The replacement without what both texts have at their start and end.
fn trimmed(offset: usize, old: &str, new: &str) -> Option<Edit> {
    if old == new {
        return None;
    }
    let common = |a: &mut dyn Iterator<Item = char>, b: &mut dyn Iterator<Item = char>| -> usize {
        a.zip(b).take_while(|(a, b)| a == b).map(|(a, _)| a.len_utf8()).sum()
    };
    let start = common(&mut old.chars(), &mut new.chars());
    let (old_rest, new_rest) = (&old[start..], &new[start..]);
    let end = common(&mut old_rest.chars().rev(), &mut new_rest.chars().rev());
    Some(Edit {
        span: Span::from_range(offset + start..offset + old.len() - end),
        text: new_rest[..new_rest.len() - end].to_owned(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn apply(text: &str, edits: &[Edit]) -> String {
        let mut out = text.to_owned();
        for edit in edits.iter().rev() {
            out.replace_range(edit.span.range(), &edit.text);
        }
        out
    }

    #[test]
    fn edits_make_the_new_text() {
        let long = "x\n".repeat(300);
        let other: String = (0..300).map(|n| format!("{n}\n")).collect();
        for (old, new, n_edits) in [
            ("", "", 0),
            ("a\nb\nc\n", "a\nb\nc\n", 0),
            ("a\nb\nc\n", "a\nB\nc\n", 1),
            ("a\nb\nc", "a\nc\n", 1),
            ("a\n b\n  c\nd\n", "a\nb\nc\nd\n", 2),
            ("", "a\n", 1),
            ("aé\n", "aè\n", 1),
            ("a\nb\n", "b\n", 1),
        ] {
            let edits = edits(old, new);
            assert_eq!(apply(old, &edits), new);
            assert_eq!(edits.len(), n_edits, "{old:?} {new:?} {edits:?}");
        }
        assert_eq!(apply(&long, &edits(&long, &other)), other);
        assert_eq!(apply(&other, &edits(&other, &long)), long);
    }
}
