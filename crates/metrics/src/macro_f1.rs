//! Macro-averaged F1 of classes.
//!
//! Formula: `(1 / K) * sum_k 2 TP_k / (t_k + p_k)` over all classes `k` that occur in truth or
//! prediction, `t_k` and `p_k` counting the rows of the class on each side. Range 0 to 1, higher is
//! better. Edge cases: a class that is only predicted adds a 0.
//! Definition: as `f1_score(average="macro")` of scikit-learn.

use crate::error::MetricError;
use crate::label_counts::label_counts;
use crate::sum::mean;

/// Returns the mean over classes of the F1 score.
///
/// # Errors
///
/// Fails when the lengths differ or there are no rows.
pub fn macro_f1<T: Ord>(truth: &[T], predicted: &[T]) -> Result<f64, MetricError> {
    let counts = label_counts(truth, predicted)?;
    let scores = counts.values();
    let scores: Vec<f64> = scores
        .map(|count| (2 * count.both) as f64 / (count.truth + count.predicted) as f64)
        .collect();
    Ok(mean(&scores))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn averages_classes_not_rows() {
        // Class 0: 2*3/(3+4), class 1: 0.
        assert_eq!(macro_f1(&[0, 0, 0, 1], &[0, 0, 0, 0]), Ok(6.0 / 7.0 / 2.0));
    }

    #[test]
    fn a_class_that_is_only_predicted_adds_a_zero() {
        assert_eq!(macro_f1(&[0, 0], &[0, 0]), Ok(1.0));
        assert_eq!(macro_f1(&[0, 0], &[0, 9]), Ok(2.0 / 3.0 / 2.0));
    }
}
