//! A puzzle a line where values take more than one character: all cells as numbers with blanks between them. So `solve` writes the
//! solutions of boards over side 9 without symbols.
//!
//! A line of 121 numbers or less may be a row of a board; it is a puzzle of 16, 36 or 81 cells if its numbers are those of such a puzzle and one
//! of them stands twice, as in no row.

use sdkc_diagnostics::{Code, Diagnostic};
use sdkc_puzzle::{CellSpans, Puzzle, with_article};

use crate::{
    Line, build,
    format::grid::{self, Row, RowGroup, Style},
    size::Size,
};

/// The numbers of a line.
pub(crate) struct NumberLine<'t> {
    cells: RowGroup<'t>,
    /// What follows them.
    pub rest: &'t str,
}

impl<'t> NumberLine<'t> {
    /// The numbers of a line on which all cells of a board were meant, beyond doubt.
    pub fn cut(line: &Line<'t>) -> Option<Self> {
        Self::cut_if(line, |numbers, size| {
            let is_repeated = |number: &usize| numbers.iter().filter(|other| *other == number).count() > 1;
            size.side <= 9 && numbers.iter().any(|number| *number > 0 && is_repeated(number))
        })
    }

    /// The same in a list of puzzles, where no line is a row.
    pub fn cut_in_list(line: &Line<'t>) -> Option<Self> {
        Self::cut_if(line, |_, _| true)
    }

    /// The same, with a question about the numbers of what may also be a row.
    fn cut_if(line: &Line<'t>, is_puzzle: fn(&[usize], Size) -> bool) -> Option<Self> {
        // Nearly all lines of nearly all lists are none: their first word tells.
        let is_short = |word: &str| word.len() <= 3;
        line.text.split_ascii_whitespace().next().filter(|word| is_short(word))?;
        let (text, rest) = line.text.split_at(line.text.find([',', ';', '#']).unwrap_or(line.text.len()));
        let row = Row::cut(Line { text, ..*line }, Style::Numbers);
        let of_small = || {
            let size = Size::with_cells(row.cells.len())?;
            let numbers = row
                .cells
                .iter()
                .map(|(word, _)| if grid::is_mark(word) { Some(0) } else { word.parse().ok() });
            let numbers: Vec<usize> = numbers.collect::<Option<_>>()?;
            (numbers.iter().all(|number| *number <= size.side) && is_puzzle(&numbers, size)).then_some(size)
        };
        let size = Size::of_all_numbers(row.cells.len()).or_else(of_small)?;
        let is_number = |word: &str| grid::is_mark(word) || word.bytes().all(|byte| byte.is_ascii_digit());
        let n_numbers = row.cells.iter().filter(|(word, _)| is_number(word)).count();
        (n_numbers * 10 >= row.cells.len() * 9)
            .then(|| Self { cells: RowGroup { rows: vec![row], size }, rest })
    }

    /// The puzzle, or what is wrong with the numbers.
    pub fn read(&self) -> Result<Puzzle, Vec<Diagnostic>> {
        let Self { cells: RowGroup { rows, size }, .. } = self;
        let at = grid::span_of(rows);
        let spans = rows.iter().flat_map(|row| row.cells.iter().map(|(_, span)| *span));
        let (found, wanted, side) = (spans.clone().count(), size.n_cells(), size.side);
        if found != wanted {
            let message = format!(
                "{found} numbers where {} puzzle has {wanted}",
                with_article(format!("{side}×{side}"))
            );
            let it =
                Diagnostic::new(Code::E0702, message, at).with_note("write `.` or 0 for each empty cell");
            return Err(vec![it]);
        }
        let (values, notation) = grid::numbers(&self.cells)?;
        let shape = size.shape();
        let places = CellSpans::from_pairs(shape.cells().zip(spans).collect());
        Ok(build::assemble(shape, &values, notation, places, at))
    }
}
