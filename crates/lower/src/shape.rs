//! The shape that a puzzle asks for with `dimensions`, `block` and `regions`.
//!
//! Sizes are checked by arithmetic before anything is allocated. Where an item is wrong, or could not be read by the
//! parser, there is no shape, and whoever would need it keeps quiet.

use sdkc_board::{MAX_CELLS, MAX_DIMS, MAX_SIDE, Shape, ShapeError};
use sdkc_diagnostics::{Code, Diagnostic, Span};
use sdkc_syntax::{Keyword, ast, ast::ItemKind};

use crate::{
    regions::{self, RegionsGrid},
    report::Report,
    words::{bytes, grouped, plural, short},
};

/// What came out of the items about shape.
#[derive(Debug, Default)]
pub(crate) struct Resolved {
    /// The shape; `None` where an item about it is wrong.
    pub(crate) shape: Option<Shape>,
    /// The item that fixed it, where there is one.
    pub(crate) span: Option<Span>,
    /// The side of the `regions` grid, where its rows could be cut: for its layout.
    pub(crate) regions_side: Option<usize>,
}

/// The cells that the boards of one file may have beyond what is written of them: a few words make a board of millions.
#[derive(Debug)]
pub(crate) struct Room {
    n_cells: usize,
}

impl Room {
    /// Two boards of the largest size.
    const MOST: usize = 2 * MAX_CELLS;

    pub(crate) const fn new() -> Self {
        Self { n_cells: Self::MOST }
    }

    /// Whether there is room for one more board; where there is none, that is reported.
    pub(crate) fn takes(
        &mut self,
        puzzle: &ast::Puzzle,
        resolved: &Resolved,
        shape: &Shape,
        report: &mut Report,
    ) -> bool {
        let n_cells = shape.n_cells().saturating_sub(puzzle.span.len() as usize);
        if let Some(left) = self.n_cells.checked_sub(n_cells) {
            self.n_cells = left;
            return true;
        }
        let most = grouped(Self::MOST as u128);
        report.push(
            Diagnostic::new(
                Code::E0303,
                format!("the boards of this file are too large together: they have more than {most} cells"),
                resolved.span.unwrap_or(puzzle.keyword),
            )
            .with_primary_label(format!("{} cells", grouped(shape.n_cells() as u128)))
            .with_note("write this puzzle into a file of its own"),
        );
        false
    }
}

/// An item about shape was wrong, which has been reported.
#[derive(Clone, Copy, Debug)]
struct Wrong;

/// Finds the shape of a puzzle.
pub(crate) fn resolve(puzzle: &ast::Puzzle, text: &str, report: &mut Report) -> Resolved {
    let first = |word| puzzle.items.iter().find(|item| item.word == word && !item.repeated);
    let (dims_item, block_item) = (first(Keyword::Dimensions), first(Keyword::Block));
    let dims = dims_item.map(|item| dimensions(item, text, report));
    if let Some(item) = first(Keyword::Regions) {
        return with_regions(item, block_item, dims_item.zip(dims), text, report);
    }
    let lengths = block_item.map(|item| block_lengths(item, text, report));
    let shape = match (dims, lengths) {
        (Some(Err(Wrong)), _) | (_, Some(Err(Wrong))) => None,
        (dims, lengths) => {
            let written = Written { dims_item, block_item };
            let dims = dims.and_then(Result::ok);
            lengths_on_axes(dims, lengths.and_then(Result::ok), &written, report)
                .and_then(|lengths| build(&lengths, &written, report))
        }
    };
    Resolved { shape, span: block_item.or(dims_item).map(|item| item.span), regions_side: None }
}

/// The items that say how large the board is.
struct Written<'p> {
    dims_item: Option<&'p ast::Item>,
    block_item: Option<&'p ast::Item>,
}

