//! Tokens → what the grammar reads: trivia dropped, words resolved to keywords where a statement starts, bodies that
//! nobody reads collapsed, and every token numbered with its statement, so that one statement gets one message.
//!
//! Everything that needs a stack happens here, on the heap and with a limit, so that the grammar itself never recurses.

use sdkc_diagnostics::Span;

use super::{
    glued,
    problem::{Opener, Problem},
};
use crate::{Form, Keyword, Token, TokenKind, nearest};

/// Braces may be nested this deep; a puzzle needs three.
pub(super) const NESTING_LIMIT: usize = 32;

/// What the grammar tells apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// One or more line breaks or `;`.
    End,
    /// The word `sdk` where a statement starts outside puzzles.
    Sdk,
    /// The word `puzzle` where a statement starts.
    Puzzle,
    /// The keyword of an item where a statement starts.
    Item(Keyword),
    /// Another word where an item starts.
    Unknown,
    /// The word `layer` in a grid.
    Layer,
    /// Braces with everything between them, where no braces can stand or nothing inside can be read.
    Body,
    /// Anything else.
    Plain(TokenKind),
}

/// A token as the grammar sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Tok {
    pub(super) kind: Kind,
    pub(super) span: Span,
    /// The number of its statement.
    pub(super) statement: u32,
}

/// The token stream of a file, ready for the grammar.
#[derive(Debug, Default)]
pub(super) struct Outline {
    pub(super) toks: Vec<Tok>,
    /// Mistakes found on the way, with their statements.
    pub(super) problems: Vec<(u32, Problem)>,
    /// Whether a body ran to the end of the file: no brace around it can be closed, and nobody needs to hear it.
    pub(super) ran_out: bool,
}

/// What is open.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Context {
    Puzzle,
    Options,
    Grid,
    LayerGrid,
}

/// Makes the outline.
pub(super) fn outline(text: &str, tokens: &[Token]) -> Outline {
    let significant = tokens.iter().copied().filter(|token| token.kind != TokenKind::Comment).collect();
    let mut scan = Scan {
        text,
        tokens: significant,
        at: 0,
        out: Outline::default(),
        contexts: Vec::new(),
        statement: 0,
        head: None,
        in_parens: false,
        layer: None,
    };
    while let Some(token) = scan.tokens.get(scan.at).copied() {
        scan.token(token);
    }
    scan.out
}

struct Scan<'t> {
    text: &'t str,
    /// All but comments.
    tokens: Vec<Token>,
    at: usize,
    out: Outline,
    contexts: Vec<Context>,
    statement: u32,
    /// What the statement starts with; `None` before its first token.
    head: Option<Kind>,
    in_parens: bool,
    /// The brace of the last layer that was opened, and whether a row was seen behind it.
    layer: Option<(Span, bool)>,
}

