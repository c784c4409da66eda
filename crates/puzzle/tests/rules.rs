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
    insta::assert_snapshot!(told(&clash), @"
    E0401 at Some(1): 5 stands twice in row 1 and block 1 [5 at r1c2, again in row 1 and block 1]
      0: 5 at r1c1
      = each value stands once in row 1 (r1c1 to r1c9); change or remove one of the 5s
      fix: Empty r1c2
    ");
    let cube = puzzle(Shape::hypercube(4, 2).unwrap(), &[(&[1, 2, 3, 4], 16), (&[1, 2, 16, 4], 16)]);
    insta::assert_snapshot!(told(&cube), @"
    E0401 at Some(62209): 16 stands twice in the line (1, 2, *, 4) [16 at (1, 2, 16, 4), again in the line (1, 2, *, 4)]
      8961: 16 at (1, 2, 3, 4)
      = each value stands once in the line (1, 2, *, 4) ((1, 2, 1, 4) to (1, 2, 16, 4)); change or remove one of the 16s
      fix: Empty (1, 2, 16, 4)
    ");
}

#[test]
fn candidates_constraints_and_dead_cells() {
    let mut narrow = puzzle(Shape::boxed(&[2, 2]).unwrap(), &[(&[1, 1], 3), (&[4, 4], 2)]);
    let (a, b) = (narrow.board.shape().cell(&[0, 0]).unwrap(), narrow.board.shape().cell(&[3, 3]).unwrap());
    narrow.board.restrict(a, ValueSet::full(2)).unwrap();
    narrow.board.add_constraint(Constraint::Less(a, b)).unwrap();
    narrow.notation = Notation::symbols("abcd", 4).unwrap();
    insta::assert_snapshot!(told(&narrow), @"
    E0402 at Some(0): the given c at r1c1 is not among the cell's candidates [c is given]
      = give one of a b, or add c to the candidates of r1c1
      fix: Empty r1c1
    E0401 at Some(15): the given at r1c1 must be less than the one at r4c4 []
      0: r1c1 holds the larger or an equal value
      = change one of the two givens
    ");
    // Of one candidate, or none, there is nothing to choose.
    for (n, note) in
        [(1, "give a, or add c to the candidates of r1c1"), (0, "add c to the candidates of r1c1")]
    {
        narrow.board.restrict(a, ValueSet::full(n)).unwrap();
        assert!(told(&narrow).contains(&format!("= {note}\n")), "{}", told(&narrow));
    }
    let row: Vec<(Vec<usize>, u8)> =
        (2..=9).map(|at| (vec![1, at], at as u8)).chain([(vec![5, 1], 1)]).collect();
    let row: Vec<(&[usize], u8)> = row.iter().map(|(at, number)| (at.as_slice(), *number)).collect();
    insta::assert_snapshot!(told(&puzzle(Shape::classic(), &row)), @"
    E0403 at Some(0): no value fits r1c1 [every value is excluded here]
      36: excludes 1
      1: excludes 2
      2: excludes 3
      3: excludes 4
      4: excludes 5
      5: excludes 6
      6: excludes 7
      7: excludes 8
      8: excludes 9
      = excluded are 1 by r5c1, 2 by r1c2, 3 by r1c3, 4 by r1c4, 5 by r1c5, 6 by r1c6, 7 by r1c7, 8 by r1c8 and 9 by r1c9; one of those givens must be wrong
    ");
}

/// Emptied in one go, they are one mistake; and where nothing is given, no given is wrong.
#[test]
fn cells_without_candidates_are_told_together() {
    for (n, more) in [(1, ""), (2, " and 1 more cell"), (81, " and 80 more cells")] {
        let mut empty = puzzle(Shape::classic(), &[]);
        for cell in Shape::classic().cells().take(n) {
            empty.board.restrict(cell, ValueSet::EMPTY).unwrap();
        }
        let found = rules(&empty);
        let [it] = &found[..] else { panic!("{found:?}") };
        assert_eq!((it.code, &it.message), (Code::E0403, &format!("no value fits r1c1{more}")));
        assert!(it.notes.iter().all(|note| !note.contains("given")), "{it:?}");
    }
    let mut narrow = puzzle(Shape::boxed(&[2, 2]).unwrap(), &[(&[1, 2], 1), (&[1, 3], 2)]);
    let corner = narrow.board.shape().cell(&[0, 0]).unwrap();
    narrow.board.restrict(corner, ValueSet::full(2)).unwrap();
    insta::assert_snapshot!(told(&narrow), @"
    E0403 at Some(0): no value fits r1c1 [every value is excluded here]
      1: excludes 1
      2: excludes 2
      = excluded are 1 by r1c2, 2 by r1c3 and all but 1 2 by its candidates; one of those givens, or a candidate that is missing, must be wrong
    ");
}

#[test]
fn too_few_givens_are_a_warning_unless_several_solutions_are_meant() {
    let mut few = puzzle(Shape::classic(), &[(&[1, 1], 5)]);
    insta::assert_snapshot!(told(&few), @"
    W0603 at None: one given cannot have a single solution: at least 17 are needed on this board []
      = add givens, or write `expect solutions >= 2` if several solutions are meant
    ");
    few.expects.push(Expect::from(ExpectKind::Unsolvable));
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
