//! Collects the diagnostics of one puzzle, and keeps a file of garbage from yielding a million of them.

use sdkc_diagnostics::{Code, Diagnostic};

/// So many diagnostics of one code are told for one item; the rest are counted.
const MOST_ALIKE: u32 = 20;

/// What was found wrong in one puzzle.
#[derive(Debug, Default)]
pub(crate) struct Report {
    puzzle: u32,
    found: Vec<Diagnostic>,
    has_error: bool,
    /// For each code met in the current item: how often, and the index of the last one that was kept.
    alike: Vec<(Code, u32, usize)>,
}

impl Report {
    /// An empty report on the puzzle of this number.
    pub(crate) fn new(puzzle: u32) -> Self {
        Self { puzzle, ..Self::default() }
    }

    /// Adds a diagnostic.
    pub(crate) fn push(&mut self, it: Diagnostic) {
        self.has_error |= it.is_error();
        let at = self.found.len();
        match self.alike.iter_mut().find(|(code, ..)| *code == it.code) {
            Some((_, times, _)) if *times >= MOST_ALIKE => return *times += 1,
            Some((_, times, last)) => (*times, *last) = (*times + 1, at),
            None => self.alike.push((it.code, 1, at)),
        }
        self.found.push(it.in_puzzle(self.puzzle));
    }

    /// Ends an item: what was left out of it is counted in a note.
    pub(crate) fn end_item(&mut self) {
        for (_, times, last) in self.alike.drain(..).filter(|(_, times, _)| *times > MOST_ALIKE) {
            self.found[last]
                .notes
                .push(format!("and {} more of this kind in the same item", times - MOST_ALIKE));
        }
    }

    /// Whether an error is among them.
    pub(crate) const fn has_error(&self) -> bool {
        self.has_error
    }

    /// All of them.
    pub(crate) fn into_diagnostics(mut self) -> Vec<Diagnostic> {
        self.end_item();
        self.found
    }
}
