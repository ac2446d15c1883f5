//! One line per graded submission.

use std::fmt::Write as _;

use mlebench_core::report::GradingReport;

use super::cells::{self, Result, number, plain};
use super::layout::{Column, Style, TextTable};
use crate::quantity::{count, percent, printable};

/// Renders a grading report: one line per submission, then the totals and what could not be
/// graded.
pub fn grading(report: &GradingReport, style: Style) -> String {
    let columns = [
        Column::Text("competition"),
        Column::Number("score"),
        Column::Text("medal"),
        Column::Number("gold"),
        Column::Number("silver"),
        Column::Number("bronze"),
        Column::Number("median"),
        Column::Number("rank"),
        Column::Number("percentile"),
    ];
    let mut table = TextTable::new(&columns, style);
    for graded in &report.competition_reports {
        let mut row = vec![plain(&graded.competition_id)];
        row.extend(cells::of_report(Some(graded), &Result::from(graded)));
        row.push(number(graded.rank.map(|rank| rank.to_string())));
        row.push(number(graded.percentile.map(percent)));
        table.row(row);
    }
    let mut text = table.render();
    let _ = writeln!(
        text,
        "\n{}: {} with a file, {} valid, {} above the median, {} ({} gold, {} silver, {} bronze)",
        count(report.total_runs, "submission"),
        report.total_runs_with_submissions,
        report.total_valid_submissions,
        report.total_above_median,
        count(report.total_medals, "medal"),
        report.total_gold_medals,
        report.total_silver_medals,
        report.total_bronze_medals,
    );
    for error in &report.errors {
        let competition = error.competition_id.as_deref().unwrap_or("no competition");
        let _ = writeln!(
            text,
            "not graded: line {} ({}): {}",
            error.line,
            printable(competition),
            printable(&error.message)
        );
    }
    text
}
