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
    /// Whether the number is a lower bound only.
    pub(super) at_least: fn(&Group) -> bool,
}

impl Metric {
    /// Whether it differs from run to run.
    pub(super) fn is_timed(&self) -> bool {
        self.unit == Unit::Time
    }
}

pub(super) const METRICS: &[Metric] = &[
    Metric {
        key: "success",
        title: "Success rate",
        unit: Unit::Percent,
        of: |group| Some(group.success),
        at_least: |_| false,
    },
    Metric {
        key: "limit",
        title: "Rate of runs that reached the limit",
        unit: Unit::Percent,
        of: |group| Some(group.limit),
        at_least: |_| false,
    },
    Metric {
        key: "nodes-mean",
        title: "Mean nodes",
        unit: Unit::Count,
        of: |group| nodes(group).map(|it| it.mean),
        at_least: |group| group.nodes_at_least[0],
    },
    Metric {
        key: "nodes-median",
        title: "Median nodes",
        unit: Unit::Count,
        of: |group| nodes(group).map(|it| it.median),
        at_least: |group| group.nodes_at_least[1],
    },
    Metric {
        key: "nodes-p95",
        title: "95th percentile of nodes",
        unit: Unit::Count,
        of: |group| nodes(group).map(|it| it.p95),
        at_least: |group| group.nodes_at_least[2],
    },
    Metric {
        key: "time-mean",
        title: "Mean time",
        unit: Unit::Time,
        of: |group| Some(group.nanos.mean),
        at_least: |group| group.nanos_at_least[0],
    },
    Metric {
        key: "time-median",
        title: "Median time",
        unit: Unit::Time,
        of: |group| Some(group.nanos.median),
        at_least: |group| group.nanos_at_least[1],
    },
    Metric {
        key: "time-p95",
        title: "95th percentile of time",
        unit: Unit::Time,
        of: |group| Some(group.nanos.p95),
        at_least: |group| group.nanos_at_least[2],
    },
];

fn nodes(group: &Group) -> Option<Estimates> {
    group.counters.map(|[nodes, ..]| nodes)
}
