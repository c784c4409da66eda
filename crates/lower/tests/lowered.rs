//! What comes out of a text without fault: boards, notations, places, strategies, layouts.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use sdkc_board::Value;
use sdkc_lower::{Lowered, lower};
use sdkc_puzzle::{Puzzle, StrategyKind, ValueOrder};
use sdkc_syntax::{Runs, parse};

fn lowered(text: &str) -> Lowered {
    let parsed = parse(text);
    assert_eq!(parsed.errors, []);
    let lowered = lower(&parsed, text);
    assert_eq!(lowered.diagnostics, []);
    assert!(lowered.puzzles.iter().all(|puzzle| puzzle.sound));
    assert_eq!(lowered.layouts.len(), sdkc_syntax::grids(&parsed.ast).count());
    lowered
}

fn one(text: &str) -> Puzzle {
    lowered(text).puzzles.remove(0).puzzle.unwrap()
}

fn numbers(puzzle: &Puzzle) -> Vec<u8> {
    puzzle.board.givens().numbers()
}

#[test]
fn every_way_to_give_is_the_same() {
    let grid = one("puzzle { block 2; givens { 12|34\n ._|*?\n----+---\n 0··1\n 4321 } }");
    let string = one("puzzle { block 2; givens \"1234 .... 0..1 4321\" }");
    let single = one("puzzle { block 2x2
        givens { 1 2 3 4\n....\n....\n4 3 2 1\n }
        given r3c4 = 1 }");
    assert_eq!(numbers(&grid), [1, 2, 3, 4, 0, 0, 0, 0, 0, 0, 0, 1, 4, 3, 2, 1]);
    assert_eq!(grid.board, string.board);
    assert_eq!(grid.board, single.board);
}

#[test]
fn places_lead_back_to_the_text() {
    let text = "puzzle \"P\" { block 2; given r4c4 = 3
        givens { 12|34\n ....\n ....\n .... }
        state { 12|34\n 34..\n ....\n .... }
        candidates r2c3 = 1 2 }";
    let puzzle = one(text);
    let cell = |row: usize, column: usize| puzzle.board.shape().cell(&[row - 1, column - 1]).unwrap();
    let shown = |span: Option<sdkc_diagnostics::Span>| span.map(|span| &text[span.range()]);
    let origins = &puzzle.origins;
    assert_eq!(shown(origins.header), Some("\"P\""));
    assert_eq!(shown(origins.shape), Some("block 2"));
    assert_eq!(shown(origins.givens.span(cell(1, 3))), Some("3"));
    assert_eq!(shown(origins.givens.span(cell(2, 1))), Some("."), "empty cells have a place too");
    assert_eq!(origins.givens.span(cell(4, 4)).unwrap().start as usize, text.find("3\n").unwrap());
    assert_eq!(shown(origins.candidates.span(cell(2, 3))), Some("r2c3 = 1 2"));
    assert_eq!(shown(origins.state.span(cell(2, 2))), Some("4"));
    let state = puzzle.state.as_ref().unwrap();
    assert_eq!(state.numbers()[..8], [0, 0, 0, 0, 3, 4, 0, 0], "givens are not part of the state");
}

#[test]
fn notations_read_their_values() {
    let symbols = one("puzzle { block 2; symbols \"0aA1\"; givens \"0aA1 .... .... ....\" }");
    assert_eq!(numbers(&symbols)[..5], [1, 2, 3, 4, 0]);
    let large = one("puzzle { block 2x5; given r1c1 = 10\n given (10, 10) = 1 }");
    assert_eq!(large.board.givens().value(large.board.shape().cell(&[0, 0]).unwrap()), Value::new(10));
    let row = ". . 10 1 .|. . . . .\n";
    let wide = one(&format!("puzzle {{ block 2x5; givens {{ {row}{} }} }}", "..........\n".repeat(9)));
    assert_eq!(numbers(&wide)[..5], [0, 0, 10, 1, 0]);
}

