//! Which engine serves which board.

use sdkc_board::{Board, Mask};

use crate::{
    Backend, Config, Observer, Stats, Strategy,
    search::{Driver, Search},
    state::Textbook,
};

/// A search ready to start, and what it is.
pub(crate) struct Engine<'a, O> {
    pub(crate) search: Box<dyn Search<O> + 'a>,
    pub(crate) backend: Backend,
}

/// The engine for a board; `None` where the givens clash at once.
pub(crate) fn open<'a, O: Observer + 'a>(board: &Board, config: &Config) -> Option<Engine<'a, O>> {
    match board.shape().side() {
        0..=16 => open_as::<u16, O>(board, config),
        17..=32 => open_as::<u32, O>(board, config),
        33..=64 => open_as::<u64, O>(board, config),
        _ => open_as::<u128, O>(board, config),
    }
}

fn open_as<'a, M: Mask, O: Observer + 'a>(board: &Board, config: &Config) -> Option<Engine<'a, O>> {
    let store = Textbook::<M>::new(board)?;
    let values = config.values.unwrap_or_default();
    let strategy = if config.strategy == Strategy::Auto { Strategy::MinCandidates } else { config.strategy };
    let search = Box::new(Driver::new(store, strategy, values, config.seed, Stats::default()));
    Some(Engine { search, backend: Backend::Textbook })
}
