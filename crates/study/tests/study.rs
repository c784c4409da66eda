//! Whole studies in folders of their own: whatever the number of threads, stops and shards, the bytes are the same; what
//! is wrong is refused with its place and changes nothing.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
    sync::atomic::{AtomicU64, Ordering},
};

use sdkc_study::{Locked, Plan, PlanSpec, RunOptions, Shard, Summary, Watch, merge, run, write_report};

/// A folder that is removed at the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("sdkc-study-{}-{name}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        Self(path)
    }

    fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Stops once so many samples are finished.
struct After {
    most: u64,
    done: AtomicU64,
}

impl After {
    const fn samples(most: u64) -> Self {
        Self { most, done: AtomicU64::new(0) }
    }
}

impl Watch for After {
    fn progress(&self, done: u64, _: u64) {
        self.done.store(done, Ordering::Relaxed);
    }

    fn stop(&self) -> bool {
        self.done.load(Ordering::Relaxed) >= self.most
    }
}

fn never() -> After {
    After::samples(u64::MAX)
}

fn plan() -> Plan {
    let names = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
    let spec = PlanSpec {
        boards: names(&["3x3", "1x2x2", "regions:AABB/AABB/CCDD/CCDD"]),
        locked: vec![Locked::Range("0%..=30%:15%".to_owned())],
        strategies: names(&["min-candidates", "random", "auto"]),
        samples: 7,
        ..PlanSpec::default()
    };
    PlanSpec { limits: sdkc_study::SpecLimits { nodes: Some(700), ..spec.limits.clone() }, ..spec }
        .resolve()
        .unwrap()
}

fn whole(jobs: usize) -> RunOptions {
    RunOptions { jobs, shard: Shard::WHOLE, resume: false }
}

/// All files but times and what is made of them.
fn stable(folder: &Path) -> BTreeMap<&'static str, Vec<u8>> {
    let names = ["plan.toml", "samples.csv", "samples.jsonl"];
    names.into_iter().map(|name| (name, fs::read(folder.join(name)).unwrap())).collect()
}

#[test]
fn threads_stops_and_shards_change_no_byte() {
    let plan = plan();
    let one = Folder::new("one");
    assert!(run(&plan, one.path(), whole(1), &never()).unwrap().is_complete());
    let expected = stable(one.path());
    assert_eq!(expected["samples.csv"].iter().filter(|byte| **byte == b'\n').count(), 1 + 9 * 7 * 4);

    let resumed = Folder::new("resumed");
    let mut progress = run(&plan, resumed.path(), whole(3), &After::samples(5)).unwrap();
    assert!(progress.done >= 5 && !progress.is_complete());
    // A killed run may have written more than it noted.
    let csv = resumed.path().join("samples.csv");
    let more = fs::metadata(&csv).unwrap().len() as usize + 100;
    fs::write(&csv, &expected["samples.csv"][..more]).unwrap();
    while !progress.is_complete() {
        let options = RunOptions { resume: true, ..whole(2) };
        progress = run(&plan, resumed.path(), options, &After::samples(progress.done + 20)).unwrap();
    }
    assert_eq!(stable(resumed.path()), expected);

    let parts: Vec<Folder> = (0..3).map(|at| Folder::new(&format!("part{at}"))).collect();
    for (index, part) in (0..).zip(&parts) {
        run(&plan, part.path(), RunOptions { shard: Shard { index, count: 3 }, ..whole(2) }, &never())
            .unwrap();
    }
    let paths: Vec<PathBuf> = parts.iter().rev().map(|part| part.path().to_owned()).collect();
    let merged = Folder::new("merged");
    merge(merged.path(), &paths).unwrap();
    assert_eq!(stable(merged.path()), expected);

    for (shards, word) in
        [(&paths[1..], "is missing"), (&[paths[0].clone(), paths[0].clone()], "are both shard")]
    {
        let out = Folder::new("refused");
        let error = merge(out.path(), shards).unwrap_err().to_string();
        assert!(error.contains(word), "{error}");
        assert!(!out.path().exists());
    }
}

