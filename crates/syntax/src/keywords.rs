//! The words of the language: one row an item, one row an expectation. The parser, the "did you mean" notes, the
//! grammars for editors, completion and hover all derive from these tables.
//!
//! The names of strategies and their options are not here: they belong to whoever knows strategies.

use std::fmt;

/// What may follow an item's keyword.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Form {
    /// A number.
    Number,
    /// Lengths, `3` or `2x3`.
    Lengths,
    /// One string.
    Text,
    /// One string or more.
    Texts,
    /// Two strings.
    KeyAndText,
    /// A name, and options in braces.
    Strategy,
    /// A grid.
    Grid,
    /// A grid or a string.
    Cells,
    /// A cell, `=`, a value.
    CellValue,
    /// A cell, `=`, values; or a grid.
    Candidates,
    /// An expectation.
    Expect,
    /// Anything in braces, which this version does not read.
    Rules,
}

impl Form {
    /// Whether `{` after the keyword opens a grid.
    #[must_use]
    pub const fn opens_grid(self) -> bool {
        matches!(self, Self::Grid | Self::Cells | Self::Candidates)
    }
}

macro_rules! keywords {
    (@repeats once) => { false };
    (@repeats many) => { true };
    ($($word:ident $text:literal $form:ident $repeats:ident $example:literal $doc:literal;)*) => {
        /// The keyword of an item.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Keyword {
            $(#[doc = $doc] $word,)*
        }

        impl Keyword {
            /// All of them, in the order in which the guide presents them.
            pub const ALL: &'static [Self] = &[$(Self::$word,)*];

            /// The keyword as it is written.
            #[must_use]
            pub const fn as_str(self) -> &'static str {
                match self { $(Self::$word => $text,)* }
            }

            /// What follows it.
            #[must_use]
            pub const fn form(self) -> Form {
                match self { $(Self::$word => Form::$form,)* }
            }

            /// Whether a puzzle may hold it more than once.
            #[must_use]
            pub const fn repeats(self) -> bool {
                match self { $(Self::$word => keywords!(@repeats $repeats),)* }
            }

            /// One line that uses it.
            #[must_use]
            pub const fn example(self) -> &'static str {
                match self { $(Self::$word => $example,)* }
            }

            /// One sentence that says what it is for.
            #[must_use]
            pub const fn doc(self) -> &'static str {
                match self { $(Self::$word => $doc,)* }
            }
        }
    };
}

keywords! {
    Author      "author"      Text       once r#"author "Arto Inkala""#            "Who made the puzzle.";
    Source      "source"      Text       once r#"source "https://example.org""#    "Where the puzzle was found.";
    Description "description" Text       once r#"description "A hard one""#        "What the puzzle is about.";
    Comment     "comment"     Text       once r#"comment "Try the corners first""# "A remark that stays with the puzzle, unlike a `//` comment.";
    Date        "date"        Text       once r#"date "2006-11-01""#               "When the puzzle was made.";
    Level       "level"       Text       once r#"level "diabolical""#              "How hard the puzzle is said to be.";
    Copyright   "copyright"   Text       once r#"copyright "CC0""#                 "Who holds the rights.";
    Url         "url"         Text       once r#"url "https://example.org""#       "A link about the puzzle.";
    Tags        "tags"        Texts      once r#"tags "hard" "symmetric""#         "Words to find the puzzle by.";
    Meta        "meta"        KeyAndText many r#"meta "editor" "J. Doe""#          "Any other entry about the puzzle: a name and what it says.";
    Dimensions  "dimensions"  Number     once "dimensions 3"                       "The number of dimensions, 2 to 5; 2 where it is left out.";
    Block       "block"       Lengths    once "block 2x3"                          "The lengths of a block, rows by columns; 3 where it is left out. Their product is the side of the board.";
    Regions     "regions"     Grid       once "regions { … }"                      "Irregular regions in place of the blocks: one letter or digit a region.";
    Symbols     "symbols"     Text       once r#"symbols "123456789ABCDEFG""#      "The characters that stand for the values 1, 2, 3 and so on.";
    Strategy    "strategy"    Strategy   once "strategy min-candidates"            "How `solve` searches for the solution.";
    Givens      "givens"      Cells      once "givens { … }"                       "The values that are given, as a grid or as all cells in one string.";
    Given       "given"       CellValue  many "given r4c7 = 9"                     "One value that is given.";
    Candidates  "candidates"  Candidates many "candidates r2c2 = 1 4 7"            "The values that a cell may take, or a grid of them for all cells.";
    State       "state"       Cells      once "state { … }"                        "Digits placed by a player: kept and shown, ignored by the solver.";
    Expect      "expect"      Expect     many "expect unique"                      "A fact about the puzzle that `check` proves.";
    Rules       "rules"       Rules      once "rules { … }"                        "Reserved for variant rules; not part of language version 1.";
}

impl Keyword {
    /// The keyword that is written `text`.
    #[must_use]
    pub fn from_text(text: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|word| word.as_str() == text)
    }
}

impl fmt::Display for Keyword {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// One expectation: the row of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fact {
    /// The word after `expect`.
    pub text: &'static str,
    /// The whole item, as an example.
    pub example: &'static str,
    /// One sentence that says what is expected.
    pub doc: &'static str,
}

/// What can be expected.
pub const FACTS: &[Fact] = &[
    Fact { text: "unique", example: "expect unique", doc: "The puzzle has exactly one solution." },
    Fact {
        text: "solutions",
        example: "expect solutions >= 2",
        doc: "The puzzle has that many solutions: exactly, or at least (`>=`), or at most (`<=`).",
    },
    Fact { text: "unsolvable", example: "expect unsolvable", doc: "The puzzle has no solution." },
    Fact {
        text: "solution",
        example: "expect solution { … }",
        doc: "The puzzle has exactly one solution, and it is this one.",
    },
    Fact {
        text: "minimal",
        example: "expect minimal",
        doc: "The puzzle has exactly one solution, and more than one without any of its givens.",
    },
    Fact { text: "givens", example: "expect givens 23", doc: "The puzzle has that many givens." },
];

/// The words that stand outside puzzles, and the one inside grids, with what they are for.
pub const STRUCTURE: &[(&str, &str)] = &[
    ("sdk", "The version of the language, on the first line; may be left out."),
    ("puzzle", "A puzzle: a name, and its items between braces."),
    (
        "layer",
        "One layer of a grid on a board of more than two dimensions; the tuple names the axes after row and column.",
    ),
];
