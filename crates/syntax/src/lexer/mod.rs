//! Text → tokens. Outside grids logos finds the tokens; inside them a line is one token.
//!
//! Which of the two modes holds depends on the word in front of an opening brace and on nothing else, so that a
//! change in one place of a file does not change the tokens elsewhere. The lexer also notices a grid whose closing
//! brace is missing, where an item follows that no row of a grid can be.

mod grid_line;
mod item_token;
mod trouble;

use logos::Logos;
use sdkc_diagnostics::Span;

use self::item_token::ItemToken;
pub(crate) use self::trouble::{LexTrouble, explain, shown};
use crate::{Keyword, Token, TokenKind, nearest, text};

/// Cuts a text into tokens.
pub(crate) fn tokens(text: &str) -> (Vec<Token>, Vec<LexTrouble>) {
    let mut lexer = Lexer {
        text,
        at: 0,
        tokens: Vec::new(),
        solid: None,
        troubles: Vec::new(),
        modes: Vec::new(),
        grid_start: 0,
    };
    if text.starts_with('\u{feff}') {
        lexer.at = '\u{feff}'.len_utf8();
    }
    while lexer.at < text.len() {
        match lexer.modes.last() {
            None | Some(Mode::LayerHead) => lexer.items(),
            Some(Mode::Grid { .. }) => lexer.grid(),
        }
    }
    (lexer.tokens, lexer.troubles)
}

/// What is open, inside the items that are always around it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mode {
    /// The braces of a grid, and whether a row was read in it.
    Grid { has_rows: bool },
    /// `layer (1)` up to its opening brace, read like an item.
    LayerHead,
}

struct Lexer<'t> {
    text: &'t str,
    at: usize,
    tokens: Vec<Token>,
    /// Which token is the last that is no line break or comment. Looking for it each time takes a square of the time behind many blank lines.
    solid: Option<usize>,
    troubles: Vec<LexTrouble>,
    modes: Vec<Mode>,
    /// Where the last grid was opened.
    grid_start: u32,
}

