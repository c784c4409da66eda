//! `sdkc bench`: puzzles a second of each kernel on this machine, on given files or on a set made on the spot.

use std::{
    borrow::Cow,
    ffi::OsStr,
    io::{self, IsTerminal as _, Write as _},
    path::PathBuf,
    time::{Duration, Instant},
};

use indicatif::ProgressBar;
use sdkc_board::SeededRng;
use sdkc_formats::{Glance, ReadOptions, glance};
use sdkc_kernel::{Board, Kernel, Limits, Outcome, Solver};

use crate::{
    args::BenchArgs,
    classic::Classic,
    exit::Exit,
    feed::end_lines,
    input::Source,
    session::{ended, interrupt},
    talk,
};

/// How long a kernel is timed in a round, at least: with less the clock and the neighbours are what is measured.
const LEAST: Duration = Duration::from_millis(50);
/// How many boards a call gets at least where many are given at once: with a few, lanes stand empty.
const MANY: usize = 1024;
/// The most boards that are timed.
const MOST: usize = 50_000;
/// Bad lines that are named.
const NAMED: usize = 5;

pub fn run(args: &BenchArgs) -> io::Result<Exit> {
    // Figures that nobody reads are not known.
    measure_all(args).map_err(|error| Exit::Unknown.kept_in(error))
}

fn measure_all(args: &BenchArgs) -> io::Result<Exit> {
    let mut out = io::stdout().lock();
    let picked = args.kernel.unwrap_or_else(Kernel::detect);
    let how = if args.kernel.is_some() { "as asked for" } else { "the fastest on this machine" };
    writeln!(out, "kernel: {picked}, {how}; one thread")?;
    // Ctrl-C is heeded from now on.
    interrupt();
    if args.files.is_empty() {
        let boards = generate(args.puzzles, args.seed);
        if interrupt().is_cancelled() {
            return Ok(interrupted(" while puzzles were made"));
        }
        let name = format!("minimal puzzles made with seed {}", args.seed);
        return measure(&mut out, &name, &boards, args);
    }
    let mut exit = Exit::Fine;
    for file in &args.files {
        let ended = bench_file(&mut out, file, args).map_err(|error| exit.kept_in(error))?;
        exit = exit.and(ended);
        if interrupt().is_cancelled() {
            break;
        }
    }
    Ok(exit)
}

/// Says how far it came before Ctrl-C.
fn interrupted(what_there_is: &str) -> Exit {
    // Standard error that cannot be written is nothing to be done about.
    let _ = writeln!(io::stderr(), "sdkc: interrupted{what_there_is}");
    ended()
}

fn bench_file(out: &mut impl io::Write, file: &OsStr, args: &BenchArgs) -> io::Result<Exit> {
    let source = if file == "-" {
        Source::Stdin { name: "<stdin>".to_owned() }
    } else {
        Source::File { path: PathBuf::from(file) }
    };
    let name = source.name();
    let bytes = match source.read() {
        Ok(Some(bytes)) => bytes,
        Ok(None) => return Ok(interrupted(" while puzzles were read")),
        Err(failure) => {
            talk::failure(&mut io::stderr(), &failure);
            return Ok(Exit::Usage);
        }
    };
    let (boards, bad) = read(bytes);
    let mut exit = Exit::Fine;
    if !bad.is_empty() {
        let message = format!("{name}: {}", left_out(&bad));
        let help = "bench reads files that hold one classic puzzle a line; `sdkc check` says what is wrong with these";
        talk::error(&mut io::stderr(), &message, Some(help));
        exit = Exit::Findings;
    }
    if boards.is_empty() {
        let help = "bench reads files that hold one classic puzzle a line";
        talk::error(&mut io::stderr(), &format!("{name}: there is no classic puzzle in it"), Some(help));
        return Ok(Exit::Findings);
    }
    let ended = measure(out, &name, &boards, args).map_err(|error| exit.kept_in(error))?;
    Ok(exit.and(ended))
}

/// `lines 3, 5 and 2 more are no classic puzzles and were left out`.
fn left_out(bad: &[usize]) -> String {
    let named: Vec<String> = bad.iter().take(NAMED).map(ToString::to_string).collect();
    let more = match bad.len().saturating_sub(NAMED) {
        0 => String::new(),
        n => format!(" and {} more", grouped(n as f64)),
    };
    match bad {
        [one] => format!("line {one} is no classic puzzle and was left out"),
        _ => format!("lines {}{more} are no classic puzzles and were left out", named.join(", ")),
    }
}

