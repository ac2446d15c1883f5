//! The headline as a table with a picture of the intervals.

use std::fmt::Write as _;

use super::chart;
use super::escape::escape;
use crate::aggregate::MetricName;
use crate::group::HeadlineRow;
use crate::tables::{competitions_text, interval_text, mean_and_error};

const SHARES: [MetricName; 5] = [
    MetricName::GoldMedalPercentage,
    MetricName::SilverMedalPercentage,
    MetricName::BronzeMedalPercentage,
    MetricName::AboveMedianPercentage,
    MetricName::ValidSubmissionsPercentage,
];

/// Returns the table of the headline.
pub(super) fn headline(rows: &[HeadlineRow]) -> String {
    let mut html = String::from(
        "<div class=\"scroll\"><table>\n<thead><tr><th scope=\"col\">split</th>\
         <th scope=\"col\" class=\"n\">competitions</th><th scope=\"col\" class=\"n\">seeds</th>\
         <th scope=\"col\" class=\"n\">any medal %</th>\
         <th scope=\"col\" colspan=\"2\">95% interval, 0 to 100</th>\
         <th scope=\"col\" class=\"n\">gold %</th><th scope=\"col\" class=\"n\">silver %</th>\
         <th scope=\"col\" class=\"n\">bronze %</th>\
         <th scope=\"col\" class=\"n\">above median %</th>\
         <th scope=\"col\" class=\"n\">valid %</th></tr></thead>\n<tbody>\n",
    );
    for row in rows {
        let class = if row.complete { "n" } else { "n bad" };
        let _ = write!(
            html,
            "<tr><th scope=\"row\">{}</th><td class=\"{class}\">{}</td><td class=\"n\">{}</td>",
            escape(&row.split),
            competitions_text(row),
            row.num_seeds
        );
        html.push_str(&share(row, MetricName::AnyMedalPercentage));
        html.push_str(&interval(row));
        for name in SHARES {
            html.push_str(&share(row, name));
        }
        html.push_str("</tr>\n");
    }
    html.push_str("</tbody>\n</table></div>\n");
    html
}

fn share(row: &HeadlineRow, name: MetricName) -> String {
    let text = mean_and_error(row, name).unwrap_or_else(|| "-".to_owned());
    format!("<td class=\"n\">{text}</td>")
}

fn interval(row: &HeadlineRow) -> String {
    let name = MetricName::AnyMedalPercentage;
    let summary = row.metrics.get(&name).zip(row.bounded_intervals.get(&name));
    let picture = summary.map(|(summary, interval)| chart::interval(summary.mean, interval));
    let text = interval_text(row).unwrap_or_else(|| "-".to_owned());
    format!(
        "<td>{}</td><td class=\"n\">{text}</td>",
        picture.unwrap_or_default()
    )
}
