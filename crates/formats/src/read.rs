//! Reading: a whole text, a stream of lines, or a puzzle given on the command line.

use sdkc_diagnostics::{Code, Diagnostic, Span};

use crate::{
    Dialect, Line, ReadOptions, Reading, Record,
    detect::Head,
    dialect::{LineContext, Reader},
    format::{self, csv::Table},
    lines,
};

/// Reads a foreign text: all of its puzzles, whatever is wrong with some of them.
#[must_use]
pub fn read(dialect: Dialect, text: &str, options: &ReadOptions) -> Reading {
    let records = match dialect.reader() {
        Reader::Whole(read) => read(text, options),
        Reader::ByLine(read) => {
            let context = LineContext::new(dialect, &Head::new(text), options);
            let of = |line: Line<'_>| read_line(read, &line, &context);
            let records: Vec<Record> = lines(text).filter_map(of).collect();
            // In a list of nothing but remarks, `#1` is a number and no remark.
            let is_numbered = records.is_empty() && dialect == Dialect::Line;
            let numbered = || lines(text).filter_map(|line| format::line::behind_hash(&line)).filter_map(of);
            if is_numbered { numbered().collect() } else { records }
        }
    };
    let place = records.first().map_or(Span::at(0), |record| record.span);
    let mut diagnostics = vec![note(dialect, place)];
    if records.is_empty() {
        diagnostics.push(
            Diagnostic::new(Code::E0702, "there is no puzzle in this file", Span::at(0))
                .with_note("blank lines and lines that start with `#` hold none"),
        );
    }
    Reading { dialect, records, diagnostics }
}

/// The most bytes that a line with a puzzle may have, whatever stands behind the cells. Who reads a stream need not keep more of a line.
pub const LONGEST_LINE: usize = 1 << 20;

