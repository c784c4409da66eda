//! Cell selection. To add a strategy: give it a name in `Strategy`, write its file here with one function that
//! suggests a cell and never assigns, and call it from [`pick`].

mod first_empty;
mod max_constraints;
mod min_candidates;
mod random;
mod tightest;

use std::ops::ControlFlow;

use sdkc_board::SeededRng;

pub(crate) use tightest::tightest;

use crate::{
    StopReason, Strategy,
    limits::Meter,
    state::{Item, Store},
};

/// Where to branch; there is at least one open cell. `after` is the cell of the decision above, if any.
pub(crate) fn pick<S: Store>(
    strategy: Strategy,
    store: &S,
    after: Option<usize>,
    rng: &mut SeededRng,
    meter: &mut Meter<'_>,
) -> Result<Option<Item>, StopReason> {
    let cell = match strategy {
        Strategy::Auto => match store.tightest() {
            Some(item) => return Ok(Some(item)),
            None => min_candidates::pick(store, meter)?,
        },
        Strategy::FirstEmpty => first_empty::pick(store, after),
        Strategy::MinCandidates => min_candidates::pick(store, meter)?,
        Strategy::MaxConstraints => max_constraints::pick(store, meter)?,
        Strategy::Random => random::pick(store, rng),
    };
    Ok(cell.map(Item::at_cell))
}

/// How much work a pass does before it is counted: on boards with less the search itself asks often enough whether to go on.
const STRETCH: usize = 1 << 14;

/// Shows the empty cells in reading order to somebody until that one has seen enough; `price` is the work for each of them.
#[inline]
fn for_open_cells<S: Store>(
    store: &S,
    meter: &mut Meter<'_>,
    price: usize,
    mut each: impl FnMut(usize) -> ControlFlow<()>,
) -> Result<(), StopReason> {
    let (n_cells, n_at_once) = (store.shape().n_cells(), STRETCH / price);
    for start in (0..n_cells).step_by(n_at_once) {
        if start > 0 {
            meter.look(STRETCH)?;
        }
        let mut stretch = (start..n_cells.min(start + n_at_once)).filter(|cell| store.is_open(*cell));
        if stretch.try_for_each(&mut each).is_break() {
            break;
        }
    }
    Ok(())
}

/// The empty cells in reading order.
fn open_cells<S: Store>(store: &S) -> impl Iterator<Item = usize> {
    (0..store.shape().n_cells()).filter(|cell| store.is_open(*cell))
}
