//! Reads `regions { … }`: every character is a cell and names its region.

use sdkc_board::{MAX_SIDE, Regions};
use sdkc_diagnostics::{Code, Diagnostic, Span};
use sdkc_syntax::{ast, grid_row::RowPart};

use crate::{report::Report, words::plural};

/// What a `regions` grid gave.
pub(crate) struct RegionsGrid {
    /// The side, where all rows have it.
    pub(crate) side: Option<usize>,
    /// The regions, where they divide the board.
    pub(crate) regions: Option<Regions>,
}

/// One row: its cells in order, `None` for a mark of an empty cell.
type Row = Vec<(Span, Option<char>)>;

/// Reads the grid. Its side is the length of its first row, unless all other rows agree on another.
pub(crate) fn read(grid: &ast::Grid, text: &str, report: &mut Report) -> RegionsGrid {
    let nothing = RegionsGrid { side: None, regions: None };
    if let Some(layer) = grid.layers.first() {
        let message = "regions have no layers: they divide a flat board";
        report.push(Diagnostic::new(Code::E0312, message, layer.keyword.join(layer.tuple)));
        return nothing;
    }
    let rows: Vec<Row> = grid.rows.iter().map(|row| cut(row, text)).collect();
    if grid.broken || grid.rows.iter().any(|row| row.broken) {
        return nothing;
    }
    let Some(side) = side(&rows) else {
        let message =
            "`regions` needs rows: one letter or digit a cell, the same one for the cells of a region";
        report.push(Diagnostic::new(Code::E0312, message, grid.span));
        return nothing;
    };
    if !(2..=MAX_SIDE).contains(&side) {
        let message = format!("regions of side {side}: a board has a side from 2 to {MAX_SIDE}");
        report.push(Diagnostic::new(Code::E0312, message, grid.rows[0].span));
        return nothing;
    }
    if !check_size(grid, &rows, side, report) {
        return nothing;
    }
    RegionsGrid { side: Some(side), regions: divide(grid, &rows, side, report) }
}

fn cut(row: &ast::GridRow, text: &str) -> Row {
    let mut cells = Row::new();
    for part in row.parts(text) {
        match part {
            RowPart::Run(span) => {
                for (at, ch) in text[span.range()].char_indices() {
                    let here = Span::from_range(at..at + ch.len_utf8()).shifted(span.start);
                    cells.push((here, Some(ch)));
                }
            }
            RowPart::Empty(span) => cells.push((span, None)),
            RowPart::Bar(_) => {}
        }
    }
    cells
}

fn side(rows: &[Row]) -> Option<usize> {
    let first = rows.first()?.len();
    let others = rows.get(1)?.len();
    let agree = rows.len() > 2 && rows[1..].iter().all(|row| row.len() == others) && others == rows.len();
    Some(if agree { others } else { first })
}

fn check_size(grid: &ast::Grid, rows: &[Row], side: usize, report: &mut Report) -> bool {
    let mut fits = true;
    for (at, (row, written)) in rows.iter().zip(&grid.rows).enumerate() {
        if row.len() != side {
            fits = false;
            let message =
                format!("row {} of the regions has {} instead of {side}", at + 1, plural(row.len(), "cell"));
            let why = if at == 0 { "all other rows agree" } else { "the first row has so many" };
            report.push(
                Diagnostic::new(Code::E0304, message, written.span)
                    .with_primary_label(plural(row.len(), "cell"))
                    .with_note(format!("each row needs {side} cells ({why}), one letter or digit each")),
            );
        }
    }
    if rows.len() != side && fits {
        fits = false;
        let message = format!("the regions have {} instead of {side}", plural(rows.len(), "row"));
        report.push(
            Diagnostic::new(Code::E0305, message, grid.rows.last().map_or(grid.span, |row| row.span))
                .with_primary_label(format!("row {}, the last", rows.len()))
                .with_label(grid.rows[0].span, format!("{side} cells, so {side} rows are needed"))
                .with_note("the side of the board is the length of the first row"),
        );
    }
    fits
}

fn divide(grid: &ast::Grid, rows: &[Row], side: usize, report: &mut Report) -> Option<Regions> {
    let cells: Vec<(Span, Option<char>)> = rows.iter().flatten().copied().collect();
    if let Some((span, _)) = cells.iter().find(|(_, name)| name.is_none()) {
        report.push(
            Diagnostic::new(Code::E0312, "a cell without region", *span)
                .with_note("every cell belongs to a region: write the letter or digit of one"),
        );
        return None;
    }
    let names: Vec<char> = cells.iter().filter_map(|(_, name)| *name).collect();
    match Regions::new(&names) {
        Ok(regions) => {
            report_pieces(&regions, &cells, report);
            Some(regions)
        }
        Err(_) => {
            report.push(uneven(grid, &cells, &names, side));
            None
        }
    }
}

