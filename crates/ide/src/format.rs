//! Formatting a text.

use sdkc_diagnostics::Edit;
use sdkc_formats::ReadOptions;
use sdkc_puzzle::Puzzle;
use sdkc_render::{SdkOptions, write_sdk};

use crate::Snapshot;

/// The formatted text; `None` for foreign texts and for those with syntax errors, which are not to be touched.
///
/// ```
/// use sdkc_formats::ReadOptions;
/// use sdkc_ide::{Snapshot, format};
/// let snapshot = Snapshot::new("puzzle{block 2x3}".to_owned(), &ReadOptions::default());
/// assert_eq!(format(&snapshot).as_deref(), Some("puzzle {\n    block 2x3\n}\n"));
/// ```
#[must_use]
pub fn format(snapshot: &Snapshot) -> Option<String> {
    let (parse, lowered) = (snapshot.parse()?, snapshot.lowered()?);
    sdkc_syntax::format(parse, snapshot.text(), &lowered.layouts).ok()
}

/// A puzzle as tidy native text, as [`format()`] would leave it.
#[must_use]
pub fn tidy_sdk(puzzle: &Puzzle, options: SdkOptions<'_>) -> String {
    let mut written = Vec::new();
    write_sdk(&mut written, puzzle, options).expect("a Vec takes everything");
    let snapshot = Snapshot::new(String::from_utf8_lossy(&written).into_owned(), &ReadOptions::default());
    format(&snapshot).unwrap_or_else(|| snapshot.text().to_owned())
}

/// The edits that make the text tidy, few and small; `None` as for [`format()`].
#[must_use]
pub fn format_edits(snapshot: &Snapshot) -> Option<Vec<Edit>> {
    let (parse, lowered) = (snapshot.parse()?, snapshot.lowered()?);
    sdkc_syntax::format_edits(parse, snapshot.text(), &lowered.layouts).ok()
}
