//! One version of one text, analysed as far as needs no solver. Immutable and cheap to clone, so that it can be handed
//! to threads while the next version is made.

use std::{collections::HashSet, sync::Arc};

use sdkc_diagnostics::{Diagnostic, LineIndex, Span, sort_and_dedup};
use sdkc_formats::{Detection, Dialect, LineReader, ReadOptions, Record, detect};
use sdkc_lower::Lowered;
use sdkc_puzzle::{Puzzle, rules};
use sdkc_syntax::Parse;

/// A puzzle of a text.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The puzzle as far as it could be read; `None` where not even its shape is known.
    pub puzzle: Option<Puzzle>,
    /// Whether it has no error of E01 to E04 (and E07): only then is it worth solving. What is wrong with a solution beside it is none.
    pub sound: bool,
    /// The puzzle's name, also where nothing else could be read.
    pub name: Option<String>,
    /// The text that it was read from.
    pub span: Span,
    /// The 1-based line on which it starts.
    pub line: u32,
}

impl Entry {
    /// The puzzle, if it may be solved.
    #[must_use]
    pub fn solvable(&self) -> Option<&Puzzle> {
        self.puzzle.as_ref().filter(|_| self.sound)
    }
}

/// An analysed text.
#[derive(Clone, Debug)]
pub struct Snapshot {
    inner: Arc<Inner>,
}

#[derive(Debug)]
struct Inner {
    text: String,
    lines: LineIndex,
    native: Option<Native>,
    dialect: Option<Dialect>,
    entries: Vec<Entry>,
    diagnostics: Vec<Diagnostic>,
    owners: Owners,
}

/// Which diagnostics are about which puzzle, as numbers into the list of all.
#[derive(Debug, Default)]
struct Owners {
    of_entry: Vec<Vec<u32>>,
    of_file: Vec<u32>,
}

impl Owners {
    /// By the puzzle that a diagnostic names, else by its place. Puzzles stand in text order.
    fn new(entries: &[Entry], diagnostics: &[Diagnostic]) -> Self {
        let mut owners = Self { of_entry: vec![Vec::new(); entries.len()], of_file: Vec::new() };
        for (number, it) in (0..).zip(diagnostics) {
            let named = it.puzzle.map(|puzzle| puzzle as usize).filter(|at| *at < entries.len());
            let placed = || {
                let start = it.span?.start;
                let at = entries.partition_point(|entry| entry.span.start <= start).checked_sub(1)?;
                (start < entries[at].span.end).then_some(at)
            };
            match named.or_else(placed) {
                Some(at) => owners.of_entry[at].push(number),
                None => owners.of_file.push(number),
            }
        }
        owners
    }
}

#[derive(Debug)]
struct Native {
    parse: Parse,
    lowered: Lowered,
}

impl Snapshot {
    /// Analyses a text: native `.sdk` or, told by its content, any other format that is read.
    ///
    /// ```
    /// use sdkc_formats::ReadOptions;
    /// use sdkc_ide::Snapshot;
    /// let snapshot = Snapshot::new("puzzle { givens { 55....... } }".to_owned(), &ReadOptions::default());
    /// let codes: Vec<_> = snapshot.diagnostics().iter().map(|it| it.code.as_str()).collect();
    /// assert_eq!(codes, ["E0305"], "one row is no grid: that its 5s clash is not told yet");
    /// ```
    #[must_use]
    pub fn new(text: String, options: &ReadOptions) -> Self {
        let lines = LineIndex::new(&text);
        let mut inner = match detect(&text) {
            Detection::Foreign(dialect) => foreign(text, lines, dialect, options),
            _ => native(text, lines),
        };
        inner.settle();
        Self { inner: Arc::new(inner) }
    }

    /// Analyses a piece of a stream that holds one puzzle a line. Lines and places count from the piece's start; the note
    /// on the file's format comes with the piece that `is_head`.
    #[must_use]
    pub fn from_lines(text: String, reader: &LineReader, is_head: bool) -> Self {
        let lines = LineIndex::new(&text);
        let records: Vec<Record> = sdkc_formats::lines(&text).filter_map(|line| reader.read(&line)).collect();
        let start = records.first().map_or(Span::at(0), |record| record.span);
        let notes = if is_head { vec![sdkc_formats::note(reader.dialect(), start)] } else { Vec::new() };
        let mut inner = from_records(text, lines, reader.dialect(), records, notes);
        inner.settle();
        Self { inner: Arc::new(inner) }
    }

