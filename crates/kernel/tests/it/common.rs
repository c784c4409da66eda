//! What the tests share: boards made from a seed, and a solver and a checker so plain that they are obviously right.

use sdkc_kernel::{Board, End, Outcome};

pub type Grid = [u8; 81];

/// A small generator of pseudo-random numbers (xorshift), so that data is the same everywhere.
pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    pub fn below(&mut self, n: usize) -> usize {
        (self.next() >> 33) as usize % n
    }

    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for i in (1..items.len()).rev() {
            items.swap(i, self.below(i + 1));
        }
    }
}

/// A text of 81 digits and dots.
pub fn parse(text: &str) -> Grid {
    let digits: Vec<u8> = text.bytes().map(|byte| if byte == b'.' { 0 } else { byte - b'0' }).collect();
    digits.try_into().expect("81 cells")
}

pub fn board(givens: &Grid) -> Board {
    Board::from_givens(*givens).expect("digits")
}

fn peers(cell: usize) -> impl Iterator<Item = usize> {
    let (row, column) = (cell / 9, cell % 9);
    (0..81).filter(move |&other| {
        let (r, c) = (other / 9, other % 9);
        other != cell && (r == row || c == column || (r / 3, c / 3) == (row / 3, column / 3))
    })
}

/// Whether `solution` fills every unit with nine digits and keeps to the candidates.
pub fn is_solution(candidates: &[u16; 81], solution: &Grid) -> bool {
    (0..81).all(|cell| {
        let digit = solution[cell];
        (1..=9).contains(&digit)
            && candidates[cell] >> (digit - 1) & 1 == 1
            && peers(cell).all(|peer| solution[peer] != digit)
    })
}

/// Solutions counted up to `limit` by trying every candidate of the cell with the fewest.
pub fn count_naively(candidates: &[u16; 81], limit: u64) -> u64 {
    let empty = (0..81)
        .filter(|&cell| candidates[cell] & PLACED == 0)
        .min_by_key(|&cell| candidates[cell].count_ones());
    let Some(cell) = empty else { return 1 };
    let mut count = 0;
    for digit in 0..9 {
        if candidates[cell] >> digit & 1 == 1 && count < limit {
            let mut next = *candidates;
            next[cell] = PLACED;
            for peer in peers(cell) {
                next[peer] &= !(1 << digit);
            }
            count += count_naively(&next, limit - count);
        }
    }
    count
}

/// Marks a cell that has its digit, in [`count_naively`].
const PLACED: u16 = 1 << 15;

/// Holds an outcome that was not cut short against the plain count, and its solutions against the plain checker.
pub fn check(board: &Board, limit: u64, outcome: &Outcome) {
    let candidates = board.candidates();
    let count = count_naively(&candidates, limit);
    assert_eq!(outcome.count, count, "{board:?}");
    assert_eq!(outcome.end, if count < limit { End::Exhausted } else { End::Solutions }, "{board:?}");
    check_solutions(board, outcome);
}

/// Holds the solutions of an outcome against the plain checker.
pub fn check_solutions(board: &Board, outcome: &Outcome) {
    let candidates = board.candidates();
    assert_eq!(outcome.first.is_some(), outcome.count >= 1, "{board:?}");
    assert_eq!(outcome.second.is_some(), outcome.count >= 2, "{board:?}");
    for solution in [outcome.first, outcome.second].into_iter().flatten() {
        assert!(is_solution(&candidates, &solution), "{board:?} {solution:?}");
    }
    assert!(outcome.first.is_none() || outcome.first != outcome.second, "{board:?}");
}

/// A solved grid: the cyclic one with digits, rows and columns shuffled.
pub fn solved_grid(random: &mut Random) -> Grid {
    let cyclic = std::array::from_fn(|cell| ((cell % 9 + cell / 9 * 3 + cell / 27) % 9) as u8 + 1);
    permuted(&cyclic, random)
}

/// The same puzzle in another dress: digits renamed, lines and bands shuffled, perhaps transposed.
pub fn permuted(grid: &Grid, random: &mut Random) -> Grid {
    let mut digits: Vec<u8> = (1..=9).collect();
    random.shuffle(&mut digits);
    digits.insert(0, 0);
    let mut lines = || {
        let mut bands = [0, 1, 2];
        random.shuffle(&mut bands);
        let mut lines = Vec::new();
        for band in bands {
            let mut inside = [0, 1, 2];
            random.shuffle(&mut inside);
            lines.extend(inside.map(|line| 3 * band + line));
        }
        lines
    };
    let (rows, columns) = (lines(), lines());
    let transposed = random.below(2) == 1;
    std::array::from_fn(|cell| {
        let (row, column) = (rows[cell / 9], columns[cell % 9]);
        digits[usize::from(grid[if transposed { 9 * column + row } else { 9 * row + column }])]
    })
}

/// A puzzle with `clues` of a shuffled grid left; it may have several solutions.
pub fn with_clues(clues: usize, random: &mut Random) -> Grid {
    let mut grid = solved_grid(random);
    let mut cells: Vec<usize> = (0..81).collect();
    random.shuffle(&mut cells);
    for &cell in &cells[clues..] {
        grid[cell] = 0;
    }
    grid
}

/// A puzzle spoiled: clues removed, overwritten or added without a thought.
pub fn fuzzed(grid: &Grid, random: &mut Random) -> Grid {
    let mut grid = permuted(grid, random);
    for _ in 0..random.below(4) {
        let cell = random.below(81);
        grid[cell] = match random.below(3) {
            0 => 0,
            _ => random.below(9) as u8 + 1,
        };
    }
    let clues: Vec<usize> = (0..81).filter(|&cell| grid[cell] != 0).collect();
    if random.below(2) == 1 && !clues.is_empty() {
        grid[clues[random.below(clues.len())]] = 0;
    }
    grid
}

/// Well-known puzzles, hard for people or for machines, each with exactly one solution.
pub const KNOWN: &[&str] = &[
    "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
    "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9",
    "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..",
    ".......1.4.........2...........5.4.7..8...3....1.9....3..4..2...5.1........8.6...",
    "85...24..72......9..4.........1.7..23.5...9...4...........8..7..17..........36.4.",
    "..53.....8......2..7..1.5..4....53...1..7...6..32...8..6.5....9..4....3......97..",
];
