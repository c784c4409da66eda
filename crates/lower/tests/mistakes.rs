//! What people get wrong, and what they are told: a case is a text, its snapshot everything that is said about it.

mod common;

use common::{diagnose, told};
use sdkc_diagnostics::Fix;

/// Compares what is said with the snapshot. A fix must also do what it says: with the first fix of a diagnostic applied
/// there is one diagnostic of its code less.
fn check(name: &str, text: &str) {
    let (_, found) = diagnose(text);
    for it in found.iter().filter(|it| !it.fixes.is_empty()) {
        let count = |text: &str| diagnose(text).1.iter().filter(|other| other.code == it.code).count();
        let mended = apply(text, &it.fixes[0]);
        assert!(count(&mended) < count(text), "{name}: `{}` mends nothing:\n{mended}", it.fixes[0].title);
    }
    insta::assert_snapshot!(name, format!("{text}\n────────\n{}", told(text)));
}

/// The text with a fix applied.
fn apply(text: &str, fix: &Fix) -> String {
    let mut out = text.to_owned();
    for edit in fix.edits.iter().rev() {
        out.replace_range(edit.span.range(), &edit.text);
    }
    out
}

/// A puzzle of these items, several solutions allowed.
fn puzzle(items: &str) -> String {
    format!("puzzle {{\n    expect solutions >= 2\n    {items}\n}}\n")
}

/// A 4×4 puzzle of these items.
fn small(items: &str) -> String {
    puzzle(&format!("block 2\n    {items}"))
}

/// A few words make a board of 33 million cells, and a file of ten thousand of them would take 300 GB.
#[test]
fn boards_that_are_too_large_together() {
    let large = "puzzle { dimensions 5; block 2; expect solutions >= 2 }\n";
    let small = "puzzle { block 2; expect solutions >= 2 }\n";
    let text = large.repeat(9) + small + large;
    check("boards_too_large_together", &text);
    let read: Vec<bool> =
        diagnose(&text).0.puzzles.iter().map(|it| it.puzzle.is_some() && it.sound).collect();
    assert_eq!(read, [true, true, true, true, true, true, true, true, false, true, false]);
}

#[test]
fn shapes() {
    for (name, items) in [
        ("dimensions_0", "dimensions 0"),
        ("dimensions_6", "dimensions 6\n    block 2"),
        ("dimensions_negative", "dimensions -1"),
        ("dimensions_huge", "dimensions 99999999999999999999"),
        ("block_0", "block 0"),
        ("block_1", "block 1"),
        ("block_1x1", "block 1x1"),
        ("block_huge", "block 99999999999999999999"),
        ("board_5d_3", "dimensions 5\n    block 3"),
        ("board_of_6_lengths", "block 2x2x2x2x2x2"),
        ("lengths_and_dimensions", "dimensions 3\n    block 2x3"),
        ("block_beside_regions", "block 2\n    regions { 12\n 12 }"),
        ("regions_in_three_dimensions", "dimensions 3\n    regions { 12\n 12 }"),
    ] {
        check(name, &puzzle(items));
    }
}

#[test]
fn regions() {
    for (name, grid) in [
        ("regions_uneven", "AAA\nABB\nCCC"),
        ("regions_too_few", "AAA\nABB\nBBB"),
        ("regions_hole", "AAA\nBB.\nCCC"),
        ("regions_short_row", "AAA\nBB\nCCC"),
        ("regions_short_first_row", "AA\nBBB\nCCC"),
        ("regions_rows", "AAA\nBBB"),
    ] {
        check(name, &puzzle(&format!("regions {{\n{grid}\n}}")));
    }
    assert_eq!(told(&puzzle("regions { AAB\n ABB\n CCC }")), "", "regions need not be connected");
    assert_eq!(told(&puzzle("regions { ABA\n BCB\n CAC }")), "");
}

#[test]
fn rows() {
    for (name, rows) in [
        ("row_short", "1 2 3\n. . . .\n. . . .\n. . . ."),
        ("row_long", "1 2 3 4 .\n. . . .\n. . . .\n. . . ."),
        ("row_with_a_number", "1 2 3 4\n12 3 . .\n. . . .\n. . . ."),
        ("rows_missing", "1 2 3 4\n. . . .\n. . . ."),
        ("rows_missing_decoration", "12|34\n----\n----\n..|..\n..|.."),
        ("rows_surplus", "....\n....\n....\n....\n...."),
        ("rows_none", "// nothing"),
        ("all_on_one_line", "1...34.........."),
        ("grid_of_another_size", "12.\n...\n..."),
        ("value_over_side", "1 2 3 5\n. . . .\nx . . .\n. . . ."),
        ("short_row_hides_no_clash", "1 1\n2 . . .\n2 . . .\n. . . ."),
        ("lines_off_borders", "1 | 2 3 4\n. . . .\n. . . .\n-------\n. . . ."),
        ("broken_row", "1 2 - 4\n1 . . .\n. . . .\n. . . ."),
    ] {
        check(name, &small(&format!("givens {{\n{rows}\n}}")));
    }
    check("grid_without_block", "puzzle {\n    givens {\n12.3\n....\n....\n....\n    }\n}\n");
}

