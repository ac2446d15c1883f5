//! One line per run.

use super::cells::{self, number, plain, result_of, status};
use super::layout::{Column, Style, TextTable, Tone};
use crate::GroupReport;
use crate::group::RunSummary;
use crate::quantity::{bytes, duration};

const RUN: [Column; 2] = [Column::Text("competition"), Column::Number("seed")];
const SCORES: [Column; 6] = [
    Column::Number("score"),
    Column::Text("medal"),
    Column::Number("gold"),
    Column::Number("silver"),
    Column::Number("bronze"),
    Column::Number("median"),
];
const USAGE: [Column; 4] = [
    Column::Text("status"),
    Column::Number("wall"),
    Column::Number("cpu"),
    Column::Number("memory"),
];

/// Renders one line per declared run: score, medal, thresholds, how it ended and what it used. If
/// that does not fit the width, scores and usage are two tables.
pub fn runs(report: &GroupReport, style: Style) -> String {
    let whole = table(report, style, true, true);
    if whole.fits() {
        return whole.render();
    }
    let scores = table(report, style, true, false).render();
    let usage = table(report, style, false, true).render();
    format!("{scores}\n{usage}")
}

fn table(report: &GroupReport, style: Style, scores: bool, usage: bool) -> TextTable {
    let mut columns = RUN.to_vec();
    columns.extend_from_slice(if scores { &SCORES } else { &[] });
    columns.extend_from_slice(if usage { &USAGE } else { &[] });
    let mut table = TextTable::new(&columns, style);
    for run in &report.runs {
        let mut row = vec![plain(&run.competition_id), plain(run.seed.to_string())];
        if scores {
            row.extend(cells::of_report(run.counted_report(), &result_of(run)));
        }
        if usage {
            row.extend(of_usage(run));
        }
        table.row(row);
    }
    table
}

fn of_usage(run: &RunSummary) -> [(String, Tone); 4] {
    let usage = run.usage.as_ref();
    [
        status(run.status),
        number(usage.map(|usage| duration(usage.wall_s))),
        number(usage.map(|usage| duration(usage.cpu_s))),
        number(usage.map(|usage| bytes(usage.memory_peak_bytes))),
    ]
}
