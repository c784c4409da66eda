//! Collects the diagnostics of one puzzle, and keeps a file of garbage from yielding a million of them.

use sdkc_diagnostics::{Code, Diagnostic};

/// So many diagnostics of one code are told for one item; the rest are counted.
const MOST_IN_ITEM: u32 = 20;
/// So many of one code are told for one puzzle.
const MOST_IN_PUZZLE: u32 = 100;

/// What was found wrong in one puzzle.
#[derive(Debug, Default)]
pub(crate) struct Report {
    puzzle: u32,
    found: Vec<Diagnostic>,
    has_error: bool,
    in_item: Tally,
    in_puzzle: Tally,
}

/// For each code met: how often, and the index of the last diagnostic of it that was kept.
#[derive(Debug, Default)]
struct Tally(Vec<(Code, u32, Option<usize>)>);

impl Tally {
    /// Counts one more of a code; how many there are now.
    fn count(&mut self, code: Code) -> u32 {
        let row = self.row(code);
        row.1 += 1;
        row.1
    }

    fn kept(&mut self, code: Code, at: usize) {
        self.row(code).2 = Some(at);
    }

    fn row(&mut self, code: Code) -> &mut (Code, u32, Option<usize>) {
        let at = self.0.iter().position(|(other, ..)| *other == code).unwrap_or_else(|| {
            self.0.push((code, 0, None));
            self.0.len() - 1
        });
        &mut self.0[at]
    }

    /// Notes what was left out, and starts anew.
    fn end(&mut self, found: &mut [Diagnostic], most: u32, place: &str) {
        for (_, times, last) in self.0.drain(..).filter(|(_, times, _)| *times > most) {
            if let Some(last) = last.and_then(|last| found.get_mut(last)) {
                last.notes.push(format!("and {} more of this kind in the same {place}", times - most));
            }
        }
    }
}

impl Report {
    /// An empty report on the puzzle of this number.
    pub(crate) fn new(puzzle: u32) -> Self {
        Self { puzzle, ..Self::default() }
    }

    /// Adds a diagnostic.
    pub(crate) fn push(&mut self, it: Diagnostic) {
        self.has_error |= it.is_error();
        let code = it.code;
        if self.in_item.count(code) > MOST_IN_ITEM || self.in_puzzle.count(code) > MOST_IN_PUZZLE {
            return;
        }
        self.in_item.kept(code, self.found.len());
        self.in_puzzle.kept(code, self.found.len());
        self.found.push(it.in_puzzle(self.puzzle));
    }

    /// Ends an item: what was left out of it is counted in a note.
    pub(crate) fn end_item(&mut self) {
        self.in_item.end(&mut self.found, MOST_IN_ITEM, "item");
    }

    /// Whether an error is among them.
    pub(crate) const fn has_error(&self) -> bool {
        self.has_error
    }

    /// All of them.
    pub(crate) fn into_diagnostics(mut self) -> Vec<Diagnostic> {
        self.end_item();
        self.in_puzzle.end(&mut self.found, MOST_IN_PUZZLE, "puzzle");
        self.found
    }
}
