//! `sdkc solve --watch`: draws the search as it goes, so that one sees first-empty flounder and min-candidates fly.
//!
//! The engine reports each step to an observer here, which keeps the board as it stands, waits so that the steps can be
//! followed, and draws at most thirty times a second.

use std::{
    io::{self, IsTerminal as _, Write as _},
    time::{Duration, Instant},
};

use sdkc_engine::{Event, Grid, Observer, Solver};
use sdkc_formats::ReadOptions;
use sdkc_ide::config;
use sdkc_puzzle::{Puzzle, Spanned};
use sdkc_render::{DrawOptions, Look, draw_board};

use crate::{
    args::{DEFAULT_TIMEOUT, SolveArgs},
    document::{Document, Expecting, Pick},
    exit::Exit,
    input,
    session::{Session, ended, interrupt, puzzle_stop, unless_interrupted},
    talk,
};

/// Time between two pictures.
const FRAME: Duration = Duration::from_millis(33);

pub fn run(args: &SolveArgs, session: Session) -> io::Result<Exit> {
    if !io::stdout().is_terminal() {
        talk::error(
            &mut io::stderr(),
            "--watch draws on a terminal, and standard output is none",
            Some("leave --watch out"),
        );
        return Ok(Exit::Usage);
    }
    let options = ReadOptions { symbols: args.inputs.symbols.clone() };
    let pick = Pick::new(args.inputs.puzzle.clone());
    let mut exit = Exit::Fine;
    for source in input::resolve(&args.inputs.paths, &args.inputs.stdin_filename, Some(&options)).sources {
        let read = source.and_then(|source| Ok((source.name(), source.read()?)));
        let (name, bytes) = match read {
            Ok((name, Some(bytes))) => (name, bytes),
            Ok((_, None)) => return Ok(exit.and(ended())),
            Err(failure) => {
                talk::failure(&mut io::stderr(), &failure);
                exit = exit.and(Exit::Usage);
                continue;
            }
        };
        let with = options.clone();
        let Some(read) = unless_interrupted(move || Document::new(name, bytes, &with)) else {
            return Ok(exit.and(ended()));
        };
        match read {
            Ok(document) => exit = exit.and(watch_all(args, session, &document, &pick)?),
            Err(unread) => {
                crate::commands::tell(&mut io::stderr(), unread.report(), session.stderr);
                exit = exit.and(Exit::Findings);
            }
        }
    }
    Ok(exit)
}

fn watch_all(args: &SolveArgs, session: Session, document: &Document, pick: &Pick) -> io::Result<Exit> {
    let mut exit = Exit::Fine;
    for (number, entry) in document.numbered().filter(|(number, entry)| pick.takes(*number, entry)) {
        let Some(puzzle) = entry.solvable() else {
            let found = document.with_possible_advice(document.diagnostics_of(number), Expecting::InCheck);
            crate::commands::tell(&mut io::stderr(), document.report(&found), session.stderr);
            exit = exit.and(Exit::Findings);
            continue;
        };
        exit = exit.and(watch(args, session, puzzle)?);
        if interrupt().is_cancelled() {
            return Ok(exit.and(ended()));
        }
    }
    Ok(exit)
}

fn watch(args: &SolveArgs, session: Session, puzzle: &Puzzle) -> io::Result<Exit> {
    let mut spec = puzzle.strategy.clone();
    spec.kind = args.strategy.map(Spanned::from).or(spec.kind);
    spec.values = args.values.map(Spanned::from).or(spec.values);
    spec.propagate = args.propagate.map(Spanned::from).or(spec.propagate);
    spec.seed = args.seed.map(Spanned::from).or(spec.seed);
    spec.nodes = args.bounds.max_nodes.map(Spanned::from).or(spec.nodes);
    let config = config(&spec);
    let of_file = puzzle.strategy.timeout_ms.map(|timeout| Duration::from_millis(timeout.value));
    let timeout = args.bounds.timeout.or(of_file).unwrap_or(DEFAULT_TIMEOUT);
    let stop = puzzle_stop(timeout);
    let mut view = View::new(puzzle, session.stdout, args.speed, config.strategy.name());
    if let Some(width) = view.too_wide()? {
        let message = format!("the board is {width} columns wide, more than this terminal");
        talk::error(&mut io::stderr(), &message, Some("make the window wider, or leave --watch out"));
        return Ok(Exit::Usage);
    }
    view.end = (!timeout.is_zero()).then(|| Instant::now().checked_add(timeout)).flatten();
    let report = Solver::with_config(&puzzle.board, config).stop(&stop).solve_with(&mut view);
    if let Some(grid) = report.outcome.solution() {
        view.grid = grid.clone();
    }
    view.draw()?;
    let mut out = io::stdout().lock();
    let end = match (report.outcome.solution(), report.outcome.stopped()) {
        (Some(_), _) => ("solved".to_owned(), Exit::Fine),
        (None, Some(reason)) => (format!("unknown: {reason}"), Exit::Unknown),
        (None, None) => ("no solution".to_owned(), Exit::Findings),
    };
    writeln!(out, "{}\n", end.0)?;
    Ok(end.1)
}

