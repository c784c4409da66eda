//! Draws a grid: cells of one width, `|` and lines between blocks.

use super::{lines::Line, printer::Printer};
use crate::{
    Layout, Runs, TokenKind, ast,
    grid_row::{RowPart, RowParts},
};

/// The cells of each row; `None` where the grid does not have the layout's size.
pub(super) fn cut(text: &str, grid: &ast::Grid, layout: &Layout) -> Option<Vec<Vec<String>>> {
    let side = layout.side as usize;
    if grid.rows.len() != side {
        return None;
    }
    let rows = grid.rows.iter().map(|row| cells(row.parts(text), text, layout));
    let rows: Vec<_> = rows.collect();
    rows.iter().all(|row| row.len() == side).then_some(rows)
}

fn cells(parts: RowParts<'_>, text: &str, layout: &Layout) -> Vec<String> {
    let mut cells = Vec::with_capacity(layout.side as usize);
    let cell =
        |piece: &str| if layout.zero_is_empty && piece == "0" { ".".to_owned() } else { piece.to_owned() };
    for part in parts {
        match (part, layout.runs) {
            (RowPart::Bar(_), _) => {}
            (RowPart::Empty(_), _) => cells.push(".".to_owned()),
            (RowPart::Run(span), Runs::Whole) => cells.push(cell(&text[span.range()])),
            (RowPart::Run(span), Runs::Cells) => {
                let mut buffer = [0; 4];
                cells.extend(text[span.range()].chars().map(|ch| cell(ch.encode_utf8(&mut buffer))));
            }
        }
    }
    cells
}

/// What stands between two rows.
enum Gap {
    Blank,
    Comment(String),
    Border,
}

/// Prints the rows of the grid whose opening brace was just printed, up to and with its closing brace.
pub(super) fn draw(printer: &mut Printer<'_>, layout: &Layout, rows: &[Vec<String>], left: bool) {
    let width = rows.iter().flatten().map(|cell| cell.chars().count()).max().unwrap_or(1);
    let width = width.max(layout.cell_width as usize);
    let border = border(layout, width);
    printer.depth += 1;
    let mut gap = Vec::new();
    let mut n_rows = 0;
    // Whether a comment here belongs to the line that was printed last.
    let mut on_line = true;
    let mut n_newlines = 0;
    while let Some(token) = printer.tokens.get(printer.at).copied() {
        printer.at += 1;
        match token.kind {
            TokenKind::Newline => {
                n_newlines += 1;
                on_line = false;
                if n_newlines == 2 {
                    gap.push(Gap::Blank);
                }
                continue;
            }
            TokenKind::Comment => {
                let comment = printer.piece(token.span).trim_end().to_owned();
                if on_line {
                    printer.attach(comment);
                } else {
                    gap.push(Gap::Comment(comment));
                }
            }
            TokenKind::Decoration => gap.push(Gap::Border),
            TokenKind::CloseGrid => break,
            _ => {
                let has_border = layout.row_borders.iter().any(|border| *border as usize == n_rows);
                let border = has_border.then_some(border.as_str());
                let blank_before = flush(printer, std::mem::take(&mut gap), border, n_rows == 0);
                let text = rows.get(n_rows).map_or_else(String::new, |cells| row(cells, layout, width, left));
                printer.lines.push(Line { depth: printer.depth, text, blank_before, ..Line::default() });
                n_rows += 1;
                on_line = true;
            }
        }
        n_newlines = 0;
    }
    flush(printer, gap, None, false);
    printer.depth -= 1;
    printer.close_line();
}

/// Prints what stands between two rows, and says whether a blank line comes last. A border that belongs there is
/// printed once, at its first place, and without blank lines around it; others are dropped.
fn flush(printer: &mut Printer<'_>, mut gap: Vec<Gap>, border: Option<&str>, is_first: bool) -> bool {
    if border.is_some() && !gap.iter().any(|part| matches!(part, Gap::Border)) {
        gap.insert(0, Gap::Border);
    }
    let mut border_left = border;
    let mut blank = false;
    let mut printed = !is_first;
    for part in gap {
        let line = match part {
            Gap::Blank => {
                blank = printed && border.is_none();
                continue;
            }
            Gap::Border => match border_left.take() {
                Some(border) => Line { text: border.to_owned(), ..Line::default() },
                None => continue,
            },
            Gap::Comment(comment) => Line { comment: Some(comment), ..Line::default() },
        };
        let blank_before = std::mem::take(&mut blank);
        printer.lines.push(Line { depth: printer.depth, blank_before, ..line });
        printed = true;
    }
    blank
}

/// One row, with `|` at the block borders.
fn row(cells: &[String], layout: &Layout, width: usize, left: bool) -> String {
    let mut text = String::new();
    for (column, cell) in cells.iter().enumerate() {
        if column > 0 {
            let bar = layout.column_borders.iter().any(|border| *border as usize == column);
            text.push_str(if bar { " | " } else { " " });
        }
        let padding = " ".repeat(width - cell.chars().count());
        let (before, after) = if left { ("", padding.as_str()) } else { (padding.as_str(), "") };
        text.push_str(before);
        text.push_str(cell);
        text.push_str(after);
    }
    text.truncate(text.trim_end().len());
    text
}

/// The line between two rows of blocks.
fn border(layout: &Layout, width: usize) -> String {
    let mut text = String::new();
    for column in 0..layout.side as usize {
        let bar = layout.column_borders.iter().any(|border| *border as usize == column);
        text.push_str(if bar {
            "-+-"
        } else if column > 0 {
            "-"
        } else {
            ""
        });
        text.extend(std::iter::repeat_n('-', width));
    }
    text
}
