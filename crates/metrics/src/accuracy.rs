//! Share of right labels, and its complement.
//!
//! Formula: `accuracy = #{i : y_i = p_i} / n`, `top-1 error = 1 - accuracy`.
//! Range 0 to 1; accuracy is better when higher, the error when lower.
//! Edge cases: labels are compared as values; a label that never occurs in the truth is merely
//! wrong. Definition: the usual zero-one score, as `accuracy_score` of scikit-learn.

use crate::error::MetricError;
use crate::input::check_lengths;

/// Returns the share of rows whose predicted label equals the true one.
///
/// # Errors
///
/// Fails when the lengths differ or there are no rows.
pub fn accuracy<T: PartialEq<P>, P>(truth: &[T], predicted: &[P]) -> Result<f64, MetricError> {
    check_lengths(truth.len(), predicted.len())?;
    let right = truth
        .iter()
        .zip(predicted)
        .filter(|(truth, predicted)| truth == predicted)
        .count();
    Ok(right as f64 / truth.len() as f64)
}

/// Returns the share of rows whose predicted label differs from the true one.
///
/// # Errors
///
/// Fails when the lengths differ or there are no rows.
pub fn top_1_error<T: PartialEq<P>, P>(truth: &[T], predicted: &[P]) -> Result<f64, MetricError> {
    Ok(1.0 - accuracy(truth, predicted)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_right_labels() {
        assert_eq!(accuracy(&[1, 2, 3, 4], &[1, 2, 0, 9]), Ok(0.5));
        assert_eq!(top_1_error(&[1, 2, 3, 4], &[1, 2, 3, 9]), Ok(0.25));
    }

    #[test]
    fn compares_text_exactly() {
        assert_eq!(
            accuracy(&["Maize", "rice", ""], &["maize", "rice", ""]),
            Ok(2.0 / 3.0)
        );
    }

    #[test]
    fn rejects_other_lengths_and_nothing() {
        let error = MetricError::LengthMismatch {
            truth: 1,
            predicted: 2,
        };
        assert_eq!(accuracy(&[1], &[1, 2]), Err(error));
        assert_eq!(accuracy::<i64, i64>(&[], &[]), Err(MetricError::Empty));
    }
}
