//! The grammar of items: one parser for each form that an item can have.

use chumsky::prelude::*;
use sdkc_diagnostics::Span;

use super::{
    grammar::{Ex, In, Part, behind, cover, kind, plain, skip},
    grids::grid,
    outline::{Kind, Tok},
    problem::{Opener, Problem, Want},
    values,
};
use crate::{
    Form, Keyword, TokenKind,
    ast::{
        Cell, CellForm, Cells, Comparison, Expect, ExpectKind, Grid, Item, ItemKind, Lengths, Number,
        OptionValue, Strategy, StrategyOption, Text, Value,
    },
    keywords::FACTS,
    nearest,
};

/// Any item; one that cannot be read is skipped to its end and is [`ItemKind::Broken`].
pub(super) fn item<'t>(text: &'t str) -> Part<'t, Item> {
    let grid = grid(text);
    let cells = cells(text, grid.clone());
    let kinds = choice((
        cell_value(text),
        line(Form::Text, string(text).map(ItemKind::Meta)),
        of(Form::Cells, cells.clone().map(ItemKind::Givens)),
        line(Form::Number, number(text, Want::Number).map(ItemKind::Dimensions)),
        line(Form::Lengths, lengths(text).map(ItemKind::Block)),
        strategy(text),
        expect(text, cells),
        candidates(text, grid.clone()),
        of(Form::Grid, grid.map(ItemKind::Regions)),
        line(Form::Texts, string(text).repeated().at_least(1).collect().map(ItemKind::Tags)),
        line(Form::KeyAndText, key_and_text(text)),
        rules(),
    ));
    kinds.recover_with(via_parser(broken_item())).boxed()
}

/// The keyword of an item of a form.
fn keyword<'t>(form: Form) -> impl Parser<'t, In<'t>, (Keyword, Span), Ex> + Clone {
    select! { Tok { kind: Kind::Item(word), span, .. } if word.form() == form => (word, span) }
}

/// An item that may end anywhere, because it ends with a brace.
fn of<'t>(form: Form, contents: impl Parser<'t, In<'t>, ItemKind, Ex> + Clone + 't) -> Part<'t, Item> {
    keyword(form)
        .then(contents)
        .map_with(|((word, keyword), kind), extra| Item {
            word,
            keyword,
            span: cover(extra.slice()),
            kind: for_keyword(kind, word),
            repeated: false,
        })
        .boxed()
}

/// An item that ends with its line.
fn line<'t>(form: Form, contents: impl Parser<'t, In<'t>, ItemKind, Ex> + Clone + 't) -> Part<'t, Item> {
    of(form, contents).then_ignore(line_end()).boxed()
}

/// The end of a line, which is left in place.
fn line_end<'t>() -> impl Parser<'t, In<'t>, (), Ex> + Clone {
    let ends =
        |tok: &Tok| matches!(tok.kind, Kind::End | Kind::Plain(TokenKind::CloseBrace | TokenKind::CloseGrid));
    choice((end(), any().filter(ends).rewind().ignored())).labelled(Want::End)
}

/// Items of one form differ by their keyword only.
fn for_keyword(kind: ItemKind, word: Keyword) -> ItemKind {
    match (kind, word) {
        (ItemKind::Meta(text), Keyword::Symbols) => ItemKind::Symbols(text),
        (ItemKind::Givens(cells), Keyword::State) => ItemKind::State(cells),
        (kind, _) => kind,
    }
}

fn broken_item<'t>() -> impl Parser<'t, In<'t>, Item, Ex> + Clone {
    let start = select! { Tok { kind: Kind::Item(word), span, .. } => (word, span) };
    let skipped = start.rewind().then_ignore(skip());
    skipped.map_with(|(word, keyword), extra| {
        let span = Span::new(keyword.start, behind(extra.slice()).end);
        Item { word, keyword, span, kind: ItemKind::Broken, repeated: false }
    })
}

fn number<'t>(text: &'t str, want: Want) -> impl Parser<'t, In<'t>, Number, Ex> + Clone {
    plain(TokenKind::Number).map(move |tok| values::number(text, tok.span)).labelled(want)
}

fn string<'t>(text: &'t str) -> impl Parser<'t, In<'t>, Text, Ex> + Clone {
    plain(TokenKind::Text).map(move |tok| values::string(text, tok.span)).labelled(Want::Text)
}

fn lengths<'t>(text: &'t str) -> impl Parser<'t, In<'t>, Lengths, Ex> + Clone {
    choice((plain(TokenKind::Number), plain(TokenKind::Lengths)))
        .map(move |tok| values::lengths(text, tok.span))
        .labelled(Want::Lengths)
}

