//! One page with all charts and tables: a single file that loads nothing.

use std::fmt::Write as _;

use crate::Summary;

use super::{
    board_title, conditions,
    metric::{METRICS, Metric},
    tables::{Table, quantiles},
};

const STYLE: &str = "body{font:15px/1.5 'DejaVu Sans',Verdana,sans-serif;max-width:62rem;margin:2rem auto;padding:0 1rem;color:#111}\
table{border-collapse:collapse;font-size:13px;font-variant-numeric:tabular-nums}td,th{padding:.2rem .6rem;text-align:right;border-bottom:1px solid #ccc}\
svg{max-width:100%;height:auto}details{margin:.4rem 0 1.6rem}summary{cursor:pointer}pre{background:#f4f4f4;padding:.8rem;overflow:auto}";

/// The page. `charts` are board, metric and drawing.
pub(super) fn page(summary: &Summary, charts: &[(usize, &Metric, String)]) -> String {
    let title = escape(&summary.title);
    let mut out = format!(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width\"><title>{title}</title><style>{STYLE}</style></head><body>\n<h1>{title}</h1>\n<p>{}.</p>\n",
        escape(&conditions(summary))
    );
    out.push_str(
        "<p><b>exact</b> is whether a solution exists at all: no strategy can succeed more often. It is unknown \
         where boards are left on which the exact solver reached its own limit (<code>truth-nodes</code>) and no strategy \
         found a solution or proved that there is none. Intervals are 95 %: \
         Wilson for rates, bootstrap for nodes and times. Runs that reached the limit count with what they used up to \
         it, so that means are lower bounds there, and medians and percentiles that fall on them: these are marked ≥. ",
    );
    let _ = writeln!(out, "{}.</p>", escape(&quantiles()));
    for board in 0..summary.plan.boards().len() {
        let _ = writeln!(out, "<h2>{}</h2>", escape(&board_title(summary, board)));
        for metric in METRICS {
            for (_, _, svg) in charts.iter().filter(|(at, of, _)| *at == board && of.key == metric.key) {
                out.push_str(svg);
            }
            if let Some(table) = Table::new(summary, board, metric) {
                write_table(&mut out, &table);
            }
        }
        for table in [false, true].into_iter().filter_map(|times| Table::by_outcome(summary, board, times)) {
            write_table(&mut out, &table);
        }
    }
    if let Ok(plan) = summary.plan.spec().to_toml() {
        let _ = writeln!(out, "<h2>The plan</h2>\n<pre>{}</pre>", escape(&plan));
    }
    out.push_str("</body></html>\n");
    out
}

fn write_table(out: &mut String, table: &Table) {
    let _ = write!(out, "<details><summary>{}</summary><table><tr>", escape(&table.title));
    for name in &table.head {
        let _ = write!(out, "<th>{}</th>", escape(name));
    }
    for row in &table.rows {
        out.push_str("</tr>\n<tr>");
        for cell in row {
            let _ = write!(out, "<td>{}</td>", escape(cell));
        }
    }
    out.push_str("</tr></table></details>\n");
}

/// Text within SVG or HTML.
pub(super) fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
