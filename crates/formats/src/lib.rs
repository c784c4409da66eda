//! Other people's sudoku formats: lines of 81 characters, nine rows, SadMan files and the rest, told apart by content.
//!
//! A text goes through three steps. [`decode`] makes a `str` of a file's bytes. [`detect`] says whether it is a
//! native puzzle file or in one of the [`Dialect`]s. [`read`] turns a foreign text into [`Record`]s, one for each
//! puzzle, good or broken: a bad line is reported at its place and the rest is read all the same. Nothing is
//! ever guessed, shifted or skipped. Streams of lines go through a [`LineReader`] instead, in constant memory, and
//! [`parse_81`], [`parse_729`], [`parse_labelled`], [`parse_labelled_729`],
//! [`parse_bank`], [`parse_hodoku`] and [`parse_gsf`] are its fast lanes; [`glance`] says whether a stream is one.
//!
//! ```
//! use sdkc_formats::{Detection, Dialect, ReadOptions, detect, read};
//! let text = "# a 4x4 and a line with a cell too few\n1...........2..4 easy\n1...........2..\n";
//! assert_eq!(detect(text), Detection::Foreign(Dialect::Line));
//! let reading = read(Dialect::Line, text, &ReadOptions::default());
//! assert!(reading.records[0].puzzle.is_some());
//! assert_eq!(reading.records[1].line, 3);
//! assert_eq!(reading.records[1].diagnostics[0].code.as_str(), "E0702");
//! ```
//!
//! How to add a format: one file in `format/` with `detect` and `read`, one row in the table of `dialect.rs`,
//! a sample in `tests/data/`.

mod alphabet;
mod build;
mod decode;
mod detect;
mod dialect;
mod format;
mod glance;
mod lines;
mod parse_729;
mod parse_81;
mod read;
mod record;
mod size;
mod write;

pub use decode::{Decoded, SourceEncoding, decode};
pub use detect::{Detection, HEAD_LINES, detect};
pub use dialect::Dialect;
pub use format::{
    exchange_bank::parse_bank, gsf::parse_gsf, hodoku::parse_hodoku, line::parse_labelled,
    marks_729::parse_labelled_729,
};
pub use glance::{Glance, glance};
pub use lines::{Line, is_idle, lines};
pub use parse_81::{Line81Error, parse_81};
pub use parse_729::parse_729;
pub use read::{LONGEST_LINE, LineReader, note, read, read_bare};
pub use record::{ReadOptions, Reading, Record};
pub use write::to_line;
