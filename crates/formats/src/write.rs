//! Writing a puzzle as one line, the format that every program reads.

use sdkc_board::Grid;
use sdkc_puzzle::Notation;

/// The cells of a grid as one line: a character for each cell, `.` where it is empty.
///
/// `None` where a value of the notation takes more than one character.
///
/// ```
/// use sdkc_board::Grid;
/// use sdkc_formats::to_line;
/// use sdkc_puzzle::Notation;
/// assert_eq!(to_line(&Grid::from_numbers(&[1, 0, 3, 0]), &Notation::numbers(4)).as_deref(), Some("1.3."));
/// ```
#[must_use]
pub fn to_line(grid: &Grid, notation: &Notation) -> Option<String> {
    notation.is_compact().then(|| {
        grid.values().iter().map(|value| value.map_or_else(|| ".".to_owned(), |v| notation.show(v))).collect()
    })
}
