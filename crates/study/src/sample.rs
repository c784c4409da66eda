//! What is known about one sample, and its lines in the results: CSV, JSON Lines and, apart from both, times.

use std::fmt::Write as _;

use crate::plan::{Config, Plan, Point};

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// A solution was found.
    Solved,
    /// It is proved that there is none.
    Unsolvable,
    /// Not all locked cells could be placed: unsolvable too, and told apart.
    Unplaceable,
    /// A limit was reached first.
    Limit,
}

impl Verdict {
    /// All verdicts.
    pub const ALL: &[Self] = &[Self::Solved, Self::Unsolvable, Self::Unplaceable, Self::Limit];

    /// The name in results.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Solved => "solved",
            Self::Unsolvable => "unsolvable",
            Self::Unplaceable => "unplaceable",
            Self::Limit => "limit",
        }
    }
}

/// One run: the exact truth, or a strategy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Run {
    /// How it ended.
    pub verdict: Verdict,
    /// Nodes, guesses and propagations; the truth has none, for they depend on the machine.
    pub counters: Option<[u64; 3]>,
    /// How long it took, in nanoseconds.
    pub nanos: u64,
}

/// A sample: the exact truth first, then a run of each configuration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sample {
    /// Its number among its point's, from 0.
    pub number: u64,
    /// Its seed.
    pub seed: u64,
    /// How many draws succeeded.
    pub placed: usize,
    /// The runs.
    pub runs: Vec<Run>,
}

/// What the runs on one board prove of it, the exact truth first. Where the exact solver gave up, a solution that a
/// strategy found is proof as well, and so is a search that it exhausted.
pub(crate) fn proved(runs: &[Run]) -> Verdict {
    let decided = runs.iter().map(|run| run.verdict).find(|verdict| *verdict != Verdict::Limit);
    decided.unwrap_or(Verdict::Limit)
}

/// The columns of `samples.csv`.
pub const SAMPLE_COLUMNS: &str =
    "board,locked,sample,seed,placed,strategy,values,propagate,outcome,nodes,guesses,propagations\n";
/// The columns of `times.csv`.
pub const TIME_COLUMNS: &str = "board,locked,sample,strategy,values,propagate,time_ns\n";

/// The columns of the exact truth in the place of a configuration's.
pub const TRUTH: [&str; 3] = ["exact", "", ""];

/// The three columns of a run.
#[must_use]
pub fn run_columns(configs: &[Config], run: usize) -> [&'static str; 3] {
    run.checked_sub(1).and_then(|at| configs.get(at)).map_or(TRUTH, Config::columns)
}

/// What a sample's lines in CSV begin with.
pub fn csv_begin(board: &str, locked: usize, number: u64) -> String {
    format!("{board},{locked},{number},")
}

/// What a sample's lines in JSON begin with.
pub fn json_begin(board: &str, locked: usize, number: u64) -> String {
    format!(r#"{{"board":"{board}","locked":{locked},"sample":{number},"#)
}

/// Lines of finished samples.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Lines {
    /// For `samples.csv`.
    pub csv: String,
    /// For `samples.jsonl`.
    pub json: String,
    /// For `times.csv`.
    pub times: String,
    /// How many samples they are.
    pub n_samples: u64,
}

impl Lines {
    /// How many bytes they are.
    pub const fn bytes(&self) -> u64 {
        (self.csv.len() + self.json.len() + self.times.len()) as u64
    }

    /// Adds a sample's lines.
    pub fn push(&mut self, plan: &Plan, point: Point, sample: &Sample) {
        let board = &plan.board_of(point).name;
        let Point { locked, .. } = point;
        let Sample { number, seed, placed, runs } = sample;
        let [csv_begin, json_begin] = [csv_begin, json_begin].map(|begin| begin(board, locked, *number));
        for (at, run) in runs.iter().enumerate() {
            let [strategy, values, propagate] = run_columns(plan.configs(), at);
            let outcome = run.verdict.name();
            let counters = run.counters.map(|counters| counters.map(|counter| counter.to_string()));
            let [nodes, guesses, propagations] = counters.unwrap_or_default();
            // Writing to a string cannot fail.
            let _ = writeln!(
                self.csv,
                "{csv_begin}{seed},{placed},{strategy},{values},{propagate},{outcome},{nodes},{guesses},{propagations}"
            );
            let _ =
                write!(self.json, r#"{json_begin}"seed":{seed},"placed":{placed},"strategy":"{strategy}""#);
            for (key, text) in [("values", values), ("propagate", propagate), ("outcome", outcome)] {
                if !text.is_empty() {
                    let _ = write!(self.json, r#","{key}":"{text}""#);
                }
            }
            for (key, text) in [("nodes", nodes), ("guesses", guesses), ("propagations", propagations)] {
                if !text.is_empty() {
                    let _ = write!(self.json, r#","{key}":{text}"#);
                }
            }
            self.json.push_str("}\n");
            let time = run.nanos;
            let _ = writeln!(self.times, "{csv_begin}{strategy},{values},{propagate},{time}");
        }
        self.n_samples += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::{Run, Verdict, proved};

    #[test]
    fn what_any_run_proves_is_proved() {
        use Verdict::{Limit, Solved, Unsolvable};
        for (verdicts, expected) in [
            ([Limit, Limit, Solved], Solved),
            ([Limit, Unsolvable, Limit], Unsolvable),
            ([Limit, Limit, Limit], Limit),
            // A contradiction is found later, and is not hidden here.
            ([Unsolvable, Solved, Solved], Unsolvable),
        ] {
            let runs = verdicts.map(|verdict| Run { verdict, counters: None, nanos: 1 });
            assert_eq!(proved(&runs), expected, "{verdicts:?}");
        }
    }
}
