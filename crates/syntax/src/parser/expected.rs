//! The words for "something else was expected here": what, after what, what stands there, and how the item is written.

use sdkc_diagnostics::{Code, Diagnostic, Edit, Span};

use super::{
    messages::first_line,
    outline::{Kind, Tok},
    problem::{Want, Wants},
    report::Report,
};
use crate::{Form, Keyword, TokenKind, keywords::FACTS, lexer::shown, nearest, text::quote};

/// Whether a token may follow a keyword.
const fn fits(word: Keyword, next: Kind) -> bool {
    let Kind::Plain(next) = next else { return false };
    match word.form() {
        Form::Number => matches!(next, TokenKind::Number),
        Form::Lengths => matches!(next, TokenKind::Number | TokenKind::Lengths),
        Form::Text | Form::Texts | Form::KeyAndText => matches!(next, TokenKind::Text),
        Form::Strategy | Form::Expect => matches!(next, TokenKind::Word),
        Form::Grid => matches!(next, TokenKind::OpenGrid),
        Form::Cells => matches!(next, TokenKind::OpenGrid | TokenKind::Text),
        Form::CellValue => matches!(next, TokenKind::Cell | TokenKind::OpenParen),
        Form::Candidates => matches!(next, TokenKind::Cell | TokenKind::OpenParen | TokenKind::OpenGrid),
        Form::Rules => matches!(next, TokenKind::OpenBrace),
    }
}

