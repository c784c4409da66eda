//! What can be wrong with the syntax of a file, as small values, and the bridge from chumsky's errors to them.
//!
//! A file of garbage makes millions of problems, of which a hundred are told: nothing is worded here.

use chumsky::{DefaultExpected, error::Error, label::LabelError, span::SimpleSpan, util::MaybeRef};
use sdkc_diagnostics::Span;

use super::outline::{Kind, Tok};
use crate::Keyword;

/// A mistake in the syntax.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Problem {
    /// Something else was expected at a token; `found` is `None` at the end of the file.
    Expected { at: Span, found: Option<Kind>, wants: Wants },
    /// A word that is one or two letters off.
    Misspelt { word: Span, meant: &'static str },
    /// The same, where the item that is meant stands elsewhere in the puzzle: `first`.
    MisspeltTwice { word: Span, item: Span, first: Span, meant: &'static str },
    /// A keyword and what belongs behind it, written as one word; what follows starts at `rest`.
    Glued { word: Span, rest: u32, meant: &'static str },
    /// A word that is near to none.
    UnknownItem { word: Span },
    /// A word after `expect` that is no expectation.
    UnknownFact { word: Span, meant: Option<&'static str> },
    /// Statements in a puzzle that do not start with a word.
    NotAnItem { all: Span, at: Span, found: Kind },
    /// Anything between puzzles but puzzles.
    NotAPuzzle { all: Span, first: Span, word: bool },
    /// An item outside any puzzle; `closed` is the brace of the puzzle before it.
    OutsidePuzzle { keyword: Span, word: Keyword, closed: Option<Span> },
    /// `rules`.
    Rules { keyword: Span, body: Option<Span> },
    /// `rules` outside any puzzle, with everything that belongs to it.
    RulesOutside { keyword: Span, all: Span },
    /// A brace without its partner; `after` is the place where it is missed.
    Unclosed { open: Span, after: Span, what: Opener },
    /// A closing brace without its partner.
    Unopened { close: Span },
    /// The opening brace of a puzzle is missing.
    NoBrace { after: Span, name: Span },
    /// Braces below braces below braces.
    TooDeep { at: Span, open: Span },
    /// The name of a puzzle without quotes.
    BareName { name: Span },
    /// More than a name between `puzzle` and its brace.
    AfterName { extra: Span },
    /// `sdk` elsewhere than in front.
    LateVersion { version: Span },
    /// A version that is not known.
    Version { version: Span, number: Span },
    /// Braces in a grid that are not a layer's.
    BracesInGrid { body: Span },
    /// Rows beside layers.
    RowsAndLayers { row: Span, layer: Span },
    /// A layer inside a layer.
    NestedLayer { layer: Span },
    /// The same item twice.
    Twice { first: Span, second: Span, keyword: Keyword },
    /// The same option twice.
    OptionTwice { first: Span, second: Span, name: Span },
    /// No puzzle at all.
    NoPuzzle,
}

/// What a brace belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Opener {
    Puzzle,
    Grid,
    Layer,
    Options,
    Body,
}

impl Problem {
    /// Where it is shown.
    pub(super) const fn span(self) -> Span {
        match self {
            Self::Expected { at, .. } | Self::NotAnItem { at, .. } | Self::TooDeep { at, .. } => at,
            Self::Misspelt { word, .. }
            | Self::MisspeltTwice { word, .. }
            | Self::Glued { word, .. }
            | Self::UnknownItem { word }
            | Self::UnknownFact { word, .. } => word,
            Self::NotAPuzzle { first, .. } => first,
            Self::OutsidePuzzle { keyword, .. }
            | Self::Rules { keyword, .. }
            | Self::RulesOutside { keyword, .. } => keyword,
            Self::Unclosed { open, .. } => open,
            Self::Unopened { close } => close,
            Self::NoBrace { after, .. } => after,
            Self::BareName { name } => name,
            Self::AfterName { extra } => extra,
            Self::LateVersion { version } => version,
            Self::Version { number, .. } => number,
            Self::BracesInGrid { body } => body,
            Self::RowsAndLayers { row, .. } => row,
            Self::NestedLayer { layer } => layer,
            Self::Twice { second, .. } | Self::OptionTwice { second, .. } => second,
            Self::NoPuzzle => Span::at(0),
        }
    }

    /// Whether it is told even where its statement has another problem before it.
    pub(super) const fn stands_alone(self) -> bool {
        matches!(
            self,
            Self::Unclosed { .. }
                | Self::Twice { .. }
                | Self::OptionTwice { .. }
                | Self::RowsAndLayers { .. }
        )
    }
}

/// One thing that the grammar looks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(super) enum Want {
    Number,
    Lengths,
    Text,
    Strategy,
    OptionName,
    OptionValue,
    Grid,
    Cell,
    Coordinate,
    CloseParen,
    Equals,
    Value,
    Fact,
    Count,
    Tuple,
    End,
}

impl Want {
    pub(super) const ALL: [Self; 16] = [
        Self::Number,
        Self::Lengths,
        Self::Text,
        Self::Strategy,
        Self::OptionName,
        Self::OptionValue,
        Self::Grid,
        Self::Cell,
        Self::Coordinate,
        Self::CloseParen,
        Self::Equals,
        Self::Value,
        Self::Fact,
        Self::Count,
        Self::Tuple,
        Self::End,
    ];
}

/// A set of wants.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Wants(u16);

impl Wants {
    pub(super) const fn one(want: Want) -> Self {
        Self(1 << want as u8)
    }

    pub(super) const fn has(self, want: Want) -> bool {
        self.0 & Self::one(want).0 != 0
    }

    pub(super) const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    pub(super) fn iter(self) -> impl Iterator<Item = Want> {
        Want::ALL.into_iter().filter(move |want| self.has(*want))
    }
}

/// A problem on its way through chumsky, which knows places as numbers of tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Trouble {
    /// chumsky's own: something else was expected at a token.
    Expected { index: usize, found: Option<Tok>, wants: Wants },
    /// Ours, found while the grammar was matched, and the number of its statement.
    Told { statement: u32, problem: Problem },
}

