//! The open documents of an editor: texts that change, each with the snapshot of its newest version.
//!
//! A change is applied at once and costs no analysis; the snapshot is made when somebody first asks for it, so that
//! a burst of changes is analysed once.

use std::collections::BTreeMap;

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
        for change in changes {
            match change.range {
                None => document.text.clone_from(&change.text),
                Some((start, end)) => {
                    let lines = LineIndex::new(&document.text);
                    let offset = |position| lines.offset(&document.text, position, encoding) as usize;
                    let (start, end) = (offset(start), offset(end));
                    document.text.replace_range(start..end.max(start), &change.text);
                }
            }
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