fn dimensions(item: &ast::Item, text: &str, report: &mut Report) -> Result<usize, Wrong> {
    let ItemKind::Dimensions(number) = &item.kind else { return Err(Wrong) };
    let dims = number.value.and_then(|value| usize::try_from(value).ok());
    if let Some(dims) = dims.filter(|dims| (2..=MAX_DIMS).contains(dims)) {
        return Ok(dims);
    }
    let written = text.get(number.span.range()).unwrap_or("");
    let too_few = dims.is_some_and(|dims| dims < 2) || written.starts_with('-');
    let note = if too_few {
        "a flat board has 2 dimensions, which is also the default"
    } else {
        "the layers of a board of more than two dimensions are written `layer (1) { … }`"
    };
    let it = Diagnostic::new(
        Code::E0301,
        format!("a board has 2 to {MAX_DIMS} dimensions, not {}", short(written)),
        number.span,
    )
    .with_note(note);
    report.push(if too_few { it.with_fix("Write `dimensions 2`", number.span, "2") } else { it });
    Err(Wrong)
}

/// The lengths of a block as written, none of them 0 and not all of them 1.
fn block_lengths(item: &ast::Item, text: &str, report: &mut Report) -> Result<Vec<u64>, Wrong> {
    let ItemKind::Block(lengths) = &item.kind else { return Err(Wrong) };
    let written = |number: &ast::Number| text.get(number.span.range()).unwrap_or("");
    let bad = lengths.each.iter().find(|each| each.value == Some(0) || written(each).starts_with('-'));
    if let Some(number) = bad {
        report.push(
            Diagnostic::new(Code::E0302, format!("a block cannot be {} cells long", short(written(number))), number.span)
                .with_note("`block 3` makes a 9×9 board, `block 2x3` a 6×6 board of blocks 2 rows high and 3 columns wide"),
        );
        return Err(Wrong);
    }
    // What does not fit into 64 bits is far too large in any case.
    let each: Vec<u64> = lengths.each.iter().map(|number| number.value.unwrap_or(u64::MAX)).collect();
    if each.iter().all(|length| *length == 1) {
        report.push(
            Diagnostic::new(Code::E0302, "a block of one cell makes a board of one cell", lengths.span)
                .with_note(
                    "the smallest block is 2; for a board without blocks (a Latin square) write `block 1x7`",
                ),
        );
        return Err(Wrong);
    }
    Ok(each)
}

/// One length for each axis.
fn lengths_on_axes(
    dims: Option<usize>,
    lengths: Option<Vec<u64>>,
    written: &Written<'_>,
    report: &mut Report,
) -> Option<Vec<u64>> {
    let lengths = lengths.unwrap_or_else(|| vec![3]);
    let (Some(block), n_lengths) = (written.block_item, lengths.len()) else {
        return Some(vec![lengths[0]; dims.unwrap_or(2)]);
    };
    if n_lengths == 1 {
        return Some(vec![lengths[0]; dims.unwrap_or(2)]);
    }
    if n_lengths > MAX_DIMS {
        report.push(
            Diagnostic::new(
                Code::E0301,
                format!(
                    "a block of {n_lengths} lengths makes {n_lengths} dimensions; a board has 2 to {MAX_DIMS}"
                ),
                block.span,
            )
            .with_note("a block has one length for each dimension, or a single one for all: `block 2`"),
        );
        return None;
    }
    match (dims, written.dims_item) {
        (Some(dims), Some(item)) if dims != n_lengths => {
            report.push(count_mismatch(dims, item, &lengths, block));
            None
        }
        _ => Some(lengths),
    }
}

fn count_mismatch(dims: usize, dims_item: &ast::Item, lengths: &[u64], block: &ast::Item) -> Diagnostic {
    let n_lengths = lengths.len();
    let (place, label_at, words) = if block.span > dims_item.span {
        (block.span, dims_item.span, (format!("{n_lengths} lengths"), format!("{dims} dimensions")))
    } else {
        (dims_item.span, block.span, (format!("{dims} dimensions"), format!("{n_lengths} lengths")))
    };
    let mut it = Diagnostic::new(
        Code::E0313,
        format!("a block of {n_lengths} lengths on a board of {dims} dimensions"),
        place,
    )
    .with_primary_label(words.0)
    .with_label(label_at, words.1)
    .with_note(format!("a block has one length for each dimension ({dims}), or a single one for all"));
    if let [first, rest @ ..] = lengths
        && rest.iter().all(|length| length == first)
    {
        it = it.with_fix(format!("Write `block {first}`"), block.span, format!("block {first}"));
    }
    it.with_fix(format!("Write `dimensions {n_lengths}`"), dims_item.span, format!("dimensions {n_lengths}"))
}

