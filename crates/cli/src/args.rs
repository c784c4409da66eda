//! The arguments of every command. Names and summaries of strategies and formats come from their tables.

use std::{borrow::Cow, ffi::OsString, path::PathBuf, time::Duration};

use clap::{
    Args, Parser, Subcommand, ValueEnum,
    builder::{PossibleValue, PossibleValuesParser, TypedValueParser},
};
use sdkc_kernel::Kernel;
use sdkc_puzzle::{Propagation, StrategyKind, ValueOrder};
use sdkc_render::DiagnosticFormat;
use sdkc_study::Shard;

use crate::{document::shown, exit};

/// Solve, check and format sudoku-like puzzles in two to five dimensions.
#[derive(Debug, Parser)]
#[command(name = "sdkc", version, after_help = exit::HELP, disable_help_subcommand = true)]
pub struct Cli {
    #[command(subcommand)]
    pub command: Command,

    /// When to colour the output; NO_COLOR and CLICOLOR_FORCE are heeded
    #[arg(long, global = true, value_enum, default_value_t = Color::Auto, value_name = "WHEN")]
    pub color: Color,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Color {
    Auto,
    Always,
    Never,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    /// Find a solution of each puzzle, and whether it is the only one
    #[command(after_help = exit::SOLVE)]
    Solve(SolveArgs),
    /// Check language, rules and expectations, as a CI wants it
    #[command(after_help = exit::CHECK)]
    Check(CheckArgs),
    /// Count solutions, exactly or "at least"
    #[command(after_help = exit::COUNT)]
    Count(CountArgs),
    /// Show the legal values of a cell, or the pencil-mark grid
    #[command(after_help = exit::LEGAL)]
    Legal(LegalArgs),
    /// Format puzzle files in place
    #[command(after_help = exit::FMT)]
    Fmt(FmtArgs),
    /// Measure how many classic 9×9 puzzles a second each kernel decides on this machine, many in one call and one a call
    #[command(after_help = exit::BENCH)]
    Bench(BenchArgs),
    /// Show the page of a diagnostic code; without a code, list them all
    Explain(ExplainArgs),
    /// Run the language server for an editor
    Lsp(LspArgs),
    /// Compare cell-selection strategies on many random boards, with tables and charts
    Study(StudyArgs),
    /// Print a completion script for a shell
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
    /// Print the manual page, as roff
    Man,
}

/// How the editor is reached: standard input and output unless said otherwise.
#[derive(Debug, Args)]
pub struct LspArgs {
    /// Connect to this port of this machine, where the editor waits
    #[arg(long, value_name = "PORT")]
    pub socket: Option<u16>,

    /// Talk on standard input and output (the default; many editors say so)
    #[arg(long, conflicts_with = "socket")]
    pub stdio: bool,
}

/// Where puzzles come from.
#[derive(Clone, Debug, Args)]
pub struct Inputs {
    /// Puzzle files and lists, folders (all `.sdk` files below; lists are named one by one), `-` for standard input, or a puzzle itself as one string of 16, 36, 81, 144, 256 or 625 cells
    #[arg(required = true, value_name = "PATH")]
    pub paths: Vec<OsString>,

    /// Only this puzzle of each file: its name, or its number from 1
    #[arg(long, value_name = "NAME|N")]
    pub puzzle: Option<String>,

    /// The file name to show for standard input
    #[arg(long, value_name = "NAME", default_value = "<stdin>", hide_default_value = true)]
    pub stdin_filename: String,

    /// The symbols of the values 1, 2, 3, … in files whose alphabet is ambiguous, such as "123456789ABCDEFG"
    #[arg(long, value_name = "SYMBOLS")]
    pub symbols: Option<String>,
}

impl Inputs {
    /// What is told of before an input has a name of its own, as when nothing came yet: the first one, as the user named it.
    pub fn first_name(&self) -> String {
        let first = self.paths.first().map(|path| path.to_string_lossy());
        first.filter(|name| name != "-").map_or_else(|| self.stdin_filename.clone(), Cow::into_owned)
    }
}

/// When to give up.
#[derive(Clone, Copy, Debug, Args)]
pub struct Bounds {
    /// The longest time for one puzzle from when it is read, such as 500ms, 10s, 2m or 1h; 0 is no limit [default: 60s]
    #[arg(long, value_parser = duration, value_name = "TIME")]
    pub timeout: Option<Duration>,

