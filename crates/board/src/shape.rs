//! The shape of a board: how many dimensions, how long a side, which blocks or regions.
//!
//! Cells are numbered in reading order, so that a cell's coordinate along an axis is one division and one
//! remainder by that axis's stride: 1 for columns, L for rows, then L², L³, … from the last axis back to the third.

use std::{fmt, sync::Arc};

use crate::{
    Cell, Coords, MAX_DIMS,
    regions::{Regions, RegionsError},
};

/// The longest side.
pub const MAX_SIDE: usize = 128;

/// The most cells that a board may have: 2²⁷, which holds 81⁴ and 32⁵.
pub const MAX_CELLS: usize = 1 << 27;

/// The shape of a board. Cheap to clone: clones share one allocation.
///
/// ```
/// use sdkc_board::Shape;
/// let cube = Shape::hypercube(3, 2)?;
/// assert_eq!((cube.side(), cube.n_cells(), cube.n_units()), (8, 512, 4 * 64));
/// let cell = cube.cell(&[0, 1, 2]).expect("row 1, column 2, layer 3");
/// assert_eq!(cube.coords(cell).to_string(), "(1, 2, 3)");
/// assert!(Shape::hypercube(5, 3).is_err(), "243 is over the largest side");
/// # Ok::<(), sdkc_board::ShapeError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Shape {
    inner: Arc<Inner>,
}

#[derive(PartialEq, Eq, Hash)]
struct Inner {
    n_dims: u8,
    side: u8,
    n_cells: u32,
    /// Block length along each axis; 0 beyond `n_dims` and on jigsaw boards.
    block: [u8; MAX_DIMS],
    strides: [u32; MAX_DIMS],
    /// Cell numbers of a block's cells relative to its first cell, in reading order.
    offsets: Box<[u32]>,
    has_blocks: bool,
    regions: Option<Regions>,
}

/// Why there is no such shape.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ShapeError {
    /// Boards have 2 to 5 dimensions.
    Dimensions {
        /// What was asked for.
        found: usize,
    },
    /// A block length of 0, or a block of one cell.
    EmptyBlock,
    /// The side, which is the product of the block's lengths, is over [`MAX_SIDE`].
    Side {
        /// The side, saturating.
        side: u128,
        /// The number of cells, saturating.
        cells: u128,
    },
    /// More cells than [`MAX_CELLS`].
    TooLarge {
        /// The side.
        side: usize,
        /// The number of cells.
        cells: u128,
        /// The least memory for candidates and values, in bytes.
        bytes: u128,
    },
    /// The regions do not divide the board.
    Regions(RegionsError),
}