#[test]
fn damaged_and_foreign_results_are_refused_and_kept() {
    let plan = plan();
    let folder = Folder::new("damaged");
    run(&plan, folder.path(), whole(2), &After::samples(20)).unwrap();
    let csv = folder.path().join("samples.csv");
    let good = fs::read_to_string(&csv).unwrap();
    let resume = RunOptions { resume: true, ..whole(2) };
    let cut = good.len() - 40;
    for (bad, word) in [
        (good[..cut].to_owned(), "truncated"),
        (good.replacen("solved", "Solved", 1), "samples.csv:2:"),
        (good.replacen("3x3,0,1,", "3x3,0,3,", 1), "expected a line that begins with `3x3,0,1,`"),
        (
            good.replacen("none,solved,81,", "none,solved,82,", 1),
            "samples.csv:3: was edited: the line is not what samples.jsonl",
        ),
        (good.clone() + "a note\n", "`a note` follows what was written"),
    ] {
        fs::write(&csv, &bad).unwrap();
        let error = run(&plan, folder.path(), resume, &never()).unwrap_err().to_string();
        assert!(error.contains(word), "{error}");
        assert_eq!(fs::read_to_string(&csv).unwrap(), bad);
    }
    fs::write(&csv, &good).unwrap();
    let error = run(&plan, folder.path(), whole(2), &never()).unwrap_err().to_string();
    assert!(error.contains("--resume"), "{error}");
    let other = PlanSpec { seed: 2, ..plan.spec().clone() }.resolve().unwrap();
    let error = run(&other, folder.path(), resume, &never()).unwrap_err().to_string();
    assert!(error.contains("`seed = 1` there, `seed = 2` here"), "{error}");
    let shard = RunOptions { shard: Shard { index: 1, count: 2 }, ..resume };
    assert!(run(&plan, folder.path(), shard, &never()).unwrap_err().to_string().contains("shard 1/1"));
    assert_eq!(fs::read_to_string(&csv).unwrap(), good);

    let strange = Folder::new("strange");
    fs::create_dir_all(strange.path()).unwrap();
    fs::write(strange.path().join("letter.txt"), "dear").unwrap();
    assert!(
        run(&plan, strange.path(), whole(1), &never()).unwrap_err().to_string().contains("neither empty")
    );
    let below = strange.path().join("letter.txt").join("below");
    assert!(run(&plan, &below, whole(1), &never()).unwrap_err().to_string().contains("cannot create"));
}

#[test]
fn a_report_has_tables_charts_and_a_page_that_loads_nothing() {
    let spec = PlanSpec { boards: vec!["2x2".to_owned()], samples: 2, ..plan().spec().clone() };
    let folder = Folder::new("report");
    run(&spec.resolve().unwrap(), folder.path(), whole(1), &never()).unwrap();
    let (summary, written) = write_report(folder.path()).unwrap();
    assert_eq!(summary.groups.len(), 3 * 4);
    assert_eq!(written.len(), 7 + 2 * 8);
    let page = fs::read_to_string(folder.path().join("report.html")).unwrap();
    assert!(sdkc_study::overview(&summary).contains(": 2 samples a point, "));
    assert_eq!(page.matches("<svg").count(), 8);
    assert!(!page.contains("src=") && !page.contains("href="), "nothing is loaded");
    assert!(fs::read(folder.path().join("charts/2x2-success.png")).unwrap().starts_with(b"\x89PNG"));
    let before = stable(folder.path());
    write_report(folder.path()).unwrap();
    assert_eq!(stable(folder.path()), before);
}

