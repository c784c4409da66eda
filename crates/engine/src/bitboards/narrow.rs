//! Locked candidates and hidden singles of one digit, for all 27 units at once.
//!
//! ```text
//! A row is nine bits, a band three rows. A *triad* is the three cells that a row (or a column) and a block share.
//!
//!        a . .  b . .  c . .      a: the row's triads are gathered at their first bits,
//!        . . .  . . .  . . .         a at column 0, b at column 3, c at column 6
//!        . . .  . . .  . . .
//! ```
//!
//! If a row has its digit in one triad only, the other triads of that block cannot have it (claiming); if a block has
//! it in one triad only, the other triads of that row cannot (pointing). Columns likewise, with upright triads gathered
//! at the first row of their band.

/// The first column.
const COLUMN: u128 = spread(1, 9, 9);
/// The first cells of all flat triads.
const FLAT: u128 = spread(COLUMN, 3, 3);
/// The first rows of the bands: the first cells of all upright triads.
const UPRIGHT: u128 = spread(0x1ff, 27, 3);
/// The first cells of the blocks.
const BLOCKS: u128 = FLAT & UPRIGHT;

/// `bits`, and again `times - 1` more, each `step` higher.
const fn spread(bits: u128, step: u32, times: u32) -> u128 {
    let mut all = 0;
    let mut at = 0;
    while at < times {
        all |= bits << (step * at);
        at += 1;
    }
    all
}

#[inline(always)]
const fn three(bits: u128, step: u32) -> u128 {
    bits | bits << step | bits << (2 * step)
}

/// Of three bits `step` apart, gathered at the first: whether any is set, and whether more than one is.
#[inline(always)]
const fn gather(bits: u128, step: u32, at: u128) -> (u128, u128) {
    let (a, b, c) = (bits & at, bits >> step & at, bits >> (2 * step) & at);
    (a | b | c, a & b | (a | b) & c)
}

/// What is left of a digit's places, and those that are the only one of a unit (some may have been found so before);
/// `None` where a unit has no place.
#[inline]
pub(super) fn narrow(places: u128) -> Option<(u128, u128)> {
    // Flat triads: rows have theirs 3 apart, blocks 9 apart.
    let (flat, flat_twice) = gather(places, 1, FLAT);
    let (in_row, rows_twice) = gather(flat, 3, COLUMN);
    let (in_block, blocks_twice) = gather(flat, 9, BLOCKS);
    // Upright triads: columns have theirs 27 apart, blocks 1 apart.
    let (upright, upright_twice) = gather(places, 9, UPRIGHT);
    let (in_column, columns_twice) = gather(upright, 27, 0x1ff);
    let (_, blocks_twice_upright) = gather(upright, 1, BLOCKS);
    if in_row != COLUMN || in_block != BLOCKS || in_column != 0x1ff {
        return None;
    }

    let claiming = flat & !three(rows_twice, 3);
    let pointing = flat & !three(blocks_twice, 9);
    let gone = three(gather(claiming, 9, BLOCKS).0, 9) & !claiming
        | three(gather(pointing, 3, COLUMN).0, 3) & !pointing;
    let claiming_up = upright & !three(columns_twice, 27);
    let pointing_up = upright & !three(blocks_twice_upright, 1);
    let gone_up = three(gather(claiming_up, 1, BLOCKS).0, 1) & !claiming_up
        | three(gather(pointing_up, 27, 0x1ff).0, 27) & !pointing_up;
    let left = places & !three(gone, 1) & !three(gone_up, 9);

    // One triad in the row and one cell in the triad; the same upright; one triad either way in the block.
    let row_single = three(claiming & !flat_twice, 1);
    let column_single = three(claiming_up & !upright_twice, 9);
    let block_single = three(pointing, 1) & three(pointing_up, 9);
    Some((left, places & (row_single | column_single | block_single)))
}
