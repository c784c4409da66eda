//! The tree of a `.sdk` file: what was written, with the place of everything that can be wrong.
//!
//! The tree is plain data and knows no meaning: numbers may be out of range, rows may be too short, strategies may not
//! exist. Whoever lowers it can rely on two things. An item that stands in the file stands in the tree, as
//! [`ItemKind::Broken`] where its contents could not be read (so a broken `block` is not the default block). And
//! everything that the parser already complained about is marked: [`Grid::broken`], [`GridRow::broken`].

use sdkc_diagnostics::Span;

use crate::{Keyword, grid_row::RowParts};

/// A whole file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct File {
    /// `sdk 1`, where it is written.
    pub version: Option<Version>,
    /// The puzzles in file order.
    pub puzzles: Vec<Puzzle>,
}

/// The line `sdk 1`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Version {
    /// The word `sdk`.
    pub keyword: Span,
    /// The version; checked by the parser.
    pub number: Number,
}

/// One `puzzle "name" { … }`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Puzzle {
    /// From the keyword to the closing brace.
    pub span: Span,
    /// The word `puzzle`; empty where items stand outside any puzzle (which is an error already).
    pub keyword: Span,
    /// The name, where there is one.
    pub name: Option<Text>,
    /// The opening brace, unless it is missing.
    pub open: Option<Span>,
    /// The closing brace, unless it is missing.
    pub close: Option<Span>,
    /// The items in the order written, the broken ones too.
    pub items: Vec<Item>,
    /// Whether an item of it was not understood and is not among `items`: what is missing from the puzzle may be that.
    pub broken: bool,
}

/// One item of a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    /// Which item it is; for a misspelt keyword, the one that was meant.
    pub word: Keyword,
    /// The keyword as written.
    pub keyword: Span,
    /// The whole item, without the newline or `;` that ends it.
    pub span: Span,
    /// What it holds.
    pub kind: ItemKind,
    /// Whether it is one too many, since the same item stands before it, or spelt right behind it; that is reported.
    pub repeated: bool,
}

/// What an item holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ItemKind {
    /// `dimensions 3`.
    Dimensions(Number),
    /// `block 3`, `block 2x3`.
    Block(Lengths),
    /// `symbols "123456789ABCDEFG"`.
    Symbols(Text),
    /// `regions { … }`.
    Regions(Grid),
    /// `strategy random { seed 7 }`.
    Strategy(Strategy),
    /// `givens { … }`, `givens "53..7…"`.
    Givens(Cells),
    /// `given r1c1 = 8`.
    Given {
        /// The cell.
        cell: Cell,
        /// Its value.
        value: Value,
    },
    /// `candidates r2c2 = 1 4 7`.
    CellCandidates {
        /// The cell.
        cell: Cell,
        /// The values that it may take, at least one.
        values: Vec<Value>,
    },
    /// `candidates { 14 . 257 … }`.
    GridCandidates(Grid),
    /// `state { … }`.
    State(Cells),
    /// `expect …`.
    Expect(Expect),
    /// `author "…"` and the other items about the puzzle; [`Item::word`] says which.
    Meta(Text),
    /// `tags "easy" "symmetric"`: one string or more.
    Tags(Vec<Text>),
    /// `meta "key" "value"`.
    OtherMeta {
        /// The name of the entry.
        key: Text,
        /// What it says.
        value: Text,
    },
    /// An item whose contents could not be read; the reason is among the errors.
    Broken,
}

/// A number as written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Number {
    /// Where it stands, its sign included.
    pub span: Span,
    /// Its value; `None` where it is negative or above `u64::MAX`, which is out of range wherever a number may stand.
    pub value: Option<u64>,
}

/// A length of time, `500ms`, `10s` or `2m`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Duration {
    /// Where it stands.
    pub span: Span,
    /// Milliseconds, saturating.
    pub millis: u64,
}

/// The lengths of a block along its axes: `3` is one, `2x3` two.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lengths {
    /// Where all of them stand.
    pub span: Span,
    /// At least one.
    pub each: Vec<Number>,
}

/// A quoted string.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Text {
    /// With the quotes.
    pub span: Span,
    /// Without the quotes and with the escapes resolved.
    pub value: String,
}

impl Text {
    /// Whether every character stands in the file as it is in the value, so that the `i`th byte of the value is at
    /// `span.start + 1 + i`.
    #[must_use]
    pub fn is_verbatim(&self) -> bool {
        self.value.len() + 2 == self.span.len() as usize
    }

    /// The place of a range of bytes of the value; the whole string where escapes are in the way.
    #[must_use]
    pub fn place(&self, range: std::ops::Range<usize>) -> Span {
        if self.is_verbatim() && range.end <= self.value.len() {
            Span::from_range(range).shifted(self.span.start + 1)
        } else {
            self.span
        }
    }
}

/// A word that is not a keyword of the syntax, such as the name of a strategy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ident {
    /// Where it stands.
    pub span: Span,
    /// The word as written.
    pub text: String,
}

/// A cell, `r4c7` or `(1, 2, 3)`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cell {
    /// Where it stands.
    pub span: Span,
    /// How it is written.
    pub form: CellForm,
    /// The 1-based coordinates as written: row, column, layer, … Two of them for `r4c7`, one or more in a tuple.
    pub coordinates: Vec<Number>,
}

/// How a cell is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CellForm {
    /// `r4c7`: a cell of a board of two dimensions.
    RowColumn,
    /// `(4, 7)`: a cell of any board.
    Tuple,
}

