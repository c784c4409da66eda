//! The grammar of a file: its version, its puzzles, and everything that may go wrong around items.

use chumsky::{input::InputRef, prelude::*};
use sdkc_diagnostics::Span;

use super::{
    items::item,
    outline::{Kind, Tok},
    problem::{Opener, Problem, Trouble},
};
use crate::{
    Keyword, TokenKind,
    ast::{File, Item, Number, Puzzle, Text, Version},
};

/// What the grammar reads.
pub(super) type In<'t> = &'t [Tok];
/// With what errors.
pub(super) type Ex = extra::Err<Trouble>;
/// A parser of one part of the grammar.
pub(super) type Part<'t, O> = Boxed<'t, 't, In<'t>, O, Ex>;

/// A piece of a file, before pieces are put together.
pub(super) enum Piece {
    Nothing,
    Version(Version),
    Puzzle(Puzzle),
    /// An item outside any puzzle.
    Item(Item),
    /// Closing braces outside any puzzle: the first, and the one that follows it directly.
    Close(Tok, Option<Tok>),
}

/// A piece of a puzzle.
enum Element {
    Nothing,
    Item(Item),
    Broken,
}

/// The parser of a file.
pub(super) fn file<'t>(text: &'t str) -> Part<'t, Vec<Piece>> {
    let item = item(text);
    let outside = item.clone().map(Piece::Item);
    let piece = choice((
        kind(Kind::End).map(|_| Piece::Nothing),
        puzzle(text, item).map(Piece::Puzzle),
        version(text),
        outside,
        closes(),
        garbage(),
    ));
    piece.repeated().collect().boxed()
}

/// One token of a kind.
pub(super) fn kind<'t>(wanted: Kind) -> impl Parser<'t, In<'t>, Tok, Ex> + Clone {
    select! { tok @ Tok { .. } if tok.kind == wanted => tok }
}

/// One plain token of a kind.
pub(super) fn plain<'t>(wanted: TokenKind) -> impl Parser<'t, In<'t>, Tok, Ex> + Clone {
    kind(Kind::Plain(wanted))
}

/// From the first to the last of some tokens.
pub(super) fn cover(toks: &[Tok]) -> Span {
    match (toks.first(), toks.last()) {
        (Some(first), Some(last)) => first.span.join(last.span),
        _ => Span::default(),
    }
}

/// The end of some tokens, as a place.
pub(super) fn behind(toks: &[Tok]) -> Span {
    let solid = toks.iter().rev().find(|tok| tok.kind != Kind::End);
    Span::at(solid.map_or(0, |tok| tok.span.end))
}

/// Skips the rest of a statement with the bodies in it; at least one token.
pub(super) fn skip<'t>() -> impl Parser<'t, In<'t>, (), Ex> + Clone {
    custom(|input: &mut InputRef<'t, '_, In<'t>, Ex>| {
        let mut depth = 0_usize;
        let mut is_first = true;
        while let Some(tok) = input.peek() {
            let ends = match tok.kind {
                Kind::End => depth == 0,
                Kind::Plain(TokenKind::CloseBrace | TokenKind::CloseGrid) => depth == 0,
                Kind::Puzzle | Kind::Sdk | Kind::Item(_) => !is_first,
                _ => false,
            };
            if ends {
                break;
            }
            match tok.kind {
                Kind::Plain(TokenKind::OpenBrace | TokenKind::OpenGrid) => depth += 1,
                Kind::Plain(TokenKind::CloseBrace | TokenKind::CloseGrid) => depth -= 1,
                _ => {}
            }
            input.skip();
            is_first = false;
        }
        if is_first { Err(Trouble::nothing()) } else { Ok(()) }
    })
}

fn version<'t>(text: &'t str) -> impl Parser<'t, In<'t>, Piece, Ex> + Clone {
    let number = plain(TokenKind::Number).map(move |tok| super::values::number(text, tok.span));
    kind(Kind::Sdk)
        .then(number)
        .map(|(sdk, number): (Tok, Number)| Piece::Version(Version { keyword: sdk.span, number }))
}