    /// The most nodes (values placed by the search) for one puzzle
    #[arg(long, value_name = "N")]
    pub max_nodes: Option<u64>,

    /// How many threads: each works on a puzzle, and when there are no more, on what is left of a hard one [default: one
    /// for each processor]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    pub jobs: Option<u16>,
}

/// What decides lists.
#[derive(Clone, Copy, Debug, Args)]
pub struct Lanes {
    /// The kernel that decides lists of classic puzzles: scalar, portable, avx2 or avx512; the variable SDKC_KERNEL says the same. Puzzles
    /// that are decided one by one, in files of their own or because there is more to say about them, always get the fastest [default: the
    /// fastest that this machine can run]
    #[arg(long, value_parser = kernel, value_name = "NAME")]
    pub kernel: Option<Kernel>,
}

/// The time limit where neither the command line nor the file states one.
pub const DEFAULT_TIMEOUT: Duration = Duration::from_secs(60);

#[derive(Debug, Args)]
pub struct SolveArgs {
    #[command(flatten)]
    pub inputs: Inputs,
    #[command(flatten)]
    pub bounds: Bounds,
    #[command(flatten)]
    pub lanes: Lanes,

    /// Which cell the search fills next, instead of what the file says
    #[arg(long, value_parser = named(StrategyKind::ALL, StrategyKind::name, StrategyKind::summary))]
    pub strategy: Option<StrategyKind>,

    /// In which order values are tried
    #[arg(long, value_name = "ORDER", value_parser = named(ValueOrder::ALL, ValueOrder::name, ValueOrder::summary))]
    pub values: Option<ValueOrder>,

    /// What is deduced between guesses
    #[arg(long, value_name = "LEVEL", value_parser = named(Propagation::ALL, Propagation::name, Propagation::summary))]
    pub propagate: Option<Propagation>,

    /// The seed of random choices
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,

    /// Print all solutions, not one
    #[arg(long)]
    pub all: bool,

    /// With --all, the most solutions to print of one puzzle
    #[arg(long, value_name = "N", requires = "all", default_value_t = 1_000_000, value_parser = clap::value_parser!(u64).range(1..))]
    pub limit: u64,

    /// Print which engine was picked and why, and what it counted; of a list, for all its puzzles together
    #[arg(long)]
    pub stats: bool,

    /// Draw the search as it goes (on a terminal)
    #[arg(long, conflicts_with_all = ["all", "output"])]
    pub watch: bool,

    /// With --watch, steps a second; 0 is as fast as it goes
    #[arg(long, value_name = "N", default_value_t = 400, requires = "watch")]
    pub speed: u32,

    /// How solutions are written [default: line for lists, which hold a puzzle a line; else grid]
    #[arg(long, short, value_enum, value_name = "FORM")]
    pub output: Option<Output>,

    /// With --output line, print some solution even where there are several; which one may differ between kernels, forms of output and runs
    #[arg(long)]
    pub any: bool,

    /// Count the player's digits of a `state` among the givens
    #[arg(long)]
    pub from_state: bool,
}

/// How puzzles and solutions are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Output {
    /// Drawn as in a puzzle file
    Grid,
    /// One line a puzzle: the solution if it is the only one, else the verdict
    Line,
    /// One JSON array
    Json,
    /// One JSON object a line
    Ndjson,
    /// A puzzle file with the solution as an expectation
    Sdk,
}

#[derive(Debug, Args)]
pub struct CheckArgs {
    #[command(flatten)]
    pub inputs: Inputs,
    #[command(flatten)]
    pub bounds: Bounds,
    #[command(flatten)]
    pub lanes: Lanes,

    /// How diagnostics are written
    #[arg(long, default_value = "human", value_parser = named(DiagnosticFormat::ALL, DiagnosticFormat::name, DiagnosticFormat::summary))]
    pub format: DiagnosticFormat,

    #[arg(
        long,
        value_name = "FACT",
        value_parser = crate::expectation::parse,
        help = format!("An expectation for puzzles that state none: {}", crate::expectation::FORMS)
    )]
    pub expect: Vec<sdkc_puzzle::ExpectKind>,

    /// Language and rules only: nothing is solved
    #[arg(long, conflicts_with = "expect")]
    pub rules_only: bool,

    /// Warnings fail too
    #[arg(long)]
    pub deny_warnings: bool,

    /// Print which engine was picked and why, and what it counted; of a list, for all its puzzles together
    #[arg(long, conflicts_with = "rules_only")]
    pub stats: bool,
}

