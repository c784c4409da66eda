//! How locked cells are drawn: the placement models. Every draw comes from the sample's own generator, so that a seed is
//! the same board on every machine.

use std::{fmt, str::FromStr};

use sdkc_board::{Cell, SeededRng, Shape, Value, ValueSet};

/// A placement model.
///
/// | name | a draw |
/// |---|---|
/// | `legal-value` | a uniformly random cell, then a uniformly random legal value of it; a cell without one is drawn again |
/// | `legal-pair` | a uniformly random cell and value, drawn again until the value is legal |
/// | `sparing` | as `legal-value`, but a value that would leave an empty peer without any is drawn again |
///
/// Where nothing can be drawn any more, the board is *unplaceable*: no solution continues it, and it counts as
/// unsolvable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Model {
    /// A cell, then one of its legal values.
    LegalValue,
    /// A pair of cell and value, rejected until legal.
    LegalPair,
    /// A cell, then one of its legal values that leaves every empty peer one.
    Sparing,
}

impl Model {
    /// All models.
    pub const ALL: &[Self] = &[Self::LegalValue, Self::LegalPair, Self::Sparing];

    /// The name in plans and on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::LegalValue => "legal-value",
            Self::LegalPair => "legal-pair",
            Self::Sparing => "sparing",
        }
    }

    /// A sentence that says what it is.
    #[must_use]
    pub const fn summary(self) -> &'static str {
        match self {
            Self::LegalValue => "A random cell, then a random legal value of it",
            Self::LegalPair => "Random pairs of cell and value, rejected until legal",
            Self::Sparing => "As legal-value, but no empty peer is left without a value",
        }
    }
}

impl fmt::Display for Model {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Model {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let found = Self::ALL.iter().copied().find(|model| model.name() == text);
        found.ok_or_else(|| {
            let known: Vec<&str> = Self::ALL.iter().map(|model| model.name()).collect();
            format!("`{text}` is none of {}", known.join(", "))
        })
    }
}

/// How often a pair is drawn blindly before the legal pairs are counted out. Both ways have the same distribution.
const BLIND_DRAWS: usize = 64;

/// Draws boards of one shape, one after the other, without allocating.
///
/// ```
/// use sdkc_study::{Model, Placer};
/// use sdkc_board::Shape;
/// let mut placer = Placer::new(&Shape::classic());
/// assert_eq!(placer.draw(Model::LegalValue, false, 20, 7), 20);
/// assert_eq!(placer.numbers().iter().filter(|number| **number > 0).count(), 20);
/// ```
pub struct Placer {
    shape: Shape,
    cells: Vec<Cell>,
    /// The units of each cell, `per_cell` numbers a cell.
    units: Vec<u32>,
    per_cell: usize,
    /// The values that each unit holds.
    held: Vec<ValueSet>,
    numbers: Vec<u8>,
    /// The cells that may be drawn.
    open: Vec<Cell>,
}

impl Placer {
    /// A placer for boards of this shape.
    #[must_use]
    pub fn new(shape: &Shape) -> Self {
        let cells: Vec<Cell> = shape.cells().collect();
        let units =
            cells.iter().flat_map(|cell| shape.units_of(*cell)).map(|unit| unit.index() as u32).collect();
        Self {
            per_cell: shape.n_dims() + usize::from(shape.has_blocks()),
            held: vec![ValueSet::EMPTY; shape.n_units()],
            numbers: vec![0; cells.len()],
            open: Vec::with_capacity(cells.len()),
            shape: shape.clone(),
            cells,
            units,
        }
    }

    /// Draws a board; says how many draws succeeded, which is fewer than `locked` for an unplaceable board.
    pub fn draw(&mut self, model: Model, repeat: bool, locked: usize, seed: u64) -> usize {
        self.held.fill(ValueSet::EMPTY);
        self.numbers.fill(0);
        self.open.clear();
        self.open.extend_from_slice(&self.cells);
        let mut rng = SeededRng::new(seed);
        (0..locked).take_while(|_| self.draw_one(model, repeat, &mut rng)).count()
    }

    /// The board that was drawn, in reading order; 0 is empty.
    #[must_use]
    pub fn numbers(&self) -> &[u8] {
        &self.numbers
    }

    fn draw_one(&mut self, model: Model, repeat: bool, rng: &mut SeededRng) -> bool {
        match model {
            Model::LegalPair => self.draw_pair(repeat, rng),
            Model::LegalValue | Model::Sparing => self.draw_cell(model == Model::Sparing, repeat, rng),
        }
    }

    /// A cell that has no value now: without repeats it never will have one again and leaves `open` for good, as does a
    /// cell that is filled. With repeats it only steps aside for this draw.
    fn draw_cell(&mut self, sparing: bool, repeat: bool, rng: &mut SeededRng) -> bool {
        let mut left = self.open.len();
        while left > 0 {
            let at = rng.below(left);
            left -= 1;
            self.open.swap(at, left);
            let cell = self.open[left];
            if !repeat {
                self.open.truncate(left);
            }
            let mut values = self.legal(cell);
            if sparing {
                values = values - self.last_values(cell);
            }
            if let Some(value) = values.iter().nth(rng.below(values.len())) {
                self.put(cell, value);
                return true;
            }
        }
        false
    }

