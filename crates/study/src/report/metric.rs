//! What is tabled and drawn: one row a metric. Tables, columns and charts follow from it.

use crate::{Group, Interval, stats::Estimates};

/// How a metric's numbers are written and scaled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unit {
    /// A share, shown in per cent from 0 to 100.
    Percent,
    /// A number, on a logarithmic scale.
    Count,
    /// Nanoseconds, on a logarithmic scale.
    Time,
}

/// One row.
pub(super) struct Metric {
    pub(super) key: &'static str,
    pub(super) title: &'static str,
    pub(super) unit: Unit,
    pub(super) of: fn(&Group) -> Option<Interval>,
}

impl Metric {
    /// Whether it differs from run to run.
    pub(super) fn is_timed(&self) -> bool {
        self.unit == Unit::Time
    }
}

pub(super) const METRICS: &[Metric] = &[
    Metric { key: "success", title: "Success rate", unit: Unit::Percent, of: |group| Some(group.success) },
    Metric {
        key: "limit",
        title: "Rate of runs that reached the limit",
        unit: Unit::Percent,
        of: |group| Some(group.limit),
    },
    Metric {
        key: "nodes-mean",
        title: "Mean nodes",
        unit: Unit::Count,
        of: |group| nodes(group).map(|it| it.mean),
    },
    Metric {
        key: "nodes-median",
        title: "Median nodes",
        unit: Unit::Count,
        of: |group| nodes(group).map(|it| it.median),
    },
    Metric {
        key: "nodes-p95",
        title: "95th percentile of nodes",
        unit: Unit::Count,
        of: |group| nodes(group).map(|it| it.p95),
    },
    Metric { key: "time-mean", title: "Mean time", unit: Unit::Time, of: |group| Some(group.nanos.mean) },
    Metric {
        key: "time-median",
        title: "Median time",
        unit: Unit::Time,
        of: |group| Some(group.nanos.median),
    },
    Metric {
        key: "time-p95",
        title: "95th percentile of time",
        unit: Unit::Time,
        of: |group| Some(group.nanos.p95),
    },
];

fn nodes(group: &Group) -> Option<Estimates> {
    group.counters.map(|[nodes, ..]| nodes)
}
