//! A puzzle that is written as native text and read again is the same puzzle, whatever it holds; tidying the text changes nothing
//! of it either.

use proptest::prelude::*;
use sdkc_board::{Board, Grid, Regions, SeededRng, Shape, ValueSet, random_board};
use sdkc_formats::{Detection, Dialect, ReadOptions, detect};
use sdkc_ide::Snapshot;
use sdkc_puzzle::{
    Comparison, ExpectKind, Meta, Notation, Origins, Propagation, Puzzle, StrategyKind, StrategySpec,
    ValueOrder,
};
use sdkc_render::{SdkOptions, write_line, write_sdk};

fn shapes() -> Vec<Shape> {
    let boxed = |lengths: &[usize]| Shape::boxed(lengths).expect("a shape");
    let cube = |dims, block| Shape::hypercube(dims, block).expect("a shape");
    let jigsaw = |labels: &str| {
        Shape::jigsaw(
            Regions::new(labels.as_bytes()).expect("as many cells in each region as there are regions"),
        )
    };
    vec![
        cube(2, 2),
        boxed(&[2, 3]),
        boxed(&[3, 2]),
        boxed(&[1, 5]),
        Shape::classic(),
        boxed(&[2, 5]),
        boxed(&[3, 4]),
        cube(2, 4),
        cube(2, 5),
        jigsaw("1112211322433324435544555"),
        cube(3, 2),
        boxed(&[1, 2, 2]),
        cube(4, 2),
        boxed(&[2, 1, 1, 1, 2]),
    ]
}

/// A puzzle of everything that the language can say, by chance.
fn puzzle(seed: u64) -> Puzzle {
    let rng = &mut SeededRng::new(seed);
    let shapes = shapes();
    let shape = &shapes[rng.below(shapes.len())];
    let n_givens = rng.below(shape.n_cells().min(200) + 1);
    let mut puzzle = Puzzle::new(random_board(shape, n_givens, rng.next_u64()).board);
    let side = shape.side();
    puzzle.name =
        one_of(rng, &[None, Some("A"), Some("a \"quoted\" \\ name\n\u{e9}\u{1f600}\u{7}"), Some("")])
            .map(str::to_owned);
    puzzle.meta = meta(rng);
    if rng.below(3) == 0 && side <= 36 {
        let symbols: String = ('A'..='Z').chain('0'..='9').take(side).collect();
        puzzle.notation = Notation::symbols(&symbols, side).expect("all differ");
    }
    restrict(rng, &mut puzzle.board);
    if rng.below(3) == 0 {
        puzzle.state = Some(state(rng, &puzzle.board));
    }
    puzzle.strategy = strategy(rng);
    expect(rng, &mut puzzle);
    puzzle
}

fn one_of<T: Clone>(rng: &mut SeededRng, all: &[T]) -> T {
    all[rng.below(all.len())].clone()
}

fn meta(rng: &mut SeededRng) -> Meta {
    let mut meta = Meta::default();
    for key in Meta::KEYS.iter().filter(|key| **key != "tags") {
        if rng.below(4) == 0 {
            meta.push(*key, one_of(rng, &["x", "two words", "// no comment", "", "tab\there"]));
        }
    }
    for tag in ["hard", "with blank", "x"].iter().take(rng.below(4)) {
        meta.push("tags", *tag);
    }
    if rng.below(3) == 0 {
        meta.push("my own \"key\"", "value");
    }
    meta
}

/// Candidates that allow the givens, so that nothing is wrong with them.
fn restrict(rng: &mut SeededRng, board: &mut Board) {
    let cells: Vec<_> = board.shape().cells().collect();
    for _ in 0..rng.below(4) {
        let cell = one_of(rng, &cells);
        let legal = board.legal_values(cell).unwrap_or_default();
        let some: ValueSet = legal.iter().filter(|_| rng.below(2) == 0).collect();
        if board.given(cell).is_none() && !some.is_empty() && some != board.allowed(cell) {
            board.restrict(cell, some).expect("the values are the board's");
        }
    }
}

