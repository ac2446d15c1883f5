//! `answer-value`: a field beside test ids holds the label itself.
//!
//! Silent when a constant or a random guess would agree as well (sample submissions).

use super::statistics::{chance, counts};
use super::{Field, Grouped, is_blank, names_label};
use crate::Truth;
use crate::finding::Finding;
use crate::truth::normal_value;

/// Smallest share of filled values that equal the label.
const AGREEMENT: f64 = 0.97;

pub(super) fn check(place: &str, field: &Field<'_>, truth: &Truth) -> Option<Grouped> {
    let sample = place.to_lowercase();
    let guesses = sample.contains("sample") || sample.contains("submission");
    let named = names_label(field.name, truth) && !guesses;
    for target in 0..truth.targets.len() {
        let filled = field
            .pairs
            .iter()
            .filter(|(value, labels)| !is_blank(value) && !is_blank(&labels[target]));
        let pairs: Vec<(String, &str)> = filled
            .map(|(value, labels)| (normal_value(value), labels[target].as_str()))
            .collect();
        let hits = pairs.iter().filter(|(value, label)| value == label).count();
        let n = pairs.len();
        if n == 0 || (hits as f64) < AGREEMENT * n as f64 {
            continue;
        }
        let values = counts(pairs.iter().map(|(value, _)| value.as_str()));
        let labels = counts(pairs.iter().map(|(_, label)| *label));
        if values.len() < 2 {
            continue;
        }
        let square = (n * n) as f64;
        let expected = values
            .iter()
            .map(|(value, count)| (count * labels.get(value).unwrap_or(&0)) as f64 / square);
        // A label's name makes an agreement that is possible by chance less likely to be one.
        let limit = if named { 0.05 } else { 1e-6 };
        if chance(hits, n, expected.sum()) < limit {
            return Some((
                format!("{place}:{}", field.name),
                Finding {
                    kind: "answer-value",
                    place: format!("{place}:{}", field.name),
                    detail: format!(
                        "equals the label column `{}` in {hits} of {n} records of test items",
                        truth.targets[target]
                    ),
                    recovered: (hits as f64 / truth.len() as f64).min(1.0),
                },
            ));
        }
    }
    None
}