/// The classic puzzles of a list, and the lines that hold another one, or none where one should be.
fn read(mut bytes: Vec<u8>) -> (Vec<Board>, Vec<usize>) {
    end_lines(&mut bytes, 0, true);
    let (mut boards, mut bad) = (Vec::new(), Vec::new());
    let Glance::List(reader) = glance(&bytes, true, &ReadOptions::default()) else {
        return (boards, bad);
    };
    let classic = Classic::of(&reader);
    let lines = (1..).zip(bytes.split(|byte| *byte == b'\n'));
    for (number, line) in lines.filter(|(_, line)| classic.is_puzzle(line)) {
        match classic.board(line.strip_prefix("\u{feff}".as_bytes()).unwrap_or(line)) {
            Some(board) => boards.push(board),
            None => bad.push(number),
        }
    }
    (boards, bad)
}

/// What a kernel took for a board, round by round, in seconds.
#[derive(Default)]
struct Times {
    batch: Vec<f64>,
    single: Vec<f64>,
}

/// Says what the boards are, and times every kernel on them.
fn measure(out: &mut impl io::Write, name: &str, boards: &[Board], args: &BenchArgs) -> io::Result<Exit> {
    let kernels = args.kernel.map_or_else(Kernel::available, |kernel| vec![kernel]);
    let stop = || interrupt().is_cancelled();
    let mut outcomes = Vec::new();
    let mut solver = Solver::new(args.kernel.unwrap_or_else(Kernel::detect));
    solver.solve_batch_into(boards, &Limits::default(), &stop, &mut outcomes);
    if !stop() {
        let timed = sample(boards);
        writeln!(out, "{name}: {}{}", verdicts(&outcomes), of_which(boards.len(), timed.len()))?;
        out.flush()?;
        let mut times = time(&kernels, &timed, args.rounds);
        if times.iter().any(|times| !times.single.is_empty()) {
            table(out, &kernels, &mut times)?;
            return Ok(if stop() {
                interrupted(": the table is of the rounds until then")
            } else {
                Exit::Fine
            });
        }
    }
    Ok(interrupted(" before the first round was over"))
}

/// The boards that are timed: of a long list some from everywhere, so that figures come soon and rounds are many.
fn sample(boards: &[Board]) -> Cow<'_, [Board]> {
    if boards.len() <= MOST {
        return boards.into();
    }
    (0..MOST).map(|at| boards[at * boards.len() / MOST]).collect()
}

/// `; timed on 50,000 of them`, where not all are.
fn of_which(n_boards: usize, n_timed: usize) -> String {
    if n_timed == n_boards {
        return String::new();
    }
    format!("; timed on {} of them, from all parts of the list", grouped(n_timed as f64))
}

/// Times every kernel in turn, round by round, so that a machine that changes its speed changes it for all.
fn time(kernels: &[Kernel], boards: &[Board], n_rounds: u16) -> Vec<Times> {
    let mut times: Vec<Times> = kernels.iter().map(|_| Times::default()).collect();
    let stop = || interrupt().is_cancelled();
    let many: Vec<Board> = boards.iter().copied().cycle().take(boards.len().max(MANY)).collect();
    let bar = io::stderr().is_terminal().then(ProgressBar::new_spinner);
    'rounds: for round in 1..=n_rounds {
        for (kernel, times) in kernels.iter().zip(&mut times) {
            if let Some(bar) = &bar {
                bar.set_message(format!("round {round} of {n_rounds}: {}", kernel.name()));
                bar.tick();
            }
            let mut solver = Solver::new(*kernel);
            let mut outcomes = Vec::new();
            let batch = seconds(|| solver.solve_batch_into(&many, &Limits::default(), &stop, &mut outcomes));
            let single = seconds(|| {
                for board in boards.iter().take_while(|_| !stop()) {
                    std::hint::black_box(solver.solve(board, &Limits::default(), &stop));
                }
            });
            if stop() {
                break 'rounds;
            }
            times.batch.push(batch / many.len() as f64);
            times.single.push(single / boards.len() as f64);
        }
    }
    if let Some(bar) = bar {
        bar.finish_and_clear();
    }
    times
}

/// How long a run takes, as the mean of as many as fill the least time.
fn seconds(mut run: impl FnMut()) -> f64 {
    let (start, mut runs) = (Instant::now(), 0);
    loop {
        run();
        runs += 1;
        let elapsed = start.elapsed();
        if elapsed >= LEAST || interrupt().is_cancelled() {
            return elapsed.as_secs_f64() / f64::from(runs);
        }
    }
}

/// `5,000 puzzles: 12 without a solution, 4,988 with one, 0 with several`.
fn verdicts(outcomes: &[Outcome]) -> String {
    let of = |count: u64| grouped(outcomes.iter().filter(|outcome| outcome.count == count).count() as f64);
    let noun = if outcomes.len() == 1 { "puzzle" } else { "puzzles" };
    let n = grouped(outcomes.len() as f64);
    format!("{n} {noun}, {} without a solution, {} with one, {} with several", of(0), of(1), of(2))
}

