//! The editor features on data: each file in `data/` holds texts with a cursor, `$0`, and each snapshot what was answered.

use std::fmt::Write as _;

use sdkc_diagnostics::{Edit, Encoding, Span};
use sdkc_formats::ReadOptions;
use sdkc_ide::{self as ide, Snapshot};

/// Answers every case of a file.
fn check(name: &str, file: &str, answer: impl Fn(&Snapshot, u32) -> String) {
    let mut out = String::new();
    let cases: Vec<&str> = file.split("=== ").skip(1).collect();
    assert!(!cases.is_empty(), "{name} holds no cases");
    for case in cases {
        let (title, text) = case.split_once('\n').expect("a title line");
        let cursor = text.find("$0").expect("each case has a cursor");
        let snapshot = Snapshot::new(text.replacen("$0", "", 1), &ReadOptions::default());
        writeln!(out, "=== {title}\n{}", answer(&snapshot, cursor as u32).trim_end())
            .expect("writing to a string");
    }
    insta::assert_snapshot!(name, out);
}

fn place(snapshot: &Snapshot, span: Span) -> String {
    let at = snapshot.line_index().position(snapshot.text(), span.start, Encoding::Utf32);
    let text: String = snapshot.text()[span.range()].chars().take(30).collect();
    format!("{}:{} {text:?}", at.line + 1, at.column + 1)
}

fn apply(text: &str, edits: &[Edit]) -> String {
    let mut out = text.to_owned();
    edits.iter().rev().for_each(|edit| out.replace_range(edit.span.range(), &edit.text));
    out
}

#[test]
fn hover() {
    check("hover", include_str!("data/hover.txt"), |snapshot, at| match ide::hover(snapshot, at) {
        Some(it) => format!("{}\n{}", place(snapshot, it.span), it.markdown),
        None => "nothing".to_owned(),
    });
}

#[test]
fn completion() {
    check("completion", include_str!("data/completion.txt"), |snapshot, at| {
        let found = ide::completions(snapshot, at);
        let lines = found
            .iter()
            .map(|it| format!("{:?} {} at {}: {}", it.kind, it.label, place(snapshot, it.span), it.doc));
        lines.collect::<Vec<_>>().join("\n")
    });
}

#[test]
fn actions() {
    check("actions", include_str!("data/actions.txt"), |snapshot, at| {
        let found = ide::actions(snapshot, snapshot.diagnostics(), Span::at(at));
        let shown = found.iter().map(|it| format!("--- {}\n{}", it.title, apply(snapshot.text(), &it.edits)));
        shown.collect::<Vec<_>>().join("\n")
    });
}

#[test]
fn structure() {
    check("structure", include_str!("data/structure.txt"), |snapshot, at| {
        let mut out = String::new();
        let mut line =
            |what: &str, text: String| writeln!(out, "{what}: {text}").expect("writing to a string");
        ide::selection(snapshot, at).into_iter().for_each(|it| line("select", place(snapshot, it)));
        ide::folds(snapshot).into_iter().for_each(|it| line("fold", place(snapshot, it.span)));
        for it in ide::symbols(snapshot) {
            line("symbol", format!("{} ({})", it.name, it.detail));
            it.children.iter().for_each(|it| line("  item", format!("{} ({})", it.name, it.detail)));
        }
        ide::lenses(snapshot).into_iter().for_each(|it| line("lens", place(snapshot, it.span)));
        ide::links(snapshot).into_iter().for_each(|it| line("link", it.target));
        let peers = ide::highlights(snapshot, at);
        line(
            "equal",
            format!(
                "{:?}",
                peers.iter().filter(|it| it.is_equal).map(|it| place(snapshot, it.span)).collect::<Vec<_>>()
            ),
        );
        line("peers", peers.iter().filter(|it| !it.is_equal).count().to_string());
        let inlays = ide::inlays(snapshot, Span::new(0, u32::MAX));
        line("inlays", inlays.iter().map(|it| it.text.as_str()).collect::<Vec<_>>().join(""));
        for it in ide::semantic_tokens(snapshot) {
            let clash = if it.clashes { " clashing" } else { "" };
            line("token", format!("{:?}{clash} {}", it.kind, place(snapshot, it.span)));
        }
        out
    });
}

