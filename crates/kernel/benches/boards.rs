//! How long a board takes, with every kernel of this machine: in a batch, and one a call.
//!
//! The boards are made here from a seed; `SDKC_BENCH_BOARDS` names a file with one board of 81 characters a line to use instead.
#![expect(clippy::disallowed_methods, reason = "a benchmark may read files")]

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use sdkc_kernel::{Board, Kernel, Limits, Solver};

const NEVER: &dyn Fn() -> bool = &|| false;

/// How many boards are made when no file is named.
const MADE: usize = 2_000;

fn boards() -> Vec<Board> {
    let Ok(path) = std::env::var("SDKC_BENCH_BOARDS") else { return minimal_puzzles(MADE) };
    let text = std::fs::read_to_string(&path).expect("SDKC_BENCH_BOARDS names a readable file");
    let boards: Vec<Board> = text.lines().filter_map(parse).collect();
    assert!(!boards.is_empty(), "{path} has no line that begins with 81 digits and dots");
    boards
}

fn parse(line: &str) -> Option<Board> {
    let mut givens = [0; 81];
    let cells = line.as_bytes().get(..81)?;
    for (given, &byte) in givens.iter_mut().zip(cells) {
        *given = match byte {
            b'.' => 0,
            b'0'..=b'9' => byte - b'0',
            _ => return None,
        };
    }
    Board::from_givens(givens).ok()
}

/// Puzzles with one solution of which no clue can be spared: the solution of a board with a random first row and column, thinned in random order.
fn minimal_puzzles(n: usize) -> Vec<Board> {
    let mut solver = Solver::new(Kernel::detect());
    let mut random = 0x9e37_79b9_7f4a_7c15_u64;
    let mut below = move |n: usize| {
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        (random >> 33) as usize % n
    };
    // Few clues at random can take forever to refute.
    let limits = Limits { nodes: 10_000, ..Limits::default() };
    let mut unique = |givens: &[u8; 81]| {
        let board = Board::from_givens(*givens).expect("digits");
        (board, solver.solve(&board, &limits, NEVER))
    };
    let mut boards = Vec::new();
    while boards.len() < n {
        let mut givens = [0; 81];
        for _ in 0..12 {
            givens[below(81)] = below(9) as u8 + 1;
        }
        let Some(mut givens) = unique(&givens).1.first else { continue };
        let mut order: Vec<usize> = (0..81).collect();
        for i in (1..81).rev() {
            order.swap(i, below(i + 1));
        }
        for cell in order {
            let digit = std::mem::take(&mut givens[cell]);
            if !unique(&givens).1.is_unique() {
                givens[cell] = digit;
            }
        }
        boards.push(unique(&givens).0);
    }
    boards
}

fn bench(c: &mut Criterion) {
    let boards = boards();
    for kernel in Kernel::available() {
        let mut group = c.benchmark_group(kernel.name());
        group.throughput(Throughput::Elements(boards.len() as u64)).sample_size(20);
        let mut solver = Solver::new(kernel);
        let mut outcomes = Vec::new();
        group.bench_function("batch", |b| {
            b.iter(|| solver.solve_batch_into(&boards, &Limits::default(), NEVER, &mut outcomes));
        });
        group.bench_function("one a call", |b| {
            b.iter(|| {
                boards.iter().map(|board| solver.solve(board, &Limits::default(), NEVER).count).sum::<u64>()
            });
        });
        group.finish();
    }
}

criterion_group!(benches, bench);
criterion_main!(benches);
