//! The structure pass in the engine's terms: first a solution by structure, if there is one, then all others by search.
//! Boards with constraints and no givens try some scrambled formulas before.

use sdkc_board::{Board, Grid, check_polling};

use super::Structure;
use crate::{
    Backend, Config, Event, Observer, Stats, StopReason,
    backend::{self, Engine},
    generate::scrambled_polling,
    learn::{Answer, Learner},
    limits::Meter,
    search::{Search, Step},
};

/// Scrambled formulas that are held against a board that has constraints but no givens.
const FORMULAS: u64 = 64;
/// Boards with fewer cells are searched at once.
const FEWEST_CELLS: usize = 256;
/// Nodes that each structure is given.
const NODES: u64 = 5000;

enum Phase<'a, O> {
    /// Nothing done yet.
    Fresh(Vec<Structure>),
    /// A solution was found by structure.
    Found,
    /// Searching without; `None` where the board turns out to have no solution.
    Rest(Option<Engine<'a, O>>),
}

/// A search that begins with the structure pass.
pub(crate) struct Structured<'a, O> {
    board: Board,
    config: Config,
    phase: Phase<'a, O>,
    found: Option<Grid>,
    /// How often the search without structure met that solution again.
    repeats: u64,
    stats: Stats,
}

impl<'a, O: Observer + 'a> Structured<'a, O> {
    /// A search of a board with structure; `None` where the givens show none.
    pub(crate) fn new(
        board: &Board,
        config: &Config,
        meter: &mut Meter<'_>,
    ) -> Result<Option<Self>, StopReason> {
        let structures = Structure::of(board, meter)?;
        Ok((!structures.is_empty() || may_be_formula(board)).then(|| Self {
            board: board.clone(),
            config: *config,
            phase: Phase::Fresh(structures),
            found: None,
            repeats: 0,
            stats: Stats::default(),
        }))
    }

    /// Makes a grid the first solution.
    fn show(&mut self, grid: Grid, observer: &mut O) -> Step {
        self.found = Some(grid);
        self.stats.solutions += 1;
        self.phase = Phase::Found;
        self.tell(observer, true);
        Step::Solution
    }

    /// Tells of the cells that the solution fills, or no longer fills.
    fn tell(&self, observer: &mut O, placed: bool) {
        let Some(grid) = self.found.as_ref().filter(|_| O::ACTIVE) else { return };
        for (cell, value) in grid.filled().filter(|(cell, _)| self.board.given(*cell).is_none()) {
            observer.event(if placed { Event::Deduced { cell, value } } else { Event::Removed { cell } });
        }
        if placed {
            observer.event(Event::Solution);
        }
    }
}

/// Whether some scrambled formula may well be a solution: nothing is given.
fn may_be_formula(board: &Board) -> bool {
    board.shape().n_cells() >= FEWEST_CELLS
        && board.givens().n_filled() == 0
        && board.constraints().len() <= board.shape().side()
        && board.shape().block_lengths().is_some()
}

/// A scrambled formula that keeps all constraints, if one is met soon.
fn formula(board: &Board, seed: u64, meter: &mut Meter<'_>) -> Result<Option<Grid>, StopReason> {
    if !may_be_formula(board) {
        return Ok(None);
    }
    for at in 0..FORMULAS {
        meter.work(board.shape().n_cells() as u64).map_or(Ok(()), Err)?;
        let mut poll = |n_cells| meter.look(n_cells);
        let Some(grid) = scrambled_polling(board.shape(), seed.wrapping_add(at), &mut poll)? else {
            continue;
        };
        if check_polling(board, &grid, &mut poll)?.is_ok() {
            return Ok(Some(grid));
        }
    }
    Ok(None)
}

/// What a try came to.
pub(in crate::learn) enum Pass {
    /// A checked solution.
    Found(Grid),
    /// None of this structure, or not within the nodes.
    NotFound,
    /// The run is to stop.
    Stopped(StopReason),
}

/// Looks for a solution with a structure, for at most so many nodes.
pub(in crate::learn) fn pass(
    board: &Board,
    structure: Structure,
    seed: u64,
    nodes: u64,
    meter: &mut Meter<'_>,
    stats: &mut Stats,
) -> Pass {
    let mut stretch = meter.stretch(nodes);
    let mut learner = Learner::structured(board, structure, seed);
    let answer = learner.next(&mut stretch);
    let tally = learner.tally();
    stats.nodes += tally.nodes;
    stats.guesses += tally.nodes;
    stats.dead_ends += tally.conflicts;
    stats.learned += tally.learned;
    stats.restarts += tally.restarts;
    let spent = meter.absorb(&stretch);
    match answer {
        Answer::Solution(grid) => match check_polling(board, &grid, &mut |n_cells| meter.look(n_cells)) {
            Err(reason) => Pass::Stopped(reason),
            Ok(Ok(())) => Pass::Found(grid),
            Ok(Err(_)) => spent.map_or(Pass::NotFound, Pass::Stopped),
        },
        Answer::Stopped(reason) if !matches!(reason, StopReason::Nodes { .. }) => Pass::Stopped(reason),
        _ => spent.map_or(Pass::NotFound, Pass::Stopped),
    }
}

impl<'a, O: Observer + 'a> Search<O> for Structured<'a, O> {
    fn advance(&mut self, meter: &mut Meter<'_>, observer: &mut O) -> Step {
        if let Phase::Fresh(structures) = &mut self.phase {
            let structures = std::mem::take(structures);
            match formula(&self.board, self.config.seed, meter) {
                Err(reason) => return Step::Stopped(reason),
                Ok(Some(grid)) => return self.show(grid, observer),
                Ok(None) => {}
            }
            for structure in structures {
                match pass(&self.board, structure, self.config.seed, NODES, meter, &mut self.stats) {
                    Pass::NotFound => {}
                    Pass::Stopped(reason) => return Step::Stopped(reason),
                    Pass::Found(grid) => return self.show(grid, observer),
                }
            }
        }
        if !matches!(self.phase, Phase::Rest(_)) {
            self.tell(observer, false);
            let known = self.found.as_ref();
            match backend::search_for(&self.board, &self.config, meter, observer, known) {
                Ok(engine) => self.phase = Phase::Rest(engine),
                Err(reason) => return Step::Stopped(reason),
            }
        }
        loop {
            let Phase::Rest(Some(engine)) = &mut self.phase else { return Step::Exhausted };
            let step = engine.search.advance(meter, observer);
            let repeats = step == Step::Solution && self.found.as_ref() == Some(&engine.search.grid());
            if !repeats {
                return step;
            }
            self.repeats += 1;
        }
    }

    fn grid(&self) -> Grid {
        match (&self.phase, &self.found) {
            (Phase::Rest(Some(engine)), _) => engine.search.grid(),
            (_, Some(grid)) => grid.clone(),
            _ => Grid::empty(self.board.shape().n_cells()),
        }
    }

    fn stats(&self) -> Stats {
        let mut stats = self.stats;
        if let Phase::Rest(Some(engine)) = &self.phase {
            let mut rest = engine.search.stats();
            rest.solutions = rest.solutions.saturating_sub(self.repeats);
            stats.absorb(&rest);
        }
        stats
    }

    fn backend(&self) -> Backend {
        match &self.phase {
            // A solution with the structure proves nothing: it is the search that tells what there is beside it.
            Phase::Rest(Some(engine)) => engine.search.backend(),
            Phase::Rest(None) => Backend::Rules,
            _ => Backend::Structure,
        }
    }
}