#[test]
fn steps() {
    check("steps", include_str!("data/steps.txt"), |snapshot, _| {
        let mut text = snapshot.text().to_owned();
        let mut out = String::new();
        loop {
            let snapshot = Snapshot::new(text.clone(), &ReadOptions::default());
            match ide::next_step(&snapshot, 0) {
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
    });
}

#[test]
fn a_solution_is_written_into_the_grid() {
    let text = "puzzle { block 2\n givens { 12..\n .4.2\n 2..3\n .3.. } }".to_owned();
    let snapshot = Snapshot::new(text, &ReadOptions::default());
    let puzzle = snapshot.entries()[0].solvable().expect("it keeps the rules");
    let facts = ide::facts(puzzle, ide::Limits::none(), &ide::Never);
    let solution = facts.solution.expect("it has one");
    let edits = ide::solution_edits(&snapshot, 0, &solution).expect("all cells are written");
    let solved = Snapshot::new(apply(snapshot.text(), &edits), &ReadOptions::default());
    let board = &solved.entries()[0].solvable().expect("a solution keeps the rules").board;
    assert!(board.givens().is_complete());
    assert_eq!(ide::solution_edits(&solved, 0, &solution), Err(ide::NoEdit::Full));
}

#[test]
fn snippets_are_right_puzzles() {
    let snapshot = Snapshot::new(String::new(), &ReadOptions::default());
    let snippets = ide::completions(&snapshot, 0);
    assert!(snippets.len() >= 5);
    for it in snippets {
        let text = it.text.replace("${1:Name}", "Name");
        let read = Snapshot::new(text.clone(), &ReadOptions::default());
        let errors: Vec<_> = read.diagnostics().iter().filter(|it| it.is_error()).collect();
        assert!(errors.is_empty(), "{}: {errors:?}", it.label);
        assert_eq!(ide::format(&read), Some(text), "{} is tidy", it.label);
    }
}

/// Every feature at every place of texts that are cut anywhere: none panics, and every place told lies in the text.
#[test]
fn no_place_of_a_broken_text_panics() {
    let whole = include_str!("data/structure.txt").replace("$0", "");
    let texts =
        (0..whole.len()).step_by(7).filter(|end| whole.is_char_boundary(*end)).map(|end| &whole[..end]);
    for text in texts.skip(4) {
        let snapshot = Snapshot::new(text.to_owned(), &ReadOptions::default());
        let whole = Span::from_range(0..text.len());
        let inside = |span: Span| {
            assert!(span.end <= whole.end && text.get(span.range()).is_some(), "{span:?} in {text:?}")
        };
        for at in (0..=text.len() as u32 + 2).step_by(11) {
            ide::hover(&snapshot, at).into_iter().for_each(|it| inside(it.span));
            ide::completions(&snapshot, at).into_iter().for_each(|it| assert!(it.span.start <= at));
            ide::selection(&snapshot, at).into_iter().for_each(inside);
            ide::highlights(&snapshot, at).into_iter().for_each(|it| inside(it.span));
            let edits = ide::actions(&snapshot, snapshot.diagnostics(), Span::at(at));
            edits.into_iter().flat_map(|it| it.edits).for_each(|it| inside(it.span));
        }
        ide::semantic_tokens(&snapshot).windows(2).for_each(|it| assert!(it[0].span.end <= it[1].span.start));
        ide::folds(&snapshot).into_iter().for_each(|it| inside(it.span));
        ide::symbols(&snapshot).into_iter().for_each(|it| {
            inside(it.span);
            inside(it.name_span);
        });
        ide::inlays(&snapshot, whole).into_iter().for_each(|it| inside(Span::at(it.offset)));
    }
}
