//! `sdkc legal`: the legal values of a cell, or all of them as a pencil-mark grid.

use std::{
    collections::BTreeMap,
    io::{self, Write as _},
    sync::{Mutex, PoisonError},
    time::{Duration, Instant},
};

use sdkc_board::Board;
use sdkc_engine::{CandidatesReport, Cell, Solver, Stop as _, StopReason, ValueSet};
use sdkc_ide::Entry;
use sdkc_puzzle::{Puzzle, cell_name};
use sdkc_render::{DrawOptions, Look, draw_candidates};

use crate::{
    args::{DEFAULT_TIMEOUT, LegalArgs},
    batch::{Flush, Piece, Task},
    document::{Document, Expecting, Pick, named, shown},
    exit::Exit,
    output::Join,
    session::{Session, max_rows, puzzle_stop, unless_interrupted},
    sink::{BIG, Sink},
    talk,
};

pub fn run(args: LegalArgs, session: Session) -> io::Result<Exit> {
    let n_jobs = args.bounds.n_jobs();
    let cell = match args.cell.as_deref().map(coordinates).transpose() {
        Ok(cell) => cell,
        Err(message) => {
            talk::error(
                &mut io::stderr(),
                &message,
                Some("write r4c7, or (1, 2, 3) with a number for each axis"),
            );
            return Ok(Exit::Usage);
        }
    };
    let pick = Pick::new(args.inputs.puzzle.clone());
    let task = Legal { pick, args, cell, session, without: Mutex::default() };
    let exit = super::over_inputs(&task.args.inputs, &task.pick, n_jobs, &task, Join::Plain, true)?;
    task.tell_boards_without_cell();
    Ok(exit)
}

/// Reads `r4c7` or `(1, 2, 3)`, with or without parentheses, into 1-based coordinates.
fn coordinates(text: &str) -> Result<Vec<usize>, String> {
    let lower = text.trim().to_lowercase();
    let inner = lower.strip_prefix('(').map(|rest| rest.strip_suffix(')').unwrap_or_default());
    let numbers: Vec<&str> = match lower.strip_prefix('r').and_then(|rest| rest.split_once('c')) {
        Some((row, column)) => vec![row, column],
        None => inner.unwrap_or(&lower).split(',').map(str::trim).collect(),
    };
    let is_number = |text: &&str| text.bytes().all(|byte| byte.is_ascii_digit());
    let parsed: Option<Vec<usize>> =
        numbers.iter().map(|it| Some(it).filter(|it| is_number(it))?.parse().ok()).collect();
    parsed.filter(|coords| coords.len() > 1).ok_or_else(|| format!("`{text}` names no cell"))
}

struct Legal {
    args: LegalArgs,
    pick: Pick,
    cell: Option<Vec<usize>>,
    session: Session,
    /// Puzzles that do not have the cell: by file, and by what is to be said, the line of the first one and how many there are.
    without: Mutex<BTreeMap<(String, String), (u32, u64)>>,
}

/// The values for each cell, and why some may be missing.
struct Values<'p> {
    of_cell: Box<dyn Fn(Cell) -> ValueSet + 'p>,
    /// From when the time for showing them counts. A search has had time of its own.
    since: Instant,
    stopped: Option<StopReason>,
    /// Whether it was stopped before anything was known of them.
    is_unknown: bool,
}

impl Task for Legal {
    fn work(&self, document: &Document, flush: &mut Flush<'_>) -> Piece {
        super::over_entries(document, &self.pick, self.session.stderr, false, |piece, number, entry| {
            let found = document.with_possible_advice(document.diagnostics_of(number), Expecting::InCheck);
            piece.exit = piece.exit.and(super::exit_of(&found));
            super::tell_of_puzzle(piece, document, &found, self.session.stderr);
            match &entry.puzzle {
                Some(puzzle) => self.show((piece, flush), document, entry, puzzle),
                None => {
                    let (place, name) = (document.place_of(entry), named(" ", entry));
                    let _ = writeln!(piece.stdout, "{place}{name}: invalid");
                }
            }
        })
    }

    fn stderr(&self) -> Look {
        self.session.stderr
    }
}

