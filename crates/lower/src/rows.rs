//! Whether the rows of a grid are as many and as long as the board needs, and what to do where they are not.

use sdkc_diagnostics::{Code, Diagnostic, Edit, Fix, Span};
use sdkc_puzzle::with_article;

use crate::{
    context::Context,
    coordinates::tuple,
    cut::{CutRows, Holds, Piece},
    decoration, draw,
    grid::Leaf,
    letters,
    words::{block_for, last, plural},
};

/// What the check of a grid's rows says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Verdict {
    /// Number and length of all rows are right.
    pub(crate) fits: bool,
    /// The grid is for a board of another size: none of its cells means anything.
    pub(crate) other_size: bool,
    /// There are as many rows as there must be, so that the place of each is known.
    pub(crate) rows_are_in_place: bool,
}

/// Checks and reports.
pub(crate) fn check(cx: &mut Context<'_>, leaf: &Leaf<'_>, cut: &CutRows) -> Verdict {
    let side = cx.side();
    let n_rows = leaf.grid.rows.len();
    let wrong_count = leaf.counts_rows && n_rows != side;
    if let Some(it) = letters::lacks_symbols(cx, leaf, cut) {
        // Of the layers of one board one is enough.
        if cx.size.told.replace((n_rows, side)).is_none() {
            cx.report.push(it);
        }
        return Verdict { fits: false, other_size: true, rows_are_in_place: false };
    }
    if let Some(length) = common_length(leaf, cut).filter(|length| *length != side) {
        report_other_size(cx, leaf, cut, length);
        return Verdict { fits: false, other_size: true, rows_are_in_place: false };
    }
    let joined = joined_rows(cx, leaf, cut);
    let mut fits = !leaf.grid.broken && !wrong_count;
    for (at, (pieces, row)) in cut.rows().zip(&leaf.grid.rows).enumerate() {
        if row.broken {
            fits = false;
        } else if pieces.len() != side {
            fits = false;
            let it =
                if joined { broken_line(cx, leaf, at, pieces) } else { wrong_length(cx, leaf, at, pieces) };
            cx.report.push(it);
        }
    }
    // Where rows stand on one line it is said already why there are too few; a broken row may be no row at all.
    let is_explained = joined
        || leaf.grid.rows.iter().filter(|row| row.broken).count() >= n_rows.saturating_sub(side).max(1);
    if wrong_count && !(is_explained && (joined || n_rows > side)) {
        let it = wrong_number(cx, leaf);
        cx.report.push(it);
    }
    Verdict { fits, other_size: false, rows_are_in_place: !wrong_count }
}

/// The length that all rows have, where they agree.
fn common_length(leaf: &Leaf<'_>, cut: &CutRows) -> Option<usize> {
    let mut lengths =
        cut.rows().zip(&leaf.grid.rows).filter(|(_, row)| !row.broken).map(|(row, _)| row.len());
    let first = lengths.next()?;
    let mut n_rows = 1;
    let agree = lengths.inspect(|_| n_rows += 1).all(|length| length == first);
    (agree && (n_rows > 1 || (leaf.counts_rows && leaf.grid.rows.len() == 1))).then_some(first)
}

/// All rows have the same wrong length: one mistake, and likely about the board rather than the rows.
fn report_other_size(cx: &mut Context<'_>, leaf: &Leaf<'_>, cut: &CutRows, length: usize) {
    let n_rows = leaf.grid.rows.len();
    let size = (n_rows, length);
    let known = cx.size.told == Some(size) || (cx.size.shape_may_be_unread && n_rows == length);
    if known {
        return;
    }
    cx.size.told = Some(size);
    let (side, first) = (cx.side(), leaf.grid.rows[0].span);
    let of_layer = leaf.of_layer(cx.text);
    let it = if n_rows == side {
        let each = if n_rows == 1 { "the row" } else { "every row" };
        Diagnostic::new(
            Code::E0304,
            format!("{each}{of_layer} has {} instead of {side}", plural(length, "cell")),
            first,
        )
        .with_primary_label(plural(length, "cell"))
    } else {
        Diagnostic::new(
            Code::E0305,
            format!(
                "{} of {} for {} board",
                plural(n_rows, "row"),
                plural(length, "cell"),
                with_article(cx.grid_size())
            ),
            first,
        )
        .with_primary_label(plural(length, "cell"))
    };
    let it = other_size_hints(cx, it, leaf, cut, size);
    cx.report.push(it);
}