/// Closing braces without anything between them: more than one are one mistake.
fn closes<'t>() -> impl Parser<'t, In<'t>, Piece, Ex> + Clone {
    let close = plain(TokenKind::CloseBrace);
    let next = kind(Kind::End).repeated().ignore_then(close.clone());
    close
        .then(next.clone().or_not())
        .then_ignore(next.repeated())
        .map(|(first, second)| Piece::Close(first, second))
}

/// Everything up to the next thing that belongs where it stands, with one problem for all of it.
fn garbage<'t>() -> impl Parser<'t, In<'t>, Piece, Ex> + Clone {
    let part = any().filter(|tok: &Tok| {
        !matches!(tok.kind, Kind::Puzzle | Kind::Sdk | Kind::Item(_) | Kind::Plain(TokenKind::CloseBrace))
    });
    part.repeated().at_least(1).to_slice().validate(|toks: &[Tok], _, emitter| {
        let first = toks[0];
        let all = Span::new(first.span.start, behind(toks).end);
        let problem = Problem::NotAPuzzle { all, first: first.span, word: first.kind == Kind::Unknown };
        emitter.emit(first.told(problem));
        Piece::Nothing
    })
}

/// `puzzle "name" { … }`.
fn puzzle<'t>(text: &'t str, item: Part<'t, Item>) -> impl Parser<'t, In<'t>, Puzzle, Ex> + Clone {
    let head = kind(Kind::Puzzle).then(name(text)).then_ignore(after_name());
    let open = plain(TokenKind::OpenBrace).or_not();
    let element = choice((
        kind(Kind::End).map(|_| Element::Nothing),
        item.map(Element::Item),
        not_an_item(text).map(|()| Element::Broken),
    ));
    let close = plain(TokenKind::CloseBrace).or_not();
    head.then(open).then(element.repeated().collect::<Vec<_>>()).then(close).validate(
        |(((head, open), elements), close), extra, emitter| {
            let (keyword, name) = head;
            let toks: &[Tok] = extra.slice();
            let missing = match (open, close) {
                (None, _) => {
                    let name = name.as_ref().map_or(keyword.span, |name: &Text| name.span);
                    Some(Problem::NoBrace { after: Span::at(name.end), name: keyword.span.join(name) })
                }
                (Some(open), None) => {
                    Some(Problem::Unclosed { open: open.span, after: behind(toks), what: Opener::Puzzle })
                }
                (Some(_), Some(_)) => None,
            };
            if let Some(problem) = missing {
                emitter.emit(keyword.told(problem));
            }
            let broken = elements.iter().any(|element| matches!(element, Element::Broken));
            let items = elements.into_iter().filter_map(|element| match element {
                Element::Item(item) => Some(item),
                Element::Nothing | Element::Broken => None,
            });
            Puzzle {
                span: Span::new(keyword.span.start, behind(toks).end),
                keyword: keyword.span,
                name,
                open: open.map(|tok| tok.span),
                close: close.map(|tok| tok.span),
                items: items.collect(),
                broken,
            }
        },
    )
}

/// The name of a puzzle, also one without quotes.
fn name<'t>(text: &'t str) -> impl Parser<'t, In<'t>, Option<Text>, Ex> + Clone {
    let quoted = plain(TokenKind::Text).map(move |tok| super::values::string(text, tok.span));
    let bare = any()
        .filter(|tok: &Tok| {
            matches!(tok.kind, Kind::Plain(TokenKind::Word | TokenKind::Number | TokenKind::Mixed))
        })
        .repeated()
        .at_least(1)
        .to_slice()
        .validate(move |toks: &[Tok], _, emitter| {
            let name = cover(toks);
            emitter.emit(toks[0].told(Problem::BareName { name }));
            Text { span: name, value: text[name.range()].to_owned() }
        });
    choice((quoted, bare)).or_not()
}

/// What stands between the name of a puzzle and its brace: nothing, if all is well.
fn after_name<'t>() -> impl Parser<'t, In<'t>, (), Ex> + Clone {
    let extra = any().filter(|tok: &Tok| {
        !matches!(
            tok.kind,
            Kind::End
                | Kind::Puzzle
                | Kind::Item(_)
                | Kind::Plain(TokenKind::OpenBrace | TokenKind::CloseBrace | TokenKind::CloseGrid)
        )
    });
    extra.repeated().to_slice().validate(|toks: &[Tok], _, emitter| {
        if let Some(first) = toks.first() {
            emitter.emit(first.told(Problem::AfterName { extra: cover(toks) }));
        }
    })
}

