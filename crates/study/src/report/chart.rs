//! Line charts as SVG, drawn by `plotters`: one line a strategy, with 95 % intervals as bars. Lines differ by dashes and
//! marks as well as by colour, so that a chart can be read in black and white; series are shifted a little sideways, so
//! that equal ones do not hide each other. The legend stands outside the plot, where it hides nothing. A line is broken
//! where a number is not known: what it may be stands there, dashed, with a question mark. An arrow stands on lower bounds.

use plotters::{
    coord::{
        combinators::{IntoLogRange as _, LogCoord},
        ranged1d::Ranged,
        types::RangedCoordf64,
    },
    element::DashedPathElement,
    prelude::*,
    style::text_anchor::{HPos, Pos, VPos},
};

use crate::{Group, Interval, StudyError, Summary};

use super::{
    axis::{Axis, Marked},
    board_title, conditions,
    html::escape,
    marks::Look,
    metric::{Metric, Unit},
};

/// The library draws in whole pixels: this many of them are a unit of the picture.
pub(super) const FINE: i32 = 4;

const PLOT: (i32, i32) = (576, 384);
const LEFT: i32 = 100;
const TOP: i32 = 74;
/// Room below the plot for the axis.
const BELOW: i32 = 68;
/// Between the axes' names and the picture's edge.
const EDGE: i32 = 14;
/// From the plot's edge to the legend's lines, and from there to its names.
const LEGEND: (i32, i32) = (18, 54);
const LEGEND_ROW: i32 = 24;
/// How far series are shifted against each other, in units.
const SHIFT: f64 = 3.0;
const FONT: &str = "DejaVu Sans, Verdana, sans-serif";

type Root<'s> = DrawingArea<SVGBackend<'s>, plotters::coord::Shift>;

type Plot<'r, 's, Y> = ChartContext<'r, SVGBackend<'s>, Cartesian2d<Marked<RangedCoordf64>, Marked<Y>>>;

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
    look: Look,
    /// By locked cells.
    points: Vec<Spot>,
}

/// One number of a line.
#[derive(Clone, Copy)]
struct Spot {
    locked: usize,
    /// Where only bounds are known, `at` is no number.
    it: Interval,
    /// Whether it is a lower bound, for runs reached the limit.
    at_least: bool,
}

impl Spot {
    const fn is_known(&self) -> bool {
        self.it.at.is_finite()
    }
}

