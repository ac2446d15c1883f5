//! Looks in a public folder for anything that gives the labels of test items away.
//!
//! Every file and archive member becomes records of named fields ([`mod@walk`], `fields`); each rule
//! compares them with the answers ([`Truth`]). The crate knows no particular competition.

mod competition;
mod fields;
mod finding;
mod rules;
mod truth;
mod walk;

use std::path::Path;

pub use competition::{read_answers, truth_of};
pub use finding::{AuditReport, Finding};
pub use truth::Truth;
pub use walk::AuditError;

use walk::Item;

/// Audits everything in a public folder against the answers.
///
/// A file that cannot be read as what it is called is only named, in
/// [`AuditReport::unread`]; damage is no leak.
///
/// # Errors
///
/// Fails when a folder or file cannot be opened.
pub fn audit(public: &Path, truth: &Truth) -> Result<AuditReport, AuditError> {
    let mut report = AuditReport::default();
    let mut paths = rules::label_in_path::Paths::default();
    let unread = walk::walk(public, &mut |item: Item<'_>| {
        paths.add(item.name, truth);
        for finding in rules::check(&item, truth) {
            report.add(finding);
        }
    })?;
    for finding in paths.findings(truth) {
        report.add(finding);
    }
    report.unread = unread;
    report
        .findings
        .sort_by(|a, b| (a.kind, &a.place).cmp(&(b.kind, &b.place)));
    Ok(report)
}
