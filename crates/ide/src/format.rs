//! Formatting a text.

use sdkc_diagnostics::Edit;

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

/// The edits that make the text tidy, few and small; `None` as for [`format()`].
#[must_use]
pub fn format_edits(snapshot: &Snapshot) -> Option<Vec<Edit>> {
    let (parse, lowered) = (snapshot.parse()?, snapshot.lowered()?);
    sdkc_syntax::format_edits(parse, snapshot.text(), &lowered.layouts).ok()
}
