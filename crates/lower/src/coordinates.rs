//! From `r4c7` and `(1, 2, 3)` to a cell of the board.

use sdkc_board::Cell;
use sdkc_diagnostics::{Code, Diagnostic};
use sdkc_syntax::ast::{self, CellForm};

use crate::{
    context::Context,
    words::{plural, short},
};

/// The words for the numbers of a cell.
const AXES: [&str; 5] = ["row", "column", "layer", "layer", "layer"];

/// The cell; `None` where the board has none of that name, which is reported.
pub(crate) fn resolve(cx: &mut Context<'_>, cell: &ast::Cell) -> Option<Cell> {
    let (n_dims, side) = (cx.shape.n_dims(), cx.side());
    let shown = match cell.form {
        CellForm::RowColumn => cx.text.get(cell.span.range()).unwrap_or("").chars().take(40).collect(),
        CellForm::Tuple => tuple(cx.text, &cell.coordinates),
    };
    if cell.coordinates.len() != n_dims {
        let it = wrong_length(&shown, cell, n_dims);
        cx.report.push(it);
        return None;
    }
    let mut coords = Vec::with_capacity(n_dims);
    for (number, axis) in cell.coordinates.iter().zip(AXES) {
        let at = number.value.and_then(|value| usize::try_from(value).ok());
        let Some(at) = at.filter(|at| (1..=side).contains(at)) else {
            let written = short(cx.text.get(number.span.range()).unwrap_or(""));
            cx.report.push(
                Diagnostic::new(
                    Code::E0310,
                    format!("{shown} is outside the board: there is no {axis} {written}"),
                    number.span,
                )
                .with_primary_label(format!("{axis}s are 1 to {side}"))
                .with_note(format!("the board is {}, and each number of a cell is 1 to {side}", cx.shape)),
            );
            return None;
        };
        coords.push(at - 1);
    }
    cx.shape.cell(&coords)
}

/// A tuple as the formatter writes it, whatever blanks stand in the text.
pub(crate) fn tuple(text: &str, numbers: &[ast::Number]) -> String {
    const MOST: usize = 8;
    let written = |number: &ast::Number| short(text.get(number.span.range()).unwrap_or(""));
    let mut shown: Vec<String> = numbers.iter().take(MOST).map(written).collect();
    if numbers.len() > MOST {
        shown.push("…".to_owned());
    }
    format!("({})", shown.join(", "))
}

fn wrong_length(shown: &str, cell: &ast::Cell, n_dims: usize) -> Diagnostic {
    let example = format!("({})", vec!["1"; n_dims].join(", "));
    let it = Diagnostic::new(
        Code::E0310,
        format!(
            "{shown} has {}, but a cell of a board of {n_dims} dimensions has {n_dims}",
            plural(cell.coordinates.len(), "number")
        ),
        cell.span,
    );
    match cell.form {
        CellForm::RowColumn => it.with_note(format!(
            "`r1c1` names a cell of a flat board; here a cell is written `{example}`: row, column, then the layer"
        )),
        CellForm::Tuple if n_dims == 2 => it.with_note("a cell is written `r1c1` or `(1, 1)`: row, column"),
        CellForm::Tuple => it.with_note(format!("a cell is written `{example}`: row, column, then the layer")),
    }
}