#[test]
fn layers_come_in_any_order_and_may_be_missing() {
    let layer =
        |at: usize, value: usize| format!("layer ({at}) {{ {value}.......\n{} }}\n", "........\n".repeat(7));
    let text = format!("puzzle {{ dimensions 3; block 2; givens {{ {}{} }} }}", layer(8, 3), layer(2, 5));
    let puzzle = one(&text);
    let filled: Vec<(String, u8)> = puzzle
        .board
        .givens()
        .filled()
        .map(|(cell, value)| (puzzle.board.shape().coords(cell).to_string(), value.number()))
        .collect();
    assert_eq!(filled, [("(1, 1, 2)".to_owned(), 5), ("(1, 1, 8)".to_owned(), 3)]);
}

#[test]
fn candidates_restrict_cells() {
    let puzzle =
        one("puzzle { block 2; candidates { 14 . . .\n....\n....\n...2\n }\n candidates r2c2 = 12 4 }");
    let shape = puzzle.board.shape();
    let restricted: Vec<(String, String)> = puzzle
        .board
        .restricted()
        .map(|(cell, set)| (shape.coords(cell).to_string(), set.to_string()))
        .collect();
    let expected = [("r1c1", "{1, 4}"), ("r2c2", "{1, 2, 4}"), ("r4c4", "{2}")];
    assert_eq!(restricted, expected.map(|(cell, set)| (cell.to_owned(), set.to_owned())));
}

#[test]
fn strategies_and_facts_about_the_puzzle() {
    let puzzle = one("puzzle { block 2
        author \"A\"; tags \"x\" \"y\"; meta \"k\" \"v\"
        strategy random { seed 7; values least-constraining; timeout 2m; nodes 1_000 }
        expect solutions <= 5 }");
    assert_eq!(puzzle.strategy.kind(), StrategyKind::Random);
    assert_eq!(puzzle.strategy.seed(), 7);
    assert_eq!(puzzle.strategy.values.unwrap().value, ValueOrder::LeastConstraining);
    assert_eq!(puzzle.strategy.timeout_ms.unwrap().value, 120_000);
    assert_eq!(puzzle.strategy.nodes.unwrap().value, 1000);
    assert_eq!(puzzle.meta.all("tags").collect::<Vec<_>>(), ["x", "y"]);
    assert_eq!(puzzle.meta.first("k"), Some("v"));
    assert_eq!(puzzle.expected_solutions(), (0, 5));
}

#[test]
fn layouts_say_how_grids_are_drawn() {
    let text = "puzzle { block 2x3; candidates { ......\n......\n......\n......\n......\n...... } }
        puzzle { regions { 01\n01 } givens { 1.\n.. } }";
    let layouts: Vec<_> = lowered(text).layouts.into_iter().map(Option::unwrap).collect();
    assert_eq!(layouts[0].row_borders, [2, 4]);
    assert_eq!(layouts[0].column_borders, [3]);
    assert_eq!((layouts[0].runs, layouts[0].cell_width), (Runs::Whole, 1));
    assert!(!layouts[1].zero_is_empty, "0 is the name of a region");
    assert_eq!((layouts[2].side, layouts[2].column_borders.len()), (2, 0));
}

#[test]
fn a_broken_puzzle_spoils_no_other() {
    let text =
        "puzzle { block 2; given r1c1 = 9 }\npuzzle { block 1 }\npuzzle { block 2 }\npuzzle { author 5 }";
    let lowered = lower(&parse(text), text);
    let states: Vec<_> =
        lowered.puzzles.iter().map(|puzzle| (puzzle.puzzle.is_some(), puzzle.sound)).collect();
    assert_eq!(states, [(true, false), (false, false), (true, true), (true, false)]);
    let puzzles: Vec<_> = lowered.diagnostics.iter().map(|it| it.puzzle).collect();
    assert_eq!(puzzles, [Some(0), Some(1)]);
    assert_eq!(lowered.rules().len(), 1, "only the sound one has too few givens");
}
