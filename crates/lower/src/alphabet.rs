//! Reads values: the symbols of a puzzle, and what a piece of a grid stands for.

use sdkc_board::{Shape, Value, ValueSet};
use sdkc_diagnostics::{Code, Diagnostic, Span};
use sdkc_puzzle::{Notation, SymbolsError, with_article};
use sdkc_syntax::{Runs, ast};

use crate::{
    report::Report,
    words::{plural, short},
};

/// What one cell of a grid says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reading {
    /// Nothing.
    Empty,
    /// A value.
    Value(Value),
    /// A run that stands for the candidates of one cell, not read yet.
    Candidates,
    /// Something that is no value of this board.
    Unknown,
    /// Something that cannot be told, since the symbols are broken (which is reported).
    Lost,
}

/// How values are written in one puzzle.
#[derive(Debug)]
pub(crate) struct Alphabet {
    pub(crate) notation: Notation,
    /// The reading of every ASCII character, where a character is a cell.
    ascii: [Reading; 128],
    /// Whether `symbols` is broken, so that no value can be read.
    lost: bool,
}

impl Alphabet {
    /// The alphabet that a puzzle's `symbols` item asks for; numbers without one.
    pub(crate) fn resolve(puzzle: &ast::Puzzle, shape: &Shape, report: &mut Report) -> Self {
        let side = shape.side();
        let item =
            puzzle.items.iter().find(|item| item.word == sdkc_syntax::Keyword::Symbols && !item.repeated);
        let (notation, lost) = match item.map(|item| &item.kind) {
            None => (Notation::numbers(side), false),
            Some(ast::ItemKind::Symbols(text)) => match Notation::symbols(&text.value, side) {
                Ok(notation) => (notation, false),
                Err(error) => {
                    report.push(wrong_symbols(text, &error, shape));
                    (Notation::numbers(side), true)
                }
            },
            Some(_) => (Notation::numbers(side), true),
        };
        let lost = lost || (item.is_none() && puzzle_may_miss_symbols(puzzle, side));
        Self::new(notation, lost)
    }

    /// The alphabet of a notation; where it is `lost`, every character is a cell that cannot be read.
    fn new(notation: Notation, lost: bool) -> Self {
        let mut ascii = [Reading::Unknown; 128];
        for (code, reading) in ascii.iter_mut().enumerate() {
            let ch = char::from(u8::try_from(code).unwrap_or(0));
            *reading = match notation.read(ch.encode_utf8(&mut [0; 4])) {
                _ if lost => Reading::Lost,
                Some(value) => Reading::Value(value),
                None if ch == '0' => Reading::Empty,
                None => Reading::Unknown,
            };
        }
        Self { notation, ascii, lost }
    }

    /// How a grid of values cuts its runs.
    pub(crate) fn runs(&self) -> Runs {
        if self.lost || self.notation.is_compact() { Runs::Cells } else { Runs::Whole }
    }

    /// Whether no value can be read.
    pub(crate) const fn is_lost(&self) -> bool {
        self.lost
    }

    /// What a piece of text in a cell stands for: one character, or a number where values are numbers over 9.
    pub(crate) fn read(&self, text: &str) -> Reading {
        if let [byte] = text.as_bytes()
            && let Some(reading) = self.ascii.get(usize::from(*byte))
        {
            return *reading;
        }
        if self.lost {
            return Reading::Lost;
        }
        if self.runs() == Runs::Whole && text.bytes().all(|byte| byte == b'0') {
            return Reading::Empty;
        }
        self.notation.read(text).map_or(Reading::Unknown, Reading::Value)
    }

    /// The candidates that a run stands for. Where a value is one character each character is a candidate, else the
    /// run is one number. The error is the place (in bytes of the run) of what is no value.
    pub(crate) fn read_candidates(&self, run: &str) -> Result<ValueSet, std::ops::Range<usize>> {
        let mut set = ValueSet::EMPTY;
        if !self.notation.is_compact() {
            let value = self.notation.read(run).ok_or(0..run.len())?;
            return Ok(ValueSet::only(value));
        }
        for (at, ch) in run.char_indices() {
            let end = at + ch.len_utf8();
            set.insert(self.notation.read(&run[at..end]).ok_or(at..end)?);
        }
        Ok(set)
    }

    /// The values as people would list them: `1 to 9`, or the symbols.
    pub(crate) fn values(&self) -> String {
        match self.notation.as_symbols() {
            Some(symbols) => format!("the symbols {}", symbols.iter().collect::<String>()),
            None => format!("1 to {}", self.notation.side()),
        }
    }

