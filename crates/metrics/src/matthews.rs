//! Matthews correlation coefficient.
//!
//! Formula: `(c n - sum_k t_k p_k) / sqrt((n^2 - sum_k p_k^2)(n^2 - sum_k t_k^2))` with `c` right rows
//! of `n`, and `t_k`, `p_k` the rows of class `k` in truth and prediction; for two classes this is
//! `(TP TN - FP FN) / sqrt((TP+FP)(TP+FN)(TN+FP)(TN+FN))`. Range -1 to 1, higher is better.
//! Edge cases: 0 when either side is constant. Any whole-number classes are allowed.
//! Definition: Gorodkin (2004), as `matthews_corrcoef` of scikit-learn.

use crate::error::MetricError;
use crate::label_counts::label_counts;

/// Returns the Matthews correlation of true and predicted classes.
///
/// # Errors
///
/// Fails when the lengths differ or there are no rows.
pub fn matthews_correlation(truth: &[i64], predicted: &[i64]) -> Result<f64, MetricError> {
    let counts = label_counts(truth, predicted)?;
    let n = truth.len() as i128;
    let (mut right, mut cross, mut truth_squares, mut predicted_squares) = (0, 0, 0, 0);
    for count in counts.values() {
        let (t, p) = (i128::from(count.truth), i128::from(count.predicted));
        right += i128::from(count.both);
        cross += t * p;
        truth_squares += t * t;
        predicted_squares += p * p;
    }
    let (truth_spread, predicted_spread) = (n * n - truth_squares, n * n - predicted_squares);
    if truth_spread == 0 || predicted_spread == 0 {
        return Ok(0.0);
    }
    let covariance = (right * n - cross) as f64;
    let correlation = covariance / (truth_spread as f64 * predicted_spread as f64).sqrt();
    Ok(correlation.clamp(-1.0, 1.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn correlates_two_classes() {
        assert_eq!(matthews_correlation(&[0, 1, 1, 0], &[0, 1, 1, 0]), Ok(1.0));
        assert_eq!(matthews_correlation(&[0, 1, 1, 0], &[1, 0, 0, 1]), Ok(-1.0));
        // TP 2, TN 1, FP 1, FN 1: (2 - 1) / sqrt(3 * 3 * 2 * 2).
        let score = matthews_correlation(&[1, 1, 1, 0, 0], &[1, 1, 0, 0, 1]).unwrap();
        assert!((score - 1.0 / 6.0).abs() < 1e-15);
    }

    #[test]
    fn a_constant_side_gives_zero() {
        assert_eq!(matthews_correlation(&[0, 1], &[1, 1]), Ok(0.0));
        assert_eq!(matthews_correlation(&[5, 5], &[5, 5]), Ok(0.0));
    }

    #[test]
    fn takes_more_than_two_classes() {
        assert_eq!(matthews_correlation(&[0, 1, 7], &[0, 1, 7]), Ok(1.0));
    }
}
