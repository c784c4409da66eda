//! Boards of every kind, drawn, on a line, as `.sdk` text and as SVG.

use sdkc_board::{Board, Grid, Regions, Shape, ValueSet, closed_form};
use sdkc_puzzle::{Expect, ExpectKind, Notation, Propagation, Puzzle, Spanned, StrategyKind};
use sdkc_render::{
    CharSet, DrawOptions, Look, SdkOptions, draw_board, draw_candidates, write_line, write_sdk,
};

const ESCARGOT: &str = "100007090030020008009600500005300900010080002600004000300000010040000007007000300";
const UNICODE: Look = Look { color: false, charset: CharSet::Unicode };

fn grid(text: &str) -> Grid {
    Grid::from_numbers(&text.bytes().map(|byte| byte.saturating_sub(b'0')).collect::<Vec<_>>())
}

fn puzzle(shape: Shape, givens: Grid) -> Puzzle {
    Puzzle::new(Board::with_givens(shape, givens).expect("the givens fit"))
}

fn escargot() -> Puzzle {
    puzzle(Shape::classic(), grid(ESCARGOT))
}

/// A jigsaw whose regions are, in turn, straight and bent.
fn jigsaw() -> Puzzle {
    let regions = Regions::new(b"AAABBACABBDCCEBDDCEEDDCEE").expect("five regions of five cells");
    let shape = Shape::jigsaw(regions);
    puzzle(shape, grid("1000003000005000000020000"))
}

/// A board with every third cell of its closed form given.
fn thinned(shape: Shape) -> Puzzle {
    let full = closed_form(&shape).expect("blocks");
    let numbers: Vec<u8> =
        full.numbers().iter().enumerate().map(|(at, n)| if at % 3 == 0 { *n } else { 0 }).collect();
    puzzle(shape, Grid::from_numbers(&numbers))
}

fn text(write: impl FnOnce(&mut Vec<u8>)) -> String {
    let mut out = Vec::new();
    write(&mut out);
    String::from_utf8(out).expect("renderers write UTF-8")
}

fn drawn(puzzle: &Puzzle, grid: &Grid, look: Look) -> String {
    let options = DrawOptions { look, max_rows: None };
    text(|out| {
        draw_board(out, puzzle, grid, &options).expect("a Vec takes everything");
    })
}

fn sdk(puzzle: &Puzzle, options: SdkOptions<'_>) -> String {
    text(|out| write_sdk(out, puzzle, options).expect("a Vec takes everything"))
}

#[test]
fn drawn_as_in_the_file() {
    let it = escargot();
    insta::assert_snapshot!("escargot_ascii", drawn(&it, it.board.givens(), Look::PLAIN));
    insta::assert_snapshot!("escargot_unicode", drawn(&it, it.board.givens(), UNICODE));
    let mut filled = it.board.givens().clone();
    filled.set(it.board.shape().cell_at(1).expect("inside"), sdkc_board::Value::new(6));
    let color = Look { color: true, charset: CharSet::Unicode };
    insta::assert_snapshot!("escargot_color", drawn(&it, &filled, color).replace('\x1b', "^"));
    let mut all = String::new();
    for lengths in [&[2, 3][..], &[3, 4], &[1, 7]] {
        let it = thinned(Shape::boxed(lengths).expect("a shape"));
        all += &format!("{}\n", drawn(&it, it.board.givens(), Look::PLAIN));
    }
    insta::assert_snapshot!("other_shapes", all);
    let mut letters = thinned(Shape::hypercube(2, 4).expect("16×16"));
    letters.notation = Notation::symbols("123456789ABCDEFG", 16).expect("sixteen");
    insta::assert_snapshot!("symbols", drawn(&letters, letters.board.givens(), UNICODE));
}

#[test]
fn jigsaw_regions_have_borders() {
    let it = jigsaw();
    insta::assert_snapshot!("jigsaw_unicode", drawn(&it, it.board.givens(), UNICODE));
    insta::assert_snapshot!("jigsaw_ascii", drawn(&it, it.board.givens(), Look::PLAIN));
}

#[test]
fn layers_have_names_and_a_limit() {
    let it = thinned(Shape::hypercube(4, 2).expect("4-D"));
    let options = DrawOptions { look: Look::PLAIN, max_rows: Some(50) };
    let mut out = Vec::new();
    let what = draw_board(&mut out, &it, it.board.givens(), &options).expect("a Vec");
    assert_eq!((what.layers_shown, what.layers_left_out), (2, 254));
    insta::assert_snapshot!(String::from_utf8(out).expect("UTF-8"));
    let all = drawn(&it, it.board.givens(), Look::PLAIN);
    assert_eq!(all.matches("layer (").count(), 256);
}