    /// Says that `written` at `span` is no value of this board. In a grid, an empty cell may have been meant.
    pub(crate) fn unknown(&self, span: Span, written: &str, in_grid: bool) -> Diagnostic {
        let or_empty = if in_grid { ", or `.` for an empty cell" } else { "" };
        let shown = short(written);
        let it = |message: String| {
            Diagnostic::new(Code::E0306, message, span)
                .with_primary_label(format!("values are {}", self.values()))
        };
        if let Some(symbols) = self.notation.as_symbols() {
            let it = it(format!("`{shown}` is none of the symbols of this puzzle"));
            return self.meant_symbol(it, span, written, symbols, or_empty);
        }
        let side = self.notation.side();
        if written.bytes().all(|byte| byte == b'0') {
            return it(format!("0 is no value: values are 1 to {side}"))
                .with_note("leave the cell out, or write `.` in a grid, for an empty cell");
        }
        if written.bytes().all(|byte| byte.is_ascii_digit()) {
            let it = it(format!("the value {shown} is too large: values are 1 to {side}"));
            return if side > 9 && written.len() > 2 {
                it.with_note("put blanks between numbers: a run of digits is one number here")
            } else {
                it.with_note(format!("write a value from 1 to {side}{or_empty}"))
            };
        }
        it(format!("`{shown}` is not a value of this board")).with_note(if side > 9 {
            format!("to write letters for values over 9, list all {side} in `symbols \"…\"`")
        } else {
            format!("write a number from 1 to {side}{or_empty}")
        })
    }

    /// Whether a run of letters means nothing because no `symbols` say what letters mean.
    pub(crate) fn lacks_letters(&self, written: &str) -> bool {
        self.notation.as_symbols().is_none() && written.chars().all(char::is_alphabetic)
    }

    /// The symbol of a value that is written as a number although there are symbols.
    pub(crate) fn symbol_of_number(&self, written: &str) -> Option<char> {
        let number = written.parse::<usize>().ok()?;
        self.notation.as_symbols()?.get(number.checked_sub(1)?).copied()
    }

    /// Adds what was probably meant instead of an unknown symbol.
    fn meant_symbol(
        &self,
        it: Diagnostic,
        span: Span,
        written: &str,
        symbols: &[char],
        or_empty: &str,
    ) -> Diagnostic {
        let as_number = self.symbol_of_number(written);
        let other_case =
            |symbol: &&char| symbol.to_lowercase().eq(written.chars().flat_map(char::to_lowercase));
        match (as_number, symbols.iter().find(other_case)) {
            (Some(symbol), _) => it
                .with_note(format!(
                    "values are written as symbols in this puzzle: value {written} is `{symbol}`"
                ))
                .with_fix(format!("Write `{symbol}`"), span, symbol.to_string()),
            (None, Some(symbol)) => it
                .with_note(format!("symbols are case-sensitive; did you mean `{symbol}`?"))
                .with_fix(format!("Write `{symbol}`"), span, symbol.to_string()),
            (None, None) => it.with_note(format!("write one of the symbols{or_empty}")),
        }
    }
}

/// Whether an item that could not be understood may have been `symbols`, without which letters mean nothing.
fn puzzle_may_miss_symbols(puzzle: &ast::Puzzle, side: usize) -> bool {
    puzzle.broken && side > 9
}

fn wrong_symbols(text: &ast::Text, error: &SymbolsError, shape: &Shape) -> Diagnostic {
    let side = shape.side();
    let place = |at: usize| {
        let start = text.value.char_indices().nth(at).map_or(0, |(start, _)| start);
        let length = text.value[start..].chars().next().map_or(0, char::len_utf8);
        text.place(start..start + length)
    };
    let rule =
        format!("`symbols` lists {side} different letters or digits: the first stands for 1, and so on");
    match error {
        SymbolsError::Count { found, .. } => {
            let it = Diagnostic::new(
                Code::E0307,
                format!(
                    "{} for the {side} values of {} board",
                    plural(*found, "symbol"),
                    with_article(shape)
                ),
                text.span,
            )
            .with_note(rule);
            match crate::words::block_for(*found) {
                Some(block) if shape.n_dims() == 2 => it.with_note(format!("{found} symbols fit `{block}`")),
                _ => it,
            }
        }
        SymbolsError::NotAlphanumeric { symbol, at } => {
            Diagnostic::new(Code::E0307, format!("`{symbol}` cannot be a symbol"), place(*at)).with_note(rule)
        }
        SymbolsError::Repeated { symbol, at } => {
            let first = text.value.chars().position(|ch| ch == *symbol).unwrap_or(0);
            Diagnostic::new(Code::E0307, format!("the symbol `{symbol}` stands twice"), place(*at))
                .with_primary_label(format!("`{symbol}` again"))
                .with_label(place(first), format!("the first `{symbol}`"))
                .with_note(rule)
        }
    }
}
