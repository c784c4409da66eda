//! `sdkc bench`: puzzles a second of each kernel on this machine, on given files or on a set made on the spot.

use std::{
    fs,
    io::{self, Write as _},
    path::Path,
    time::Instant,
};

use sdkc_board::SeededRng;
use sdkc_formats::parse_81;
use sdkc_kernel::{Board, Kernel, Limits, Solver};

use crate::{args::BenchArgs, exit::Exit, input::Failure, talk};

pub fn run(args: &BenchArgs) -> io::Result<Exit> {
    let mut out = io::stdout().lock();
    writeln!(out, "kernel picked on this machine: {}", Kernel::detect())?;
    if args.files.is_empty() {
        let boards = generate(args.puzzles, args.seed);
        measure(
            &mut out,
            &format!("{} minimal puzzles made with seed {}", boards.len(), args.seed),
            &boards,
            args,
        )?;
        return Ok(Exit::Fine);
    }
    let mut exit = Exit::Fine;
    for file in &args.files {
        let name = Path::new(file).display().to_string();
        match fs::read(file) {
            Err(error) => {
                talk::failure(&mut io::stderr(), &name, &Failure::io(&name, &error));
                exit = exit.and(Exit::Usage);
            }
            Ok(bytes) => {
                let (boards, n_bad) = read(&bytes);
                if n_bad > 0 {
                    let message = format!(
                        "{name}: {} are no classic puzzles and were left out",
                        talk::count(n_bad, "line")
                    );
                    talk::error(
                        &mut io::stderr(),
                        &message,
                        Some("bench reads files that hold one classic puzzle a line"),
                    );
                    exit = exit.and(Exit::Findings);
                }
                measure(&mut out, &name, &boards, args)?;
            }
        }
    }
    Ok(exit)
}

/// The classic puzzles of a file, and how many lines are none; comments and blank lines do not count.
fn read(bytes: &[u8]) -> (Vec<Board>, u64) {
    let (mut boards, mut n_bad) = (Vec::new(), 0);
    for line in bytes.split(|byte| *byte == b'\n').map(<[u8]>::trim_ascii) {
        if line.is_empty() || line.starts_with(b"#") {
            continue;
        }
        match parse_81(line).ok().and_then(|cells| Board::from_givens(cells).ok()) {
            Some(board) => boards.push(board),
            None => n_bad += 1,
        }
    }
    (boards, n_bad)
}

/// Times every kernel in turn, round by round, so that a machine that changes its speed changes it for all.
fn measure(out: &mut impl io::Write, name: &str, boards: &[Board], args: &BenchArgs) -> io::Result<()> {
    writeln!(out, "{name}: {}, deciding none, one or several", talk::count(boards.len() as u64, "puzzle"))?;
    if boards.is_empty() {
        return Ok(());
    }
    let kernels = Kernel::available();
    let mut seconds = vec![(Vec::new(), Vec::new()); kernels.len()];
    for _ in 0..args.rounds {
        for (kernel, (batch, single)) in kernels.iter().zip(&mut seconds) {
            let mut solver = Solver::new(*kernel);
            let start = Instant::now();
            let together = solver.solve_batch(boards, &Limits::default(), &|| false);
            batch.push(start.elapsed().as_secs_f64());
            let start = Instant::now();
            let n_alone = boards
                .iter()
                .filter(|board| solver.solve(board, &Limits::default(), &|| false).is_unique())
                .count();
            single.push(start.elapsed().as_secs_f64());
            debug_assert_eq!(n_alone, together.iter().filter(|outcome| outcome.is_unique()).count());
        }
    }
    writeln!(out, "  {:<10} {:>16} {:>16}", "kernel", "many a call, /s", "one a call, /s")?;
    for (kernel, (batch, single)) in kernels.iter().zip(&mut seconds) {
        let rate = |times: &mut Vec<f64>| boards.len() as f64 / median(times);
        writeln!(out, "  {:<10} {:>16.0} {:>16.0}", kernel.name(), rate(batch), rate(single))?;
    }
    Ok(())
}

fn median(times: &mut [f64]) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2].max(f64::MIN_POSITIVE)
}

/// Minimal puzzles: a random filled board from which givens are taken in random order as long as the solution stays the only one.
fn generate(n_puzzles: usize, seed: u64) -> Vec<Board> {
    let mut rng = SeededRng::new(seed);
    let mut solver = Solver::new(Kernel::detect());
    (0..n_puzzles).filter_map(|_| minimal_puzzle(&mut rng, &mut solver)).collect()
}

fn minimal_puzzle(rng: &mut SeededRng, solver: &mut Solver) -> Option<Board> {
    let mut givens = filled(rng, solver)?;
    let mut order: Vec<usize> = (0..81).collect();
    rng.shuffle(&mut order);
    for cell in order {
        let given = std::mem::take(&mut givens[cell]);
        let board = Board::from_givens(givens).ok()?;
        if !solver.solve(&board, &Limits::default(), &|| false).is_unique() {
            givens[cell] = given;
        }
    }
    Board::from_givens(givens).ok()
}

/// A random filled board: the three blocks of the diagonal, which do not see each other, in random order, and a solution of that.
fn filled(rng: &mut SeededRng, solver: &mut Solver) -> Option<[u8; 81]> {
    let mut givens = [0; 81];
    for block in 0..3 {
        let mut digits: [u8; 9] = std::array::from_fn(|at| at as u8 + 1);
        rng.shuffle(&mut digits);
        for (at, digit) in digits.into_iter().enumerate() {
            givens[(block * 3 + at / 3) * 9 + block * 3 + at % 3] = digit;
        }
    }
    let board = Board::from_givens(givens).ok()?;
    solver.solve(&board, &Limits::solutions(1), &|| false).first
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn made_puzzles_are_minimal() {
        let mut solver = Solver::new(Kernel::SCALAR);
        for board in generate(3, 7) {
            assert!(solver.solve(&board, &Limits::default(), &|| false).is_unique());
            let candidates = board.candidates();
            for cell in (0..81).filter(|cell| candidates[*cell].count_ones() == 1) {
                let mut without = candidates;
                without[cell] = 0x1ff;
                let more = solver.solve(&Board::from_candidates(without), &Limits::default(), &|| false);
                assert_eq!(more.count, 2);
            }
        }
    }
}
