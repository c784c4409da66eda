//! Whose file is this? Decided by its first lines, never by its name.

use crate::{
    Dialect, Line, ReadOptions,
    dialect::{LineContext, Reader},
    format::{csv, grid, line, numbers, rows},
    lines,
};

/// What a text is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Detection {
    /// Its first token is `sdk` or `puzzle`.
    Native,
    /// A foreign format, beyond doubt.
    Foreign(Dialect),
    /// Neither is certain: to be read as a native file, whose reader says best what is wrong.
    Unknown,
}

/// The most lines that are looked at, blank ones and comments not counted: what follows them changes nothing.
pub const HEAD_LINES: usize = 48;

/// Says what a text is. Looks at its first lines only, so the head of a stream, cut at a line's end, is enough.
///
/// ```
/// use sdkc_formats::{Detection, Dialect, detect};
/// assert_eq!(detect("// mine\npuzzle \"A\" {\n}\n"), Detection::Native);
/// assert_eq!(detect("1...........2..4\n"), Detection::Foreign(Dialect::Line));
/// assert_eq!(detect("# none yet\n"), Detection::Foreign(Dialect::Line));
/// assert_eq!(detect("puzle {\n}\n"), Detection::Unknown);
/// ```
#[must_use]
pub fn detect(text: &str) -> Detection {
    let head = Head::new(text);
    if is_native(text, &head) {
        return Detection::Native;
    }
    // Nothing but comments as lists have them: it is a list without puzzles yet, not a mistake in the language.
    if head.lines.is_empty() && head.has_comments && !head.has_headers {
        return Detection::Foreign(Dialect::Line);
    }
    if rows::are_long_rows(&head) || rows::has_blank_cells(&head) {
        return Detection::Foreign(Dialect::Rows);
    }
    if numbers::begins_with_fields(&head) {
        return Detection::Foreign(Dialect::Numbers);
    }
    let certain = Dialect::ALL.iter().copied().find(|dialect| dialect.is_certain(&head));
    // Short lines above a puzzle that is one line are bad ones, if they make no grid: whatever they look like.
    let may_be_rows = certain.is_some_and(|dialect| dialect.has_rows() && !grid::has_whole(&head.lines, 9));
    let of_puzzle = || if certain.is_none() || may_be_rows { head.of_first_puzzle() } else { None };
    of_puzzle().or(certain).map_or(Detection::Unknown, Detection::Foreign)
}

/// Whether the first word after blanks and `//` comments opens a native file.
fn is_native(text: &str, head: &Head<'_>) -> bool {
    let mut rest = text.trim_start_matches('\u{feff}').trim_start();
    while rest.starts_with("//") {
        rest = rest.find(['\n', '\r']).map_or("", |end| &rest[end..]).trim_start();
    }
    let word = rest.find(|ch: char| !(ch.is_alphanumeric() || matches!(ch, '-' | '_'))).unwrap_or(rest.len());
    // `puzzle,solution` is the heading of a table; so is `puzzle` with a tab, if rows with tabs follow.
    matches!(&rest[..word], "sdk" | "puzzle")
        && !rest[word..].trim_start().starts_with([',', ';', '.', ':'])
        && !is_table_with_tabs(rest)
        && !heads_list(head)
        && !is_quoted_column(head)
        && !is_above_grid(head)
}

/// Whether a text begins with names of columns with tabs between them, and its next line has a tab too.
fn is_table_with_tabs(text: &str) -> bool {
    let mut filled = lines(text).filter(|line| !line.is_idle());
    let is_heading = |text: &str| text.contains('\t') && !text.contains('{') && csv::is_heading(text);
    filled.next().is_some_and(|line| is_heading(line.text))
        && filled.next().is_none_or(|line| line.text.contains('\t'))
}

/// Whether the first line is no more than a heading above a list.
fn heads_list(head: &Head<'_>) -> bool {
    !has_syntax(head.first()) && head.behind(1).is_list()
}

/// Whether the first line is a title above a grid, as `puzzle 1` is.
fn is_above_grid(head: &Head<'_>) -> bool {
    grid::has_whole(&head.lines, 6)
        && head.may_be_grids()
        && Dialect::ALL.iter().any(|dialect| dialect.has_rows() && dialect.is_certain(head))
}

/// Whether the first line is the heading of a table's one column, in which puzzles stand in quotes: not the names of puzzles in the language.
fn is_quoted_column(head: &Head<'_>) -> bool {
    let is_puzzle = |line: &Line<'_>| {
        let inside = line.text.trim().strip_prefix('"').and_then(|rest| rest.strip_suffix('"'));
        inside.is_some_and(|cells| is_long(cells) && Head::new(cells).is_list())
    };
    csv::is_one_column(head.first())
        && head.lines.iter().any(is_puzzle)
        && !head.lines.iter().any(|line| line.text.contains('{'))
}

/// Whether braces or quotes stand on a line: signs of a language.
fn has_syntax(line: &str) -> bool {
    line.contains(['{', '}', '"'])
}

/// Whether a line has braces and closes all that it opens: what stands inside of them stands on the line.
fn closes_braces(line: &str) -> bool {
    let mut depth = 0_i32;
    let never_closes_more = line.bytes().all(|byte| {
        depth += i32::from(byte == b'{') - i32::from(byte == b'}');
        depth >= 0
    });
    never_closes_more && depth == 0 && line.contains('{')
}