/// Where the exact solver gives up, its line is broken and what the share may be is marked, also in the legend.
#[test]
fn a_chart_draws_no_line_through_what_is_unknown() {
    let text = "strategies = ['random']\nsamples = 1\n[limits]\nnodes = 1\ntruth-nodes = 1";
    let charted = |board: &str, locked: &str| {
        let plan = PlanSpec::from_toml(&format!("boards = ['{board}']\nlocked = [{locked}]\n{text}"));
        let plan = plan.unwrap().resolve().unwrap();
        let folder = Folder::new(&format!("gaps-{board}"));
        run(&plan, folder.path(), whole(1), &never()).unwrap();
        let (summary, _) = write_report(folder.path()).unwrap();
        let n_unknown = summary.groups.iter().filter(|group| group.success.at.is_nan()).count();
        (
            fs::read_to_string(folder.path().join("charts").join(format!("{board}-success.svg"))).unwrap(),
            n_unknown,
        )
    };
    let (svg, n_unknown) = charted("2x2x2", "0, 20, 40, 300, 400");
    assert!((1..5).contains(&n_unknown), "{n_unknown}");
    let n_marks = svg.lines().filter(|line| *line == "?").count();
    assert_eq!((n_marks, svg.matches("unknown: limit reached").count()), (n_unknown + 1, 1));
    // Marks of the unknown are the only circles of this size.
    let marks = svg.lines().filter(|line| line.starts_with("<circle") && line.contains(r#"r="32""#));
    let marks: BTreeSet<i32> = marks.map(|line| number(line, "cx=\"")).collect();
    assert_eq!(marks.len(), n_marks);
    assert!(
        svg.contains("1 sample a point, ") && svg.contains("at most 1 node;"),
        "numbers have their nouns"
    );
    let lines = svg.lines().filter(|line| line.contains(r##"stroke="#000000" stroke-width="8""##));
    for line in lines.filter(|line| line.starts_with("<polyline")) {
        let points = line.split_once("points=\"").unwrap().1;
        let points: Vec<i32> =
            points.split(' ').filter_map(|at| at.split_once(',')?.0.parse().ok()).collect();
        let (from, to) = (points[0], points[points.len() - 1]);
        // The sample of the line in the legend is as long as that of the mark.
        assert!(marks.iter().all(|mark| !(from < *mark && *mark < to) || to - from == 176), "{line}");
    }
    let (svg, n_unknown) = charted("3x3", "0, 20, 40, 60");
    assert_eq!((n_unknown, svg.contains("limit reached")), (0, false));
}

/// Lower bounds have an arrow, what a logarithmic axis cannot show has a label, and the legend tells of both; a study
/// without a name is called by its folder.
#[test]
fn charts_mark_bounds_and_what_is_below_the_axis() {
    let text = "boards = ['3x3']\nlocked = [0, 60]\nstrategies = ['first-empty']\nsamples = 2\nlimits = { nodes = 100 }";
    let charted = |name: &str, plan: &str| {
        let folder = Folder::new(name);
        run(&PlanSpec::from_toml(plan).unwrap().resolve().unwrap(), folder.path(), whole(1), &never())
            .unwrap();
        let (summary, _) = write_report(folder.path()).unwrap();
        let title = folder.path().file_name().unwrap().to_string_lossy().into_owned();
        let chart = |metric: &str| {
            fs::read_to_string(folder.path().join(format!("charts/3x3-{metric}.svg"))).unwrap()
        };
        (summary, title, chart("nodes-median"), chart("success"))
    };
    let (summary, folder, nodes, success) = charted("marks", text);
    let of_first_empty: Vec<[bool; 3]> =
        summary.groups.iter().filter(|group| group.run == 1).map(|group| group.nodes_at_least).collect();
    assert_eq!(of_first_empty, [[true; 3], [false; 3]]);
    for (words, n) in [("≤ 1", 1), ("below 1: drawn at 1", 1), ("limit reached: at least", 1)] {
        assert_eq!((nodes.matches(words).count(), success.matches(words).count()), (n, 0), "{words}");
    }
    // A triangle for the point and one for the legend, of the size that only arrows have.
    let is_arrow = |line: &&str| line.starts_with("<polygon") && arrow_width(line) == Some(40);
    assert_eq!((nodes.lines().filter(is_arrow).count(), success.lines().filter(is_arrow).count()), (2, 0));
    assert_eq!(summary.title, folder);
    assert_eq!(charted("named", &format!("name = 'own'\n{text}")).0.title, "own");
}

/// Tables say of the same numbers that they are lower bounds, and of no others.
#[test]
fn tables_mark_bounds() {
    let text = "boards = ['3x3']\nlocked = [0, 60]\nstrategies = ['first-empty']\nsamples = 2\nlimits = { nodes = 100 }";
    let folder = Folder::new("bounds");
    run(&PlanSpec::from_toml(text).unwrap().resolve().unwrap(), folder.path(), whole(1), &never()).unwrap();
    write_report(folder.path()).unwrap();
    let read = |name: &str| fs::read_to_string(folder.path().join(name)).unwrap();
    let rows = |text: &str, start: &str| -> Vec<String> {
        text.lines().filter(|line| line.starts_with(start)).map(str::to_owned).collect()
    };
    let summary = read("summary.md");
    let (of_0, of_60) = (rows(&summary, "| 0 |"), rows(&summary, "| 60 |"));
    assert_eq!(
        of_0.iter().filter(|row| row.contains("≥ 100")).count(),
        4,
        "mean, median, 95th, by outcome: {of_0:?}"
    );
    assert!(!of_60.iter().any(|row| row.contains('≥')), "{of_60:?}");
    assert_eq!(read("report.html").matches("≥ 100<").count(), 4);
    for (file, name) in [("summary.csv", "nodes"), ("times-summary.csv", "time_ns")] {
        let text = read(file);
        let head: Vec<&str> = text.lines().next().unwrap().split(',').collect();
        let at = head.iter().position(|column| *column == format!("{name}_mean_at_least")).unwrap();
        assert_eq!(head[at..], ["mean", "median", "p95"].map(|what| format!("{name}_{what}_at_least")));
        let of_first_empty = text.lines().filter(|line| line.contains("first-empty"));
        let flags: Vec<String> =
            of_first_empty.map(|line| line.split(',').skip(at).collect::<Vec<_>>().join(",")).collect();
        assert_eq!(flags, ["true,true,true", "false,false,false"], "{file}");
    }
}

/// How wide the triangle of an arrow is, in the library's pixels.
fn arrow_width(line: &str) -> Option<i32> {
    let points = line.split_once("points=\"")?.1.split_once('"')?.0;
    let xs: Vec<i32> =
        points.split_whitespace().filter_map(|at| at.split_once(',')?.0.parse().ok()).collect();
    (xs.len() == 3).then(|| xs[1] - xs[2])
}

/// The number behind some text.
fn number(line: &str, behind: &str) -> i32 {
    let rest = line.split_once(behind).unwrap().1;
    rest.split('"').next().unwrap().parse().unwrap()
}

/// The exact solver gives up here: how many boards have a solution is then unknown, and never called 0.
#[test]
fn what_the_exact_truth_leaves_open_is_unknown() {
    let text = "boards = ['2x2x2']\nlocked = [0, 20]\nstrategies = []\nsamples = 2\n[limits]\n";
    assert_eq!(PlanSpec::from_toml(text).unwrap().limits.truth_nodes, 20_000, "always limited");
    let plan = PlanSpec::from_toml(&format!("{text}truth-nodes = 1")).unwrap().resolve().unwrap();
    let folder = Folder::new("open");
    run(&plan, folder.path(), whole(1), &never()).unwrap();
    let (summary, _) = write_report(folder.path()).unwrap();
    let [empty, open] = [0, 1].map(|at| summary.groups[at].success);
    assert_eq!((empty.at, empty.high), (1.0, 1.0));
    assert_eq!((open.at.is_nan(), open.low, open.high), (true, 0.0, 1.0));
    let [csv, page] =
        ["summary.csv", "summary.md"].map(|name| fs::read_to_string(folder.path().join(name)).unwrap());
    assert!(csv.contains("2x2x2,20,exact,,,2,0,0,0,2,,0.000000,1.000000,1.000000,"), "{csv}");
    assert!(page.contains("| 20 | unknown (0–100) |"), "{page}");
    assert!(sdkc_study::overview(&summary).contains("  20  unknown (0–100)"));
}

/// The exact solver gives up on these boards; a strategy's solution is proof as well, with any number of threads.
#[test]
fn what_a_strategy_proves_is_not_unknown() {
    let spec = |strategies: &str| {
        let text = format!(
            "boards = ['4x4']\nlocked = [25]\nstrategies = [{strategies}]\nsamples = 3\n[limits]\nnodes = 3000\ntruth-nodes = 50"
        );
        PlanSpec::from_toml(&text).unwrap().resolve().unwrap()
    };
    let ran = |name: &str, strategies: &str, jobs: usize| {
        let folder = Folder::new(name);
        run(&spec(strategies), folder.path(), whole(jobs), &never()).unwrap();
        (Summary::of(folder.path()).unwrap().groups[0].clone(), stable(folder.path()))
    };
    let (alone, _) = ran("truth-alone", "", 1);
    assert!(alone.success.at.is_nan() && alone.verdicts == [0, 0, 0, 3]);
    let (helped, bytes) = ran("truth-helped", "'first-empty', 'min-candidates'", 1);
    assert_eq!((helped.success.at, helped.verdicts), (1.0, [3, 0, 0, 0]));
    assert_eq!(ran("truth-jobs", "'first-empty', 'min-candidates'", 3).1, bytes);
}

#[test]
fn impossible_plans_say_which_key() {
    for (text, word) in [
        ("samples = 0", "`samples`"),
        ("locked = [82]", "board of 81"),
        ("strategies = ['best']", "`best` is none of first-empty"),
        ("strategies = ['random', 'random']", "named twice"),
        ("boards = []", "`boards`"),
        ("boards = ['0x3']", "`boards`"),
        ("placement = 'x'", "none of legal-value"),
        ("values = []", "`values`"),
        ("colour = 1", "unknown field `colour`"),
        ("samples = 'x'", "invalid type"),
        ("samples =", "line 1"),
        ("[limits]\nnodes = 0", "0 nodes"),
    ] {
        let error = PlanSpec::from_toml(text).and_then(|spec| spec.resolve()).unwrap_err().to_string();
        assert!(error.contains(word), "{text}: {error}");
    }
}

/// Exact rates of the first model, computed independently with 20 000 boards each. Ours must lie within what chance
/// allows between two such samples: three standard errors of the difference, and a little for the rounding.
#[test]
fn exact_rates_are_those_computed_independently() {
    let spec = PlanSpec { strategies: Vec::new(), samples: 2000, seed: 20, ..PlanSpec::default() };
    let plan = spec.resolve().unwrap();
    let folder = Folder::new("exact");
    run(&plan, folder.path(), whole(2), &never()).unwrap();
    let summary = Summary::of(folder.path()).unwrap();
    let published = [1.0_f64, 1.0, 0.998, 0.956, 0.750, 0.284, 0.022, 0.0007];
    assert_eq!(summary.groups.len(), published.len());
    for (group, rate) in summary.groups.iter().zip(published) {
        let error = (rate * (1.0 - rate) * (1.0 / 2000.0 + 1.0 / 20_000.0)).sqrt();
        let away = (group.success.at - rate).abs();
        assert!(away <= 3.0 * error + 0.0005, "{}: {:?} is not {rate}", group.point.locked, group.success);
    }
}