/// The board as the search has it now.
struct View<'p> {
    puzzle: &'p Puzzle,
    look: Look,
    grid: Grid,
    strategy: &'static str,
    pause: Duration,
    end: Option<Instant>,
    nodes: u64,
    dead_ends: u64,
    depth: usize,
    drawn: Option<Instant>,
    rows: usize,
}

impl<'p> View<'p> {
    fn new(puzzle: &'p Puzzle, look: Look, speed: u32, strategy: &'static str) -> Self {
        let pause = Duration::from_secs(1).checked_div(speed).unwrap_or(Duration::ZERO);
        let grid = puzzle.board.givens().clone();
        Self {
            puzzle,
            look,
            grid,
            strategy,
            pause,
            end: None,
            nodes: 0,
            dead_ends: 0,
            depth: 0,
            drawn: None,
            rows: 0,
        }
    }

    /// The width of the picture, if the terminal has not got it.
    fn too_wide(&self) -> io::Result<Option<usize>> {
        let mut picture = Vec::new();
        let look = Look { color: false, ..self.look };
        draw_board(&mut picture, self.puzzle, &self.grid, &DrawOptions { look, max_rows: Some(1) })?;
        let text = String::from_utf8_lossy(&picture);
        let width = text.lines().map(|line| line.chars().count()).max().unwrap_or(0);
        let screen = terminal_size::terminal_size().map_or(usize::MAX, |(columns, _)| columns.0.into());
        Ok((width > screen).then_some(width))
    }

    /// Draws over the last picture.
    fn draw(&mut self) -> io::Result<()> {
        let mut picture = Vec::new();
        let rows = terminal_size::terminal_size().map_or(40, |(_, height)| usize::from(height.0));
        let options = DrawOptions { look: self.look, max_rows: Some(rows.saturating_sub(3)) };
        let drawn = draw_board(&mut picture, self.puzzle, &self.grid, &options)?;
        let hidden = match drawn.layers_left_out {
            0 => String::new(),
            n => format!(" ({} not shown)", talk::count(n as u64, "layer")),
        };
        writeln!(
            picture,
            "{}: {}, {}, depth {}{hidden}",
            self.strategy,
            talk::count(self.nodes, "node"),
            talk::count(self.dead_ends, "dead end"),
            self.depth
        )?;
        let mut out = io::stdout().lock();
        if self.rows > 0 {
            write!(out, "\x1b[{}A", self.rows)?;
        }
        self.rows = picture.iter().filter(|byte| **byte == b'\n').count();
        for line in String::from_utf8_lossy(&picture).lines() {
            writeln!(out, "{line}\x1b[K")?;
        }
        out.flush()?;
        self.drawn = Some(Instant::now());
        Ok(())
    }

    fn apply(&mut self, event: Event) {
        match event {
            Event::Placed { cell, value, depth } => {
                self.grid.set(cell, Some(value));
                self.nodes += 1;
                self.depth = depth;
            }
            Event::Deduced { cell, value } => self.grid.set(cell, Some(value)),
            Event::Removed { cell } => self.grid.set(cell, None),
            Event::DeadEnd { depth } => {
                self.dead_ends += 1;
                self.depth = depth;
            }
            _ => {}
        }
    }
}

impl Observer for View<'_> {
    fn event(&mut self, event: Event) {
        self.apply(event);
        // The engine asks for the time now and then only: once it is up there is no more waiting.
        if interrupt().is_cancelled() || self.end.is_some_and(|end| Instant::now() >= end) {
            return;
        }
        std::thread::sleep(self.pause);
        if self.drawn.is_none_or(|drawn| drawn.elapsed() >= FRAME) {
            // A terminal that went away ends the process by other means.
            let _ = self.draw();
        }
    }
}
