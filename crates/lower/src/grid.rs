//! Reads a grid, or its layers, into cells with their places on the board.

use std::collections::HashMap;

use sdkc_board::Cell;
use sdkc_diagnostics::{Code, Diagnostic, Edit, Fix, Span};
use sdkc_puzzle::with_article;
use sdkc_syntax::ast;

use crate::{
    context::Context,
    coordinates::tuple,
    cut::{CutRows, Holds, Piece},
    decoration, rows,
    words::{plural, short},
};

/// The cells of a grid.
#[derive(Debug, Default)]
pub(crate) struct GridCells {
    /// The cells whose place on the board is known.
    pub(crate) placed: Vec<(Cell, Piece)>,
    /// Cells of rows or layers that do not fit: what they hold is checked and then dropped.
    pub(crate) unplaced: Vec<Piece>,
    /// For each grid that holds rows, in the order of [`ast::Grid::leaves`], whether it fits the board.
    pub(crate) fits: Vec<bool>,
}

/// Reads a grid with or without layers.
pub(crate) fn read(cx: &mut Context<'_>, grid: &ast::Grid, holds: Holds) -> GridCells {
    let mut out = GridCells::default();
    let mut off_borders = decoration::OffBorders::default();
    if grid.layers.is_empty() {
        flat(cx, grid, holds, &mut out, &mut off_borders);
    } else {
        layers(cx, grid, holds, &mut out, &mut off_borders);
    }
    off_borders.report(cx);
    out
}

fn flat(
    cx: &mut Context<'_>,
    grid: &ast::Grid,
    holds: Holds,
    out: &mut GridCells,
    off_borders: &mut decoration::OffBorders,
) {
    let is_flat = cx.shape.n_dims() == 2;
    if !is_flat && !grid.rows.is_empty() && !grid.broken {
        let it = flat_grid_on_deep_board(cx, grid);
        cx.report.push(it);
    }
    if !is_flat && grid.rows.is_empty() {
        // No layer at all: every layer is empty.
        return out.fits.push(!grid.broken);
    }
    let base = is_flat.then_some(0);
    // How many rows a flat grid of a deep board has means nothing.
    leaf(
        cx,
        &Leaf { grid, base, layer: None, counts_rows: is_flat && !grid.broken, holds },
        out,
        off_borders,
    );
}

fn flat_grid_on_deep_board(cx: &Context<'_>, grid: &ast::Grid) -> Diagnostic {
    let n_dims = cx.shape.n_dims();
    let tuple = format!("({})", vec!["1"; n_dims - 2].join(", "));
    let place = grid.rows[0].span;
    let it = Diagnostic::new(
        Code::E0311,
        format!("a board of {n_dims} dimensions is written in layers, and this grid has none"),
        place,
    )
    .with_note(format!("put the rows of each layer into `layer {tuple} {{ … }}`; missing layers are empty"));
    match grid.close {
        Some(close) if grid.rows.len() == cx.side() => {
            let edits = vec![
                Edit { span: Span::at(grid.open.end), text: format!(" layer {tuple} {{") },
                Edit { span: Span::at(close.start), text: "} ".to_owned() },
            ];
            let mut it = it;
            it.fixes.push(Fix { title: format!("Put the rows into layer {tuple}"), edits });
            it
        }
        _ => it,
    }
}

fn layers(
    cx: &mut Context<'_>,
    grid: &ast::Grid,
    holds: Holds,
    out: &mut GridCells,
    off_borders: &mut decoration::OffBorders,
) {
    if cx.shape.n_dims() == 2 {
        if !cx.size.shape_may_be_unread {
            let it = layers_on_flat_board(cx, &grid.layers);
            cx.report.push(it);
        }
        out.fits.extend(std::iter::repeat_n(false, grid.layers.len()));
        return;
    }
    let mut seen: HashMap<usize, Span> = HashMap::new();
    for layer in &grid.layers {
        let place = layer.keyword.join(layer.tuple);
        let mut base = layer_base(cx, layer);
        if let Some(first) = base.and_then(|base| seen.get(&base)) {
            let tuple = tuple(cx.text, &layer.coordinates);
            cx.report.push(
                Diagnostic::new(Code::E0309, format!("layer {tuple} stands twice"), place)
                    .with_primary_label("again")
                    .with_label(*first, format!("layer {tuple} stands here already"))
                    .with_note("join the two, or change the numbers of one of them"),
            );
            base = None;
        } else if let Some(base) = base {
            seen.insert(base, place);
        }
        let leaf_of =
            Leaf { grid: &layer.grid, base, layer: Some(layer), counts_rows: !layer.grid.broken, holds };
        leaf(cx, &leaf_of, out, off_borders);
    }
}

