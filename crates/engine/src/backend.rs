//! Which engine serves which board.

use std::{
    any::Any,
    iter,
    sync::{Arc, OnceLock},
};

use sdkc_board::{Board, Grid, Mask};

use crate::{
    Config, Observer, Propagation, Stats, StopReason, Strategy,
    bitboards::{self, Bitboards},
    closed::{self, ClosedForm},
    learn::{Learned, Patient, Structured},
    limits::Meter,
    post::Extras,
    search::{Driver, Search},
    state::{Cover, Geometry, MOST_CELLS, Textbook},
};

/// A search ready to start.
pub(crate) struct Engine<'a, O> {
    pub(crate) search: Box<dyn Search<O> + 'a>,
}

/// An engine; `None` where the givens clash at once. On big boards that alone takes long, and may be stopped.
pub(crate) type Opened<'a, O> = Result<Option<Engine<'a, O>>, StopReason>;

/// The engine for a board.
pub(crate) fn open<'a, O: Observer + 'a>(
    board: &Board,
    config: &Config,
    meter: &mut Meter<'_>,
    observer: &mut O,
) -> Opened<'a, O> {
    if config.strategy == Strategy::Auto && closed::is_worth_a_try(board) {
        return Ok(Some(Engine { search: Box::new(ClosedForm::new(board, config)) }));
    }
    if config.strategy == Strategy::Auto && bitboards::fits(board) {
        return Ok(Bitboards::new(board, observer).map(|search| Engine { search: Box::new(search) }));
    }
    if config.strategy == Strategy::Auto
        && let Some(structured) = Structured::new(board, config, meter)?
    {
        return Ok(Some(Engine { search: Box::new(structured) }));
    }
    search_for(board, config, meter, observer, None)
}

/// The engine that searches, with masks as wide as the board needs. It may begin beside a solution that is known, and
/// gives it again.
pub(crate) fn search_for<'a, O: Observer + 'a>(
    board: &Board,
    config: &Config,
    meter: &mut Meter<'_>,
    observer: &mut O,
    known: Option<&Grid>,
) -> Opened<'a, O> {
    let plain = plain_search(board, config, meter, observer)?;
    if config.strategy != Strategy::Auto {
        return Ok(plain);
    }
    Ok(plain.map(|plain| match Learned::new(board, config.seed) {
        Some(learned) => {
            let search = Patient::new(board, config.seed, Some(plain), learned, known.cloned());
            Engine { search: Box::new(search) }
        }
        None => plain,
    }))
}

/// The engine of a thread that helps: learning from the start, which is all that others have not tried already.
#[cfg(feature = "parallel")]
pub(crate) fn helper<'a, O: Observer + 'a>(board: &Board, config: &Config) -> Option<Engine<'a, O>> {
    let learned = Learned::new(board, config.seed)?;
    Some(Engine { search: Box::new(Patient::new(board, config.seed, None, learned, None)) })
}

pub(crate) fn plain_search<'a, O: Observer + 'a>(
    board: &Board,
    config: &Config,
    meter: &mut Meter<'_>,
    observer: &mut O,
) -> Opened<'a, O> {
    match board.shape().side() {
        0..=16 => open_as::<u16, O>(board, config, meter, observer),
        17..=32 => open_as::<u32, O>(board, config, meter, observer),
        33..=64 => open_as::<u64, O>(board, config, meter, observer),
        _ => open_as::<u128, O>(board, config, meter, observer),
    }
}

fn open_as<'a, M: Mask, O: Observer + 'a>(
    board: &Board,
    config: &Config,
    meter: &mut Meter<'_>,
    observer: &mut O,
) -> Opened<'a, O> {
    let values = config.values.unwrap_or_default();
    let mut stats = Stats::default();
    let (strategy, level) = choose(board, config);
    if level == Propagation::None {
        let Some(store) = Textbook::<M>::new(board, meter)? else { return Ok(None) };
        let search = Box::new(Driver::new(store, strategy, values, config.seed, stats));
        return Ok(Some(Engine { search }));
    }
    let locked = level == Propagation::Full;
    let extras = Extras::new(board);
    let geometry = geometry::<M>(board, &extras);
    let store = Cover::new(board, geometry, extras, locked, &mut stats, observer);
    let Some(store) = store else { return Ok(None) };
    let search = Box::new(Driver::new(store, strategy, values, config.seed, stats));
    Ok(Some(Engine { search }))
}

/// The strategy and propagation for a board. Boards beyond the tables of the store with propagation are searched
/// without it.
fn choose(board: &Board, config: &Config) -> (Strategy, Propagation) {
    let level = match config.strategy {
        Strategy::Auto => Propagation::Full,
        _ => config.propagate.unwrap_or_default(),
    };
    if board.shape().n_cells() > MOST_CELLS {
        let strategy = if config.strategy == Strategy::Auto { Strategy::FirstEmpty } else { config.strategy };
        return (strategy, Propagation::None);
    }
    (config.strategy, level)
}

/// The board's houses; those of the classic board are made once.
fn geometry<M: Mask>(board: &Board, extras: &Extras) -> Arc<Geometry<M>> {
    static CLASSIC: OnceLock<Arc<Geometry<u16>>> = OnceLock::new();
    let shape = board.shape();
    if shape.is_classic() && extras.distinct.is_empty() {
        let made = CLASSIC.get_or_init(|| Arc::new(Geometry::new(shape, iter::empty())));
        if let Some(geometry) = (made as &dyn Any).downcast_ref::<Arc<Geometry<M>>>() {
            return geometry.clone();
        }
    }
    let further = extras.distinct.iter().map(|cells| &cells[..]).filter(|cells| cells.len() == shape.side());
    Arc::new(Geometry::new(shape, further))
}
