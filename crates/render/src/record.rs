//! The JSON record that a command writes for each puzzle. Its schema is `schema/record.schema.json`.

use std::collections::BTreeMap;

use sdkc_puzzle::{Puzzle, Verdict};
use serde::{Serialize, Serializer};

use crate::boards::Cells;
use crate::diagnostics::{FileReport, JsonDiagnostic, Places};

/// The version of everything that is written as JSON. It grows when a field changes its meaning or goes away.
pub const JSON_VERSION: u32 = 1;

/// A count. In JSON it is a number up to 2⁵³, which every reader holds exactly, and a string of digits above.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Number(pub u128);

impl Serialize for Number {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match u64::try_from(self.0) {
            Ok(small) if small <= 1 << 53 => to.serialize_u64(small),
            _ => to.collect_str(&self.0),
        }
    }
}

impl From<u64> for Number {
    fn from(count: u64) -> Self {
        Self(u128::from(count))
    }
}

/// What a command found out about one puzzle. A field that does not apply is `null`; none is ever left out.
///
/// ```
/// use sdkc_puzzle::Verdict;
/// use sdkc_render::Record;
/// let mut record = Record::new("a.sdk", 3, 1, Verdict::Multiple);
/// record.count = Some(2.into());
/// record.count_is_exact = Some(false);
/// let json = serde_json::to_string(&record).expect("a record is always JSON");
/// assert!(json.contains(r#""unique":false"#) && json.contains(r#""line":3"#));
/// ```
#[derive(Clone, Debug, Serialize)]
pub struct Record {
    /// [`JSON_VERSION`].
    pub version: u32,
    /// The file as the user named it.
    pub file: String,
    /// The 1-based line on which the puzzle starts.
    pub line: u32,
    /// The 1-based number of the puzzle in its file.
    pub index: usize,
    /// Its name.
    pub puzzle: Option<String>,
    /// The format of the file, `sdk` for native ones.
    pub dialect: String,
    /// The shape: `9×9`.
    pub shape: Option<String>,
    /// What is known about its solutions.
    #[serde(serialize_with = "name_of_verdict")]
    pub verdict: Verdict,
    /// Whether there is exactly one solution, where that is decided.
    pub unique: Option<bool>,
    /// A solution.
    pub solution: Option<Cells>,
    /// The number of solutions found.
    pub count: Option<Number>,
    /// Whether there are no more than `count`.
    pub count_is_exact: Option<bool>,
    /// The strategy used.
    pub strategy: Option<String>,
    /// The engine that did the work.
    pub backend: Option<String>,
    /// Why it was that one; with `--stats`.
    pub backend_reason: Option<String>,
    /// The seed used.
    pub seed: Option<Number>,
    /// The number of nodes: legal values placed.
    pub nodes: Option<Number>,
    /// The time spent, in milliseconds.
    pub time_ms: Option<f64>,
    /// The limit that ended the search: `timeout`, `nodes`, `count`, `memory`, `cancelled`.
    pub limit: Option<String>,
    /// What is wrong with the puzzle.
    pub diagnostics: Vec<JsonDiagnostic>,
    /// Further figures by name, such as those of `--stats`.
    pub stats: BTreeMap<String, Number>,
}

fn name_of_verdict<S: Serializer>(verdict: &Verdict, to: S) -> Result<S::Ok, S::Error> {
    to.serialize_str(verdict.name())
}

impl Record {
    /// A record that says where the puzzle is and what the verdict is.
    #[must_use]
    pub fn new(file: impl Into<String>, line: u32, index: usize, verdict: Verdict) -> Self {
        Self {
            version: JSON_VERSION,
            file: file.into(),
            line,
            index,
            puzzle: None,
            dialect: "sdk".to_owned(),
            shape: None,
            verdict,
            unique: verdict.unique(),
            solution: None,
            count: None,
            count_is_exact: None,
            strategy: None,
            backend: None,
            backend_reason: None,
            seed: None,
            nodes: None,
            time_ms: None,
            limit: None,
            diagnostics: Vec::new(),
            stats: BTreeMap::new(),
        }
    }

    /// Adds what the puzzle itself says: its name and shape.
    #[must_use]
    pub fn about(mut self, puzzle: &Puzzle) -> Self {
        self.puzzle.clone_from(&puzzle.name);
        self.shape = Some(puzzle.board.shape().to_string());
        self
    }
}

/// The diagnostics of a file as they stand in records.
#[must_use]
pub fn record_diagnostics(file: FileReport<'_>) -> Vec<JsonDiagnostic> {
    let places = Places::new(&file);
    file.diagnostics.iter().map(|it| JsonDiagnostic::new(file.path, &places, it)).collect()
}