/// 33 554 432 cells leave row by row: what is written at once stays small.
#[test]
fn a_huge_board_is_streamed() {
    struct Pieces {
        largest: usize,
        total: usize,
    }
    impl std::io::Write for Pieces {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            self.largest = self.largest.max(bytes.len());
            self.total += bytes.len();
            Ok(bytes.len())
        }
        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }
    let it = Puzzle::new(Board::empty(Shape::hypercube(5, 2).expect("5-D")));
    let mut pieces = Pieces { largest: 0, total: 0 };
    let options = DrawOptions { look: Look::PLAIN, max_rows: Some(50_000) };
    draw_board(&mut pieces, &it, it.board.givens(), &options).expect("written");
    write_line(&mut pieces, &it, it.board.givens()).expect("written");
    assert!(pieces.total > 64_000_000 && pieces.largest < 100_000, "{} at once", pieces.largest);
}

#[test]
fn pencil_marks_are_aligned() {
    let it = escargot();
    let board = &it.board;
    let legal = |cell| board.legal_values(cell).unwrap_or(ValueSet::EMPTY);
    let options = DrawOptions { look: Look::PLAIN, max_rows: None };
    let marks = text(|out| {
        draw_candidates(out, &it, board.givens(), &legal, &options).expect("a Vec");
    });
    insta::assert_snapshot!("marks", marks);
    let jigsaw = jigsaw();
    let all = |_| ValueSet::full(3);
    let options = DrawOptions { look: UNICODE, max_rows: None };
    let marks = text(|out| {
        draw_candidates(out, &jigsaw, jigsaw.board.givens(), &all, &options).expect("a Vec");
    });
    insta::assert_snapshot!("marks_jigsaw", marks);
}

#[test]
fn lines() {
    let line = |it: &Puzzle| text(|out| write_line(out, it, it.board.givens()).expect("a Vec"));
    assert_eq!(line(&escargot()).trim_end(), ESCARGOT.replace('0', "."));
    let wide = line(&thinned(Shape::boxed(&[3, 4]).expect("12×12")));
    assert_eq!(wide.split_whitespace().count(), 144);
    assert_eq!(wide.lines().count(), 1);
}

#[test]
fn sdk_text_says_everything() {
    let mut it = escargot();
    it.name = Some("A \"quoted\" \\ name".to_owned());
    for (key, value) in [
        ("author", "A"),
        ("tags", "x"),
        ("tags", "y"),
        ("editor", "line\nbreak"),
        ("author", "B"),
        ("tags", "z"),
    ] {
        it.meta.push(key, value);
    }
    it.strategy.kind = Some(StrategyKind::Random.into());
    it.strategy.seed = Some(7.into());
    it.strategy.propagate = Some(Spanned::from(Propagation::Singles));
    it.strategy.timeout_ms = Some(1500.into());
    let cell = it.board.shape().cell_at(1).expect("inside");
    it.board.restrict(cell, ValueSet::full(3)).expect("inside");
    it.state = Some(Grid::empty(81));
    it.expects = vec![Expect::from(ExpectKind::Unique), Expect::from(ExpectKind::Givens(23))];
    insta::assert_snapshot!("sdk_all", sdk(&it, SdkOptions::default()));
    let solution = closed_form(it.board.shape()).expect("blocks");
    let options = SdkOptions { givens: Some(&solution), solution: Some(&solution) };
    let text = sdk(&it, options);
    assert!(
        text.contains("expect solution {") && !text.contains("unique") && !text.contains("expect givens")
    );
    insta::assert_snapshot!("sdk_jigsaw", sdk(&jigsaw(), SdkOptions::default()));
    let mut cube = Puzzle::new(Board::empty(Shape::hypercube(3, 2).expect("3-D")));
    let corner = cube.board.shape().cell(&[2, 0, 3]).expect("inside");
    cube.board.set_given(corner, sdkc_board::Value::new(8)).expect("fits");
    assert!(sdk(&cube, SdkOptions::default()).contains("    given (3, 1, 4) = 8\n"));
    let full = closed_form(cube.board.shape()).expect("blocks");
    insta::assert_snapshot!("sdk_layers", sdk(&cube, SdkOptions { givens: Some(&full), solution: None }));
}

#[cfg(feature = "svg")]
#[test]
fn svg_pictures() {
    use sdkc_render::{SvgOptions, write_svg};
    let mut small = puzzle(Shape::hypercube(2, 2).expect("4×4"), grid("1000000200000340"));
    small.name = Some("a < b & \"c\"".to_owned());
    let board = small.board.clone();
    let legal = move |cell| board.legal_values(cell).unwrap_or(ValueSet::EMPTY);
    let options = SvgOptions { candidates: Some(&legal), max_layers: 0 };
    let picture = |it: &Puzzle, options: &SvgOptions<'_>| {
        text(|out| write_svg(out, it, it.board.givens(), options).expect("a Vec"))
    };
    insta::assert_snapshot!("svg_marks", picture(&small, &options));
    let cube = thinned(Shape::hypercube(3, 2).expect("3-D"));
    let layers = picture(&cube, &SvgOptions { candidates: None, max_layers: 3 });
    assert_eq!(layers.matches("<g ").count(), 3);
    assert_eq!(layers.matches("class=\"given\"").count(), 64);
    // Two regions that meet have a border between them: the jigsaw draws more than its frame.
    assert!(picture(&jigsaw(), &SvgOptions::default()).contains("h40"));
}
