//! Random boards in both worlds at once: as the engine takes them and as the oracle does, made from the same numbers.

use sdkc_board::{Board, Constraint, Regions, SeededRng, Shape, Value, ValueSet, closed_form};

use super::{Oracle, OracleShape};

/// What kind of board: a row of the table has a name, the shape, and how many solutions are worth counting.
#[derive(Clone, Debug)]
pub struct Kind {
    /// As reports name it.
    pub name: &'static str,
    shape: KindShape,
    /// How many solutions are counted.
    pub limit: usize,
    /// Of 100 cells, how many are given at least and at most.
    givens: (usize, usize),
    /// How often it is drawn.
    pub weight: usize,
}

#[derive(Clone, Copy, Debug)]
enum KindShape {
    Blocks(&'static [usize]),
    Jigsaw(usize),
}

macro_rules! kinds {
    ($($name:literal $shape:expr, limit $limit:literal, givens $least:literal..$most:literal, weight $weight:literal;)*) => {
        &[$(Kind { name: $name, shape: $shape, limit: $limit, givens: ($least, $most), weight: $weight },)*]
    };
}

/// All kinds of boards that are compared.
pub const KINDS: &[Kind] = kinds! {
    "4x4" KindShape::Blocks(&[2, 2]), limit 300, givens 0..60, weight 20;
    "6x6" KindShape::Blocks(&[2, 3]), limit 60, givens 15..50, weight 15;
    "9x9" KindShape::Blocks(&[3, 3]), limit 20, givens 24..45, weight 25;
    "16x16" KindShape::Blocks(&[4, 4]), limit 3, givens 50..65, weight 4;
    "3-D 8x8x8" KindShape::Blocks(&[2, 2, 2]), limit 3, givens 35..60, weight 3;
    "3-D 4x4x4" KindShape::Blocks(&[2, 2, 1]), limit 30, givens 10..40, weight 8;
    "4-D 4x4x4x4" KindShape::Blocks(&[2, 2, 1, 1]), limit 10, givens 15..40, weight 5;
    "Latin 5x5" KindShape::Blocks(&[1, 5]), limit 60, givens 20..60, weight 5;
    "jigsaw 5x5" KindShape::Jigsaw(5), limit 60, givens 5..50, weight 8;
    "jigsaw 7x7" KindShape::Jigsaw(7), limit 20, givens 20..50, weight 7;
};

/// A board and its twin.
#[derive(Clone, Debug)]
pub struct Twins {
    /// For the engine.
    pub board: Board,
    /// For the oracle.
    pub oracle: Oracle,
}

impl Kind {
    /// The kind that is drawn by `rng`, by weight.
    #[must_use]
    pub fn draw(rng: &mut SeededRng) -> &'static Self {
        let mut at = rng.below(KINDS.iter().map(|kind| kind.weight).sum());
        KINDS
            .iter()
            .find(|kind| {
                let here = at < kind.weight;
                at = at.saturating_sub(kind.weight);
                here
            })
            .expect("the draw is below the sum of the weights")
    }

    /// A random board of this kind: some made of a solution, some of these with just enough givens to be unique, some
    /// with a given exchanged, some of legal values at random; small ones now and then with candidates, all-different
    /// sets or inequalities.
    #[must_use]
    pub fn random(&self, rng: &mut SeededRng) -> Twins {
        let (shape, oracle, solution) = self.solved(rng);
        let (least, most) = self.givens;
        let n_givens = shape.n_cells() * (least + rng.below(most - least + 1)) / 100;
        let values = match rng.below(6) {
            0 => sdkc_board::random_board(&shape, n_givens / 2, rng.next_u64()).board.givens().numbers(),
            1 => {
                let mut values = some_of(&solution, n_givens, rng);
                let at = rng.below(values.len());
                exchange_one(&shape, &mut values, at, rng);
                values
            }
            2 => some_of(&solution, n_givens, rng),
            other => {
                let mut values =
                    sharpened(&oracle, &solution, some_of(&solution, n_givens * 2 / 3, rng), rng);
                if other == 3 {
                    let at = rng.below(values.len());
                    exchange_one(&shape, &mut values, at, rng);
                }
                values
            }
        };
        let mut twins = Twins { board: board_of(&shape, &values), oracle: oracle.with_givens(&values) };
        if shape.n_cells() <= 64 {
            extra_rules(&mut twins, rng);
        }
        twins
    }

    /// A shape of this kind, its oracle and a random solution.
    fn solved(&self, rng: &mut SeededRng) -> (Shape, Oracle, Vec<u8>) {
        loop {
            let (shape, twin) = match self.shape {
                KindShape::Blocks(lengths) => {
                    let shape = Shape::boxed(lengths).expect("the table's blocks fit");
                    (shape, OracleShape::Blocks(lengths.to_vec()))
                }
                KindShape::Jigsaw(side) => {
                    let labels = random_regions(side, rng);
                    let regions = Regions::new(&labels).expect("exchanges keep every region's size");
                    (Shape::jigsaw(regions), OracleShape::Regions(labels))
                }
            };
            let oracle = Oracle::new(&twin);
            let solution = match closed_form(&shape) {
                Some(grid) => Some(scrambled(&shape, &grid.numbers(), rng)),
                None => solved_from_scratch(&shape, &oracle, rng),
            };
            // Some regions have no solution at all; straight rows, which are drawn too, always have.
            if let Some(solution) = solution {
                return (shape, oracle, solution);
            }
        }
    }
}

