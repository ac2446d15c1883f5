//! The page of a group.

use std::fmt::Write as _;

use serde_json::Value;

use super::escape::escape;
use super::headline::headline;
use super::page::{list, page, section};
use super::runs::runs;
use crate::GroupReport;
use crate::quantity::count;
use crate::tables::group_notes;

/// How the numbers of a headline are to be read.
pub(super) const READING: &str = "<p class=\"faint\">Percentages of competitions, as mean ± standard \
    error of the mean over the seeds (sample deviation, ddof 1). The interval is Wilson's score \
    interval of all runs of the row together; it says what other seeds would give, not what other \
    competitions would.</p>\n";

/// Renders the report of a group as a page.
pub fn group(report: &GroupReport) -> String {
    let mut body = String::new();
    let _ = writeln!(
        body,
        "<p class=\"facts\">agent {} · {} edition · {}</p>",
        escape(&report.agent),
        report.aggregate.edition,
        count(report.runs.len(), "run")
    );
    let notes = group_notes(report, true);
    if !notes.is_empty() {
        let _ = write!(body, "<div class=\"notes\">\n{}</div>\n", list(&notes));
    }
    let table = headline(&report.headline);
    body.push_str(&section("Headline", &format!("{table}{READING}")));
    if !report.headline_without_tagged.is_empty() {
        let tagged: Vec<String> = report
            .tagged
            .iter()
            .map(|tagged| format!("{}: {}", tagged.competition_id, tagged.tags.join(", ")))
            .collect();
        let table = headline(&report.headline_without_tagged);
        let title = "Headline without competitions whose medals say little";
        body.push_str(&section(title, &format!("{table}{}", list(&tagged))));
    }
    body.push_str(&section("Runs", &runs(report)));
    body.push_str(&section("Provenance", &provenance(report)));
    page(&report.run_group, &body)
}

fn provenance(report: &GroupReport) -> String {
    if report.provenance.is_empty() {
        return String::new();
    }
    let value = Value::Object(report.provenance.clone());
    format!("<pre>{}</pre>\n", escape(&format!("{value:#}")))
}
