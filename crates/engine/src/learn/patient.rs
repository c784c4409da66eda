//! Plain search for as long as it gets on, learning from conflicts after that.
//!
//! Most boards, even big ones, fall to singles and locked candidates with a few guesses, and boards with many
//! solutions are listed fastest without learning. A plain search that has placed many values since its last solution
//! is lost, though: it is given up, and the other search starts at the root and skips what was listed already. On shapes
//! that may have symmetric solutions it takes turns with a search for those.

use std::{
    collections::HashMap,
    hash::{DefaultHasher, Hash, Hasher},
};

use sdkc_board::{Board, Grid};

use super::{
    Learned,
    structure::{Pass, Symmetries, pass},
};
use crate::{
    Backend, Event, Observer, Stats, StopReason,
    backend::Engine,
    limits::Meter,
    search::{Search, Step},
};

/// Nodes without a solution after which the plain search is given up.
const PATIENCE: u64 = 500;
/// Solutions that are remembered, and cells of all of them together; a plain search that finds more is never given up.
const MEMORY: usize = 1 << 12;
const MEMORY_CELLS: usize = 1 << 27;

/// Nodes of the learning search before the first turn of the symmetric one.
const FIRST_STRETCH: u64 = 2000;
/// What it costs to begin such a try: in nodes, and in the meter's work.
const SETUP: u64 = 100;
const DRAW: u64 = 1 << 14;
/// Nodes for each symmetry.
const TRY: u64 = 1000;

/// Solutions that were listed, by their hashes: those of thousands of big grids are not to be taken again whenever the map grows.
struct Listed {
    by_hash: HashMap<u64, Vec<Grid>>,
    n_grids: usize,
    /// How many of them there may be.
    most: usize,
}

impl Listed {
    fn new(n_cells: usize) -> Self {
        let most = (MEMORY_CELLS / n_cells.max(1)).clamp(1, MEMORY);
        Self { by_hash: HashMap::new(), n_grids: 0, most }
    }

    fn is_full(&self) -> bool {
        self.n_grids >= self.most
    }

    /// Whether it was not there.
    fn insert(&mut self, grid: &Grid) -> bool {
        let alike = self.by_hash.entry(hash_of(grid)).or_default();
        let is_new = !alike.contains(grid);
        if is_new {
            alike.push(grid.clone());
            self.n_grids += 1;
        }
        is_new
    }

    fn contains(&self, grid: &Grid) -> bool {
        self.n_grids > 0 && self.by_hash.get(&hash_of(grid)).is_some_and(|alike| alike.contains(grid))
    }
}

fn hash_of(grid: &Grid) -> u64 {
    let mut hasher = DefaultHasher::new();
    grid.hash(&mut hasher);
    hasher.finish()
}

/// Tries at symmetric solutions.
struct Hunch {
    board: Board,
    symmetries: Symmetries,
    seed: u64,
    /// The next stretch of the learning search.
    stretch: u64,
    stats: Stats,
}

impl Hunch {
    fn new(board: &Board, seed: u64) -> Option<Self> {
        let symmetries = Symmetries::new(board, seed)?;
        Some(Self { board: board.clone(), symmetries, seed, stretch: FIRST_STRETCH, stats: Stats::default() })
    }

    /// As many nodes as the other search had since the last turn.
    fn turn(&mut self, listed: &Listed, meter: &mut Meter<'_>) -> Pass {
        let before = meter.nodes();
        let mut price = 0;
        while meter.nodes() - before + price < self.stretch {
            if let Some(reason) = meter.work(DRAW) {
                return Pass::Stopped(reason);
            }
            price += SETUP;
            let Some(structure) = self.symmetries.draw() else { continue };
            let (seed, stats) = (self.seed, &mut self.stats);
            match pass(&self.board, structure, seed, TRY, meter, stats) {
                Pass::Found(grid) if listed.contains(&grid) => {}
                Pass::NotFound => {}
                other => return other,
            }
        }
        self.stretch *= 2;
        Pass::NotFound
    }
}

