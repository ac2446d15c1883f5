//! Everything about a group.

use std::fmt::Write as _;

use super::layout::Style;
use super::{headline, notes, runs};
use crate::GroupReport;
use crate::quantity::{count, printable};

/// Renders the report of a group: its runs, the headline, and what must be known beside them.
pub fn group(report: &GroupReport, style: Style) -> String {
    let mut text = String::new();
    let _ = writeln!(
        text,
        "{} · agent {} · {} edition · {}\n",
        printable(&report.run_group),
        printable(&report.agent),
        report.aggregate.edition,
        count(report.runs.len(), "run")
    );
    text.push_str(&runs(report, style));
    text.push('\n');
    text.push_str(&headline(&report.headline, style));
    if !report.headline_without_tagged.is_empty() {
        let _ = writeln!(text, "\nwithout competitions whose medals say little:\n");
        text.push_str(&headline(&report.headline_without_tagged, style));
        for tagged in &report.tagged {
            let _ = writeln!(
                text,
                "  {}: {}",
                printable(&tagged.competition_id),
                printable(&tagged.tags.join(", "))
            );
        }
    }
    let notes = notes::for_group(report, false);
    if !notes.is_empty() {
        text.push('\n');
    }
    for note in notes {
        let _ = writeln!(text, "{}", printable(&note));
    }
    text
}
