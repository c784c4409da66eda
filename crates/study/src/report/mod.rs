//! Tables, charts and the page. All of it is made from the samples, so it can be made again at any time.

mod axis;
mod chart;
mod html;
mod marks;
mod metric;
mod number;
mod raster;
mod tables;

use std::{
    fs,
    path::{Path, PathBuf},
};

use crate::{
    StudyError, Summary,
    folder::{Lock, replace},
};

use chart::Chart;
use metric::METRICS;
use tables::Table;

/// The folder of the charts within a study's folder.
const CHARTS: &str = "charts";

/// Summarises a study's folder and writes beside the samples: `summary.csv`, `outcomes.csv`, `summary.md` (the same on
/// every machine), `times-summary.csv`, `times-outcomes.csv`, `times.md`, `charts/*.svg`, `charts/*.png` and
/// `report.html`. Returns the paths.
///
/// # Errors
/// [`StudyError`] for results that are not the plan's, and for files that cannot be written.
pub fn write_report(folder: &Path) -> Result<(Summary, Vec<PathBuf>), StudyError> {
    write_report_until(folder, &|| false).map(|report| (report.summary, report.written))
}

/// What was written.
#[derive(Debug)]
pub struct Report {
    /// The summary of the samples.
    pub summary: Summary,
    /// The files.
    pub written: Vec<PathBuf>,
    /// Whether charts or the page were left out, because it was to end before.
    pub is_cut: bool,
}

/// The same for somebody who may have no time for the charts, which take the longest, nor for the page that shows them: asked before each
/// of them whether it is over.
///
/// # Errors
/// As [`write_report`].
pub fn write_report_until(folder: &Path, is_over: &dyn Fn() -> bool) -> Result<Report, StudyError> {
    let _lock = Lock::take(folder)?;
    let summary = Summary::of(folder)?;
    let mut written = Vec::new();
    let mut write = |name: String, bytes: &[u8]| {
        let path = folder.join(name);
        replace(&path, bytes)?;
        written.push(path);
        Ok::<(), StudyError>(())
    };
    write("summary.csv".to_owned(), tables::csv(&summary, false).as_bytes())?;
    write("summary.md".to_owned(), tables::markdown(&summary, false).as_bytes())?;
    write("outcomes.csv".to_owned(), tables::outcomes(&summary, false).as_bytes())?;
    write("times-outcomes.csv".to_owned(), tables::outcomes(&summary, true).as_bytes())?;
    write("times-summary.csv".to_owned(), tables::csv(&summary, true).as_bytes())?;
    write("times.md".to_owned(), tables::markdown(&summary, true).as_bytes())?;
    let charts = folder.join(CHARTS);
    fs::create_dir_all(&charts).map_err(StudyError::io("create", &charts))?;
    let raster = raster::Raster::new();
    let mut drawn = Vec::new();
    for board in 0..summary.plan.boards().len() {
        for metric in METRICS {
            let Some(chart) = Chart::new(&summary, board, metric) else { continue };
            if is_over() {
                return Ok(Report { summary, written, is_cut: true });
            }
            let svg = chart.svg()?;
            let name = format!("{CHARTS}/{}-{}", file_name(&summary, board), metric.key);
            write(format!("{name}.svg"), svg.as_bytes())?;
            write(format!("{name}.png"), &raster.png(&svg)?)?;
            drawn.push((board, metric, svg));
        }
    }
    write("report.html".to_owned(), html::page(&summary, &drawn).as_bytes())?;
    Ok(Report { summary, written, is_cut: false })
}

/// What a study says in short, as text for a terminal: rates and mean times of every board.
#[must_use]
pub fn overview(summary: &Summary) -> String {
    let mut out = format!("{}: {}\n", summary.title, conditions(summary));
    for board in 0..summary.plan.boards().len() {
        let keys = METRICS.iter().filter(|metric| ["success", "limit", "time-mean"].contains(&metric.key));
        let has_limits = summary.of_board(board).any(|group| group.limit.at > 0.0);
        for metric in keys.filter(|metric| metric.key != "limit" || has_limits) {
            if let Some(table) = Table::new(summary, board, metric) {
                out.push_str(&format!("\n{}, {}\n", board_title(summary, board), table.title));
                table.write_text(&mut out);
            }
        }
    }
    out
}

/// A board's name as part of a file name: a jigsaw's regions are too long for one.
fn file_name(summary: &Summary, board: usize) -> String {
    let name = &summary.plan.boards()[board].name;
    if name.starts_with("regions:") { format!("jigsaw-{}", board + 1) } else { name.clone() }
}

/// What stands under headings and charts: how the numbers came about.
fn conditions(summary: &Summary) -> String {
    let spec = summary.plan.spec();
    let mut parts = vec![
        format!("{} a point", counted(spec.samples, "sample")),
        format!("placement {}{}", spec.placement, if spec.repeat { " with repeats" } else { "" }),
        format!("seed {}", spec.seed),
    ];
    if let Some(nodes) = spec.limits.nodes.filter(|_| !spec.strategies.is_empty()) {
        parts.push(format!("at most {}", counted(nodes, "node")));
    }
    if let Some(time) = spec.limits.time_ms {
        parts.push(format!("at most {time} ms (results under a time limit differ from run to run)"));
    }
    if summary.done.0 < summary.done.1 {
        parts.push(format!(
            "only {} of {} done",
            number::count(summary.done.0),
            counted(summary.done.1, "sample")
        ));
    }
    parts.join(", ")
}

/// `1 sample`, `1 000 samples`.
fn counted(n: u64, noun: &str) -> String {
    format!("{} {noun}{}", number::count(n), if n == 1 { "" } else { "s" })
}

/// A board as headings name it: `9×9 (3x3)`.
fn board_title(summary: &Summary, board: usize) -> String {
    let board = &summary.plan.boards()[board];
    format!("{} ({})", board.shape, board.name)
}
