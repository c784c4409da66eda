//! The words for what is wrong with the syntax: what was found, what was expected, and what to do.

use sdkc_diagnostics::{Code, Diagnostic, Edit, Fix, Span};

use super::{
    LANGUAGE_VERSION,
    outline::{Kind, NESTING_LIMIT, Tok},
    problem::{Opener, Problem, Want, Wants},
    report::Report,
};
use crate::{
    Keyword, TokenKind,
    keywords::{FACTS, STRUCTURE},
    lexer::shown,
    text::quote,
};

impl Report<'_> {
    /// The diagnostic of a problem.
    pub(super) fn explain(&self, problem: Problem) -> Diagnostic {
        match problem {
            Problem::Expected { at, found, wants } => self.expected(at, found, wants),
            Problem::Misspelt { word, meant } => self.misspelt(word, meant),
            Problem::UnknownItem { word } => self.unknown_item(word),
            Problem::UnknownFact { word, meant } => self.unknown_fact(word, meant),
            Problem::NotAnItem { at, found } => self.not_an_item(at, found),
            Problem::NotAPuzzle { first, word, .. } => self.not_a_puzzle(first, word),
            Problem::OutsidePuzzle { keyword, word, closed } => outside_puzzle(keyword, word, closed),
            Problem::Rules { keyword, body } => rules(keyword, body),
            Problem::Unclosed { open, after, what } => self.unclosed(open, after, what),
            Problem::Unopened { close } => unopened(close),
            Problem::NoBrace { after, name } => no_brace(after, name),
            Problem::TooDeep { at, open } => too_deep(at, open),
            Problem::BareName { name } => self.bare_name(name),
            Problem::AfterName { extra } => self.after_name(extra),
            Problem::LateVersion { version } => late_version(version),
            Problem::Version { version, number } => self.version(version, number),
            Problem::BracesInGrid { body } => braces_in_grid(body),
            Problem::RowsAndLayers { row, layer } => rows_and_layers(row, layer),
            Problem::NestedLayer { layer } => nested_layer(layer),
            Problem::Twice { first, second, keyword } => self.twice(first, second, keyword.as_str(), "item"),
            Problem::OptionTwice { first, second, name } => {
                self.twice(first, second, self.piece(name), "option")
            }
            Problem::NoPuzzle => no_puzzle(),
        }
    }

    /// The text at a place.
    fn piece(&self, span: Span) -> &str {
        self.text.get(span.range()).unwrap_or("")
    }

    fn misspelt(&self, word: Span, meant: &'static str) -> Diagnostic {
        let written = self.piece(word);
        let what = if STRUCTURE.iter().any(|(word, _)| *word == meant) { "word" } else { "item" };
        let message = format!("unknown {what} `{}`; did you mean `{meant}`?", shown(written));
        let it =
            Diagnostic::new(Code::E0203, message, word).with_fix(format!("Write `{meant}`"), word, meant);
        if written.eq_ignore_ascii_case(meant) {
            it.with_note("the words of the language are written in lower case")
        } else {
            it
        }
    }

    fn unknown_item(&self, word: Span) -> Diagnostic {
        let message = format!("unknown item `{}`", shown(self.piece(word)));
        let words: Vec<_> =
            Keyword::ALL.iter().filter(|word| **word != Keyword::Rules).map(|word| word.as_str()).collect();
        Diagnostic::new(Code::E0203, message, word)
            .with_note(format!("the items of a puzzle are {}", words.join(", ")))
            .with_note("an entry of your own is written `meta \"name\" \"what it says\"`")
    }

    fn unknown_fact(&self, word: Span, meant: Option<&'static str>) -> Diagnostic {
        let written = shown(self.piece(word));
        match meant {
            Some(meant) => Diagnostic::new(
                Code::E0209,
                format!("unknown expectation `{written}`; did you mean `{meant}`?"),
                word,
            )
            .with_fix(format!("Write `{meant}`"), word, meant),
            None => Diagnostic::new(Code::E0209, format!("unknown expectation `{written}`"), word)
                .with_note(format!("what can be expected: {}", examples())),
        }
    }

    fn not_an_item(&self, at: Span, found: Kind) -> Diagnostic {
        let message = match found {
            Kind::Body => "braces without an item in front of them".to_owned(),
            kind => format!("expected an item, found {}", self.found(at, Some(kind))),
        };
        let note = match found {
            Kind::Plain(TokenKind::Number | TokenKind::Mixed) => {
                "rows of a puzzle stand between braces: `givens { … }`"
            }
            Kind::Body => "write what they hold: `givens { … }`",
            _ => "an item starts with a word such as `givens`, `block` or `expect`",
        };
        Diagnostic::new(Code::E0201, message, first_line(at, self.text)).with_note(note)
    }

    fn not_a_puzzle(&self, first: Span, word: bool) -> Diagnostic {
        let note = "a file holds puzzles: `puzzle \"name\" { … }`";
        if word {
            let message = format!("unknown word `{}`", shown(self.piece(first)));
            return Diagnostic::new(Code::E0203, message, first).with_note(note);
        }
        let tok = self.toks.iter().find(|tok| tok.span == first);
        let found = self.found(first, tok.map(|tok| tok.kind));
        let message = format!("expected a puzzle, found {found}");
        Diagnostic::new(Code::E0201, message, first_line(first, self.text)).with_note(note)
    }

    fn unclosed(&self, open: Span, after: Span, what: Opener) -> Diagnostic {
        let (whose, example) = match what {
            Opener::Puzzle => ("of this puzzle", "every `{` needs its `}`"),
            Opener::Grid => {
                ("of this grid", "a grid ends with `}` on a line of its own or behind its last row")
            }
            Opener::Options => ("of these options", "the options of a strategy end with `}`"),
            Opener::Body => ("here", "every `{` needs its `}`"),
        };
        let missing = if after.end as usize >= self.text.trim_end().len() {
            "the file ends here"
        } else {
            "`}` is missing here"
        };
        Diagnostic::new(Code::E0202, format!("the brace {whose} is never closed"), open)
            .with_primary_label("opened here")
            .with_label(after, missing)
            .with_note(example)
            .with_fix("Add the closing brace", after, "\n}")
    }

    fn bare_name(&self, name: Span) -> Diagnostic {
        let written = self.piece(name);
        Diagnostic::new(Code::E0201, "the name of a puzzle stands in double quotes", name)
            .with_note(format!("write `puzzle {} {{ … }}`", shown(&quote(written))))
            .with_fix("Put the name in quotes", name, quote(written))
    }

    fn after_name(&self, extra: Span) -> Diagnostic {
        let message = format!("expected `{{` here, found `{}`", shown(self.piece(extra)));
        Diagnostic::new(Code::E0201, message, extra)
            .with_note("a puzzle has one name in double quotes, then braces: `puzzle \"name\" { … }`")
            .with_fix("Remove it", extra, "")
    }

    fn version(&self, version: Span, number: Span) -> Diagnostic {
        let message = format!("version {} of the language is not known", shown(self.piece(number)));
        Diagnostic::new(Code::E0206, message, number)
            .with_note(format!("this sdkc reads version {LANGUAGE_VERSION}"))
            .with_note(
                "a newer sdkc may read it; without the line, the newest version that sdkc knows is taken",
            )
            .with_fix(format!("Write `sdk {LANGUAGE_VERSION}`"), version, format!("sdk {LANGUAGE_VERSION}"))
    }

    fn twice(&self, first: Span, second: Span, name: &str, what: &str) -> Diagnostic {
        let mut it = Diagnostic::new(
            Code::E0204,
            format!("the {what} `{name}` stands here twice"),
            first_line(second, self.text),
        )
        .with_primary_label("the second one")
        .with_label(first_line(first, self.text), "the first one, which counts")
        .with_note("remove one of the two");
        let line = self.with_its_line(second);
        it.fixes.push(Fix {
            title: "Remove the second".to_owned(),
            edits: vec![Edit { span: line, text: String::new() }],
        });
        it
    }

    /// The span with the line break behind it and the blanks before it, where nothing else stands on its lines.
    fn with_its_line(&self, span: Span) -> Span {
        let (before, after) = (&self.text[..span.range().start], &self.text[span.range().end..]);
        let lead = before.len() - before.trim_end_matches([' ', '\t']).len();
        let tail = after.len() - after.trim_start_matches([' ', '\t']).len();
        let starts_line = before.trim_end_matches([' ', '\t']).ends_with(['\n', '\r']);
        let rest = &after[tail..];
        let line_break =
            if rest.starts_with("\r\n") { 2 } else { usize::from(rest.starts_with(['\n', '\r'])) };
        if !starts_line || line_break == 0 {
            return span;
        }
        Span::from_range(span.range().start - lead..span.range().end + tail + line_break)
    }

    fn expected(&self, at: Span, found: Option<Kind>, wants: Wants) -> Diagnostic {
        let head = self.head(at);
        if let Some(Kind::Plain(TokenKind::Mixed)) = found
            && wants_number(wants)
        {
            return self.malformed_number(at, wants);
        }
        if wants.has(Want::End) {
            return self.too_much(at, found, head);
        }
        let what = phrase(wants);
        let found_text = self.found(at, found);
        let after =
            self.before(at).map_or(String::new(), |tok| format!(" after `{}`", shown(self.piece(tok.span))));
        let mut it = Diagnostic::new(
            Code::E0201,
            format!("expected {what}{after}, found {found_text}"),
            first_line(at, self.text),
        );
        if let Some((word, _)) = head {
            it = it.with_note(format!("write it like this: {}", sample(word)));
        } else if wants.has(Want::OptionName) || wants.has(Want::OptionValue) {
            it = it.with_note("an option is a name and a value, as in `seed 7` or `timeout 10s`, one a line");
        } else if wants.has(Want::Tuple) || wants.has(Want::Coordinate) || wants.has(Want::CloseParen) {
            it = it.with_note("a layer names the axes after row and column: `layer (1) { … }`");
        }
        if wants.has(Want::Text) {
            it = self.with_quotes(it, at, found);
        }
        if wants.has(Want::Equals)
            && matches!(found, Some(Kind::Plain(TokenKind::Number | TokenKind::Word | TokenKind::Mixed)))
        {
            it = it.with_fix("Insert `=`", Span::at(at.start), "= ");
        }
        it
    }

    /// Adds the fix that puts the rest of the statement in quotes.
    fn with_quotes(&self, it: Diagnostic, at: Span, found: Option<Kind>) -> Diagnostic {
        let quotable = matches!(
            found,
            Some(Kind::Plain(
                TokenKind::Word
                    | TokenKind::Number
                    | TokenKind::Mixed
                    | TokenKind::Cell
                    | TokenKind::Lengths
                    | TokenKind::Duration
            ))
        );
        if !quotable {
            return it;
        }
        let Some(start) = self.toks.iter().position(|tok| tok.span == at) else { return it };
        let rest = self.toks[start..].iter().take_while(|tok| {
            tok.statement == self.toks[start].statement
                && !matches!(tok.kind, Kind::End | Kind::Plain(TokenKind::CloseBrace | TokenKind::Text))
        });
        let span = rest.fold(at, |span, tok| span.join(tok.span));
        it.with_note("free text stands in double quotes").with_fix(
            "Put it in quotes",
            span,
            quote(self.piece(span)),
        )
    }

    fn malformed_number(&self, at: Span, wants: Wants) -> Diagnostic {
        let written = shown(self.piece(at));
        let it = Diagnostic::new(Code::E0106, format!("`{written}` is not a number"), at);
        if wants.has(Want::OptionValue) {
            return it.with_note(
                "write a whole number such as `1_000`, or a length of time such as `500ms`, `10s`, `2m`",
            );
        }
        if wants.has(Want::Lengths) {
            return it
                .with_note("write one length, as in `block 3`, or one for each axis, as in `block 2x3`");
        }
        it.with_note(
            "numbers are whole and written with digits; `_` may stand between two of them, as in `1_000`",
        )
    }

    /// Something behind the end of an item.
    fn too_much(&self, at: Span, found: Option<Kind>, head: Option<(Keyword, Span)>) -> Diagnostic {
        let found_text = self.found(at, found);
        let Some((word, _)) = head else {
            return Diagnostic::new(
                Code::E0201,
                format!("expected the end of the line, found {found_text}"),
                at,
            )
            .with_note("each option stands on a line of its own, or behind `;`");
        };
        let message = format!("`{word}` is complete before {found_text}");
        let mut it = Diagnostic::new(Code::E0201, message, first_line(at, self.text))
            .with_note(format!("write it like this: {}", sample(word)));
        if let (Keyword::Block, Some(before), Some(Kind::Plain(TokenKind::Number))) =
            (word, self.before(at), found)
        {
            let joined = format!("{}x{}", self.piece(before.span), self.piece(at));
            it = it.with_fix(format!("Write `{joined}`"), before.span.join(at), joined);
        } else if matches!(found, Some(Kind::Item(_) | Kind::Plain(TokenKind::Word))) {
            it = it.with_note("each item stands on a line of its own, or behind `;`");
        }
        it
    }

    /// The keyword of the item that a place belongs to.
    fn head(&self, at: Span) -> Option<(Keyword, Span)> {
        let index = self.toks.partition_point(|tok| tok.span.start < at.start || tok.span.end <= at.start);
        let statement = self.toks.get(index).or(self.toks.last())?.statement;
        let statement = match self.before(at) {
            // At the end of a line the place is behind the statement's last token.
            Some(before) if at.is_empty() => before.statement,
            _ => statement,
        };
        let first = self.toks.partition_point(|tok| tok.statement < statement);
        match self.toks.get(first) {
            Some(Tok { kind: Kind::Item(word), span, .. }) => Some((*word, *span)),
            _ => None,
        }
    }

    /// The token in front of a place.
    fn before(&self, at: Span) -> Option<Tok> {
        self.toks[..self.toks.partition_point(|tok| tok.span.end <= at.start)].last().copied()
    }

    /// How a token is called in a message.
    fn found(&self, at: Span, kind: Option<Kind>) -> String {
        match kind {
            None => "the end of the file".to_owned(),
            Some(Kind::End) => "the end of the line".to_owned(),
            Some(Kind::Body | Kind::Plain(TokenKind::OpenBrace | TokenKind::OpenGrid)) => "`{`".to_owned(),
            Some(Kind::Plain(TokenKind::Text)) => format!("the string {}", shown(self.piece(at))),
            Some(_) => format!("`{}`", shown(self.piece(at))),
        }
    }
}