fn key_and_text<'t>(text: &'t str) -> impl Parser<'t, In<'t>, ItemKind, Ex> + Clone {
    string(text).then(string(text)).map(|(key, value)| ItemKind::OtherMeta { key, value })
}

/// A grid or a string.
fn cells<'t>(text: &'t str, grid: Part<'t, Grid>) -> Part<'t, Cells> {
    choice((grid.map(Cells::Grid), string(text).then_ignore(line_end()).map(Cells::Text))).boxed()
}

/// `(1, 2, 3)`: the numbers.
pub(super) fn tuple<'t>(text: &'t str) -> impl Parser<'t, In<'t>, (Span, Vec<Number>), Ex> + Clone {
    let numbers = number(text, Want::Coordinate)
        .separated_by(plain(TokenKind::Comma).labelled(Want::CloseParen))
        .at_least(1)
        .collect();
    numbers
        .delimited_by(plain(TokenKind::OpenParen), plain(TokenKind::CloseParen).labelled(Want::CloseParen))
        .map_with(|numbers, extra| (cover(extra.slice()), numbers))
}

fn cell<'t>(text: &'t str) -> impl Parser<'t, In<'t>, Cell, Ex> + Clone {
    let compact = plain(TokenKind::Cell).map(move |tok| values::row_column(text, tok.span));
    let tuple = tuple(text).map(|(span, coordinates)| Cell { span, form: CellForm::Tuple, coordinates });
    choice((compact, tuple)).labelled(Want::Cell)
}

fn value<'t>() -> impl Parser<'t, In<'t>, Value, Ex> + Clone {
    select! {
        Tok {
            kind: Kind::Plain(
                TokenKind::Number
                | TokenKind::Word
                | TokenKind::Mixed
                | TokenKind::Lengths
                | TokenKind::Duration
                | TokenKind::Cell
            ),
            span,
            ..
        } => Value { span },
    }
    .labelled(Want::Value)
}

fn equals<'t>() -> impl Parser<'t, In<'t>, Tok, Ex> + Clone {
    plain(TokenKind::Equals).labelled(Want::Equals)
}

fn cell_value<'t>(text: &'t str) -> Part<'t, Item> {
    let contents = cell(text).then_ignore(equals()).then(value());
    line(Form::CellValue, contents.map(|(cell, value)| ItemKind::Given { cell, value }))
}

fn candidates<'t>(text: &'t str, grid: Part<'t, Grid>) -> Part<'t, Item> {
    let values = value().repeated().at_least(1).collect();
    let of_cell = cell(text).then_ignore(equals()).then(values).then_ignore(line_end());
    let of_cell = of_cell.map(|(cell, values)| ItemKind::CellCandidates { cell, values });
    of(Form::Candidates, choice((grid.map(ItemKind::GridCandidates), of_cell)).boxed())
}

fn strategy<'t>(text: &'t str) -> Part<'t, Item> {
    let name = plain(TokenKind::Word).map(move |tok| values::ident(text, tok.span)).labelled(Want::Strategy);
    let with_options = name
        .clone()
        .then(options(text))
        .map(|(name, (body, options))| ItemKind::Strategy(Strategy { name, options, body: Some(body) }));
    let alone = name
        .then_ignore(line_end())
        .map(|name| ItemKind::Strategy(Strategy { name, options: Vec::new(), body: None }));
    of(Form::Strategy, choice((with_options, alone)).boxed())
}

fn options<'t>(text: &'t str) -> impl Parser<'t, In<'t>, (Span, Vec<StrategyOption>), Ex> + Clone {
    let name =
        plain(TokenKind::Word).map(move |tok| values::ident(text, tok.span)).labelled(Want::OptionName);
    let option = name
        .then(option_value(text))
        .map_with(|(name, value), extra| StrategyOption {
            span: cover(extra.slice()),
            name,
            value,
            repeated: false,
        })
        .then_ignore(line_end())
        .map(Some);
    let ends =
        |tok: &Tok| matches!(tok.kind, Kind::Item(_) | Kind::Puzzle | Kind::Plain(TokenKind::CloseBrace));
    let starts = any().filter(move |tok: &Tok| !ends(tok)).rewind();
    let option = starts.ignore_then(option.recover_with(via_parser(skip().to(None))));
    let element = choice((kind(Kind::End).to(None), option));
    plain(TokenKind::OpenBrace)
        .then(element.repeated().collect::<Vec<_>>())
        .then(plain(TokenKind::CloseBrace).or_not())
        .validate(|((open, options), close): ((Tok, Vec<Option<StrategyOption>>), _), extra, emitter| {
            let toks: &[Tok] = extra.slice();
            if close.is_none() {
                let what = Opener::Options;
                emitter.emit(open.told(Problem::Unclosed { open: open.span, after: behind(toks), what }));
            }
            let span = Span::new(open.span.start, behind(toks).end);
            (span, options.into_iter().flatten().collect())
        })
}

