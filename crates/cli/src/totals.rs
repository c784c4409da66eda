//! What `--stats` says of lists: the figures of all their puzzles together, where those of each would drown the answers.
//! `ndjson` has them puzzle by puzzle.

use std::{
    collections::BTreeMap,
    io::{self, Write},
    sync::{Mutex, PoisonError},
    time::{Duration, Instant},
};

use sdkc_engine::Backend;
use sdkc_puzzle::Verdict;

use crate::{args::Bounds, commands::solve::verdict_of, figures::engine_name};

/// The sums of a run; workers add to them.
pub struct Totals {
    started: Instant,
    /// What decides many puzzles at a time.
    together: String,
    sums: Mutex<Sums>,
}

/// Figures of some puzzles.
#[derive(Clone, Debug, Default)]
pub struct Sums {
    verdicts: [u64; Verdict::ALL.len()],
    /// Decided many at a time.
    together: u64,
    /// Decided one by one, by engine.
    alone: BTreeMap<String, u64>,
    nodes: u64,
}

impl Sums {
    /// Adds a puzzle that was decided by itself, or not at all.
    pub fn add(&mut self, verdict: Verdict, decided: Option<(Backend, u64)>) {
        self.count(verdict);
        if let Some((backend, nodes)) = decided {
            *self.alone.entry(format!("by {}", engine_name(backend, false))).or_default() += 1;
            self.nodes += nodes;
        }
    }

    /// Adds a puzzle that the kernel decided among many.
    pub fn add_fast(&mut self, outcome: &sdkc_kernel::Outcome) {
        self.count(verdict_of(outcome));
        self.together += 1;
        self.nodes += outcome.nodes;
    }

    fn count(&mut self, verdict: Verdict) {
        for (known, number) in Verdict::ALL.iter().zip(&mut self.verdicts) {
            *number += u64::from(*known == verdict);
        }
    }

    /// Adds those of others.
    pub fn absorb(&mut self, other: Self) {
        for (to, number) in self.verdicts.iter_mut().zip(other.verdicts) {
            *to += number;
        }
        for (name, number) in other.alone {
            *self.alone.entry(name).or_default() += number;
        }
        self.together += other.together;
        self.nodes += other.nodes;
    }

    /// One figure a line; nothing where there was no puzzle.
    fn write(&self, out: &mut dyn Write, together: &str, time: Duration) -> io::Result<()> {
        let n_puzzles: u64 = self.verdicts.iter().sum();
        if n_puzzles == 0 {
            return Ok(());
        }
        let of_verdicts = Verdict::ALL.iter().map(|it| it.name().to_owned()).zip(self.verdicts);
        // The same engine may have decided others one by one.
        let mut alone = self.alone.clone();
        let n_together = self.together + alone.remove(together).unwrap_or_default();
        let of_engines = std::iter::once((together.to_owned(), n_together)).chain(alone);
        writeln!(out, "  {:<14} {n_puzzles}: {}", "puzzles", numbers(of_verdicts))?;
        writeln!(out, "  {:<14} {}", "engines", numbers(of_engines))?;
        writeln!(out, "  {:<14} {}", "nodes", self.nodes)?;
        let rate = n_puzzles as f64 / time.as_secs_f64().max(1e-9);
        writeln!(out, "  {:<14} {rate:.0}", "puzzles/s")
    }
}

/// `3 unique, 1 multiple`.
fn numbers(all: impl Iterator<Item = (String, u64)>) -> String {
    let told: Vec<String> =
        all.filter(|(_, number)| *number > 0).map(|(name, number)| format!("{number} {name}")).collect();
    if told.is_empty() { "none".to_owned() } else { told.join(", ") }
}

impl Totals {
    /// The sums of a run that starts now.
    pub fn new(bounds: &Bounds) -> Self {
        // The kernels count nodes in ways of their own: under a limit the engine is asked.
        let together = match bounds.max_nodes {
            Some(_) => "under the node limit".to_owned(),
            None => format!("by {}", engine_name(Backend::Kernel, true)),
        };
        Self { started: Instant::now(), together, sums: Mutex::default() }
    }

    /// Adds the figures of some puzzles.
    pub fn absorb(&self, sums: Sums) {
        self.sums.lock().unwrap_or_else(PoisonError::into_inner).absorb(sums);
    }

    /// Says them on standard error, if there were lists.
    pub fn tell(&self) {
        let sums = self.sums.lock().unwrap_or_else(PoisonError::into_inner);
        // That standard error cannot be written is nothing to be done about.
        let _ = sums.write(&mut io::stderr(), &self.together, self.started.elapsed());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_did_not_occur_is_not_told() {
        let mut sums = Sums::default();
        let mut text = Vec::new();
        sums.write(&mut text, "together", Duration::ZERO).expect("memory");
        assert!(text.is_empty());
        sums.add(Verdict::Unique, Some((Backend::Rules, 2)));
        let mut all = Sums::default();
        all.absorb(sums);
        all.add(Verdict::Invalid, None);
        all.write(&mut text, "together", Duration::from_secs(1)).expect("memory");
        let text = String::from_utf8(text).expect("text");
        assert_eq!(
            text,
            "  puzzles        2: 1 unique, 1 invalid\n  engines        1 by rules\n  nodes          2\n  puzzles/s      2\n"
        );
    }

    #[test]
    fn an_engine_is_named_once() {
        let mut sums = Sums { together: 3, ..Sums::default() };
        sums.add(Verdict::Unique, Some((Backend::Rules, 0)));
        sums.add(Verdict::Unique, Some((Backend::Textbook, 0)));
        let mut text = Vec::new();
        sums.write(&mut text, "by rules", Duration::from_secs(1)).expect("memory");
        let text = String::from_utf8(text).expect("text");
        let wanted = format!("  engines        4 by rules, 1 by {}\n", Backend::Textbook);
        assert!(text.contains(&wanted), "{text}");
    }
}
