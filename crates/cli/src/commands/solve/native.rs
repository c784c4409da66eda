//! `sdkc solve --output sdk`: puzzles in the language, with their solutions as expectations.

use std::{
    io::{self, Write as _},
    sync::atomic::{AtomicU64, Ordering},
};

use sdkc_engine::Grid;
use sdkc_ide::{Entry, tidy_sdk};
use sdkc_puzzle::{Puzzle, Verdict};
use sdkc_render::SdkOptions;

use super::Solved;
use crate::{
    document::named,
    session::unless_interrupted,
    sink::{BIG, broken_off},
};

/// A puzzle in the language. To lay out tens of millions of cells takes many seconds, and cannot be broken off.
pub(super) fn laid_out(
    puzzle: &Puzzle,
    givens: Option<&Grid>,
    solution: Option<&Grid>,
) -> io::Result<String> {
    if puzzle.board.shape().n_cells() < BIG {
        return Ok(tidy_sdk(puzzle, SdkOptions { givens, solution }));
    }
    let (puzzle, givens, solution) = (puzzle.clone(), givens.cloned(), solution.cloned());
    let lay_out = move || {
        let (givens, solution) = (givens.as_ref(), solution.as_ref());
        tidy_sdk(&puzzle, SdkOptions { givens, solution })
    };
    unless_interrupted(lay_out).ok_or_else(broken_off)
}

/// Writes puzzles, and counts those that it could not write.
#[derive(Default)]
pub(super) struct Native {
    n_written: AtomicU64,
    n_invalid: AtomicU64,
    /// Whether what a player has filled in became givens.
    is_from_state: bool,
}

impl Native {
    pub fn new(is_from_state: bool) -> Self {
        Self { is_from_state, ..Self::default() }
    }

    /// The whole puzzle, with what a player has filled in, and its solution as an expectation; the verdict as a comment where there is none.
    pub fn write(
        &self,
        out: &mut dyn io::Write,
        entry: &Entry,
        puzzle: Option<&Puzzle>,
        solved: &Solved,
    ) -> io::Result<()> {
        let Some(puzzle) = puzzle else {
            self.n_invalid.fetch_add(1, Ordering::Relaxed);
            return writeln!(out, "// {}{}", solved.verdict, named(": ", entry));
        };
        self.n_written.fetch_add(1, Ordering::Relaxed);
        let state = entry.puzzle.as_ref().filter(|_| !self.is_from_state).and_then(|it| it.state.clone());
        let mut puzzle = puzzle.clone();
        puzzle.state = state;
        let solution = solved.solution.as_ref().filter(|_| solved.verdict == Verdict::Unique);
        if solution.is_none() {
            writeln!(out, "// {}", solved.verdict)?;
        }
        out.write_all(laid_out(&puzzle, None, solution)?.as_bytes())
    }

    /// Says that what was written holds no puzzle, where it does not: who reads it would wonder.
    pub fn tell(&self) {
        let n_invalid = self.n_invalid.load(Ordering::Relaxed);
        if n_invalid == 0 || self.n_written.load(Ordering::Relaxed) > 0 {
            return;
        }
        let which = if n_invalid == 1 {
            "the puzzle is invalid".to_owned()
        } else {
            format!("all {n_invalid} puzzles are invalid")
        };
        // That standard error cannot be written is nothing to be done about.
        let _ = writeln!(io::stderr(), "sdkc: note: {which}: nothing but comments was written");
    }
}
