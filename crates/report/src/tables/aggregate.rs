//! Aggregates of grading reports.

use super::layout::Style;
use super::{headline, notes};
use crate::aggregate::Aggregate;
use crate::group::HeadlineRow;
use crate::quantity::printable;

/// Renders one line per aggregate, then their remarks.
pub fn aggregates(aggregates: &[Aggregate], style: Style) -> String {
    let rows: Vec<HeadlineRow> = aggregates.iter().map(HeadlineRow::from).collect();
    let mut text = headline(&rows, style);
    for (index, note) in notes::for_aggregate(aggregates).into_iter().enumerate() {
        text.push_str(if index == 0 { "\n" } else { "" });
        text.push_str(&printable(&note));
        text.push('\n');
    }
    text
}