impl Lexer<'_> {
    /// Reads until a brace or the end of a layer's head changes the mode.
    fn items(&mut self) {
        let mut lexer = ItemToken::lexer(self.text);
        lexer.bump(self.at);
        let mut stray_end = None;
        while let Some(found) = lexer.next() {
            let range = lexer.span();
            self.at = range.end;
            let Ok(token) = found else {
                if self.letters(range.start) {
                    return;
                }
                self.stray(range.start, range.end, &mut stray_end);
                continue;
            };
            let kind = self.resolve_brace(token.kind());
            if token == ItemToken::OpenText {
                self.troubles.push(LexTrouble::OpenText(Span::from_range(range.clone())));
            } else if kind == TokenKind::Text {
                self.escapes(range.start, range.end);
            }
            self.push(kind, range.start, range.end);
            if self.changes_mode(kind) {
                return;
            }
        }
        self.at = self.text.len();
    }

    /// Whether a brace belongs to a grid.
    fn resolve_brace(&self, kind: TokenKind) -> TokenKind {
        let in_head = self.modes.last() == Some(&Mode::LayerHead);
        match kind {
            TokenKind::OpenBrace if in_head || self.word_opens_grid() => TokenKind::OpenGrid,
            TokenKind::CloseBrace if in_head => TokenKind::CloseGrid,
            kind => kind,
        }
    }

    /// Whether the last token but line breaks and comments is a word after which `{` opens a grid.
    fn word_opens_grid(&self) -> bool {
        self.last()
            .filter(|token| token.kind == TokenKind::Word)
            .is_some_and(|token| opens_grid(&self.text[token.span.range()]))
    }

    /// Whether a line that only a grid can hold follows a word that opens one, or the head of a layer: the brace was forgotten.
    fn rows_follow(&self) -> bool {
        const WORDS: [&str; 5] = ["givens", "regions", "solution", "state", "candidates"];
        let (Some(newline), Some(last)) = (self.tokens.last(), self.last()) else { return false };
        let word = &self.text[last.span.range()];
        let in_head = self.modes.last() == Some(&Mode::LayerHead) && last.kind == TokenKind::CloseParen;
        let in_item = last.kind == TokenKind::Word && WORDS.contains(&word);
        if !in_head && !in_item {
            return false;
        }
        let rest = self.text[newline.span.range().end..].trim_start_matches([' ', '\t']);
        let line = &rest[..grid_line::line_length(rest)];
        let is_cell = |ch: char| ch.is_ascii_digit() || matches!(ch, '.' | '_' | '*' | '?');
        // The regions of a jigsaw are letters as often as digits: what is no keyword is a row.
        let starts_row = line.starts_with(is_cell)
            || (word == "regions" && line.split([' ', '\t']).all(|word| Keyword::from_text(word).is_none()));
        starts_row && line.len() > 1 && grid_line::classify(line).0 == TokenKind::Row
    }

    /// The place behind the last token that is no line break.
    fn last_end(&self) -> Span {
        Span::at(self.last().map_or(0, |token| token.span.end))
    }

    /// The last token that is no line break or comment.
    fn last(&self) -> Option<&Token> {
        self.solid.and_then(|at| self.tokens.get(at))
    }

    fn add(&mut self, token: Token) {
        if !matches!(token.kind, TokenKind::Newline | TokenKind::Comment) {
            self.solid = Some(self.tokens.len());
        }
        self.tokens.push(token);
    }

    fn changes_mode(&mut self, kind: TokenKind) -> bool {
        let in_head = self.modes.last() == Some(&Mode::LayerHead);
        match kind {
            TokenKind::OpenGrid => {
                if in_head {
                    self.modes.pop();
                }
                self.modes.push(Mode::Grid { has_rows: false });
                true
            }
            TokenKind::CloseGrid => {
                self.modes.truncate(self.modes.len().saturating_sub(2));
                true
            }
            TokenKind::Newline if self.rows_follow() => {
                self.troubles.push(LexTrouble::NoOpenBrace(self.last_end()));
                self.grid_start = Span::from_range(self.at..self.at).start;
                if in_head {
                    self.modes.pop();
                }
                self.modes.push(Mode::Grid { has_rows: false });
                true
            }
            TokenKind::Newline if in_head => {
                let brace_follows = self.text[self.at..].trim_start_matches([' ', '\t']).starts_with('{');
                if !brace_follows {
                    self.modes.pop();
                }
                !brace_follows
            }
            _ => false,
        }
    }

    /// Reads one line, brace, comment or line break of a grid.
    fn grid(&mut self) {
        let rest = self.text[self.at..].trim_start_matches([' ', '\t']);
        let start = self.text.len() - rest.len();
        let bytes = rest.as_bytes();
        match bytes {
            [] => self.at = start,
            [b'\r', b'\n', ..] => self.push(TokenKind::Newline, start, start + 2),
            [b'\r' | b'\n', ..] => self.push(TokenKind::Newline, start, start + 1),
            [b'{', ..] => {
                self.push(TokenKind::OpenGrid, start, start + 1);
                self.modes.push(Mode::Grid { has_rows: false });
            }
            [b'}', ..] => {
                self.push(TokenKind::CloseGrid, start, start + 1);
                self.modes.pop();
            }
            [b'/', b'/', ..] => {
                let length = rest.find(['\r', '\n']).unwrap_or(rest.len());
                self.push(TokenKind::Comment, start, start + length);
            }
            _ => self.line(start, rest),
        }
    }

    fn line(&mut self, start: usize, rest: &str) {
        let line = &rest[..grid_line::line_length(rest)];
        let brace_follows = rest[line.len()..].trim_start_matches([' ', '\t']).starts_with('{');
        if grid_line::is_item(line, brace_follows) {
            self.modes.clear();
            self.at = start;
        } else if let Some(length) = grid_line::layer_word(line, brace_follows) {
            // A layer behind the rows of another: that one was not closed.
            if let [outer, .., Mode::Grid { has_rows: true }] = self.modes[..] {
                self.modes = vec![outer];
            }
            self.push(TokenKind::Word, start, start + length);
            self.modes.push(Mode::LayerHead);
        } else {
            let (kind, stray) = grid_line::classify(line);
            if let Some(stray) = stray {
                self.stray_in_grid(start, line, stray);
            }
            if let Some(Mode::Grid { has_rows }) = self.modes.last_mut() {
                *has_rows |= matches!(kind, TokenKind::Row | TokenKind::BrokenRow);
            }
            self.push(kind, start, start + line.len());
        }
    }

    /// What stands in row after row of a grid is one trouble.
    fn stray_in_grid(&mut self, start: usize, line: &str, stray: std::ops::Range<usize>) {
        let end = Span::from_range(0..start + line.len()).end;
        let piece = &line[stray.clone()];
        if let Some(LexTrouble::StrayInGrid { span, until }) = self.troubles.last_mut()
            && span.start >= self.grid_start
            && self.text[span.range()] == *piece
        {
            *until = end;
            return;
        }
        let span = Span::from_range(start + stray.start..start + stray.end);
        self.troubles.push(LexTrouble::StrayInGrid { span, until: end });
    }

    fn push(&mut self, kind: TokenKind, start: usize, end: usize) {
        if kind == TokenKind::OpenGrid {
            self.grid_start = Span::from_range(start..end).start;
        }
        self.add(Token { kind, span: Span::from_range(start..end) });
        self.at = end;
    }

    /// Adds a run of letters that starts with one of another alphabet than logos knows, and says whether there is one.
    fn letters(&mut self, start: usize) -> bool {
        let rest = &self.text[start..];
        if !rest.starts_with(char::is_alphabetic) {
            return false;
        }
        let length = rest.find(|ch: char| !ch.is_alphanumeric() && ch != '_').unwrap_or(rest.len());
        let span = Span::from_range(start..start + length);
        match self.tokens.last_mut().filter(|token| token.span.end == span.start) {
            Some(token) if token.kind == TokenKind::Word => token.span.end = span.end,
            Some(token) if matches!(token.kind, TokenKind::Number | TokenKind::Mixed) => {
                *token = Token { kind: TokenKind::Mixed, span: token.span.join(span) };
            }
            _ => self.add(Token { kind: TokenKind::Word, span }),
        }
        self.at = start + length;
        true
    }

    /// Adds a character without meaning, joined to the one directly before it.
    fn stray(&mut self, start: usize, end: usize, stray_end: &mut Option<usize>) {
        if *stray_end == Some(start) {
            if let (Some(token), Some(LexTrouble::Stray(span))) =
                (self.tokens.last_mut(), self.troubles.last_mut())
            {
                token.span.end = Span::from_range(start..end).end;
                *span = token.span;
            }
        } else {
            self.push(TokenKind::Stray, start, end);
            let span = Span::from_range(start..end);
            let known = self.troubles.last().is_some_and(|last| trouble::is_partner(*last, span, self.text));
            if !known {
                self.troubles.push(LexTrouble::Stray(span));
            }
        }
        *stray_end = Some(end);
    }

    fn escapes(&mut self, start: usize, end: usize) {
        let quoted = &self.text[start..end];
        if quoted.contains('\\') {
            let bad = text::unescape(quoted).1;
            self.troubles.extend(
                bad.into_iter()
                    .map(|span| LexTrouble::Escape(span.shifted(Span::from_range(start..end).start))),
            );
        }
    }
}

/// Whether `{` after this word opens a grid: after those that hold one, and after what is probably one of them.
fn opens_grid(word: &str) -> bool {
    const WORDS: [&str; 7] = ["givens", "regions", "solution", "candidates", "state", "given", "solutions"];
    if WORDS.contains(&word) {
        return true;
    }
    Keyword::from_text(word).is_none() && nearest(word, WORDS).is_some()
}
