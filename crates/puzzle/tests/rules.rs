//! What the rules check says of broken boards, in the author's words.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::fmt::Write as _;

use sdkc_board::{Board, Constraint, Shape, Value, ValueSet};
use sdkc_diagnostics::{Code, Span};
use sdkc_puzzle::{CellSpans, Expect, ExpectKind, Notation, Puzzle, rules};

/// A puzzle whose givens are written one after the other: the cell of number `i` at offset `i`.
fn puzzle(shape: Shape, givens: &[(&[usize], u8)]) -> Puzzle {
    let mut board = Board::empty(shape.clone());
    for (coords, number) in givens {
        let zero_based: Vec<usize> = coords.iter().map(|at| at - 1).collect();
        board.set_given(shape.cell(&zero_based).unwrap(), Value::new(*number)).unwrap();
    }
    let mut puzzle = Puzzle::new(board);
    puzzle.origins.givens = CellSpans::from_pairs(
        shape.cells().map(|cell| (cell, Span::from_range(cell.index()..cell.index() + 1))).collect(),
    );
    puzzle
}

fn told(puzzle: &Puzzle) -> String {
    let mut text = String::new();
    for it in rules(puzzle) {
        writeln!(text, "{} at {:?}: {} [{}]", it.code, it.span.map(|span| span.start), it.message, it.label)
            .unwrap();
        for label in &it.labels {
            writeln!(text, "  {}: {}", label.span.start, label.message).unwrap();
        }
        for note in &it.notes {
            writeln!(text, "  = {note}").unwrap();
        }
        for fix in &it.fixes {
            writeln!(text, "  fix: {}", fix.title).unwrap();
        }
    }
    text
}

#[test]
fn equal_givens_name_every_unit_they_share() {
    let clash = puzzle(Shape::classic(), &[(&[1, 1], 5), (&[1, 2], 5), (&[7, 7], 5), (&[7, 1], 3)]);
    insta::assert_snapshot!(told(&clash), @"");
    let cube = puzzle(Shape::hypercube(4, 2).unwrap(), &[(&[1, 2, 3, 4], 16), (&[1, 2, 16, 4], 16)]);
    insta::assert_snapshot!(told(&cube), @"");
}

#[test]
fn candidates_constraints_and_dead_cells() {
    let mut narrow = puzzle(Shape::boxed(&[2, 2]).unwrap(), &[(&[1, 1], 3), (&[4, 4], 2)]);
    let (a, b) = (narrow.board.shape().cell(&[0, 0]).unwrap(), narrow.board.shape().cell(&[3, 3]).unwrap());
    narrow.board.restrict(a, ValueSet::full(2)).unwrap();
    narrow.board.add_constraint(Constraint::Less(a, b)).unwrap();
    narrow.notation = Notation::symbols("abcd", 4).unwrap();
    insta::assert_snapshot!(told(&narrow), @"");
    let row: Vec<(Vec<usize>, u8)> =
        (2..=9).map(|at| (vec![1, at], at as u8)).chain([(vec![5, 1], 1)]).collect();
    let row: Vec<(&[usize], u8)> = row.iter().map(|(at, number)| (at.as_slice(), *number)).collect();
    insta::assert_snapshot!(told(&puzzle(Shape::classic(), &row)), @"");
}

#[test]
fn too_few_givens_are_a_warning_unless_several_solutions_are_meant() {
    let mut few = puzzle(Shape::classic(), &[(&[1, 1], 5)]);
    insta::assert_snapshot!(told(&few), @"");
    few.expects.push(Expect { kind: ExpectKind::Unsolvable, span: None });
    assert_eq!(rules(&few), []);
    let latin: Vec<([usize; 2], u8)> =
        (1..=5).flat_map(|at| [([at, at], 1), ([at, at % 5 + 1], 2)]).collect();
    let latin: Vec<(&[usize], u8)> = latin.iter().map(|(at, number)| (at.as_slice(), *number)).collect();
    let found = rules(&puzzle(Shape::boxed(&[1, 5]).unwrap(), &latin));
    assert!(
        matches!(&found[..], [it] if it.code == Code::W0603 && it.message.contains("2 different values")),
        "{found:?}"
    );
}