/// Sizes have the article that is spoken.
#[test]
fn an_eight_by_eight_board() {
    for (block, size) in [("2x4", "an 8×8"), ("2x9", "an 18×18"), ("1x11", "an 11×11"), ("4", "a 16×16")]
    {
        let text = format!("puzzle {{ block {block}; givens {{\n1 2 3\n3 2 1\n}} }}");
        let lowered = sdkc_lower::lower(&sdkc_syntax::parse(&text), &text);
        let wanted = format!("2 rows of 3 cells for {size} board");
        assert!(lowered.diagnostics.iter().any(|it| it.message == wanted), "{:?}", lowered.diagnostics);
    }
}

#[test]
fn notations() {
    check(
        "letters_without_symbols",
        &puzzle("block 3x4\n    given r1c1 = A\n    given r1c2 = 13\n    given r1c3 = 0"),
    );
    check(
        "numbers_beside_symbols",
        &puzzle("block 4\n    symbols \"123456789ABCDEFG\"\n    given r1c1 = 10\n    given r2c2 = g"),
    );
    check("symbols_count", &small("symbols \"abc\"\n    givens \"xxxx xxxx xxxx xxxx\""));
    check("symbols_twice", &small("symbols \"abca\""));
    check("symbols_sign", &small("symbols \"ab-d\""));
    check(
        "runs_on_a_large_board",
        &puzzle(&format!("block 4\n    givens {{\n{}}}", "123456789ABCDEFG\n".repeat(16))),
    );
    let grid = |rows: [&str; 2]| {
        format!("givens {{\n{}    }}", rows.map(|row| format!("{row}\n").repeat(8)).concat())
    };
    for (name, rows) in [
        ("letters_of_16", [".23...78..B.D..G", "BC.E.G.2..56.8.A"]),
        ("letters_of_16_from_0", ["01234567|89ABCDEF", "................"]),
        ("letters_of_16_alone", ["abcdefghijklmnop", "................"]),
        ("letters_of_16_either", [".23...78..B.D...", "BC.E...2..56.8.A"]),
        ("letters_beyond_16", ["123456789ABCDEFZ", "................"]),
    ] {
        check(
            name,
            &puzzle(&format!(
                "block 4\n    {}\n    state {{\n{}}}",
                grid(rows),
                ".2345678........\n".repeat(16)
            )),
        );
    }
    check(
        "letters_in_layers",
        &puzzle(&format!(
            "block 1x2x5\n    givens {{ layer (2) {{\n{}}} layer (4) {{\n{0}}} }}",
            "1A.3......\n".repeat(10)
        )),
    );
    // As many numbers as there are cells.
    assert_eq!(
        told(&puzzle(&format!(
            "block 2x5\n    givens {{\n1{}}}",
            " . . . . . . . . .\n.".repeat(9) + " . . . . . . . . .\n"
        ))),
        ""
    );
    assert_eq!(told(&puzzle("block 2x5\n    given r1c1 = 10\n    given r2c4 = 1")), "");
}

#[test]
fn strings() {
    check("string_short", &small("givens \"1... .... .... ...\""));
    check("string_long", &small("givens \"1... .... .... .....\""));
    check("string_stray", &small("givens \"1... ..,.. .... ....\""));
    check("string_value", &small("givens \"1... ..7. .... ....\""));
    assert_eq!(told(&small("givens \"1_*?|..·. 0... ....\"")), "");
}

#[test]
fn layers() {
    let cube = |items: &str| puzzle(&format!("dimensions 3\n    block 2\n    {items}"));
    let row = "........\n".repeat(8);
    check("layers_on_a_flat_board", &small("givens { layer (1) {\n....\n....\n....\n....\n} }"));
    check("flat_grid_on_a_deep_board", &cube(&format!("givens {{\n{row}}}")));
    check("layer_tuple", &cube(&format!("givens {{ layer (1, 2) {{\n{row}}}\n layer (9) {{\n{row}}}\n }}")));
    check("layer_twice", &cube(&format!("givens {{ layer (1) {{\n{row}}}\n layer (1) {{\n{row}}}\n }}")));
    assert_eq!(told(&cube(&format!("givens {{ layer (8) {{\n{row}}}\n layer (1) {{\n{row}}}\n }}"))), "");
}

