//! Whether an input is a list with one puzzle a line, told by as few of its first lines as leave no doubt.
//!
//! A first line that is read as it stands tells alone, so that it can be answered before the next one comes. One that is not, be it cut
//! off, a title or no text at all, tells nothing: the lines behind it are looked at, until one of them is read or there were enough, and
//! then most of them decide.

use crate::{
    Detection, Dialect, HEAD_LINES, LONGEST_LINE, Line, LineReader, ReadOptions,
    decode::{MARKED, has_mark_of_utf16, utf16},
    detect,
    detect::{Head, LONG, MOST},
    format::{csv, line},
    lines,
};

/// What the beginning of an input tells.
#[derive(Clone, Debug)]
pub enum Glance {
    /// A list.
    List(Box<LineReader>),
    /// Something else: to be read as a whole.
    Whole,
    /// More of it is to be seen.
    More,
}

/// Looks at the beginning of an input, or at all that will be seen of it. It may be any bytes.
///
/// ```
/// use sdkc_formats::{Dialect, Glance, ReadOptions, glance};
/// let options = ReadOptions::default();
/// let marks = "123456789".repeat(81) + "\n";
/// let list = "A title\n".to_owned() + &marks;
/// let Glance::List(reader) = glance(list.as_bytes(), false, &options) else { panic!("a list") };
/// assert_eq!(reader.dialect(), Dialect::Marks729);
/// assert!(matches!(glance(b"A title\n", false, &options), Glance::More));
/// assert!(matches!(glance(b"puzzle {}\n", true, &options), Glance::Whole));
/// ```
#[must_use]
pub fn glance(head: &[u8], is_all: bool, options: &ReadOptions) -> Glance {
    if has_mark_of_utf16(head) && head.len() < MARKED && !is_all {
        return Glance::More;
    }
    if utf16(head).is_some() && head.iter().take(MARKED).any(|byte| *byte == 0) {
        return Glance::Whole;
    }
    let whole_lines = head.iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
    // A byte that is no UTF-8 is nothing worse here than in other lines: it belongs to a remark, or its line is told of.
    let text = String::from_utf8_lossy(if is_all { head } else { &head[..whole_lines] });
    let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
    let (mut seen, mut n_lines, mut n_binary, mut has_heading) = ("", 0, 0, false);
    for line in lines(text).filter(|line| !line.is_idle()).take(HEAD_LINES) {
        seen = &text[..line.span().end as usize];
        n_lines += 1;
        n_binary += usize::from(line.text.contains('\0'));
        // Most lines of UTF-16 without a mark, or of what is no text, hold NULs; of a list some bad ones do.
        let is_text = n_binary * 2 <= n_lines;
        if is_text
            && (n_lines == 1 || has_heading || is_puzzle(line.text))
            && let Some(reader) = list(seen, options).filter(|it| tells(it, seen, &line))
        {
            return Glance::List(Box::new(reader));
        }
        has_heading |= csv::is_heading(line.text) || csv::is_one_column(line.text);
    }
    if n_lines < HEAD_LINES && !is_all {
        return Glance::More;
    }
    let found = if n_binary * 2 <= n_lines { by_most(seen, n_lines, options) } else { None };
    found.map_or(Glance::Whole, |reader| Glance::List(Box::new(reader)))
}

/// Whether a line is as long as a puzzle and one by itself: only then it is worth looking at all lines together.
fn is_puzzle(line: &str) -> bool {
    (LONG..MOST).contains(&line.len()) && Head::new(line).is_list()
}

/// The reader of a list that starts like this.
fn list(head: &str, options: &ReadOptions) -> Option<LineReader> {
    match detect(head) {
        Detection::Foreign(dialect) => LineReader::new(dialect, head, options.clone()),
        _ => None,
    }
}

/// Whether the line that was seen last leaves no doubt of the format: a heading does with a row below it, short lines may be the rows of
/// a board, and what stands in front of the cells of a line may belong to another format, unless another line has such a thing too.
fn tells(reader: &LineReader, seen: &str, line: &Line<'_>) -> bool {
    if reader.dialect() == Dialect::Csv {
        return line.text != reader.first();
    }
    let is_read = |line: &Line<'_>| reader.read(line).is_some_and(|record| record.puzzle.is_some());
    let is_alone = || reader.dialect() == Dialect::Line && !line::is_plain(line.text);
    line.text.len() >= LONG
        && is_read(line)
        && (!is_alone()
            || lines(seen).filter(|line| line.text.len() < MOST && is_read(line)).take(2).count() == 2)
}

/// What most of the first lines tell. A heading without a row is left to who says that of the whole.
fn by_most(seen: &str, n_lines: usize, options: &ReadOptions) -> Option<LineReader> {
    if n_lines == 1 && seen.len() > LONGEST_LINE && detect(seen) == Detection::Unknown {
        // Too long a line without an end is no text in the language: it is told of, and what follows is read.
        return LineReader::new(Dialect::Line, seen, options.clone());
    }
    list(seen, options).filter(|reader| n_lines > 1 || reader.dialect() != Dialect::Csv)
}
