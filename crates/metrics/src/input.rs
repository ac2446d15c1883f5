//! Checks that every metric begins with.

use crate::error::{MetricError, Side};

/// Rejects slices of different lengths and empty ones.
pub(crate) fn check_lengths(truth: usize, predicted: usize) -> Result<(), MetricError> {
    if truth != predicted {
        return Err(MetricError::LengthMismatch { truth, predicted });
    }
    if truth == 0 {
        Err(MetricError::Empty)
    } else {
        Ok(())
    }
}

/// Rejects values that are not numbers.
pub(crate) fn check_numbers(side: Side, values: &[f64]) -> Result<(), MetricError> {
    match values.iter().position(|value| value.is_nan()) {
        Some(row) => Err(MetricError::NotANumber { side, row }),
        None => Ok(()),
    }
}

/// Rejects values that are not finite numbers.
pub(crate) fn check_finite(side: Side, values: &[f64]) -> Result<(), MetricError> {
    match values.iter().position(|value| !value.is_finite()) {
        Some(row) if values[row].is_nan() => Err(MetricError::NotANumber { side, row }),
        Some(row) => Err(MetricError::Infinite { side, row }),
        None => Ok(()),
    }
}

/// Rejects values outside 0 to 1.
pub(crate) fn check_probabilities(side: Side, values: &[f64]) -> Result<(), MetricError> {
    match values.iter().position(|value| !(0.0..=1.0).contains(value)) {
        Some(row) if values[row].is_nan() => Err(MetricError::NotANumber { side, row }),
        Some(row) => {
            let (value, expected) = (values[row], "a number from 0 to 1");
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

/// Checks a pair of finite columns of one length.
pub(crate) fn check_finite_pair(truth: &[f64], predicted: &[f64]) -> Result<(), MetricError> {
    check_lengths(truth.len(), predicted.len())?;
    check_finite(Side::Truth, truth)?;
    check_finite(Side::Prediction, predicted)
}

/// Checks the width of the clipping of probabilities.
pub(crate) fn check_epsilon(epsilon: f64) -> Result<(), MetricError> {
    if (0.0..0.5).contains(&epsilon) {
        Ok(())
    } else {
        let reason = "expected a number from 0 to less than 0.5";
        Err(MetricError::Parameter {
            name: "epsilon",
            reason,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_the_first_bad_row() {
        let infinite = check_finite(Side::Truth, &[0.0, f64::INFINITY, f64::NAN]);
        assert_eq!(
            infinite,
            Err(MetricError::Infinite {
                side: Side::Truth,
                row: 1
            })
        );
        let missing = check_probabilities(Side::Prediction, &[0.0, 1.0, f64::NAN, 3.0]);
        assert_eq!(
            missing,
            Err(MetricError::NotANumber {
                side: Side::Prediction,
                row: 2
            })
        );
        let outside = check_probabilities(Side::Prediction, &[-0.0, 1.1]).unwrap_err();
        assert_eq!(outside.row(), Some(1));
        assert!(outside.to_string().contains("`1.1`"));
    }

    #[test]
    fn rejects_a_silly_clipping_width() {
        assert!(check_epsilon(0.5).is_err());
        assert!(check_epsilon(f64::NAN).is_err());
        assert!(check_epsilon(-1e-9).is_err());
        assert!(check_epsilon(0.0).is_ok());
    }
}
