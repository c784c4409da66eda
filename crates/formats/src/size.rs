//! The board sizes that a text without a header can mean, known from the number of its cells.

use std::sync::LazyLock;

use sdkc_board::Shape;

/// The marks of an empty cell on boards up to side 9, besides `0`.
pub(crate) const EMPTY_MARKS: &[u8] = b"._*-xX?";

/// A board size that is known from a number of cells, or of cells in a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Size {
    pub side: usize,
    /// Rows and columns of a block.
    pub block: [usize; 2],
}

/// One row a size.
pub(crate) const SIZES: &[Size] = &[
    Size { side: 4, block: [2, 2] },
    Size { side: 6, block: [2, 3] },
    Size { side: 9, block: [3, 3] },
    Size { side: 12, block: [3, 4] },
    Size { side: 16, block: [4, 4] },
    Size { side: 25, block: [5, 5] },
];

/// The largest side of a grid of numbers.
const MOST_NUMBERS: usize = 121;

impl Size {
    pub(crate) const fn n_cells(self) -> usize {
        self.side * self.side
    }

    /// The shape. The one of nearly all lines is made once: they come by the million.
    pub(crate) fn shape(self) -> Shape {
        static CLASSIC: LazyLock<Shape> = LazyLock::new(Shape::classic);
        match self.block {
            [3, 3] => CLASSIC.clone(),
            block => Shape::boxed(&block).expect("the blocks of the table fit"),
        }
    }

    /// The size with so many cells.
    pub(crate) fn with_cells(n_cells: usize) -> Option<Self> {
        SIZES.iter().copied().find(|size| size.n_cells() == n_cells)
    }

    /// The size with so many cells in a row.
    pub(crate) fn with_side(side: usize) -> Option<Self> {
        SIZES.iter().copied().find(|size| size.side == side)
    }

    /// The size whose number of cells is nearest in proportion, among those that can hold a digit: the one that was meant.
    pub(crate) fn nearest(n_cells: usize, digit: usize) -> Self {
        let apart = |size: &&Self| size.n_cells().abs_diff(n_cells) * 1000 / size.n_cells();
        let all = SIZES.iter().filter(|size| size.side >= digit);
        *all.min_by_key(apart).expect("the largest size can hold any digit")
    }

    /// Whether so many cells are so near to this size that it was meant: a seventh too many or too few.
    pub(crate) const fn is_near(self, n_cells: usize) -> bool {
        self.n_cells().abs_diff(n_cells) * 7 <= self.n_cells()
    }

    /// The size whose side is nearest: the one that was meant by a row of so many cells.
    pub(crate) fn nearest_side(side: usize) -> Self {
        *SIZES.iter().min_by_key(|size| size.side.abs_diff(side)).expect("the table has rows")
    }

    /// The size of a grid of numbers, so many in a row: squares, and what the table holds.
    pub(crate) fn of_numbers(side: usize) -> Option<Self> {
        let root = side.isqrt();
        let square =
            (root * root == side && (2..=11).contains(&root)).then_some(Self { side, block: [root, root] });
        square.or_else(|| Self::with_side(side))
    }

    /// The size of which so many numbers on one line are all cells, or nearly all: more than stand in any row.
    pub(crate) fn of_all_numbers(n_cells: usize) -> Option<Self> {
        let apart = |size: &Self| size.n_cells().abs_diff(n_cells) * 1000 / size.n_cells();
        let all = (n_cells > MOST_NUMBERS).then_some(10..=MOST_NUMBERS).into_iter().flatten();
        all.filter_map(Self::of_numbers).min_by_key(apart).filter(|size| size.is_near(n_cells))
    }

    /// The size that was meant by a row of so many numbers.
    pub(crate) fn nearest_of_numbers(side: usize) -> Self {
        let all = (4..=MOST_NUMBERS).filter_map(Self::of_numbers);
        all.min_by_key(|size| size.side.abs_diff(side)).expect("4 is a side")
    }
}
