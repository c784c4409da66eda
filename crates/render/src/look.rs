//! How text may look: with colour or without, in box drawing or in ASCII.

/// The characters that lines and borders are drawn with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum CharSet {
    /// `-`, `|` and `+`.
    Ascii,
    /// Box drawing.
    #[default]
    Unicode,
}

/// How text may look. What the terminal can show is for the caller to find out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Look {
    /// Whether ANSI colours are written.
    pub color: bool,
    /// The characters for lines.
    pub charset: CharSet,
}

impl Look {
    /// No colour, nothing but ASCII in lines: for files and pipes.
    pub const PLAIN: Self = Self { color: false, charset: CharSet::Ascii };

    /// Whether lines are drawn in box drawing.
    #[must_use]
    pub fn is_unicode(self) -> bool {
        self.charset == CharSet::Unicode
    }

    /// Appends `text`, in a style where colour is on.
    pub(crate) fn push(self, line: &mut String, style: Option<Style>, text: &str) {
        match style.filter(|_| self.color && !text.trim().is_empty()) {
            Some(style) => {
                line.push_str("\x1b[");
                line.push_str(style.ansi());
                line.push('m');
                line.push_str(text);
                line.push_str("\x1b[0m");
            }
            None => line.push_str(text),
        }
    }
}

/// What a piece of text is, from which its colour follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Style {
    Given,
    Filled,
    Line,
    Heading,
    Alarm,
    #[cfg(feature = "terminal")]
    Hint,
    #[cfg(feature = "terminal")]
    Error,
    #[cfg(feature = "terminal")]
    Warning,
    #[cfg(feature = "terminal")]
    Note,
}

impl Style {
    const fn ansi(self) -> &'static str {
        match self {
            Self::Given => "1",
            Self::Filled => "36",
            Self::Line => "90",
            Self::Heading => "4",
            Self::Alarm => "1;31",
            #[cfg(feature = "terminal")]
            Self::Hint => "36",
            #[cfg(feature = "terminal")]
            Self::Error => "1;31",
            #[cfg(feature = "terminal")]
            Self::Warning => "1;33",
            #[cfg(feature = "terminal")]
            Self::Note => "1;34",
        }
    }
}