impl Report<'_> {
    pub(super) fn expected(&self, at: Span, found: Option<Kind>, wants: Wants) -> Diagnostic {
        let head = self.head(at);
        if let Some(Kind::Plain(TokenKind::Mixed)) = found
            && wants_number(wants)
        {
            let it = malformed_number(self.piece(at), at, wants);
            return match self.meant_lengths(at).filter(|_| wants.has(Want::Lengths)) {
                Some((span, written)) => it.with_fix(format!("Write `{written}`"), span, written),
                None => it,
            };
        }
        if wants.has(Want::End) {
            return self.too_much(at, found, head);
        }
        let what = phrase(wants);
        let found_text = self.found(at, found);
        let before = self.before(at).filter(|tok| tok.kind != Kind::End);
        if (wants.has(Want::OptionValue) || wants.has(Want::Count))
            && let Some(it) = before.and_then(|word| self.glued_number(word))
        {
            return it;
        }
        let after = before.map_or(String::new(), |tok| format!(" after `{}`", shown(self.piece(tok.span))));
        let message = format!("expected {what}{after}, found {found_text}");
        let mut it = Diagnostic::new(Code::E0201, message, self.visible(at, found));
        if let Some(head) = head {
            it = it.with_note(format!("write it like this: {}", self.sample(head)));
        } else if wants.has(Want::OptionName) || wants.has(Want::OptionValue) {
            it = it.with_note("an option is a name and a value, as in `seed 7` or `timeout 10s`, one a line");
        } else {
            it = it.with_note("a layer names the axes after row and column: `layer (1) { … }`");
        }
        self.with_fixes(it, at, found, wants)
    }

    /// A word with its number at its end, where the number is missed: `seed7`, `solutions2`.
    fn glued_number(&self, word: Tok) -> Option<Diagnostic> {
        let written = self.piece(word.span);
        let name = written.trim_end_matches(|ch: char| ch.is_ascii_alphanumeric() && !ch.is_ascii_digit());
        let name = if name.ends_with(|ch: char| ch.is_ascii_digit()) { name } else { written };
        let name = name.trim_end_matches(|ch: char| ch.is_ascii_digit());
        let number = &written[name.len()..];
        let is_word = name.ends_with(|ch: char| ch.is_ascii_lowercase());
        if word.kind != Kind::Plain(TokenKind::Word)
            || !is_word
            || !number.starts_with(|ch: char| ch.is_ascii_digit())
        {
            return None;
        }
        let apart = format!("{name} {number}");
        let message = format!("unknown word `{}`; did you mean `{}`?", shown(written), shown(&apart));
        let it = Diagnostic::new(Code::E0203, message, word.span)
            .with_note("a blank sets a word off from the number that follows");
        Some(it.with_fix(format!("Write `{}`", shown(&apart)), word.span, apart))
    }

    fn with_fixes(&self, it: Diagnostic, at: Span, found: Option<Kind>, wants: Wants) -> Diagnostic {
        let Some(Kind::Plain(found)) = found else { return it };
        let before = self.before(at);
        if found == TokenKind::Equals && !wants.has(Want::CloseParen) && !wants.has(Want::Coordinate) {
            return it.with_fix("Remove the `=`", at, "");
        }
        if let (TokenKind::Number, Some(word)) =
            (found, before.filter(|tok| self.piece(tok.span) == "solution"))
        {
            return it.with_note("the number of solutions is written `expect solutions 2`").with_fix(
                "Write `solutions`",
                word.span,
                "solutions",
            );
        }
        if wants.has(Want::Lengths)
            && let Some((span, written)) = self.meant_lengths(at)
        {
            return it.with_fix(format!("Write `{written}`"), span, written);
        }
        if wants.has(Want::Text) && is_word(found) {
            let span = self.rest_of_line(at);
            return it.with_note("free text stands in double quotes").with_fix(
                "Put it in quotes",
                span,
                quote(self.piece(span)),
            );
        }
        if wants.has(Want::Tuple) && found == TokenKind::Number {
            let tuple = format!("({})", self.piece(at));
            return it.with_fix(format!("Write `{tuple}`"), at, tuple);
        }
        if wants.has(Want::Equals) && is_word(found) {
            return it.with_fix("Insert `=`", Span::at(at.start), "= ");
        }
        let before = before.filter(|tok| tok.kind == Kind::Item(Keyword::Given));
        if let (TokenKind::OpenGrid, Some(given)) = (found, before) {
            return it.with_note("a grid of givens is written `givens { … }`").with_fix(
                "Write `givens`",
                given.span,
                "givens",
            );
        }
        it
    }

    /// Lengths that were written with blanks, commas or other signs between them: `3 x 3`, `2,3`, `(2, 3)`.
    fn meant_lengths(&self, at: Span) -> Option<(Span, String)> {
        let rest = self.rest_of_line(at);
        let line = self.piece(rest);
        let is_between = |ch: char| matches!(ch, ' ' | '\t' | ',' | 'x' | 'X' | '×' | '*' | '(' | ')' | '_');
        let numbers: Vec<&str> = line.split(is_between).filter(|number| !number.is_empty()).collect();
        let all_digits = numbers.iter().all(|number| number.bytes().all(|byte| byte.is_ascii_digit()));
        (all_digits && (1..=5).contains(&numbers.len())).then(|| (rest, numbers.join("x")))
    }

    /// From a place to the end of its line: up to a comment (which is not the `//` of a link), a brace or `;`.
    fn rest_of_line(&self, at: Span) -> Span {
        let rest = &self.text[at.range().start..];
        let line = &rest[..rest.find(['\n', '\r', '{', '}', ';']).unwrap_or(rest.len())];
        let line = line.find(" //").map_or(line, |comment| &line[..comment]);
        Span::from_range(0..line.trim_end().len()).shifted(at.start)
    }

    /// Something behind the end of an item.
    fn too_much(&self, at: Span, found: Option<Kind>, head: Option<Tok>) -> Diagnostic {
        let found_text = self.found(at, found);
        let Some(head) = head else {
            let message = format!("expected the end of the line, found {found_text}");
            let it = Diagnostic::new(Code::E0201, message, self.visible(at, found))
                .with_note("each option stands on a line of its own, or behind `;`");
            let is_option = found == Some(Kind::Plain(TokenKind::Word));
            return if is_option { it.with_fix("Insert `;`", self.gap(at), "; ") } else { it };
        };
        if let Some(it) = self.missing_separator(at, found, head) {
            return it;
        }
        let name = self.piece(head.span);
        let message = format!("the item `{name}` ends before {found_text}");
        let it = Diagnostic::new(Code::E0201, message, self.visible(at, found));
        let sample = |it: Diagnostic| it.with_note(format!("write it like this: {}", self.sample(head)));
        let behind = self.before(at).filter(|_| head.kind == Kind::Item(Keyword::Block));
        if let Some((span, written)) = behind.and_then(|first| self.meant_lengths(first.span)) {
            return sample(it).with_fix(format!("Write `{written}`"), span, written);
        }
        match (head.kind, found) {
            (Kind::Item(Keyword::Expect), Some(Kind::Plain(TokenKind::Comma | TokenKind::Word))) => {
                sample(it).with_note("each expectation is an item of its own, on its own line or behind `;`")
            }
            (Kind::Item(Keyword::Strategy), Some(Kind::Plain(TokenKind::Word))) => {
                let span = self.rest_of_line(at);
                let fixed = format!("{{ {} }}", self.piece(span));
                it.with_note("options stand in braces, as in `strategy random { seed 7 }`")
                    .with_note("each item stands on a line of its own, or behind `;`")
                    .with_fix("Put the options in braces", span, fixed)
            }
            (Kind::Item(Keyword::Candidates), Some(Kind::Plain(TokenKind::Comma))) => sample(it)
                .with_note("the values are separated by blanks")
                .with_fix("Remove the comma", at, ""),
            (_, Some(Kind::Plain(TokenKind::Word | TokenKind::Cell))) => {
                sample(it).with_note("each item stands on a line of its own, or behind `;`")
            }
            _ => sample(it),
        }
    }

    /// Items that run together on one line, perhaps with a comma between them: nothing is wrong with either of them.
    fn missing_separator(&self, at: Span, found: Option<Kind>, head: Tok) -> Option<Diagnostic> {
        let (word, gap, wrong) = match found? {
            Kind::Plain(TokenKind::Word) | Kind::Item(_) => (at, self.gap(at), at),
            Kind::Plain(TokenKind::Comma) => {
                let word = self.toks.get(self.toks.partition_point(|tok| tok.span.start < at.end))?;
                (word.span, at, at)
            }
            _ => return None,
        };
        let written = self.piece(word);
        let behind = if gap.end == word.start { "; " } else { ";" };
        let is_fact =
            head.kind == Kind::Item(Keyword::Expect) && FACTS.iter().any(|fact| fact.text == written);
        let opens = self.toks.get(self.toks.partition_point(|tok| tok.span.start < word.end));
        let is_grid =
            opens.is_some_and(|tok| matches!(tok.kind, Kind::Plain(TokenKind::OpenGrid | TokenKind::Text)));
        if is_fact && !(written == Keyword::Givens.as_str() && is_grid) {
            let message = format!("`expect` is missing before `{written}`");
            let fixed = if gap.end == word.start { "; expect " } else { "; expect" };
            return Some(
                Diagnostic::new(Code::E0201, message, wrong)
                    .with_note("each expectation is an item of its own, on its own line or behind `;`")
                    .with_fix("Insert `; expect`", gap, fixed),
            );
        }
        let meant = nearest(written, Keyword::ALL.iter().map(|word| word.as_str()))?;
        let message = if meant == written {
            format!("a line break or `;` is missing before the item `{meant}`")
        } else {
            format!(
                "a line break or `;` is missing before `{}`; did you mean the item `{meant}`?",
                shown(written)
            )
        };
        let title = if gap == at { "Write `;`" } else { "Insert `;`" };
        let it = Diagnostic::new(Code::E0201, message, wrong)
            .with_note("each item stands on a line of its own, or behind `;`")
            .with_fix(title, gap, behind);
        Some(if meant == written { self.with_others(it, word, meant) } else { it })
    }

    /// The same of all items that follow on the line: who leaves out one `;` leaves out several.
    fn with_others(&self, mut it: Diagnostic, first: Span, meant: &str) -> Diagnostic {
        let start = self.toks.partition_point(|tok| tok.span.start <= first.start);
        let Some(statement) = self.at(first).map(|tok| tok.statement) else { return it };
        let rest = self.toks[start..].iter().take_while(|tok| tok.statement == statement);
        let mut names = vec![format!("`{meant}`")];
        for tok in rest.filter(|tok| self.starts_item(**tok)) {
            names.push(format!("`{}`", self.piece(tok.span)));
            it = it.with_label(tok.span, "here too");
            let gap = self.gap(tok.span);
            it.fixes.iter_mut().for_each(|fix| fix.edits.push(Edit { span: gap, text: "; ".to_owned() }));
        }
        if let [rest @ .., last] = names.as_slice()
            && !rest.is_empty()
        {
            let names = format!("{} and {last}", rest.join(", "));
            it.message = format!("line breaks or `;` are missing before the items {names}");
            it.fixes
                .iter_mut()
                .for_each(|fix| fix.title = format!("Insert `;` before each of the {}", rest.len() + 1));
        }
        it
    }

    /// Whether a token in the middle of a line is the keyword of an item, by what stands behind it.
    fn starts_item(&self, tok: Tok) -> bool {
        let word = match tok.kind {
            Kind::Item(word) => Some(word),
            Kind::Plain(TokenKind::Word) => Keyword::from_text(self.piece(tok.span)),
            _ => None,
        };
        let next = self.toks.get(self.toks.partition_point(|other| other.span.start <= tok.span.start));
        let is_fact =
            self.before(tok.span).is_some_and(|before| self.piece(before.span) == Keyword::Expect.as_str());
        word.is_some_and(|word| {
            !is_fact && next.is_some_and(|next| next.kind != Kind::End && fits(word, next.kind))
        })
    }

    /// The blanks in front of a token.
    fn gap(&self, at: Span) -> Span {
        Span::new(self.before(at).map_or(at.start, |tok| tok.span.end), at.start)
    }

    /// The keyword of the item that a place belongs to.
    fn head(&self, at: Span) -> Option<Tok> {
        // At the end of a line the place is behind the statement's last token.
        let tok = if at.is_empty() { self.before(at) } else { self.at(at) }?;
        let first = self.toks.partition_point(|other| other.statement < tok.statement);
        self.toks.get(first).copied().filter(|tok| matches!(tok.kind, Kind::Item(_)))
    }

    /// The token in front of a place.
    fn before(&self, at: Span) -> Option<Tok> {
        self.toks[..self.toks.partition_point(|tok| tok.span.end <= at.start)].last().copied()
    }

    /// The token at a place.
    pub(super) fn at(&self, at: Span) -> Option<Tok> {
        self.toks.get(self.toks.partition_point(|tok| tok.span.end <= at.start)).copied()
    }

    /// How a token is called in a message.
    pub(super) fn found(&self, at: Span, kind: Option<Kind>) -> String {
        match kind {
            None => "the end of the file".to_owned(),
            Some(Kind::End) => "the end of the line".to_owned(),
            Some(Kind::Body | Kind::Plain(TokenKind::OpenBrace | TokenKind::OpenGrid)) => "`{`".to_owned(),
            Some(Kind::Plain(TokenKind::Text)) => format!("the string {}", shown(self.piece(at))),
            Some(_) => format!("`{}`", shown(self.piece(at))),
        }
    }

    /// The part of a token that a message points at: no more than one line, and of braces the first.
    pub(super) fn visible(&self, at: Span, kind: Option<Kind>) -> Span {
        if kind == Some(Kind::Body) { Span::new(at.start, at.start + 1) } else { first_line(at, self.text) }
    }

    /// How an item is written, in one or two examples.
    fn sample(&self, head: Tok) -> String {
        let Kind::Item(word) = head.kind else { return String::new() };
        match word {
            Keyword::Expect => {
                let next = self.at(Span::at(head.span.end)).map_or("", |tok| self.piece(tok.span));
                let fact = FACTS.iter().find(|fact| fact.text == next);
                fact.map_or_else(examples, |fact| format!("`{}`", fact.example))
            }
            Keyword::Block => "`block 3` or `block 2x3`".to_owned(),
            Keyword::Givens => "`givens { … }` or `givens \"53..7…\"`".to_owned(),
            Keyword::Candidates => "`candidates r2c2 = 1 4 7` or `candidates { … }`".to_owned(),
            Keyword::Given => "`given r4c7 = 9` or `given (4, 7) = 9`".to_owned(),
            word => format!("`{}`", word.example()),
        }
    }
}

