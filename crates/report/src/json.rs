//! JSON for programs: SI units, full precision, one object.

use serde::Serialize;

use crate::{Aggregate, GroupReport};

/// Renders the report of a group as indented JSON with a final line feed.
///
/// # Errors
///
/// Returns an error only if a value cannot be written as JSON.
pub fn group(report: &GroupReport) -> Result<String, serde_json::Error> {
    render(report)
}

/// Renders an aggregate as indented JSON with a final line feed.
///
/// # Errors
///
/// Returns an error only if a value cannot be written as JSON.
pub fn aggregate(aggregate: &Aggregate) -> Result<String, serde_json::Error> {
    render(aggregate)
}

fn render(value: &impl Serialize) -> Result<String, serde_json::Error> {
    let mut text = serde_json::to_string_pretty(value)?;
    text.push('\n');
    Ok(text)
}
