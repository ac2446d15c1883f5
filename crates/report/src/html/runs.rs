//! The runs as a table that can be sorted.

use std::fmt::Write as _;

use super::escape::escape;
use crate::GroupReport;
use crate::group::{RunStatus, RunSummary};
use crate::quantity::{bytes, duration, percent, score};
use crate::tables::{ResultCell, Tone, result_of};

/// Header and whether the column is a number.
const COLUMNS: [(&str, bool); 16] = [
    ("competition", false),
    ("seed", true),
    ("score", true),
    ("medal", false),
    ("gold", true),
    ("silver", true),
    ("bronze", true),
    ("median", true),
    ("rank", true),
    ("better than %", true),
    ("status", false),
    ("wall", true),
    ("cpu", true),
    ("memory", true),
    ("validations", true),
    ("test queries", true),
];

/// Returns the table of all runs.
pub(super) fn runs(report: &GroupReport) -> String {
    let mut html = String::from("<div class=\"scroll\"><table class=\"sortable\">\n<thead><tr>");
    for (name, numeric) in COLUMNS {
        let class = if numeric { " class=\"n\"" } else { "" };
        let _ = write!(html, "<th scope=\"col\"{class}>{name}</th>");
    }
    html.push_str("</tr></thead>\n<tbody>\n");
    for run in &report.runs {
        row(&mut html, run);
    }
    html.push_str("</tbody>\n</table></div>\n");
    html
}

fn row(html: &mut String, run: &RunSummary) {
    let id = escape(&run.competition_id);
    let _ = write!(html, "<tr><th scope=\"row\">{id}</th>");
    let report = run.counted_report();
    let usage = run.usage.as_ref();
    number(html, Some(run.seed as f64), |_| run.seed.to_string());
    number(html, report.and_then(|report| report.score), score);
    medal(html, run);
    number(html, report.map(|report| report.gold_threshold), score);
    number(html, report.map(|report| report.silver_threshold), score);
    number(html, report.map(|report| report.bronze_threshold), score);
    number(html, report.map(|report| report.median_threshold), score);
    let rank = report.and_then(|report| report.rank);
    number(html, rank.map(|rank| rank as f64), |rank| rank.to_string());
    number(html, report.and_then(|report| report.percentile), percent);
    let class = if run.status == RunStatus::Finished {
        ""
    } else {
        " class=\"bad\""
    };
    let _ = write!(html, "<td{class}>{}</td>", run.status);
    number(html, usage.map(|usage| usage.wall_s), duration);
    number(html, usage.map(|usage| usage.cpu_s), duration);
    let memory = usage.map(|usage| usage.memory_peak_bytes);
    number(html, memory.map(|memory| memory as f64), |value| {
        bytes(value as u64)
    });
    number(html, Some(run.validate_calls as f64), |calls| {
        calls.to_string()
    });
    let class = if run.test_queries == 0 { "n" } else { "n bad" };
    let _ = writeln!(html, "<td class=\"{class}\">{}</td></tr>", run.test_queries);
}

/// Writes a cell with the number to sort by and the text to show.
fn number(html: &mut String, value: Option<f64>, text: impl Fn(f64) -> String) {
    let _ = match value {
        Some(value) => write!(
            html,
            "<td class=\"n\" data-v=\"{value}\">{}</td>",
            text(value)
        ),
        None => write!(html, "<td class=\"n\" data-v=\"\">-</td>"),
    };
}

/// Writes the medal, with the reason of a rejection as its title.
fn medal(html: &mut String, run: &RunSummary) {
    let result: ResultCell = result_of(run);
    let class = match result.tone() {
        Tone::Gold => " class=\"gold\"",
        Tone::Silver => " class=\"silver\"",
        Tone::Bronze => " class=\"bronze\"",
        Tone::Bad => " class=\"bad\"",
        Tone::Plain | Tone::Faint => "",
    };
    let reason = run
        .report
        .as_ref()
        .and_then(|report| report.reason.as_ref());
    let reason = reason
        .map(ToString::to_string)
        .or_else(|| run.problem.clone());
    let title = reason.map_or_else(String::new, |reason| {
        format!(" title=\"{}\"", escape(&reason))
    });
    let _ = write!(html, "<td{class}{title}>{}</td>", escape(&result.text()));
}