fn board_of(shape: &Shape, values: &[u8]) -> Board {
    let mut board = Board::empty(shape.clone());
    for (cell, value) in shape.cells().zip(values) {
        board.set_given(cell, Value::new(*value)).expect("values are of the board");
    }
    board
}

/// Some cells of a solution.
fn some_of(solution: &[u8], n_givens: usize, rng: &mut SeededRng) -> Vec<u8> {
    let mut order: Vec<usize> = (0..solution.len()).collect();
    rng.shuffle(&mut order);
    let mut values = vec![0; solution.len()];
    for cell in order.iter().take(n_givens) {
        values[*cell] = solution[*cell];
    }
    values
}

/// Gives more cells of the solution, each where another solution differs from it, until there is no other.
fn sharpened(oracle: &Oracle, solution: &[u8], mut values: Vec<u8>, rng: &mut SeededRng) -> Vec<u8> {
    loop {
        let others = oracle.clone().with_givens(&values).solve(2, 5_000).solutions;
        let Some(other) = others.iter().find(|other| *other != solution) else {
            return values;
        };
        let differing: Vec<usize> =
            (0..solution.len()).filter(|cell| other[*cell] != solution[*cell]).collect();
        let cell = differing[rng.below(differing.len())];
        values[cell] = solution[cell];
    }
}

/// Puts another legal value into a cell.
fn exchange_one(shape: &Shape, values: &mut [u8], at: usize, rng: &mut SeededRng) {
    let old = std::mem::take(&mut values[at]);
    let cell = shape.cell_at(at).expect("inside");
    let mut legal = board_of(shape, values).legal_values(cell).expect("just emptied");
    if let Some(old) = Value::new(old) {
        legal.remove(old);
    }
    let drawn = legal.iter().nth(rng.below(legal.len()));
    values[at] = drawn.map_or(old, Value::number);
}

/// Now and then candidates, an all-different set, an inequality: the rules that come through the API only.
fn extra_rules(twins: &mut Twins, rng: &mut SeededRng) {
    let cells: Vec<_> = twins.board.shape().cells().collect();
    let side = twins.board.shape().side();
    if rng.below(3) == 0 {
        for _ in 0..2 {
            let cell = cells[rng.below(cells.len())];
            let set = ValueSet::from_bits(u128::from(rng.next_u64())) & ValueSet::full(side as u8);
            twins.board.restrict(cell, set).expect("inside");
            let allowed: Vec<u8> = set.iter().map(Value::number).collect();
            twins.oracle.allow(cell.index(), &allowed);
        }
    }
    if rng.below(3) == 0 {
        let mut some = cells.clone();
        rng.shuffle(&mut some);
        some.truncate(2 + rng.below(side - 1));
        twins.oracle.distinct(some.iter().map(|cell| cell.index()).collect());
        twins.board.add_constraint(Constraint::Distinct(some.into())).expect("distinct cells inside");
    }
    if rng.below(6) == 0 {
        let mut some = cells.clone();
        rng.shuffle(&mut some);
        some.truncate(side);
        twins.oracle.permutation(some.iter().map(|cell| cell.index()).collect());
        twins.board.add_constraint(Constraint::Permutation(some.into())).expect("as many cells as values");
    }
    if rng.below(3) == 0 {
        for _ in 0..2 {
            let (low, high) = (cells[rng.below(cells.len())], cells[rng.below(cells.len())]);
            if low != high {
                twins.oracle.less(low.index(), high.index());
                twins.board.add_constraint(Constraint::Less(low, high)).expect("two cells inside");
            }
        }
    }
}

/// A solution's image under the board's symmetries: values renamed, bands and the lines inside them exchanged.
fn scrambled(shape: &Shape, solution: &[u8], rng: &mut SeededRng) -> Vec<u8> {
    let side = shape.side();
    let mut names: Vec<u8> = (1..=side as u8).collect();
    rng.shuffle(&mut names);
    let lengths = shape.block_lengths().expect("boards with regions have no formula");
    let orders: Vec<Vec<usize>> = lengths
        .iter()
        .map(|length| {
            let length = usize::from(*length);
            let mut bands: Vec<usize> = (0..side / length).collect();
            rng.shuffle(&mut bands);
            let lines = bands.into_iter().map(|band| {
                let mut inside: Vec<usize> = (0..length).map(|at| band * length + at).collect();
                rng.shuffle(&mut inside);
                inside
            });
            lines.flatten().collect()
        })
        .collect();
    shape
        .cells()
        .map(|cell| {
            let from: Vec<usize> =
                shape.coords(cell).iter().zip(&orders).map(|(at, order)| order[usize::from(*at)]).collect();
            names[usize::from(solution[shape.cell(&from).expect("inside").index()]) - 1]
        })
        .collect()
}

/// The oracle's solution of a board with a few random givens.
fn solved_from_scratch(shape: &Shape, oracle: &Oracle, rng: &mut SeededRng) -> Option<Vec<u8>> {
    (0..20).find_map(|_| {
        let few = sdkc_board::random_board(shape, shape.side(), rng.next_u64()).board.givens().numbers();
        oracle.clone().with_givens(&few).solve(1, 2_000).solutions.pop()
    })
}

/// Rows as regions, then random exchanges of cells between them. They need not be connected.
fn random_regions(side: usize, rng: &mut SeededRng) -> Vec<u8> {
    let mut labels: Vec<u8> = (0..side * side).map(|cell| (cell / side) as u8).collect();
    for _ in 0..rng.below(side * 2) {
        let (a, b) = (rng.below(labels.len()), rng.below(labels.len()));
        labels.swap(a, b);
    }
    labels
}