fn wants_number(wants: Wants) -> bool {
    [Want::Number, Want::Lengths, Want::Coordinate, Want::Count, Want::OptionValue]
        .into_iter()
        .any(|want| wants.has(want))
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
        Want::Fact => "an expectation",
        Want::Tuple => "the place of the layer in parentheses",
        Want::End => "the end of the line",
    }
}

/// How an item is written, in one or two examples.
fn sample(word: Keyword) -> String {
    match word {
        Keyword::Expect => examples(),
        Keyword::Block => "`block 3` or `block 2x3`".to_owned(),
        Keyword::Givens => "`givens { … }` or `givens \"53..7…\"`".to_owned(),
        Keyword::Candidates => "`candidates r2c2 = 1 4 7` or `candidates { … }`".to_owned(),
        Keyword::Given => "`given r4c7 = 9` or `given (4, 7) = 9`".to_owned(),
        word => format!("`{}`", word.example()),
    }
}

fn examples() -> String {
    let examples: Vec<_> = FACTS.iter().map(|fact| format!("`{}`", fact.example)).collect();
    examples.join(", ")
}

/// The part of a span on its first line: what a message points at.
fn first_line(span: Span, text: &str) -> Span {
    let piece = text.get(span.range()).unwrap_or("");
    let length = piece.find(['\n', '\r']).unwrap_or(piece.len());
    Span::new(span.start, span.start + u32::try_from(piece[..length].trim_end().len()).unwrap_or(0))
}

