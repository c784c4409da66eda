//! The table of formats, one row each. Order matters: the first row whose detector is certain names the format.

use std::fmt;

use crate::{
    Line, ReadOptions, Record,
    detect::Head,
    format::{self, csv::Table},
};

/// How a format is read.
#[derive(Clone, Copy)]
pub(crate) enum Reader {
    /// One puzzle a line: `None` for lines that hold none.
    ByLine(fn(&Line<'_>, &LineContext) -> Option<Record>),
    /// The text as a whole.
    Whole(fn(&str, &ReadOptions) -> Vec<Record>),
}

/// What the reader of a single line must know.
#[derive(Clone, Debug)]
pub(crate) struct LineContext {
    pub options: ReadOptions,
    /// The heading of a table, else the first line of the text that is not blank and no comment.
    pub first: String,
    /// In a table, what its columns are.
    pub table: Option<Table>,
}

macro_rules! dialects {
    ($($variant:ident $module:ident $reader:ident $name:literal $summary:literal;)*) => {
        /// A foreign format.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[non_exhaustive]
        pub enum Dialect {
            $(#[doc = $summary] $variant,)*
        }

        impl Dialect {
            /// All formats, in the order in which they are tried.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)*];

            /// The name on the command line and in JSON.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self { $(Self::$variant => $name,)* }
            }

            /// What it is, as a person would say it after "written as".
            #[must_use]
            pub const fn summary(self) -> &'static str {
                match self { $(Self::$variant => $summary,)* }
            }

            /// A short text in the format.
            #[must_use]
            pub const fn example(self) -> &'static str {
                match self { $(Self::$variant => format::$module::EXAMPLE,)* }
            }

            pub(crate) const fn reader(self) -> Reader {
                match self { $(Self::$variant => Reader::$reader(format::$module::read),)* }
            }

            /// Whether the head of a text leaves no doubt that it is in this format.
            pub(crate) fn is_certain(self, head: &Head<'_>) -> bool {
                match self { $(Self::$variant => format::$module::detect(head),)* }
            }
        }
    };
}

dialects! {
    SadMan sadman Whole "sadman" "SadMan .sdk";
    Plain plain Whole "plain" "plain numbers after `N b`";
    Csv csv ByLine "csv" "a table with a heading";
    Hodoku hodoku ByLine "hodoku" "lines of HoDoKu's library";
    ExchangeBank exchange_bank ByLine "exchange-bank" "lines of the Sudoku Exchange puzzle bank";
    Gsf gsf ByLine "gsf" "lines of a gsf taxonomy";
    Marks729 marks_729 ByLine "marks-729" "729 pencil marks a line";
    Line line ByLine "line" "one puzzle a line";
    Numbers numbers Whole "numbers" "rows of numbers";
    Candidates candidates Whole "candidates" "a grid of candidates";
    Rows rows Whole "rows" "one line a row";
}

impl Dialect {
    /// Whether it holds one puzzle a line, so that a [`LineReader`](crate::LineReader) can read it as a stream.
    #[must_use]
    pub const fn is_by_line(self) -> bool {
        matches!(self.reader(), Reader::ByLine(_))
    }

    /// Whether each row of a puzzle is a line, and nothing else says where it starts.
    pub(crate) const fn has_rows(self) -> bool {
        matches!(self, Self::Numbers | Self::Candidates | Self::Rows)
    }
}

impl fmt::Display for Dialect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
