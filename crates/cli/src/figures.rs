//! What `--stats` shows: the engine that was picked and why, and what it counted.

use std::{
    io::{self, Write},
    time::Duration,
};

use sdkc_engine::{Backend, Board, Stats};
use sdkc_kernel::Kernel;
use sdkc_render::Record;

use crate::session::kernel;

/// The figures of one run.
#[derive(Clone, Copy, Debug)]
pub struct Figures<'a> {
    pub board: &'a Board,
    pub backend: Backend,
    pub stats: &'a Stats,
    pub time: Duration,
    /// Whether it was decided among many: `--kernel` says by which kernel.
    pub in_list: bool,
}

/// The name of an engine for people: of the SIMD kernel also which one, since that differs from machine to machine.
pub fn engine_name(backend: Backend, in_list: bool) -> String {
    match backend {
        Backend::Kernel if in_list => format!("{backend} ({})", kernel()),
        Backend::Kernel => format!("{backend} ({})", Kernel::detect()),
        _ => backend.to_string(),
    }
}

/// A counter: its name in records, its name for people (empty where another line tells it), its value.
type Counter = (&'static str, &'static str, u64);

impl Figures<'_> {
    /// One figure a line.
    pub fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let shape = self.board.shape();
        let open = shape.n_cells() - self.board.givens().n_filled();
        writeln!(out, "  {:<14} {shape}, {open} of {} cells open", "board", shape.n_cells())?;
        writeln!(
            out,
            "  {:<14} {}: {}",
            "engine",
            engine_name(self.backend, self.in_list),
            self.backend.reason()
        )?;
        if self.backend == Backend::Kernel {
            return writeln!(out, "  {:<14} {} (the kernel counts nothing else)", "nodes", self.stats.nodes);
        }
        for (_, name, number) in self.counters() {
            let is_told = !name.is_empty() && (name != "helpers" || number > 0);
            if !is_told {
                continue;
            }
            writeln!(out, "  {name:<14} {number}{}", self.remark(name))?;
        }
        Ok(())
    }

    /// Adds them to a record.
    pub fn note(&self, record: &mut Record) {
        record.backend_reason = Some(self.backend.reason().to_owned());
        let n_counted = if self.backend == Backend::Kernel { 1 } else { usize::MAX };
        let counters = self.counters().take(n_counted);
        record.stats = counters.map(|(name, _, number)| (name.to_owned(), number.into())).collect();
    }

    /// The counters; those of learning only where something was learned, so that nobody looks for it elsewhere.
    fn counters(&self) -> impl Iterator<Item = Counter> {
        let stats = self.stats;
        let of_all = [
            ("nodes", "nodes", stats.nodes),
            ("guesses", "guesses", stats.guesses),
            ("conflicts", "conflicts", stats.dead_ends),
            ("propagations", "propagations", stats.propagations),
            ("eliminations", "eliminations", stats.eliminations),
            ("deductions_per_second", "deductions/s", self.rate()),
            ("depth", "depth", stats.max_depth),
        ];
        let of_learning = [
            ("restarts", "restarts", stats.restarts),
            ("learned", "learned", stats.learned),
            ("learned_kept", "", stats.kept),
            ("learned_literals", "", stats.literals),
            ("helpers", "helpers", stats.helpers),
        ];
        let learns = stats.learned > 0;
        of_all.into_iter().chain(of_learning.into_iter().filter(move |_| learns))
    }

    /// Cells filled and candidates removed by propagation, a second.
    fn rate(&self) -> u64 {
        let deduced = (self.stats.propagations + self.stats.eliminations) as f64;
        if self.time.is_zero() { 0 } else { (deduced / self.time.as_secs_f64()) as u64 }
    }

    fn remark(&self, name: &str) -> String {
        match name {
            "propagations" => " (cells filled)".to_owned(),
            "eliminations" => " (candidates removed)".to_owned(),
            "learned" => {
                let mean = self.stats.literals as f64 / self.stats.learned as f64;
                format!(" (kept {}, {mean:.1} literals on average)", self.stats.kept)
            }
            "helpers" => {
                " (further threads; the figures are those of the one that had the answer)".to_owned()
            }
            _ => String::new(),
        }
    }
}
