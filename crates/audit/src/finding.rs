//! What an audit reports; never a label.

use serde::Serialize;

/// A place that gives labels away.
#[derive(Debug, Clone, Serialize)]
pub struct Finding {
    /// Id of the rule.
    pub kind: &'static str,
    /// File, archive members and field: `test.zip!a/b.json:field`.
    #[serde(rename = "where")]
    pub place: String,
    /// The evidence in words and counts.
    pub detail: String,
    /// Share of the test labels that can be read off, 0 to 1.
    pub recovered: f64,
}

/// A file that was not looked into, or not wholly.
#[derive(Debug, Clone, Serialize)]
pub struct Skipped {
    /// File and archive members.
    #[serde(rename = "where")]
    pub place: String,
    /// Why.
    pub reason: String,
}

/// All findings of an audit.
#[derive(Debug, Default, Serialize)]
pub struct AuditReport {
    /// The findings by rule and place; files that differ only in the item count once.
    pub findings: Vec<Finding>,
    /// Files that were not looked into: damaged, too large, or of a format that is not read.
    pub skipped: Vec<Skipped>,
}
