//! Root mean squared error, and of logarithms.
//!
//! Formula: `RMSE = sqrt(mean((y - p)^2))`, `RMSLE = sqrt(mean((ln(1 + y) - ln(1 + p))^2))`; over
//! columns the plain mean of each column's value. Range 0 to infinity, lower is better.
//! Edge cases: an error too large to square gives infinity. The logarithmic form needs all values
//! above -1. Definition: as `root_mean_squared_error` and `root_mean_squared_log_error` of
//! scikit-learn.

use crate::columns::column_mean;
use crate::error::{MetricError, Side};
use crate::input::{check_finite_pair, check_lengths};
use crate::sum::mean;

/// Returns the root of the mean squared difference.
///
/// # Errors
///
/// Fails when the lengths differ, there are no rows, or a value is missing or infinite.
pub fn rmse(truth: &[f64], predicted: &[f64]) -> Result<f64, MetricError> {
    check_finite_pair(truth, predicted)?;
    Ok(root_mean_square(
        truth
            .iter()
            .zip(predicted)
            .map(|(truth, predicted)| truth - predicted),
    ))
}

/// Returns the root of the mean squared difference of `ln(1 + x)`.
///
/// # Errors
///
/// Fails as [`rmse`] does, and for values of -1 or below.
pub fn rmsle(truth: &[f64], predicted: &[f64]) -> Result<f64, MetricError> {
    check_finite_pair(truth, predicted)?;
    check_above_minus_one(Side::Truth, truth)?;
    check_above_minus_one(Side::Prediction, predicted)?;
    let rows = truth.iter().zip(predicted);
    Ok(root_mean_square(rows.map(|(truth, predicted)| {
        truth.ln_1p() - predicted.ln_1p()
    })))
}

fn root_mean_square(errors: impl Iterator<Item = f64>) -> f64 {
    let squares: Vec<f64> = errors.map(|error| error * error).collect();
    mean(&squares).sqrt()
}

fn check_above_minus_one(side: Side, values: &[f64]) -> Result<(), MetricError> {
    match values.iter().position(|value| *value <= -1.0) {
        Some(row) => {
            let (value, expected) = (values[row], "a number above -1");
            Err(MetricError::OutOfRange {
                side,
                row,
                value,
                expected,
            })
        }
        None => Ok(()),
    }
}

/// Returns the plain mean of [`rmse`] over columns.
///
/// # Errors
///
/// Fails as [`rmse`] does for any column, and when the numbers of columns differ.
pub fn mean_column_rmse(truth: &[&[f64]], predicted: &[&[f64]]) -> Result<f64, MetricError> {
    check_lengths(truth.len(), predicted.len())?;
    column_mean(truth, predicted, |truth, predicted| rmse(truth, predicted))
}

/// Returns the plain mean of [`rmsle`] over columns.
///
/// # Errors
///
/// Fails as [`rmsle`] does for any column, and when the numbers of columns differ.
pub fn mean_column_rmsle(truth: &[&[f64]], predicted: &[&[f64]]) -> Result<f64, MetricError> {
    check_lengths(truth.len(), predicted.len())?;
    column_mean(truth, predicted, |truth, predicted| rmsle(truth, predicted))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_and_takes_the_root() {
        assert_eq!(rmse(&[0.0, 0.0], &[3.0, -3.0]), Ok(3.0));
        assert_eq!(rmse(&[1.0, 0.0], &[1.0, 2.0]), Ok(2.0_f64.sqrt()));
    }

    #[test]
    fn logarithms_need_values_above_minus_one() {
        assert_eq!(rmsle(&[0.0], &[std::f64::consts::E - 1.0]), Ok(1.0));
        assert!(rmsle(&[0.0], &[-0.5]).is_ok());
        let error = rmsle(&[0.0, 0.0], &[0.0, -1.0]).unwrap_err();
        assert_eq!((error.row(), error.blames_truth()), (Some(1), false));
        assert!(rmsle(&[-2.0], &[0.0]).unwrap_err().blames_truth());
    }

    #[test]
    fn columns_weigh_the_same() {
        let truth: [&[f64]; 2] = [&[0.0, 0.0], &[0.0, 0.0]];
        let predicted: [&[f64]; 2] = [&[1.0, 1.0], &[3.0, 3.0]];
        assert_eq!(mean_column_rmse(&truth, &predicted), Ok(2.0));
        assert!(mean_column_rmsle(&truth, &predicted[..1]).is_err());
    }

    #[test]
    fn a_huge_error_is_infinite_not_a_failure() {
        assert_eq!(rmse(&[0.0], &[1e300]), Ok(f64::INFINITY));
    }

    #[test]
    fn rejects_missing_and_infinite_values() {
        assert_eq!(
            rmse(&[0.0, 0.0], &[1.0, f64::NAN]).unwrap_err().row(),
            Some(1)
        );
        assert!(rmse(&[f64::INFINITY], &[1.0]).unwrap_err().blames_truth());
    }
}
