//! Mean absolute error.
//!
//! Formula: `mean(|y - p|)`. Range 0 to infinity, lower is better.
//! Definition: as `mean_absolute_error` of scikit-learn.

use crate::error::MetricError;
use crate::input::check_finite_pair;
use crate::sum::mean;

/// Returns the mean of the absolute differences.
///
/// # Errors
///
/// Fails when the lengths differ, there are no rows, or a value is missing or infinite.
pub fn mean_absolute_error(truth: &[f64], predicted: &[f64]) -> Result<f64, MetricError> {
    check_finite_pair(truth, predicted)?;
    let rows = truth.iter().zip(predicted);
    let errors: Vec<f64> = rows
        .map(|(truth, predicted)| (truth - predicted).abs())
        .collect();
    Ok(mean(&errors))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn averages_absolute_differences() {
        assert_eq!(
            mean_absolute_error(&[1.0, 2.0, 3.0], &[2.0, 0.0, 3.0]),
            Ok(1.0)
        );
    }

    #[test]
    fn rejects_bad_values_with_their_row() {
        let error = mean_absolute_error(&[1.0, 2.0], &[1.0, f64::NEG_INFINITY]).unwrap_err();
        assert_eq!(error.row(), Some(1));
        assert!(mean_absolute_error(&[], &[]).is_err());
    }
}