/// Who found a solution of the second part.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Finder {
    Learning,
    Hunch,
}

/// The searches, one after the other.
pub(crate) struct Patient<'a, O> {
    plain: Option<Engine<'a, O>>,
    learned: Learned,
    hunch: Option<Hunch>,
    listed: Listed,
    /// Nodes that are left to the plain search.
    left: u64,
    /// What the plain search counted before it was given up.
    before: Stats,
    /// A solution that was found already.
    known: Option<Grid>,
}

impl<'a, O: Observer> Patient<'a, O> {
    /// Learning from the start where there is no plain search. A known solution is not left out, but made use of.
    pub(crate) fn new(
        board: &Board,
        seed: u64,
        plain: Option<Engine<'a, O>>,
        learned: Learned,
        known: Option<Grid>,
    ) -> Self {
        Self {
            plain,
            learned,
            hunch: Hunch::new(board, seed),
            listed: Listed::new(board.shape().n_cells()),
            left: PATIENCE,
            before: Stats::default(),
            known,
        }
    }

    /// Gives the plain search up.
    fn turn(&mut self, meter: &Meter<'_>, observer: &mut O) {
        let Some(plain) = self.plain.take() else { return };
        meter.turned_long();
        if let Some(known) = self.known.take() {
            self.learned.begin_at(known);
        }
        self.before = plain.search.stats();
        if O::ACTIVE {
            let placed = plain.search.grid();
            for (cell, _) in placed.filled().filter(|(cell, _)| !self.learned.is_given(*cell)) {
                observer.event(Event::Removed { cell });
            }
        }
    }

    /// Goes on with the plain search; `None` if it has run out of patience.
    fn advance_plain(&mut self, meter: &mut Meter<'_>, observer: &mut O) -> Option<Step> {
        let plain = self.plain.as_mut()?;
        if self.listed.is_full() {
            return Some(plain.search.advance(meter, observer));
        }
        let mut stretch = meter.stretch(self.left);
        let step = plain.search.advance(&mut stretch, observer);
        self.left = self.left.saturating_sub(stretch.nodes());
        let spent = meter.absorb(&stretch);
        match step {
            Step::Solution => {
                let grid = plain.search.grid();
                self.listed.insert(&grid);
                self.known = Some(grid);
                self.left = PATIENCE;
                Some(step)
            }
            Step::Stopped(StopReason::Nodes { .. }) => spent.map(Step::Stopped),
            _ => Some(step),
        }
    }

    /// Goes on with learning, in turns with tries at symmetric solutions; says whose answer it is.
    fn advance_learned(&mut self, meter: &mut Meter<'_>, observer: &mut O) -> (Step, Finder) {
        let Some(hunch) = self.hunch.as_mut().filter(|_| !self.listed.is_full()) else {
            return (self.learned.advance(meter, observer), Finder::Learning);
        };
        loop {
            let mut stretch = meter.stretch(hunch.stretch);
            let step = self.learned.advance(&mut stretch, observer);
            let spent = meter.absorb(&stretch);
            if !matches!(step, Step::Stopped(StopReason::Nodes { .. })) {
                return (step, Finder::Learning);
            }
            if let Some(reason) = spent {
                return (Step::Stopped(reason), Finder::Learning);
            }
            match hunch.turn(&self.listed, meter) {
                Pass::NotFound => {}
                Pass::Stopped(reason) => return (Step::Stopped(reason), Finder::Hunch),
                Pass::Found(grid) => {
                    self.listed.insert(&grid);
                    self.learned.show(grid, observer);
                    return (Step::Solution, Finder::Hunch);
                }
            }
        }
    }
}

impl<O: Observer> Patient<'_, O> {
    /// Whether nobody else listed what learning has found; the tries at symmetric solutions shall not find it either.
    fn is_new(&mut self) -> bool {
        let solution = self.learned.solution();
        if self.hunch.is_some() && !self.listed.is_full() {
            return self.listed.insert(solution);
        }
        !self.listed.contains(solution)
    }
}