/// What the legend says below the lines' names.
#[derive(Clone, Copy)]
enum Note {
    /// Of points of which only bounds are known.
    Unknown,
    /// Of lower bounds.
    AtLeast,
    /// Of what a logarithmic axis cannot show.
    Cut,
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
                let is_bounded = interval.low.is_finite() && interval.high.is_finite();
                is_bounded.then(|| Spot {
                    locked: group.point.locked,
                    it: interval,
                    at_least: (metric.at_least)(group),
                })
            });
            Series { name: summary.label(run), look: Look::of(run), points: points.collect() }
        });
        let series: Vec<Series> = series.filter(|series| !series.points.is_empty()).collect();
        if series.is_empty() {
            return None;
        }
        let numbers = series.iter().flat_map(|series| &series.points);
        let numbers = numbers.flat_map(|Spot { it, .. }| [it.low, it.high]);
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
    pub(super) fn svg(&self) -> Result<String, StudyError> {
        let (width, height) = self.size();
        let mut svg = String::new();
        let size = (width * FINE, height * FINE);
        let root = SVGBackend::with_string(&mut svg, (size.0 as u32, size.1 as u32)).into_drawing_area();
        let drawn = self.draw(&root).and_then(|()| root.present());
        drop(root);
        drawn.map_err(|why| StudyError::Chart { what: why.to_string() })?;
        let fine = format!(r#"width="{}" height="{}""#, size.0, size.1);
        let shown = format!(r#"width="{width}" height="{height}" role="img""#);
        let title = format!(">\n<title>{}</title>\n", escape(&self.title));
        Ok(svg.replacen(&fine, &shown, 1).replacen(">\n", &title, 1))
    }

    /// In units: as wide as the legend's longest name needs, as high as its rows need.
    fn size(&self) -> (i32, i32) {
        let names = self.series.iter().map(|series| series.name.clone());
        let names: Vec<String> = names.chain(self.notes().into_iter().map(|(_, text)| text)).collect();
        let longest = names.iter().map(|name| name.chars().count()).max().unwrap_or(0);
        let legend = LEGEND.0 + LEGEND.1 + 8 * longest as i32 + 12;
        let rows = TOP + LEGEND_ROW * (names.len() as i32 + 1);
        (LEFT + PLOT.0 + legend, (TOP + PLOT.1 + BELOW).max(rows))
    }

    /// What the legend has to say of the marks that there are.
    fn notes(&self) -> Vec<(Note, String)> {
        let spots = || self.series.iter().flat_map(|series| &series.points);
        let mut notes = Vec::new();
        if spots().any(|spot| !spot.is_known()) {
            notes.push((Note::Unknown, "unknown: limit reached".to_owned()));
        }
        if spots().any(|spot| spot.at_least) {
            notes.push((Note::AtLeast, "limit reached: at least".to_owned()));
        }
        if let Some(low) = self.axis.cut() {
            notes.push((Note::Cut, format!("below {low}: drawn at {low}")));
        }
        notes
    }

    fn draw(&self, root: &Root<'_>) -> Result<(), Failed> {
        root.fill(&WHITE)?;
        let left = LEFT * FINE;
        root.draw_text(
            &self.title,
            &text(18.0).style(FontStyle::Bold).into_text_style(root),
            (left, 14 * FINE),
        )?;
        let note = format!("{}; bars are 95 % intervals", self.conditions);
        let note_style = text(11.5).into_text_style(root).color(&RGBColor(0x44, 0x44, 0x44));
        root.draw_text(&note, &note_style, (left, 41 * FINE))?;
        self.legend(root)?;
        let (marks, between): (Vec<_>, Vec<_>) =
            self.axis.marks().into_iter().partition(|(_, label)| !label.is_empty());
        let [marks, between] = [marks, between].map(|all| all.into_iter().map(|(at, _)| at).collect());
        let (low, high) = self.axis.range();
        if self.axis.is_log() {
            self.plot(root, Marked { scale: LogCoord::from((low..high).log_scale()), marks, between })
        } else {
            self.plot(root, Marked { scale: RangedCoordf64::from(low..high), marks, between })
        }
    }

    fn plot<Y>(&self, root: &Root<'_>, y: Marked<Y>) -> Result<(), Failed>
    where
        Y: Ranged<ValueType = f64>,
    {
        let (x, unit) = self.x_range();
        let x = Marked { scale: RangedCoordf64::from(x), marks: self.labelled(unit), between: Vec::new() };
        let (width, height) = self.size();
        let mut chart = ChartBuilder::on(root)
            .margin_top(TOP * FINE)
            .margin_right((width - LEFT - PLOT.0) * FINE)
            .margin_bottom((height - TOP - PLOT.1 - BELOW + EDGE) * FINE)
            .margin_left(EDGE * FINE)
            .set_label_area_size(LabelAreaPosition::Left, (LEFT - EDGE) * FINE)
            .set_label_area_size(LabelAreaPosition::Bottom, (BELOW - EDGE) * FINE)
            .build_cartesian_2d(x, y)?;
        chart
            .configure_mesh()
            .disable_x_mesh()
            .bold_line_style(RGBColor(0xcc, 0xcc, 0xcc).stroke_width(FINE as u32))
            .light_line_style(RGBColor(0xee, 0xee, 0xee).stroke_width(FINE as u32))
            .set_all_tick_mark_size(6 * FINE)
            .axis_style(BLACK.stroke_width(FINE as u32))
            .label_style(text(13.0))
            .axis_desc_style(text(13.0))
            .x_desc("Locked cells")
            .y_desc(self.label.as_str())
            .x_label_formatter(&|locked| format!("{locked:.0}"))
            .y_label_formatter(&|number| self.axis.label(*number))
            .draw()?;
        let middle = (self.series.len() - 1) as f64 / 2.0;
        for (at, series) in self.series.iter().enumerate() {
            self.line(root, &mut chart, series, (at as f64 - middle) * SHIFT * unit)?;
        }
        Ok(())
    }

    /// A line with its bars and marks, moved sideways by `shift`.
    fn line<'s, Y>(
        &self,
        root: &Root<'s>,
        chart: &mut Plot<'_, 's, Y>,
        series: &Series,
        shift: f64,
    ) -> Result<(), Failed>
    where
        Y: Ranged<ValueType = f64>,
    {
        let place = |locked: usize| locked as f64 + shift;
        let color = series.look.color;
        let style = color.stroke_width(2 * FINE as u32);
        for piece in series.points.chunk_by(|one, next| one.is_known() && next.is_known()) {
            let line = piece.iter().filter(|spot| spot.is_known());
            let line = line.map(|spot| (place(spot.locked), self.axis.within(spot.it.at)));
            match series.look.dashes {
                None => chart.draw_series(LineSeries::new(line, style))?,
                Some((dash, gap)) => {
                    let (dash, gap) = (dash * FINE, gap * FINE);
                    chart.draw_series(DashedLineSeries::new(line, dash, gap, style))?
                }
            };
        }
        for Spot { locked, it, .. } in series.points.iter().filter(|spot| !spot.is_known()) {
            let [low, high] = [it.low, it.high]
                .map(|number| chart.backend_coord(&(place(*locked), self.axis.within(number))));
            series.look.unknown(root, low, high, text(11.0))?;
        }
        let known: Vec<_> = series.points.iter().filter(|spot| spot.is_known()).collect();
        let bars = known.iter().map(|Spot { locked, it, .. }| {
            let [low, at, high] = [it.low, it.at, it.high].map(|number| self.axis.within(number));
            let thin = color.stroke_width(FINE as u32);
            ErrorBar::new_vertical(place(*locked), low, at, high, thin, 5 * FINE as u32)
        });
        chart.draw_series(bars)?;
        for Spot { locked, it, at_least } in known {
            let at = chart.backend_coord(&(place(*locked), self.axis.within(it.at)));
            if *at_least {
                series.look.at_least(root, at)?;
            }
            series.look.mark(root, at)?;
        }
        Ok(())
    }

    /// The range of counts with a margin, and how much of it is a unit of the picture.
    fn x_range(&self) -> (std::ops::Range<f64>, f64) {
        let first = self.locked.first().copied().unwrap_or(0) as f64;
        let last = self.locked.last().copied().unwrap_or(0) as f64;
        let margin = f64::from(PLOT.0) * 0.04;
        let unit = if last > first { (last - first) / (f64::from(PLOT.0) - 2.0 * margin) } else { 0.1 };
        (first - margin * unit..last + margin * unit, unit)
    }

    /// The counts that have a label: those that would run into each other are left out, from the right, where the last
    /// always stands.
    fn labelled(&self, unit: f64) -> Vec<f64> {
        let mut labelled = Vec::new();
        let mut free = f64::INFINITY;
        for locked in self.locked.iter().rev() {
            let half = (4.5 * locked.to_string().len() as f64 + 5.0) * unit;
            let at = *locked as f64;
            if at + half <= free {
                labelled.push(at);
                free = at - half;
            }
        }
        labelled.reverse();
        labelled
    }

    fn legend(&self, root: &Root<'_>) -> Result<(), Failed> {
        let x = LEFT + PLOT.0 + LEGEND.0;
        for (row, series) in (0..).zip(&self.series) {
            let y = (TOP + 14 + LEGEND_ROW * row) * FINE;
            let (from, to) = ((x * FINE, y), ((x + 44) * FINE, y));
            let style = series.look.color.stroke_width(2 * FINE as u32);
            match series.look.dashes {
                None => root.draw(&PathElement::new([from, to], style))?,
                Some((dash, gap)) => {
                    root.draw(&DashedPathElement::new([from, to], dash * FINE, gap * FINE, style))?;
                }
            }
            series.look.mark(root, ((x + 22) * FINE, y))?;
            let name = text(12.0).into_text_style(root).pos(Pos::new(HPos::Left, VPos::Center));
            root.draw_text(&series.name, &name, ((x + LEGEND.1) * FINE, y))?;
        }
        for (row, (note, name)) in (self.series.len() as i32..).zip(self.notes()) {
            let y = (TOP + 14 + LEGEND_ROW * row) * FINE;
            let [from, middle, to] = [x * FINE, (x + 22) * FINE, (x + 44) * FINE];
            let look = Look::of(0);
            match note {
                Note::Unknown => look.unknown(root, (from, y), (to, y), text(11.0))?,
                Note::AtLeast => look.at_least(root, (middle, y + 14 * FINE))?,
                Note::Cut => {
                    let centred = Pos::new(HPos::Center, VPos::Center);
                    root.draw_text("≤", &text(13.0).into_text_style(root).pos(centred), (middle, y))?;
                }
            }
            let style = text(12.0).into_text_style(root).pos(Pos::new(HPos::Left, VPos::Center));
            root.draw_text(&name, &style, ((x + LEGEND.1) * FINE, y))?;
        }
        Ok(())
    }
}

/// What the library says where it cannot draw.
pub(super) type Failed = DrawingAreaErrorKind<std::io::Error>;

/// A font of a size in units. The library divides sizes by this number on their way into SVG.
fn text(size: f64) -> FontDesc<'static> {
    (FONT, size * 1.24 * f64::from(FINE)).into_font()
}
