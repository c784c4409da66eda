//! What a study runs: the plan as text ([`PlanSpec`], a TOML file or flags) and as the run needs it ([`Plan`]).

mod boards;
mod counts;
mod preset;

use std::{fmt, str::FromStr, time::Duration};

use sdkc_engine::{Propagation, Strategy, ValueOrder};
use serde::{Deserialize, Serialize};

use crate::{StudyError, placement::Model};

pub use boards::BoardSpec;
pub use preset::{PRESETS, preset};

/// The most samples of a point: their numbers stay exact in every reader of JSON.
const MOST_SAMPLES: u64 = 1 << 40;

/// A plan as it is written. [`PlanSpec::resolve`] checks it.
///
/// ```
/// use sdkc_study::PlanSpec;
/// let plan = PlanSpec::from_toml("boards = ['2x2']\nlocked = ['0..=8:4', 16]\nsamples = 10")?.resolve()?;
/// assert_eq!(plan.points().len(), 4);
/// let error = PlanSpec::from_toml("samples = 0")?.resolve().unwrap_err();
/// assert_eq!(error.to_string(), "the plan's `samples`: at least 1 is needed");
/// # Ok::<(), sdkc_study::StudyError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct PlanSpec {
    /// A name for headings.
    pub name: String,
    /// Boards by block (`3x3` is 9×9, `2x2x2` is 8×8×8) or by `regions:AABB/AABB/CCDD/CCDD`.
    pub boards: Vec<String>,
    /// Counts of locked cells.
    pub locked: Vec<Locked>,
    /// Names of strategies; none for the exact truth alone.
    pub strategies: Vec<String>,
    /// Names of value orders.
    pub values: Vec<String>,
    /// Names of propagation levels.
    pub propagate: Vec<String>,
    /// How locked cells are drawn.
    pub placement: String,
    /// Whether a cell may be drawn again; its value is then replaced.
    pub repeat: bool,
    /// Samples of each board and count.
    pub samples: u64,
    /// The study's seed.
    pub seed: u64,
    /// When to give up on a sample.
    pub limits: SpecLimits,
}

/// A count of locked cells, or a range of them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Locked {
    /// One count.
    Count(u32),
    /// `0..=35:5`, or in per cent of the cells, `0%..=60%:10%`.
    Range(String),
}

impl fmt::Display for Locked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Count(count) => count.fmt(f),
            Self::Range(range) => range.fmt(f),
        }
    }
}

/// What is a number is a count, so that a plan is the same in a file and as flags.
impl From<String> for Locked {
    fn from(text: String) -> Self {
        text.parse().map_or(Self::Range(text), Self::Count)
    }
}

/// The limits of one run on one sample.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct SpecLimits {
    /// The most nodes of a strategy.
    pub nodes: Option<u64>,
    /// The most nodes of the exact truth, which is unknown where they do not suffice and no strategy decides the board
    /// either; the kernel for 9×9 needs none and takes none. There is always a limit: on boards of three dimensions some samples would take days.
    pub truth_nodes: u64,
    /// The longest time in milliseconds. Results under a time limit differ from run to run.
    pub time_ms: Option<u64>,
}

impl Default for SpecLimits {
    fn default() -> Self {
        Self { nodes: None, truth_nodes: 20_000, time_ms: None }
    }
}

impl Default for PlanSpec {
    fn default() -> Self {
        let names = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
        Self {
            name: "study".to_owned(),
            boards: names(&["3x3"]),
            locked: vec![Locked::Range("0..=35:5".to_owned())],
            strategies: names(&["first-empty", "min-candidates", "max-constraints", "random"]),
            values: names(&["ascending"]),
            propagate: names(&["none"]),
            placement: Model::LegalValue.name().to_owned(),
            repeat: false,
            samples: 1000,
            seed: 1,
            limits: SpecLimits { nodes: Some(1_000_000), ..SpecLimits::default() },
        }
    }
}

impl PlanSpec {
    /// Reads a plan file; keys that are missing have their defaults.
    ///
    /// # Errors
    /// [`StudyError::Plan`] with the line and the key.
    pub fn from_toml(text: &str) -> Result<Self, StudyError> {
        toml::from_str(text).map_err(|why| StudyError::plan("text", why.to_string().trim_end()))
    }

    /// Writes the plan so that [`PlanSpec::from_toml`] reads it back.
    ///
    /// # Errors
    /// [`StudyError::Plan`] for numbers that TOML cannot hold.
    pub fn to_toml(&self) -> Result<String, StudyError> {
        toml::to_string(self).map_err(|why| StudyError::plan("text", why.to_string()))
    }

    /// Checks the plan and works out its points and configurations.
    ///
    /// # Errors
    /// [`StudyError::Plan`] with the key that is impossible.
    pub fn resolve(&self) -> Result<Plan, StudyError> {
        let model = parse_all::<Model>("placement", std::slice::from_ref(&self.placement))?[0];
        if self.samples == 0 {
            return Err(StudyError::plan("samples", "at least 1 is needed"));
        }
        if self.samples > MOST_SAMPLES {
            return Err(StudyError::plan("samples", format!("at most {MOST_SAMPLES} are possible")));
        }
        if self.seed >= 1 << 53 {
            return Err(StudyError::plan("seed", "must be below 2^53"));
        }
        if self.limits.nodes == Some(0) || self.limits.truth_nodes == 0 {
            return Err(StudyError::plan("limits", "a limit of 0 nodes decides nothing"));
        }
        if self.limits.time_ms == Some(0) {
            return Err(StudyError::plan("limits", "a time limit of 0 ms decides nothing"));
        }
        let boards = self.boards()?;
        let points = self.points(&boards)?;
        Ok(Plan { configs: self.configs()?, boards, points, model, spec: self.clone() })
    }