fn option_value<'t>(text: &'t str) -> impl Parser<'t, In<'t>, OptionValue, Ex> + Clone {
    select! {
        Tok { kind: Kind::Plain(TokenKind::Word), span, .. } => OptionValue::Ident(values::ident(text, span)),
        Tok { kind: Kind::Plain(TokenKind::Number), span, .. } => OptionValue::Number(values::number(text, span)),
        Tok { kind: Kind::Plain(TokenKind::Duration), span, .. } => {
            OptionValue::Duration(values::duration(text, span))
        },
    }
    .labelled(Want::OptionValue)
}

fn expect<'t>(text: &'t str, cells: Part<'t, Cells>) -> Part<'t, Item> {
    let fact = |wanted: &'static str| fact(text, wanted);
    let sign = select! {
        Tok { kind: Kind::Plain(TokenKind::Equals), .. } => Comparison::Exactly,
        Tok { kind: Kind::Plain(TokenKind::AtLeast), .. } => Comparison::AtLeast,
        Tok { kind: Kind::Plain(TokenKind::AtMost), .. } => Comparison::AtMost,
    };
    let comparison = sign.labelled(Want::Count).or_not().map(|sign| sign.unwrap_or(Comparison::Exactly));
    let solutions = comparison.then(number(text, Want::Count));
    let solutions = solutions.map(|(comparison, count)| ExpectKind::Solutions { comparison, count });
    let alone = choice((
        fact("unique").map(|word| (word, ExpectKind::Unique)),
        fact("unsolvable").map(|word| (word, ExpectKind::Unsolvable)),
        fact("minimal").map(|word| (word, ExpectKind::Minimal)),
        fact("solutions").then(solutions),
        fact("givens").then(number(text, Want::Count).map(ExpectKind::Givens)),
    ));
    let solution = fact("solution").then(cells.map(ExpectKind::Solution));
    let contents = choice((alone.then_ignore(line_end()), solution, unknown_fact(text)));
    let contents = contents.labelled(Want::Fact);
    of(Form::Expect, contents.map(|(word, kind)| ItemKind::Expect(Expect { word, kind })).boxed())
}

/// The word of an expectation, also where it is misspelt.
fn fact<'t>(text: &'t str, wanted: &'static str) -> impl Parser<'t, In<'t>, Span, Ex> + Clone {
    let word = select! {
        tok @ Tok { kind: Kind::Plain(TokenKind::Word), .. } if meant_fact(&text[tok.span.range()]) == Some(wanted) => tok
    };
    word.validate(move |tok: Tok, _, emitter| {
        if &text[tok.span.range()] != wanted {
            emitter.emit(tok.told(Problem::UnknownFact { word: tok.span, meant: Some(wanted) }));
        }
        tok.span
    })
}

fn meant_fact(word: &str) -> Option<&'static str> {
    let exact = FACTS.iter().find(|fact| fact.text == word).map(|fact| fact.text);
    exact.or_else(|| nearest(word, FACTS.iter().map(|fact| fact.text)))
}

/// A word that is near to no expectation: fails, and says so.
fn unknown_fact<'t>(text: &'t str) -> impl Parser<'t, In<'t>, (Span, ExpectKind), Ex> + Clone {
    plain(TokenKind::Word).try_map(move |tok, _| match meant_fact(&text[tok.span.range()]) {
        None => Err(tok.told(Problem::UnknownFact { word: tok.span, meant: None })),
        Some(_) => Err(super::problem::Trouble::nothing()),
    })
}

/// `rules { … }`: read over, and refused.
fn rules<'t>() -> Part<'t, Item> {
    let contents = keyword(Form::Rules).then(kind(Kind::Body).or_not());
    let item =
        contents.validate(|((word, keyword), body): ((Keyword, Span), Option<Tok>), extra, emitter| {
            let toks: &[Tok] = extra.slice();
            let problem = Problem::Rules { keyword, body: body.map(|tok| tok.span) };
            emitter.emit(toks[0].told(problem));
            Item { word, keyword, span: cover(toks), kind: ItemKind::Broken, repeated: false }
        });
    item.boxed()
}
