//! Which candidates are leaks.

use std::collections::BTreeMap;

use super::Grouped;
use super::compare::{Candidate, Origin};
use super::train_strength::TrainStrength;
use crate::Truth;
use crate::finding::Finding;
use crate::measure::How;

/// Largest probability that chance makes any finding in a folder. All files have equal shares of it,
/// and so have all comparisons with the fields of a file: a table of hundreds of features does not
/// hide a small one that holds nothing but labels.
const CHANCE: f64 = 0.01;

/// Largest probability for a field that is called as labels are and holds nothing but labels, however
/// many others there are; in a sample submission it is [`CHANCE`].
const NAMED_CHANCE: f64 = 0.05;

/// Number of comparisons of a field with a label column, by file.
#[derive(Debug, Default)]
pub(super) struct Tried(BTreeMap<String, usize>);

impl Tried {
    /// Counts comparisons.
    pub(super) fn add(&mut self, origin: &Origin, count: usize) {
        if count > 0 {
            *self.0.entry(origin.file().to_owned()).or_default() += count;
        }
    }

    /// Returns the logarithm of the number of comparisons among which one has to stand out.
    fn ln_share(&self, origin: &Origin) -> f64 {
        let within = self.0.get(origin.file()).copied().unwrap_or(1);
        (self.0.len().max(1) as f64).ln() + (within as f64).ln()
    }
}

/// Returns the findings by rule and place.
pub(super) fn findings(
    candidates: Vec<Candidate>,
    named: Vec<Grouped>,
    tried: &Tried,
    train: &TrainStrength,
    truth: &Truth,
) -> Vec<Finding> {
    let mut found: BTreeMap<(&'static str, String), Finding> = BTreeMap::new();
    let compared = candidates
        .into_iter()
        .filter(|candidate| is_leak(candidate, tried, train))
        .map(|candidate| finding(candidate, truth));
    for (group, finding) in compared.chain(named) {
        // Files of one kind that differ only in the item count once.
        found
            .entry((finding.kind, group))
            .and_modify(|first| first.recovered = (first.recovered + finding.recovered).min(1.0))
            .or_insert(finding);
    }
    let mut findings: Vec<Finding> = found.into_values().collect();
    findings.sort_by(|a, b| (a.kind, &a.place).cmp(&(b.kind, &b.place)));
    findings
}

fn is_leak(candidate: &Candidate, tried: &Tried, train: &TrainStrength) -> bool {
    let measure = &candidate.measure;
    let whole = measure.how == How::Equal && measure.told == measure.of;
    let alone = if candidate.guessed {
        CHANCE
    } else {
        NAMED_CHANCE
    };
    let is_label = candidate.named && whole && measure.ln_chance < alone.ln();
    let stands_out = measure.ln_chance + tried.ln_share(&candidate.origin) < CHANCE.ln();
    (is_label || stands_out) && !train.explains(&candidate.origin.field, candidate.target, measure)
}

fn finding(candidate: Candidate, truth: &Truth) -> Grouped {
    let Candidate {
        origin,
        target,
        measure,
        recovered,
        ..
    } = candidate;
    let kind = match measure.how {
        how if how.is_value() => "answer-value",
        _ => "predictive-field",
    };
    let group = match (measure.how, origin.place.rsplit_once(':')) {
        // The columns of a one-hot coding are one finding.
        (How::Indicator, Some((file, _))) => format!("{file}:(one class each)"),
        _ => origin.place.clone(),
    };
    let detail = format!(
        "{} (label column `{}`) in {} of {} records of test items{}",
        measure.how.clause(),
        truth.targets[target].name,
        measure.told,
        measure.of,
        origin.note,
    );
    (
        group,
        Finding {
            kind: origin.kind.unwrap_or(kind),
            place: origin.place,
            detail,
            recovered,
        },
    )
}
