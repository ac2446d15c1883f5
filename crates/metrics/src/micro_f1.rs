//! F1 of label sets, over all pairs of row and label, or averaged over rows.
//!
//! Formula: micro `2 TP / (2 TP + FP + FN)` with counts over all rows; by rows the mean of
//! `2 |Y_i & P_i| / (|Y_i| + |P_i|)`. Range 0 to 1, higher is better.
//! Edge cases: a label counts once per row however often it stands there. Nothing right gives 0; in
//! the form by rows two empty sets count 1.
//! Definition: the micro form is `f1_score(average="micro")` of scikit-learn on indicator columns of
//! the true labels. Built from the truth alone, those columns lack every label that never occurs
//! there, so such false positives cost nothing; `unknown-labels-free` keeps that.

use serde::{Deserialize, Serialize};

use crate::error::MetricError;
use crate::input::check_lengths;
use crate::sum::mean;

/// Parameters of [`micro_f1`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, Serialize)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct MicroF1 {
    /// Whether predicted labels that never occur in the truth are ignored instead of counting as
    /// false positives.
    pub unknown_labels_free: bool,
}

/// Returns the micro-averaged F1 of one list of labels per row.
///
/// # Errors
///
/// Fails when the lengths differ or there are no rows.
pub fn micro_f1<T: Ord, L: AsRef<[T]>>(
    truth: &[L],
    predicted: &[L],
    parameters: MicroF1,
) -> Result<f64, MetricError> {
    check_lengths(truth.len(), predicted.len())?;
    let known = if parameters.unknown_labels_free {
        known_labels(truth)
    } else {
        Vec::new()
    };
    let (mut hits, mut total) = (0_u64, 0_u64);
    for (truth, predicted) in truth.iter().zip(predicted) {
        let truth = distinct(truth.as_ref());
        let mut predicted = distinct(predicted.as_ref());
        if parameters.unknown_labels_free {
            predicted.retain(|label| known.binary_search(label).is_ok());
        }
        hits += shared(&truth, &predicted);
        total += (truth.len() + predicted.len()) as u64;
    }
    Ok(if hits == 0 {
        0.0
    } else {
        (2 * hits) as f64 / total as f64
    })
}

/// Returns the mean over rows of the F1 of two sets of labels.
///
/// # Errors
///
/// Fails when the lengths differ or there are no rows.
pub fn mean_row_f1<T: Ord, L: AsRef<[T]>>(
    truth: &[L],
    predicted: &[L],
) -> Result<f64, MetricError> {
    check_lengths(truth.len(), predicted.len())?;
    let rows = truth.iter().zip(predicted);
    let scores: Vec<f64> = rows
        .map(|(truth, predicted)| {
            let (truth, predicted) = (distinct(truth.as_ref()), distinct(predicted.as_ref()));
            let total = truth.len() + predicted.len();
            if total == 0 {
                1.0
            } else {
                (2 * shared(&truth, &predicted)) as f64 / total as f64
            }
        })
        .collect();
    Ok(mean(&scores))
}

fn known_labels<T: Ord, L: AsRef<[T]>>(rows: &[L]) -> Vec<&T> {
    let mut labels: Vec<&T> = rows.iter().flat_map(AsRef::as_ref).collect();
    labels.sort_unstable();
    labels.dedup();
    labels
}

fn distinct<T: Ord>(labels: &[T]) -> Vec<&T> {
    let mut labels: Vec<&T> = labels.iter().collect();
    labels.sort_unstable();
    labels.dedup();
    labels
}

/// Number of labels in both sorted sets.
fn shared<T: Ord>(a: &[&T], b: &[&T]) -> u64 {
    a.iter()
        .filter(|label| b.binary_search(label).is_ok())
        .count() as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    const STRICT: MicroF1 = MicroF1 {
        unknown_labels_free: false,
    };
    const FREE: MicroF1 = MicroF1 {
        unknown_labels_free: true,
    };

    #[test]
    fn counts_pairs_of_row_and_label() {
        let truth = [vec!["a", "b"], vec!["c"]];
        let predicted = [vec!["a"], vec!["c", "a"]];
        assert_eq!(micro_f1(&truth, &predicted, STRICT), Ok(4.0 / 6.0));
        assert_eq!(mean_row_f1(&truth, &predicted), Ok(2.0 / 3.0));
    }

    #[test]
    fn unknown_labels_cost_unless_free() {
        let truth = [vec!["a"], vec!["b"]];
        let predicted = [vec!["a", "zzz"], vec!["b"]];
        assert_eq!(micro_f1(&truth, &predicted, STRICT), Ok(4.0 / 5.0));
        assert_eq!(micro_f1(&truth, &predicted, FREE), Ok(1.0));
    }

    #[test]
    fn repeats_count_once() {
        assert_eq!(micro_f1(&[vec![1, 1]], &[vec![1, 1, 1]], STRICT), Ok(1.0));
    }

    #[test]
    fn nothing_right_is_zero_and_empty_rows_agree() {
        assert_eq!(micro_f1(&[vec![1]], &[vec![]], STRICT), Ok(0.0));
        assert_eq!(
            micro_f1::<i32, Vec<i32>>(&[vec![]], &[vec![]], STRICT),
            Ok(0.0)
        );
        assert_eq!(mean_row_f1(&[vec![], vec![1]], &[vec![], vec![]]), Ok(0.5));
    }
}