#[derive(Debug, Args)]
pub struct CountArgs {
    #[command(flatten)]
    pub inputs: Inputs,
    #[command(flatten)]
    pub bounds: Bounds,
    #[command(flatten)]
    pub lanes: Lanes,

    /// Where to stop counting
    #[arg(long, value_name = "N", default_value_t = 1_000_000, value_parser = clap::value_parser!(u64).range(1..))]
    pub limit: u64,

    /// How counts are written
    #[arg(long, short, value_enum, value_name = "FORM", default_value_t = CountOutput::Text)]
    pub output: CountOutput,

    /// Print which engine was picked and why, and what it counted; of a list, for all its puzzles together
    #[arg(long)]
    pub stats: bool,
}

/// How counts are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum CountOutput {
    /// One line a puzzle
    Text,
    /// One JSON array
    Json,
    /// One JSON object a line
    Ndjson,
}

#[derive(Debug, Args)]
pub struct LegalArgs {
    #[command(flatten)]
    pub inputs: Inputs,
    #[command(flatten)]
    pub bounds: Bounds,

    /// Only this cell: r4c7, or (1, 2, 3)
    #[arg(long, value_name = "CELL")]
    pub cell: Option<String>,

    /// Only values that occur in a solution
    #[arg(long = "true")]
    pub in_solutions: bool,
}

#[derive(Debug, Args)]
pub struct FmtArgs {
    /// Files, folders (all `.sdk` files below), or `-` to format standard input to standard output
    #[arg(required = true, value_name = "PATH")]
    pub paths: Vec<OsString>,

    /// Write nothing; list the files that would change and exit 1 if there are any
    #[arg(long)]
    pub check: bool,

    /// Write nothing; show the changes and exit 1 if there are any
    #[arg(long)]
    pub diff: bool,

    /// The file name to show for standard input
    #[arg(long, value_name = "NAME", default_value = "<stdin>", hide_default_value = true)]
    pub stdin_filename: String,
}

#[derive(Debug, Args)]
pub struct BenchArgs {
    /// Files of classic puzzles, one a line (`-` is standard input); without one, a set that is made on the spot
    #[arg(value_name = "FILE")]
    pub files: Vec<OsString>,

    /// How many puzzles to make where no file is given
    #[arg(long, value_name = "N", default_value_t = 5_000, value_parser = clap::value_parser!(u32).range(1..))]
    pub puzzles: u32,

    /// The seed of the puzzles that are made
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,

    /// How many rounds to take; the median counts
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u16).range(1..))]
    pub rounds: u16,

    /// Measure this kernel only; the variable SDKC_KERNEL says the same [default: all that this machine can run]
    #[arg(long, value_parser = kernel, value_name = "NAME")]
    pub kernel: Option<Kernel>,
}

#[derive(Debug, Args)]
pub struct ExplainArgs {
    /// The code, such as E0401
    pub code: Option<String>,
}

const STUDY_HELP: &str = "Examples:
  sdkc study --preset original
      the four strategies on 9x9, beside the exact truth
  sdkc study --locked 20 --strategies '' --samples 1000000
      only how many boards with 20 locked cells have a solution
  sdkc study --boards 4x4,2x2x2 --locked 0%..=50%:10% --samples 20 \\
      --max-nodes 5000 --out big
  sdkc study --resume --out big
      go on after Ctrl-C or a crash; the plan is that of the folder
  sdkc study --preset original --shard 1/2
      half of it; then: sdkc study merge whole original-*-of-2

The folder of the results holds report.html, summary.md, times.md, charts/ as
SVG and PNG, and every sample in samples.csv and samples.jsonl. A seed gives
the same results, times aside, whatever --jobs, machine and interruptions.
Exit codes: 0 finished, 2 wrong plan or folder, 3 merged parts lack samples,
70 a strategy contradicts the exact truth, 130 ended by Ctrl-C, 143 by a request
to end. All of them: sdkc --help";