fn layers_on_flat_board(cx: &Context<'_>, layers: &[ast::Layer]) -> Diagnostic {
    let first = &layers[0];
    let mut it = Diagnostic::new(
        Code::E0308,
        format!("{} board has no layers", with_article(&cx.shape)),
        first.keyword.join(first.tuple),
    )
    .with_note("write the rows directly between the braces");
    let n_dims = first.coordinates.len() + 2;
    if (3..=5).contains(&n_dims) {
        it = it
            .with_note(format!("or is this a board of {n_dims} dimensions? It needs `dimensions {n_dims}`"));
    }
    it
}

/// The number of the first cell of a layer; `None` where there is no such layer, which is reported.
fn layer_base(cx: &mut Context<'_>, layer: &ast::Layer) -> Option<usize> {
    let (n_dims, side) = (cx.shape.n_dims(), cx.side());
    let wanted = n_dims - 2;
    if layer.coordinates.len() != wanted {
        let example = format!("layer ({})", vec!["1"; wanted].join(", "));
        cx.report.push(
            Diagnostic::new(
                Code::E0308,
                format!(
                    "a layer of a board of {n_dims} dimensions has {}, not {}",
                    plural(wanted, "number"),
                    layer.coordinates.len()
                ),
                layer.tuple,
            )
            .with_note(format!("one number for each axis after row and column: `{example}`")),
        );
        return None;
    }
    let mut base = 0;
    for (axis, number) in layer.coordinates.iter().enumerate() {
        let at = number.value.and_then(|value| usize::try_from(value).ok());
        let Some(at) = at.filter(|at| (1..=side).contains(at)) else {
            let shown = short(cx.text.get(number.span.range()).unwrap_or(""));
            cx.report.push(
                Diagnostic::new(
                    Code::E0308,
                    format!("there is no layer {shown}: layers are 1 to {side}"),
                    number.span,
                )
                .with_note(format!("the board is {}, so each number of the tuple is 1 to {side}", cx.shape)),
            );
            return None;
        };
        base += (at - 1) * cx.shape.stride(axis + 2) as usize;
    }
    Some(base)
}

/// A grid that holds rows: a flat one, or one layer.
pub(crate) struct Leaf<'p> {
    pub(crate) grid: &'p ast::Grid,
    /// The number of its first cell, where it has a place on the board.
    pub(crate) base: Option<usize>,
    pub(crate) layer: Option<&'p ast::Layer>,
    /// Whether its number of rows means anything.
    pub(crate) counts_rows: bool,
    pub(crate) holds: Holds,
}

impl Leaf<'_> {
    /// Where a row is, as in "row 3 of layer (2)".
    pub(crate) fn of_layer(&self, text: &str) -> String {
        self.layer.map_or_else(String::new, |layer| format!(" of layer {}", tuple(text, &layer.coordinates)))
    }
}

fn leaf(
    cx: &mut Context<'_>,
    leaf: &Leaf<'_>,
    out: &mut GridCells,
    off_borders: &mut decoration::OffBorders,
) {
    let cut = CutRows::new(leaf.grid, cx.text, &cx.alphabet, leaf.holds);
    let side = cx.side();
    let verdict = rows::check(cx, leaf, &cut);
    // Where rows are missing or too many, nobody knows which row is which.
    let base = leaf.base.filter(|_| verdict.rows_are_in_place);
    for (at, (pieces, row)) in cut.rows().zip(&leaf.grid.rows).enumerate() {
        match base {
            _ if row.broken || verdict.other_size => {}
            Some(base) if pieces.len() == side && at < side => {
                let first = base + at * side;
                let cells = (first..).map_while(|index| cx.shape.cell_at(index));
                out.placed.extend(cells.zip(pieces.iter().copied()));
            }
            _ => out.unplaced.extend(pieces),
        }
    }
    if verdict.fits {
        off_borders.look(cx, leaf, &cut);
    }
    out.fits.push(verdict.fits && leaf.base.is_some());
}
