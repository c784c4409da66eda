//! Puts values and candidates into cells, and notices where a cell is told twice.

use std::collections::HashMap;

use sdkc_board::{Board, Cell, Grid, Shape, Value, ValueSet};
use sdkc_diagnostics::{Code, Diagnostic, Edit, Fix, Span};
use sdkc_puzzle::CellSpans;
use sdkc_syntax::ast;

use crate::{
    alphabet::Reading,
    context::Context,
    coordinates, cut,
    cut::{Holds, Piece},
    grid, rows,
    words::plural,
};

/// The cells of an item that holds one value for each.
#[derive(Debug, Default)]
pub(crate) struct Values {
    /// What is known, with its place on the board.
    pub(crate) placed: Vec<(Cell, Option<Value>, Span)>,
    /// For each grid of the item whether it fits the board.
    pub(crate) fits: Vec<bool>,
}

/// Reads a grid or string of values. What is no value is reported and left out.
pub(crate) fn read_values(cx: &mut Context<'_>, cells: &ast::Cells) -> Values {
    let mut out = Values::default();
    let mut unknown = Vec::new();
    let (placed, unplaced) = match cells {
        ast::Cells::Grid(grid) => {
            let read = grid::read(cx, grid, Holds::Values);
            out.fits = read.fits;
            (read.placed, read.unplaced)
        }
        ast::Cells::Text(text) => match text_cells(cx, text) {
            Ok(pieces) => (cx.shape.cells().zip(pieces).collect(), Vec::new()),
            Err(pieces) => (Vec::new(), pieces),
        },
    };
    out.placed.reserve(placed.len());
    for (cell, piece) in placed {
        match piece.reading {
            Reading::Value(value) => out.placed.push((cell, Some(value), piece.span)),
            Reading::Empty => out.placed.push((cell, None, piece.span)),
            _ => unknown.push(piece),
        }
    }
    unknown.extend(unplaced);
    unknown.retain(|piece| piece.reading == Reading::Unknown);
    report_unknown(cx, &unknown);
    out
}

/// One message for each run that is no value; one for all letters where letters mean nothing.
fn report_unknown(cx: &mut Context<'_>, unknown: &[Piece]) {
    const MOST_MARKED: usize = 8;
    let written = |piece: &Piece| cx.text.get(piece.span.range()).unwrap_or("");
    // Cells of rows that are too long or too short come behind the others; what is said follows the text.
    let mut unknown: Vec<&Piece> = unknown.iter().collect();
    unknown.sort_by_key(|piece| piece.span);
    let (letters, others): (Vec<&Piece>, Vec<&Piece>) =
        unknown.into_iter().partition(|piece| cx.alphabet.lacks_letters(written(piece)));
    let (numbers, others): (Vec<&Piece>, Vec<&Piece>) =
        others.into_iter().partition(|piece| cx.alphabet.symbol_of_number(written(piece)).is_some());
    let mut found: Vec<Diagnostic> =
        others.iter().map(|piece| cx.alphabet.unknown(piece.span, written(piece), true)).collect();
    if let [first, rest @ ..] = letters.as_slice() {
        let mut it = cx.alphabet.unknown(first.span, written(first), true);
        for piece in rest.iter().take(MOST_MARKED) {
            it = it.with_label(piece.span, "nor is this");
        }
        if rest.len() > MOST_MARKED {
            it = it.with_note(format!("{} more letters", rest.len() - MOST_MARKED));
        }
        if cx.side() <= 9 {
            it = it.with_note(format!(
                "letters stand for values where `symbols \"…\"` lists {} of them",
                cx.side()
            ));
        }
        found.push(it);
    }
    if let [first, rest @ ..] = numbers.as_slice() {
        let mut it = cx.alphabet.unknown(first.span, written(first), true);
        for fix in &mut it.fixes {
            let symbol = |piece: &&&Piece| {
                cx.alphabet.symbol_of_number(written(piece)).map(|symbol| (piece.span, symbol))
            };
            fix.edits.extend(
                rest.iter()
                    .filter_map(|piece| symbol(&piece))
                    .map(|(span, symbol)| Edit { span, text: symbol.to_string() }),
            );
        }
        if !rest.is_empty() {
            it = it.with_note(format!("{} more numbers in this grid", rest.len()));
            it.fixes.iter_mut().for_each(|fix| fix.title = "Write symbols".to_owned());
        }
        found.push(it);
    }
    found.into_iter().for_each(|it| cx.report.push(it));
}

