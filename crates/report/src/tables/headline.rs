//! The headline: one line per split.

use super::cells::{number, plain};
use super::layout::{Column, Style, TextTable, Tone};
use crate::aggregate::MetricName;
use crate::group::HeadlineRow;
use crate::quantity::percent;

const MEDALS: [Column; 4] = [
    Column::Number("competitions"),
    Column::Number("seeds"),
    Column::Number("any medal %"),
    Column::Number("95% interval"),
];
const DETAILS: [(MetricName, Column); 5] = [
    (MetricName::GoldMedalPercentage, Column::Number("gold %")),
    (
        MetricName::SilverMedalPercentage,
        Column::Number("silver %"),
    ),
    (
        MetricName::BronzeMedalPercentage,
        Column::Number("bronze %"),
    ),
    (
        MetricName::AboveMedianPercentage,
        Column::Number("above median %"),
    ),
    (
        MetricName::ValidSubmissionsPercentage,
        Column::Number("valid %"),
    ),
];

/// Renders one line per split: percentages as mean ± standard error over the seeds, and the
/// interval of any medal that stays within 0 to 100. If that does not fit the width, the details
/// are a table of their own.
pub fn headline(rows: &[HeadlineRow], style: Style) -> String {
    let whole = table(rows, style, true, true);
    if whole.fits() {
        return whole.render();
    }
    let medals = table(rows, style, true, false).render();
    let details = table(rows, style, false, true).render();
    format!("{medals}\n{details}")
}

fn table(rows: &[HeadlineRow], style: Style, medals: bool, details: bool) -> TextTable {
    let mut columns = vec![Column::Text("split")];
    columns.extend_from_slice(if medals { &MEDALS } else { &[] });
    if details {
        columns.extend(DETAILS.map(|(_, column)| column));
    }
    let mut table = TextTable::new(&columns, style);
    for row in rows {
        let mut cells = vec![plain(&row.split)];
        if medals {
            let tone = if row.complete { Tone::Plain } else { Tone::Bad };
            cells.extend([
                (competitions(row), tone),
                plain(row.num_seeds.to_string()),
                number(mean_and_error(row, MetricName::AnyMedalPercentage)),
                number(interval(row)),
            ]);
        }
        if details {
            cells.extend(DETAILS.map(|(name, _)| number(mean_and_error(row, name))));
        }
        table.row(cells);
    }
    table
}

/// Returns how many competitions count, and of how many if not all do.
pub(crate) fn competitions(row: &HeadlineRow) -> String {
    if row.complete {
        row.num_competitions.to_string()
    } else {
        format!(
            "{} of {}",
            row.num_competitions, row.num_competitions_in_split
        )
    }
}

/// Returns the mean, with the standard error if there are seeds to spread over.
pub(crate) fn mean_and_error(row: &HeadlineRow, name: MetricName) -> Option<String> {
    let summary = row.metrics.get(&name)?;
    let mean = percent(summary.mean);
    Some(if row.num_seeds < 2 {
        mean
    } else {
        format!("{mean} ± {}", percent(summary.standard_error))
    })
}

/// Returns the interval of any medal.
pub(crate) fn interval(row: &HeadlineRow) -> Option<String> {
    let interval = row.bounded_intervals.get(&MetricName::AnyMedalPercentage)?;
    let (lower, upper) = (percent(interval.lower), percent(interval.upper));
    Some(format!("{lower} to {upper}"))
}
