//! What is asked by views of the board and by commands: the board itself, a value set in it, steps, solutions, a search
//! to look at.

use std::fmt::Write as _;

use sdkc_diagnostics::Edit;
use sdkc_formats::ReadOptions;
use sdkc_ide::{
    self as ide, BoardView, CellView, Event, Limits, Never, NoEdit, Snapshot, StrategyKind, Target, Value,
};

use crate::case::{Case, answers, apply, visible};

/// The puzzle that a case asks about: the one at the cursor, or the one that it names.
fn puzzle(case: &Case<'_>, snapshot: &Snapshot) -> usize {
    let named = case.option("puzzle").map(|it| it.parse().expect("a number"));
    named.or_else(|| ide::entry_number(snapshot, case.at)).unwrap_or(0)
}

#[test]
fn board() {
    insta::assert_snapshot!(answers(include_str!("data/board.txt"), |case| {
        let snapshot = case.snapshot();
        let layer = case.option("layer").map_or(0, |it| it.parse().expect("a number"));
        let view = ide::board(&snapshot, puzzle(case, &snapshot), layer, snapshot.diagnostics());
        view.map_or_else(|| "nothing".to_owned(), |view| drawn(&view))
    }));
}

/// A given as it is, the player's value in parentheses, legal values in braces, `!` for what clashes.
fn drawn(view: &BoardView) -> String {
    let mut out = String::new();
    let name = view.name.as_deref().unwrap_or("unnamed");
    writeln!(
        out,
        "{name}: side {}, {} axes, block {:?}, regions {:?}, values {}\nsound {}, state {}, layers {} of {}, from cell {}",
        view.side,
        view.n_dims,
        view.block,
        view.regions,
        view.values.join(" "),
        view.is_sound,
        view.has_state,
        view.layers.len(),
        view.n_layers,
        view.first_cell(),
    )
    .expect("writing to a string");
    for (layer, cells) in view.layers.iter().zip(view.cells.chunks(view.side * view.side)).take(2) {
        writeln!(out, "layer {layer:?} of {} cells", cells.len()).expect("writing to a string");
        // Larger ones would only fill the file.
        for row in cells.chunks(view.side).filter(|row| row.len() <= 9) {
            let row: Vec<String> = row.iter().map(|it| cell(view, it)).collect();
            writeln!(out, "{}", row.join(" ")).expect("writing to a string");
        }
    }
    out
}

fn cell(view: &BoardView, cell: &CellView) -> String {
    let shown = |value: Value| view.values[value.index()].as_str();
    let clash = if cell.clashes { "!" } else { "" };
    let holds = match (cell.given, cell.state, cell.legal) {
        (Some(value), None, None) => shown(value).to_owned(),
        (None, Some(value), None) => format!("({})", shown(value)),
        (None, None, Some(legal)) => format!("{{{}}}", legal.iter().map(shown).collect::<String>()),
        other => panic!("a cell holds one thing: {other:?}"),
    };
    format!("{holds}{clash}")
}

/// `[cell 5 = 3]`: the text after it. Setting it once more must be no edit at all.
#[test]
fn set() {
    insta::assert_snapshot!(answers(include_str!("data/set.txt"), |case| {
        let snapshot = case.snapshot();
        let (cell, value) = case.option("cell").expect("which cell").split_once('=').expect("which value");
        let cell = cell.trim().parse().expect("a number");
        let value = value.trim().parse().ok().and_then(Value::new);
        let target = if case.has("state") { Target::State } else { Target::Givens };
        let number = puzzle(case, &snapshot);
        let set = |snapshot: &Snapshot| ide::set_cell(snapshot, number, cell, value, target);
        match set(&snapshot) {
            Ok(edits) => {
                let after = apply(&case.text, &edits);
                let again = Snapshot::new(after.clone(), &ReadOptions::default());
                assert_eq!(set(&again), Ok(Vec::new()), "{}: {after}", case.title);
                format!("{} edits\n{}", edits.len(), visible(&after))
            }
            Err(why) => why.to_string(),
        }
    }));
}

#[test]
fn steps() {
    insta::assert_snapshot!(answers(include_str!("data/steps.txt"), |case| {
        let number = puzzle(case, &case.snapshot());
        let mut text = case.text.clone();
        let mut out = String::new();
        loop {
            let snapshot = Snapshot::new(text.clone(), &ReadOptions::default());
            match ide::next_step(&snapshot, number) {
                Ok(step) => {
                    writeln!(out, "{}", step.message).expect("writing to a string");
                    text = apply(&text, &[step.edit]);
                }
                Err(why) => {
                    writeln!(out, "{why}").expect("writing to a string");
                    return out;
                }
            }
        }
    }));
}

fn solve(snapshot: &Snapshot, number: usize) -> Result<Vec<Edit>, NoEdit> {
    let puzzle = ide::solvable(snapshot, number)?;
    let solution = ide::facts(puzzle, Limits::none(), &Never).solution.expect("the cases have solutions");
    ide::solution_edits(snapshot, number, &solution)
}

/// The text with a solution in it, which is right and full.
#[test]
fn solution() {
    insta::assert_snapshot!(answers(include_str!("data/solution.txt"), |case| {
        let snapshot = case.snapshot();
        let number = puzzle(case, &snapshot);
        match solve(&snapshot, number) {
            Ok(edits) => {
                let after = apply(&case.text, &edits);
                let solved = Snapshot::new(after.clone(), &ReadOptions::default());
                let board = &solved.entries()[number].solvable().expect("a solution keeps the rules").board;
                assert!(board.givens().is_complete(), "{}: {after}", case.title);
                assert_eq!(solve(&solved, number), Err(NoEdit::Full));
                visible(&after)
            }
            Err(why) => why.to_string(),
        }
    }));
}

/// `[strategy random]`, `[nodes 3]`: the steps of the search as the view gets them, and how it ended.
#[test]
fn watch() {
    insta::assert_snapshot!(answers(include_str!("data/watch.txt"), |case| {
        let snapshot = case.snapshot();
        let puzzle = match ide::solvable(&snapshot, 0) {
            Ok(puzzle) => puzzle,
            Err(why) => return why.to_string(),
        };
        let strategy: Option<StrategyKind> =
            case.option("strategy").map(|it| it.parse().unwrap_or_else(|_| panic!("no strategy `{it}`")));
        let nodes = case.option("nodes").map(|it| it.parse().expect("a number"));
        let mut out = String::new();
        let mut tell = |event: Event| {
            let step = match event {
                Event::Placed { cell, value, depth } => {
                    format!("{}place {} in cell {}", " ".repeat(depth), value.number(), cell.index())
                }
                Event::Deduced { cell, value } => {
                    format!("deduce {} in cell {}", value.number(), cell.index())
                }
                Event::Removed { cell } => format!("empty cell {}", cell.index()),
                Event::DeadEnd { depth } => format!("{}turn back", " ".repeat(depth)),
                Event::Solution => "filled".to_owned(),
                other => panic!("a step that views do not know: {other:?}"),
            };
            writeln!(out, "{step}").expect("writing to a string");
        };
        let end = ide::watch(puzzle, strategy, Limits { nodes }, &Never, &mut tell);
        let solution = end.solution.map(|it| it.numbers());
        writeln!(out, "{}: {} nodes, stopped {:?}, {solution:?}", end.strategy, end.nodes, end.stopped)
            .expect("writing to a string");
        out
    }));
}
