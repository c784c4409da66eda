//! The tokens of a `.sdk` file. Between two tokens there are only blanks.

use sdkc_diagnostics::Span;

/// A piece of text that the parser and the formatter take as a whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token {
    /// What it is.
    pub kind: TokenKind,
    /// Where it stands.
    pub span: Span,
}

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TokenKind {
    /// A line break: `\n`, `\r\n` or a lone `\r`.
    Newline,
    /// `// …` to the end of the line.
    Comment,
    /// A word such as `min-candidates`.
    Word,
    /// A number, its sign included.
    Number,
    /// `2x3`.
    Lengths,
    /// `10s`, `500ms`, `2m`.
    Duration,
    /// A run of digits and letters that is neither of the three, such as `1A`: a value, or a malformed number.
    Mixed,
    /// `r4c7`.
    Cell,
    /// A quoted string, perhaps an unterminated one (which is reported).
    Text,
    /// `{` around items or options.
    OpenBrace,
    /// `}` around items or options.
    CloseBrace,
    /// `{` around the rows or layers of a grid.
    OpenGrid,
    /// `}` around the rows or layers of a grid.
    CloseGrid,
    /// `(`.
    OpenParen,
    /// `)`.
    CloseParen,
    /// `,`.
    Comma,
    /// `;`.
    Semicolon,
    /// `=`.
    Equals,
    /// `>=`.
    AtLeast,
    /// `<=`.
    AtMost,
    /// A line of a grid that holds cells, without the blanks and the comment around it.
    Row,
    /// A row with a character that no grid can hold (which is reported).
    BrokenRow,
    /// A line of a grid without cells, such as `---+---+---`.
    Decoration,
    /// A run of characters that have no meaning (which is reported).
    Stray,
}