fn table(out: &mut impl io::Write, kernels: &[Kernel], times: &mut [Times]) -> io::Result<()> {
    writeln!(out, "  {:<10} {:>23} {:>23}", "kernel", "many a call, /s", "one a call, /s")?;
    for (kernel, times) in kernels.iter().zip(times).filter(|(_, times)| !times.single.is_empty()) {
        let (batch, single) = (rate(&mut times.batch), rate(&mut times.single));
        writeln!(out, "  {:<10} {batch:>23} {single:>23}", kernel.name())?;
    }
    Ok(())
}

/// Boards a second in the median round, and how far the slowest and the fastest round are from it at most, which a single round
/// cannot tell.
fn rate(times: &mut [f64]) -> String {
    times.sort_by(f64::total_cmp);
    let at = |at: usize| 1.0 / times[at].max(f64::MIN_POSITIVE);
    let (slowest, median, fastest) = (at(times.len() - 1), at(times.len() / 2), at(0));
    if times.len() == 1 {
        return grouped(median);
    }
    let spread = (fastest - median).max(median - slowest) / median * 100.0;
    format!("{} ±{spread:>2.0} %", grouped(median))
}

/// A whole number with its thousands set apart.
fn grouped(number: f64) -> String {
    let digits = format!("{number:.0}");
    let mut grouped = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

/// Minimal puzzles: a random filled board from which givens are taken in random order as long as the solution stays the only one.
fn generate(n_puzzles: u32, seed: u64) -> Vec<Board> {
    let mut rng = SeededRng::new(seed);
    let mut solver = Solver::new(Kernel::detect());
    (0..n_puzzles)
        .take_while(|_| !interrupt().is_cancelled())
        .filter_map(|_| minimal_puzzle(&mut rng, &mut solver))
        .collect()
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
    fn numbers_are_grouped_and_bad_lines_named() {
        let numbers = [0.0, 12.0, 999.6, 1234.0, 1_234_567.4];
        assert_eq!(numbers.map(grouped), ["0", "12", "1,000", "1,234", "1,234,567"]);
        assert_eq!(left_out(&[7]), "line 7 is no classic puzzle and was left out");
        assert_eq!(left_out(&[1, 2]), "lines 1, 2 are no classic puzzles and were left out");
        let many: Vec<usize> = (1..=1005).collect();
        assert_eq!(
            left_out(&many),
            "lines 1, 2, 3, 4, 5 and 1,000 more are no classic puzzles and were left out"
        );
    }

    #[test]
    fn rates_come_with_their_spread() {
        assert_eq!(rate(&mut [0.001, 0.00125, 0.002]), "800 ±38 %");
        assert_eq!(rate(&mut [0.000_1]), "10,000", "one round has no spread");
    }

    #[test]
    fn lines_are_read_as_lists_are() {
        let puzzle = ".".repeat(81);
        let text = format!("# a comment\n\n{puzzle}\r\nnonsense\n{puzzle}");
        let (boards, bad) = read(text.clone().into_bytes());
        assert_eq!((boards.len(), bad), (2, vec![4]));
        let table = format!("id,puzzle,solution\n7,{puzzle},\n8,nonsense,\n9,{puzzle},\n");
        for text in [table.clone(), table.replace(',', ";")] {
            let (boards, bad) = read(text.clone().into_bytes());
            assert_eq!((boards.len(), bad), (2, vec![3]), "the heading is no line of cells");
        }
        let quoted = format!("\u{feff}puzzle,solution\r\n\"{puzzle}\",\r\n{puzzle},{puzzle}\r\n");
        assert_eq!(read(quoted.into_bytes()).0.len(), 2);
        let marks = "123456789".repeat(81);
        let bank = format!("0000183b305c {puzzle}  1.2");
        for list in [format!("{marks}\n{marks} a remark\n"), format!("{bank}\n{bank}\r\n")] {
            let (boards, bad) = read(list.clone().into_bytes());
            assert!(
                (boards.len(), bad.len()) == (2, 0) && boards[0] == read(puzzle.clone().into_bytes()).0[0],
                "{list}"
            );
        }
    }

    #[test]
    fn of_a_long_list_boards_from_everywhere_are_timed() {
        let board = |first: usize| {
            let mut givens = [0; 81];
            (givens[0], givens[80]) = ((first / 10 % 10) as u8, (first % 10) as u8);
            Board::from_givens(givens).expect("digits")
        };
        let boards: Vec<Board> = (0..MOST * 2 + 100).map(|at| board(at * 100 / (MOST * 2 + 100))).collect();
        assert_eq!((sample(&boards[..MOST]).len(), sample(&boards).len()), (MOST, MOST));
        let sampled = sample(&boards);
        for kind in 0..100 {
            let n = sampled.iter().filter(|it| **it == board(kind)).count();
            assert!((499..=501).contains(&n), "{n} of kind {kind}");
        }
        assert_eq!(of_which(7, 7), "");
        assert_eq!(of_which(70_000, 50_000), "; timed on 50,000 of them, from all parts of the list");
    }

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