/// The length of a classic puzzle: shorter lines may be the rows of one board.
pub(crate) const LONG: usize = 81;

/// A line from this length on tells nothing by itself: to look at many of them would take seconds.
pub(crate) const MOST: usize = 1 << 14;

/// Whether a line has a word as long as the cells of a puzzle, as no row of a board has.
pub(crate) fn is_long(line: &str) -> bool {
    line.len() >= LONG && line.split_ascii_whitespace().any(|word| word.len() >= LONG)
}

/// The beginning of a text as the detectors see it.
pub(crate) struct Head<'t> {
    /// The first lines that are neither blank nor comments.
    pub lines: Vec<Line<'t>>,
    /// Whether a line starts with `#`, one of SadMan's letters and text.
    pub has_headers: bool,
    /// Whether a line starts with `#`.
    has_comments: bool,
    /// Whether braces or quotes stand in the first lines.
    pub has_syntax: bool,
}

impl<'t> Head<'t> {
    pub fn new(text: &'t str) -> Self {
        let mut head = Self { lines: Vec::new(), has_headers: false, has_comments: false, has_syntax: false };
        for line in lines(text) {
            head.has_headers |= crate::format::is_header(line.text);
            if line.is_idle() {
                head.has_comments |= line.text.trim_start().starts_with('#');
                continue;
            }
            head.has_syntax |= has_syntax(line.text);
            head.lines.push(line);
            if head.lines.len() == HEAD_LINES {
                break;
            }
        }
        head
    }

    /// Whether braces or quotes stand in the first lines that are not closed where they are opened, as those of a title are.
    pub fn opens_syntax(&self) -> bool {
        let is_closed = |line: &str| match line.contains(['{', '}']) {
            true => closes_braces(line),
            false => line.matches('"').count().is_multiple_of(2),
        };
        self.has_syntax && !self.lines.iter().all(|line| is_closed(line.text))
    }

    /// Whether no more than titles above grids can have the braces and quotes of the first lines.
    pub fn may_be_grids(&self) -> bool {
        !self.has_syntax || !self.opens_syntax() && grid::has_whole(&self.lines, 6)
    }

    /// The same without some lines at the start.
    pub fn behind(&self, n_lines: usize) -> Self {
        let lines = self.lines.get(n_lines..).unwrap_or_default().to_vec();
        Self {
            lines,
            has_headers: self.has_headers,
            has_comments: self.has_comments,
            has_syntax: self.has_syntax,
        }
    }

    /// The first line with something on it.
    pub fn first(&self) -> &'t str {
        self.lines.first().map_or("", |line| line.text)
    }

    /// Whether at least half of the first lines are such.
    pub fn mostly(&self, is_such: impl Fn(&str) -> bool) -> bool {
        let n_such = self.lines.iter().filter(|line| is_such(line.text)).count();
        n_such > 0 && n_such * 2 >= self.lines.len()
    }

    /// Whether at least half of the first lines are such, and the others are no text in a language: a bad line, or a remark with
    /// quotes, makes no other thing of a list.
    pub fn lists(&self, is_such: impl Fn(&str) -> bool) -> bool {
        let is_other =
            |line: &Line<'_>| has_syntax(line.text) && !is_such(line.text) && !closes_braces(line.text);
        let is_first_other =
            || self.lines[1..].iter().all(|line| is_such(line.text)) && self.behind(1).is_list();
        // Texts in a language do not begin with what is a puzzle by itself.
        let are_few_others = || {
            is_such(self.first())
                && self.lines.iter().filter(|line| is_other(line)).count() * 8 <= self.lines.len()
        };
        self.mostly(&is_such)
            && (!self.lines.iter().any(is_other)
                || is_first_other()
                || are_few_others()
                || self.mostly(|line| is_long(line) && is_such(line)))
    }

    /// Whether at least half of the first lines are read as they stand, in a format with one puzzle a line.
    pub fn is_list(&self) -> bool {
        self.list().is_some()
    }

    fn list(&self) -> Option<Dialect> {
        let mut of_lines = Dialect::ALL.iter().filter(|dialect| dialect.is_by_line());
        let dialect = of_lines.find(|dialect| dialect.is_certain(self))?;
        let Reader::ByLine(read) = dialect.reader() else { return None };
        let context = LineContext::new(*dialect, self, &ReadOptions::default());
        let is_read = |line: &&Line<'_>| read(line, &context).is_some_and(|record| record.puzzle.is_some());
        let is_one = self.lines.iter().filter(is_read).count() * 2 >= self.lines.len();
        is_one.then_some(*dialect)
    }

    /// The format of the first line that is as long as a puzzle and read as it stands, whatever stands above; but none inside of braces, as in a
    /// text in a language.
    pub fn of_first_puzzle(&self) -> Option<Dialect> {
        let mut depth = 0_usize;
        self.lines.iter().find_map(|line| {
            if is_long(line.text) || line::is_by_itself(line.text) {
                return Head::new(line.text).list().filter(|_| depth == 0);
            }
            for byte in line.text.bytes() {
                depth = match byte {
                    b'{' => depth + 1,
                    b'}' => depth.saturating_sub(1),
                    _ => depth,
                };
            }
            None
        })
    }
}
