//! Looks in a public folder for anything that gives the labels of test items away.
//!
//! Every file and archive member becomes records of named fields (`walk`, `content`); the rules
//! take what is of interest from each, and compare it with the answers ([`Truth`]) when all is
//! seen, as only then is known how many fields were tried and how well they tell the labels of the
//! train data. The crate knows no particular competition.

mod competition;
mod content;
mod finding;
mod measure;
mod paths;
mod rules;
mod truth;
mod walk;

use std::path::Path;

pub use competition::{read_answers, truth_of};
pub use finding::{AuditReport, Finding, Skipped};
pub use truth::{Truth, TruthError};
pub use walk::AuditError;

/// Audits everything in a public folder against the answers.
///
/// A file that cannot be read as what it is called is only named, in [`AuditReport::skipped`];
/// damage is no leak.
///
/// # Errors
///
/// Fails when the folder cannot be read.
pub fn audit(public: &Path, truth: &Truth) -> Result<AuditReport, AuditError> {
    let mut auditor = rules::Auditor::new(truth);
    let mut skipped = walk::walk(public, &mut auditor)?;
    skipped.sort_by(|a, b| a.place.cmp(&b.place));
    let findings = auditor.findings();
    Ok(AuditReport { findings, skipped })
}
