//! The summary as CSV and as Markdown. What differs from run to run, times, has files of its own.

use std::fmt::Write as _;

use crate::{
    Group, Interval, MOST_DIFFERENT, Outcome, Summary, Verdict, sample::run_columns, stats::Estimates,
};

use super::{
    board_title, conditions,
    metric::{METRICS, Metric, Unit},
    number,
};

/// `summary.csv`, or with `times` `times-summary.csv`.
pub(super) fn csv(summary: &Summary, times: bool) -> String {
    let mut columns: Vec<String> =
        "board,locked,strategy,values,propagate,samples".split(',').map(str::to_owned).collect();
    if times {
        push_names(&mut columns, "time_ns");
        push_bound_names(&mut columns, "time_ns");
    } else {
        columns.extend(Verdict::ALL.iter().map(|verdict| verdict.name().to_owned()));
        for rate in ["success", "limit_rate"] {
            columns.extend([rate.to_owned(), format!("{rate}_low"), format!("{rate}_high")]);
        }
        ["nodes", "guesses", "propagations"].iter().for_each(|name| push_names(&mut columns, name));
        push_bound_names(&mut columns, "nodes");
    }
    let mut out = columns.join(",") + "\n";
    for group in &summary.groups {
        let mut fields =
            vec![summary.plan.board_of(group.point).name.clone(), group.point.locked.to_string()];
        fields.extend(run_columns(summary.plan.configs(), group.run).map(str::to_owned));
        fields.push(group.n.to_string());
        if times {
            push_estimates(&mut fields, Some(&group.nanos));
            fields.extend(group.nanos_at_least.map(|is_bound| is_bound.to_string()));
        } else {
            fields.extend(group.verdicts.iter().map(u64::to_string));
            [group.success, group.limit].iter().for_each(|rate| push_interval(&mut fields, rate));
            for at in 0..3 {
                push_estimates(&mut fields, group.counters.as_ref().map(|counters| &counters[at]));
            }
            let known = |is_bound: bool| group.counters.map_or_else(String::new, |_| is_bound.to_string());
            fields.extend(group.nodes_at_least.map(known));
        }
        out.push_str(&fields.join(","));
        out.push('\n');
    }
    out
}

fn push_names(columns: &mut Vec<String>, name: &str) {
    for what in ["mean", "median", "p95"] {
        columns.extend(["", "_low", "_high"].map(|end| format!("{name}_{what}{end}")));
    }
}

/// Whether the numbers are lower bounds.
fn push_bound_names(columns: &mut Vec<String>, name: &str) {
    columns.extend(["mean", "median", "p95"].map(|what| format!("{name}_{what}_at_least")));
}

fn push_estimates(fields: &mut Vec<String>, estimates: Option<&Estimates>) {
    match estimates {
        Some(it) => [it.mean, it.median, it.p95].iter().for_each(|one| push_interval(fields, one)),
        None => fields.extend(std::iter::repeat_n(String::new(), 9)),
    }
}

fn push_interval(fields: &mut Vec<String>, interval: &Interval) {
    let written = |number: f64| if number.is_finite() { format!("{number:.6}") } else { String::new() };
    fields.extend([interval.at, interval.low, interval.high].map(written));
}

/// `outcomes.csv`, or with `times` `times-outcomes.csv`: the same numbers for each outcome by itself.
pub(super) fn outcomes(summary: &Summary, times: bool) -> String {
    let mut columns: Vec<String> =
        "board,locked,strategy,values,propagate,outcome,samples".split(',').map(str::to_owned).collect();
    let names: &[&str] = if times { &["time_ns"] } else { &["nodes", "guesses", "propagations"] };
    names.iter().for_each(|name| push_names(&mut columns, name));
    let mut out = columns.join(",") + "\n";
    for group in &summary.groups {
        for outcome in &group.outcomes {
            let mut fields =
                vec![summary.plan.board_of(group.point).name.clone(), group.point.locked.to_string()];
            fields.extend(run_columns(summary.plan.configs(), group.run).map(str::to_owned));
            fields.extend([outcome.verdict.name().to_owned(), outcome.n.to_string()]);
            if times {
                push_estimates(&mut fields, Some(&outcome.nanos));
            } else {
                (0..3).for_each(|at| {
                    push_estimates(&mut fields, outcome.counters.as_ref().map(|counters| &counters[at]));
                });
            }
            out.push_str(&fields.join(","));
            out.push('\n');
        }
    }
    out
}

/// `summary.md`, or with `times` `times.md`.
pub(super) fn markdown(summary: &Summary, times: bool) -> String {
    let mut out = format!("# {}\n\n{}.\n", summary.title, conditions(summary));
    if !times {
        out.push_str(
            "\n`exact` is whether a solution exists at all; where it is not 100 %, no strategy can reach 100 %. It is \
             `unknown` where boards are left on which the exact solver reached its own limit (`truth-nodes`) and no \
             strategy found a solution or proved that there is none. In brackets: 95 % intervals (Wilson for rates, \
             bootstrap for nodes). Runs that reached the limit count in nodes with what they used, so that \
             means are lower bounds there, and medians and percentiles that fall on them: these are marked `≥`.\n",
        );
    }
    let _ = writeln!(out, "\n{}.", quantiles());
    for board in 0..summary.plan.boards().len() {
        let _ = writeln!(out, "\n## {}", board_title(summary, board));
        for metric in METRICS.iter().filter(|metric| metric.is_timed() == times) {
            if let Some(table) = Table::new(summary, board, metric) {
                let _ = writeln!(out, "\n### {}\n", table.title);
                table.write_markdown(&mut out);
            }
        }
        if let Some(table) = Table::by_outcome(summary, board, times) {
            let _ = writeln!(out, "\n### {}\n", table.title);
            table.write_markdown(&mut out);
        }
    }
    out
}