/// The cells of a string; as an error where their number is not that of the board, which is reported.
fn text_cells(cx: &mut Context<'_>, text: &ast::Text) -> Result<Vec<Piece>, Vec<Piece>> {
    let pieces = cut::cut_text(text, &cx.alphabet, &mut cx.report).ok_or_else(Vec::new)?;
    let (found, needed) = (pieces.len(), cx.shape.n_cells());
    if found == needed {
        return Ok(pieces);
    }
    let mut it = Diagnostic::new(
        Code::E0304,
        format!("the string has {} instead of {needed}", plural(found, "cell")),
        text.span,
    )
    .with_primary_label(plural(found, "cell"));
    it = if found < needed {
        it.with_note(format!("add {}; an empty cell is written `.`", plural(needed - found, "cell")))
    } else {
        it.with_note(format!("remove {}", plural(found - needed, "cell")))
    };
    if let (Some(block), Some(at)) = (block_of(found), cx.size.insert_block_at)
        && found != needed
    {
        it = it
            .with_note(format!("without `block` a board is 9×9; these cells would fit `{block}`"))
            .with_fix(
                format!("Add `{block}`"),
                Span::at(at),
                format!("{block}\n{}", rows::indent_of(cx.text, at)),
            );
    }
    if cx.side() > 9 && cx.alphabet.notation.as_symbols().is_none() {
        it = it.with_note("a run of digits is one number on this board: put blanks between numbers");
    }
    cx.report.push(it);
    Err(pieces)
}

/// The block of the flat board with this number of cells.
fn block_of(n_cells: usize) -> Option<String> {
    let side = n_cells.isqrt();
    (side * side == n_cells && side > 2).then(|| crate::words::block_for(side)).flatten()
}

/// The value of a single `given` or of one of a list; `None` where it is none, which is reported.
fn read_value(cx: &mut Context<'_>, value: ast::Value) -> Option<Value> {
    let written = cx.text.get(value.span.range()).unwrap_or("");
    match cx.alphabet.read(written) {
        Reading::Value(value) => Some(value),
        _ if cx.alphabet.is_lost() => None,
        _ => {
            let it = cx.alphabet.unknown(value.span, written, false);
            cx.report.push(it);
            None
        }
    }
}

/// A given of a cell that has one already.
#[derive(Debug)]
struct Repeat {
    cell: Cell,
    value: Value,
    span: Span,
    /// The whole item, where it is a single `given`.
    item: Option<Span>,
}

/// All givens of a puzzle.
#[derive(Debug)]
pub(crate) struct Givens {
    pub(crate) board: Board,
    spans: Vec<(Cell, Span)>,
    repeats: Vec<Repeat>,
}

impl Givens {
    /// None so far.
    pub(crate) fn new(shape: Shape) -> Self {
        Self { board: Board::empty(shape), spans: Vec::new(), repeats: Vec::new() }
    }

    /// Adds a grid or string.
    pub(crate) fn add_all(&mut self, values: &Values) {
        self.spans.reserve(values.placed.len());
        for (cell, value, span) in &values.placed {
            self.add(*cell, *value, *span, None);
        }
    }

    /// Adds `given r4c7 = 9`.
    pub(crate) fn add_single(
        &mut self,
        cx: &mut Context<'_>,
        cell: &ast::Cell,
        value: ast::Value,
        item: Span,
    ) {
        let place = coordinates::resolve(cx, cell);
        let read = read_value(cx, value);
        if let (Some(place), Some(read)) = (place, read) {
            self.add(place, Some(read), value.span, Some(item));
        }
    }

    fn add(&mut self, cell: Cell, value: Option<Value>, span: Span, item: Option<Span>) {
        match (self.board.given(cell), value) {
            (Some(_), Some(value)) => self.repeats.push(Repeat { cell, value, span, item }),
            (Some(_), None) => {}
            (None, value) => {
                if value.is_some() {
                    // Both are in range: the cell comes from the shape, the value from its alphabet.
                    let set = self.board.set_given(cell, value);
                    debug_assert!(set.is_ok(), "{set:?}");
                }
                self.spans.push((cell, span));
            }
        }
    }

    /// The board and the place of each cell; tells which cells were given twice.
    pub(crate) fn finish(self, cx: &mut Context<'_>) -> (Board, CellSpans) {
        let spans = CellSpans::from_pairs(self.spans);
        for repeat in &self.repeats {
            let first = spans.span(repeat.cell);
            if let (Some(first), Some(value)) = (first, self.board.given(repeat.cell)) {
                let it = told_twice(cx, repeat, first, value);
                cx.report.push(it);
            }
        }
        (self.board, spans)
    }
}

