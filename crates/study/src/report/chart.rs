//! Line charts as SVG: one line a strategy, with intervals as bars. Lines differ by dashes and marks as well as by
//! colour, so that a chart can be read in black and white; series are shifted a little sideways, so that equal ones do
//! not hide each other.

use std::fmt::Write as _;

use crate::{Group, Interval, Summary};

use super::{axis::Axis, board_title, conditions, metric::Metric, metric::Unit};

const WIDTH: f64 = 900.0;
const HEIGHT: f64 = 520.0;
/// The plot's edges.
const LEFT: f64 = 84.0;
const RIGHT: f64 = 660.0;
const TOP: f64 = 74.0;
const FOOT: f64 = 458.0;
/// Between the plot's edge and its first and last point.
const INSET: f64 = 22.0;
/// How far series are shifted against each other.
const SHIFT: f64 = 3.0;

/// Colours that people with any colour vision can tell apart (Okabe and Ito, 2008), with dashes.
const LOOKS: &[(&str, &str)] = &[
    ("#000000", ""),
    ("#0072b2", "9 4"),
    ("#d55e00", "2 3"),
    ("#009e73", "12 3 2 3"),
    ("#cc79a7", "5 2"),
    ("#8a6d00", "1 5"),
    ("#3f8fc4", "14 6"),
];

/// A chart of one metric on one board.
pub(super) struct Chart {
    title: String,
    conditions: String,
    label: String,
    locked: Vec<usize>,
    series: Vec<Series>,
    axis: Axis,
}

struct Series {
    name: String,
    look: usize,
    points: Vec<(usize, Interval)>,
}

impl Chart {
    /// `None` where there is nothing to draw.
    pub(super) fn new(summary: &Summary, board: usize, metric: &Metric) -> Option<Self> {
        let groups: Vec<&Group> = summary.of_board(board).collect();
        let mut locked: Vec<usize> = groups.iter().map(|group| group.point.locked).collect();
        locked.dedup();
        let series = (0..=summary.plan.configs().len()).map(|run| {
            let points = groups.iter().filter(|group| group.run == run).filter_map(|group| {
                let interval = (metric.of)(group)?;
                interval.at.is_finite().then_some((group.point.locked, interval))
            });
            Series { name: summary.label(run), look: run, points: points.collect() }
        });
        let series: Vec<Series> = series.filter(|series| !series.points.is_empty()).collect();
        if series.is_empty() {
            return None;
        }
        let numbers = series.iter().flat_map(|series| &series.points).flat_map(|(_, it)| [it.low, it.high]);
        let label = match metric.unit {
            Unit::Percent => format!("{}, %", metric.title),
            Unit::Count | Unit::Time => format!("{} (log scale)", metric.title),
        };
        Some(Self {
            title: format!("{} on {}", metric.title, board_title(summary, board)),
            conditions: conditions(summary),
            label,
            locked,
            axis: Axis::new(metric.unit, numbers),
            series,
        })
    }