/// How medians and percentiles are defined, and how far they are exact.
pub(super) fn quantiles() -> String {
    format!(
        "Medians and percentiles interpolate between the two numbers around their place (type 7 of Hyndman and Fan, the \
         default of R and NumPy); a point with more than {} different numbers has them to within 2 %",
        number::count(MOST_DIFFERENT as u64)
    )
}

/// The table of one metric on one board: a row a count, a column a run.
pub(super) struct Table {
    pub(super) title: String,
    pub(super) head: Vec<String>,
    pub(super) rows: Vec<Vec<String>>,
}

impl Table {
    pub(super) fn new(summary: &Summary, board: usize, metric: &Metric) -> Option<Self> {
        let groups: Vec<&Group> = summary.of_board(board).collect();
        let runs: Vec<usize> = (0..=summary.plan.configs().len())
            .filter(|run| groups.iter().any(|group| group.run == *run && (metric.of)(group).is_some()))
            .collect();
        if runs.is_empty() {
            return None;
        }
        let mut locked: Vec<usize> = groups.iter().map(|group| group.point.locked).collect();
        locked.dedup();
        let cell = |locked: usize, run: usize| {
            let group = groups.iter().find(|group| group.point.locked == locked && group.run == run);
            let known = group.and_then(|group| Some(((metric.of)(group)?, (metric.at_least)(group))));
            known.map_or_else(|| "–".to_owned(), |(it, is_bound)| shown(it, metric.unit, is_bound))
        };
        let head = std::iter::once("locked".to_owned()).chain(runs.iter().map(|run| summary.label(*run)));
        let rows = locked.iter().map(|locked| {
            std::iter::once(locked.to_string()).chain(runs.iter().map(|run| cell(*locked, *run))).collect()
        });
        let unit = if metric.unit == Unit::Percent { ", %" } else { "" };
        Some(Self { title: format!("{}{unit}", metric.title), head: head.collect(), rows: rows.collect() })
    }

    /// Means for each outcome by itself: a proof that there is no solution costs something else than a solution.
    pub(super) fn by_outcome(summary: &Summary, board: usize, times: bool) -> Option<Self> {
        let of =
            |outcome: &Outcome| if times { Some(outcome.nanos) } else { outcome.counters.map(|[it, ..]| it) };
        let unit = if times { Unit::Time } else { Unit::Count };
        let groups: Vec<&Group> = summary
            .of_board(board)
            .filter(|group| group.outcomes.iter().any(|outcome| of(outcome).is_some()))
            .collect();
        let rows: Vec<Vec<String>> = groups
            .iter()
            .map(|group| {
                let mean = |verdict: Verdict| {
                    let outcome = group.outcomes.iter().find(|outcome| outcome.verdict == verdict);
                    let is_bound = verdict == Verdict::Limit;
                    outcome.and_then(of).map_or_else(|| "–".to_owned(), |it| shown(it.mean, unit, is_bound))
                };
                let mut row = vec![group.point.locked.to_string(), summary.label(group.run)];
                row.extend([Verdict::Solved, Verdict::Unsolvable, Verdict::Limit].map(mean));
                row
            })
            .collect();
        let head = ["locked", "strategy", "solved", "unsolvable", "limit"].map(str::to_owned).to_vec();
        let title = format!("Mean {} by outcome", if times { "time" } else { "nodes" });
        (!rows.is_empty()).then_some(Self { title, head, rows })
    }

    /// Columns of equal width, numbers to the right.
    pub(super) fn write_text(&self, out: &mut String) {
        let rows: Vec<&Vec<String>> = std::iter::once(&self.head).chain(&self.rows).collect();
        let width = |at: usize| rows.iter().map(|row| row[at].chars().count()).max().unwrap_or(0);
        let widths: Vec<usize> = (0..self.head.len()).map(width).collect();
        for row in rows {
            let cells: Vec<String> =
                row.iter().zip(&widths).map(|(cell, width)| format!("{cell:>width$}")).collect();
            let _ = writeln!(out, "{}", cells.join("  "));
        }
    }

    fn write_markdown(&self, out: &mut String) {
        let _ = writeln!(out, "| {} |", self.head.join(" | "));
        let _ = writeln!(out, "|{}", "---:|".repeat(self.head.len()));
        for row in &self.rows {
            let _ = writeln!(out, "| {} |", row.join(" | "));
        }
    }
}

/// `95.6 (94.2–96.7)`, `≥ 95.6 (94.2–96.7)` where the number is a lower bound, or `unknown (48.1–85.5)` where only bounds are known.
fn shown(interval: Interval, unit: Unit, is_bound: bool) -> String {
    let [at, low, high] =
        [interval.at, interval.low, interval.high].map(|number| number::write(number, unit));
    let at = if interval.at.is_finite() { at } else { "unknown".to_owned() };
    let sign = if is_bound && interval.at.is_finite() { "≥ " } else { "" };
    if at == low && at == high { format!("{sign}{at}") } else { format!("{sign}{at} ({low}–{high})") }
}
