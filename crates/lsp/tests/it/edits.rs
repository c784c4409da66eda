//! Random edits: after each burst the server has the same text, and says the same of it, as a fresh one would.
//!
//! Every sample gets `SDKC_EDITS` of them, two hundred where that is not set.

use std::{fs, path::Path};

use sdkc_diagnostics::Encoding;
use sdkc_ide::{Change, Host};
use serde_json::{Value, json};

use crate::client::{Client, it};

/// xorshift: the same edits in every run.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % limit.max(1) as u64) as usize
    }
}

const PIECES: &[&str] = &[
    "1",
    ".",
    "\n",
    "\r\n",
    "}",
    "{",
    "\"",
    "😀",
    "ä",
    "|",
    " block 2 ",
    "puzzle ",
    "givens {",
    "",
    "",
    "//",
];

/// Lines as the protocol counts them, without their ends.
fn lines(text: &str) -> Vec<&str> {
    let index = sdkc_diagnostics::LineIndex::new(text);
    (0..index.n_lines()).map(|line| index.line_text(text, line)).collect()
}

fn position(text: &str, random: &mut Random) -> (Value, usize) {
    let lines = lines(text);
    let line = random.below(lines.len());
    let chars: Vec<char> = lines[line].chars().collect();
    let taken = random.below(chars.len() + 1);
    let column: usize = chars[..taken].iter().map(|ch| ch.len_utf16()).sum();
    let start = lines[line].as_ptr() as usize - text.as_ptr() as usize;
    let offset = start + chars[..taken].iter().map(|ch| ch.len_utf8()).sum::<usize>();
    (json!({ "line": line, "character": column }), offset)
}

#[tokio::test]
async fn two_thousand_edits_and_never_out_of_step() {
    let original = "sdk 1\n// ä😀\npuzzle \"A\" {\n    block 2\n    givens {\n        1 2 | . .\r\n        . . | 3 .\n        2 . | . .\n        . . | . 4\n    }\n    expect unique\n}\n";
    let mut random = Random(0x9E37_79B9_7F4A_7C15);
    let mut client = Client::start(json!({}), json!({ "solve": false })).await;
    let mut text = original.to_owned();
    client.open(&text).await;
    let mut version = 1;
    for edit in 0..2000 {
        version += 1;
        if text.len() > 600 || text.len() < 20 {
            original.clone_into(&mut text);
            client.change(version, json!([{ "text": text }])).await;
            continue;
        }
        let (mut from, mut to) = (position(&text, &mut random), position(&text, &mut random));
        if from.1 > to.1 {
            std::mem::swap(&mut from, &mut to);
        }
        if to.1 - from.1 > 8 {
            to = from.clone();
        }
        let piece = PIECES[random.below(PIECES.len())];
        text.replace_range(from.1..to.1, piece);
        client.change(version, json!([{ "range": { "start": from.0, "end": to.0 }, "text": piece }])).await;
        if edit % 100 == 99 {
            in_step(&mut client, &text, version).await;
        }
    }
}

/// The samples of the repository with their texts.
fn samples() -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../samples");
    let mut found: Vec<_> = fs::read_dir(folder)
        .expect("there are samples")
        .filter_map(|entry| Some((entry.as_ref().ok()?.file_name().into_string().ok()?, entry.ok()?.path())))
        .filter(|(name, _)| name.ends_with(".sdk"))
        .map(|(name, path)| (name, fs::read_to_string(path).expect("samples are texts")))
        .collect();
    found.sort();
    found
}

/// One edit of a text, done to it and told as a change.
fn edit(text: &mut String, random: &mut Random) -> Change {
    let (mut from, mut to) = (position(text, random), position(text, random));
    if from.1 > to.1 {
        std::mem::swap(&mut from, &mut to);
    }
    // Mostly a few characters; now and then half of the text.
    if to.1 - from.1 > 8 && random.below(50) != 0 {
        to = from.clone();
    }
    let piece = PIECES[random.below(PIECES.len())];
    text.replace_range(from.1..to.1, piece);
    let place = |at: &Value| sdkc_diagnostics::Position {
        line: at["line"].as_u64().expect("a number") as u32,
        column: at["character"].as_u64().expect("a number") as u32,
    };
    Change { range: Some((place(&from.0), place(&to.0))), text: piece.to_owned() }
}

