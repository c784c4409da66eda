//! What searches of one board tell each other: options that hold or are out at the root, and short clauses.
//!
//! Each of these follows from the board alone, so whoever reads it may add it: solutions stay what they are. A search that
//! goes on behind its first solution leaves that one out, and what it learns from then on is for those that left out the
//! same one: the second room. The log is read between restarts, at the root. It is bounded: who is late misses
//! clauses that were dropped, never facts.

use std::sync::{
    Arc, Mutex, MutexGuard, OnceLock, PoisonError,
    atomic::{AtomicU32, AtomicU64, Ordering},
};

use sdkc_board::Board;

use super::literal::Lit;

/// The longest clause that is told.
const LONGEST: usize = 30;
/// The most levels in one told by one of two searches, unless it has two literals. Of more searches each tells less, or nobody
/// would get on with reading.
const GLUE: u32 = 6;
/// The most words of clauses that a room keeps for others.
const MOST: usize = 1 << 18;

/// A log that searches of one board share; clones are the same log. See [`crate::Stop::exchange`].
#[derive(Clone, Debug)]
pub struct Exchange(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    longest: usize,
    glue: u32,
    /// How many searches there are.
    n_ports: AtomicU32,
    /// What it is about: that of the first search.
    board: OnceLock<Board>,
    /// The solution that those in the second room left out, by variable whether it is taken.
    left_out: OnceLock<Vec<bool>>,
    rooms: [Room; 2],
}

#[derive(Debug, Default)]
struct Room {
    /// How often the log grew.
    news: AtomicU64,
    log: Mutex<Log>,
}

#[derive(Debug, Default)]
struct Log {
    /// What holds at the root, each once, and who told it.
    facts: Vec<(Lit, u32)>,
    /// By literal: whether it is among them.
    is_told: Vec<bool>,
    /// Clauses: who told it, how many literals, the literals.
    clauses: Vec<u32>,
    /// How many words were dropped before the first one.
    dropped: usize,
}

/// Words before the literals of a clause.
const HEADER: usize = 2;

impl Shared {
    /// The most levels in a clause that is told.
    fn glue(&self) -> u32 {
        (self.glue.saturating_mul(2) / self.n_ports.load(Ordering::Relaxed).max(2)).max(2)
    }
}

impl Room {
    fn log(&self) -> MutexGuard<'_, Log> {
        self.log.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Log {
    fn add(&mut self, teller: u32, facts: &[Lit], clauses: &[u32]) {
        for lit in facts {
            if self.is_told.len() <= lit.index() {
                self.is_told.resize(lit.index() + 1, false);
            }
            if !std::mem::replace(&mut self.is_told[lit.index()], true) {
                self.facts.push((*lit, teller));
            }
        }
        if self.clauses.len() + clauses.len() > MOST {
            self.make_room();
        }
        self.clauses.extend_from_slice(clauses);
    }

    /// What others than this search told since it was here: facts are clauses of one literal.
    fn read_on(&self, place: Place, reader: u32, heard: &mut Vec<Vec<Lit>>) -> Place {
        let facts = self.facts[place.facts..].iter().filter(|(_, teller)| *teller != reader);
        heard.extend(facts.map(|(lit, _)| vec![*lit]));
        let mut at = place.clauses.max(self.dropped) - self.dropped;
        while let [from, len, rest @ ..] = &self.clauses[at..] {
            let len = *len as usize;
            if *from != reader {
                heard.push(rest[..len].iter().map(|code| Lit(*code)).collect());
            }
            at += HEADER + len;
        }
        Place { facts: self.facts.len(), clauses: self.dropped + at, ..place }
    }

    /// Drops the older half.
    fn make_room(&mut self) {
        let mut from = 0;
        while from < self.clauses.len() / 2 {
            from += HEADER + self.clauses[from + 1] as usize;
        }
        self.clauses.drain(..from);
        self.dropped += from;
    }
}

/// How far a room's log was read.
#[derive(Clone, Copy, Debug, Default)]
struct Place {
    news: u64,
    facts: usize,
    clauses: usize,
}

/// One search's place at the exchange.
#[derive(Clone, Debug)]
pub(super) struct Port {
    shared: Arc<Shared>,
    number: u32,
    /// Whether this search has left a solution out: that of the second room.
    is_behind: bool,
    /// How much of the root's trail was told.
    told: usize,
    /// Clauses that were not told yet, as they stand in the log.
    waiting: Vec<u32>,
    /// What was read already, by room.
    places: [Place; 2],
    /// The other searches' solution was seen.
    has_seen_solution: bool,
}

impl Default for Exchange {
    fn default() -> Self {
        Self::telling(LONGEST, GLUE)
    }
}

impl Exchange {
    /// Clauses of up to so many literals are told, if they have no more than so many levels (with two searches; fewer with
    /// more).
    #[must_use]
    pub fn telling(longest: usize, glue: u32) -> Self {
        let (n_ports, board, left_out, rooms) = Default::default();
        Self(Arc::new(Shared { longest, glue, n_ports, board, left_out, rooms }))
    }

