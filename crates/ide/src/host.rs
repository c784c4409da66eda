//! The open documents of an editor: texts that change, each with the snapshot of its newest version.
//!
//! A change is applied at once and costs no analysis; the snapshot is made when somebody first asks for it, so that
//! a burst of changes is analysed once.

use std::{collections::BTreeMap, ops::Range};

use sdkc_diagnostics::{Encoding, LineIndex, Position};
use sdkc_formats::ReadOptions;

use crate::Snapshot;

/// A change of a document, as editors send it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// What is replaced, start and end; the whole text where it is `None`.
    pub range: Option<(Position, Position)>,
    /// What comes in its place.
    pub text: String,
}

#[derive(Debug)]
struct Document {
    version: i32,
    text: String,
    snapshot: Option<Snapshot>,
}

/// The open documents, by a name that the editor chooses.
///
/// ```
/// use sdkc_diagnostics::{Encoding, Position};
/// use sdkc_ide::{Change, Host};
/// let mut host = Host::default();
/// host.open("a.sdk", 1, "puzzle { blok 2 }".to_owned());
/// let at = |column| Position { line: 0, column };
/// let change = Change { range: Some((at(12), at(13))), text: "ck".to_owned() };
/// host.change("a.sdk", 2, &[change], Encoding::Utf16);
/// let (version, snapshot) = host.snapshot("a.sdk").expect("it is open");
/// assert_eq!((version, snapshot.text()), (2, "puzzle { block 2 }"));
/// host.close("a.sdk");
/// assert!(host.snapshot("a.sdk").is_none());
/// ```
#[derive(Debug, Default)]
pub struct Host {
    documents: BTreeMap<String, Document>,
}

impl Host {
    /// Opens a document, or replaces it where it is open already.
    pub fn open(&mut self, name: &str, version: i32, text: String) {
        self.documents.insert(name.to_owned(), Document { version, text, snapshot: None });
    }

    /// Applies changes one after the other, each to what the one before left; `false` where the document is not open.
    ///
    /// Places past the end of a line or of the text count as its end, and a range whose end lies before its start as
    /// the empty range at its start.
    pub fn change(&mut self, name: &str, version: i32, changes: &[Change], encoding: Encoding) -> bool {
        let Some(document) = self.documents.get_mut(name) else {
            return false;
        };
        let mut left = changes;
        while !left.is_empty() {
            let done = apply_first(&mut document.text, left, encoding);
            left = &left[done..];
        }
        document.version = version;
        document.snapshot = None;
        true
    }

    /// Forgets a document.
    pub fn close(&mut self, name: &str) {
        self.documents.remove(name);
    }

    /// The newest version of a document and what can be said about it.
    pub fn snapshot(&mut self, name: &str) -> Option<(i32, Snapshot)> {
        let document = self.documents.get_mut(name)?;
        let snapshot = document
            .snapshot
            .get_or_insert_with(|| Snapshot::new(document.text.clone(), &ReadOptions::default()));
        Some((document.version, snapshot.clone()))
    }

    /// The version of a document, where it is open.
    #[must_use]
    pub fn version(&self, name: &str) -> Option<i32> {
        self.documents.get(name).map(|document| document.version)
    }

    /// The names of the open documents.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.documents.keys().map(String::as_str)
    }
}

/// Applies the first of some changes, at least one, and says how many.
///
/// A command that edits in many places comes back as as many changes, the last place first: what they leave untouched before
/// them keeps its places, so one index serves a whole run of them, and one pass makes the new text.
fn apply_first(text: &mut String, changes: &[Change], encoding: Encoding) -> usize {
    if let [Change { range: None, text: new }, ..] = changes {
        text.clone_from(new);
        return 1;
    }
    let lines = LineIndex::new(text);
    let mut spans: Vec<Range<usize>> = Vec::new();
    for change in changes {
        let Some((start, end)) = change.range else {
            break;
        };
        let [from, to] = [start, end].map(|at| lines.offset(text, at, encoding) as usize);
        let after = spans.last().map_or(usize::MAX, |span| span.start);
        // Right at the change before, what came in may have made a line longer or a line break of two characters; then only a
        // place inside its line, said as it is, is still the same.
        let is_kept = |at: Position, offset: usize| {
            offset < after
                || (offset == after && at.column > 0 && lines.position(text, to_u32(offset), encoding) == at)
        };
        if !is_kept(start, from) || !is_kept(end, to) {
            break;
        }
        spans.push(from..to.max(from));
    }
    let mut new = String::with_capacity(text.len());
    let mut from = 0;
    for (span, change) in spans.iter().zip(changes).rev() {
        new.push_str(&text[from..span.start]);
        new.push_str(&change.text);
        from = span.end;
    }
    new.push_str(&text[from..]);
    *text = new;
    spans.len()
}

fn to_u32(offset: usize) -> u32 {
    u32::try_from(offset).unwrap_or(u32::MAX)
}
