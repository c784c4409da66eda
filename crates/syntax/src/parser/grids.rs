//! The grammar of grids: rows, decoration, layers.

use chumsky::prelude::*;
use sdkc_diagnostics::Span;

use super::{
    grammar::{Ex, In, Part, behind, cover, kind, plain},
    items::tuple,
    outline::{Kind, Tok},
    problem::{Opener, Problem, Want},
};
use crate::{
    TokenKind,
    ast::{Grid, GridRow, Layer},
};

/// A line of a grid.
enum Line {
    Nothing,
    Row(GridRow),
    Decoration(Span),
    Layer(Layer),
    Broken,
}

/// A grid, with layers or without.
pub(super) fn grid<'t>(text: &'t str) -> Part<'t, Grid> {
    let flat = braces(choice((rows(), nested_layer(), braces_in_grid())).boxed());
    let layer = layer(text, flat.clone()).recover_with(via_parser(broken_layer(flat)));
    braces(choice((rows(), layer, braces_in_grid())).boxed())
}

/// The braces of a grid around lines of some kinds.
fn braces<'t>(line: Part<'t, Line>) -> Part<'t, Grid> {
    plain(TokenKind::OpenGrid)
        .labelled(Want::Grid)
        .then(line.repeated().collect::<Vec<_>>())
        .then(plain(TokenKind::CloseGrid).or_not())
        .validate(|((open, lines), close), extra, emitter| {
            let toks: &[Tok] = extra.slice();
            let open: Tok = open;
            if close.is_none() {
                let what = Opener::Grid;
                emitter.emit(open.told(Problem::Unclosed { open: open.span, after: behind(toks), what }));
            }
            let span = Span::new(open.span.start, behind(toks).end);
            let mut grid = collect(span, open.span, close.map(|tok: Tok| tok.span), lines);
            if let (Some(row), Some(layer)) = (grid.rows.first(), grid.layers.first()) {
                let problem = Problem::RowsAndLayers { row: row.span, layer: layer.keyword };
                emitter.emit(open.told(problem));
                grid.broken = true;
                grid.rows.clear();
            }
            grid
        })
        .boxed()
}

fn collect(span: Span, open: Span, close: Option<Span>, lines: Vec<Line>) -> Grid {
    let mut grid = Grid {
        span,
        open,
        close,
        rows: Vec::new(),
        decorations: Vec::new(),
        layers: Vec::new(),
        broken: close.is_none(),
    };
    for line in lines {
        match line {
            Line::Nothing => {}
            Line::Row(row) => grid.rows.push(row),
            Line::Decoration(span) => grid.decorations.push(span),
            Line::Layer(layer) => grid.layers.push(layer),
            Line::Broken => grid.broken = true,
        }
    }
    grid
}

fn rows<'t>() -> impl Parser<'t, In<'t>, Line, Ex> + Clone {
    select! {
        Tok { kind: Kind::Plain(TokenKind::Row), span, .. } => Line::Row(GridRow { span, broken: false }),
        Tok { kind: Kind::End, .. } => Line::Nothing,
        Tok { kind: Kind::Plain(TokenKind::BrokenRow), span, .. } => Line::Row(GridRow { span, broken: true }),
        Tok { kind: Kind::Plain(TokenKind::Decoration), span, .. } => Line::Decoration(span),
    }
}

fn layer<'t>(text: &'t str, flat: Part<'t, Grid>) -> impl Parser<'t, In<'t>, Line, Ex> + Clone {
    kind(Kind::Layer).then(tuple(text).labelled(Want::Tuple)).then(flat).map_with(
        |((keyword, (tuple, coordinates)), grid), extra| {
            let span = cover(extra.slice());
            Line::Layer(Layer { span, keyword: keyword.span, tuple, coordinates, grid })
        },
    )
}

/// A layer whose head cannot be read, with its rows.
fn broken_layer<'t>(flat: Part<'t, Grid>) -> impl Parser<'t, In<'t>, Line, Ex> + Clone {
    let head = any().filter(|tok: &Tok| match tok.kind {
        Kind::End | Kind::Item(_) | Kind::Puzzle => false,
        Kind::Plain(kind) => !matches!(kind, TokenKind::OpenGrid | TokenKind::CloseGrid),
        _ => true,
    });
    kind(Kind::Layer).then(head.repeated()).then(flat.or_not()).map(|_| Line::Broken)
}

/// A layer inside a layer; its braces are collapsed.
fn nested_layer<'t>() -> impl Parser<'t, In<'t>, Line, Ex> + Clone {
    let rest = any().filter(|tok: &Tok| match tok.kind {
        Kind::End | Kind::Item(_) | Kind::Puzzle => false,
        Kind::Plain(kind) => kind != TokenKind::CloseGrid,
        _ => true,
    });
    kind(Kind::Layer).then_ignore(rest.repeated()).validate(|layer: Tok, _, emitter| {
        emitter.emit(layer.told(Problem::NestedLayer { layer: layer.span }));
        Line::Broken
    })
}

/// Braces where only rows can stand; collapsed.
fn braces_in_grid<'t>() -> impl Parser<'t, In<'t>, Line, Ex> + Clone {
    kind(Kind::Body).validate(|body: Tok, _, emitter| {
        emitter.emit(body.told(Problem::BracesInGrid { body: body.span }));
        Line::Broken
    })
}
