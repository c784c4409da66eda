//! Every sample keeps what it claims, and the samples between them show the whole language.

use std::fs;

use sdkc_formats::ReadOptions;
use sdkc_ide::{Limits, Never, Snapshot, verify};
use sdkc_syntax::{Keyword, keywords::FACTS};
use sdkc_tests::tidy::root;

fn samples() -> Vec<(String, String)> {
    let folder = fs::read_dir(root().join("samples")).expect("there are samples");
    let mut all: Vec<(String, String)> = folder
        .map(|entry| {
            let path = entry.expect("a readable entry").path();
            let name = path.file_name().expect("a file").to_string_lossy().into_owned();
            (name, fs::read_to_string(&path).expect("a readable text"))
        })
        .collect();
    all.sort();
    all
}

#[test]
fn every_sample_keeps_what_it_claims() {
    let mut wrong = Vec::new();
    for (name, text) in samples() {
        let snapshot = Snapshot::new(text, &ReadOptions::default());
        wrong.extend(snapshot.diagnostics().iter().map(|it| format!("{name}: {} {}", it.code, it.message)));
        for entry in snapshot.entries() {
            let Some(puzzle) = entry.solvable() else { continue };
            let started = std::time::Instant::now();
            let proof = verify(puzzle, Limits::none(), &Never);
            wrong.extend(proof.diagnostics.iter().map(|it| format!("{name}: {} {}", it.code, it.message)));
            wrong.extend(proof.bug.map(|bug| format!("{name}: {bug:?}")));
            println!("{name} line {}: {} in {:?}", entry.line, proof.verdict, started.elapsed());
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_samples_show_the_whole_language() {
    let all = samples();
    assert!(all.len() > 25 && all.iter().any(|(name, _)| name == "escargot.sdk"));
    let (mut words, mut facts) = (Vec::new(), String::new());
    for (_, text) in &all {
        for puzzle in &sdkc_syntax::parse(text).ast.puzzles {
            words.extend(puzzle.items.iter().map(|item| item.word));
        }
        facts.push_str(text);
    }
    let unseen: Vec<_> =
        Keyword::ALL.iter().filter(|word| **word != Keyword::Rules && !words.contains(word)).collect();
    assert!(unseen.is_empty(), "no sample uses {unseen:?}");
    for fact in FACTS {
        assert!(facts.contains(&format!("expect {}", fact.text)), "no sample says `expect {}`", fact.text);
    }
    let names = [
        sdkc_puzzle::StrategyKind::ALL.iter().map(|row| row.name()).collect::<Vec<_>>(),
        sdkc_puzzle::StrategyOption::ALL.iter().map(|row| row.name()).collect(),
    ];
    for name in names.concat() {
        assert!(
            facts.contains(&format!(" {name} ")) || facts.contains(&format!("strategy {name}")),
            "{name}"
        );
    }
}
