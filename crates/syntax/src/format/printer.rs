//! Tokens → lines. The file has no syntax errors, so every brace has its partner and every statement is whole.

use sdkc_diagnostics::Span;

use super::{grid, lines::Line};
use crate::{Form, Keyword, Layout, Parse, Token, TokenKind, ast, grids};

/// The lines of a file.
pub(super) fn print(text: &str, parse: &Parse, layouts: &[Option<Layout>]) -> Vec<Line> {
    let mut printer = Printer {
        text,
        tokens: &parse.tokens,
        at: 0,
        grids: grids(&parse.ast).collect(),
        next_grid: 0,
        layouts,
        candidates: candidate_grids(&parse.ast),
        lines: Vec::new(),
        current: Line::default(),
        depth: 0,
        braces: Vec::new(),
        n_newlines: 0,
        in_parens: false,
        brace_at: 0,
        before: None,
        inner_comments: Vec::new(),
    };
    while let Some(token) = parse.tokens.get(printer.at).copied() {
        printer.at += 1;
        printer.token(token);
    }
    printer.finish();
    printer.lines
}

/// Where the grids of candidates open: their cells are aligned at the left.
fn candidate_grids(file: &ast::File) -> Vec<u32> {
    let items = file.puzzles.iter().flat_map(|puzzle| &puzzle.items);
    let grids = items.filter(|item| item.word == Keyword::Candidates).filter_map(ast::Item::grid);
    grids.flat_map(ast::Grid::leaves).map(|grid| grid.open.start).collect()
}

/// The state between two tokens.
pub(super) struct Printer<'t> {
    pub(super) text: &'t str,
    pub(super) tokens: &'t [Token],
    pub(super) at: usize,
    grids: Vec<&'t ast::Grid>,
    next_grid: usize,
    layouts: &'t [Option<Layout>],
    candidates: Vec<u32>,
    pub(super) lines: Vec<Line>,
    /// The statement that is being put together.
    current: Line,
    pub(super) depth: usize,
    /// What the open braces hold.
    braces: Vec<TokenKind>,
    /// Line breaks since the last thing that was printed.
    pub(super) n_newlines: usize,
    in_parens: bool,
    /// The opening brace that the statement is known to reach, so that it is looked for once.
    brace_at: usize,
    /// The token before in the statement.
    before: Option<TokenKind>,
    /// Comments in the middle of the statement, which go in front of it.
    inner_comments: Vec<String>,
}

