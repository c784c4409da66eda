//! What the differential tests share: an independent solver that knows nothing but definitions, and a maker of random
//! boards of many shapes, solvable and not.

use sdkc_engine::{
    Board, Cell, Constraint, Grid, Shape, Value, ValueSet,
    board::{Regions, SeededRng, closed_form},
};

/// Counts solutions up to `limit` by trying values cell by cell, with the rules as they are defined: lines by
/// coordinates that differ in one place, blocks by coordinates divided by block lengths.
pub struct Naive {
    allowed: Vec<u128>,
    peers: Vec<Vec<usize>>,
    less: Vec<(usize, usize)>,
    values: Vec<u32>,
    side: u32,
    pub steps: u64,
}

impl Naive {
    /// `None` where the givens themselves break a rule.
    pub fn new(board: &Board) -> Option<Self> {
        let shape = board.shape();
        let cells: Vec<Cell> = shape.cells().collect();
        let mut peers: Vec<Vec<usize>> = cells
            .iter()
            .map(|a| (0..cells.len()).filter(|b| shares_unit(shape, *a, cells[*b])).collect())
            .collect();
        let mut less = Vec::new();
        for constraint in board.constraints() {
            if let Constraint::Less(low, high) = constraint {
                less.push((low.index(), high.index()));
            }
            let set: Vec<usize> =
                constraint.all_different().unwrap_or(&[]).iter().map(|cell| cell.index()).collect();
            for a in &set {
                peers[*a].extend(set.iter().filter(|b| *b != a));
            }
        }
        let mut naive = Self {
            allowed: cells.iter().map(|cell| board.allowed(*cell).bits()).collect(),
            peers,
            less,
            values: vec![0; cells.len()],
            side: shape.side() as u32,
            steps: 0,
        };
        for (cell, value) in board.givens().filled() {
            if !naive.fits(cell.index(), u32::from(value.number())) {
                return None;
            }
            naive.values[cell.index()] = u32::from(value.number());
        }
        Some(naive)
    }

    fn fits(&self, cell: usize, value: u32) -> bool {
        self.allowed[cell] >> (value - 1) & 1 == 1
            && self.peers[cell].iter().all(|peer| self.values[*peer] != value)
            && self.less.iter().all(|(low, high)| {
                let of = |at: usize| if at == cell { value } else { self.values[at] };
                (*low != cell && *high != cell) || of(*low) == 0 || of(*high) == 0 || of(*low) < of(*high)
            })
    }

    /// The number of solutions, each shown to `seen`; `None` if it takes too many steps.
    pub fn count(&mut self, limit: u64, seen: &mut dyn FnMut(&[u32])) -> Option<u64> {
        self.steps += 1;
        if self.steps > 6_000 {
            return None;
        }
        let open = (0..self.values.len()).filter(|cell| self.values[*cell] == 0);
        let choices =
            |cell: usize| (1..=self.side).filter(|value| self.fits(cell, *value)).collect::<Vec<_>>();
        let Some((cell, values)) =
            open.map(|cell| (cell, choices(cell))).min_by_key(|(_, values)| values.len())
        else {
            seen(&self.values);
            return Some(1);
        };
        let mut total = 0;
        for value in values {
            self.values[cell] = value;
            let below = self.count(limit - total, seen);
            self.values[cell] = 0;
            total += below?;
            if total >= limit {
                break;
            }
        }
        Some(total)
    }
}

fn shares_unit(shape: &Shape, a: Cell, b: Cell) -> bool {
    if a == b {
        return false;
    }
    let (x, y) = (shape.coords(a), shape.coords(b));
    let on_line = x.iter().zip(y.iter()).filter(|(x, y)| x != y).count() == 1;
    let in_block = match (shape.block_lengths(), shape.regions()) {
        (Some(lengths), _) => (0..x.len()).all(|axis| x[axis] / lengths[axis] == y[axis] / lengths[axis]),
        (_, Some(regions)) => regions.of_cells()[a.index()] == regions.of_cells()[b.index()],
        _ => false,
    };
    on_line || in_block
}