fn other_size_hints(
    cx: &Context<'_>,
    it: Diagnostic,
    leaf: &Leaf<'_>,
    cut: &CutRows,
    (n_rows, length): (usize, usize),
) -> Diagnostic {
    let side = cx.side();
    let run = || cx.text[leaf.grid.rows[0].span.range()].split(['|', ' ', '\t']).all(|run| run.len() > 2);
    if n_rows == 1 && length == cx.shape.n_cells() && leaf.layer.is_none() {
        let row = cx.text[leaf.grid.rows[0].span.range()].to_owned();
        return it.with_note("all cells on one line are written as a string").with_fix(
            "Write a string",
            leaf.grid.span,
            format!("\"{row}\""),
        );
    }
    if side > 9 && n_rows == side && leaf.holds == Holds::Values && cut.row(0).len() < side && run() {
        return it
            .with_note(format!(
                "on a board of side {side} a run of digits is one number: put blanks between cells"
            ))
            .with_note(format!(
                "or list {side} letters and digits in `symbols \"…\"`, and every character is a cell"
            ));
    }
    let it = it.with_note(format!("the board is {}, so a row has {side} cells", cx.shape));
    match (block_for(n_rows), cx.size.insert_block_at) {
        (Some(block), Some(at)) if n_rows == length && n_rows > 1 => it
            .with_note(format!(
                "without `block` a board is 9×9; for {} board write `{block}`",
                with_article(format!("{n_rows}×{n_rows}"))
            ))
            .with_fix(format!("Add `{block}`"), Span::at(at), format!("{block}\n{}", indent_of(cx.text, at))),
        (Some(block), None) if n_rows == length && n_rows > 1 => {
            it.with_note(format!("the grid would fit `{block}`"))
        }
        _ => it,
    }
}

/// Whether the rows that are too long are several rows each, and would be as many as there must be.
fn joined_rows(cx: &Context<'_>, leaf: &Leaf<'_>, cut: &CutRows) -> bool {
    let side = cx.side();
    let lengths: Vec<usize> = cut.rows().map(<[Piece]>::len).collect();
    leaf.counts_rows
        && leaf.grid.rows.iter().all(|row| !row.broken)
        && lengths.iter().any(|length| *length > side)
        && lengths.iter().all(|length| *length > 0 && length.is_multiple_of(side))
        && lengths.iter().sum::<usize>() == side * side
}

/// Several rows on one line.
fn broken_line(cx: &Context<'_>, leaf: &Leaf<'_>, at: usize, pieces: &[Piece]) -> Diagnostic {
    let side = cx.side();
    let row = leaf.grid.rows[at].span;
    let indent = indent_of(cx.text, row.start);
    let mut it = Diagnostic::new(Code::E0304, format!("{} rows stand on one line", pieces.len() / side), row)
        .with_primary_label(plural(pieces.len(), "cell"))
        .with_note(format!("a row of this board has {side} cells, and each row a line of its own"));
    let edits = pieces.chunks(side).map_while(|chunk| chunk.last()).filter(|last| last.span.end < row.end);
    let edits =
        edits.map(|last| Edit { span: Span::at(last.span.end), text: format!("\n{indent}") }).collect();
    it.fixes.push(Fix { title: format!("Break the line after cell {side}"), edits });
    it
}

/// A row that is too short or too long.
fn wrong_length(cx: &Context<'_>, leaf: &Leaf<'_>, at: usize, pieces: &[Piece]) -> Diagnostic {
    let (side, found) = (cx.side(), pieces.len());
    let row = leaf.grid.rows[at].span;
    let name = format!("row {}{}", at + 1, leaf.of_layer(cx.text));
    let it =
        Diagnostic::new(Code::E0304, format!("{name} has {} instead of {side}", plural(found, "cell")), row)
            .with_primary_label(plural(found, "cell"));
    if let Some(run) = two_digit_run(cx, leaf, row).filter(|_| found > side) {
        let board = with_article(cx.grid_size());
        return it.with_note(format!("`{run}` is two cells: on {board} board every digit is a cell"));
    }
    if found < side {
        let missing = side - found;
        let dots = " .".repeat(missing);
        return it
            .with_note(format!("add {}; an empty cell is written `.`", plural(missing, "cell")))
            .with_fix(format!("Add {} at the end", plural(missing, "empty cell")), Span::at(row.end), dots);
    }
    let surplus = found - side;
    let from = pieces[..side].last().map_or(row.start, |piece| piece.span.end);
    it.with_note(format!("remove {}", plural(surplus, "cell"))).with_fix(
        format!("Remove {}", last(surplus, "cell")),
        Span::new(from, row.end),
        "",
    )
}