fn read_line(
    read: fn(&Line<'_>, &LineContext) -> Option<Record>,
    line: &Line<'_>,
    context: &LineContext,
) -> Option<Record> {
    if line.text.len() <= LONGEST_LINE || line.is_idle() {
        return read(line, context);
    }
    let message = format!("this line has more than {LONGEST_LINE} bytes, too many for one puzzle");
    let it = Diagnostic::new(Code::E0704, message, line.part(0, 0))
        .with_note("it is not read; a list has one puzzle a line");
    Some(Record::new(line.number, line.span(), Err(vec![it])))
}

/// The note N0701, which says once a file that it is not in the language of this program.
#[must_use]
pub fn note(dialect: Dialect, place: Span) -> Diagnostic {
    Diagnostic::new(Code::N0701, format!("written as {}", dialect.summary()), place)
        .with_note("it is read as it is; `sdkc fmt` leaves it as it is")
}

/// Reads lines one by one, in constant memory; for the dialects with [`Dialect::is_by_line`].
///
/// ```
/// use sdkc_formats::{Dialect, LineReader, ReadOptions, lines};
/// let text = "# four by four\n1...........2..4\n";
/// let reader = LineReader::new(Dialect::Line, text, ReadOptions::default()).expect("a format of lines");
/// let records: Vec<_> = lines(text).filter_map(|line| reader.read(&line)).collect();
/// assert_eq!(records[0].line, 2);
/// ```
#[derive(Clone, Debug)]
pub struct LineReader {
    dialect: Dialect,
    context: LineContext,
}

impl LineReader {
    /// A reader for a text that starts with `head`; `None` for formats whose puzzles take several lines.
    #[must_use]
    pub fn new(dialect: Dialect, head: &str, options: ReadOptions) -> Option<Self> {
        dialect
            .is_by_line()
            .then(|| Self { dialect, context: LineContext::new(dialect, &Head::new(head), &options) })
    }

    /// The format.
    #[must_use]
    pub const fn dialect(&self) -> Dialect {
        self.dialect
    }

    /// In a table the names of its columns, else the first line that is not blank and no comment.
    #[must_use]
    pub fn first(&self) -> &str {
        &self.context.first
    }

    /// In a table, the 0-based columns of the puzzle and, where there is one, of its solution.
    ///
    /// ```
    /// use sdkc_formats::{Dialect, LineReader, ReadOptions};
    /// let reader = LineReader::new(Dialect::Csv, "id,puzzle,solution\n", ReadOptions::default());
    /// assert_eq!(reader.expect("a format of lines").columns(), Some((1, Some(2))));
    /// ```
    #[must_use]
    pub fn columns(&self) -> Option<(usize, Option<usize>)> {
        self.context.table.as_ref().map(|table| (table.puzzle, table.solution))
    }

    /// In a table, what is to be said of a row that holds a full board, or another puzzle, in a column that is not read.
    ///
    /// ```
    /// use sdkc_formats::{Dialect, LineReader, ReadOptions};
    /// let row = |open: &str| format!("{},{}\n", open.repeat(8), "1".repeat(16));
    /// let note = |heading: &str| {
    ///     let reader = LineReader::new(Dialect::Csv, heading, ReadOptions::default()).expect("a format of lines");
    ///     reader.not_compared(&row("1."))
    /// };
    /// assert!(note("puzzle,full").is_some_and(|note| note.contains("`full`")));
    /// assert!(note("puzzle,solved_puzzle").is_none());
    /// let reader = LineReader::new(Dialect::Csv, "puzzle,other\n", ReadOptions::default()).expect("a format of lines");
    /// assert!(reader.not_compared(&format!("{0},{0}", "1.".repeat(8))).is_some_and(|note| note.contains("`other`")));
    /// ```
    #[must_use]
    pub fn not_compared(&self, row: &str) -> Option<String> {
        format::csv::not_compared(self.context.table.as_ref()?, row, &self.context.options)
    }

    /// What stands between the fields of a table: a comma, a tab or a semicolon.
    ///
    /// ```
    /// use sdkc_formats::{Dialect, LineReader, ReadOptions};
    /// let reader = LineReader::new(Dialect::Csv, "puzzle;solution\n", ReadOptions::default());
    /// assert_eq!(reader.expect("a format of lines").separator(), ';');
    /// ```
    #[must_use]
    pub fn separator(&self) -> char {
        self.context.table.as_ref().map_or(',', |table| table.separator)
    }

    /// The name that a line gives to its puzzle.
    ///
    /// ```
    /// use sdkc_formats::{Dialect, LineReader, ReadOptions};
    /// let reader = LineReader::new(Dialect::Gsf, "", ReadOptions::default()).expect("a format of lines");
    /// assert_eq!(reader.name(Dialect::Gsf.example()).as_deref(), Some("Easter-Monster"));
    /// ```
    #[must_use]
    pub fn name(&self, line: &str) -> Option<String> {
        (self.dialect == Dialect::Gsf).then(|| format::gsf::name(line)).flatten()
    }

    /// Reads one line; `None` for blank lines, comments and headings.
    #[must_use]
    pub fn read(&self, line: &Line<'_>) -> Option<Record> {
        match self.dialect.reader() {
            Reader::ByLine(read) => read_line(read, line, &self.context),
            Reader::Whole(_) => None,
        }
    }
}

impl LineContext {
    /// That of a line by itself.
    pub const fn bare(options: ReadOptions) -> Self {
        Self { options, first: String::new(), table: None }
    }

    pub fn new(dialect: Dialect, head: &Head<'_>, options: &ReadOptions) -> Self {
        let table = (dialect == Dialect::Csv).then(|| Table::of(head)).flatten();
        let first = table.as_ref().map_or(head.first(), |table| &table.heading).to_owned();
        Self { options: options.clone(), first, table }
    }
}

/// Reads a puzzle that stands by itself, as on a command line: 16, 36, 81, 144, 256 or 625 cell characters.
///
/// `None` where the text does not look like one, so that a misspelt file name is not taken for a puzzle;
/// a record without a puzzle where it does and is broken.
///
/// ```
/// use sdkc_formats::{ReadOptions, read_bare};
/// let options = ReadOptions::default();
/// assert!(read_bare("1...........2..4", &options).is_some_and(|record| record.puzzle.is_some()));
/// assert!(read_bare("puzzles.sdk", &options).is_none());
/// ```
#[must_use]
pub fn read_bare(text: &str, options: &ReadOptions) -> Option<Record> {
    let line = Line { number: 1, offset: 0, text };
    let context = LineContext::bare(options.clone());
    let bare = format::line::looks_like(text) && !text.contains(['/', '\\', '\n', '\r']);
    bare.then(|| format::line::read(&line, &context)).flatten()
}
