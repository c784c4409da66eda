//! Cells and units in the author's terms.

use std::fmt;

use sdkc_board::{Cell, Constraint, House, UnitId, UnitKind};

use crate::Puzzle;

/// A cell as people write it: `r4c7`, `(1, 2, 3)`.
#[must_use]
pub fn cell_name(puzzle: &Puzzle, cell: Cell) -> String {
    puzzle.board.shape().coords(cell).to_string()
}

/// A unit as people say it: `row 4`, `column 7`, `block 5`, `region 2`; in more than two dimensions `the line (4, *, 2)`
/// and `the block at (1, 3, 1)`, named by its first cell.
#[must_use]
pub fn unit_name(puzzle: &Puzzle, unit: UnitId) -> String {
    let shape = puzzle.board.shape();
    let first = shape.unit_cells(unit).next().map(|cell| shape.coords(cell)).expect("no unit is empty");
    let flat = shape.n_dims() == 2;
    match shape.unit_kind(unit) {
        UnitKind::Line { axis: 0 } if flat => format!("column {}", first[1] + 1),
        UnitKind::Line { .. } if flat => format!("row {}", first[0] + 1),
        UnitKind::Line { axis } => {
            let at =
                |(of, coord): (usize, &u8)| if of == axis { "*".to_owned() } else { (coord + 1).to_string() };
            let coords: Vec<String> = first.iter().enumerate().map(at).collect();
            format!("the line ({})", coords.join(", "))
        }
        UnitKind::Block { number } if flat => format!("block {}", number + 1),
        UnitKind::Block { .. } => format!("the block at {first}"),
        UnitKind::Region { number } => format!("region {}", number + 1),
    }
}

/// A unit or a further constraint as people say it.
#[must_use]
pub fn house_name(puzzle: &Puzzle, house: House) -> String {
    match house {
        House::Unit(unit) => unit_name(puzzle, unit),
        House::Constraint(number) => match puzzle.board.constraints().get(number) {
            Some(Constraint::Permutation(_)) => format!("permutation {}", number + 1),
            _ => format!("group {}", number + 1),
        },
    }
}

/// A size with its article as it is spoken: `a 9×9`, `an 8×8×8`, `an 18×18`.
///
/// ```
/// use sdkc_puzzle::with_article;
/// assert_eq!(["9×9", "8×8", "11×11", "100×100"].map(with_article), ["a 9×9", "an 8×8", "an 11×11", "a 100×100"]);
/// ```
#[must_use]
pub fn with_article(size: impl fmt::Display) -> String {
    let size = size.to_string();
    let number: String = size.chars().take_while(char::is_ascii_digit).collect();
    let begins_with_vowel =
        matches!(number.as_str(), "8" | "11" | "18") || number.len() == 2 && number.starts_with('8');
    format!("{} {size}", if begins_with_vowel { "an" } else { "a" })
}

/// Words joined as in a sentence: `a`, `a and b`, `a, b and c`.
#[must_use]
pub fn list(words: &[String]) -> String {
    match words {
        [] => String::new(),
        [only] => only.clone(),
        [most @ .., last] => format!("{} and {last}", most.join(", ")),
    }
}