impl<'t> Error<'t, &'t [Tok]> for Trouble {
    fn merge(self, other: Self) -> Self {
        match (self, other) {
            (
                Self::Expected { index, found, wants },
                Self::Expected { index: other_index, found: other_found, wants: other_wants },
            ) => {
                let found = if other_index > index { other_found } else { found };
                Self::Expected { index: index.max(other_index), found, wants: wants.union(other_wants) }
            }
            (Self::Told { .. }, _) => self,
            (_, Self::Told { .. }) => other,
        }
    }
}

impl<'t> LabelError<'t, &'t [Tok], DefaultExpected<'t, Tok>> for Trouble {
    fn expected_found<E: IntoIterator<Item = DefaultExpected<'t, Tok>>>(
        _: E,
        found: Option<MaybeRef<'t, Tok>>,
        span: SimpleSpan<usize>,
    ) -> Self {
        Self::Expected { index: span.start, found: found.map(|tok| *tok), wants: Wants::default() }
    }
}

impl<'t> LabelError<'t, &'t [Tok], Want> for Trouble {
    fn expected_found<E: IntoIterator<Item = Want>>(
        expected: E,
        found: Option<MaybeRef<'t, Tok>>,
        span: SimpleSpan<usize>,
    ) -> Self {
        let wants = expected.into_iter().fold(Wants::default(), |wants, want| wants.union(Wants::one(want)));
        Self::Expected { index: span.start, found: found.map(|tok| *tok), wants }
    }

    fn label_with(&mut self, label: Want) {
        if let Self::Expected { wants, .. } = self {
            *wants = Wants::one(label);
        }
    }
}

impl Tok {
    /// A problem of this token's statement.
    pub(super) const fn told(self, problem: Problem) -> Trouble {
        Trouble::Told { statement: self.statement, problem }
    }
}

impl Trouble {
    /// A failure that says nothing, for alternatives that another one explains.
    pub(super) fn nothing() -> Self {
        Self::Expected { index: 0, found: None, wants: Wants::default() }
    }
}
