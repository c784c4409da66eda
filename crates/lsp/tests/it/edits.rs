//! Random edits: after each burst the server has the same text, and says the same of it, as a fresh one would.

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
