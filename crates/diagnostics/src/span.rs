//! A half-open range of bytes in one text.

use std::ops::Range;

/// A half-open range `start..end` of byte offsets into one text.
///
/// Offsets are `u32`: a text may be up to 4 GiB, which the readers check before they start.
///
/// ```
/// use sdkc_diagnostics::Span;
/// let span = Span::new(3, 7);
/// assert_eq!(&"the cell"[span.range()], " cel");
/// assert!(span.contains(6) && !span.contains(7));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Span {
    /// Offset of the first byte.
    pub start: u32,
    /// Offset behind the last byte.
    pub end: u32,
}

impl Span {
    /// The span `start..end`; a reversed pair becomes the empty span at `start`.
    #[must_use]
    pub const fn new(start: u32, end: u32) -> Self {
        Self { start, end: if end < start { start } else { end } }
    }

    /// The empty span at `offset`.
    #[must_use]
    pub const fn at(offset: u32) -> Self {
        Self { start: offset, end: offset }
    }

    /// The span of a `usize` range, saturating at 4 GiB.
    #[must_use]
    pub fn from_range(range: Range<usize>) -> Self {
        let clamp = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        Self::new(clamp(range.start), clamp(range.end))
    }

    /// The range for slicing a `str`.
    #[must_use]
    pub const fn range(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }

    /// The number of bytes covered.
    #[must_use]
    pub const fn len(self) -> u32 {
        self.end - self.start
    }

    /// Whether no byte is covered.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.start == self.end
    }

    /// Whether the byte at `offset` is covered.
    #[must_use]
    pub const fn contains(self, offset: u32) -> bool {
        self.start <= offset && offset < self.end
    }

    /// The smallest span that covers both.
    #[must_use]
    pub fn join(self, other: Self) -> Self {
        Self { start: self.start.min(other.start), end: self.end.max(other.end) }
    }

    /// The span moved `by` bytes to the right, as when a text is embedded in another.
    #[must_use]
    pub const fn shifted(self, by: u32) -> Self {
        Self { start: self.start.saturating_add(by), end: self.end.saturating_add(by) }
    }
}
