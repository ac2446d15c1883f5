//! The page of aggregates.

use super::group::READING;
use super::headline::headline;
use super::page::{list, page, section};
use crate::aggregate::Aggregate;
use crate::group::HeadlineRow;
use crate::tables::aggregate_notes;

/// Renders aggregates as a page, one line each.
pub fn aggregates(title: &str, aggregates: &[Aggregate]) -> String {
    let rows: Vec<HeadlineRow> = aggregates.iter().map(HeadlineRow::from).collect();
    let mut body = section("Headline", &format!("{}{READING}", headline(&rows)));
    body.push_str(&section("Remarks", &list(&aggregate_notes(aggregates))));
    page(title, &body)
}
