//! The few lines of a text that a diagnostic is about, short enough to be drawn.
//!
//! Lines that no place touches become one empty line; of a long line only windows around the places stay. What would
//! steer a terminal or not be seen is replaced, tabs are spread out. The work depends on the number of places and
//! not on the size of the text.

use std::collections::BTreeMap;
use std::ops::Range;

use sdkc_diagnostics::{Diagnostic, Span};

use super::place::{Place, Places};

/// The most places that are drawn in one picture.
const MOST_MARKS: usize = 12;
/// The most characters of a line that is shown whole.
const WHOLE_LINE: usize = 160;
/// The most windows into one long line.
const MOST_WINDOWS: usize = 3;
/// The characters shown on either side of a place in a long line.
const AROUND: usize = 24;
/// The most characters of a place shown in a long line.
const MOST_OF_PLACE: usize = 48;
const TAB: usize = 4;

/// A place in the excerpt.
#[derive(Clone, Debug)]
pub(super) struct Mark {
    /// Bytes of [`Excerpt::text`]; never empty.
    pub range: Range<usize>,
    pub message: String,
    pub is_primary: bool,
}

/// What is drawn of a text.
pub(super) struct Excerpt {
    pub text: String,
    /// In text order.
    pub marks: Vec<Mark>,
    /// For each line of the excerpt its 1-based number in the text; 0 for the empty line in a gap.
    pub numbers: Vec<u32>,
    /// The place that the header names.
    pub at: Place,
    /// Places that the picture has no room for.
    pub left_out: Vec<(Place, String)>,
}

/// A place of the diagnostic before it is drawn.
struct Wanted<'d> {
    range: Range<usize>,
    lines: (u32, u32),
    message: &'d str,
    is_primary: bool,
}

impl Excerpt {
    /// The excerpt for a diagnostic; `None` if it has no place at all. `ellipsis` stands for what is cut off.
    pub fn new(places: &Places<'_>, it: &Diagnostic, ellipsis: &str) -> Option<Self> {
        let primary = it.span.map(|span| (span, if it.label.is_empty() { "here" } else { &it.label }, true));
        let others = it.labels.iter().map(|label| (label.span, label.message.as_str(), false));
        let all: Vec<Wanted<'_>> =
            primary.into_iter().chain(others).map(|place| wanted(places, place)).collect();
        let at = places.place(all.first()?.range.start);
        let mut excerpt =
            Self { text: String::new(), marks: Vec::new(), numbers: Vec::new(), at, left_out: Vec::new() };
        let (shown, left_out) = all.split_at(all.len().min(MOST_MARKS));
        let drawn = excerpt.draw_lines(places, shown, ellipsis);
        for it in shown {
            match drawn.range(it) {
                Some(range) => excerpt.marks.push(Mark {
                    range,
                    message: it.message.to_owned(),
                    is_primary: it.is_primary,
                }),
                None => excerpt.leave_out(places, it),
            }
        }
        left_out.iter().for_each(|it| excerpt.leave_out(places, it));
        excerpt.marks.sort_by_key(|mark| (mark.range.end, mark.range.start));
        Some(excerpt)
    }

    /// The place that the picture is about.
    pub fn primary(&self) -> Range<usize> {
        let primary = self.marks.iter().find(|mark| mark.is_primary).or(self.marks.first());
        primary.map_or(0..0, |mark| mark.range.clone())
    }

    fn leave_out(&mut self, places: &Places<'_>, it: &Wanted<'_>) {
        self.left_out.push((places.place(it.range.start), it.message.to_owned()));
    }

    /// Writes every line that a place touches, and an empty one for each gap.
    fn draw_lines(&mut self, places: &Places<'_>, shown: &[Wanted<'_>], ellipsis: &str) -> Drawn {
        let mut wanted: BTreeMap<u32, Vec<Range<usize>>> = BTreeMap::new();
        for it in shown {
            let Range { start, end } = it.range;
            let (first, last) = it.lines;
            if first == last {
                wanted.entry(first).or_default().push(start..end);
            } else {
                wanted.entry(first).or_default().push(start..start);
                wanted.entry(last).or_default().push(end.saturating_sub(1)..end);
            }
        }
        let mut drawn = Drawn::default();
        let mut before = None;
        for (line, ranges) in wanted {
            if before.is_some_and(|before| before + 1 != line) {
                self.text.push('\n');
                self.numbers.push(0);
            }
            before = Some(line);
            let cut = self.draw_line(places, line, &ranges, ellipsis);
            drawn.lines.insert(line, cut);
            self.numbers.push(line.saturating_add(places.first_line()));
        }
        drawn
    }

    fn draw_line(
        &mut self,
        places: &Places<'_>,
        line: u32,
        ranges: &[Range<usize>],
        ellipsis: &str,
    ) -> DrawnLine {
        let start = places.index().line_start(line) as usize;
        let text = places.index().line_text(places.text(), line);
        let line_start = self.text.len();
        let mut chars = Vec::new();
        let mut shown_to = 0;
        for window in windows(text, ranges.iter().map(|range| relative(range, start, text.len()))) {
            if window.start > shown_to {
                self.text.push_str(ellipsis);
            }
            shown_to = window.end;
            for (at, ch) in text[window.clone()].char_indices() {
                let at = start + window.start + at;
                if !(at == 0 && ch == '\u{feff}') {
                    let from = self.text.len();
                    self.push_visible(ch, line_start);
                    chars.push(ShownChar { at, shown: from..self.text.len() });
                }
            }
        }
        if shown_to < text.len() {
            self.text.push_str(ellipsis);
        }
        let line_end = start + text.len();
        if shown_to == text.len() {
            chars.push(ShownChar { at: line_end, shown: self.text.len()..self.text.len() + 1 });
        }
        self.text.push('\n');
        DrawnLine { chars, line_end }
    }

    fn push_visible(&mut self, ch: char, line_start: usize) {
        let hidden = matches!(ch,
            '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}');
        match ch {
            '\t' => {
                let column = self.text[line_start..].chars().count();
                self.text.extend(std::iter::repeat_n(' ', TAB - column % TAB));
            }
            _ if ch.is_control() || hidden => self.text.push('\u{fffd}'),
            _ => self.text.push(ch),
        }
    }
}

