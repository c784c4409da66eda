//! The simulation study: which cell-selection strategy wins, exactly.
//!
//! A [`PlanSpec`] says what to compare: boards, counts of locked cells, strategies, samples, limits. [`run`] draws every
//! sample from a seed of its own ([`Placer`]), finds out exactly whether it has a solution, runs every strategy on it and
//! writes all of it into a folder; [`merge`] joins what several machines wrote. [`Summary`] makes rates and intervals of
//! it, [`write_report`] tables, charts and a page. All but times is the same on every machine and with any number of
//! threads, as long as the plan limits nodes and not time.
//!
//! ```
//! use sdkc_study::{Model, PlanSpec, Placer};
//! let plan = PlanSpec { samples: 10, ..PlanSpec::default() }.resolve()?;
//! let board = &plan.boards()[0];
//! let mut placer = Placer::new(&board.shape);
//! assert_eq!(placer.draw(Model::LegalValue, false, 20, sdkc_study::sample_seed(1, &board.name, 20, 0)), 20);
//! # Ok::<(), sdkc_study::StudyError>(())
//! ```

mod error;
mod folder;
mod merge;
mod placement;
mod plan;
mod read;
mod report;
mod run;
mod sample;
mod seed;
mod stats;
mod summary;
mod truth;
mod watch;
mod work;

pub use error::StudyError;
pub use folder::planned;
pub use merge::merge;
pub use placement::{Model, Placer};
pub use plan::{BoardSpec, Config, Locked, PRESETS, Plan, PlanSpec, Point, SpecLimits, preset};
pub use report::{Report, overview, write_report, write_report_until};
pub use run::{Progress, RunOptions, run};
pub use sample::{Run, Sample, Verdict};
pub use seed::sample_seed;
pub use stats::{Estimates, Histogram, Interval, MOST_DIFFERENT, estimates, wilson};
pub use summary::{Group, Outcome, Summary};
pub use watch::{Slow, Watch};
pub use work::Shard;
