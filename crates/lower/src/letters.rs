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
    let mut used = String::new();
    let is_by_character = rows.iter().all(|row| {
        let n_cells: usize = row
            .parts(cx.text)
            .map(|part| match part {
                RowPart::Empty(_) => 1,
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
    Some(match (alphabet(&used, side), start_of_item(cx.text, leaf.grid.open.start)) {
        (Some(symbols), Some(at)) => {
            let item = format!("symbols \"{symbols}\"");
            let text = format!("{item}\n{}", indent_of(cx.text, at));
            it.with_fix(format!("Add `{item}`"), Span::at(at), text)
        }
        _ => it,
    })
}

/// The symbols that were most likely meant: digits and then letters, as many as there are values, the first of which is 1 unless 0 is a value.
/// 0 is one where otherwise a symbol would be left over, as in hexadecimal grids; letters alone where there is no digit.
fn alphabet(used: &str, side: usize) -> Option<String> {
    let is_lower = used.contains(|ch: char| ch.is_ascii_lowercase());
    let first = if is_lower { 'a' } else { 'A' };
    let letters: String = (first..).take(26).collect();
    let of = |digits: &str| -> Option<String> {
        let symbols: String = digits.chars().chain(letters.chars()).take(side).collect();
        let has_all = used.chars().all(|ch| ch == '0' || symbols.contains(ch));
        (symbols.len() == side && has_all).then_some(symbols)
    };
    if !used.contains(|ch: char| matches!(ch, '1'..='9')) {
        return of("");
    }
    if used.contains('0')
        && let Some(symbols) = of("0123456789")
    {
        return Some(symbols);
    }
    of("123456789")
}

/// Where the item begins whose grid opens here, if it begins its line.
fn start_of_item(text: &str, open: u32) -> Option<u32> {
    let before = &text[..open as usize];
    let start = before.rfind(['\n', '\r']).map_or(0, |at| at + 1);
    let line = before[start..].trim_start();
    let is_item = ["givens", "state", "expect"].iter().any(|word| line.starts_with(word));
    is_item.then(|| u32::try_from(before.len() - line.len()).ok()).flatten()
}