/// A statement in a puzzle that is no item. Lines that look like the rows of a grid are one mistake together.
fn not_an_item<'t>(text: &'t str) -> impl Parser<'t, In<'t>, (), Ex> + Clone {
    let start = any().filter(|tok: &Tok| {
        !matches!(tok.kind, Kind::End | Kind::Puzzle | Kind::Item(_) | Kind::Plain(TokenKind::CloseBrace))
    });
    let row_start = any().filter(move |tok: &Tok| looks_like_row(*tok, text));
    let row = row_start.then(skip().or_not());
    let more_rows = kind(Kind::End).repeated().then(row.clone());
    let rows = row.then(more_rows.repeated()).to_slice();
    let statement = choice((rows, start.then(skip().or_not()).to_slice()));
    statement.validate(|toks: &[Tok], _, emitter| {
        let first = toks[0];
        emitter.emit(first.told(match first.kind {
            Kind::Unknown => Problem::UnknownItem { word: first.span },
            Kind::Sdk => Problem::LateVersion { version: first.span },
            found => Problem::NotAnItem { all: cover(toks), at: first.span, found },
        }));
    })
}

/// Whether a statement that starts with this token is probably a row that stands outside of any grid.
fn looks_like_row(tok: Tok, text: &str) -> bool {
    match tok.kind {
        Kind::Plain(TokenKind::Number | TokenKind::Mixed | TokenKind::Lengths | TokenKind::Duration) => true,
        Kind::Plain(TokenKind::Stray) => text[tok.span.range()].starts_with(['.', '|', '-', '+', '*', '?']),
        _ => false,
    }
}

/// Puts the pieces of a file together.
pub(super) fn assemble(pieces: Vec<Piece>, end: Span, problems: &mut Vec<(u32, Problem)>) -> File {
    let mut file = File::default();
    let mut closed = None;
    // Whether the pieces since the last puzzle are items, so that a closing brace behind them is theirs.
    let mut outside = false;
    for piece in pieces {
        match piece {
            Piece::Nothing => {}
            Piece::Version(version) => {
                if file.version.is_none() && file.puzzles.is_empty() {
                    file.version = Some(version);
                } else {
                    let version = version.keyword.join(version.number.span);
                    problems.push((u32::MAX, Problem::LateVersion { version }));
                }
            }
            Piece::Puzzle(puzzle) => {
                closed = puzzle.close;
                outside = false;
                file.puzzles.push(puzzle);
            }
            Piece::Item(item) => {
                if !outside {
                    let (keyword, word) = (item.keyword, item.word);
                    let problem = match word {
                        Keyword::Rules => Problem::RulesOutside { keyword, all: item.span },
                        _ => Problem::OutsidePuzzle { keyword, word, closed },
                    };
                    problems.push((u32::MAX, problem));
                    if file.puzzles.is_empty() {
                        file.puzzles.push(implicit_puzzle(&item, end));
                    }
                }
                // Whatever follows rules, which are told of by themselves, is told to stand outside.
                outside |= item.word != Keyword::Rules;
                if let Some(puzzle) = file.puzzles.last_mut() {
                    puzzle.items.push(item);
                    puzzle.broken = true;
                }
            }
            Piece::Close(first, second) => {
                // The first one may close the items that stand outside.
                let unopened = if outside { second } else { Some(first) };
                let problem = unopened.map(|tok| (u32::MAX, Problem::Unopened { close: tok.span }));
                problems.extend(problem);
                outside = false;
            }
        }
    }
    file
}

/// The puzzle that holds the items of a file without `puzzle { … }`.
fn implicit_puzzle(first: &Item, end: Span) -> Puzzle {
    Puzzle {
        span: Span::new(first.span.start, end.end),
        keyword: Span::at(first.span.start),
        name: None,
        open: None,
        close: None,
        items: Vec::new(),
        broken: true,
    }
}