    fn draw_pair(&mut self, repeat: bool, rng: &mut SeededRng) -> bool {
        let side = self.shape.side();
        for _ in 0..BLIND_DRAWS {
            let at = rng.below(self.open.len());
            let (Some(cell), Some(value)) = (self.open.get(at).copied(), Value::from_index(rng.below(side)))
            else {
                return false;
            };
            if self.legal(cell).contains(value) {
                self.put_pair(at, value, repeat);
                return true;
            }
        }
        let total = self.open.iter().map(|cell| self.legal(*cell).len()).sum();
        let mut chosen = rng.below(total);
        for at in 0..self.open.len() {
            let legal = self.legal(self.open[at]);
            if let Some(value) = legal.iter().nth(chosen) {
                self.put_pair(at, value, repeat);
                return true;
            }
            chosen -= legal.len();
        }
        false
    }

    fn put_pair(&mut self, at: usize, value: Value, repeat: bool) {
        self.put(self.open[at], value);
        if !repeat {
            self.open.swap_remove(at);
        }
    }

    fn units(&self, cell: Cell) -> &[u32] {
        &self.units[cell.index() * self.per_cell..][..self.per_cell]
    }

    /// The values that no peer holds. What the cell itself holds is no obstacle.
    fn legal(&self, cell: Cell) -> ValueSet {
        let held =
            self.units(cell).iter().fold(ValueSet::EMPTY, |held, unit| held | self.held[*unit as usize]);
        let own = Value::new(self.numbers[cell.index()]).map_or(ValueSet::EMPTY, ValueSet::only);
        ValueSet::full(self.shape.side() as u8) - (held - own)
    }

    /// The values that an empty peer of the cell has left as its only one: taking one would leave that peer without any.
    fn last_values(&self, cell: Cell) -> ValueSet {
        let empty = self.shape.peers(cell).filter(|peer| self.numbers[peer.index()] == 0);
        let legal = empty.map(|peer| self.legal(peer)).filter(|legal| legal.len() == 1);
        legal.fold(ValueSet::EMPTY, |last, legal| last | legal)
    }

    fn put(&mut self, cell: Cell, value: Value) {
        let old = Value::new(self.numbers[cell.index()]);
        for at in 0..self.per_cell {
            let held = &mut self.held[self.units[cell.index() * self.per_cell + at] as usize];
            if let Some(old) = old {
                held.remove(old);
            }
            held.insert(value);
        }
        self.numbers[cell.index()] = value.number();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sdkc_board::random_board;

    fn shapes() -> Vec<Shape> {
        [&[2, 2][..], &[3, 3], &[1, 5], &[2, 2, 2]].map(|block| Shape::boxed(block).unwrap()).to_vec()
    }

    #[test]
    fn the_first_model_is_the_board_crates_random_board() {
        for shape in shapes() {
            let mut placer = Placer::new(&shape);
            for seed in 0..50 {
                for locked in [0, 5, shape.n_cells() / 2, shape.n_cells()] {
                    let placed = placer.draw(Model::LegalValue, false, locked, seed);
                    let made = random_board(&shape, locked, seed);
                    assert_eq!(placer.numbers(), made.board.givens().numbers());
                    assert_eq!(placed == locked, made.complete);
                }
            }
        }
    }

    #[test]
    fn drawn_boards_break_no_rule() {
        for shape in shapes() {
            let mut placer = Placer::new(&shape);
            for (model, repeat) in Model::ALL.iter().flat_map(|model| [(*model, false), (*model, true)]) {
                for seed in 0..40 {
                    let locked = seed as usize % (shape.n_cells() + 1);
                    let placed = placer.draw(model, repeat, locked, seed);
                    let filled = placer.numbers().iter().filter(|number| **number > 0).count();
                    assert!(placed <= locked && filled <= placed && (repeat || filled == placed));
                    let given = |cell: Cell| placer.numbers()[cell.index()];
                    let clash = shape.cells().find(|cell| {
                        given(*cell) > 0 && shape.peers(*cell).any(|peer| given(peer) == given(*cell))
                    });
                    assert_eq!(clash, None, "{model} {repeat} {seed}");
                }
            }
        }
    }

    #[test]
    fn a_sparing_board_leaves_every_cell_a_value() {
        let shape = Shape::classic();
        let mut placer = Placer::new(&shape);
        for seed in 0..200 {
            placer.draw(Model::Sparing, false, 60, seed);
            assert!(placer.cells.iter().all(|cell| !placer.legal(*cell).is_empty()));
        }
    }

    /// On a 4×4 board with two draws, all legal pairs come equally often: a chi-squared test with a fixed seed.
    #[test]
    fn pairs_are_uniform() {
        let mut placer = Placer::new(&Shape::hypercube(2, 2).unwrap());
        let mut seen = std::collections::BTreeMap::<Vec<u8>, u32>::new();
        let n = 60_000_u32;
        for seed in 0..n {
            placer.draw(Model::LegalPair, false, 1, u64::from(seed));
            *seen.entry(placer.numbers().to_vec()).or_default() += 1;
        }
        assert_eq!(seen.len(), 16 * 4);
        let expected = f64::from(n) / 64.0;
        let chi2: f64 = seen.values().map(|count| (f64::from(*count) - expected).powi(2) / expected).sum();
        assert!(chi2 < 103.4, "{chi2} is over the 99.9 % quantile of 63 degrees of freedom");
    }
}
