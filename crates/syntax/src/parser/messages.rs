//! The words for what is wrong with the syntax: what was found, what was expected, and what to do.

use sdkc_diagnostics::{Code, Diagnostic, Edit, Fix, Span};

use super::{
    LANGUAGE_VERSION,
    expected::examples,
    outline::{Kind, NESTING_LIMIT},
    problem::{Opener, Problem},
    report::Report,
};
use crate::{
    Keyword, TokenKind,
    keywords::{FACTS, STRUCTURE},
    lexer::{self, LexTrouble, shown},
    text::quote,
};

/// What people write who come from elsewhere, and what it is called here.
const ELSEWHERE: &[(&str, &str)] = &[
    ("layer", "`givens { layer (1) { … } }`: layers stand inside of a grid"),
    ("unique", "`expect unique`"),
    ("unsolvable", "`expect unsolvable`"),
    ("minimal", "`expect minimal`"),
    ("solutions", "`expect solutions 2`"),
    ("solution", "`expect solution { … }`"),
    ("size", "`block 3` for a board of 9×9, `block 2x3` for one of 6×6"),
    ("box", "`block 3`, or `block 2x3`"),
    ("boxes", "`block 3`, or `block 2x3`"),
    ("subgrid", "`block 3`, or `block 2x3`"),
    ("grid", "`givens { … }`"),
    ("board", "`givens { … }`"),
    ("clues", "`givens { … }`"),
    ("cells", "`givens { … }`"),
    ("clue", "`given r4c7 = 9`"),
    ("cell", "`given r4c7 = 9`"),
    ("jigsaw", "`regions { … }`"),
    ("solver", "`strategy min-candidates`"),
    ("seed", "`strategy random { seed 7 }`"),
    ("name", NAMED),
    ("title", NAMED),
];

const NAMED: &str = "the name behind the keyword: `puzzle \"name\" { … }`";

/// The rules of variants that people write as items. Like `rules` they are kept for a later version.
const VARIANTS: &[&str] = &[
    "antiking",
    "antiknight",
    "arrow",
    "arrows",
    "between",
    "cage",
    "cages",
    "clone",
    "clones",
    "consecutive",
    "diagonal",
    "diagonals",
    "killer",
    "killercage",
    "king",
    "knight",
    "kropki",
    "palindrome",
    "parity",
    "quadruple",
    "quadruples",
    "renban",
    "sandwich",
    "skyscraper",
    "thermo",
    "thermometer",
    "thermometers",
    "thermos",
    "whisper",
    "whispers",
    "windoku",
    "xsum",
    "xsums",
    "xv",
    "zipper",
];