    /// The text.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.inner.text
    }

    /// Where its lines start.
    #[must_use]
    pub fn line_index(&self) -> &LineIndex {
        &self.inner.lines
    }

    /// The tree of a native text.
    #[must_use]
    pub fn parse(&self) -> Option<&Parse> {
        self.inner.native.as_ref().map(|native| &native.parse)
    }

    /// The meaning of a native text.
    #[must_use]
    pub fn lowered(&self) -> Option<&Lowered> {
        self.inner.native.as_ref().map(|native| &native.lowered)
    }

    /// The format of a foreign text.
    #[must_use]
    pub fn dialect(&self) -> Option<Dialect> {
        self.inner.dialect
    }

    /// The puzzles in text order, the broken ones too.
    #[must_use]
    pub fn entries(&self) -> &[Entry] {
        &self.inner.entries
    }

    /// Everything that can be said without solving, by place, each thing once.
    #[must_use]
    pub fn diagnostics(&self) -> &[Diagnostic] {
        &self.inner.diagnostics
    }

    /// Those of [`Self::diagnostics`] that are about one puzzle, by its 0-based number.
    pub fn diagnostics_of(&self, entry: usize) -> impl Iterator<Item = &Diagnostic> {
        let numbers = self.inner.owners.of_entry.get(entry).map_or(&[][..], Vec::as_slice);
        numbers.iter().map(|number| &self.inner.diagnostics[*number as usize])
    }

    /// Those of [`Self::diagnostics`] that are about no single puzzle.
    pub fn diagnostics_of_file(&self) -> impl Iterator<Item = &Diagnostic> {
        self.inner.owners.of_file.iter().map(|number| &self.inner.diagnostics[*number as usize])
    }
}

impl Inner {
    /// Puts the diagnostics into order and finds out whose they are.
    fn settle(&mut self) {
        sort_and_dedup(&mut self.diagnostics);
        self.owners = Owners::new(&self.entries, &self.diagnostics);
    }
}

fn native(text: String, lines: LineIndex) -> Inner {
    let parse = sdkc_syntax::parse(&text);
    let lowered = sdkc_lower::lower(&parse, &text);
    let mut diagnostics = parse.errors.clone();
    diagnostics.extend(lowered.diagnostics.iter().cloned());
    let broken_rules = lowered.rules();
    let broken: HashSet<u32> =
        broken_rules.iter().filter(|it| it.is_error()).filter_map(|it| it.puzzle).collect();
    let entries = std::iter::zip(&parse.ast.puzzles, &lowered.puzzles)
        .enumerate()
        .map(|(number, (tree, puzzle))| {
            let clean = u32::try_from(number).is_ok_and(|number| !broken.contains(&number));
            Entry {
                puzzle: puzzle.puzzle.clone(),
                sound: puzzle.sound && clean && puzzle.puzzle.is_some(),
                name: tree.name.as_ref().map(|name| name.value.clone()),
                span: tree.span,
                line: lines.line(tree.span.start) + 1,
            }
        })
        .collect();
    diagnostics.extend(broken_rules);
    Inner {
        text,
        lines,
        native: Some(Native { parse, lowered }),
        dialect: None,
        entries,
        diagnostics,
        owners: Owners::default(),
    }
}

fn foreign(text: String, lines: LineIndex, dialect: Dialect, options: &ReadOptions) -> Inner {
    let reading = sdkc_formats::read(dialect, &text, options);
    from_records(text, lines, dialect, reading.records, reading.diagnostics)
}

fn from_records(
    text: String,
    lines: LineIndex,
    dialect: Dialect,
    records: Vec<Record>,
    mut diagnostics: Vec<Diagnostic>,
) -> Inner {
    let mut entries = Vec::with_capacity(records.len());
    for (number, record) in records.into_iter().enumerate() {
        let broken = record.puzzle.as_ref().map(rules).unwrap_or_default();
        let sound = !record.diagnostics.iter().chain(&broken).any(Diagnostic::is_error);
        let number = u32::try_from(number).unwrap_or(u32::MAX);
        let found = record.diagnostics.into_iter().chain(record.aside).chain(broken);
        diagnostics.extend(found.map(|it| it.in_puzzle(number)));
        entries.push(Entry {
            sound: sound && record.puzzle.is_some(),
            name: record.puzzle.as_ref().and_then(|puzzle| puzzle.name.clone()),
            puzzle: record.puzzle,
            span: record.span,
            line: u32::try_from(record.line).unwrap_or(u32::MAX),
        });
    }
    Inner {
        text,
        lines,
        native: None,
        dialect: Some(dialect),
        entries,
        diagnostics,
        owners: Owners::default(),
    }
}
