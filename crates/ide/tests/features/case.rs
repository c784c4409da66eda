//! Cases in data files: `=== a title [word] [word]`, then a text with a cursor, `$0`. The words change the text or the
//! question: `[crlf]` ends its lines as Windows does, `[bare]` takes the last line's end away, `[past]` puts the cursor
//! behind the end of the text; others belong to one question.

use std::fmt::Write as _;

use sdkc_diagnostics::{Edit, Encoding, Span};
use sdkc_formats::ReadOptions;
use sdkc_ide::Snapshot;

/// A text and a place in it.
pub struct Case<'f> {
    pub title: &'f str,
    pub text: String,
    pub at: u32,
    words: Vec<&'f str>,
}

impl<'f> Case<'f> {
    fn read(case: &'f str) -> Self {
        let (title, body) = case.split_once('\n').expect("a title line");
        let words: Vec<&str> = title.split('[').skip(1).filter_map(|it| it.split(']').next()).collect();
        let has = |word| words.contains(&word);
        let mut text = if has("crlf") { body.replace('\n', "\r\n") } else { body.to_owned() };
        if has("bare") {
            text.truncate(text.trim_end_matches(['\r', '\n']).len());
        }
        let mut at = text.find("$0").expect("each case has a cursor");
        text.replace_range(at..at + 2, "");
        if has("past") {
            at = text.len() + 7;
        }
        Self { title, text, at: u32::try_from(at).expect("the text is short"), words }
    }

    pub fn snapshot(&self) -> Snapshot {
        Snapshot::new(self.text.clone(), &ReadOptions::default())
    }

    /// What follows a word, as `3` for `cell` in `[cell 3]`.
    pub fn option(&self, name: &str) -> Option<&'f str> {
        self.words.iter().find_map(|word| word.strip_prefix(name)?.strip_prefix(' '))
    }

    pub fn has(&self, word: &str) -> bool {
        self.words.contains(&word)
    }
}

/// Answers every case of a file.
pub fn answers(file: &str, answer: impl Fn(&Case<'_>) -> String) -> String {
    let mut out = String::new();
    let cases: Vec<Case<'_>> = file.split("=== ").skip(1).map(Case::read).collect();
    assert!(!cases.is_empty(), "the file holds no cases");
    for case in cases {
        writeln!(out, "=== {}\n{}", case.title, answer(&case).trim_end()).expect("writing to a string");
    }
    out
}

/// Line and column, counted from 1, and what stands there.
pub fn place(snapshot: &Snapshot, span: Span) -> String {
    let at = snapshot.line_index().position(snapshot.text(), span.start, Encoding::Utf32);
    let text: String = snapshot.text()[span.range()].chars().take(30).collect();
    format!("{}:{} {text:?}", at.line + 1, at.column + 1)
}

/// A text after edits.
pub fn apply(text: &str, edits: &[Edit]) -> String {
    assert!(edits.is_sorted_by_key(|edit| edit.span.start), "edits stand in text order: {edits:?}");
    let mut out = text.to_owned();
    edits.iter().rev().for_each(|edit| out.replace_range(edit.span.range(), &edit.text));
    out
}

/// A text whose `\r` can be seen.
pub fn visible(text: &str) -> String {
    text.replace('\r', "␍")
}
