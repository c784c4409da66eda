//! The tokens outside grids.

use logos::{Lexer, Logos};

use crate::TokenKind;

/// What logos makes of the text outside grids.
#[derive(Logos, Clone, Copy, Debug, PartialEq, Eq)]
#[logos(skip r"[ \t]+")]
pub(super) enum ItemToken {
    #[regex(r"\r\n|\n|\r")]
    Newline,
    #[regex(r"//[^\r\n]*", allow_greedy = true)]
    Comment,
    #[regex(r"[A-Za-z_][A-Za-z0-9_]*(-[A-Za-z0-9_]+)*")]
    Word,
    #[regex(r"-?[0-9][0-9A-Za-z_]*(\.[0-9A-Za-z_]+)?", numeric)]
    Numeric(TokenKind),
    #[regex(r"[rR][0-9]+[cC][0-9]+", priority = 20)]
    Cell,
    #[regex(r#""([^"\\\r\n]|\\[^\r\n])*""#)]
    Text,
    #[regex(r#""([^"\\\r\n]|\\[^\r\n])*\\?"#, allow_greedy = true)]
    OpenText,
    #[token("{")]
    OpenBrace,
    #[token("}")]
    CloseBrace,
    #[token("(")]
    OpenParen,
    #[token(")")]
    CloseParen,
    #[token(",")]
    Comma,
    #[token(";")]
    Semicolon,
    #[token("=")]
    Equals,
    #[token(">=")]
    AtLeast,
    #[token("<=")]
    AtMost,
}

impl ItemToken {
    pub(super) fn kind(self) -> TokenKind {
        match self {
            Self::Newline => TokenKind::Newline,
            Self::Comment => TokenKind::Comment,
            Self::Word => TokenKind::Word,
            Self::Numeric(kind) => kind,
            Self::Cell => TokenKind::Cell,
            Self::Text | Self::OpenText => TokenKind::Text,
            Self::OpenBrace => TokenKind::OpenBrace,
            Self::CloseBrace => TokenKind::CloseBrace,
            Self::OpenParen => TokenKind::OpenParen,
            Self::CloseParen => TokenKind::CloseParen,
            Self::Comma => TokenKind::Comma,
            Self::Semicolon => TokenKind::Semicolon,
            Self::Equals => TokenKind::Equals,
            Self::AtLeast => TokenKind::AtLeast,
            Self::AtMost => TokenKind::AtMost,
        }
    }
}

/// What a run that starts with a digit is.
fn numeric(lexer: &mut Lexer<'_, ItemToken>) -> TokenKind {
    let text = lexer.slice();
    let digits = text.strip_prefix('-').unwrap_or(text);
    if is_number(digits) {
        return TokenKind::Number;
    }
    if text.starts_with('-') {
        return TokenKind::Mixed;
    }
    if text.split('x').all(is_number) {
        return TokenKind::Lengths;
    }
    let is_duration = ["ms", "s", "m"].iter().any(|unit| text.strip_suffix(unit).is_some_and(is_number));
    if is_duration { TokenKind::Duration } else { TokenKind::Mixed }
}

/// Digits, with single `_` between them.
fn is_number(text: &str) -> bool {
    text.split('_').all(|part| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit()))
}
