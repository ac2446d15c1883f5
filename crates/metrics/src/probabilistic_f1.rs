//! F1 of probabilities.
//!
//! Formula: `2 P R / (P + R)` with `P = sum_{y=1} p / sum p` and `R = sum_{y=1} p / #{y = 1}`.
//! Predictions are clipped to 0 to 1 first. Range 0 to 1, higher is better.
//! Edge cases: 0 when precision or recall is 0 or undefined.
//! Definition: Yacouby and Axman (2020), as in the 2022 breast-cancer screening challenge.

use serde::{Deserialize, Serialize};

use crate::error::{MetricError, Side};
use crate::input::{check_lengths, check_numbers};

/// Parameters of [`probabilistic_f1`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, Serialize)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct ProbabilisticF1 {
    /// Whether the published program's two slips are kept: a missing prediction makes the score 0
    /// instead of being an error, and predictions that are all negative are an error instead of 0.
    pub published_slips: bool,
}

/// Returns the probabilistic F1; predictions outside 0 to 1, even infinite ones, are clipped.
///
/// # Errors
///
/// Fails when the lengths differ, there are no rows, or a prediction is missing (but see
/// [`ProbabilisticF1::published_slips`]).
pub fn probabilistic_f1(
    truth: &[bool],
    predicted: &[f64],
    parameters: ProbabilisticF1,
) -> Result<f64, MetricError> {
    check_lengths(truth.len(), predicted.len())?;
    match check_numbers(Side::Prediction, predicted) {
        Err(_) if parameters.published_slips => return Ok(0.0),
        checked => checked?,
    }
    if parameters.published_slips && predicted.iter().all(|p| *p < 0.0) {
        return Err(MetricError::Undefined {
            side: Side::Prediction,
            reason: "all predictions are negative",
        });
    }
    let (mut hits, mut all, mut positives) = (0.0, 0.0, 0_u64);
    for (truth, p) in truth.iter().zip(predicted) {
        let p = p.clamp(0.0, 1.0);
        all += p;
        if *truth {
            hits += p;
            positives += 1;
        }
    }
    if positives == 0 || hits == 0.0 {
        return Ok(0.0);
    }
    let (precision, recall) = (hits / all, hits / positives as f64);
    // The smallest predictions vanish in the division.
    if precision == 0.0 || recall == 0.0 {
        return Ok(0.0);
    }
    Ok(2.0 * precision * recall / (precision + recall))
}

#[cfg(test)]
mod tests {
    use super::*;

    const CLEAN: ProbabilisticF1 = ProbabilisticF1 {
        published_slips: false,
    };
    const PUBLISHED: ProbabilisticF1 = ProbabilisticF1 {
        published_slips: true,
    };

    #[test]
    fn weighs_by_probability() {
        assert_eq!(
            probabilistic_f1(&[true, false], &[1.0, 0.0], CLEAN),
            Ok(1.0)
        );
        assert_eq!(
            probabilistic_f1(&[true, false], &[0.5, 0.5], CLEAN),
            Ok(0.5)
        );
        assert_eq!(
            probabilistic_f1(&[true, false], &[7.0, -3.0], CLEAN),
            Ok(1.0)
        );
    }

    #[test]
    fn nothing_predicted_or_nothing_true_is_zero() {
        assert_eq!(
            probabilistic_f1(&[true, false], &[0.0, 0.0], PUBLISHED),
            Ok(0.0)
        );
        assert_eq!(
            probabilistic_f1(&[false, false], &[0.5, 0.5], CLEAN),
            Ok(0.0)
        );
    }

    #[test]
    fn predictions_that_vanish_in_the_division_are_zero() {
        let (truth, predicted) = ([true, false, true], [0.0, 1.5, 5e-324]);
        assert_eq!(probabilistic_f1(&truth, &predicted, CLEAN), Ok(0.0));
    }

    #[test]
    fn keeps_the_published_slips_only_when_told() {
        let (missing, negative) = ([0.5, f64::NAN], [-0.5, -1.0]);
        assert_eq!(
            probabilistic_f1(&[true, false], &missing, PUBLISHED),
            Ok(0.0)
        );
        assert_eq!(
            probabilistic_f1(&[true, false], &missing, CLEAN)
                .unwrap_err()
                .row(),
            Some(1)
        );
        assert!(probabilistic_f1(&[true, false], &negative, PUBLISHED).is_err());
        assert_eq!(probabilistic_f1(&[true, false], &negative, CLEAN), Ok(0.0));
    }
}
