//! From the tree of a `.sdk` file to puzzles: resolves shapes, cuts grids into cells, reads values, and says what does
//! not fit (E03), which names do not exist (E0209), which expectations contradict (E0205) and what looks like a
//! slip (W06).
//!
//! Nobody is blamed twice for one mistake, or for what was not written: where the shape is wrong no grid is cut, a row
//! of the wrong length and a row that the parser complained about leave their cells empty, and what follows from those
//! holes is not told ([`Lowered::rules`]).
//!
//! ```
//! let text = "puzzle { block 2\n givens { 12|34\n 34|12\n 21|4.\n 43|21 } }";
//! let lowered = sdkc_lower::lower(&sdkc_syntax::parse(text), text);
//! let puzzle = lowered.puzzles[0].puzzle.as_ref().expect("its shape is known");
//! assert!(lowered.puzzles[0].sound && lowered.diagnostics.is_empty());
//! assert_eq!(puzzle.board.givens().n_filled(), 15);
//! ```

mod alphabet;
mod cells;
mod context;
mod coordinates;
mod cut;
mod decoration;
mod draw;
mod expects;
mod grid;
mod letters;
mod names;
mod puzzle;
mod regions;
mod report;
mod rows;
mod shape;
mod strategy;
mod words;

use sdkc_diagnostics::{Code, Diagnostic};
use sdkc_puzzle::Puzzle;
use sdkc_syntax::{Layout, Parse};

use crate::{report::Report, shape::Room};

/// What a file means.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Lowered {
    /// One for each puzzle of the tree, in file order.
    pub puzzles: Vec<LoweredPuzzle>,
    /// One for each grid of the file, in the order of [`sdkc_syntax::grids`]; `None` where the shape is not known or the
    /// grid does not have it.
    pub layouts: Vec<Option<Layout>>,
    /// What is wrong beyond [`Parse::errors`], in no particular order; each names its puzzle.
    pub diagnostics: Vec<Diagnostic>,
}

/// One puzzle of a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LoweredPuzzle {
    /// The puzzle as far as it could be read; `None` where its shape is not known.
    pub puzzle: Option<Puzzle>,
    /// Whether neither the parser nor the lowering found an error in it. A puzzle that is not sound has holes: it may
    /// be shown, and must not be solved. (Whether its givens keep the rules is asked of [`Lowered::rules`].)
    pub sound: bool,
}

/// Lowers a parsed file; `text` is what was parsed.
#[must_use]
pub fn lower(parse: &Parse, text: &str) -> Lowered {
    let mut lowered = Lowered::default();
    let broken = broken_puzzles(parse);
    let mut room = Room::new();
    for (number, (written, is_broken)) in parse.ast.puzzles.iter().zip(broken).enumerate() {
        let report = Report::new(u32::try_from(number).unwrap_or(u32::MAX));
        let (puzzle, report) = puzzle::lower(written, text, report, &mut lowered.layouts, &mut room);
        let sound = puzzle.is_some() && !is_broken && !written.broken && !report.has_error();
        lowered.puzzles.push(LoweredPuzzle { puzzle, sound });
        lowered.diagnostics.extend(report.into_diagnostics());
    }
    lowered.diagnostics.extend(names::repeated(&parse.ast));
    lowered
}

/// For each puzzle whether the parser found an error in it. An error outside all puzzles concerns them all: an item
/// that it swallowed may belong to any.
fn broken_puzzles(parse: &Parse) -> Vec<bool> {
    let puzzles = &parse.ast.puzzles;
    let mut broken = vec![false; puzzles.len()];
    for error in parse.errors.iter().filter(|error| error.is_error()) {
        let start = error.span.map_or(0, |span| span.start);
        let after = puzzles.partition_point(|puzzle| puzzle.span.start <= start);
        let inside = after.checked_sub(1).filter(|at| start <= puzzles[*at].span.end);
        match inside {
            Some(at) => broken[at] = true,
            None => return vec![true; puzzles.len()],
        }
    }
    broken
}

impl Lowered {
    /// Holds the givens of every puzzle against the rules (E04, W0603), without what follows from holes that were
    /// reported already. Each diagnostic names its puzzle.
    #[must_use]
    pub fn rules(&self) -> Vec<Diagnostic> {
        let known = self.puzzles.iter().enumerate().filter_map(|(number, lowered)| {
            Some((u32::try_from(number).ok()?, lowered.puzzle.as_ref()?, lowered.sound))
        });
        known
            .flat_map(|(number, puzzle, sound)| {
                let found = sdkc_puzzle::rules(puzzle).into_iter();
                found
                    .filter(move |it| sound || !follows_from_holes(it, puzzle))
                    .map(move |it| it.in_puzzle(number))
            })
            .collect()
    }
}

/// Whether a finding of the rules check may come from a hole rather than from the author: too few givens, and a cell
/// without legal values that is written nowhere, so that its own row may be the broken one.
fn follows_from_holes(it: &Diagnostic, puzzle: &Puzzle) -> bool {
    match it.code {
        Code::W0603 => true,
        Code::E0403 => it.span == puzzle.origins.header,
        _ => false,
    }
}
