//! The grammars for editors, made from the tables of words: what the parser accepts is what gets coloured.
//!
//! The texts are JSON. `cargo run -p xtask -- generate` writes them to the folder `grammar`, and a test holds the
//! files against these functions.

use crate::{
    Form, Keyword,
    keywords::{FACTS, STRUCTURE},
};

/// The TextMate grammar, scope `source.sdk`.
///
/// ```
/// assert!(sdkc_syntax::grammar_files::textmate().contains("dimensions"));
/// ```
#[must_use]
pub fn textmate() -> String {
    let grids: Vec<_> = Keyword::ALL.iter().filter(|word| word.form().opens_grid()).collect();
    let grids: Vec<_> = grids.into_iter().map(|word| word.as_str()).chain(["solution"]).collect();
    let items = Keyword::ALL.iter().filter(|word| word.form() != Form::Rules).map(|word| word.as_str());
    TEXTMATE
        .replace("@grids", &one_of(grids))
        .replace("@items", &one_of(items))
        .replace("@facts", &one_of(FACTS.iter().map(|fact| fact.text)))
        .replace(
            "@structure",
            &one_of(STRUCTURE.iter().map(|(word, _)| *word).filter(|word| *word != "layer")),
        )
        .replace(
            "@reserved",
            &one_of(Keyword::ALL.iter().filter(|word| word.form() == Form::Rules).map(|word| word.as_str())),
        )
        .replace("@before", r"(?<![\\w-])")
        .replace("@after", r"(?![\\w-])")
}

/// What an editor has to know to type in the language: comments, brackets, words, indentation.
///
/// ```
/// assert!(sdkc_syntax::grammar_files::language_configuration().contains("lineComment"));
/// ```
#[must_use]
pub fn language_configuration() -> String {
    CONFIGURATION.to_owned()
}

/// A regular expression for one of some words. Longer words come first: some start with others.
fn one_of<'w>(words: impl IntoIterator<Item = &'w str>) -> String {
    let mut words: Vec<_> = words.into_iter().collect();
    words.sort_by_key(|word| std::cmp::Reverse(word.len()));
    format!("({})", words.join("|"))
}