/// The flags of a study change the plan: that of a file, of a preset, or the default one.
#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true, after_help = STUDY_HELP)]
pub struct StudyArgs {
    #[command(subcommand)]
    pub command: Option<StudyCommand>,

    /// A plan file (TOML)
    #[arg(value_name = "PLAN")]
    pub plan: Option<PathBuf>,

    /// A plan that comes with the program
    #[arg(long, conflicts_with = "plan", value_parser = ["original", "dimensions"])]
    pub preset: Option<String>,

    /// The folder of the results [default: the plan's name]
    #[arg(long, short, value_name = "FOLDER")]
    pub out: Option<PathBuf>,

    /// Boards by block, such as 3x3,4x4,2x2x2, or by regions:AABB/AABB/CCDD/CCDD
    #[arg(long, value_delimiter = ',', value_name = "BOARDS")]
    pub boards: Option<Vec<String>>,

    /// Counts of locked cells: 20, 0..=35:5, 0%..=60%:10%
    #[arg(long, value_delimiter = ',', value_name = "COUNTS")]
    pub locked: Option<Vec<String>>,

    /// Strategies; an empty string for the exact truth alone
    #[arg(long, value_delimiter = ',', value_name = "NAMES")]
    pub strategies: Option<Vec<String>>,

    /// Orders of values
    #[arg(long, value_delimiter = ',', value_name = "NAMES")]
    pub values: Option<Vec<String>>,

    /// What is deduced between guesses
    #[arg(long, value_delimiter = ',', value_name = "NAMES")]
    pub propagate: Option<Vec<String>>,

    /// How locked cells are drawn: legal-value, legal-pair or sparing
    #[arg(long, value_name = "MODEL")]
    pub placement: Option<String>,

    /// Let a cell be drawn again
    #[arg(long)]
    pub repeat: bool,

    /// Samples of each board and count
    #[arg(long, value_name = "N")]
    pub samples: Option<u64>,

    /// The study's seed
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,

    /// The most nodes of a strategy on a sample
    #[arg(long, value_name = "N")]
    pub max_nodes: Option<u64>,

    /// The most nodes of the exact truth on a sample, which is unknown where they do not suffice; boards of 9x9 need none
    /// [default: 20000]
    #[arg(long, value_name = "N")]
    pub truth_nodes: Option<u64>,

    /// The longest time of a strategy on a sample, such as 500ms; results then differ from run to run
    #[arg(long, value_parser = duration, value_name = "TIME")]
    pub timeout: Option<Duration>,

    /// How many samples to work on at once [default: one for each processor]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    pub jobs: Option<u16>,

    /// Go on where a stopped run left off
    #[arg(long)]
    pub resume: bool,

    /// Run one part of n, for one of n machines
    #[arg(long, value_name = "I/N")]
    pub shard: Option<Shard>,
}

#[derive(Debug, Subcommand)]
pub enum StudyCommand {
    /// Put the shards of a study together
    Merge {
        /// The folder of the whole
        out: PathBuf,
        /// The folders of all shards
        #[arg(required = true)]
        shards: Vec<PathBuf>,
    },
}

/// A parser for the rows of a table.
fn named<T: Copy + Send + Sync + 'static>(
    all: &'static [T],
    name: fn(T) -> &'static str,
    summary: fn(T) -> &'static str,
) -> impl TypedValueParser<Value = T> {
    let values = all.iter().map(move |row| PossibleValue::new(name(*row)).help(summary(*row)));
    PossibleValuesParser::new(values).map(move |chosen| {
        *all.iter().find(|row| name(**row) == chosen).expect("clap lets only the table's names through")
    })
}

/// Reads the name of a kernel.
fn kernel(name: &str) -> Result<Kernel, String> {
    Kernel::from_name(name).map_err(|error| format!("{error}; there are {}", Kernel::NAMES.join(", ")))
}

/// The variable of the environment that names a kernel where `--kernel` does not.
const KERNEL_VARIABLE: &str = "SDKC_KERNEL";

impl Command {
    /// Fills in what the environment says and the command line does not, and says which kernel lists get. A variable that is empty is one
    /// that is not set; one that is wrong is told by its own name, which clap would call an option that nobody wrote.
    pub fn heed_environment(&mut self) -> Result<Option<Kernel>, String> {
        let chosen = match self {
            Self::Solve(SolveArgs { lanes, .. })
            | Self::Check(CheckArgs { lanes, .. })
            | Self::Count(CountArgs { lanes, .. }) => &mut lanes.kernel,
            Self::Bench(BenchArgs { kernel, .. }) => kernel,
            _ => return Ok(None),
        };
        if chosen.is_none() {
            *chosen = kernel_of(std::env::var_os(KERNEL_VARIABLE))?;
        }
        Ok(*chosen)
    }
}

