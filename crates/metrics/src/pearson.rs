//! Pearson correlation.
//!
//! Formula: `sum (y - mean y)(p - mean p) / sqrt(sum (y - mean y)^2 * sum (p - mean p)^2)`.
//! Range -1 to 1, higher is better.
//! Edge cases: undefined when either side is constant, or has fewer than two rows.
//! Definition: as `pearsonr` of SciPy; values are scaled before squaring, so neither huge nor tiny
//! ones overflow.

use crate::error::{MetricError, Side};
use crate::input::check_finite_pair;
use crate::sum::{mean, sum};

/// Returns the Pearson correlation of two columns.
///
/// # Errors
///
/// Fails when the lengths differ, a value is missing or infinite, or a side is constant.
pub fn pearson(truth: &[f64], predicted: &[f64]) -> Result<f64, MetricError> {
    check_finite_pair(truth, predicted)?;
    let truth = centred(truth).ok_or(MetricError::Undefined {
        side: Side::Truth,
        reason: "the truth is constant",
    })?;
    let predicted = centred(predicted).ok_or(MetricError::Undefined {
        side: Side::Prediction,
        reason: "the prediction is constant",
    })?;
    // One root of the product, not two roots: equal columns then correlate by exactly 1.
    let spread = (dot(&truth, &truth) * dot(&predicted, &predicted)).sqrt();
    Ok((dot(&truth, &predicted) / spread).clamp(-1.0, 1.0))
}

/// Shifts values to mean 0 and scales them to a largest size of 1; `None` if they are constant.
fn centred(values: &[f64]) -> Option<Vec<f64>> {
    if values.iter().all(|value| *value == values[0]) {
        return None;
    }
    let centre = mean(values);
    let shifted: Vec<f64> = values.iter().map(|value| value - centre).collect();
    let size = largest(&shifted);
    if !size.is_finite() {
        // Only sums of huge values get here; scaling first would cost others their last digits.
        let shrunk: Vec<f64> = values.iter().map(|value| value / f64::MAX).collect();
        return centred(&shrunk);
    }
    (size > 0.0).then(|| shifted.iter().map(|value| value / size).collect())
}

fn largest(values: &[f64]) -> f64 {
    values
        .iter()
        .fold(0.0, |largest, value| value.abs().max(largest))
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    let products: Vec<f64> = a.iter().zip(b).map(|(a, b)| a * b).collect();
    sum(&products)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_correlate_fully() {
        let score = pearson(&[1.0, 2.0, 4.0], &[10.0, 20.0, 40.0]).unwrap();
        assert!((score - 1.0).abs() < 1e-15);
        let score = pearson(&[1.0, 2.0, 4.0], &[-1.0, -2.0, -4.0]).unwrap();
        assert!((score + 1.0).abs() < 1e-15);
    }

    #[test]
    fn constants_are_undefined() {
        let error = pearson(&[1.0, 2.0, 3.0], &[0.1, 0.1, 0.1]).unwrap_err();
        assert_eq!(
            error,
            MetricError::Undefined {
                side: Side::Prediction,
                reason: "the prediction is constant"
            }
        );
        assert!(pearson(&[1.0], &[1.0]).is_err());
    }

    #[test]
    fn huge_and_tiny_values_do_not_overflow() {
        let score = pearson(&[1.0, 2.0, 3.0], &[-1.7e308, 0.0, 1.7e308]).unwrap();
        assert!((score - 1.0).abs() < 1e-12);
        let score = pearson(&[1.0, 2.0, 3.0], &[0.0, 1e-310, 2e-310]).unwrap();
        assert!((score - 1.0).abs() < 1e-6);
    }
}