/// A few of a player's digits beside the givens.
fn state(rng: &mut SeededRng, board: &Board) -> Grid {
    let mut state = Grid::empty(board.shape().n_cells());
    for cell in board.shape().cells() {
        if let Some(value) = board.legal_values(cell).and_then(|legal| legal.iter().next())
            && rng.below(5) == 0
        {
            state.set(cell, Some(value));
        }
    }
    state
}

fn strategy(rng: &mut SeededRng) -> StrategySpec {
    let kind = one_of(rng, StrategyKind::ALL);
    let mut spec = StrategySpec::default();
    if rng.below(2) == 0 {
        spec.kind = Some(kind.into());
    }
    if spec.kind() == StrategyKind::Random {
        spec.seed = (rng.below(2) == 0).then(|| rng.next_u64().into());
    }
    if spec.kind() != StrategyKind::Auto {
        spec.values = (rng.below(2) == 0).then(|| one_of(rng, ValueOrder::ALL).into());
        spec.propagate = (rng.below(2) == 0).then(|| one_of(rng, Propagation::ALL).into());
    }
    if spec.kind.is_some() {
        spec.timeout_ms =
            (rng.below(2) == 0).then(|| one_of(rng, &[0, 1, 500, 1_000, 90_000, 123_456]).into());
        spec.nodes = (rng.below(2) == 0).then(|| (rng.next_u64() >> 20).into());
    }
    spec
}

fn expect(rng: &mut SeededRng, puzzle: &mut Puzzle) {
    if rng.below(2) == 0 {
        let count = puzzle.board.givens().n_filled() as u64;
        puzzle.expects.push(ExpectKind::Givens(count).into());
    }
    let count = rng.next_u64() >> 40;
    let comparison = one_of(rng, &[Comparison::Exactly, Comparison::AtLeast, Comparison::AtMost]);
    let solution = ExpectKind::Solution(puzzle.board.givens().clone());
    let all = [
        None,
        Some(ExpectKind::Unique),
        Some(ExpectKind::Minimal),
        Some(ExpectKind::Unsolvable),
        Some(ExpectKind::Solutions { comparison, count }),
        Some(solution),
    ];
    puzzle.expects.extend(one_of(rng, &all).map(Into::into));
}

/// The puzzle without anything that only a text has.
fn bare(puzzle: &Puzzle) -> Puzzle {
    let spec = &puzzle.strategy;
    let strategy = StrategySpec {
        kind: spec.kind.map(|it| it.value.into()),
        seed: spec.seed.map(|it| it.value.into()),
        values: spec.values.map(|it| it.value.into()),
        propagate: spec.propagate.map(|it| it.value.into()),
        timeout_ms: spec.timeout_ms.map(|it| it.value.into()),
        nodes: spec.nodes.map(|it| it.value.into()),
    };
    let expects = puzzle.expects.iter().map(|expect| expect.kind.clone().into()).collect();
    Puzzle { strategy, expects, origins: Origins::default(), ..puzzle.clone() }
}

fn read(text: &str) -> Puzzle {
    let snapshot = Snapshot::new(text.to_owned(), &ReadOptions::default());
    // Random givens may leave a cell without values; what is to hold is that they are read as they are written.
    let is_of_reading = |code: &str| code < "E04";
    let errors: Vec<_> =
        snapshot.diagnostics().iter().filter(|it| it.is_error() && is_of_reading(it.code.as_str())).collect();
    assert!(errors.is_empty(), "{errors:?}\n{text}");
    assert_eq!(snapshot.entries().len(), 1, "{text}");
    bare(snapshot.entries()[0].puzzle.as_ref().expect("it was read"))
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(400) })]

    #[test]
    fn what_is_written_is_read(seed in any::<u64>()) {
        let puzzle = puzzle(seed);
        let mut text = Vec::new();
        write_sdk(&mut text, &puzzle, SdkOptions::default()).expect("a Vec takes everything");
        let text = String::from_utf8(text).expect("text");
        prop_assert_eq!(&read(&text), &puzzle, "{}", text);
        let tidy = sdkc_ide::format(&Snapshot::new(text.clone(), &ReadOptions::default()));
        let tidy = tidy.expect("without a mistake it can be formatted");
        prop_assert_eq!(&read(&tidy), &puzzle, "{}", tidy);
        prop_assert_eq!(sdkc_ide::tidy_sdk(&puzzle, SdkOptions::default()), tidy);
    }
}

