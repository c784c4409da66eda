//! What holds for a whole run: colours, limits, the kernel.

use std::{io::IsTerminal as _, sync::OnceLock, time::Duration};

use sdkc_engine::{CancelToken, Crew, Deadline, Limits, Stop, StopReason, Workers};
use sdkc_kernel::Kernel;
use sdkc_render::{CharSet, Look};

use crate::args::{Bounds, Color};
pub use crate::interrupt::{GLANCE, ended, ended_as_well, interrupt, unless_interrupted};

/// The look of what goes to standard output and to standard error.
#[derive(Clone, Copy, Debug)]
pub struct Session {
    pub stdout: Look,
    pub stderr: Look,
}

impl Session {
    /// Finds out what the terminal can show, and lets Ctrl-C turn the switch.
    pub fn new(color: Color) -> Self {
        let look = |is_terminal: bool| Look {
            color: wants_color(color, is_terminal),
            charset: if is_terminal && is_utf8() { CharSet::Unicode } else { CharSet::Ascii },
        };
        Self { stdout: look(std::io::stdout().is_terminal()), stderr: look(std::io::stderr().is_terminal()) }
    }
}

/// How many rows of boards a terminal may get: a few screens. `None` is no limit: a pipe or a file gets all.
pub fn max_rows() -> Option<usize> {
    std::io::stdout().is_terminal().then(|| {
        let rows = terminal_size::terminal_size().map_or(50, |(_, height)| usize::from(height.0));
        rows.max(24) * 4
    })
}

/// NO_COLOR beats CLICOLOR_FORCE beats the terminal; the argument beats them all.
fn wants_color(color: Color, is_terminal: bool) -> bool {
    let set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty() && value != "0");
    match color {
        Color::Always => true,
        Color::Never => false,
        Color::Auto if std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty()) => false,
        Color::Auto if set("CLICOLOR_FORCE") => true,
        Color::Auto => is_terminal && std::env::var_os("TERM").is_none_or(|term| term != "dumb"),
    }
}

fn is_utf8() -> bool {
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"]
        .iter()
        .find_map(|name| std::env::var(name).ok().filter(|it| !it.is_empty()));
    locale.is_none_or(|locale| locale.to_lowercase().replace('-', "").contains("utf8"))
}

static KERNEL: OnceLock<Kernel> = OnceLock::new();

/// Takes a kernel for the lists of this run; the fastest where none is named.
pub fn choose_kernel(named: Option<Kernel>) {
    KERNEL.get_or_init(|| named.unwrap_or_else(Kernel::detect));
}

/// The kernel that decides the lists of this run.
pub fn kernel() -> Kernel {
    *KERNEL.get_or_init(Kernel::detect)
}

/// The workers of a batch that have run out of puzzles: they help with a hard one that others still work on.
pub fn idle_workers() -> &'static Workers {
    static IDLE: Workers = Workers::new(0);
    &IDLE
}

/// Lets the search of a puzzle call idle workers to help.
#[derive(Clone, Copy, Debug)]
pub struct Helped;

impl Stop for Helped {
    fn poll(&self) -> Option<StopReason> {
        None
    }

    fn crew(&self) -> Option<&dyn Crew> {
        Some(idle_workers())
    }
}

/// When the work on one puzzle ends: Ctrl-C, or its time is up; and who helps with it.
pub type PuzzleStop = ((CancelToken, Option<Deadline>), Helped);

/// The stop of a puzzle whose time starts now. `Duration::ZERO` is no limit.
pub fn puzzle_stop(timeout: Duration) -> PuzzleStop {
    let ends = (interrupt().clone(), (!timeout.is_zero()).then(|| Deadline::after(timeout)));
    (ends, Helped)
}

impl Bounds {
    /// The node limit as the engine takes it.
    pub const fn limits(&self) -> Limits {
        Limits { nodes: self.max_nodes }
    }

    /// How many threads to work with.
    pub fn n_jobs(&self) -> usize {
        self.jobs.map_or_else(|| std::thread::available_parallelism().map_or(1, usize::from), usize::from)
    }
}
