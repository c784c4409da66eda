//! Reads expectations, and tells those that no puzzle can keep together.

use sdkc_board::Grid;
use sdkc_diagnostics::{Code, Diagnostic, Span};
use sdkc_puzzle::{CellSpans, Comparison, Expect, ExpectKind, with_article};
use sdkc_syntax::ast;

use crate::{cells, context::Context, strategy::out_of_range};

/// A new expectation is held against so many before it, so that a file of thousands stays cheap.
const MOST_COMPARED: usize = 64;

/// The expectations of one puzzle.
#[derive(Debug, Default)]
pub(crate) struct Expects {
    /// All that could be read, in the order written.
    pub(crate) found: Vec<(Expect, Span)>,
}

impl Expects {
    /// Adds one; says for each grid that it holds whether it fits the board.
    pub(crate) fn add(&mut self, cx: &mut Context<'_>, item: Span, expect: &ast::Expect) -> Vec<bool> {
        let mut fits = Vec::new();
        let mut places = Vec::new();
        let kind = match &expect.kind {
            ast::ExpectKind::Unique => Some(ExpectKind::Unique),
            ast::ExpectKind::Unsolvable => Some(ExpectKind::Unsolvable),
            ast::ExpectKind::Minimal => Some(ExpectKind::Minimal),
            ast::ExpectKind::Solutions { comparison, count } => count_of(cx, "solutions", *count)
                .map(|count| ExpectKind::Solutions { comparison: self::comparison(*comparison), count }),
            ast::ExpectKind::Givens(count) => givens(cx, *count),
            ast::ExpectKind::Solution(cells) => {
                let values = cells::read_values(cx, cells);
                fits.clone_from(&values.fits);
                let mut grid = Grid::empty(cx.shape.n_cells());
                for (cell, value, span) in values.placed {
                    grid.set(cell, value);
                    places.push((cell, span));
                }
                Some(ExpectKind::Solution(grid))
            }
        };
        if let Some(kind) = kind {
            let head = item.join(expect.word);
            let place = Span::new(head.start, expect.word.end);
            let shown = if matches!(kind, ExpectKind::Solution(_)) { place } else { item };
            self.check(cx, &kind, shown);
            self.found.push((Expect { kind, span: Some(item), cells: CellSpans::from_pairs(places) }, shown));
        }
        fits
    }

    /// Holds a new expectation against those before it.
    fn check(&self, cx: &mut Context<'_>, new: &ExpectKind, span: Span) {
        for (old, place) in self.found.iter().take(MOST_COMPARED) {
            let Some(why) = contradiction(cx, &old.kind, new) else { continue };
            cx.report.push(
                Diagnostic::new(Code::E0205, "two expectations that no puzzle can keep together", span)
                    .with_primary_label("contradicts")
                    .with_label(*place, "this one")
                    .with_note(why)
                    .with_note("remove one of the two"),
            );
            return;
        }
    }
}

fn comparison(written: ast::Comparison) -> Comparison {
    match written {
        ast::Comparison::Exactly => Comparison::Exactly,
        ast::Comparison::AtLeast => Comparison::AtLeast,
        ast::Comparison::AtMost => Comparison::AtMost,
    }
}

fn count_of(cx: &mut Context<'_>, what: &str, number: ast::Number) -> Option<u64> {
    if number.value.is_none() {
        let it = out_of_range(what, number, cx.text);
        cx.report.push(it);
    }
    number.value
}

fn givens(cx: &mut Context<'_>, number: ast::Number) -> Option<ExpectKind> {
    let count = count_of(cx, "givens", number)?;
    let n_cells = cx.shape.n_cells();
    if count > n_cells as u64 {
        cx.report.push(
            Diagnostic::new(
                Code::E0316,
                format!("{count} givens on a board of {n_cells} cells"),
                number.span,
            )
            .with_note(format!(
                "{} board has {n_cells} cells, so at most that many givens",
                with_article(&cx.shape)
            )),
        );
        return None;
    }
    Some(ExpectKind::Givens(count))
}

/// Why no puzzle keeps both, where none does.
fn contradiction(cx: &Context<'_>, old: &ExpectKind, new: &ExpectKind) -> Option<String> {
    if let (ExpectKind::Givens(old), ExpectKind::Givens(new)) = (old, new) {
        return (old != new).then(|| format!("a puzzle cannot have both {old} and {new} givens"));
    }
    if let (ExpectKind::Solution(old), ExpectKind::Solution(new)) = (old, new) {
        let differs = cx.shape.cells().find_map(|cell| {
            let (a, b) = (old.value(cell)?, new.value(cell)?);
            (a != b).then_some((cell, a, b))
        });
        return differs.map(|(cell, a, b)| {
            let show = |value| cx.alphabet.notation.show(value);
            let name = cx.shape.coords(cell);
            format!(
                "each says that it is the only solution, and at {name} one has {} and the other {}",
                show(a),
                show(b)
            )
        });
    }
    let (old_range, new_range) = (old.solution_range()?, new.solution_range()?);
    let apart = old_range.0.max(new_range.0) > old_range.1.min(new_range.1);
    apart.then(|| format!("one allows {} and the other {}", solutions(old_range), solutions(new_range)))
}

fn solutions((low, high): (u64, u64)) -> String {
    match (low, high) {
        (0, 0) => "no solution".to_owned(),
        (1, 1) => "exactly one solution".to_owned(),
        (low, high) if low == high => format!("exactly {low} solutions"),
        (low, u64::MAX) => format!("at least {low} solutions"),
        (_, high) => format!("at most {high} solutions"),
    }
}
