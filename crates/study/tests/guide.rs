//! The guide page's figures are ours: some of its table rows are worked out again, and the plan that it names is read.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::{fs, path::PathBuf};

use sdkc_study::{Group, Locked, PlanSpec, RunOptions, Shard, Summary, Watch, preset, run};

const PAGE: &str = include_str!("../guide/original-tables.md");

struct Silent;

impl Watch for Silent {
    fn progress(&self, _: u64, _: u64) {}

    fn stop(&self) -> bool {
        false
    }
}

fn groups(name: &str, spec: &PlanSpec) -> Vec<Group> {
    let folder: PathBuf = std::env::temp_dir().join(format!("sdkc-guide-{}-{name}", std::process::id()));
    let _ = fs::remove_dir_all(&folder);
    let options = RunOptions { jobs: 2, shard: Shard::WHOLE, resume: false };
    run(&spec.resolve().unwrap(), &folder, options, &Silent).unwrap();
    let groups = Summary::of(&folder).unwrap().groups;
    fs::remove_dir_all(&folder).unwrap();
    groups
}

/// The cells of the row that begins with this count, in the first table after a text of the page.
fn row(after: &str, locked: usize) -> Vec<&'static str> {
    let (_, below) = PAGE.split_once(after).expect("the page has this text");
    let begin = format!("| {locked} |");
    let line = below.lines().find(|line| line.starts_with(&begin)).expect("the table has this row");
    line.trim_matches('|').split('|').map(str::trim).collect()
}

#[test]
fn exact_rates_are_those_of_the_page() {
    for (placement, locked, column) in [("legal-value", 25, 3), ("legal-pair", 30, 4), ("sparing", 35, 5)] {
        let spec = PlanSpec {
            strategies: Vec::new(),
            samples: 20_000,
            placement: placement.to_owned(),
            locked: vec![Locked::Count(locked)],
            ..PlanSpec::default()
        };
        let rate = groups(placement, &spec)[0].success.at * 100.0;
        assert_eq!(row("| published, min-candidates |", locked as usize)[column], format!("{rate:.2}"));
    }
}

#[test]
fn strategies_do_what_the_page_says() {
    let mut spec = preset("original").unwrap();
    spec.strategies = ["min-candidates", "max-constraints"].map(str::to_owned).to_vec();
    spec.locked = vec![Locked::Count(25)];
    spec.limits.nodes = Some(100_000);
    let cells = row("--max-nodes 100000\n", 25);
    let found = groups("strategies", &spec);
    for (run, column) in [(1, 3), (2, 4)] {
        let Group { success, limit, counters, .. } = &found[run];
        let [nodes, ..] = counters.as_ref().unwrap();
        assert_eq!(limit.at, 0.0);
        assert_eq!(cells[column], format!("{:.1} / 0 / {:.0}", success.at * 100.0, nodes.mean.at));
    }
}

#[test]
fn the_plans_of_the_page_can_be_run() {
    for (name, text) in [
        ("compare", include_str!("../guide/compare.toml")),
        ("three", include_str!("../guide/three.toml")),
        ("four", include_str!("../guide/four.toml")),
        ("eight", include_str!("../guide/eight.toml")),
    ] {
        let plan = PlanSpec::from_toml(text).unwrap().resolve().unwrap();
        assert_eq!((plan.spec().name.as_str(), plan.configs().len()), (name, 4));
        assert!(PAGE.contains(&format!("sdkc study crates/study/guide/{name}.toml")));
    }
}
