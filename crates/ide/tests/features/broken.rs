//! Every feature at every place of texts that are cut anywhere: none panics, and every place told lies in the text.

use sdkc_diagnostics::{Edit, Span};
use sdkc_formats::ReadOptions;
use sdkc_ide::{self as ide, Limits, Never, Silent, Snapshot, Target, Value};

/// Puzzles with all that the language has, in Unix and Windows lines, and a foreign text.
fn wholes() -> [String; 3] {
    let native = include_str!("data/structure.txt").replace("$0", "");
    let windows = include_str!("data/solution.txt").replace("$0", "").replace('\n', "\r\n");
    [
        native,
        windows,
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".to_owned(),
    ]
}

fn cut(whole: &str, step: usize) -> impl Iterator<Item = &str> {
    (0..whole.len()).step_by(step).filter(|end| whole.is_char_boundary(*end)).map(|end| &whole[..end])
}

struct Checked<'t> {
    text: &'t str,
    snapshot: Snapshot,
}

impl Checked<'_> {
    fn inside(&self, span: Span) {
        assert!(self.text.get(span.range()).is_some(), "{span:?} in {:?}", self.text);
    }

    fn edits(&self, edits: &[Edit]) {
        edits.iter().for_each(|it| self.inside(it.span));
        let apart = edits.windows(2).all(|it| it[0].span.end <= it[1].span.start);
        assert!(apart, "{edits:?} in {:?}", self.text);
    }

    fn at_places(&self) {
        let snapshot = &self.snapshot;
        for at in (0..=self.text.len() as u32 + 2).step_by(11).chain([u32::MAX]) {
            ide::hover(snapshot, snapshot.diagnostics(), at).into_iter().for_each(|it| self.inside(it.span));
            ide::completions(snapshot, at).into_iter().for_each(|it| self.inside(it.span));
            ide::selection(snapshot, at).into_iter().for_each(|it| self.inside(it));
            ide::highlights(snapshot, at).into_iter().for_each(|it| self.inside(it.span));
            let found = ide::actions(snapshot, snapshot.diagnostics(), Span::at(at));
            found.into_iter().for_each(|it| self.edits(&it.edits));
            let here = ide::puzzle_at(snapshot, at);
            assert!(here.is_none() || here == ide::entry_number(snapshot, at));
        }
    }

    fn as_a_whole(&self) {
        let snapshot = &self.snapshot;
        let tokens = ide::semantic_tokens(snapshot);
        tokens.windows(2).for_each(|it| assert!(it[0].span.end <= it[1].span.start));
        tokens.into_iter().for_each(|it| self.inside(it.span));
        ide::folds(snapshot).into_iter().for_each(|it| self.inside(it.span));
        ide::symbols(snapshot).into_iter().for_each(|it| {
            self.inside(it.span);
            self.inside(it.name_span);
        });
        ide::lenses(snapshot).into_iter().for_each(|it| self.inside(it.span));
        ide::links(snapshot).into_iter().for_each(|it| self.inside(it.span));
        let whole = Span::new(0, u32::MAX);
        ide::inlays(snapshot, whole).into_iter().for_each(|it| self.inside(Span::at(it.offset)));
        ide::format_edits(snapshot).into_iter().for_each(|it| self.edits(&it));
    }

    fn boards(&self) {
        let snapshot = &self.snapshot;
        for number in 0..=snapshot.entries().len() {
            let Some(view) = ide::board(snapshot, number, 0, snapshot.diagnostics()) else {
                continue;
            };
            assert_eq!(view.cells.len(), view.layers.len() * view.side * view.side);
            let far =
                ide::board(snapshot, number, usize::MAX, snapshot.diagnostics()).expect("its last layer");
            assert_eq!(far.first_layer, view.n_layers - 1);
            for (cell, value) in
                [(0, None), (1, Value::new(1)), (view.cells.len(), None), (usize::MAX, Value::new(255))]
            {
                for target in [Target::Givens, Target::State] {
                    let set = ide::set_cell(snapshot, number, cell, value, target);
                    set.into_iter().for_each(|it| self.edits(&it));
                }
            }
            ide::next_step(snapshot, number).into_iter().for_each(|it| self.edits(&[it.edit]));
        }
        for puzzle in snapshot.entries().iter().filter_map(ide::Entry::solvable) {
            ide::watch(puzzle, None, Limits { nodes: Some(20) }, &Never, &mut Silent);
        }
    }
}

#[test]
fn no_place_of_a_broken_text_panics() {
    for whole in wholes() {
        for text in cut(&whole, 7) {
            let snapshot = Snapshot::new(text.to_owned(), &ReadOptions::default());
            let checked = Checked { text, snapshot };
            checked.at_places();
            checked.as_a_whole();
        }
    }
}

#[test]
fn no_board_of_a_broken_text_panics() {
    for whole in wholes() {
        for text in cut(&whole, 23) {
            let snapshot = Snapshot::new(text.to_owned(), &ReadOptions::default());
            Checked { text, snapshot }.boards();
        }
    }
}
