//! Boards filled by formula instead of search: what `auto` tries first on big boards with few givens.
//!
//! A solution found so has a family: the values that no given names can be exchanged among each other. The family is
//! listed first, then a search goes on with the solutions outside it, so that counts stay right. This is a proof that
//! solutions exist, never that there are none or only one.

mod matching;

use sdkc_board::{Board, Grid, Value, ValueSet};

use crate::{
    Backend, Config, Event, Observer, Stats, StopReason,
    backend::{self, Engine},
    limits::Meter,
    search::{Search, Step},
};

/// Boards with at least this many cells are tried.
const BIG: usize = 256;

/// Whether the formula is worth a try: a big board, blocks and not regions, nothing but givens, and few of those.
pub(crate) fn is_worth_a_try(board: &Board) -> bool {
    let shape = board.shape();
    board.is_plain()
        && shape.n_cells() >= BIG
        && shape.block_lengths().is_some()
        && board.givens().filled().nth(shape.side()).is_none()
}

enum Phase<'a, O> {
    /// Nothing done yet.
    Fresh,
    /// Listing the family.
    Family,
    /// Searching for the rest; `None` where the board turns out to have none.
    Rest(Option<Engine<'a, O>>),
}

pub(crate) struct ClosedForm<'a, O> {
    board: Board,
    config: Config,
    phase: Phase<'a, O>,
    /// The first solution.
    first: Option<Grid>,
    /// The values that no given names, and where each of them goes in the present member of the family.
    free: Vec<Value>,
    renamed: Vec<Value>,
    stats: Stats,
}

impl<'a, O: Observer + 'a> ClosedForm<'a, O> {
    pub(crate) fn new(board: &Board, config: &Config) -> Self {
        let named: ValueSet = board.givens().filled().map(|(_, value)| value).collect();
        let free: Vec<Value> = (ValueSet::full(board.shape().side() as u8) - named).iter().collect();
        let (board, config) = (board.clone(), *config);
        let renamed = free.clone();
        Self { board, config, phase: Phase::Fresh, first: None, free, renamed, stats: Stats::default() }
    }

    fn search_the_rest(&mut self, meter: &mut Meter<'_>, observer: &mut O) -> Result<(), StopReason> {
        let known = self.first.as_ref();
        self.phase = Phase::Rest(backend::search_for(&self.board, &self.config, meter, observer, known)?);
        Ok(())
    }

    fn announce(&mut self, observer: &mut O) {
        self.stats.solutions += 1;
        if !O::ACTIVE {
            return;
        }
        if self.stats.solutions == 1
            && let Some(grid) = &self.first
        {
            for (cell, value) in grid.filled().filter(|(cell, _)| self.board.given(*cell).is_none()) {
                observer.event(Event::Deduced { cell, value });
            }
        }
        observer.event(Event::Solution);
    }

    /// Whether a grid is in the family: the first one with its free values exchanged.
    fn is_in_family(&self, grid: &Grid) -> bool {
        let Some(first) = &self.first else { return false };
        let mut renamed: [Option<Value>; 128] = [None; 128];
        first.filled().all(|(cell, value)| {
            let found = grid.value(cell);
            if !self.free.contains(&value) {
                return found == Some(value);
            }
            let name = &mut renamed[value.index()];
            *name = name.or(found);
            *name == found
        })
    }
}

impl<'a, O: Observer + 'a> Search<O> for ClosedForm<'a, O> {
    fn advance(&mut self, meter: &mut Meter<'_>, observer: &mut O) -> Step {
        match &mut self.phase {
            Phase::Fresh => match matching::match_givens(&self.board, meter) {
                Err(reason) => return Step::Stopped(reason),
                Ok(Some(grid)) => {
                    self.first = Some(grid);
                    self.phase = Phase::Family;
                    self.announce(observer);
                    return Step::Solution;
                }
                Ok(None) => {
                    if let Err(reason) = self.search_the_rest(meter, observer) {
                        return Step::Stopped(reason);
                    }
                }
            },
            Phase::Family => {
                if let Some(reason) = meter.work(64) {
                    return Step::Stopped(reason);
                }
                if !next_permutation(&mut self.renamed) {
                    if let Err(reason) = self.search_the_rest(meter, observer) {
                        return Step::Stopped(reason);
                    }
                } else {
                    // A family may have more members than anybody can list. Each further one is a node, so that limits
                    // hold; the second is free, for that there are several is known by the formula alone.
                    if self.stats.solutions > 1 {
                        if let Some(reason) = meter.node() {
                            return Step::Stopped(reason);
                        }
                        self.stats.nodes += 1;
                    }
                    self.announce(observer);
                    return Step::Solution;
                }
            }
            Phase::Rest(_) => {}
        }
        loop {
            let Phase::Rest(Some(engine)) = &mut self.phase else { return Step::Exhausted };
            let step = engine.search.advance(meter, observer);
            let repeats = step == Step::Solution && self.first.is_some() && {
                let grid = engine.search.grid();
                self.is_in_family(&grid)
            };
            if !repeats {
                return step;
            }
        }
    }

    fn grid(&self) -> Grid {
        if let Phase::Rest(Some(engine)) = &self.phase {
            return engine.search.grid();
        }
        let Some(first) = &self.first else { return Grid::empty(self.board.shape().n_cells()) };
        if self.free == self.renamed {
            return first.clone();
        }
        let mut names: [Option<Value>; 128] = std::array::from_fn(Value::from_index);
        for (from, to) in self.free.iter().zip(&self.renamed) {
            names[from.index()] = Some(*to);
        }
        let renamed = first.values().iter().map(|value| value.and_then(|value| names[value.index()]));
        Grid::from_values(renamed.collect())
    }

    fn stats(&self) -> Stats {
        let mut stats = self.stats;
        if let Phase::Rest(Some(engine)) = &self.phase {
            stats.absorb(&engine.search.stats());
        }
        stats
    }

    fn backend(&self) -> Backend {
        match &self.phase {
            // Whatever the formula has shown, it is the search that tells what there is beside it.
            Phase::Rest(Some(engine)) => engine.search.backend(),
            _ => Backend::ClosedForm,
        }
    }
}

/// The next arrangement in lexicographic order; `false` after the last.
fn next_permutation(items: &mut [Value]) -> bool {
    let Some(pivot) = items.windows(2).rposition(|pair| pair[0] < pair[1]) else { return false };
    let Some(successor) = items.iter().rposition(|item| *item > items[pivot]) else { return false };
    items.swap(pivot, successor);
    items[pivot + 1..].reverse();
    true
}
