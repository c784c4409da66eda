//! What is asked about the text itself: hover, completion, actions, formatting, outline and the like.

use std::fmt::Write as _;

use sdkc_diagnostics::Span;
use sdkc_ide::{self as ide, Snapshot};

use crate::case::{Case, answers, apply, place, visible};

#[test]
fn hover() {
    insta::assert_snapshot!(answers(include_str!("data/hover.txt"), |case| {
        let snapshot = case.snapshot();
        match ide::hover(&snapshot, snapshot.diagnostics(), case.at) {
            Some(it) => format!("{}\n{}", place(&snapshot, it.span), it.markdown),
            None => "nothing".to_owned(),
        }
    }));
}

#[test]
fn completion() {
    insta::assert_snapshot!(answers(include_str!("data/completion.txt"), |case| {
        let snapshot = case.snapshot();
        let line = |it: ide::Completion| {
            format!("{:?} {} at {}: {}", it.kind, it.label, place(&snapshot, it.span), it.doc)
        };
        let lines: Vec<String> = ide::completions(&snapshot, case.at).into_iter().map(line).collect();
        if lines.is_empty() { "nothing".to_owned() } else { lines.join("\n") }
    }));
}

#[test]
fn actions() {
    insta::assert_snapshot!(answers(include_str!("data/actions.txt"), |case| {
        let snapshot = case.snapshot();
        let found = ide::actions(&snapshot, snapshot.diagnostics(), Span::at(case.at));
        let after = |it: &ide::Action| visible(&apply(snapshot.text(), &it.edits));
        let shown: Vec<String> = found.iter().map(|it| format!("--- {}\n{}", it.title, after(it))).collect();
        if shown.is_empty() { "nothing".to_owned() } else { shown.join("\n") }
    }));
}

/// The text as it is formatted, which the edits make of it too.
#[test]
fn format() {
    insta::assert_snapshot!(answers(include_str!("data/format.txt"), |case| {
        let snapshot = case.snapshot();
        let Some(tidy) = ide::format(&snapshot) else {
            assert_eq!(ide::format_edits(&snapshot), None);
            return "left alone".to_owned();
        };
        let edits = ide::format_edits(&snapshot).expect("as the whole text");
        assert_eq!(apply(snapshot.text(), &edits), tidy, "{}", case.title);
        format!("{} edits\n{}", edits.len(), visible(&tidy))
    }));
}

#[test]
fn highlight() {
    insta::assert_snapshot!(answers(include_str!("data/highlight.txt"), |case| {
        let snapshot = case.snapshot();
        let found = ide::highlights(&snapshot, case.at);
        let places = |equal: bool| {
            let of = found.iter().filter(|it| it.is_equal == equal);
            of.map(|it| place(&snapshot, it.span)).collect::<Vec<_>>().join(", ")
        };
        format!("equal: {}\npeers: {}", places(true), places(false))
    }));
}

#[test]
fn structure() {
    insta::assert_snapshot!(answers(include_str!("data/structure.txt"), |case| {
        let snapshot = case.snapshot();
        let mut out = parts(&snapshot, case);
        for it in ide::semantic_tokens(&snapshot) {
            let clash = if it.clashes { " clashing" } else { "" };
            writeln!(out, "token: {:?}{clash} {}", it.kind, place(&snapshot, it.span))
                .expect("writing to a string");
        }
        out
    }));
}

fn parts(snapshot: &Snapshot, case: &Case<'_>) -> String {
    let mut out = String::new();
    let mut line = |what: &str, text: String| writeln!(out, "{what}: {text}").expect("writing to a string");
    ide::selection(snapshot, case.at).into_iter().for_each(|it| line("select", place(snapshot, it)));
    for it in ide::folds(snapshot) {
        line(if it.is_comment { "fold comment" } else { "fold" }, place(snapshot, it.span));
    }
    for it in ide::symbols(snapshot) {
        line("symbol", format!("{} ({})", it.name, it.detail));
        it.children.iter().for_each(|it| line("  item", format!("{} ({})", it.name, it.detail)));
    }
    for it in ide::lenses(snapshot) {
        line("lens", format!("{} of puzzle {}", place(snapshot, it.span), it.puzzle));
    }
    for it in ide::links(snapshot) {
        line("link", format!("{} at {}", it.target, place(snapshot, it.span)));
    }
    let inlays = ide::inlays(snapshot, Span::new(0, u32::MAX));
    line("inlays", inlays.iter().map(|it| it.text.as_str()).collect::<Vec<_>>().join(""));
    line("puzzle here", format!("{:?}", ide::puzzle_at(snapshot, case.at)));
    line("puzzle here or before", format!("{:?}", ide::entry_number(snapshot, case.at)));
    out
}
