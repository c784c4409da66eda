//! A puzzle on a line with something in front of its cells, or with quotes around them: an item of a numbered list, of an array of
//! strings, a line of another format among lines of cells.
//!
//! The cells are one word, and what stands in front is set off from them: `1,` `1.` `1)` `Puzzle 1:` `"`. Of several such words the puzzle is the
//! first with an empty cell; one that is called a solution is none.

use crate::{alphabet::is_empty_mark, format::csv, size::Size};

/// A line, cut where its cells stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Labelled<'t> {
    /// Where the cells start.
    pub start: usize,
    /// What stands in front of them, without the signs around it.
    pub label: &'t str,
    /// The cells.
    pub run: &'t str,
    /// What follows them.
    pub rest: &'t str,
}

/// What stands between words and belongs to none.
pub(crate) const fn is_quote(ch: char) -> bool {
    matches!(ch, '"' | '\'' | '`' | '“' | '”' | '‘' | '’')
}

pub(crate) fn is_sign(ch: char) -> bool {
    ch.is_whitespace()
        || is_quote(ch)
        || matches!(ch, ',' | ';' | ':' | '#' | '=' | '&' | '|' | '(' | ')' | '[' | ']' | '{' | '}')
}

/// Without the signs at both ends.
pub(crate) fn without_signs(text: &str) -> &str {
    text.trim_matches(is_sign)
}

impl<'t> Labelled<'t> {
    /// Cuts a line of cells that does not begin with them; `None` where none were meant.
    pub fn cut(line: &'t str) -> Option<Self> {
        Self::cut_at(line, is_puzzle).or_else(|| Self::cut_at(line, is_nearly_puzzle))
    }

    /// Cuts a line at a word of a kind.
    pub fn cut_at(line: &'t str, is_such: fn(&str) -> bool) -> Option<Self> {
        if line.len() < SHORTEST || line.trim_start().starts_with("//") {
            return None;
        }
        let words = line.split(is_sign).take(MOST_WORDS);
        let words = words.filter(|word| word.len() >= SHORTEST && is_such(word)).take(MOST_PUZZLES);
        let mut all = words.map(|word| Self::around(line, word)).filter(|it| it.is_puzzle_of(line));
        let first = all.next()?;
        let mut open = std::iter::once(first).chain(all).filter(|it| has_empty_cell(it.run));
        // A full board behind more than a number may be the solution of what stands in front of it.
        open.next().or_else(|| is_short_label(first.label).then_some(first))
    }

    fn around(line: &'t str, word: &'t str) -> Self {
        let start = word.as_ptr() as usize - line.as_ptr() as usize;
        let (label, rest) = (without_signs(&line[..start]), &line[start + word.len()..]);
        Self { start, label, run: word, rest }
    }

    /// Whether what stands in front of the cells leaves them a puzzle of a list: not where it is the name of a solution or has the signs of a
    /// language, as `givens "…"` has.
    fn is_puzzle_of(&self, line: &str) -> bool {
        let before = &line[..self.start];
        let is_object = before.trim_start().starts_with('{');
        let is_text = || match before.strip_suffix(is_quote) {
            Some(before) => !before.trim_end().ends_with(char::is_alphanumeric),
            None => true,
        };
        // Behind a string that names a puzzle of the language its body follows.
        let has_body = self.rest.trim_start_matches(is_quote).trim_start().starts_with('{');
        let mut words = self.label.split(|ch: char| !ch.is_alphabetic()).rev();
        (is_object || !before.contains(['{', '}']))
            && is_text()
            && !has_body
            && !self.label.split(is_sign).any(is_torn)
            && !words.find(|word| !word.is_empty()).is_some_and(csv::names_solution)
    }
}

/// Further puzzles on a line, which nobody reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Further {
    /// Where the first of them starts in the remark.
    pub start: usize,
    pub number: usize,
}

impl Further {
    /// Those in the remark behind a puzzle with so many cells: words of as many, not all of which are filled. What follows a `#` is said to be
    /// a remark.
    pub fn of(rest: &str, n_cells: usize) -> Option<Self> {
        if rest.len() < n_cells {
            return None;
        }
        let rest = &rest[..rest.find('#').unwrap_or(rest.len())];
        // Few digits alone may be a number.
        let is_clear = |word: &str| n_cells >= SHORTEST || word.contains(is_empty_mark);
        let has_letters = Size::with_cells(n_cells).is_some_and(|size| size.side > 9);
        let is_one = |word: &&str| word.len() == n_cells && is_open_run(word, has_letters) && is_clear(word);
        let words = rest.split(is_sign).take(MOST_WORDS);
        let mut found = words.filter(is_one).map(|word| word.as_ptr() as usize - rest.as_ptr() as usize);
        Some(Self { start: found.next()?, number: 1 + found.count() })
    }
}

/// Whether a word has nothing but cells, some empty and some not.
fn is_open_run(word: &str, has_letters: bool) -> bool {
    let is_cell_or_letter = |ch: char| is_cell(ch) || has_letters && ch.is_ascii_alphabetic();
    word.chars().all(is_cell_or_letter) && has_empty_cell(word) && word.contains(|ch| matches!(ch, '1'..='9'))
}

/// How many words of a line are looked at; behind so many no puzzle is looked for.
const MOST_WORDS: usize = 4096;
/// How many words of cells are looked at: each is judged by all that stands in front of it.
const MOST_PUZZLES: usize = 16;

/// The fewest cells of a puzzle behind a label: fewer may be a number.
pub(crate) const SHORTEST: usize = 70;

fn is_cell(ch: char) -> bool {
    ch.is_ascii_digit() || is_empty_mark(ch)
}

/// Whether a word holds as many cells as a classic or larger board has, and is no line that was drawn.
fn is_puzzle(word: &str) -> bool {
    let is_board = |size: Size| match size.side {
        ..9 => false,
        9 => word.chars().all(is_cell),
        _ => word.chars().all(|ch| ch.is_ascii_alphanumeric() || is_empty_mark(ch)),
    };
    Size::with_cells(word.len()).is_some_and(is_board)
        && word.contains(|ch: char| ch.is_ascii_digit() || ch == '.')
}

/// Whether a classic puzzle was meant by a word, with a cell too many or too few or with a bad one.
fn is_nearly_puzzle(word: &str) -> bool {
    let (mut n, mut n_cells) = (0, 0);
    for ch in word.chars() {
        (n, n_cells) = (n + 1, n_cells + usize::from(is_cell(ch)));
    }
    (SHORTEST..93).contains(&n) && n_cells * 10 >= n * 9 && word.contains(|ch: char| ch.is_ascii_digit())
}

/// Whether a word is a part of some cells, as where two lines were joined.
fn is_torn(word: &str) -> bool {
    word.len() >= 20 && word.chars().all(is_cell) && !is_puzzle(word)
}

/// Whether a label is a number or a name, and neither a field in front of another one nor cells that were torn.
fn is_short_label(label: &str) -> bool {
    let is_other = |ch: char| is_empty_mark(ch) && !ch.is_alphabetic() || matches!(ch, ',' | ';' | '\t');
    label.len() <= 16 && !label.trim_end_matches('.').contains(is_other)
}

fn has_empty_cell(run: &str) -> bool {
    run.contains(|ch: char| ch == '0' || is_empty_mark(ch))
}