impl<'t> Printer<'t> {
    pub(super) fn piece(&self, span: Span) -> &'t str {
        &self.text[span.range()]
    }

    fn token(&mut self, token: Token) {
        match token.kind {
            TokenKind::Newline => {
                self.n_newlines += 1;
                if !self.continues() {
                    self.finish();
                }
            }
            TokenKind::Semicolon => self.finish(),
            TokenKind::Comment => self.comment(token),
            TokenKind::OpenBrace | TokenKind::OpenGrid => self.open(token),
            TokenKind::CloseBrace | TokenKind::CloseGrid => self.close(),
            _ => self.word(token),
        }
    }

    /// Whether the statement goes on behind a line break.
    fn continues(&mut self) -> bool {
        if self.current.text.is_empty() {
            return false;
        }
        if self.in_parens || self.at <= self.brace_at {
            return true;
        }
        let trivia = |token: &&Token| matches!(token.kind, TokenKind::Newline | TokenKind::Comment);
        let next = self.at + self.tokens[self.at..].iter().take_while(trivia).count();
        let opens = self
            .tokens
            .get(next)
            .is_some_and(|token| matches!(token.kind, TokenKind::OpenBrace | TokenKind::OpenGrid));
        if opens {
            self.brace_at = next;
        }
        opens
    }

    fn word(&mut self, token: Token) {
        if self.current.text.is_empty() {
            self.start_line();
        } else if needs_blank(self.before, token.kind) {
            if self.current.key == Some(usize::MAX) {
                self.current.key = Some(self.current.text.len());
            }
            self.current.text.push(' ');
        }
        if self.before.is_none() && self.is_aligned(token) {
            self.current.key = Some(usize::MAX);
        }
        let piece = self.piece(token.span);
        let piece = if token.kind == TokenKind::Cell { piece.to_ascii_lowercase() } else { piece.to_owned() };
        self.current.text.push_str(&piece);
        match token.kind {
            TokenKind::OpenParen => self.in_parens = true,
            TokenKind::CloseParen => self.in_parens = false,
            _ => {}
        }
        self.before = Some(token.kind);
        self.n_newlines = 0;
    }

    /// Whether the value behind this keyword is aligned with its neighbours'.
    fn is_aligned(&self, token: Token) -> bool {
        if self.braces.len() == 2 {
            return self.braces.last() == Some(&TokenKind::OpenBrace);
        }
        let form = Keyword::from_text(self.piece(token.span)).map(Keyword::form);
        let aligned = matches!(
            form,
            Some(Form::Text | Form::Texts | Form::KeyAndText | Form::Number | Form::Lengths | Form::Strategy)
        );
        self.braces.len() == 1 && aligned
    }

    fn start_line(&mut self) {
        self.current.depth = self.depth;
        self.current.blank_before = self.blank_before();
        self.n_newlines = 0;
    }

    /// Whether the next line keeps the blank line that stands in front of it: not at the start of a block.
    pub(super) fn blank_before(&self) -> bool {
        let is_first = self.lines.last().is_none_or(|line| line.depth < self.depth);
        self.n_newlines >= 2 && !is_first
    }

    /// Ends the statement.
    fn finish(&mut self) {
        let mut line = std::mem::take(&mut self.current);
        self.before = None;
        self.in_parens = false;
        line.key = line.key.filter(|key| *key != usize::MAX);
        for comment in std::mem::take(&mut self.inner_comments) {
            let blank_before = std::mem::take(&mut line.blank_before);
            self.lines.push(Line {
                depth: line.depth,
                comment: Some(comment),
                blank_before,
                ..Line::default()
            });
        }
        if !line.text.is_empty() {
            self.lines.push(line);
        }
    }

    fn comment(&mut self, token: Token) {
        let comment = self.piece(token.span).trim_end().to_owned();
        if self.continues() {
            self.inner_comments.push(comment);
        } else if !self.current.text.is_empty() {
            self.finish();
            self.attach(comment);
        } else if self.n_newlines == 0 && self.lines.last().is_some_and(|line| line.comment.is_none()) {
            self.attach(comment);
        } else {
            let blank_before = self.blank_before();
            self.lines.push(Line {
                depth: self.depth,
                comment: Some(comment),
                blank_before,
                ..Line::default()
            });
            self.n_newlines = 0;
        }
    }

    /// Puts a comment behind the last line.
    pub(super) fn attach(&mut self, comment: String) {
        if let Some(line) = self.lines.last_mut() {
            line.comment = Some(comment);
        }
    }

    fn open(&mut self, token: Token) {
        let grid = self.grids.get(self.next_grid).copied().filter(|grid| grid.open == token.span);
        self.current.text.push_str(" {");
        self.next_grid += usize::from(grid.is_some());
        if self.next_closes() {
            self.current.text.push_str(" }");
            self.finish();
        } else if let Some(grid) = grid.filter(|grid| !grid.rows.is_empty()) {
            self.grid(grid);
        } else {
            self.finish();
            self.depth += 1;
            self.braces.push(token.kind);
        }
        self.n_newlines = 0;
    }

    /// Passes over line breaks and a closing brace, if nothing else comes first.
    fn next_closes(&mut self) -> bool {
        let rest = &self.tokens[self.at..];
        let n_newlines = rest.iter().take_while(|token| token.kind == TokenKind::Newline).count();
        let closes = rest
            .get(n_newlines)
            .is_some_and(|token| matches!(token.kind, TokenKind::CloseBrace | TokenKind::CloseGrid));
        if closes {
            self.at += n_newlines + 1;
        }
        closes
    }

    fn close(&mut self) {
        self.finish();
        self.braces.pop();
        self.depth = self.depth.saturating_sub(1);
        self.close_line();
    }

    pub(super) fn close_line(&mut self) {
        self.lines.push(Line { depth: self.depth, text: "}".to_owned(), ..Line::default() });
        self.n_newlines = 0;
    }

    /// A grid with rows, drawn by its layout or left as it is.
    fn grid(&mut self, grid: &ast::Grid) {
        let layout = self.layouts.get(self.next_grid - 1).and_then(Option::as_ref);
        let left = self.candidates.binary_search(&grid.open.start).is_ok();
        let cut = layout.and_then(|layout| grid::cut(self.text, grid, layout).map(|rows| (layout, rows)));
        if let Some((layout, rows)) = cut {
            self.finish();
            grid::draw(self, layout, &rows, left);
        } else {
            let raw = &self.text[grid.open.range().end..grid.span.range().end];
            self.current.text.push_str(raw);
            self.finish();
            let end = grid.span.end;
            self.at += self.tokens[self.at..].iter().take_while(|token| token.span.end <= end).count();
        }
    }
}

/// Whether a blank stands between two tokens of a statement.
fn needs_blank(before: Option<TokenKind>, kind: TokenKind) -> bool {
    !matches!(kind, TokenKind::Comma | TokenKind::CloseParen) && before != Some(TokenKind::OpenParen)
}