const TEXTMATE: &str = r##"{
  "$schema": "https://raw.githubusercontent.com/martinring/tmlanguage/master/tmlanguage.json",
  "information_for_contributors": ["Generated from the tables of the parser by `cargo run -p xtask -- generate`."],
  "name": "sdk puzzle",
  "scopeName": "source.sdk",
  "fileTypes": ["sdk", "sdkc"],
  "patterns": [{ "include": "#statements" }],
  "repository": {
    "statements": {
      "patterns": [
        { "include": "#comment" },
        { "include": "#string" },
        { "include": "#expect-solution" },
        { "include": "#grid" },
        { "include": "#reserved" },
        { "include": "#strategy" },
        { "include": "#expect" },
        { "include": "#structure" },
        { "include": "#item" },
        { "include": "#value" },
        { "include": "#brace" }
      ]
    },
    "comment": {
      "name": "comment.line.double-slash.sdk",
      "begin": "//",
      "beginCaptures": { "0": { "name": "punctuation.definition.comment.sdk" } },
      "end": "$"
    },
    "string": {
      "name": "string.quoted.double.sdk",
      "begin": "\"",
      "beginCaptures": { "0": { "name": "punctuation.definition.string.begin.sdk" } },
      "end": "(\")|$",
      "endCaptures": { "1": { "name": "punctuation.definition.string.end.sdk" } },
      "patterns": [
        { "name": "constant.character.escape.sdk", "match": "\\\\([\"\\\\n]|u\\{[0-9A-Fa-f]{1,6}\\})" },
        { "name": "invalid.illegal.escape.sdk", "match": "\\\\." }
      ]
    },
    "expect-solution": {
      "begin": "@before(expect)\\s+(solution)\\s*(\\{)",
      "beginCaptures": {
        "1": { "name": "keyword.other.item.sdk" },
        "2": { "name": "support.constant.expectation.sdk" },
        "3": { "name": "punctuation.section.grid.begin.sdk" }
      },
      "end": "\\}",
      "endCaptures": { "0": { "name": "punctuation.section.grid.end.sdk" } },
      "patterns": [{ "include": "#layer" }, { "include": "#rows" }]
    },
    "grid": {
      "begin": "@before@grids\\s*(\\{)",
      "beginCaptures": {
        "1": { "name": "keyword.other.item.sdk" },
        "2": { "name": "punctuation.section.grid.begin.sdk" }
      },
      "end": "\\}",
      "endCaptures": { "0": { "name": "punctuation.section.grid.end.sdk" } },
      "patterns": [{ "include": "#layer" }, { "include": "#rows" }]
    },
    "layer": {
      "begin": "@before(layer)\\s*(\\()([^)]*)(\\))\\s*(\\{)",
      "beginCaptures": {
        "1": { "name": "keyword.other.layer.sdk" },
        "2": { "name": "punctuation.section.parens.begin.sdk" },
        "3": { "name": "constant.numeric.integer.sdk" },
        "4": { "name": "punctuation.section.parens.end.sdk" },
        "5": { "name": "punctuation.section.grid.begin.sdk" }
      },
      "end": "\\}",
      "endCaptures": { "0": { "name": "punctuation.section.grid.end.sdk" } },
      "patterns": [{ "include": "#rows" }]
    },
    "rows": {
      "patterns": [
        { "include": "#comment" },
        {
          "name": "comment.block.decoration.sdk",
          "match": "^\\s*[-=+|*:'.\\x{2500}-\\x{257F}\\s]*[-=\\x{2500}-\\x{257F}]{3}[-=+|*:'.\\x{2500}-\\x{257F}\\s]*(?=$|//|\\})"
        },
        { "name": "punctuation.separator.block.sdk", "match": "[|\\x{2502}\\x{2503}\\x{2551}\\x{A6}]" },
        { "name": "constant.language.empty-cell.sdk", "match": "[._*?\\x{B7}]" },
        { "name": "constant.numeric.cell.sdk", "match": "[0-9A-Za-z]+" },
        { "name": "invalid.illegal.cell.sdk", "match": "[^\\s{}/]" }
      ]
    },
    "reserved": {
      "begin": "@before@reserved\\s*(\\{)",
      "beginCaptures": { "1": { "name": "invalid.deprecated.reserved.sdk" }, "2": { "name": "punctuation.section.block.begin.sdk" } },
      "end": "\\}",
      "endCaptures": { "0": { "name": "punctuation.section.block.end.sdk" } },
      "patterns": [{ "include": "#comment" }, { "include": "#string" }, { "include": "#nested" }]
    },
    "nested": {
      "begin": "\\{",
      "end": "\\}",
      "patterns": [{ "include": "#comment" }, { "include": "#string" }, { "include": "#nested" }]
    },
    "strategy": {
      "begin": "@before(strategy)\\s+([A-Za-z][\\w-]*)",
      "beginCaptures": { "1": { "name": "keyword.other.item.sdk" }, "2": { "name": "entity.name.function.strategy.sdk" } },
      "end": "(?=[;}]|//|$)|(?<=\\})",
      "patterns": [
        {
          "begin": "\\{",
          "beginCaptures": { "0": { "name": "punctuation.section.options.begin.sdk" } },
          "end": "\\}",
          "endCaptures": { "0": { "name": "punctuation.section.options.end.sdk" } },
          "patterns": [
            { "include": "#comment" },
            {
              "match": "([A-Za-z][\\w-]*)\\s+([A-Za-z][\\w-]*)",
              "captures": {
                "1": { "name": "variable.parameter.option.sdk" },
                "2": { "name": "constant.language.choice.sdk" }
              }
            },
            { "name": "variable.parameter.option.sdk", "match": "[A-Za-z][\\w-]*" },
            { "include": "#value" }
          ]
        }
      ]
    },
    "expect": {
      "match": "@before(expect)(?:\\s+@facts)?@after",
      "captures": {
        "1": { "name": "keyword.other.item.sdk" },
        "2": { "name": "support.constant.expectation.sdk" }
      }
    },
    "structure": { "name": "keyword.control.sdk", "match": "@before@structure@after" },
    "item": { "name": "keyword.other.item.sdk", "match": "@before@items@after" },
    "value": {
      "patterns": [
        { "name": "variable.other.cell.sdk", "match": "\\b[rR][0-9]+[cC][0-9]+\\b" },
        { "name": "constant.numeric.duration.sdk", "match": "\\b[0-9][0-9_]*(ms|s|m)\\b" },
        { "name": "constant.numeric.lengths.sdk", "match": "\\b[0-9][0-9_]*(x[0-9][0-9_]*)+\\b" },
        { "name": "constant.numeric.integer.sdk", "match": "-?\\b[0-9][0-9_]*\\b" },
        { "name": "keyword.operator.sdk", "match": "[<>]=|=" },
        { "name": "punctuation.separator.sdk", "match": "[,;]" },
        { "name": "punctuation.section.parens.sdk", "match": "[()]" }
      ]
    },
    "brace": { "name": "punctuation.section.block.sdk", "match": "[{}]" }
  }
}
"##;

const CONFIGURATION: &str = r##"{
  "comments": { "lineComment": "//" },
  "brackets": [["{", "}"], ["(", ")"]],
  "autoClosingPairs": [
    { "open": "{", "close": "}", "notIn": ["string", "comment"] },
    { "open": "(", "close": ")", "notIn": ["string", "comment"] },
    { "open": "\"", "close": "\"", "notIn": ["string", "comment"] }
  ],
  "surroundingPairs": [["{", "}"], ["(", ")"], ["\"", "\""]],
  "wordPattern": "[A-Za-z][A-Za-z0-9_]*(-[A-Za-z0-9_]+)*|[0-9][0-9_]*",
  "indentationRules": {
    "increaseIndentPattern": "^[^/\"]*(\"[^\"]*\"[^/\"]*)*\\{[^}]*$",
    "decreaseIndentPattern": "^\\s*\\}"
  },
  "onEnterRules": [
    { "beforeText": "^\\s*//.*$", "afterText": "^\\s*\\S", "action": { "indent": "none", "appendText": "// " } }
  ]
}
"##;
