//! The fast lane: one line of a classic puzzle, without allocation.
//!
//! Each byte is compared to the digits and to every mark of an empty cell; without branches or tables, so that the
//! compiler does it for many bytes at once. The `BAD` bits of all 81 are joined; only a bad line is looked at again.

use std::fmt;

use crate::size::EMPTY_MARKS;

/// Why a line is not a classic puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Line81Error {
    /// It ends too early.
    Short {
        /// The number of cells found.
        found: usize,
    },
    /// Something that is no cell stands among the first 81 bytes.
    Stray {
        /// Its 0-based offset.
        at: usize,
    },
    /// What follows cell 81 is not set off by a blank, a comma, a semicolon or `#`.
    Long,
}

impl fmt::Display for Line81Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Short { found } => write!(f, "{found} cells where a 9×9 puzzle has 81"),
            Self::Stray { at } => write!(f, "character {} is no cell", at + 1),
            Self::Long => f.write_str("more than 81 cells"),
        }
    }
}

impl std::error::Error for Line81Error {}

const BAD: u8 = 0x80;

/// The digit of a byte, 0 for a mark of an empty cell, else `BAD`.
#[inline]
const fn cell(byte: u8) -> u8 {
    let digit = byte.wrapping_sub(b'0');
    let mut is_mark = false;
    let mut at = 0;
    while at < EMPTY_MARKS.len() {
        is_mark |= byte == EMPTY_MARKS[at];
        at += 1;
    }
    if digit <= 9 {
        digit
    } else if is_mark {
        0
    } else {
        BAD
    }
}

/// Reads one line of 81 cells, 0 for empty ones. Text after cell 81 must be set off by a blank, a comma, a
/// semicolon or `#`.
///
/// Whatever it takes, [`LineReader`](crate::LineReader) takes too and with the same givens; the reader
/// also knows other sizes, blanks as empty cells and what to say about a bad line.
///
/// # Errors
/// [`Line81Error`] for anything else, comments and empty lines included.
///
/// ```
/// use sdkc_formats::{Line81Error, parse_81};
/// let line = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
/// let cells = parse_81(line.as_bytes())?;
/// assert_eq!(cells[..5], [5, 3, 0, 0, 7]);
/// assert_eq!(parse_81(&line.as_bytes()[1..]), Err(Line81Error::Short { found: 80 }));
/// # Ok::<(), Line81Error>(())
/// ```
pub fn parse_81(line: &[u8]) -> Result<[u8; 81], Line81Error> {
    let Some((cells, rest)) = line.split_first_chunk::<81>() else {
        return Err(first_trouble(line));
    };
    let mut parsed = [0; 81];
    let (mut bad, mut digits) = (0, 0);
    for (to, byte) in parsed.iter_mut().zip(cells) {
        *to = cell(*byte);
        bad |= *to;
        digits |= *to & 0x0f;
    }
    if bad & BAD != 0 {
        return Err(first_trouble(cells));
    }
    // 81 dashes are more likely a border than an empty board.
    if digits == 0 && cells.contains(&b'-') {
        return Err(Line81Error::Stray { at: 0 });
    }
    if is_set_off(rest) { Ok(parsed) } else { Err(Line81Error::Long) }
}

/// Whether what follows the cells of a line is nothing, or set off from them. A line break inside would hide what follows it.
#[inline]
pub(crate) fn is_set_off(rest: &[u8]) -> bool {
    let starts = matches!(rest, [] | [b'\r' | b'\n' | b' ' | b'\t' | b',' | b';' | b'#', ..]);
    let trimmed = rest.trim_ascii_end();
    starts
        && (trimmed.is_empty()
            || !trimmed.iter().any(|byte| matches!(byte, b'\r' | b'\n')) && !may_hold_puzzle(trimmed))
}

/// Whether a remark may hold one more puzzle: who reads the line in full can tell.
fn may_hold_puzzle(rest: &[u8]) -> bool {
    let (mut n_cells, mut is_open) = (0, false);
    let is_one = |byte: &u8| {
        match cell(*byte) {
            BAD => (n_cells, is_open) = (0, false),
            digit => (n_cells, is_open) = (n_cells + 1, is_open | (digit == 0)),
        }
        n_cells >= 81 && is_open
    };
    rest.len() > 81 && rest.iter().take_while(|byte| **byte != b'#').any(is_one)
}

fn first_trouble(line: &[u8]) -> Line81Error {
    match line.iter().position(|byte| cell(*byte) == BAD) {
        Some(at) if matches!(line[at], b'\r' | b'\n' | b' ' | b'\t' | b',' | b';' | b'#') => {
            Line81Error::Short { found: at }
        }
        Some(at) => Line81Error::Stray { at },
        None => Line81Error::Short { found: line.len() },
    }
}