impl Legal {
    fn show(
        &self,
        (piece, flush): (&mut Piece, &mut Flush<'_>),
        document: &Document,
        entry: &Entry,
        puzzle: &Puzzle,
    ) {
        let place = document.place_of(entry);
        let cell = match self.cell.as_deref().map(|coords| find_cell(puzzle, coords)).transpose() {
            Ok(cell) => cell,
            Err(message) => {
                piece.exit = piece.exit.and(Exit::Usage);
                return self.note_board_without_cell(document, entry, message);
            }
        };
        // A given has no other value: nothing is to be searched for.
        let is_given = cell.is_some_and(|cell| puzzle.board.given(cell).is_some());
        let values = self.values(puzzle, entry.sound && !is_given);
        if let Some(reason) = values.stopped {
            piece.exit = piece.exit.and(Exit::Unknown);
            piece.n_broken_off += u64::from(reason == StopReason::Cancelled);
            let shown = if cell.is_none() && is_left_out(puzzle, &values) {
                "nothing is shown of such a big board"
            } else {
                "values that were not decided are shown too"
            };
            talk::error(&mut piece.stderr, &format!("{place}: {reason}; {shown}"), advice(reason));
        }
        match cell {
            Some(cell) => self.show_cell(&mut piece.stdout, &place, puzzle, cell, &values),
            None => self.show_grid((piece, flush), &place, puzzle, &values),
        }
    }

    /// Threads come to puzzles in any order.
    fn note_board_without_cell(&self, document: &Document, entry: &Entry, message: String) {
        let line = document.line_of(entry);
        let mut without = self.without.lock().unwrap_or_else(PoisonError::into_inner);
        let (first, n) = without.entry((shown(&document.name), message)).or_insert((line, 0));
        (*first, *n) = (line.min(*first), *n + 1);
    }

    /// Says once of a file what is the same for all of its boards.
    fn tell_boards_without_cell(&self) {
        let without = self.without.lock().unwrap_or_else(PoisonError::into_inner);
        for ((file, message), (line, n)) in &*without {
            let more = match n - 1 {
                0 => String::new(),
                n => format!(", and {}", talk::count(n, "more puzzle")),
            };
            talk::error(&mut io::stderr(), &format!("{file}:{line}{more}: {message}"), None);
        }
    }

    fn timeout(&self) -> Duration {
        self.args.bounds.timeout.unwrap_or(DEFAULT_TIMEOUT)
    }

    fn values<'p>(&self, puzzle: &'p Puzzle, sound: bool) -> Values<'p> {
        let since = Instant::now();
        if !self.args.in_solutions || !sound {
            let board = &puzzle.board;
            if self.cell.is_some() {
                let of_one = |cell| board.legal_values(cell).unwrap_or(ValueSet::EMPTY);
                return Values { of_cell: Box::new(of_one), since, stopped: None, is_unknown: false };
            }
            let stop = puzzle_stop(self.timeout());
            return match board.all_legal_values_polling(&mut |_| stop.poll().map_or(Ok(()), Err)) {
                Ok(legal) => {
                    let of_cell = move |cell| legal.of(cell).unwrap_or(ValueSet::EMPTY);
                    Values { of_cell: Box::new(of_cell), since, stopped: None, is_unknown: false }
                }
                Err(reason) => {
                    let of_cell = Box::new(|_| ValueSet::EMPTY);
                    Values { of_cell, since, stopped: Some(reason), is_unknown: true }
                }
            };
        }
        let Some(report) = self.search(puzzle) else {
            // What a cell can hold as it stands is undecided then.
            let of_cell = |cell| puzzle.board.legal_values(cell).unwrap_or(ValueSet::EMPTY);
            let (stopped, is_unknown) = (Some(StopReason::Cancelled), self.cell.is_none());
            return Values { of_cell: Box::new(of_cell), since, stopped, is_unknown };
        };
        let (possible, undecided) = (report.possible, report.undecided);
        let of_cell = move |cell: Cell| {
            let at = cell.index();
            let open = undecided.get(at).copied().unwrap_or(ValueSet::EMPTY);
            possible.get(at).copied().unwrap_or(ValueSet::EMPTY) | open
        };
        let stopped = report.stopped;
        Values { of_cell: Box::new(of_cell), since: Instant::now(), stopped, is_unknown: false }
    }

    /// Searches for the values that occur in solutions. The search on a big board has steps that take seconds: after Ctrl-C nobody waits for it, and
    /// there is no result.
    fn search(&self, puzzle: &Puzzle) -> Option<CandidatesReport> {
        let (timeout, limits) = (self.timeout(), self.args.bounds.limits());
        let search = move |board: &Board| {
            let stop = puzzle_stop(timeout);
            Solver::new(board).limits(limits).stop(&stop).true_candidates()
        };
        if puzzle.board.shape().n_cells() < BIG {
            return Some(search(&puzzle.board));
        }
        let board = puzzle.board.clone();
        unless_interrupted(move || search(&board))
    }

    fn show_cell(&self, out: &mut Vec<u8>, place: &str, puzzle: &Puzzle, cell: Cell, values: &Values<'_>) {
        let name = cell_name(puzzle, cell);
        let text = match puzzle.board.given(cell) {
            Some(given) => format!("{} (given)", puzzle.notation.show(given)),
            None => puzzle.notation.show_set((values.of_cell)(cell)),
        };
        let text = if text.is_empty() { "no value" } else { &text };
        // Writing into memory does not fail.
        let _ = writeln!(out, "{place} {name}: {text}");
    }

    /// Writes a board as its values are found: it may have tens of millions of cells.
    fn show_grid(
        &self,
        (piece, flush): (&mut Piece, &mut Flush<'_>),
        place: &str,
        puzzle: &Puzzle,
        values: &Values<'_>,
    ) {
        if values.is_unknown || values.stopped == Some(StopReason::Cancelled) {
            if !is_left_out(puzzle, values) {
                // Writing into memory does not fail.
                let _ = self.draw(&mut piece.stdout, place, puzzle, values);
            }
            return;
        }
        let mut sink = Sink::new(piece, flush, self.timeout(), values.since);
        if self.draw(&mut sink, place, puzzle, values).is_ok() {
            return;
        }
        // Nobody needs to be told that nobody reads.
        let Some(reason) = sink.stopped() else { return };
        piece.exit = piece.exit.and(Exit::Unknown);
        if reason == StopReason::Cancelled {
            piece.n_broken_off += 1;
            piece.is_cut = true;
            return;
        }
        let message = format!("{place}: {reason}; the rest of the board is not shown");
        talk::error(&mut piece.stderr, &message, advice(reason));
    }

    fn draw(
        &self,
        out: &mut dyn io::Write,
        place: &str,
        puzzle: &Puzzle,
        values: &Values<'_>,
    ) -> io::Result<()> {
        let name = puzzle.name.as_deref().map_or_else(String::new, |name| format!("  {}", shown(name)));
        writeln!(out, "{place}{name}")?;
        let options = DrawOptions { look: self.session.stdout, max_rows: max_rows() };
        let drawn = draw_candidates(out, puzzle, puzzle.board.givens(), &values.of_cell, &options)?;
        if drawn.layers_left_out > 0 {
            let left = talk::count(drawn.layers_left_out as u64, "more layer");
            writeln!(out, "… {left}; write all to a file with `> FILE`")?;
        }
        writeln!(out)
    }
}

