//! Grids with a character a cell on boards whose values are numbers over 9: the puzzle lacks `symbols`.

use sdkc_diagnostics::{Code, Diagnostic, Span};
use sdkc_syntax::grid_row::RowPart;

use crate::{
    context::Context,
    cut::{CutRows, Holds},
    grid::Leaf,
    rows::indent_of,
};

/// What is to be said of a grid that has as many characters a row as the board has cells, and does not fit as numbers.
pub(crate) fn lacks_symbols(cx: &Context<'_>, leaf: &Leaf<'_>, cut: &CutRows) -> Option<Diagnostic> {
    let side = cx.side();
    let rows = &leaf.grid.rows;
    let are_numbers = side > 9 && leaf.holds == Holds::Values && cx.alphabet.notation.as_symbols().is_none();
    if !are_numbers || cx.alphabet.is_lost() || rows.len() != side || rows.iter().any(|row| row.broken) {
        return None;
    }
    let (mut used, mut has_marks) = (String::new(), false);
    let is_by_character = rows.iter().all(|row| {
        let n_cells: usize = row
            .parts(cx.text)
            .map(|part| match part {
                RowPart::Empty(_) => {
                    has_marks = true;
                    1
                }
                RowPart::Bar(_) => 0,
                RowPart::Run(span) => {
                    let run = &cx.text[span.range()];
                    used.push_str(run);
                    run.chars().count()
                }
            })
            .sum();
        n_cells == side
    });
    if !is_by_character || cut.rows().all(|row| row.len() == side) {
        return None;
    }
    let place = rows[0].span;
    let message = format!(
        "every row{} has {side} characters, and values over 9 are numbers without `symbols`",
        leaf.of_layer(cx.text)
    );
    let it = Diagnostic::new(Code::E0304, message, place)
        .with_primary_label(format!("{side} characters"))
        .with_note(format!(
            "list {side} letters and digits in `symbols \"…\"`, and every character is a cell"
        ))
        .with_note("or put blanks between the cells, and write numbers");
    Some(match (alphabet(&used, has_marks, side), start_of_item(cx.text, leaf.grid.open.start)) {
        (Some(symbols), Some(at)) => {
            let item = format!("symbols \"{symbols}\"");
            let text = format!("{item}\n{}", indent_of(cx.text, at));
            it.with_fix(format!("Add `{item}`"), Span::at(at), text)
        }
        _ => it,
    })
}

/// The symbols that were meant, where the grid leaves no doubt: letters alone, digits from 0 or digits from 1 with letters behind them. An `A` has
/// another value in each; what settles it is a letter that only one of them has, or a 0 beside another mark of an empty cell.
fn alphabet(used: &str, has_marks: bool, side: usize) -> Option<String> {
    let is_lower = used.contains(|ch: char| ch.is_ascii_lowercase());
    let first = if is_lower { 'a' } else { 'A' };
    let letters: String = (first..).take(26).collect();
    let of = |digits: &str| {
        let symbols: String = digits.chars().chain(letters.chars()).take(side).collect();
        let has_all = used.chars().all(|ch| ch == '0' || symbols.contains(ch));
        (symbols.len() == side && has_all).then_some(symbols)
    };
    let (from_0, from_1) = (of("0123456789"), of("123456789"));
    if !used.contains(|ch: char| matches!(ch, '1'..='9')) {
        return if from_1.is_none() { of("") } else { None };
    }
    if used.contains('0') && has_marks {
        return from_0;
    }
    if from_0.is_none() { from_1 } else { None }
}

/// Where the item begins whose grid opens here, if it begins its line.
fn start_of_item(text: &str, open: u32) -> Option<u32> {
    let before = &text[..open as usize];
    let start = before.rfind(['\n', '\r']).map_or(0, |at| at + 1);
    let line = before[start..].trim_start();
    let is_item = ["givens", "state", "expect"].iter().any(|word| line.starts_with(word));
    is_item.then(|| u32::try_from(before.len() - line.len()).ok()).flatten()
}
