//! Whose file is this? Decided by its first lines, never by its name.

use crate::{Dialect, Line, format::csv, lines};

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
    if is_native(text) {
        return Detection::Native;
    }
    let head = Head::new(text);
    // Nothing but comments as lists have them: it is a list without puzzles yet, not a mistake in the language.
    if head.lines.is_empty() && head.has_comments && !head.has_headers {
        return Detection::Foreign(Dialect::Line);
    }
    match Dialect::ALL.iter().find(|dialect| dialect.is_certain(&head)) {
        Some(dialect) => Detection::Foreign(*dialect),
        None => Detection::Unknown,
    }
}

/// Whether the first word after blanks and `//` comments opens a native file.
fn is_native(text: &str) -> bool {
    let mut rest = text.trim_start_matches('\u{feff}').trim_start();
    while rest.starts_with("//") {
        rest = rest.find(['\n', '\r']).map_or("", |end| &rest[end..]).trim_start();
    }
    let word = rest.find(|ch: char| !(ch.is_alphanumeric() || matches!(ch, '-' | '_'))).unwrap_or(rest.len());
    // `puzzle,solution` is the heading of a table; so is `puzzle` with a tab, if rows with tabs follow.
    matches!(&rest[..word], "sdk" | "puzzle")
        && !rest[word..].trim_start().starts_with([',', ';', '.', ':'])
        && !is_table_with_tabs(rest)
}

/// Whether a text begins with names of columns with tabs between them, and its next line has a tab too.
fn is_table_with_tabs(text: &str) -> bool {
    let mut filled = lines(text).filter(|line| !line.is_idle());
    let is_heading = |text: &str| text.contains('\t') && !text.contains('{') && csv::is_heading(text);
    filled.next().is_some_and(|line| is_heading(line.text))
        && filled.next().is_none_or(|line| line.text.contains('\t'))
}

/// The beginning of a text as the detectors see it.
pub(crate) struct Head<'t> {
    /// The first lines that are neither blank nor comments.
    pub lines: Vec<Line<'t>>,
    /// Whether a line starts with `#`, one of SadMan's letters and text.
    pub has_headers: bool,
    /// Whether a line starts with `#`.
    has_comments: bool,
    /// Whether braces or quotes stand in the first lines: signs of a language.
    pub has_syntax: bool,
}

impl<'t> Head<'t> {
    fn new(text: &'t str) -> Self {
        let mut head = Self { lines: Vec::new(), has_headers: false, has_comments: false, has_syntax: false };
        for line in lines(text) {
            head.has_headers |= crate::format::is_header(line.text);
            if line.is_idle() {
                head.has_comments |= line.text.trim_start().starts_with('#');
                continue;
            }
            head.has_syntax |= line.text.contains(['{', '}', '"']);
            head.lines.push(line);
            if head.lines.len() == HEAD_LINES {
                break;
            }
        }
        head
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
}
