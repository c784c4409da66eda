//! Random boards with k locked cells, the same for a seed on every machine and in every version.

use rand::{Rng as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;

use crate::{Board, Cell, Shape, ValueSet};

/// A portable random generator (ChaCha with 8 rounds) whose draws are fixed for good: the sampling is written
/// here and not taken from a library that may change it.
#[derive(Clone, Debug)]
pub struct SeededRng(ChaCha8Rng);

impl SeededRng {
    /// The generator of a seed.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self(ChaCha8Rng::seed_from_u64(seed))
    }

    /// The next 64 random bits.
    pub fn next_u64(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// A uniformly random number below `bound`; 0 for a bound of 0. (Lemire, "Fast random integer generation in
    /// an interval", 2019: multiply, and draw again in the biased part.)
    pub fn below(&mut self, bound: usize) -> usize {
        let bound = bound as u64;
        if bound < 2 {
            return 0;
        }
        let threshold = bound.wrapping_neg() % bound;
        loop {
            let product = u128::from(self.0.next_u64()) * u128::from(bound);
            if product as u64 >= threshold {
                return (product >> 64) as usize;
            }
        }
    }

    /// Puts a slice into a uniformly random order (Fisher and Yates).
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }
}

/// What [`random_board`] made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RandomBoard {
    /// The board with the givens that could be placed.
    pub board: Board,
    /// Whether all k were placed: `false` where no empty cell had a legal value left. Such a board has no solution.
    pub complete: bool,
}

/// A board with `n_givens` locked cells: each cell drawn uniformly among the empty ones, its value uniformly among its
/// legal ones. A cell without a legal value is drawn again, and if none has one the board is returned as it is.
///
/// ```
/// use sdkc_board::{Shape, random_board};
/// let made = random_board(&Shape::classic(), 20, 7);
/// assert!(made.complete && made.board.givens().n_filled() == 20);
/// assert_eq!(made, random_board(&Shape::classic(), 20, 7));
/// ```
#[must_use]
pub fn random_board(shape: &Shape, n_givens: usize, seed: u64) -> RandomBoard {
    let mut rng = SeededRng::new(seed);
    let mut board = Board::empty(shape.clone());
    let mut open: Vec<Cell> = shape.cells().collect();
    let mut complete = true;
    for _ in 0..n_givens {
        complete = place_one(&mut board, &mut open, &mut rng);
        if !complete {
            break;
        }
    }
    RandomBoard { board, complete }
}

/// Places one given; `false` where no open cell has a legal value. A cell that has none now will never have one
/// again, since givens only get more: it leaves `open` for good.
fn place_one(board: &mut Board, open: &mut Vec<Cell>, rng: &mut SeededRng) -> bool {
    while !open.is_empty() {
        let cell = open.swap_remove(rng.below(open.len()));
        let legal = board.legal_values(cell).unwrap_or(ValueSet::EMPTY);
        if let Some(value) = legal.iter().nth(rng.below(legal.len())) {
            return board.set_given(cell, Some(value)).is_ok();
        }
    }
    false
}