/// Whether a board is not shown: nothing is known of it, or Ctrl-C came before it was worked out and it would take long to be written.
fn is_left_out(puzzle: &Puzzle, values: &Values<'_>) -> bool {
    let is_big = puzzle.board.shape().n_cells() >= BIG;
    values.is_unknown || (is_big && values.stopped == Some(StopReason::Cancelled))
}

/// What helps where a limit was reached. Who broke it off knows that.
const fn advice(reason: StopReason) -> Option<&'static str> {
    match reason {
        StopReason::Cancelled => None,
        StopReason::Nodes { .. } => Some("give more nodes with --max-nodes"),
        _ => Some("give more time with --timeout"),
    }
}

/// 1-based coordinates as people write them.
fn cell_text(coords: &[usize]) -> String {
    if let [row, column] = coords {
        return format!("r{row}c{column}");
    }
    format!("({})", coords.iter().map(ToString::to_string).collect::<Vec<_>>().join(", "))
}

fn find_cell(puzzle: &Puzzle, coords: &[usize]) -> Result<Cell, String> {
    let shape = puzzle.board.shape();
    if coords.len() != shape.n_dims() {
        return Err(format!(
            "{} is no cell of this {shape} board, whose cells have {} coordinates",
            cell_text(coords),
            shape.n_dims()
        ));
    }
    let zero_based: Option<Vec<usize>> = coords.iter().map(|at| at.checked_sub(1)).collect();
    zero_based.and_then(|coords| shape.cell(&coords)).ok_or_else(|| {
        let cell = cell_text(coords);
        format!("{cell} is outside this {shape} board: coordinates run from 1 to {}", shape.side())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_read_as_people_write_them() {
        assert_eq!(coordinates("R4C7"), Ok(vec![4, 7]));
        assert_eq!(coordinates("(1, 2, 3)"), Ok(vec![1, 2, 3]));
        assert_eq!(coordinates("1,2"), Ok(vec![1, 2]));
        for bad in ["", "r4", "r4c", "rxcy", "7", "(1,2", "1,2)", "((1,2))", "(1,,2)", "r+1c2", "r1c-2"] {
            assert!(coordinates(bad).is_err(), "{bad}");
        }
    }
}