    /// A place for the search of this number; `None` if the others are about another board.
    pub(super) fn port(&self, board: &Board, number: usize) -> Option<Port> {
        let shared = self.0.clone();
        if shared.board.get_or_init(|| board.clone()) != board {
            return None;
        }
        shared.n_ports.fetch_add(1, Ordering::Relaxed);
        Some(Port {
            shared,
            number: number as u32,
            is_behind: false,
            told: 0,
            waiting: Vec::new(),
            places: Default::default(),
            has_seen_solution: false,
        })
    }
}

impl Port {
    /// A clause was learned.
    #[inline]
    pub(super) fn learned(&mut self, lits: &[Lit], glue: u32) {
        if (2..=self.shared.longest).contains(&lits.len()) && (lits.len() == 2 || glue <= self.shared.glue())
        {
            self.waiting.extend([self.number, lits.len() as u32]);
            self.waiting.extend(lits.iter().map(|lit| lit.0));
        }
    }

    /// Tells what is new: of the root's trail, and clauses.
    pub(super) fn tell(&mut self, root: &[Lit]) {
        if self.waiting.is_empty() && root.len() == self.told {
            return;
        }
        let room = &self.shared.rooms[usize::from(self.is_behind)];
        room.log().add(self.number, &root[self.told..], &self.waiting);
        room.news.fetch_add(1, Ordering::Release);
        self.told = root.len();
        self.waiting.clear();
    }

    /// Leaves a solution out from now on; `false` if others left another one out, and there is nothing more to share.
    pub(super) fn leave_out(&mut self, taken: impl Fn() -> Vec<bool>) -> bool {
        let taken = (!self.is_behind).then(taken);
        self.is_behind = true;
        self.has_seen_solution = true;
        taken.is_some_and(|taken| *self.shared.left_out.get_or_init(|| taken.clone()) == taken)
    }

    /// The solution that others found, told once, if this search has none yet.
    pub(super) fn solution(&mut self) -> Option<&[bool]> {
        if std::mem::replace(&mut self.has_seen_solution, true) {
            return None;
        }
        let found = self.shared.left_out.get();
        self.has_seen_solution = found.is_some();
        found.map(Vec::as_slice)
    }

    /// What others told since the last call: facts are clauses of one literal.
    pub(super) fn hear(&mut self) -> Vec<Vec<Lit>> {
        let mut heard = Vec::new();
        for (room, place) in
            self.shared.rooms.iter().zip(&mut self.places).take(1 + usize::from(self.is_behind))
        {
            let news = room.news.load(Ordering::Acquire);
            if news != place.news {
                *place = Place { news, ..room.log().read_on(*place, self.number, &mut heard) };
            }
        }
        heard
    }
}

#[cfg(test)]
impl Exchange {
    /// All that was told in a room and is still there.
    pub(super) fn told(&self, room: usize) -> Vec<Vec<Lit>> {
        let mut told = Vec::new();
        self.0.rooms[room].log().read_on(Place::default(), u32::MAX, &mut told);
        told
    }

    /// By variable, whether the solution that those in the second room left out takes it.
    pub(super) fn left_out(&self) -> Option<&[bool]> {
        self.0.left_out.get().map(Vec::as_slice)
    }
}