impl Scan<'_> {
    fn token(&mut self, token: Token) {
        match token.kind {
            TokenKind::Newline | TokenKind::Semicolon => self.end(token),
            TokenKind::OpenBrace | TokenKind::OpenGrid => self.open(token),
            TokenKind::CloseBrace | TokenKind::CloseGrid => {
                self.push(Kind::Plain(token.kind), token.span);
                self.contexts.pop();
                self.next_statement();
            }
            _ => {
                let kind = if self.head.is_none() { self.first(token) } else { self.further(token) };
                match token.kind {
                    TokenKind::Row | TokenKind::BrokenRow => {
                        self.layer = self.layer.map(|(open, _)| (open, true));
                    }
                    TokenKind::OpenParen => self.in_parens = true,
                    TokenKind::CloseParen => self.in_parens = false,
                    _ => {}
                }
                self.push(kind, token.span);
            }
        }
    }

    fn push(&mut self, kind: Kind, span: Span) {
        self.head.get_or_insert(kind);
        self.out.toks.push(Tok { kind, span, statement: self.statement });
        self.at += 1;
    }

    fn next_statement(&mut self) {
        self.statement += 1;
        self.head = None;
        self.in_parens = false;
    }

    fn kind_at(&self, at: usize) -> Option<TokenKind> {
        self.tokens.get(at).map(|token| token.kind)
    }

    fn word(&self, token: Token) -> &str {
        &self.text[token.span.range()]
    }

    /// A line break or `;`. Those in parentheses and those in front of a brace end nothing.
    fn end(&mut self, token: Token) {
        let mut next = self.at + 1;
        while matches!(self.kind_at(next), Some(TokenKind::Newline | TokenKind::Semicolon)) {
            next += 1;
        }
        let continues = self.continues(next);
        let opens = self.head == Some(Kind::Layer) || !self.in_grid();
        if matches!(self.kind_at(next), Some(TokenKind::Row)) && opens {
            // The lexer saw rows without a brace in front of them, and has told.
            let (kind, span) = (Kind::Plain(TokenKind::OpenGrid), self.after(self.at));
            self.out.toks.push(Tok { kind, span, statement: self.statement });
            if self.in_grid() {
                self.contexts.push(Context::LayerGrid);
                self.layer = Some((span, false));
            } else {
                self.contexts.push(Context::Grid);
            }
            self.next_statement();
        } else if !continues {
            self.push(Kind::End, token.span);
            self.next_statement();
        } else if token.kind == TokenKind::Semicolon {
            self.push(Kind::Plain(TokenKind::Semicolon), token.span);
        }
        self.at = next;
    }

    fn in_grid(&self) -> bool {
        matches!(self.contexts.last(), Some(Context::Grid | Context::LayerGrid))
    }

    fn continues(&self, next: usize) -> bool {
        let next = self.kind_at(next);
        let in_tuple = matches!(next, Some(TokenKind::Number | TokenKind::Comma | TokenKind::CloseParen));
        let takes_brace = match self.head {
            Some(Kind::Puzzle | Kind::Layer | Kind::Unknown) => true,
            Some(Kind::Item(word)) => word.form().opens_grid() || takes_braces(word),
            _ => false,
        };
        let brace = matches!(next, Some(TokenKind::OpenBrace | TokenKind::OpenGrid));
        (self.in_parens && in_tuple) || (takes_brace && brace)
    }

    /// What the first token of a statement is.
    fn first(&mut self, token: Token) -> Kind {
        if token.kind != TokenKind::Word {
            return Kind::Plain(token.kind);
        }
        let exact = Keyword::from_text(self.word(token));
        if self.starts_puzzle(token) {
            self.contexts.clear();
            return Kind::Puzzle;
        }
        match self.contexts.last() {
            Some(Context::Grid | Context::LayerGrid) => match exact {
                Some(word) => {
                    self.contexts.retain(|context| *context == Context::Puzzle);
                    Kind::Item(word)
                }
                None => {
                    self.check_spelling(token, "layer");
                    self.close_layer();
                    Kind::Layer
                }
            },
            Some(Context::Options) => match exact {
                Some(word) => {
                    self.contexts.pop();
                    Kind::Item(word)
                }
                None => Kind::Plain(TokenKind::Word),
            },
            Some(Context::Puzzle) | None => self.item(token, exact),
        }
    }

    /// A layer behind the rows of another: that one was not closed, and ends here.
    fn close_layer(&mut self) {
        let Some((open, true)) = self.layer else { return };
        if self.contexts.last() != Some(&Context::LayerGrid) {
            return;
        }
        let after = self.after(self.at);
        self.problem(Problem::Unclosed { open, after, what: Opener::Layer });
        let kind = Kind::Plain(TokenKind::CloseGrid);
        self.out.toks.push(Tok { kind, span: after, statement: self.statement });
        self.contexts.pop();
        self.next_statement();
    }

    fn item(&mut self, token: Token, exact: Option<Keyword>) -> Kind {
        if let Some(word) = exact {
            return Kind::Item(word);
        }
        if self.word(token) == "sdk" && self.kind_at(self.at + 1) == Some(TokenKind::Number) {
            return Kind::Sdk;
        }
        if let Some(kind) = self.glued(token) {
            return kind;
        }
        let mut words: Vec<&'static str> = Keyword::ALL.iter().map(|word| word.as_str()).collect();
        if self.contexts.is_empty() {
            words.insert(0, "puzzle");
            words.insert(0, "sdk");
        }
        let Some(meant) = nearest(self.word(token), words) else { return Kind::Unknown };
        let kind = match (meant, Keyword::from_text(meant)) {
            (_, Some(word)) if self.could_be(word) => Kind::Item(word),
            ("puzzle", _) if self.puzzle_follows(self.at + 1) => Kind::Puzzle,
            ("sdk", _) if self.kind_at(self.at + 1) == Some(TokenKind::Number) => Kind::Sdk,
            _ => return Kind::Unknown,
        };
        self.check_spelling(token, meant);
        kind
    }

    /// What a keyword is that has lost the blank behind it: `block2`, `expectunique`, `puzzle2 {`.
    fn glued(&mut self, token: Token) -> Option<Kind> {
        let split = glued::split(self.word(token), !self.contexts.is_empty())?;
        let kind = match Keyword::from_text(split.keyword) {
            // A name of an entry may be any word: what it says must stand behind it.
            Some(Keyword::Meta) if self.kind_at(self.at + 1) != Some(TokenKind::Text) => return None,
            Some(word) => Kind::Item(word),
            None if split.keyword == "puzzle" && self.brace_follows(self.at + 1) => Kind::Puzzle,
            None if split.keyword == "sdk" => Kind::Unknown,
            None => return None,
        };
        let rest = token.span.start + split.rest;
        self.problem(Problem::Glued { word: token.span, rest, meant: split.keyword });
        Some(kind)
    }

    /// Whether a brace stands there, perhaps on the next line.
    fn brace_follows(&self, mut at: usize) -> bool {
        while self.kind_at(at) == Some(TokenKind::Newline) {
            at += 1;
        }
        self.kind_at(at) == Some(TokenKind::OpenBrace)
    }

    /// Whether what follows a misspelt word could follow this keyword. Outside puzzles, where anything may stand, that
    /// keeps prose from being taken for items.
    fn could_be(&self, word: Keyword) -> bool {
        self.is_followed(word) || !self.contexts.is_empty()
    }

    /// Whether what follows the token could follow this keyword.
    fn is_followed(&self, word: Keyword) -> bool {
        match self.kind_at(self.at + 1) {
            Some(TokenKind::Text) => {
                matches!(word.form(), Form::Text | Form::Texts | Form::KeyAndText | Form::Cells)
            }
            Some(TokenKind::Number | TokenKind::Lengths) => {
                matches!(word.form(), Form::Number | Form::Lengths)
            }
            Some(TokenKind::OpenGrid) => word.form().opens_grid(),
            Some(TokenKind::OpenBrace) => word.form() == Form::Rules,
            Some(TokenKind::Word) => matches!(word.form(), Form::Strategy | Form::Expect),
            Some(TokenKind::Cell | TokenKind::OpenParen) => {
                matches!(word.form(), Form::CellValue | Form::Candidates)
            }
            _ => false,
        }
    }

    /// What a token is that is not the first of its statement. Any word can be a list of values, but hardly one that is an item's
    /// and has behind it what that item has.
    fn further(&self, token: Token) -> Kind {
        let word = (token.kind == TokenKind::Word && self.head == Some(Kind::Item(Keyword::Candidates)))
            .then(|| Keyword::from_text(self.word(token)))
            .flatten();
        match word.filter(|word| self.is_followed(*word)) {
            Some(word) => Kind::Item(word),
            None => Kind::Plain(token.kind),
        }
    }

    fn starts_puzzle(&self, token: Token) -> bool {
        self.word(token) == "puzzle"
            && (self.contexts.last() != Some(&Context::Options) || self.puzzle_follows(self.at + 1))
    }

    /// Whether a name or a brace stands there, perhaps on the next line.
    fn puzzle_follows(&self, mut at: usize) -> bool {
        while self.kind_at(at) == Some(TokenKind::Newline) {
            at += 1;
        }
        matches!(self.kind_at(at), Some(TokenKind::Text | TokenKind::OpenBrace))
    }

    fn check_spelling(&mut self, token: Token, meant: &'static str) {
        if self.word(token) != meant {
            self.problem(Problem::Misspelt { word: token.span, meant });
        }
    }

    fn problem(&mut self, problem: Problem) {
        self.out.problems.push((self.statement, problem));
    }

    fn open(&mut self, token: Token) {
        let context = match (token.kind, self.head, self.contexts.last()) {
            (TokenKind::OpenGrid, Some(Kind::Layer), Some(Context::Grid)) => Some(Context::LayerGrid),
            (TokenKind::OpenGrid, Some(Kind::Item(_)), _) => Some(Context::Grid),
            (TokenKind::OpenBrace, Some(Kind::Puzzle), None) => Some(Context::Puzzle),
            (TokenKind::OpenBrace, Some(Kind::Item(Keyword::Strategy)), _) => Some(Context::Options),
            _ => None,
        };
        let Some(context) = context else { return self.body(token) };
        self.push(Kind::Plain(token.kind), token.span);
        self.layer = (context == Context::LayerGrid).then_some((token.span, false));
        self.contexts.push(context);
        self.next_statement();
    }

    /// Collapses braces and everything between them. An unclosed body ends in front of the next puzzle.
    fn body(&mut self, open: Token) {
        let Body { end, closed, too_deep } = self.matching(self.at);
        if let Some(at) = too_deep {
            self.problem(Problem::TooDeep { at: self.tokens[at].span, open: open.span });
        }
        if !closed {
            self.out.ran_out |= end == self.tokens.len();
            if too_deep.is_none() {
                self.problem(Problem::Unclosed {
                    open: open.span,
                    after: self.after(end),
                    what: Opener::Body,
                });
            }
        }
        let last = self.tokens[end.saturating_sub(1).max(self.at)];
        let span = open.span.join(last.span);
        self.push(Kind::Body, span);
        self.at = end;
    }

    /// The place behind the token in front of `at`.
    fn after(&self, at: usize) -> Span {
        let solid = |token: &&Token| token.kind != TokenKind::Newline;
        Span::at(self.tokens[..at].iter().rev().find(solid).map_or(0, |token| token.span.end))
    }

    /// How far the body reaches that opens at the token `open`.
    fn matching(&self, open: usize) -> Body {
        let mut depth = 0_usize;
        let mut too_deep = None;
        for at in open..self.tokens.len() {
            let token = self.tokens[at];
            match token.kind {
                TokenKind::OpenBrace | TokenKind::OpenGrid => {
                    depth += 1;
                    if depth == NESTING_LIMIT {
                        too_deep = Some(at);
                    }
                }
                TokenKind::CloseBrace | TokenKind::CloseGrid => {
                    depth -= 1;
                    if depth == 0 {
                        return Body { end: at + 1, closed: true, too_deep };
                    }
                }
                TokenKind::Word if self.word(token) == "puzzle" => {
                    let starts_line = self.kind_at(at - 1) == Some(TokenKind::Newline);
                    if starts_line && self.puzzle_follows(at + 1) {
                        return Body { end: at, closed: false, too_deep };
                    }
                }
                _ => {}
            }
        }
        Body { end: self.tokens.len(), closed: false, too_deep }
    }
}

/// How far a body reaches.
struct Body {
    /// The token behind it.
    end: usize,
    closed: bool,
    /// The brace that exceeds the nesting limit.
    too_deep: Option<usize>,
}

fn takes_braces(word: Keyword) -> bool {
    matches!(word.form(), Form::Strategy | Form::Rules | Form::Expect)
}
