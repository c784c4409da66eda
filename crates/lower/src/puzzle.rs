//! One puzzle: shape first, then symbols, then the other items in the order written.

use sdkc_puzzle::{Meta, Origins, Puzzle, StrategySpec};
use sdkc_syntax::{Keyword, Layout, ast, ast::ItemKind};

use crate::{
    alphabet::Alphabet,
    cells::{self, Candidates, Givens, Values},
    context::{Context, SizeDoubt},
    cut::Holds,
    draw,
    expects::Expects,
    report::Report,
    shape::{self, Resolved, Room},
    strategy,
};

/// Lowers one puzzle and pushes a layout for each of its grids. Nothing where its shape is not known.
pub(crate) fn lower(
    puzzle: &ast::Puzzle,
    text: &str,
    mut report: Report,
    layouts: &mut Vec<Option<Layout>>,
    room: &mut Room,
) -> (Option<Puzzle>, Report) {
    let resolved = shape::resolve(puzzle, text, &mut report);
    let Some(shape) =
        resolved.shape.clone().filter(|shape| room.takes(puzzle, &resolved, shape, &mut report))
    else {
        // No grid is cut, and what needs no board is checked all the same.
        let grids = puzzle.items.iter().filter_map(ast::Item::grid).flat_map(ast::Grid::leaves);
        layouts.extend(grids.map(|_| None));
        for item in &puzzle.items {
            strategy_of(item, text, &mut report);
        }
        return (None, report);
    };
    let alphabet = Alphabet::resolve(puzzle, &shape, &mut report);
    report.end_item();
    let is_default = resolved.span.is_none();
    let size = SizeDoubt {
        insert_block_at: (is_default && !puzzle.broken)
            .then(|| puzzle.items.first().map(|item| item.span.start))
            .flatten(),
        shape_may_be_unread: is_default && puzzle.broken,
        told: None,
    };
    let givens = Givens::new(shape.clone());
    let cx = Context { text, shape, alphabet, report, size };
    let mut lowering = Lowering {
        cx,
        resolved: &resolved,
        givens,
        candidates: Candidates::default(),
        state: None,
        expects: Expects::default(),
        meta: Meta::default(),
        strategy: StrategySpec::default(),
        layouts,
    };
    for item in &puzzle.items {
        lowering.item(item);
        lowering.cx.report.end_item();
    }
    let (puzzle, report) = lowering.finish(puzzle);
    (Some(puzzle), report)
}

fn strategy_of(item: &ast::Item, text: &str, report: &mut Report) -> Option<StrategySpec> {
    match &item.kind {
        ItemKind::Strategy(strategy) if !item.repeated => Some(strategy::resolve(strategy, text, report)),
        _ => None,
    }
}

struct Lowering<'t, 'p> {
    cx: Context<'t>,
    resolved: &'p Resolved,
    givens: Givens,
    candidates: Candidates,
    state: Option<Values>,
    expects: Expects,
    meta: Meta,
    strategy: StrategySpec,
    layouts: &'p mut Vec<Option<Layout>>,
}

impl Lowering<'_, '_> {
    fn item(&mut self, item: &ast::Item) {
        if item.repeated {
            let leaves = item.grid().into_iter().flat_map(ast::Grid::leaves);
            return self.layouts.extend(leaves.map(|_| None));
        }
        match &item.kind {
            ItemKind::Regions(grid) => self.push_regions_layouts(grid),
            ItemKind::Strategy(_) => {
                self.strategy = strategy_of(item, self.cx.text, &mut self.cx.report).unwrap_or_default();
            }
            ItemKind::Givens(cells) => {
                let values = cells::read_values(&mut self.cx, cells);
                self.givens.add_all(&values);
                self.push_layouts(&values.fits, Holds::Values);
            }
            ItemKind::Given { cell, value } => self.givens.add_single(&mut self.cx, cell, *value, item.span),
            ItemKind::CellCandidates { cell, values } => {
                self.candidates.add_single(&mut self.cx, cell, values)
            }
            ItemKind::GridCandidates(grid) => {
                let fits = self.candidates.add_grid(&mut self.cx, grid);
                self.push_layouts(&fits, Holds::Candidates);
            }
            ItemKind::State(cells) => {
                let values = cells::read_values(&mut self.cx, cells);
                self.push_layouts(&values.fits, Holds::Values);
                self.state = Some(values);
            }
            ItemKind::Expect(expect) => {
                let fits = self.expects.add(&mut self.cx, item.span, expect);
                self.push_layouts(&fits, Holds::Values);
            }
            ItemKind::Meta(text) => self.meta.push(item.word.as_str(), &text.value),
            ItemKind::Tags(tags) => {
                tags.iter().for_each(|tag| self.meta.push(Keyword::Tags.as_str(), &tag.value));
            }
            ItemKind::OtherMeta { key, value } => self.meta.push(&key.value, &value.value),
            ItemKind::Dimensions(_) | ItemKind::Block(_) | ItemKind::Symbols(_) | ItemKind::Broken => {}
        }
    }

    fn push_layouts(&mut self, fits: &[bool], holds: Holds) {
        let layout = |fits: &bool| fits.then(|| draw::layout(&self.cx.shape, &self.cx.alphabet, holds));
        self.layouts.extend(fits.iter().map(layout));
    }

    fn push_regions_layouts(&mut self, grid: &ast::Grid) {
        let side = self.resolved.regions_side;
        self.layouts.extend(grid.leaves().map(|_| side.map(draw::regions_layout)));
    }

    fn finish(self, puzzle: &ast::Puzzle) -> (Puzzle, Report) {
        let mut cx = self.cx;
        let (mut board, givens) = self.givens.finish(&mut cx);
        let candidates = self.candidates.finish(&mut board);
        let (state, state_spans) = match &self.state {
            Some(values) => {
                let (grid, spans) = cells::state(values, &board);
                (Some(grid), spans)
            }
            None => (None, sdkc_puzzle::CellSpans::default()),
        };
        let name = puzzle.name.as_ref();
        let origins = Origins {
            puzzle: Some(puzzle.span),
            header: Some(name.map_or(puzzle.keyword, |name| name.span)),
            givens,
            candidates,
            state: state_spans,
            shape: self.resolved.span,
            constraints: Vec::new(),
        };
        let lowered = Puzzle {
            name: name.map(|name| name.value.clone()),
            meta: self.meta,
            notation: cx.alphabet.notation,
            board,
            state,
            strategy: self.strategy,
            expects: self.expects.found.into_iter().map(|(expect, _)| expect).collect(),
            origins,
        };
        (lowered, cx.report)
    }
}