#[test]
fn cells() {
    check("cell_outside", &small("given r5c1 = 1\n    given (1, 0) = 2\n    given (1, 2, 3) = 4"));
    check("cell_of_a_flat_board", &puzzle("dimensions 3\n    block 2\n    given r1c1 = 1"));
    check("cell_twice", &small("givens \"1... .... .... ....\"\n    given r1c1 = 1\n    given r1c1 = 2"));
    check(
        "candidates_twice",
        &small("candidates r1c1 = 1 2\n    candidates r1c1 = 3 3\n    candidates (1, 2) = 4 5"),
    );
    check(
        "candidates_grid_and_cell",
        &small("candidates {\n12 . . .\n. . . .\n. . . .\n. . . 49\n}\n    candidates r1c1 = 12"),
    );
}

#[test]
fn strategies() {
    for (name, strategy) in [
        ("strategy_unknown", "strategy min-candidate"),
        ("strategy_options", "strategy random { sed 1; values upward; propagate 7; timeout 10; nodes many }"),
        ("strategy_out_of_range", "strategy random { seed -1; nodes 99999999999999999999 }"),
        ("strategy_seed_unused", "strategy first-empty { seed 1 }"),
        ("strategy_auto", "strategy auto { values random; timeout 1s }"),
    ] {
        check(name, &small(strategy));
    }
    assert_eq!(told(&small("strategy first-empty { seed 1; values random }")), "");
}

#[test]
fn expectations() {
    check("expect_apart", "puzzle { block 2; expect unique; expect solutions >= 2 }");
    check(
        "expect_unsolvable_and_few",
        "puzzle { block 2; expect solutions <= 5; expect unsolvable; expect minimal }",
    );
    check(
        "expect_givens",
        "puzzle { block 2; expect solutions 288; expect givens 1; expect givens 2; expect givens 17 }",
    );
    check(
        "expect_two_grids",
        "puzzle { block 2; expect solution \"1234 3412 2143 4321\"; expect solution \"1234 3412 2143 432.\"\n\
         expect solution \"1234 3412 4321 2143\" }",
    );
    check("expect_out_of_range", &small("expect solutions >= -1"));
    // As many digits as a message has room for, and a sign that there are more.
    check("expect_out_of_range_long", &small(&format!("expect solutions {}", u128::MAX)));
}

#[test]
fn names() {
    check(
        "two_of_one_name",
        "puzzle \"a\" { block 2; expect solutions 288 }\npuzzle \"a\" { block 2; expect solutions 288 }",
    );
}

#[test]
fn ten_mistakes_are_ten_diagnostics() {
    let text = puzzle(
        "givens {\n\
         5 3 . | . 7 . | . . .\n\
         6 . . | 1 9 5 | . .\n\
         . 9 8 | . . . | . 6 .\n\
         8 . . | . 6 . | . . 3\n\
         4 . . | 8 . x | . . 1\n\
         7 . . | . 2 . | . . 6\n\
         . 6 . | . . . | 2 8 .\n\
         . . . | 4 1 9 | . . 5\n\
         . . . | . 8 . | . 7 8\n\
         }\n\
         given r10c1 = 4\n\
         given r1c1 = 6\n\
         given r2c2 = 12\n\
         candidates r3c1 = 1 2\n\
         candidates r3c1 = 1 2\n\
         strategy min-candidats { tmeout 10s }\n\
         expect givens 100",
    );
    check("ten_mistakes", &text);
    assert_eq!(diagnose(&text).1.len(), 10, "{}", told(&text));
}

/// Who has scattered all regions meant to; a torn one among whole ones is a slip.
#[test]
fn a_few_regions_in_pieces_are_a_slip() {
    let codes = |rows: &str| -> Vec<String> {
        let text = format!("puzzle {{ regions {{\n{rows}\n}} expect solutions >= 2 }}");
        diagnose(&text).1.iter().map(|it| format!("{} {}", it.code, it.message)).collect()
    };
    assert_eq!(codes("A B A B\nB A B A\nC D C D\nD C D C"), Vec::<String>::new());
    assert_eq!(codes("A A B B\nA A B B\nC C D D\nC C D D"), Vec::<String>::new());
    assert_eq!(codes("A A B B\nA B A B\nC C D D\nC C D D"), ["W0608 regions A and B are in several pieces"]);
    let one = "A A A A B\nC C C B B\nC C B B D\nE E D D D\nE E E D A";
    assert_eq!(codes(one), ["W0608 region A is in 2 pieces"]);
    // Cells that meet at corners do not hang together.
    let corners = "A A A A B\nC C C B A\nC C B B B\nD D D D D\nE E E E E";
    assert_eq!(codes(corners), ["W0608 regions A and B are in several pieces"]);
}