    fn boards(&self) -> Result<Vec<BoardSpec>, StudyError> {
        if self.boards.is_empty() {
            return Err(StudyError::plan("boards", "name at least one"));
        }
        let mut boards: Vec<BoardSpec> = Vec::new();
        for name in &self.boards {
            if boards.iter().any(|board| board.name == *name) {
                return Err(StudyError::plan("boards", format!("`{name}` is named twice")));
            }
            boards.push(BoardSpec::parse(name).map_err(|what| StudyError::plan("boards", what))?);
        }
        Ok(boards)
    }

    fn points(&self, boards: &[BoardSpec]) -> Result<Vec<Point>, StudyError> {
        let mut points = Vec::new();
        for (at, board) in boards.iter().enumerate() {
            let mut locked = Vec::new();
            for text in &self.locked {
                let counts = counts::counts(&text.to_string(), board.shape.n_cells());
                locked.extend(
                    counts.map_err(|what| StudyError::plan("locked", format!("{what} ({})", board.name)))?,
                );
            }
            locked.sort_unstable();
            locked.dedup();
            points.extend(locked.into_iter().map(|locked| Point { board: at, locked }));
        }
        if points.is_empty() {
            return Err(StudyError::plan("locked", "name at least one count"));
        }
        Ok(points)
    }

    /// Every strategy with every order and level; `auto` has its own, so it comes once.
    fn configs(&self) -> Result<Vec<Config>, StudyError> {
        let strategies: Vec<Strategy> = parse_all("strategies", &self.strategies)?;
        let orders: Vec<ValueOrder> = parse_all("values", &self.values)?;
        let levels: Vec<Propagation> = parse_all("propagate", &self.propagate)?;
        let mut configs = Vec::new();
        for strategy in strategies {
            if strategy == Strategy::Auto {
                configs.push(Config { strategy, options: None });
                continue;
            }
            let pairs = orders.iter().flat_map(|order| levels.iter().map(move |level| (*order, *level)));
            let before = configs.len();
            configs.extend(pairs.map(|pair| Config { strategy, options: Some(pair) }));
            if configs.len() == before {
                return Err(StudyError::plan(
                    "values",
                    "name at least one order and one level of `propagate`",
                ));
            }
        }
        Ok(configs)
    }
}

fn parse_all<T>(key: &str, names: &[String]) -> Result<Vec<T>, StudyError>
where
    T: FromStr<Err: fmt::Display> + PartialEq,
{
    let mut all = Vec::new();
    for name in names {
        let one = name.parse().map_err(|why: T::Err| StudyError::plan(key, why.to_string()))?;
        if all.contains(&one) {
            return Err(StudyError::plan(key, format!("`{name}` is named twice")));
        }
        all.push(one);
    }
    Ok(all)
}

/// One board with one count of locked cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Point {
    /// The number of the board in [`Plan::boards`].
    pub board: usize,
    /// The count.
    pub locked: usize,
}

/// One strategy with its options; `auto` has none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Config {
    /// The strategy.
    pub strategy: Strategy,
    /// The order of values, and what is deduced.
    pub options: Option<(ValueOrder, Propagation)>,
}

impl Config {
    /// The three columns of results: strategy, values, propagate.
    #[must_use]
    pub fn columns(&self) -> [&'static str; 3] {
        let (values, propagate) =
            self.options.map_or(("", ""), |(order, level)| (order.name(), level.name()));
        [self.strategy.name(), values, propagate]
    }
}

/// A plan that can be run.
#[derive(Clone, Debug)]
pub struct Plan {
    spec: PlanSpec,
    boards: Vec<BoardSpec>,
    points: Vec<Point>,
    configs: Vec<Config>,
    model: Model,
}

impl Plan {
    /// The plan as it was written.
    #[must_use]
    pub const fn spec(&self) -> &PlanSpec {
        &self.spec
    }

    /// The boards.
    #[must_use]
    pub fn boards(&self) -> &[BoardSpec] {
        &self.boards
    }

    /// The points, board by board, counts ascending.
    #[must_use]
    pub fn points(&self) -> &[Point] {
        &self.points
    }

    /// The strategies with their options.
    #[must_use]
    pub fn configs(&self) -> &[Config] {
        &self.configs
    }

    /// How locked cells are drawn.
    #[must_use]
    pub const fn model(&self) -> Model {
        self.model
    }

    /// The time limit.
    #[must_use]
    pub fn time_limit(&self) -> Option<Duration> {
        self.spec.limits.time_ms.map(Duration::from_millis)
    }

    /// The board of a point.
    #[must_use]
    pub fn board_of(&self, point: Point) -> &BoardSpec {
        &self.boards[point.board]
    }
}