fn outside_puzzle(keyword: Span, word: Keyword, closed: Option<Span>) -> Diagnostic {
    let it = Diagnostic::new(Code::E0201, format!("`{word}` stands outside of a puzzle"), keyword);
    match closed {
        Some(closed) => it
            .with_label(closed, "the puzzle ends here")
            .with_note("move it into the braces, or remove the brace if there is one too many"),
        None => it.with_note("items stand between the braces of a puzzle: `puzzle \"name\" { … }`"),
    }
}

fn rules(keyword: Span, body: Option<Span>) -> Diagnostic {
    let message = format!("`rules` are not part of version {LANGUAGE_VERSION} of the language");
    let it = Diagnostic::new(Code::E0207, message, keyword).with_note(
        "cages, thermometers, arrows and the like are reserved for a later version; remove the item for now",
    );
    let whole = body.map_or(keyword, |body| keyword.join(body));
    it.with_fix("Remove the rules", whole, "")
}

fn unopened(close: Span) -> Diagnostic {
    Diagnostic::new(Code::E0210, "this brace closes nothing", close)
        .with_note("remove it, or add the `{` that it belongs to")
        .with_fix("Remove the brace", close, "")
}

fn no_brace(after: Span, name: Span) -> Diagnostic {
    Diagnostic::new(Code::E0201, "`{` is missing here", after)
        .with_label(name, "the items of this puzzle stand between braces")
        .with_note("write `puzzle \"name\" { … }`")
        .with_fix("Add the brace", after, " {")
}