/// The blocks of the boards whose shape their number of cells tells.
const TOLD: [(usize, [usize; 2]); 6] =
    [(4, [2, 2]), (6, [2, 3]), (9, [3, 3]), (12, [3, 4]), (16, [4, 4]), (25, [5, 5])];

/// A filled board, the values changed about by chance.
fn filled(side: usize, seed: u64) -> (Shape, Grid) {
    let block = TOLD.iter().find(|(told, _)| *told == side).map_or([1, side], |(_, block)| *block);
    let shape = Shape::boxed(&block).expect("a shape");
    let rng = &mut SeededRng::new(seed);
    let mut values: Vec<u8> = (1..=side as u8).collect();
    for at in (1..side).rev() {
        values.swap(at, rng.below(at + 1));
    }
    let [rows, columns] = block;
    let of_cell = |at: usize| {
        let (row, column) = (at / side, at % side);
        values[(columns * (row % rows) + row / rows + column) % side]
    };
    let numbers: Vec<u8> = (0..side * side).map(of_cell).collect();
    (shape, Grid::from_numbers(&numbers))
}

/// The ways to write values, and whether a reader has to be told.
fn notations(side: usize) -> Vec<(Notation, bool)> {
    let of = |symbols: &mut dyn Iterator<Item = char>| -> String { symbols.take(side).collect() };
    let known = [
        of(&mut ('1'..='9').chain('A'..='Z')),
        of(&mut ('0'..='9').chain('A'..='Z')),
        of(&mut ('0'..='9').chain('a'..='z')),
        of(&mut ('A'..='Z')),
    ];
    let own = of(&mut ('a'..='z').rev().chain('A'..='Z'));
    let symbols = |symbols: &String| Notation::symbols(symbols, side).expect("all differ");
    let known = known.iter().map(|it| (symbols(it), side <= 9));
    known.chain([(Notation::numbers(side), false), (symbols(&own), true)]).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    /// What `solve --output line` writes is read as the same board; where the size does not tell the shape, it is read as no board.
    #[test]
    fn a_solution_on_a_line_reads_back(side in 4_usize..=25, seed in any::<u64>()) {
        let (shape, grid) = filled(side, seed);
        for (notation, is_told) in notations(side) {
            let mut puzzle = Puzzle::new(Board::empty(shape.clone()));
            puzzle.notation = notation;
            let mut line = Vec::new();
            write_line(&mut line, &puzzle, &grid).expect("memory");
            let line = String::from_utf8(line).expect("text");
            let symbols = puzzle.notation.as_symbols().filter(|_| is_told).map(|all| all.iter().collect());
            let options = ReadOptions { symbols };
            let dialect = match detect(&line) {
                // Letters of a small board are cells only to who was told so.
                _ if is_told => Dialect::Line,
                Detection::Foreign(dialect) => dialect,
                _ => {
                    prop_assert!(!TOLD.iter().any(|(told, _)| *told == side), "{line}");
                    continue;
                }
            };
            for record in sdkc_formats::read(dialect, &line.repeat(2), &options).records {
                if TOLD.iter().any(|(told, _)| *told == side) {
                    let read = record.puzzle.map(|puzzle| (puzzle.board.shape().clone(), puzzle.board.givens().clone()));
                    prop_assert_eq!(read, Some((shape.clone(), grid.clone())), "{}", line);
                } else {
                    prop_assert!(record.puzzle.is_none(), "{line}");
                }
            }
        }
    }
}