    /// The chart.
    pub(super) fn svg(&self) -> String {
        let mut out = format!(
            r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}" font-family="DejaVu Sans, Verdana, sans-serif" font-size="13" role="img">"#
        );
        let title = escape(&self.title);
        let _ =
            write!(out, r##"<title>{title}</title><rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>"##);
        let _ = write!(out, r#"<text x="{LEFT}" y="30" font-size="18" font-weight="bold">{title}</text>"#);
        let _ = write!(
            out,
            r##"<text x="{LEFT}" y="52" font-size="11.5" fill="#444">{}; bars are 95 % intervals</text>"##,
            escape(&self.conditions)
        );
        self.grid(&mut out);
        for series in &self.series {
            self.line(&mut out, series);
        }
        self.legend(&mut out);
        out.push_str("</svg>\n");
        out
    }

    fn grid(&self, out: &mut String) {
        for (at, label) in self.axis.marks() {
            let y = self.y(at);
            let shade = if label.is_empty() { "#eee" } else { "#ccc" };
            let _ = write!(out, r#"<path d="M{LEFT} {y:.1}H{RIGHT}" stroke="{shade}"/>"#);
            let _ = write!(
                out,
                r#"<text x="{:.1}" y="{:.1}" text-anchor="end">{label}</text>"#,
                LEFT - 8.0,
                y + 4.5
            );
        }
        // Labels that would run into each other are left out, from the right, where the last always stands.
        let mut free = f64::INFINITY;
        for locked in self.locked.iter().rev() {
            let x = self.x(*locked);
            let _ = write!(out, r##"<path d="M{x:.1} {FOOT}v5" stroke="#000"/>"##);
            let width = 9.0 * locked.to_string().len() as f64 + 10.0;
            if x + width / 2.0 <= free {
                let _ = write!(
                    out,
                    r#"<text x="{x:.1}" y="{:.1}" text-anchor="middle">{locked}</text>"#,
                    FOOT + 20.0
                );
                free = x - width / 2.0;
            }
        }
        let _ = write!(out, r##"<path d="M{LEFT} {TOP}V{FOOT}H{RIGHT}" fill="none" stroke="#000"/>"##);
        let (middle, below) = ((LEFT + RIGHT) / 2.0, FOOT + 44.0);
        let _ = write!(out, r#"<text x="{middle}" y="{below}" text-anchor="middle">Locked cells</text>"#);
        let middle = (TOP + FOOT) / 2.0;
        let _ = write!(
            out,
            r#"<text transform="translate(20 {middle}) rotate(-90)" text-anchor="middle">{}</text>"#,
            escape(&self.label)
        );
    }

    fn line(&self, out: &mut String, series: &Series) {
        let (color, dashes) = look(series.look);
        let shift = (series.look as f64 - (self.series.len() - 1) as f64 / 2.0) * SHIFT;
        let places: Vec<(f64, f64)> =
            series.points.iter().map(|(locked, it)| (self.x(*locked) + shift, self.y(it.at))).collect();
        let path: Vec<String> = places.iter().map(|(x, y)| format!("{x:.1} {y:.1}")).collect();
        let _ = write!(
            out,
            r#"<path d="M{}" fill="none" stroke="{color}" stroke-width="2" stroke-dasharray="{dashes}"/>"#,
            path.join("L")
        );
        for ((x, y), (_, it)) in places.iter().zip(&series.points) {
            let _ = write!(
                out,
                r#"<path d="M{x:.1} {:.1}V{:.1}" stroke="{color}"/>"#,
                self.y(it.low),
                self.y(it.high)
            );
            mark(out, series.look, *x, *y);
        }
    }

    fn legend(&self, out: &mut String) {
        let x = RIGHT + 18.0;
        for (at, series) in self.series.iter().enumerate() {
            let y = TOP + 14.0 + 24.0 * at as f64;
            let (color, dashes) = look(series.look);
            let _ = write!(
                out,
                r#"<path d="M{x} {y}h44" stroke="{color}" stroke-width="2" stroke-dasharray="{dashes}"/>"#
            );
            mark(out, series.look, x + 22.0, y);
            let _ = write!(
                out,
                r#"<text x="{}" y="{}" font-size="12">{}</text>"#,
                x + 52.0,
                y + 4.5,
                escape(&series.name)
            );
        }
    }

    fn x(&self, locked: usize) -> f64 {
        let (first, last) =
            (self.locked.first().copied().unwrap_or(0), self.locked.last().copied().unwrap_or(0));
        let share = if last > first { (locked - first) as f64 / (last - first) as f64 } else { 0.5 };
        LEFT + INSET + share * (RIGHT - LEFT - 2.0 * INSET)
    }

    fn y(&self, number: f64) -> f64 {
        FOOT - self.axis.place(number) * (FOOT - TOP)
    }
}

fn look(run: usize) -> (&'static str, &'static str) {
    LOOKS[run % LOOKS.len()]
}

/// Marks differ in form and filling.
fn mark(out: &mut String, run: usize, x: f64, y: f64) {
    let (color, _) = look(run);
    let (shape, filled) = match run % 7 {
        0 => (format!(r#"<circle cx="{x:.1}" cy="{y:.1}" r="5""#), false),
        1 => (format!(r#"<path d="M{:.1} {:.1}h9v9h-9z""#, x - 4.5, y - 4.5), true),
        2 => (format!(r#"<path d="M{x:.1} {:.1}l5.5 10h-11z""#, y - 6.0), true),
        3 => (format!(r#"<path d="M{x:.1} {:.1}l6 6l-6 6l-6 -6z""#, y - 6.0), false),
        4 => (format!(r#"<path d="M{:.1} {:.1}l9 9m-9 0l9 -9""#, x - 4.5, y - 4.5), false),
        5 => (format!(r#"<path d="M{x:.1} {:.1}l5.5 -10h-11z""#, y + 6.0), false),
        _ => (format!(r#"<circle cx="{x:.1}" cy="{y:.1}" r="4""#), true),
    };
    let fill = if filled { color } else { "#fff" };
    let _ = write!(out, r#"{shape} fill="{fill}" stroke="{color}" stroke-width="1.6"/>"#);
}

/// Text within SVG or HTML.
pub(super) fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