fn too_deep(at: Span, open: Span) -> Diagnostic {
    Diagnostic::new(Code::E0208, format!("braces are nested {NESTING_LIMIT} deep here"), at)
        .with_label(open, "what these braces hold is not read")
        .with_note("a puzzle needs no more than three levels: `puzzle { givens { layer (1) { … } } }`")
}

fn late_version(version: Span) -> Diagnostic {
    Diagnostic::new(Code::E0201, "`sdk` stands on the first line of a file, once", version)
        .with_note("move it in front of the first puzzle, or remove it")
}

fn braces_in_grid(body: Span) -> Diagnostic {
    Diagnostic::new(Code::E0201, "braces inside a grid belong to layers only", Span::new(body.start, body.start + 1))
        .with_note("write the rows without braces of their own, or `layer (1) { … }` on a board of more than two dimensions")
}

fn rows_and_layers(row: Span, layer: Span) -> Diagnostic {
    Diagnostic::new(Code::E0201, "a grid holds rows or layers, not both", row)
        .with_primary_label("a row outside of any layer")
        .with_label(layer, "a layer of the same grid")
        .with_note("move the row into a layer")
}

fn nested_layer(layer: Span) -> Diagnostic {
    Diagnostic::new(Code::E0201, "a layer cannot hold a layer", layer)
        .with_note("name all axes after row and column in one tuple: `layer (2, 3) { … }`")
}

fn no_puzzle() -> Diagnostic {
    Diagnostic::new(Code::E0211, "this file holds no puzzle", Span::at(0)).with_note(
        "the smallest puzzle is `puzzle { }`, an empty board of 9×9; givens stand in `givens { … }`",
    )
}
