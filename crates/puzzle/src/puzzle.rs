//! The puzzle itself.

use sdkc_board::{Board, Grid};

use crate::{Expect, ExpectKind, Meta, Notation, Origins, StrategySpec};

/// One puzzle of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Puzzle {
    /// Its name.
    pub name: Option<String>,
    /// What is said about it.
    pub meta: Meta,
    /// How it writes its values.
    pub notation: Notation,
    /// The board: shape, givens, candidates, constraints.
    pub board: Board,
    /// Digits placed by a player, givens not included: kept and shown, ignored by the solver.
    pub state: Option<Grid>,
    /// The strategy it asks for.
    pub strategy: StrategySpec,
    /// The facts it claims.
    pub expects: Vec<Expect>,
    /// Where its parts stand in the text.
    pub origins: Origins,
}

impl Puzzle {
    /// A puzzle that is nothing but a board.
    ///
    /// ```
    /// use sdkc_board::{Board, Shape};
    /// use sdkc_puzzle::Puzzle;
    /// let puzzle = Puzzle::new(Board::empty(Shape::classic()));
    /// assert!(puzzle.expects.is_empty() && puzzle.notation.width() == 1);
    /// ```
    #[must_use]
    pub fn new(board: Board) -> Self {
        Self {
            name: None,
            meta: Meta::default(),
            notation: Notation::numbers(board.shape().side()),
            board,
            state: None,
            strategy: StrategySpec::default(),
            expects: Vec::new(),
            origins: Origins::default(),
        }
    }

    /// The least and the largest number of solutions that keep all expectations: `(0, u64::MAX)` where none says
    /// anything about solutions.
    #[must_use]
    pub fn expected_solutions(&self) -> (u64, u64) {
        let ranges = self.expects.iter().filter_map(|expect| expect.kind.solution_range());
        ranges.fold((0, u64::MAX), |(low, high), (at_least, at_most)| (low.max(at_least), high.min(at_most)))
    }

    /// Whether an expectation says something about the number of solutions.
    #[must_use]
    pub fn expects_solutions(&self) -> bool {
        self.expects.iter().any(|expect| expect.kind.solution_range().is_some())
    }

    /// Whether more than one solution would be what the author says.
    #[must_use]
    pub fn may_have_several(&self) -> bool {
        self.expects.iter().any(|expect| match &expect.kind {
            ExpectKind::Unsolvable => true,
            kind => kind.solution_range().is_some_and(|(_, most)| most > 1),
        })
    }
}
