//! Lines and bars that are drawn where no blocks meet, and decoration that was meant as a row.

use sdkc_diagnostics::{Code, Diagnostic, Edit, Fix, Span};

use crate::{context::Context, cut::CutRows, draw, grid::Leaf, words::plural};

/// The most places that one warning labels.
const MOST_LABELS: usize = 8;

/// The lines and bars of one item that stand off the borders of its blocks.
#[derive(Debug, Default)]
pub(crate) struct OffBorders {
    places: Vec<Span>,
    edits: Vec<Edit>,
}

impl OffBorders {
    /// Looks at a grid whose rows are right. Jigsaw boards have no straight borders, so anything may be drawn there.
    pub(crate) fn look(&mut self, cx: &Context<'_>, leaf: &Leaf<'_>, cut: &CutRows) {
        if cx.shape.regions().is_some() {
            return;
        }
        let side = cx.side();
        let rows = draw::borders(&cx.shape, 0);
        let is_border = |borders: &[u32], at: usize| {
            at == 0 || at == side || u32::try_from(at).is_ok_and(|at| borders.contains(&at))
        };
        for (at, span) in decorations(leaf) {
            if !is_border(&rows, at) {
                self.places.push(span);
                self.edits.push(Edit { span, text: String::new() });
            }
        }
        let columns = draw::borders(&cx.shape, 1);
        let mut redrawn = None;
        for bar in cut.bars.iter().filter(|bar| !is_border(&columns, bar.column)) {
            self.places.push(bar.span);
            if redrawn != Some(bar.row) {
                redrawn = Some(bar.row);
                let cells = cut.row(bar.row).iter().map(|piece| &cx.text[piece.span.range()]);
                let text = draw::row(cells, &cx.shape);
                self.edits.push(Edit { span: leaf.grid.rows[bar.row].span, text });
            }
        }
    }

    /// One warning for the whole item: a wrong idea of the blocks shows in every row.
    pub(crate) fn report(mut self, cx: &mut Context<'_>) {
        self.places.sort_unstable();
        self.edits.sort_by_key(|edit| edit.span);
        let Some(first) = self.places.first().copied() else { return };
        let blocks = match cx.shape.block_lengths() {
            Some(lengths) if cx.shape.has_blocks() => {
                format!(
                    "blocks are {} and {}",
                    plural(lengths[0].into(), "row"),
                    plural(lengths[1].into(), "column")
                )
            }
            _ => "this board has no blocks".to_owned(),
        };
        let mut it = Diagnostic::new(Code::W0601, "a line that is drawn where no blocks meet", first)
            .with_primary_label("no border here")
            .with_note(format!("{blocks}; the drawing does not change the board"));
        for span in self.places.iter().skip(1).take(MOST_LABELS) {
            it = it.with_label(*span, "nor here");
        }
        it = it.with_note("if other blocks are meant, change `block`");
        it.fixes.push(Fix { title: "Draw the lines where the blocks meet".to_owned(), edits: self.edits });
        cx.report.push(it);
    }
}

/// The decorations of a grid with the number of rows above each.
fn decorations(leaf: &Leaf<'_>) -> impl Iterator<Item = (usize, Span)> {
    let rows = &leaf.grid.rows;
    leaf.grid.decorations.iter().map(|span| (rows.partition_point(|row| row.span.start < span.start), *span))
}

/// The decorations of a grid with too few rows that may have been meant as rows: those with one stroke for each cell,
/// or else those off the borders.
pub(crate) fn meant_as_rows(cx: &Context<'_>, leaf: &Leaf<'_>) -> Vec<Span> {
    let side = cx.side();
    let has_a_stroke_for_each_cell = |span: &Span| {
        let line = &cx.text[span.range()];
        let cells = line.chars().filter(|ch| !matches!(ch, '|' | ' ' | '\t' | ':' | '\'')).count();
        cells == side && !line.contains('+')
    };
    // With k rows missing the rows below are up to k too high, so only what no shift explains counts.
    let borders = draw::borders(&cx.shape, 0);
    let missing = side.saturating_sub(leaf.grid.rows.len());
    let explained = |at: usize| {
        (at..=at + missing)
            .any(|at| at == 0 || at == side || borders.contains(&u32::try_from(at).unwrap_or(0)))
    };
    let is_all_borders =
        leaf.grid.decorations.len() == borders.len() && decorations(leaf).all(|(at, _)| explained(at));
    let exact: Vec<Span> = leaf.grid.decorations.iter().copied().filter(has_a_stroke_for_each_cell).collect();
    if !exact.is_empty() && !is_all_borders {
        return exact;
    }
    decorations(leaf).filter(|(at, _)| !explained(*at)).map(|(_, span)| span).collect()
}