/// Where single digits are separated by blanks and one run is longer, that run is the likely culprit.
fn two_digit_run<'t>(cx: &Context<'t>, leaf: &Leaf<'_>, row: Span) -> Option<&'t str> {
    if cx.side() > 9 || leaf.holds == Holds::Candidates || cx.alphabet.notation.as_symbols().is_some() {
        return None;
    }
    let words = || cx.text[row.range()].split([' ', '\t', '|']).filter(|word| !word.is_empty());
    let mut long = words().filter(|word| word.len() > 1);
    let (run, None) = (long.next()?, long.next()) else { return None };
    (words().count() > 2 && run.chars().count() == 2).then_some(run)
}

/// Too many or too few rows.
fn wrong_number(cx: &Context<'_>, leaf: &Leaf<'_>) -> Diagnostic {
    let (side, rows) = (cx.side(), &leaf.grid.rows);
    let whose = leaf.layer.map_or_else(
        || "this grid".to_owned(),
        |layer| format!("layer {}", tuple(cx.text, &layer.coordinates)),
    );
    let message = format!("{whose} has {} instead of {side}", plural(rows.len(), "row"));
    if rows.is_empty() {
        return no_rows(cx, leaf, message);
    }
    if let Some(surplus) = rows.get(side) {
        let end = rows.last().map_or(surplus.span, |row| row.span);
        let n_surplus = rows.len() - side;
        return Diagnostic::new(Code::E0305, message, surplus.span)
            .with_primary_label(format!("row {}", side + 1))
            .with_note(format!("remove {}: the board is {}", plural(n_surplus, "row"), cx.shape))
            .with_fix(format!("Remove {}", last(n_surplus, "row")), surplus.span.join(end), "");
    }
    let end = rows[rows.len() - 1].span;
    let it = Diagnostic::new(Code::E0305, message, end)
        .with_primary_label(format!("row {}, the last", rows.len()));
    too_few(cx, it, leaf, end)
}

fn no_rows(cx: &Context<'_>, leaf: &Leaf<'_>, message: String) -> Diagnostic {
    let it = Diagnostic::new(Code::E0305, message, leaf.grid.span).with_primary_label("no cells here");
    let it = with_decoration_hint(cx, it, leaf, cx.side());
    it.with_note("write the rows, or remove the item: a board without givens is empty")
}

fn too_few(cx: &Context<'_>, it: Diagnostic, leaf: &Leaf<'_>, end: Span) -> Diagnostic {
    let missing = cx.side() - leaf.grid.rows.len();
    let hinted = it.notes.len();
    let it = with_decoration_hint(cx, it, leaf, missing);
    if it.notes.len() > hinted {
        return it;
    }
    let indent = indent_of(cx.text, end.start);
    let rows = format!("\n{indent}{}", draw::empty_row(&cx.shape)).repeat(missing);
    it.with_note(format!("add {}; an empty cell is written `.`", plural(missing, "row"))).with_fix(
        format!("Add {} at the end", plural(missing, "empty row")),
        Span::at(end.end),
        rows,
    )
}

/// The blanks in front of a place, where nothing else stands before it on its line.
pub(crate) fn indent_of(text: &str, at: u32) -> &str {
    let before = &text[..at as usize];
    let indent = &before[before.trim_end_matches([' ', '\t']).len()..];
    let starts_line =
        before.len() == indent.len() || before[..before.len() - indent.len()].ends_with(['\n', '\r']);
    if starts_line { indent } else { "        " }
}

/// Where lines that are read as decoration may have been meant as rows of empty cells, says so.
fn with_decoration_hint(cx: &Context<'_>, mut it: Diagnostic, leaf: &Leaf<'_>, missing: usize) -> Diagnostic {
    let meant = decoration::meant_as_rows(cx, leaf);
    if meant.is_empty() {
        return it;
    }
    let (lines, are) = if meant.len() == 1 { ("line", "is") } else { ("lines", "are") };
    it.notes.push(format!("the marked {lines} {are} read as decoration; write `.` for empty cells"));
    for span in meant.iter().take(6) {
        it = it.with_label(*span, "read as decoration");
    }
    if meant.len() == missing {
        let row = draw::empty_row(&cx.shape);
        let edits = meant.iter().map(|span| Edit { span: *span, text: row.clone() }).collect();
        it.fixes.push(Fix { title: "Write empty cells".to_owned(), edits });
    }
    it
}
