//! The diagnostic itself: a value that every front end can show in its own way.

use crate::{Code, Span};

/// How grave a diagnostic is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Severity {
    /// The puzzle cannot be used as it stands, or an expectation is broken.
    Error,
    /// Likely a mistake, but the puzzle can be used.
    Warning,
    /// Something worth knowing.
    Note,
}

/// A hint to editors on how to draw a span.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Tag {
    /// The text has no effect and may be greyed out.
    Unnecessary,
}

/// A second place that takes part in the mistake, and what its part is.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Label {
    /// Where.
    pub span: Span,
    /// What stands there, in the user's terms.
    pub message: String,
}

/// One replacement of text.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Edit {
    /// What is replaced; an empty span inserts.
    pub span: Span,
    /// What comes in its place.
    pub text: String,
}

/// A mechanical way out: edits that an editor can apply as they are.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Fix {
    /// What the fix does, as an order: "Remove the given".
    pub title: String,
    /// The edits, which do not overlap, in text order.
    pub edits: Vec<Edit>,
}

/// Something that is wrong with (or worth saying about) a text.
///
/// ```
/// use sdkc_diagnostics::{Code, Diagnostic, Severity, Span};
/// let it = Diagnostic::new(Code::E0401, "two 5s in row 1", Span::new(4, 5))
///     .with_label(Span::new(8, 9), "the other 5")
///     .with_note("change or remove one of them");
/// assert_eq!(it.severity, Severity::Error);
/// assert_eq!(it.code.as_str(), "E0401");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Diagnostic {
    /// Which mistake it is; has a page.
    pub code: Code,
    /// How grave it is; from the code unless changed.
    pub severity: Severity,
    /// One sentence in the user's terms, without a full stop.
    pub message: String,
    /// The primary place; `None` where there is no text to point at.
    pub span: Option<Span>,
    /// A few words shown at the primary place; may be empty.
    pub label: String,
    /// Other places that take part.
    pub labels: Vec<Label>,
    /// What to do about it, and background, a sentence each.
    pub notes: Vec<String>,
    /// Mechanical ways out, best first.
    pub fixes: Vec<Fix>,
    /// A hint for editors.
    pub tag: Option<Tag>,
    /// The puzzle (0-based, in file order) that it is about, where known.
    pub puzzle: Option<u32>,
}

impl Diagnostic {
    /// A diagnostic with its code's own severity.
    #[must_use]
    pub fn new(code: Code, message: impl Into<String>, span: impl Into<Option<Span>>) -> Self {
        Self {
            code,
            severity: code.severity(),
            message: message.into(),
            span: span.into(),
            label: String::new(),
            labels: Vec::new(),
            notes: Vec::new(),
            fixes: Vec::new(),
            tag: None,
            puzzle: None,
        }
    }

    /// Sets the words at the primary place.
    #[must_use]
    pub fn with_primary_label(mut self, message: impl Into<String>) -> Self {
        self.label = message.into();
        self
    }

    /// Adds a second place.
    #[must_use]
    pub fn with_label(mut self, span: Span, message: impl Into<String>) -> Self {
        self.labels.push(Label { span, message: message.into() });
        self
    }

    /// Adds a note.
    #[must_use]
    pub fn with_note(mut self, note: impl Into<String>) -> Self {
        self.notes.push(note.into());
        self
    }

    /// Adds a mechanical way out with one replacement.
    #[must_use]
    pub fn with_fix(mut self, title: impl Into<String>, span: Span, text: impl Into<String>) -> Self {
        self.fixes.push(Fix { title: title.into(), edits: vec![Edit { span, text: text.into() }] });
        self
    }

    /// Sets the hint for editors.
    #[must_use]
    pub const fn with_tag(mut self, tag: Tag) -> Self {
        self.tag = Some(tag);
        self
    }

    /// Says which puzzle of the file it is about.
    #[must_use]
    pub const fn in_puzzle(mut self, index: u32) -> Self {
        self.puzzle = Some(index);
        self
    }

    /// Whether it is an error.
    #[must_use]
    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }
}

/// Sorts by place (file-wide ones first), then code, and drops exact repetitions.
pub fn sort_and_dedup(diagnostics: &mut Vec<Diagnostic>) {
    diagnostics.sort_by(|a, b| {
        (a.span, a.code, a.severity, &a.message).cmp(&(b.span, b.code, b.severity, &b.message))
    });
    diagnostics.dedup();
}
