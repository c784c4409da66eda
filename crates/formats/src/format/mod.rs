//! One file a format, each with a detector, a reader and an example.

pub(crate) mod candidates;
pub(crate) mod csv;
pub(crate) mod exchange_bank;
pub(crate) mod grid;
pub(crate) mod gsf;
pub(crate) mod hodoku;
pub(crate) mod labelled;
pub(crate) mod line;
pub(crate) mod marks_729;
mod number_line;
pub(crate) mod numbers;
pub(crate) mod plain;
pub(crate) mod rows;
pub(crate) mod sadman;
mod titles;

/// The letters of SadMan's header lines.
const HEADER_LETTERS: &[u8] = b"ACDBSLU";

/// Whether a line is one of SadMan's headers: `#`, a letter that it knows, and text.
pub(crate) fn is_header(line: &str) -> bool {
    matches!(line.as_bytes(), [b'#', letter, rest @ ..] if HEADER_LETTERS.contains(letter) && !rest.trim_ascii().is_empty())
}