fn wanted<'d>(places: &Places<'_>, (span, message, is_primary): (Span, &'d str, bool)) -> Wanted<'d> {
    let range = places.clamp(span);
    let line = |at: usize| places.index().line(u32::try_from(at).unwrap_or(u32::MAX));
    let first = line(range.start);
    let last = if range.is_empty() { first } else { line(range.end - 1) };
    Wanted { range, lines: (first, last), message, is_primary }
}

/// A range of the whole text inside one line of it.
fn relative(range: &Range<usize>, line_start: usize, len: usize) -> Range<usize> {
    let start = range.start.saturating_sub(line_start).min(len);
    start..range.end.saturating_sub(line_start).clamp(start, len)
}

/// The parts of a line that are shown: all of it, or windows around the first few ranges.
fn windows(text: &str, ranges: impl Iterator<Item = Range<usize>>) -> Vec<Range<usize>> {
    if text.len() <= WHOLE_LINE || text.len() <= 4 * WHOLE_LINE && text.chars().count() <= WHOLE_LINE {
        return std::iter::once(0..text.len()).collect();
    }
    let mut windows: Vec<Range<usize>> = Vec::new();
    for range in ranges {
        let from = back(text, range.start, AROUND);
        let to = forward(text, range.end.min(forward(text, range.start, MOST_OF_PLACE)), AROUND);
        match windows.iter().position(|window| from <= window.end && window.start <= to) {
            Some(at) => windows[at] = windows[at].start.min(from)..windows[at].end.max(to),
            None if windows.len() < MOST_WINDOWS => windows.push(from..to),
            None => {}
        }
    }
    merged(windows)
}

/// Joins windows that grew into each other.
fn merged(mut windows: Vec<Range<usize>>) -> Vec<Range<usize>> {
    windows.sort_by_key(|window| window.start);
    let mut merged: Vec<Range<usize>> = Vec::new();
    for window in windows {
        match merged.last_mut().filter(|last| window.start <= last.end) {
            Some(last) => last.end = last.end.max(window.end),
            None => merged.push(window),
        }
    }
    merged
}

fn back(text: &str, mut at: usize, n_chars: usize) -> usize {
    for _ in 0..n_chars {
        at = text.floor_char_boundary(at.saturating_sub(1));
    }
    text.floor_char_boundary(at)
}

fn forward(text: &str, at: usize, n_chars: usize) -> usize {
    (0..n_chars).fold(text.ceil_char_boundary(at), |at, _| text.ceil_char_boundary((at + 1).min(text.len())))
}

/// Where the characters of the text stand in the excerpt.
#[derive(Default)]
struct Drawn {
    lines: BTreeMap<u32, DrawnLine>,
}

struct DrawnLine {
    /// The characters shown, in order; the line break is one, unless the line's end is cut off.
    chars: Vec<ShownChar>,
    line_end: usize,
}

/// A character's offset in the text and its bytes in the excerpt.
struct ShownChar {
    at: usize,
    shown: Range<usize>,
}

impl Drawn {
    /// The place in the excerpt, one character long at least; `None` where its start is not shown.
    fn range(&self, it: &Wanted<'_>) -> Option<Range<usize>> {
        let (first, last) = (self.lines.get(&it.lines.0)?, self.lines.get(&it.lines.1)?);
        let start = first.char_at(it.range.start.min(first.line_end))?.shown.clone();
        let end = last.end_before(it.range.end, it.range.start).unwrap_or(start.end);
        Some(start.start..end.max(start.end))
    }
}

impl DrawnLine {
    fn char_at(&self, offset: usize) -> Option<&ShownChar> {
        let found = self.chars.iter().find(|ch| ch.at >= offset)?;
        // A byte order mark is not shown; what starts with it starts behind it.
        (found.at == offset || offset == 0 && found.at == '\u{feff}'.len_utf8()).then_some(found)
    }

    /// The end of the last character shown that starts at or after `from` and before `to`.
    fn end_before(&self, to: usize, from: usize) -> Option<usize> {
        let last = self.chars.iter().rfind(|ch| ch.at < to && ch.at >= from)?;
        Some(last.shown.end)
    }
}