fn build(lengths: &[u64], written: &Written<'_>, report: &mut Report) -> Option<Shape> {
    // A length over the side is refused below whatever it is.
    let clamped: Vec<usize> =
        lengths.iter().map(|length| usize::try_from(*length).unwrap_or(usize::MAX)).collect();
    match Shape::boxed(&clamped) {
        Ok(shape) => Some(shape),
        Err(ShapeError::Side { .. } | ShapeError::TooLarge { .. }) => {
            report.push(too_large(lengths, written));
            None
        }
        Err(error) => {
            let span = written.block_item.or(written.dims_item).map(|item| item.span);
            report.push(Diagnostic::new(Code::E0302, error.to_string(), span));
            None
        }
    }
}

fn too_large(lengths: &[u64], written: &Written<'_>) -> Diagnostic {
    let n_dims = lengths.len();
    let side = lengths.iter().fold(1_u128, |side, length| side.saturating_mul(u128::from(*length)));
    let cells = side.saturating_pow(u32::try_from(n_dims).unwrap_or(u32::MAX));
    // A byte for the value and a bit for each candidate.
    let need = cells.saturating_mul(side.div_ceil(8).saturating_add(1));
    let place = written.block_item.or(written.dims_item).map(|item| item.span);
    let mut it = Diagnostic::new(
        Code::E0303,
        format!(
            "a board of side {} in {n_dims} dimensions is too large: it has {} cells and takes {}",
            grouped(side),
            grouped(cells),
            bytes(need)
        ),
        place,
    )
    .with_primary_label(format!("side {}", grouped(side)));
    if let (Some(item), Some(_)) = (written.dims_item, written.block_item) {
        it = it.with_label(item.span, format!("{n_dims} dimensions"));
    }
    let most = grouped(MAX_CELLS as u128);
    it = it.with_note(format!("the largest side is {MAX_SIDE}, and the largest board has {most} cells"));
    let fits = |block: &u128| {
        let side = block.saturating_pow(u32::try_from(n_dims).unwrap_or(u32::MAX));
        side <= MAX_SIDE as u128 && side.saturating_pow(n_dims as u32) <= MAX_CELLS as u128
    };
    match (2..=11_u128).rev().find(fits) {
        Some(block) => {
            it.with_note(format!("the largest single block length for {n_dims} dimensions is {block}"))
        }
        None => it,
    }
}

/// The shape of a puzzle with `regions`.
fn with_regions(
    item: &ast::Item,
    block: Option<&ast::Item>,
    dims: Option<(&ast::Item, Result<usize, Wrong>)>,
    text: &str,
    report: &mut Report,
) -> Resolved {
    if let Some(block) = block {
        report.push(
            Diagnostic::new(
                Code::E0313,
                "`regions` replaces the blocks, so `block` cannot stand beside it",
                block.span,
            )
            .with_label(item.keyword, "the regions")
            .with_note(
                "remove one of the two: the side of the board is the length of the first row of `regions`",
            )
            .with_fix("Remove `block`", block.span, ""),
        );
    }
    let mut resolved = Resolved { shape: None, span: Some(item.span), regions_side: None };
    let flat = match dims {
        Some((dims_item, Ok(dims))) if dims != 2 => {
            report.push(
                Diagnostic::new(
                    Code::E0313,
                    format!("`regions` divides a flat board, not one of {}", plural(dims, "dimension")),
                    dims_item.span,
                )
                .with_label(item.keyword, "the regions")
                .with_note("remove `dimensions`, or replace `regions` by `block`")
                .with_fix("Remove `dimensions`", dims_item.span, ""),
            );
            false
        }
        _ => true,
    };
    let ItemKind::Regions(grid) = &item.kind else { return resolved };
    let RegionsGrid { side, regions } = regions::read(grid, text, report);
    report.end_item();
    resolved.regions_side = side;
    resolved.shape = regions.filter(|_| flat).map(Shape::jigsaw);
    resolved
}
