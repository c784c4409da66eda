//! Solutions that look the same after a move: some cells change places in pairs, and so do the values.
//!
//! A board with few givens in three dimensions with blocks of length 2 is hard to search; if only solutions with a
//! symmetry count, half of the options are gone and each given says two cells. Which symmetry some solution has is not
//! known. So moves of the cells are drawn at random; the givens say which values may be partners then, mostly none,
//! and that is seen from one mask a given. What is left is searched.

use sdkc_board::{Board, SeededRng, Shape, ValueSet};

use super::{Link, Mates, Structure};

/// Moves that are drawn before one call gives up: about a millisecond.
const DRAWS: usize = 200;
/// Boards with more cells are left alone.
const MOST_CELLS: usize = 1 << 12;
/// Steps of the search for partners before a move is given up.
const STEPS: usize = 500;

/// Random symmetries of a board's shape that its givens do not contradict.
pub(crate) struct Symmetries {
    shape: Shape,
    /// Cell and value of the givens.
    givens: Vec<(u32, u8)>,
    /// By cell, the values that it may have as far as givens say.
    legal: Vec<u128>,
    rng: SeededRng,
}

impl Symmetries {
    /// `None` for shapes that have nothing to gain.
    pub(crate) fn new(board: &Board, seed: u64) -> Option<Self> {
        let shape = board.shape();
        let all_two = shape.block_lengths()?.iter().all(|length| *length == 2);
        if !all_two || shape.n_dims() < 3 || shape.n_cells() > MOST_CELLS {
            return None;
        }
        Some(Self {
            shape: shape.clone(),
            givens: board
                .givens()
                .filled()
                .map(|(cell, value)| (cell.index() as u32, value.index() as u8))
                .collect(),
            legal: shape
                .cells()
                .map(|cell| {
                    board.given(cell).map_or(board.legal_values(cell), |given| Some(ValueSet::only(given)))
                })
                .map(|legal| legal.unwrap_or_default().bits())
                .collect(),
            rng: SeededRng::new(seed),
        })
    }

    /// The next symmetry.
    pub(crate) fn draw(&mut self) -> Option<Structure> {
        (0..DRAWS).find_map(|_| {
            let partner_of = self.cells();
            let companions = self.values(&partner_of)?;
            Some(Structure { links: vec![Link { mates: Mates::Partner(partner_of), companions }] })
        })
    }

    /// Where each cell goes: along at least one axis all coordinates change places, the two of a band or those of two
    /// bands, so that no cell stays.
    fn cells(&mut self) -> Vec<u32> {
        let (n_dims, side) = (self.shape.n_dims(), self.shape.side());
        let moving = 1 + self.rng.below((1 << n_dims) - 1);
        let moves: Vec<Vec<usize>> = (0..n_dims)
            .map(|axis| if moving >> axis & 1 == 1 { self.coordinates(side) } else { (0..side).collect() })
            .collect();
        let strides: Vec<usize> = (0..n_dims).map(|axis| self.shape.stride(axis) as usize).collect();
        let moved = self.shape.cells().map(|cell| {
            let coords = self.shape.coords(cell);
            coords
                .iter()
                .enumerate()
                .map(|(axis, at)| moves[axis][usize::from(*at)] * strides[axis])
                .sum::<usize>() as u32
        });
        moved.collect()
    }

    /// Pairs of coordinates along one axis.
    fn coordinates(&mut self, side: usize) -> Vec<usize> {
        let n_bands = side / 2;
        let shift = self.rng.below(n_bands);
        let mut moves = vec![0; side];
        for band in (0..n_bands).filter(|band| *band <= band ^ shift) {
            let other = band ^ shift;
            let flip = if shift == 0 { 1 } else { self.rng.below(2) };
            for place in 0..2 {
                let (here, there) = (2 * band + place, 2 * other + (place ^ flip));
                (moves[here], moves[there]) = (there, here);
            }
        }
        moves
    }

    /// Pairs of values such that no given's partner clashes with the givens, drawn at random; `None` if there are none.
    fn values(&mut self, partner_of: &[u32]) -> Option<Vec<u128>> {
        let side = self.shape.side();
        let mut allowed: Vec<u128> =
            (0..side).map(|value| ValueSet::full(side as u8).bits() & !(1 << value)).collect();
        for (cell, value) in &self.givens {
            allowed[usize::from(*value)] &= self.legal[partner_of[*cell as usize] as usize];
        }
        for value in 0..side {
            let mutual = (0..side).filter(|other| allowed[*other] >> value & 1 == 1);
            allowed[value] &= mutual.fold(0, |bits, other| bits | 1 << other);
        }
        let mut companions = vec![0; side];
        let mut steps = STEPS;
        self.pair_up(&allowed, &mut companions, &mut steps).then_some(companions)
    }

    /// Pairs the values that have no companion yet, the one with the fewest choices first. Goes as deep as there are
    /// pairs.
    fn pair_up(&mut self, allowed: &[u128], companions: &mut [u128], steps: &mut usize) -> bool {
        let open = companions.iter().enumerate().filter(|(_, companion)| **companion == 0);
        let open = open.fold(0_u128, |bits, (value, _)| bits | 1 << value);
        let values = (0..allowed.len()).filter(|value| open >> value & 1 == 1);
        let Some(value) = values.min_by_key(|value| (allowed[*value] & open).count_ones()) else {
            return true;
        };
        let mut choices: Vec<usize> =
            (0..allowed.len()).filter(|other| (allowed[value] & open) >> other & 1 == 1).collect();
        self.rng.shuffle(&mut choices);
        for other in choices {
            if *steps == 0 {
                return false;
            }
            *steps -= 1;
            (companions[value], companions[other]) = (1 << other, 1 << value);
            if self.pair_up(allowed, companions, steps) {
                return true;
            }
            (companions[value], companions[other]) = (0, 0);
        }
        false
    }
}
