/**
 * @file The `.sdk` puzzle language for tree-sitter: what ../sdk.ebnf says, a little looser, for colours and structure in
 * editors. What a text means, and what is wrong with it, is said by the language server.
 * @license MIT OR Apache-2.0
 */

/// <reference types="tree-sitter-cli/dsl" />

const METADATA = ["author", "source", "description", "comment", "date", "level", "copyright", "url"];

module.exports = grammar({
  name: "sdk",

  word: ($) => $.word,

  extras: ($) => [/[ \t\uFEFF]/, $.comment],

  // Whether a brace follows a strategy's name is seen behind the line breaks only.
  conflicts: ($) => [[$._strategy_name, $._strategy_options]],

  rules: {
    // Looser than the language: a version may stand anywhere between puzzles.
    file: ($) => repeat(choice($._end, $.version, $.puzzle)),

    version: ($) => seq("sdk", $.number),

    puzzle: ($) =>
      seq(
        "puzzle",
        optional(field("name", $.string)),
        repeat($._newline),
        "{",
        repeat(choice($._end, seq($._plain_item, $._end), $._braced_item)),
        optional($._plain_item),
        "}",
      ),

    _end: ($) => choice($._newline, ";"),
    _newline: () => /\r\n|\n|\r/,

    // ---- Items

    _plain_item: ($) =>
      choice(
        $.metadata,
        $.dimensions,
        $.block,
        $.symbols,
        alias($._givens_text, $.givens),
        $.given,
        alias($._candidates_of_cell, $.candidates),
        alias($._state_text, $.state),
        alias($._strategy_name, $.strategy),
        alias($._expect_plain, $.expect),
      ),

    _braced_item: ($) =>
      choice(
        $.regions,
        alias($._givens_grid, $.givens),
        alias($._candidates_grid, $.candidates),
        alias($._state_grid, $.state),
        alias($._strategy_options, $.strategy),
        alias($._expect_grid, $.expect),
        $.rules,
      ),

    metadata: ($) =>
      choice(
        seq(field("key", choice(...METADATA)), $.string),
        seq(field("key", "tags"), repeat1($.string)),
        seq("meta", field("key", $.string), $.string),
      ),

    dimensions: ($) => seq("dimensions", $.number),
    block: ($) => seq("block", choice($.number, $.lengths)),
    symbols: ($) => seq("symbols", $.string),
    regions: ($) => seq("regions", $._grid),

    _givens_text: ($) => seq("givens", $.string),
    _givens_grid: ($) => seq("givens", $._grid),
    _state_text: ($) => seq("state", $.string),
    _state_grid: ($) => seq("state", $._grid),

    given: ($) => seq("given", $._cell, "=", $.value),
    _candidates_of_cell: ($) => seq("candidates", $._cell, "=", repeat1($.value)),
    _candidates_grid: ($) => seq("candidates", $._grid),

    _cell: ($) => choice($.cell, $.tuple),
    cell: () => /[rR][0-9][0-9_]*[cC][0-9][0-9_]*/,
    tuple: ($) => seq("(", repeat($._newline), $.number, repeat($._newline), repeat(seq(",", repeat($._newline), $.number, repeat($._newline))), ")"),
    value: () => /[\p{L}\p{N}]+/,

    _strategy_name: ($) => seq("strategy", field("name", $.word)),
    _strategy_options: ($) =>
      seq(
        "strategy",
        field("name", $.word),
        repeat($._newline),
        "{",
        repeat(choice($._end, seq($.option, $._end))),
        optional($.option),
        "}",
      ),
    option: ($) =>
      seq(field("name", alias($.word, $.option_name)), field("value", choice($.word, $.number, $.duration))),

    _expect_plain: ($) =>
      seq(
        "expect",
        choice(
          alias(choice("unique", "unsolvable", "minimal"), $.fact),
          seq(alias("solutions", $.fact), optional(alias(choice("=", ">=", "<="), $.comparison)), $.number),
          seq(alias("givens", $.fact), $.number),
          seq(alias("solution", $.fact), $.string),
        ),
      ),
    _expect_grid: ($) => seq("expect", alias("solution", $.fact), $._grid),

    // Reserved: any balanced braces.
    rules: ($) => seq("rules", optional($.word), $._balanced),
    _balanced: ($) => seq("{", repeat(choice($._balanced, $.string, $._anything, $._newline)), "}"),
    _anything: () => /[^{}"\s]+/,

    // ---- Grids: one line is one row.

    _grid: ($) => seq(repeat($._newline), $.grid),
    grid: ($) =>
      seq("{", repeat(choice($._newline, seq($._line, $._newline), $.layer)), optional($._line), "}"),
    layer: ($) => seq("layer", $.tuple, repeat($._newline), alias($._layer_grid, $.grid)),
    _layer_grid: ($) => seq("{", repeat(choice($._newline, seq($._line, $._newline))), optional($._line), "}"),

    _line: ($) => choice($.row, $.decoration),
    row: ($) => repeat1(choice($.run, $.empty, $.bar)),
    run: () => /[\p{L}\p{N}]+/,
    empty: () => /[._*?·]/,
    bar: () => /[|│┃║¦]/,
    // Does not start with a blank: else the lexer would take the blanks before every row into its first cell.
    decoration: () =>
      token(
        prec(
          1,
          /([-=+|*:'.\u2500-\u257F][-=+|*:'. \t\u2500-\u257F]*)?[-=\u2500-\u257F]{3}[-=+|*:'. \t\u2500-\u257F]*/,
        ),
      ),

    // ---- Tokens

    word: () => /[\p{L}_][\p{L}\p{N}_]*(-[\p{L}\p{N}_]*)*/,
    number: () => /-?[0-9][0-9_]*/,
    lengths: () => /[0-9][0-9_]*(x[0-9][0-9_]*)+/,
    duration: () => /[0-9][0-9_]*(ms|s|m)/,

    string: ($) =>
      seq('"', repeat(choice(alias(token.immediate(prec(1, /[^"\\\r\n]+/)), $.text), $.escape)), token.immediate('"')),
    escape: () => token.immediate(/\\(["\\n]|u\{[0-9A-Fa-f]{1,6}\})/),

    comment: () => token(seq("//", /[^\r\n]*/)),
  },
});