/// Warns of regions that fall into pieces. Two cells that changed places make a few of them; who means regions to be scattered has
/// scattered most.
fn report_pieces(regions: &Regions, cells: &[(Span, Option<char>)], report: &mut Report) {
    let scattered: Vec<Vec<Vec<usize>>> =
        (0..regions.side()).map(|region| pieces(regions, region)).filter(|pieces| pieces.len() > 1).collect();
    if scattered.len() * 2 > regions.side() {
        return;
    }
    // Of each region the smallest piece is likeliest the mistake.
    let places = scattered.iter().filter_map(|pieces| {
        let (span, name) = cells.get(*pieces.iter().min_by_key(|piece| piece.len())?.first()?)?;
        Some((*span, (*name)?, pieces.len()))
    });
    let places: Vec<(Span, char, usize)> = places.collect();
    let Some(((span, name, n), others)) = places.split_first() else { return };
    let told: Vec<String> = places.iter().take(6).map(|(_, name, _)| name.to_string()).collect();
    let message = match others {
        [] => format!("region {name} is in {n} pieces"),
        _ => format!("regions {} are in several pieces", sdkc_puzzle::list(&told)),
    };
    let apart = |name: &char| format!("apart from the rest of region {name}");
    let mut it = Diagnostic::new(Code::W0608, message, *span).with_primary_label(apart(name));
    for (span, name, _) in others.iter().take(4) {
        it = it.with_label(*span, apart(name));
    }
    report.push(it.with_note(
        "the cells of a region usually hang together by their sides: did some of them change places?",
    ));
}

/// The cells of a region, by pieces that hang together by the sides of cells.
fn pieces(regions: &Regions, region: usize) -> Vec<Vec<usize>> {
    let side = regions.side();
    let mut left: Vec<usize> = regions.cells(region).iter().map(|cell| cell.index()).collect();
    let mut pieces = Vec::new();
    while let Some(first) = left.first().copied() {
        left.remove(0);
        let mut piece = vec![first];
        let mut at = 0;
        while let Some(cell) = piece.get(at).copied() {
            let touches = |other: &usize| {
                let in_row = cell / side == other / side && cell.abs_diff(*other) == 1;
                in_row || cell.abs_diff(*other) == side
            };
            let (near, far) = left.into_iter().partition::<Vec<usize>, _>(touches);
            piece.extend(near);
            left = far;
            at += 1;
        }
        piece.sort_unstable();
        pieces.push(piece);
    }
    pieces
}

/// Says which regions have the wrong number of cells, or that there are too many or too few.
fn uneven(grid: &ast::Grid, cells: &[(Span, Option<char>)], names: &[char], side: usize) -> Diagnostic {
    let mut sizes: Vec<(char, usize)> = Vec::new();
    for name in names {
        match sizes.iter_mut().find(|(known, _)| known == name) {
            Some((_, size)) => *size += 1,
            None => sizes.push((*name, 1)),
        }
    }
    let of_size = |wrong: &(char, usize)| format!("{} has {}", wrong.0, plural(wrong.1, "cell"));
    let wrong: Vec<&(char, usize)> = sizes.iter().filter(|(_, size)| *size != side).collect();
    let told: Vec<String> = wrong.iter().take(6).map(|wrong| of_size(wrong)).collect();
    let odd = wrong.iter().min_by_key(|(_, size)| *size).map(|(name, _)| *name);
    let place = cells.iter().find(|(_, name)| *name == odd).map_or(grid.span, |(span, _)| *span);
    let mut it = if sizes.len() == side {
        Diagnostic::new(
            Code::E0312,
            format!("each region needs {side} cells, but {}", sdkc_puzzle::list(&told)),
            place,
        )
    } else {
        Diagnostic::new(
            Code::E0312,
            format!("{} on a board of side {side}: there must be {side}", plural(sizes.len(), "region")),
            place,
        )
    };
    for (name, size) in wrong.iter().filter(|(name, _)| Some(*name) != odd).take(4) {
        if let Some((span, _)) = cells.iter().find(|(_, of)| of == &Some(*name)) {
            it = it.with_label(*span, format!("region {name}: {}", plural(*size, "cell")));
        }
    }
    if let Some((name, size)) = wrong.iter().find(|(name, _)| Some(*name) == odd) {
        it = it.with_primary_label(format!("region {name}: {}", plural(*size, "cell")));
    }
    it.with_note(format!(
        "{side} different letters or digits, each on {side} cells; upper and lower case differ"
    ))
}
