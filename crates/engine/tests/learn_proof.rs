//! Proofs of "no solution" and "only one", held against a naive checker that knows clauses and unit propagation.

mod common;

use sdkc_engine::{
    Board, Cell, Constraint, Grid, Limits, Never, Shape,
    board::SeededRng,
    learn::{Answer, Learner, Tuning, dimacs},
};

fn clause(line: &str) -> Vec<i32> {
    let numbers: Vec<i32> = line.split_whitespace().map(|word| word.parse().expect("a number")).collect();
    assert_eq!(numbers.last(), Some(&0), "a clause ends with 0");
    numbers[..numbers.len() - 1].to_vec()
}

/// Clauses, none of them watched: every one is looked at until nothing follows any more.
struct Checker {
    n_vars: usize,
    clauses: Vec<Vec<i32>>,
}

impl Checker {
    fn new(formula: &str) -> Self {
        let mut lines = formula.lines();
        let header: Vec<&str> = lines.next().expect("a header").split_whitespace().collect();
        let clauses: Vec<Vec<i32>> = lines.map(clause).collect();
        assert_eq!(header[3].parse(), Ok(clauses.len()), "the header counts the clauses");
        Self { n_vars: header[2].parse().expect("a number"), clauses }
    }

    /// Whether unit propagation from the negation of `lemma` ends in a conflict.
    fn follows(&self, lemma: &[i32]) -> bool {
        let mut value = vec![0_i8; self.n_vars + 1];
        let sign =
            |value: &[i8], literal: i32| value[literal.unsigned_abs() as usize] * literal.signum() as i8;
        lemma.iter().for_each(|literal| value[literal.unsigned_abs() as usize] = -literal.signum() as i8);
        let mut changed = true;
        while changed {
            changed = false;
            for clause in &self.clauses {
                if clause.iter().any(|literal| sign(&value, *literal) > 0) {
                    continue;
                }
                let mut open = clause.iter().filter(|literal| sign(&value, **literal) == 0);
                match (open.next(), open.next()) {
                    (None, _) => return true,
                    (Some(unit), None) => {
                        value[unit.unsigned_abs() as usize] = unit.signum() as i8;
                        changed = true;
                    }
                    _ => {}
                }
            }
        }
        false
    }

    /// Whether every line follows and the last is the empty clause.
    fn accepts(mut self, proof: &str) -> bool {
        for line in proof.lines() {
            if let Some(dropped) = line.strip_prefix("d ") {
                let mut dropped = clause(dropped);
                dropped.sort_unstable();
                let same = |clause: &Vec<i32>| {
                    let mut clause = clause.clone();
                    clause.sort_unstable();
                    clause == dropped
                };
                let at = self.clauses.iter().rposition(same).expect("only what is there is dropped");
                self.clauses.remove(at);
                continue;
            }
            let lemma = clause(line);
            if !self.follows(&lemma) {
                return false;
            }
            if lemma.is_empty() {
                return true;
            }
            self.clauses.push(lemma);
        }
        false
    }
}

/// All solutions, and the proof that there are no more; `None` if there are more than `limit`, or if it takes long.
fn refute(board: &Board, tuning: Tuning, limit: usize) -> Option<(Vec<Grid>, String)> {
    let mut learner = Learner::with_tuning(board, 1, tuning).logging();
    let mut found = Vec::new();
    loop {
        match learner.search(Limits::nodes(400), &Never) {
            Answer::Solution(_) if found.len() == limit => return None,
            Answer::Solution(grid) => found.push(grid),
            Answer::None => return Some((found, learner.proof().expect("it was logging").to_owned())),
            _ => return None,
        }
    }
}

#[test]
fn proofs_are_accepted() {
    let (mut none, mut one) = (0, 0);
    for (number, shape) in common::shapes().iter().enumerate() {
        for seed in 0..if shape.n_cells() > 60 { 2 } else { 16 } {
            let Some(board) = common::board(shape, seed * 613 + number as u64) else { continue };
            let Some((found, proof)) = refute(&board, Tuning::default(), 3) else { continue };
            assert!(Checker::new(&dimacs(&board, &found)).accepts(&proof), "{shape}, seed {seed}");
            none += u32::from(found.is_empty());
            one += u32::from(found.len() == 1);
        }
    }
    assert!(none > 10 && one > 20, "{none} without, {one} with one solution");
}

/// Random sets that must hold every value, on an empty 6x6 board: mostly without solution, and only search tells. The
/// tunings make it restart, tidy up, probe, change its mode and begin afresh all the time.
#[test]
fn long_proofs_are_accepted() {
    let shape = Shape::boxed(&[2, 3]).expect("6x6");
    let often = Tuning { luby: 4, reduce: 20, reduce_step: 1, tier1: 0, tier2: 0, ..Tuning::default() };
    let in_both_modes = Tuning { focus: 15, fresh: 8, ..often };
    let tuning = Tuning { probe: 200, ..often };
    let (mut long, mut with_deletions) = (0, 0);
    for seed in 0..25 {
        let mut rng = SeededRng::new(seed);
        let mut board = Board::empty(shape.clone());
        for _ in 0..6 {
            let mut cells: Vec<Cell> = shape.cells().collect();
            rng.shuffle(&mut cells);
            cells.truncate(6);
            board.add_constraint(Constraint::Permutation(cells.into())).expect("six cells");
        }
        let tuning = if seed % 3 == 0 { in_both_modes } else { tuning };
        let Some((found, proof)) = refute(&board, tuning, 0) else { continue };
        assert!(Checker::new(&dimacs(&board, &found)).accepts(&proof), "seed {seed}");
        long += u32::from(proof.lines().count() > 20);
        with_deletions += u32::from(proof.contains("d "));
    }
    assert!(long > 4 && with_deletions > 2, "{long} long proofs, {with_deletions} with deletions");
}

/// All 288 solutions of the empty 4x4 board are found, and that there is no other is proved.
#[test]
fn a_complete_list_is_proved() {
    let board = Board::empty(Shape::hypercube(2, 2).expect("4x4"));
    let (found, proof) = refute(&board, Tuning::default(), 288).expect("288 are all");
    assert_eq!(found.len(), 288);
    assert!(Checker::new(&dimacs(&board, &found)).accepts(&proof));
    assert!(!Checker::new(&dimacs(&board, &found[1..])).accepts(&proof), "one solution was left in");
}

/// A checker that accepts anything would pass the test above.
#[test]
fn wrong_proofs_are_refused() {
    let shape = &common::shapes()[0];
    let board = Board::empty(shape.clone());
    let formula = dimacs(&board, &[]);
    assert!(!Checker::new(&formula).accepts("0\n"), "the empty 4x4 board has solutions");
    assert!(!Checker::new(&formula).accepts("1 0\n0\n"), "its first cell is not 1 in all of them");
    assert!(!Checker::new(&formula).accepts(""), "nothing proves nothing");
}