impl<O: Observer> Search<O> for Patient<'_, O> {
    fn advance(&mut self, meter: &mut Meter<'_>, observer: &mut O) -> Step {
        if let Some(step) = self.advance_plain(meter, observer) {
            return step;
        }
        self.turn(meter, observer);
        loop {
            let (step, finder) = self.advance_learned(meter, observer);
            if step != Step::Solution || finder == Finder::Hunch || self.is_new() {
                return step;
            }
        }
    }

    fn grid(&self) -> Grid {
        self.plain.as_ref().map_or_else(|| self.learned.solution().clone(), |plain| plain.search.grid())
    }

    fn stats(&self) -> Stats {
        if let Some(plain) = &self.plain {
            return plain.search.stats();
        }
        let mut stats = self.learned.stats();
        stats.absorb(&self.before);
        if let Some(hunch) = &self.hunch {
            stats.absorb(&hunch.stats);
        }
        stats
    }

    fn backend(&self) -> Backend {
        self.plain.as_ref().map_or(Backend::Learning, |plain| plain.search.backend())
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use sdkc_board::Shape;

    use super::*;
    use crate::{Config, Limits, Never, backend::plain_search, event::Silent};

    #[test]
    fn no_more_is_remembered_than_there_is_memory_for() {
        for n_cells in [0, 1, 16, 81, 1 << 15, 1 << 16, (1 << 16) + 1, MEMORY_CELLS, MEMORY_CELLS + 1] {
            let most = Listed::new(n_cells).most;
            assert!((1..=MEMORY).contains(&most), "{n_cells}: {most}");
            assert!(most == 1 || most * n_cells <= MEMORY_CELLS, "{n_cells}: {most}");
        }
        let mut listed = Listed::new(MEMORY_CELLS / 3);
        let [one, two, three] = [1, 2, 3].map(|number| Grid::from_numbers(&[number]));
        assert!(!listed.contains(&one) && listed.insert(&one) && listed.contains(&one));
        assert!(!listed.insert(&one) && listed.insert(&two) && !listed.is_full() && !listed.contains(&three));
        assert!(listed.insert(&three) && listed.is_full() && !listed.insert(&two));
    }

    #[test]
    fn grids_with_one_hash_are_told_apart() {
        let (mut listed, [one, two]) = (Listed::new(1), [1, 2].map(|number| Grid::from_numbers(&[number])));
        listed.by_hash.insert(hash_of(&one), vec![two]);
        assert!(
            !listed.contains(&one) && listed.insert(&one) && listed.contains(&one) && !listed.insert(&one)
        );
    }

    /// All 288 grids of 4×4, some by plain search and the rest by learning, however many it is until the one gives way to the other.
    #[test]
    fn what_plain_search_listed_is_not_listed_again() {
        let board = Board::empty(Shape::boxed(&[2, 2]).expect("4×4"));
        let (config, mut meter) = (Config::default(), Meter::new(Limits::none(), &Never));
        for n_plain in [0, 1, 7, 100, 287, 288] {
            let plain = plain_search(&board, &config, &mut meter, &mut Silent);
            let plain = plain.expect("nothing stops it").expect("the board is open");
            let learned = Learned::new(&board, 1).expect("the board is open");
            let mut patient = Patient::new(&board, 1, Some(plain), learned, None);
            let (mut n_told, mut told) = (0, HashSet::new());
            loop {
                if n_told == n_plain {
                    patient.left = 0;
                }
                match patient.advance(&mut meter, &mut Silent) {
                    Step::Solution => (n_told, _) = (n_told + 1, told.insert(patient.grid())),
                    step => break assert!(step == Step::Exhausted, "no limit was set"),
                }
            }
            assert!(patient.plain.is_none() || n_plain == 288, "learning had its turn");
            assert_eq!((n_told, told.len()), (288, 288), "{n_plain} by plain search");
        }
    }
}