#[test]
fn every_sample_edited_at_random_stays_in_step() {
    let wanted = std::env::var("SDKC_EDITS").ok().and_then(|it| it.parse().ok()).unwrap_or(200_u32);
    let samples = samples();
    assert!(samples.len() > 20);
    for (number, (name, original)) in (1..).zip(&samples) {
        let mut random = Random(0x9E37_79B9_7F4A_7C15 ^ number);
        let mut host = Host::default();
        let mut text = original.clone();
        host.open(name, 0, text.clone());
        // Large files are looked at less often: each look analyses the whole text twice.
        let every = 1 + u32::try_from(original.len() / 400).expect("samples are small");
        for version in 1..=wanted {
            if random.below(150) == 0 || text.len() > original.len() + 400 {
                text.clone_from(original);
                let whole = Change { range: None, text: text.clone() };
                host.change(name, version as i32, &[whole], Encoding::Utf16);
            }
            let change = edit(&mut text, &mut random);
            host.change(name, version as i32, &[change], Encoding::Utf16);
            if version % every == 0 || version == wanted {
                same(&mut host, name, &text, version as i32);
            }
        }
    }
}

/// Holds a document against a fresh one of the same text, and asks every question at its end and its middle.
fn same(host: &mut Host, name: &str, text: &str, version: i32) {
    let (told, snapshot) = host.snapshot(name).expect("it is open");
    assert_eq!((told, snapshot.text()), (version, text), "{name}");
    let mut fresh = Host::default();
    fresh.open(name, version, text.to_owned());
    let (_, fresh) = fresh.snapshot(name).expect("it is open");
    assert_eq!(snapshot.diagnostics(), fresh.diagnostics(), "{name}: {text:?}");
    let middle = (text.len() / 2..).find(|at| text.is_char_boundary(*at)).unwrap_or(text.len());
    for offset in [middle, text.len()].map(|at| u32::try_from(at).expect("short")) {
        let hover = |it: &sdkc_ide::Snapshot| sdkc_ide::hover(it, it.diagnostics(), offset);
        assert_eq!(hover(&snapshot), hover(&fresh), "{name}: {text:?}");
        let place = sdkc_diagnostics::Span::at(offset);
        for action in sdkc_ide::actions(&snapshot, snapshot.diagnostics(), place) {
            assert!(action.edits.iter().all(|it| it.span.end as usize <= text.len()), "{name}: {text:?}");
        }
        let offered = sdkc_ide::completions(&snapshot, offset);
        assert!(offered.iter().all(|it| it.span.end as usize <= text.len()), "{name}: {text:?}");
        let marked = sdkc_ide::highlights(&snapshot, offset);
        assert!(marked.iter().all(|it| it.span.end as usize <= text.len()), "{name}: {text:?}");
    }
    if let Some(view) = sdkc_ide::board(&snapshot, 0, 0, snapshot.diagnostics()) {
        let cell = view.first_cell() + view.cells.len() / 2;
        let value = sdkc_ide::Value::new(1);
        let edits = sdkc_ide::set_cell(&snapshot, 0, cell, value, sdkc_ide::Target::Givens);
        let ends = edits.unwrap_or_default();
        assert!(ends.iter().all(|it| it.span.end as usize <= text.len()), "{name}: {text:?}");
    }
}

/// Holds what the server says against what a fresh one says of the same text.
async fn in_step(client: &mut Client, text: &str, version: i64) {
    let mut fresh = Client::start(json!({}), json!({ "solve": false })).await;
    fresh.open(text).await;
    assert_eq!(client.diagnostics(version).await, fresh.diagnostics(1).await, "{text:?}");
    for method in
        ["textDocument/semanticTokens/full", "textDocument/documentSymbol", "textDocument/foldingRange"]
    {
        assert_eq!(
            client.request(method, it()).await,
            fresh.request(method, it()).await,
            "{method} of {text:?}"
        );
    }
}
