//! What an audit reports; never a label.

use std::collections::BTreeMap;

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

/// All findings of an audit.
#[derive(Debug, Default, Serialize)]
pub struct AuditReport {
    /// The findings by rule and place; files that differ only in the item count once.
    pub findings: Vec<Finding>,
    /// Files that are not what their names say; they were not looked into.
    #[serde(skip)]
    pub unread: Vec<String>,
    #[serde(skip)]
    seen: BTreeMap<(&'static str, String), usize>,
}

impl AuditReport {
    /// Adds a finding; one about the same kind of file of another item joins the first.
    pub(crate) fn add(&mut self, (group, finding): (String, Finding)) {
        let key = (finding.kind, group);
        if let Some(place) = self.seen.get(&key) {
            let first = &mut self.findings[*place];
            first.recovered = (first.recovered + finding.recovered).min(1.0);
        } else {
            self.seen.insert(key, self.findings.len());
            self.findings.push(finding);
        }
    }
}