/// All expectations, as examples.
pub(super) fn examples() -> String {
    let examples: Vec<_> = FACTS.iter().map(|fact| format!("`{}`", fact.example)).collect();
    examples.join(", ")
}

fn malformed_number(written: &str, at: Span, wants: Wants) -> Diagnostic {
    let it = Diagnostic::new(Code::E0106, format!("`{}` is not a number", shown(written)), at);
    if wants.has(Want::OptionValue) {
        return it.with_note(
            "write a whole number such as `1_000`, or a length of time such as `500ms`, `10s`, `2m`",
        );
    }
    if wants.has(Want::Lengths) {
        return it.with_note("write one length, as in `block 3`, or one for each axis, as in `block 2x3`");
    }
    it.with_note(
        "numbers are whole and written with digits; `_` may stand between two of them, as in `1_000`",
    )
}

fn is_word(kind: TokenKind) -> bool {
    matches!(
        kind,
        TokenKind::Word
            | TokenKind::Number
            | TokenKind::Mixed
            | TokenKind::Cell
            | TokenKind::Lengths
            | TokenKind::Duration
    )
}

fn wants_number(wants: Wants) -> bool {
    let numbers = [Want::Number, Want::Lengths, Want::Coordinate, Want::Count, Want::OptionValue];
    numbers.into_iter().any(|want| wants.has(want))
}

/// The wants in words: "a number", "a cell or a grid".
fn phrase(wants: Wants) -> String {
    let words: Vec<&str> = wants.iter().map(word_for).collect();
    match words.as_slice() {
        [] => "something else".to_owned(),
        [one] => (*one).to_owned(),
        [most @ .., last] => format!("{} or {last}", most.join(", ")),
    }
}

const fn word_for(want: Want) -> &'static str {
    match want {
        Want::Number | Want::Count => "a number",
        Want::Lengths => "the lengths of a block",
        Want::Text => "a string in double quotes",
        Want::Strategy => "the name of a strategy",
        Want::OptionName => "the name of an option",
        Want::OptionValue => "the value of the option",
        Want::Grid => "a grid in braces",
        Want::Cell => "a cell such as `r4c7` or `(4, 7)`",
        Want::Coordinate => "a coordinate",
        Want::CloseParen => "`,` or `)`",
        Want::Equals => "`=`",
        Want::Value => "a value",
        Want::Fact => "an expectation such as `unique`",
        Want::Tuple => "the place of the layer in parentheses",
        Want::End => "the end of the line",
    }
}