impl Report<'_> {
    /// The diagnostic of a problem.
    pub(super) fn explain(&self, problem: Problem) -> Diagnostic {
        match problem {
            Problem::Expected { at, found, wants } => self.expected(at, found, wants),
            Problem::Misspelt { word, meant } => self.misspelt(word, meant),
            Problem::MisspeltTwice { word, item, first, meant } => {
                self.misspelt_twice(word, item, first, meant)
            }
            Problem::Glued { word, rest, meant } => self.glued(word, rest, meant),
            Problem::UnknownItem { word } => self.unknown_item(word),
            Problem::UnknownFact { word, meant } => self.unknown_fact(word, meant),
            Problem::NotAnItem { at, found, .. } => self.not_an_item(at, found),
            Problem::NotAPuzzle { first, word, .. } => self.not_a_puzzle(first, word),
            Problem::OutsidePuzzle { keyword, word, closed } => outside_puzzle(keyword, word, closed),
            Problem::Rules { keyword, body } => rules(keyword, body),
            Problem::RulesOutside { keyword, all } => rules(keyword, Some(all))
                .with_note("like all items, they will stand between the braces of a puzzle"),
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
            Problem::NoPuzzle => no_puzzle(self.text),
        }
    }

    /// The text at a place.
    pub(super) fn piece(&self, span: Span) -> &str {
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

    fn misspelt_twice(&self, word: Span, item: Span, first: Span, meant: &'static str) -> Diagnostic {
        let written = shown(self.piece(word));
        let mut it = self
            .misspelt(word, meant)
            .with_label(first_line(first, self.text), format!("a puzzle has one `{meant}`: this one counts"))
            .with_note(format!("remove one of the two, or is `{written}` meant to be something else?"));
        let edits = vec![Edit { span: self.with_its_line(item), text: String::new() }];
        it.fixes = vec![Fix { title: format!("Remove `{written}`"), edits }];
        it
    }

    fn glued(&self, word: Span, rest: u32, meant: &'static str) -> Diagnostic {
        let behind = self.piece(Span::new(rest, word.end));
        let apart = match meant {
            "puzzle" | "symbols" | "meta" => format!("{meant} {}", quote(behind)),
            _ => format!("{meant} {behind}"),
        };
        let (written, shown_apart) = (shown(self.piece(word)), shown(&apart));
        let message = format!("unknown word `{written}`; did you mean `{shown_apart}`?");
        Diagnostic::new(Code::E0203, message, word)
            .with_note("a blank sets a keyword off from what follows")
            .with_fix(format!("Write `{shown_apart}`"), word, apart)
    }

    fn unknown_item(&self, word: Span) -> Diagnostic {
        let written = self.piece(word);
        if let Some(rule) = VARIANTS.iter().find(|rule| written.eq_ignore_ascii_case(rule)) {
            return variant(word, rule);
        }
        let message = format!("unknown item `{}`", shown(written));
        if let Some((_, meant)) = ELSEWHERE.iter().find(|(other, _)| written.eq_ignore_ascii_case(other)) {
            return Diagnostic::new(Code::E0203, message, word).with_note(format!("write {meant}"));
        }
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
        if found == Kind::Plain(TokenKind::Stray) {
            return lexer::explain(LexTrouble::Stray(at), self.text);
        }
        let message = match found {
            Kind::Body => "these braces have no item in front of them".to_owned(),
            kind => format!("expected an item, found {}", self.found(at, Some(kind))),
        };
        let note = match found {
            Kind::Plain(TokenKind::Number | TokenKind::Mixed) => {
                "rows of a puzzle stand between braces: `givens { … }`"
            }
            Kind::Body => "write what they hold: `givens { … }`",
            _ => "an item starts with a word such as `givens`, `block` or `expect`",
        };
        Diagnostic::new(Code::E0201, message, self.visible(at, Some(found))).with_note(note)
    }

    fn not_a_puzzle(&self, first: Span, word: bool) -> Diagnostic {
        let note = "a file holds puzzles: `puzzle \"name\" { … }`";
        if word {
            return self.word_outside(first, note);
        }
        let kind = self.at(first).map(|tok| tok.kind);
        if kind == Some(Kind::Plain(TokenKind::Stray)) {
            return lexer::explain(LexTrouble::Stray(first), self.text);
        }
        let message = format!("expected a puzzle, found {}", self.found(first, kind));
        Diagnostic::new(Code::E0201, message, self.visible(first, kind)).with_note(note)
    }

    /// A word between puzzles: one of the language that belongs elsewhere, one that it does not have yet, or none.
    fn word_outside(&self, word: Span, note: &str) -> Diagnostic {
        let written = self.piece(word);
        if let Some(rule) = VARIANTS.iter().find(|rule| written.eq_ignore_ascii_case(rule)) {
            return variant(word, rule)
                .with_note("like all items, rules will stand between the braces of a puzzle");
        }
        let place = "between the braces of a puzzle: `puzzle \"name\" { … }`";
        let elsewhere = ELSEWHERE.iter().find(|(other, _)| written.eq_ignore_ascii_case(other));
        let is_of_language = written == "layer" || FACTS.iter().any(|fact| fact.text == written);
        match elsewhere {
            Some((_, meant)) if is_of_language => {
                let message = format!("`{}` stands outside of a puzzle", shown(written));
                Diagnostic::new(Code::E0201, message, word)
                    .with_note(format!("write {meant}"))
                    .with_note(format!("items stand {place}"))
            }
            Some((_, meant)) if !matches!(*meant, NAMED) => {
                let message = format!("unknown word `{}`", shown(written));
                Diagnostic::new(Code::E0203, message, word)
                    .with_note(format!("write {meant}"))
                    .with_note(format!("items stand {place}"))
            }
            _ => {
                let message = format!("unknown word `{}`", shown(written));
                Diagnostic::new(Code::E0203, message, word).with_note(note)
            }
        }
    }

    fn unclosed(&self, open: Span, after: Span, what: Opener) -> Diagnostic {
        let (whose, example) = match what {
            Opener::Puzzle => ("of this puzzle", "every `{` needs its `}`"),
            Opener::Grid => {
                ("of this grid", "a grid ends with `}` on a line of its own or behind its last row")
            }
            Opener::Layer => ("of this layer", "a layer ends with `}` behind its last row"),
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
        // One of the two quotes may be there.
        let closed = u32::from(self.text[name.range().end..].starts_with('"'));
        let whole = Span::new(name.start, name.end + closed);
        Diagnostic::new(Code::E0201, "the name of a puzzle stands in double quotes", name)
            .with_note(format!("write `puzzle {} {{ … }}`", shown(&quote(written))))
            .with_fix("Put the name in quotes", whole, quote(written))
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
}

/// The part of a span on its first line: what a message points at.
pub(super) fn first_line(span: Span, text: &str) -> Span {
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

/// A rule of a variant outside of `rules`.
fn variant(word: Span, rule: &str) -> Diagnostic {
    let message = format!(
        "`{rule}` is reserved for variant rules, which version {LANGUAGE_VERSION} of the language does not have"
    );
    Diagnostic::new(Code::E0207, message, word)
        .with_note("what there is: blocks (`block 2x3`), free-form regions (`regions { … }`), givens and `candidates`")
        .with_note("write the rule as a comment (`// …`) until then; solutions of the rest need not keep it")
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

/// Nothing but comments, and perhaps a version, stands in a text without puzzles that has no other mistake.
fn no_puzzle(text: &str) -> Diagnostic {
    let smallest =
        "the smallest puzzle is `puzzle { }`, an empty board of 9×9; givens stand in `givens { … }`";
    let mut comments = text.lines().map(str::trim_start).filter(|line| line.starts_with("//")).peekable();
    if comments.peek().is_none() {
        return Diagnostic::new(Code::E0211, "this file holds no puzzle", Span::at(0)).with_note(smallest);
    }
    let it = Diagnostic::new(Code::E0211, "this file holds comments and no puzzle", Span::at(0));
    if comments.any(|line| line.starts_with("// invalid")) {
        return it.with_note(
            "`// invalid` is written by `sdkc solve --output sdk` in place of a puzzle with errors",
        );
    }
    it.with_note(smallest)
}
