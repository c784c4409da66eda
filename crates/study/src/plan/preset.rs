//! Plans that come with the program.

use super::{Locked, PlanSpec, SpecLimits};

/// The names of the presets, each with a sentence.
pub const PRESETS: &[(&str, &str)] = &[
    (
        "original",
        "The published tables: 9×9, 0 to 35 locked cells, first-empty and min-candidates among four.",
    ),
    ("dimensions", "The strategies where they differ: 9×9, 16×16, 25×25, three and four dimensions."),
];

/// The plan of a preset; `None` for a name that is in no row of [`PRESETS`].
///
/// ```
/// let plan = sdkc_study::preset("original").expect("a preset").resolve()?;
/// assert_eq!(plan.points().len(), 8);
/// # Ok::<(), sdkc_study::StudyError>(())
/// ```
#[must_use]
pub fn preset(name: &str) -> Option<PlanSpec> {
    match name {
        "original" => Some(PlanSpec { name: name.to_owned(), ..PlanSpec::default() }),
        "dimensions" => Some(PlanSpec {
            name: name.to_owned(),
            boards: ["3x3", "4x4", "5x5", "2x2x2", "1x1x2x2"].map(str::to_owned).to_vec(),
            // With three dimensions and more, few cells are enough to leave no solution.
            locked: ["0..=16:4", "10%..=50%:10%"].map(|range| Locked::Range(range.to_owned())).to_vec(),
            propagate: vec!["singles".to_owned()],
            samples: 50,
            limits: SpecLimits { nodes: Some(10_000), ..SpecLimits::default() },
            ..PlanSpec::default()
        }),
        _ => None,
    }
}