/// The kernel that a variable's value names.
fn kernel_of(value: Option<OsString>) -> Result<Option<Kernel>, String> {
    let Some(value) = value.filter(|value| !value.is_empty()) else { return Ok(None) };
    let name = value.to_string_lossy();
    let chosen = kernel(&name);
    chosen.map(Some).map_err(|error| format!("the variable {KERNEL_VARIABLE} is `{}`: {error}", shown(&name)))
}

/// Reads `500ms`, `10s`, `2m`, `1h` or `0`.
fn duration(text: &str) -> Result<Duration, String> {
    let split = text.find(|ch: char| !ch.is_ascii_digit() && ch != '_').unwrap_or(text.len());
    let number = text[..split].replace('_', "").parse::<u64>();
    let number = number
        .map_err(|_| "write a whole number and a unit: 500ms, 10s, 2m, 1h; 0 is no limit".to_owned())?;
    match &text[split..] {
        "ms" => Ok(Duration::from_millis(number)),
        "s" => Ok(Duration::from_secs(number)),
        "m" => Ok(Duration::from_secs(number.saturating_mul(60))),
        "h" => Ok(Duration::from_secs(number.saturating_mul(3600))),
        "" if number == 0 => Ok(Duration::ZERO),
        "" => Err(format!("a unit is missing: {number}ms, {number}s, {number}m or {number}h?")),
        unit => Err(format!("`{unit}` is no unit of time; use ms, s, m or h")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory as _;

    #[test]
    fn the_arguments_are_consistent() {
        Cli::command().debug_assert();
    }

    #[test]
    fn an_input_has_a_name_before_anything_came() {
        let of = |args: &[&str]| {
            let cli = Cli::try_parse_from([&["sdkc", "check"], args].concat()).expect("arguments");
            let Command::Check(args) = cli.command else { panic!("another command") };
            args.inputs.first_name()
        };
        assert_eq!((of(&["-"]), of(&["--stdin-filename", "a.txt", "-"])), ("<stdin>".into(), "a.txt".into()));
        assert_eq!(of(&["b.sdk", "-"]), "b.sdk");
    }

    #[test]
    fn the_kernel_can_be_found_in_the_help() {
        let cli = Cli::command();
        for name in ["solve", "check", "count", "bench"] {
            let command = cli.find_subcommand(name).expect("there is one");
            let kernel = command.get_arguments().find(|it| it.get_id() == "kernel").expect("it has one");
            let help = kernel.get_help().map(ToString::to_string).unwrap_or_default();
            assert!(!kernel.is_hide_set() && help.contains(KERNEL_VARIABLE), "{name}: {help}");
        }
        // No list goes through a kernel there.
        let legal = cli.find_subcommand("legal").expect("there is one");
        assert!(legal.get_arguments().all(|it| it.get_id() != "kernel"));
    }

    #[test]
    fn the_variable_of_the_kernel_is_told_by_its_name() {
        let of = |value: &str| kernel_of(Some(value.into()));
        assert_eq!(kernel_of(None), Ok(None));
        assert_eq!(of(""), Ok(None));
        assert_eq!(of("Scalar"), Ok(Some(Kernel::SCALAR)));
        let wrong = of("abacus").expect_err("there is none");
        assert!(
            wrong.contains("SDKC_KERNEL") && wrong.contains("portable") && !wrong.contains("--"),
            "{wrong}"
        );
    }

    #[test]
    fn durations_need_a_unit() {
        assert_eq!(duration("1_500ms"), Ok(Duration::from_millis(1500)));
        assert_eq!(duration("2m"), Ok(Duration::from_secs(120)));
        assert_eq!(duration("1h"), Ok(Duration::from_secs(3600)));
        assert_eq!(duration("0"), Ok(Duration::ZERO));
        for bad in ["10", "s", "-1s", "1d", "", "99999999999999999999s"] {
            assert!(duration(bad).is_err(), "{bad}");
        }
    }
}