/// A value as written: a run of letters and digits, a number or one or more symbols.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Value {
    /// Where it stands. The text is cut by whoever knows the board's symbols.
    pub span: Span,
}

/// Values of many cells: a grid, or all cells in one string.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cells {
    /// `{ … }`.
    Grid(Grid),
    /// `"…"`.
    Text(Text),
}

impl Cells {
    /// Where they stand.
    #[must_use]
    pub fn span(&self) -> Span {
        match self {
            Self::Grid(grid) => grid.span,
            Self::Text(text) => text.span,
        }
    }
}

/// A strategy and its options, by name only: which of them exist is not a matter of syntax.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Strategy {
    /// The name.
    pub name: Ident,
    /// The options between the braces, in order; empty without braces.
    pub options: Vec<StrategyOption>,
    /// The braces with what they hold.
    pub body: Option<Span>,
}

/// One option of a strategy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StrategyOption {
    /// Name and value.
    pub span: Span,
    /// The name.
    pub name: Ident,
    /// The value.
    pub value: OptionValue,
    /// Whether the same option stands before it already, which is reported (E0204). The first one counts.
    pub repeated: bool,
}

/// The value of an option.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OptionValue {
    /// `ascending`.
    Ident(Ident),
    /// `1_000_000`.
    Number(Number),
    /// `10s`.
    Duration(Duration),
}

impl OptionValue {
    /// Where it stands.
    #[must_use]
    pub fn span(&self) -> Span {
        match self {
            Self::Ident(ident) => ident.span,
            Self::Number(number) => number.span,
            Self::Duration(duration) => duration.span,
        }
    }
}

/// A fact that the puzzle is expected to have. The item's span covers it with the word `expect`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expect {
    /// The word that says which fact: `unique`, `solutions`, …
    pub word: Span,
    /// The fact.
    pub kind: ExpectKind,
}

/// The facts that can be expected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ExpectKind {
    /// `expect unique`.
    Unique,
    /// `expect solutions 2`, `expect solutions >= 2`.
    Solutions {
        /// Exactly, at least or at most.
        comparison: Comparison,
        /// How many.
        count: Number,
    },
    /// `expect unsolvable`.
    Unsolvable,
    /// `expect solution { … }`.
    Solution(Cells),
    /// `expect minimal`.
    Minimal,
    /// `expect givens 23`.
    Givens(Number),
}

/// How a count is compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Comparison {
    /// No sign (or `=`): exactly.
    Exactly,
    /// `>=`.
    AtLeast,
    /// `<=`.
    AtMost,
}

/// The braces of a grid and what is between them: rows, or layers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grid {
    /// From brace to brace.
    pub span: Span,
    /// The opening brace.
    pub open: Span,
    /// The closing brace, unless it is missing.
    pub close: Option<Span>,
    /// The rows, one for each line that holds cells. Empty where there are layers.
    pub rows: Vec<GridRow>,
    /// The lines that are decoration, each without the blanks around it.
    pub decorations: Vec<Span>,
    /// The layers; empty where there are rows.
    pub layers: Vec<Layer>,
    /// Whether something in it was not understood (an unclosed brace, rows beside layers): its rows and layers may be
    /// incomplete, so their number means nothing.
    pub broken: bool,
}

/// A layer of a grid, `layer (1, 2) { … }`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layer {
    /// From the keyword to the closing brace.
    pub span: Span,
    /// The word `layer`.
    pub keyword: Span,
    /// The tuple with its parentheses.
    pub tuple: Span,
    /// The coordinates after row and column, as written; at least one.
    pub coordinates: Vec<Number>,
    /// Its rows. It has no layers of its own.
    pub grid: Grid,
}

/// One line of a grid that holds cells.
///
/// A row is kept as one piece of text, since how a run such as `12` is cut into cells depends on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GridRow {
    /// From the first character to the last, without the blanks and comments around.
    pub span: Span,
    /// Whether it holds a character that no grid can hold, which is reported: its number of cells means nothing.
    pub broken: bool,
}

impl GridRow {
    /// The runs and bars of the row, in order; `text` is the text of the whole file.
    ///
    /// ```
    /// use sdkc_syntax::{ast::{ItemKind, Cells}, grid_row::RowPart, parse};
    /// let text = "puzzle { givens { 12.|.3 } }";
    /// let parse = parse(text);
    /// let ItemKind::Givens(Cells::Grid(grid)) = &parse.ast.puzzles[0].items[0].kind else { panic!() };
    /// let parts: Vec<_> = grid.rows[0].parts(text).map(|part| &text[part.span().range()]).collect();
    /// assert_eq!(parts, ["12", ".", "|", ".", "3"]);
    /// ```
    #[must_use]
    pub fn parts<'t>(&self, text: &'t str) -> RowParts<'t> {
        RowParts::new(text, self.span)
    }
}

impl Item {
    /// The grid that it holds.
    #[must_use]
    pub fn grid(&self) -> Option<&Grid> {
        match &self.kind {
            ItemKind::Regions(grid)
            | ItemKind::GridCandidates(grid)
            | ItemKind::Givens(Cells::Grid(grid))
            | ItemKind::State(Cells::Grid(grid))
            | ItemKind::Expect(Expect { kind: ExpectKind::Solution(Cells::Grid(grid)), .. }) => Some(grid),
            _ => None,
        }
    }
}

impl Grid {
    /// The grids that hold its rows: its layers', or itself where it has none.
    pub fn leaves(&self) -> impl Iterator<Item = &Self> {
        let own = self.layers.is_empty().then_some(self);
        own.into_iter().chain(self.layers.iter().map(|layer| &layer.grid))
    }
}