fn told_twice(cx: &Context<'_>, repeat: &Repeat, first: Span, first_value: Value) -> Diagnostic {
    let name = cx.shape.coords(repeat.cell).to_string();
    let show = |value| cx.alphabet.notation.show(value);
    let (shown, first_shown) = (show(repeat.value), show(first_value));
    let remove = |title: String| Fix {
        title,
        edits: vec![match repeat.item {
            Some(item) => Edit { span: item, text: String::new() },
            None => Edit { span: repeat.span, text: ".".to_owned() },
        }],
    };
    if repeat.value == first_value {
        let mut it =
            Diagnostic::new(Code::W0604, format!("{name} is given twice, both times {shown}"), repeat.span)
                .with_primary_label("again")
                .with_label(first, format!("{shown} is given here already"))
                .with_note("one of the two is enough");
        it.fixes.push(remove(format!("Remove the second {shown}")));
        return it;
    }
    let mut it =
        Diagnostic::new(Code::E0314, format!("{name} is given as {first_shown} and as {shown}"), repeat.span)
            .with_primary_label(format!("{shown} for {name}"))
            .with_label(first, format!("{first_shown} for {name}"))
            .with_note("a cell holds one value: remove one of the two");
    it.fixes.push(remove(format!("Remove the {shown}")));
    it
}

/// All candidates of a puzzle.
#[derive(Debug, Default)]
pub(crate) struct Candidates {
    sets: HashMap<Cell, (ValueSet, Span)>,
}

impl Candidates {
    /// Adds `candidates { … }`; says for each of its grids whether it fits the board.
    pub(crate) fn add_grid(&mut self, cx: &mut Context<'_>, written: &ast::Grid) -> Vec<bool> {
        let read = grid::read(cx, written, Holds::Candidates);
        for (cell, piece) in read.placed {
            if let Some(set) = candidates(cx, piece) {
                self.add(cx, cell, set, piece.span);
            }
        }
        for piece in read.unplaced {
            candidates(cx, piece);
        }
        read.fits
    }

    /// Adds `candidates r2c2 = 1 4 7`.
    pub(crate) fn add_single(&mut self, cx: &mut Context<'_>, cell: &ast::Cell, values: &[ast::Value]) {
        let place = coordinates::resolve(cx, cell);
        let mut set = ValueSet::EMPTY;
        let mut known = true;
        for value in values {
            match candidates(cx, Piece { span: value.span, reading: Reading::Candidates }) {
                Some(more) if !(set & more).is_empty() => {
                    let shown = cx.alphabet.notation.show_set(set & more);
                    cx.report.push(
                        Diagnostic::new(
                            Code::W0604,
                            format!("the candidate {shown} stands twice"),
                            value.span,
                        )
                        .with_primary_label("again")
                        .with_note("once is enough; perhaps another value is meant"),
                    );
                }
                Some(more) => set = set | more,
                None => known = false,
            }
        }
        let span = values.iter().fold(cell.span, |span, value| span.join(value.span));
        if let (Some(place), true) = (place, known) {
            self.add(cx, place, set, span);
        }
    }

    fn add(&mut self, cx: &mut Context<'_>, cell: Cell, set: ValueSet, span: Span) {
        let Some((_, first)) = self.sets.get(&cell) else {
            self.sets.insert(cell, (set, span));
            return;
        };
        let name = cx.shape.coords(cell);
        cx.report.push(
            Diagnostic::new(Code::E0315, format!("the candidates of {name} are given twice"), span)
                .with_primary_label("again")
                .with_label(*first, format!("the candidates of {name} stand here already"))
                .with_note("join the two lists, or remove one"),
        );
    }

    /// Restricts the board, and gives the place of each cell.
    pub(crate) fn finish(self, board: &mut Board) -> CellSpans {
        let mut spans = Vec::with_capacity(self.sets.len());
        for (cell, (set, span)) in self.sets {
            let restricted = board.restrict(cell, set);
            debug_assert!(restricted.is_ok(), "{restricted:?}");
            spans.push((cell, span));
        }
        CellSpans::from_pairs(spans)
    }
}

/// The candidates of one cell; `None` for all of them and where they cannot be read, which is reported.
fn candidates(cx: &mut Context<'_>, piece: Piece) -> Option<ValueSet> {
    if piece.reading != Reading::Candidates || cx.alphabet.is_lost() {
        return None;
    }
    let run = cx.text.get(piece.span.range()).unwrap_or("");
    match cx.alphabet.read_candidates(run) {
        Ok(set) => Some(set),
        Err(range) => {
            let written = &run[range.clone()];
            let it = cx.alphabet.unknown(Span::from_range(range).shifted(piece.span.start), written, true);
            cx.report.push(it);
            None
        }
    }
}

/// The player's digits: what is given already is left out.
pub(crate) fn state(values: &Values, givens: &Board) -> (Grid, CellSpans) {
    let mut grid = Grid::empty(givens.shape().n_cells());
    let mut spans = Vec::with_capacity(values.placed.len());
    for (cell, value, span) in &values.placed {
        if value.is_none() || givens.given(*cell) != *value {
            grid.set(*cell, *value);
        }
        spans.push((*cell, *span));
    }
    (grid, CellSpans::from_pairs(spans))
}
