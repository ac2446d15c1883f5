//! Weighted logarithmic loss, averaged within groups and then over them.
//!
//! Formula: `(1 / G) * sum_g (sum_{i in g} w_i l_i / sum_{i in g} w_i)` with `l_i` the logarithmic loss
//! of row `i`, its probability clipped to `[eps, 1 - eps]`, and `w_i` its weight, multiplied by
//! `positive-weight` where the label is 1. Range 0 to `-ln eps`, lower is better.
//! Definition: the measure of the 2022 cervical-spine challenge: one group per study, weight 7 for the
//! patient as a whole, positives doubled, `eps` 1e-15.

use serde::{Deserialize, Serialize};

use crate::error::{MetricError, Side};
use crate::groups::by_group;
use crate::input::{check_epsilon, check_finite, check_lengths, check_probabilities};
use crate::sum::mean;

/// Parameters of [`weighted_log_loss`].
#[derive(Debug, Clone, Copy, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct WeightedLogLoss {
    /// Width of the clipping, from 0 (none) to below 0.5.
    pub epsilon: f64,
    /// Factor of the weight of rows whose label is 1, above 0.
    pub positive_weight: f64,
}

impl Default for WeightedLogLoss {
    fn default() -> Self {
        Self {
            epsilon: 1e-15,
            positive_weight: 2.0,
        }
    }
}

/// Returns the mean over groups of the weighted mean loss; `weights` are those of a row labelled 0.
///
/// # Errors
///
/// Fails when lengths differ, there are no rows, a prediction is not within 0 to 1, or a weight is not
/// above 0.
pub fn weighted_log_loss<G: Ord>(
    truth: &[bool],
    predicted: &[f64],
    weights: &[f64],
    groups: &[G],
    parameters: WeightedLogLoss,
) -> Result<f64, MetricError> {
    let WeightedLogLoss {
        epsilon,
        positive_weight,
    } = parameters;
    check_epsilon(epsilon)?;
    if !(positive_weight > 0.0 && positive_weight.is_finite()) {
        let reason = "expected a number above 0";
        return Err(MetricError::Parameter {
            name: "positive-weight",
            reason,
        });
    }
    check_lengths(truth.len(), predicted.len())?;
    check_lengths(truth.len(), weights.len())?;
    check_lengths(truth.len(), groups.len())?;
    check_probabilities(Side::Prediction, predicted)?;
    check_finite(Side::Truth, weights)?;
    if let Some(row) = weights.iter().position(|weight| *weight <= 0.0) {
        let (side, value, expected) = (Side::Truth, weights[row], "a weight above 0");
        return Err(MetricError::OutOfRange {
            side,
            row,
            value,
            expected,
        });
    }
    let mut scores = Vec::new();
    for rows in by_group(groups) {
        let (mut loss, mut weight) = (0.0, 0.0);
        for row in rows {
            let w = weights[row] * if truth[row] { positive_weight } else { 1.0 };
            loss += w * row_loss(truth[row], predicted[row], epsilon);
            weight += w;
        }
        scores.push(loss / weight);
    }
    Ok(mean(&scores))
}

/// Loss of one row. The probability is clipped before the other one is taken from it, so the two ends
/// differ in the last digits: a wrong 1 costs a little more than a wrong 0.
fn row_loss(truth: bool, p: f64, epsilon: f64) -> f64 {
    let p = p.clamp(epsilon, 1.0 - epsilon);
    0.0 - if truth { p.ln() } else { (1.0 - p).ln() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positives_count_double_and_groups_the_same() {
        let (truth, weights) = ([true, false, false], [1.0; 3]);
        let score = weighted_log_loss(
            &truth,
            &[0.25, 0.5, 0.5],
            &weights,
            &["a", "a", "b"],
            WeightedLogLoss::default(),
        );
        let first = (2.0 * 4.0_f64.ln() + 2.0_f64.ln()) / 3.0;
        assert!((score.unwrap() - first.midpoint(2.0_f64.ln())).abs() < 1e-15);
    }

    #[test]
    fn rejects_bad_weights_and_probabilities() {
        let parameters = WeightedLogLoss::default();
        let error = weighted_log_loss(&[true], &[0.5], &[0.0], &[0], parameters).unwrap_err();
        assert!(error.blames_truth());
        let error = weighted_log_loss(&[true], &[1.5], &[1.0], &[0], parameters).unwrap_err();
        assert!(!error.blames_truth());
    }
}