/// The shapes of the differential tests.
pub fn shapes() -> Vec<Shape> {
    let jigsaw = |text: &str| Shape::jigsaw(Regions::new(text.as_bytes()).expect("regions of equal size"));
    let mut shapes: Vec<Shape> = [
        &[2, 2][..],
        &[2, 3],
        &[3, 2],
        &[3, 3],
        &[1, 5],
        &[2, 4],
        &[4, 4],
        &[2, 2, 2],
        &[1, 2, 2],
        &[2, 1, 3],
    ]
    .iter()
    .map(|lengths| Shape::boxed(lengths).expect("a small shape"))
    .collect();
    shapes.push(jigsaw("aaaabbbbccccdddd"));
    shapes.push(jigsaw("aabbaabbccddccdd"));
    shapes.push(jigsaw("aaabbaabbbccdddccddeceeee"));
    shapes.push(jigsaw(DIAGONALS));
    shapes
}

/// A 7×7 jigsaw whose regions are diagonals, so not connected.
const DIAGONALS: &str = "abcdefgbcdefgacdefgabdefgabcefgabcdfgabcdegabcdef";

/// A filled grid of a shape, scrambled; `None` for jigsaws without one in reach.
fn filled(shape: &Shape, rng: &mut SeededRng) -> Option<Vec<u8>> {
    let grid = match closed_form(shape) {
        Some(grid) => grid.numbers(),
        None => {
            let mut first = None;
            let board = Board::empty(shape.clone());
            Naive::new(&board)?
                .count(1, &mut |values| first = Some(values.iter().map(|v| *v as u8).collect()))?;
            first?
        }
    };
    let mut names: Vec<u8> = (1..=shape.side() as u8).collect();
    rng.shuffle(&mut names);
    Some(grid.iter().map(|number| names[*number as usize - 1]).collect())
}

/// A random board: a filled grid with holes, sometimes with a wrong given, sometimes with further rules that the grid
/// keeps or (now and then) does not.
pub fn board(shape: &Shape, seed: u64) -> Option<Board> {
    let mut rng = SeededRng::new(seed);
    let solution = filled(shape, &mut rng)?;
    let n_cells = shape.n_cells();
    let mut numbers = solution.clone();
    let most_holes = if n_cells > 200 { n_cells / 3 } else { n_cells * 3 / 4 };
    for _ in 0..rng.below(most_holes + 1) {
        numbers[rng.below(n_cells)] = 0;
    }
    if rng.below(5) == 0 {
        let at = rng.below(n_cells);
        numbers[at] = rng.below(shape.side()) as u8 + 1;
    }
    let mut board =
        Board::with_givens(shape.clone(), Grid::from_numbers(&numbers)).expect("values to the side");
    if rng.below(2) == 0 {
        further_rules(&mut board, &solution, &mut rng);
    }
    Some(board)
}

fn further_rules(board: &mut Board, solution: &[u8], rng: &mut SeededRng) {
    let shape = board.shape().clone();
    let cells: Vec<Cell> = shape.cells().collect();
    let any = |rng: &mut SeededRng| cells[rng.below(cells.len())];
    for _ in 0..rng.below(4) {
        let (a, b) = (any(rng), any(rng));
        if a != b {
            let ordered = solution[a.index()] < solution[b.index()] || rng.below(10) == 0;
            let (low, high) = if ordered { (a, b) } else { (b, a) };
            board.add_constraint(Constraint::Less(low, high)).expect("two cells");
        }
    }
    for _ in 0..rng.below(3) {
        let mut set: Vec<Cell> = Vec::new();
        for _ in 0..=rng.below(shape.side()) {
            let cell = any(rng);
            let clash = set.iter().any(|other| solution[other.index()] == solution[cell.index()]);
            if !set.contains(&cell) && (!clash || rng.below(20) == 0) {
                set.push(cell);
            }
        }
        let full = set.len() == shape.side() && rng.below(2) == 0;
        let set = set.into_boxed_slice();
        let rule = if full { Constraint::Permutation(set) } else { Constraint::Distinct(set) };
        board.add_constraint(rule).expect("different cells");
    }
    for _ in 0..rng.below(6) {
        let cell = any(rng);
        let mut values = ValueSet::from_bits(u128::from(rng.next_u64())) & ValueSet::full(shape.side() as u8);
        if rng.below(10) > 0 {
            values.insert(Value::new(solution[cell.index()]).expect("a value"));
        }
        board.restrict(cell, values).expect("inside");
    }
}
