//! Laplace log likelihood with a floor under the confidence and a ceiling over the error.
//!
//! Formula: mean of `-sqrt(2) * min(|y - p|, e) / s - ln(sqrt(2) * s)` with `s = max(sigma, f)`; the
//! floor `f` is 70 and the ceiling `e` is 1000 by default. Range minus infinity to
//! `-ln(sqrt(2) f)` = -4.595, higher is better.
//! Edge cases: an infinite confidence gives minus infinity, an infinite prediction an error of `e`.
//! Definition: the measure of the 2020 pulmonary-fibrosis challenge.

use serde::{Deserialize, Serialize};

use crate::error::{MetricError, Side};
use crate::input::{check_finite, check_lengths, check_numbers};
use crate::sum::mean;

/// Parameters of [`laplace_log_likelihood`].
#[derive(Debug, Clone, Copy, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct LaplaceLogLikelihood {
    /// Least standard deviation that counts, above 0.
    pub confidence_floor: f64,
    /// Largest absolute error that counts, above 0.
    pub error_ceiling: f64,
}

impl Default for LaplaceLogLikelihood {
    fn default() -> Self {
        Self {
            confidence_floor: 70.0,
            error_ceiling: 1000.0,
        }
    }
}

/// Returns the mean log likelihood of predictions with a standard deviation each.
///
/// # Errors
///
/// Fails when the lengths differ, there are no rows, a value is missing (column 0 is the prediction,
/// 1 the confidence), or a parameter is not above 0.
pub fn laplace_log_likelihood(
    truth: &[f64],
    predicted: &[f64],
    confidence: &[f64],
    parameters: LaplaceLogLikelihood,
) -> Result<f64, MetricError> {
    let LaplaceLogLikelihood {
        confidence_floor,
        error_ceiling,
    } = parameters;
    for (name, value) in [
        ("confidence-floor", confidence_floor),
        ("error-ceiling", error_ceiling),
    ] {
        if !(value > 0.0 && value.is_finite()) {
            return Err(MetricError::Parameter {
                name,
                reason: "expected a number above 0",
            });
        }
    }
    check_lengths(truth.len(), predicted.len())?;
    check_lengths(truth.len(), confidence.len())?;
    check_finite(Side::Truth, truth)?;
    check_numbers(Side::Prediction, predicted).map_err(|error| error.in_column(0))?;
    check_numbers(Side::Prediction, confidence).map_err(|error| error.in_column(1))?;
    let root = std::f64::consts::SQRT_2;
    let rows = truth.iter().zip(predicted).zip(confidence);
    let likelihoods: Vec<f64> = rows
        .map(|((truth, predicted), confidence)| {
            let error = (truth - predicted).abs().min(error_ceiling);
            let sigma = confidence.max(confidence_floor);
            -root * error / sigma - (root * sigma).ln()
        })
        .collect();
    Ok(mean(&likelihoods))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn likelihood(truth: f64, predicted: f64, confidence: f64) -> f64 {
        let parameters = LaplaceLogLikelihood::default();
        laplace_log_likelihood(&[truth], &[predicted], &[confidence], parameters).unwrap()
    }

    #[test]
    fn is_best_without_error_at_the_floor() {
        let best = -(70.0 * 2.0_f64.sqrt()).ln();
        assert_eq!(likelihood(2000.0, 2000.0, 0.0), best);
        assert_eq!(likelihood(2000.0, 2000.0, 70.0), best);
        assert!(likelihood(2000.0, 2000.0, 71.0) < best);
    }

    #[test]
    fn errors_stop_counting_at_the_ceiling() {
        assert_eq!(
            likelihood(0.0, 1000.0, 100.0),
            likelihood(0.0, f64::INFINITY, 100.0)
        );
        assert_eq!(likelihood(0.0, 0.0, f64::INFINITY), f64::NEG_INFINITY);
    }

    #[test]
    fn rejects_missing_values_and_silly_parameters() {
        let parameters = LaplaceLogLikelihood::default();
        let error = laplace_log_likelihood(&[0.0], &[0.0], &[f64::NAN], parameters).unwrap_err();
        assert_eq!((error.column(), error.row()), (Some(1), Some(0)));
        let silly = LaplaceLogLikelihood {
            confidence_floor: 0.0,
            ..parameters
        };
        assert!(laplace_log_likelihood(&[0.0], &[0.0], &[1.0], silly).is_err());
    }
}