impl fmt::Display for ShapeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Dimensions { found } => write!(f, "a board has 2 to {MAX_DIMS} dimensions, not {found}"),
            Self::EmptyBlock => f.write_str("a block has at least two cells and no length of 0"),
            Self::Side { side, cells } => {
                write!(f, "a side of {side} ({cells} cells) is over the largest, {MAX_SIDE}")
            }
            Self::TooLarge { side, cells, bytes } => {
                write!(f, "side {side} makes {cells} cells and {bytes} bytes; at most {MAX_CELLS} cells fit")
            }
            Self::Regions(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for ShapeError {}

impl From<RegionsError> for ShapeError {
    fn from(error: RegionsError) -> Self {
        Self::Regions(error)
    }
}

impl Shape {
    /// The hypercube of side `block^dims`: `hypercube(2, 3)` is the classic 9×9 board.
    ///
    /// # Errors
    /// [`ShapeError`] for impossible or too large boards; nothing is allocated for those.
    pub fn hypercube(dims: usize, block: usize) -> Result<Self, ShapeError> {
        if !(2..=MAX_DIMS).contains(&dims) {
            return Err(ShapeError::Dimensions { found: dims });
        }
        Self::boxed(&[block; MAX_DIMS][..dims])
    }

    /// The board whose blocks have these lengths (rows, columns, then further axes): `boxed(&[2, 3])` is
    /// 6×6 with blocks two rows high and three columns wide. The side is the product of the lengths.
    ///
    /// # Errors
    /// [`ShapeError`] for impossible or too large boards; nothing is allocated for those.
    pub fn boxed(lengths: &[usize]) -> Result<Self, ShapeError> {
        let n_dims = lengths.len();
        if !(2..=MAX_DIMS).contains(&n_dims) {
            return Err(ShapeError::Dimensions { found: n_dims });
        }
        if lengths.contains(&0) || lengths.iter().all(|length| *length == 1) {
            return Err(ShapeError::EmptyBlock);
        }
        let side = checked_side(lengths)?;
        let mut block = [0; MAX_DIMS];
        for (to, from) in block.iter_mut().zip(lengths) {
            *to = *from as u8;
        }
        let strides = strides(n_dims, side);
        let has_blocks = lengths.iter().filter(|length| **length > 1).count() > 1;
        let offsets = block_offsets(n_dims, &block, &strides);
        let n_cells = side.pow(n_dims as u32) as u32;
        let inner = Inner {
            n_dims: n_dims as u8,
            side: side as u8,
            n_cells,
            block,
            strides,
            offsets,
            has_blocks,
            regions: None,
        };
        Ok(Self { inner: Arc::new(inner) })
    }

    /// The two-dimensional board with these regions in the place of blocks.
    #[must_use]
    pub fn jigsaw(regions: Regions) -> Self {
        let side = regions.side();
        let inner = Inner {
            n_dims: 2,
            side: side as u8,
            n_cells: (side * side) as u32,
            block: [0; MAX_DIMS],
            strides: strides(2, side),
            offsets: Box::default(),
            has_blocks: true,
            regions: Some(regions),
        };
        Self { inner: Arc::new(inner) }
    }

    /// The classic board: 9×9 with 3×3 blocks.
    #[must_use]
    pub fn classic() -> Self {
        Self::boxed(&[3, 3]).expect("3x3 is a block that fits")
    }

    /// The number of dimensions, 2 to 5.
    #[must_use]
    pub fn n_dims(&self) -> usize {
        self.inner.n_dims as usize
    }

    /// The side L: the length of every line, the number of values and of cells in a block.
    #[must_use]
    pub fn side(&self) -> usize {
        self.inner.side as usize
    }

    /// The number of cells, L^N.
    #[must_use]
    pub fn n_cells(&self) -> usize {
        self.inner.n_cells as usize
    }

    /// The block's length along each axis; `None` on jigsaw boards.
    #[must_use]
    pub fn block_lengths(&self) -> Option<&[u8]> {
        self.inner.regions.is_none().then_some(&self.inner.block[..self.n_dims()])
    }

    /// The regions of a jigsaw board.
    #[must_use]
    pub fn regions(&self) -> Option<&Regions> {
        self.inner.regions.as_ref()
    }

    /// Whether blocks (or regions) are units of their own: not so on Latin squares such as `block 1x7`.
    #[must_use]
    pub fn has_blocks(&self) -> bool {
        self.inner.has_blocks
    }

    /// Whether this is the classic 9×9 board with 3×3 blocks.
    #[must_use]
    pub fn is_classic(&self) -> bool {
        self.block_lengths() == Some(&[3, 3])
    }

    /// All cells in reading order.
    pub fn cells(&self) -> impl ExactSizeIterator<Item = Cell> + DoubleEndedIterator + use<> {
        (0..self.inner.n_cells).map(Cell)
    }

    /// The cell of this 0-based number in reading order.
    #[must_use]
    pub fn cell_at(&self, index: usize) -> Option<Cell> {
        (index < self.n_cells()).then_some(Cell(index as u32))
    }

    /// The cell at these 0-based coordinates: row, column, then further axes.
    #[must_use]
    pub fn cell(&self, coords: &[usize]) -> Option<Cell> {
        let fits = coords.len() == self.n_dims() && coords.iter().all(|at| *at < self.side());
        fits.then(|| {
            Cell(coords.iter().zip(self.inner.strides).map(|(at, stride)| *at as u32 * stride).sum())
        })
    }

    /// The 0-based coordinates of a cell.
    #[must_use]
    pub fn coords(&self, cell: Cell) -> Coords {
        let mut axes = [0; MAX_DIMS];
        for (axis, at) in axes.iter_mut().enumerate().take(self.n_dims()) {
            *at = self.coord(cell, axis);
        }
        Coords::new(axes, self.inner.n_dims)
    }

    /// One 0-based coordinate of a cell.
    #[must_use]
    pub fn coord(&self, cell: Cell, axis: usize) -> u8 {
        (cell.0 / self.inner.strides[axis] % u32::from(self.inner.side)) as u8
    }

    /// How far apart the numbers of neighbours along an axis are.
    #[must_use]
    pub fn stride(&self, axis: usize) -> u32 {
        self.inner.strides[axis]
    }

    pub(crate) fn block_offsets(&self) -> &[u32] {
        &self.inner.offsets
    }

    /// The axes from slowest to fastest in reading order: third to last, then row, then column.
    fn reading_axes(&self) -> impl DoubleEndedIterator<Item = usize> + use<> {
        (2..self.n_dims()).chain([0, 1])
    }

    /// The number of a block's first cell.
    pub(crate) fn block_base(&self, number: u32) -> u32 {
        let (mut left, mut base) = (number, 0);
        for axis in self.reading_axes().rev() {
            let length = u32::from(self.inner.block[axis]);
            let n_blocks = u32::from(self.inner.side) / length;
            base += left % n_blocks * length * self.inner.strides[axis];
            left /= n_blocks;
        }
        base
    }

    /// The number of the block that holds a cell, in reading order of blocks.
    pub(crate) fn block_number(&self, cell: Cell) -> u32 {
        self.reading_axes().fold(0, |number, axis| {
            let length = self.inner.block[axis];
            number * u32::from(self.inner.side / length) + u32::from(self.coord(cell, axis) / length)
        })
    }
}

fn checked_side(lengths: &[usize]) -> Result<usize, ShapeError> {
    let n_dims = lengths.len() as u32;
    let side = lengths.iter().fold(1_u128, |product, length| product.saturating_mul(*length as u128));
    let cells = side.saturating_pow(n_dims);
    if side > MAX_SIDE as u128 {
        return Err(ShapeError::Side { side, cells });
    }
    if cells > MAX_CELLS as u128 {
        let mask_bytes = side.next_power_of_two().max(16) / 8;
        return Err(ShapeError::TooLarge { side: side as usize, cells, bytes: cells * (1 + mask_bytes) });
    }
    Ok(side as usize)
}

fn strides(n_dims: usize, side: usize) -> [u32; MAX_DIMS] {
    let mut strides = [0; MAX_DIMS];
    (strides[1], strides[0]) = (1, side as u32);
    let mut stride = (side * side) as u32;
    for axis in (2..n_dims).rev() {
        strides[axis] = stride;
        stride = stride.saturating_mul(side as u32);
    }
    strides
}

fn block_offsets(n_dims: usize, block: &[u8; MAX_DIMS], strides: &[u32; MAX_DIMS]) -> Box<[u32]> {
    let mut offsets = vec![0];
    for axis in (2..n_dims).chain([0, 1]) {
        offsets = offsets
            .iter()
            .flat_map(|base| (0..u32::from(block[axis])).map(move |at| base + at * strides[axis]))
            .collect();
    }
    offsets.into()
}

impl fmt::Debug for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The side once a dimension: `9×9`, `8×8×8`.
impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for axis in 0..self.n_dims() {
            if axis > 0 {
                f.write_str("×")?;
            }
            write!(f, "{}", self.side())?;
        }
        Ok(())
    }
}
