//! Area to the right of the ROC curve, weighted by bands of the true positive rate.
//!
//! Formula: `sum_b w_b * A_b / sum_b w_b * h_b`, where band `b` spans true positive rates `l_b` to
//! `u_b` of height `h_b = u_b - l_b`, and `A_b` is the integral over the band of `1 - FPR(TPR)`.
//! The curve joins the points of the distinct scores by straight lines. Range 0 to 1, higher is
//! better. Constant scores give 0.585714 with the default bands, not one half.
//! Definition: the measure of the 2020 steganalysis challenge, whose bands 0 to 0.4 and 0.4 to 1
//! weigh 2 and 1: finding hidden messages at few false alarms counts double.

use serde::{Deserialize, Serialize};

use crate::error::{MetricError, Side};
use crate::input::{check_finite, check_lengths};

/// Parameters of [`weighted_auc`].
#[derive(Debug, Clone, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct WeightedAuc {
    /// Upper ends of the bands, rising, the last one 1.
    pub band_ends: Vec<f64>,
    /// Weight of each band, not negative, not all 0.
    pub band_weights: Vec<f64>,
}

impl Default for WeightedAuc {
    fn default() -> Self {
        Self {
            band_ends: vec![0.4, 1.0],
            band_weights: vec![2.0, 1.0],
        }
    }
}

impl WeightedAuc {
    fn check(&self) -> Result<(), MetricError> {
        let ends = &self.band_ends;
        let rising = ends.windows(2).all(|pair| pair[0] < pair[1]);
        if !rising || ends.first().is_none_or(|end| *end <= 0.0) || ends.last() != Some(&1.0) {
            let reason = "expected rising numbers above 0, the last one 1";
            return Err(MetricError::Parameter {
                name: "band-ends",
                reason,
            });
        }
        let weights = &self.band_weights;
        let sound = weights
            .iter()
            .all(|weight| weight.is_finite() && *weight >= 0.0);
        if weights.len() != ends.len() || !sound || weights.iter().all(|weight| *weight == 0.0) {
            let reason = "expected one finite number for each band, none negative, not all 0";
            return Err(MetricError::Parameter {
                name: "band-weights",
                reason,
            });
        }
        Ok(())
    }

    /// Bands as (lower end, upper end, weight).
    fn bands(&self) -> impl Iterator<Item = (f64, f64, f64)> {
        let lower = std::iter::once(&0.0).chain(&self.band_ends);
        let bands = lower.zip(&self.band_ends).zip(&self.band_weights);
        bands.map(|((lower, upper), weight)| (*lower, *upper, *weight))
    }
}

/// Returns the weighted area to the right of the ROC curve.
///
/// # Errors
///
/// Fails when the lengths differ, a score is missing or infinite, the truth has one class only or
/// the bands make no sense.
pub fn weighted_auc(
    truth: &[bool],
    scores: &[f64],
    parameters: &WeightedAuc,
) -> Result<f64, MetricError> {
    parameters.check()?;
    check_lengths(truth.len(), scores.len())?;
    check_finite(Side::Prediction, scores)?;
    let curve = roc_curve(truth, scores)?;
    let (mut area, mut whole) = (0.0, 0.0);
    for (lower, upper, weight) in parameters.bands() {
        let mut band = 0.0;
        for pair in curve.windows(2) {
            band += right_of(pair[0], pair[1], lower, upper);
        }
        area += weight * band;
        whole += weight * (upper - lower);
    }
    Ok(area / whole)
}

/// Area to the right of one piece of the curve, between two true positive rates.
fn right_of(from: (f64, f64), to: (f64, f64), lower: f64, upper: f64) -> f64 {
    let (low, high) = (from.1.max(lower), to.1.min(upper));
    if high <= low {
        return 0.0;
    }
    let slope = (to.0 - from.0) / (to.1 - from.1);
    let middle = from.0 + slope * (low.midpoint(high) - from.1);
    (high - low) * (1.0 - middle)
}

/// Points (false positive rate, true positive rate) from (0, 0) to (1, 1), one per distinct score.
fn roc_curve(truth: &[bool], scores: &[f64]) -> Result<Vec<(f64, f64)>, MetricError> {
    let mut rows: Vec<(bool, f64)> = truth.iter().copied().zip(scores.iter().copied()).collect();
    rows.sort_unstable_by(|a, b| b.1.total_cmp(&a.1));
    let positives = truth.iter().filter(|label| **label).count();
    let negatives = truth.len() - positives;
    if positives == 0 || negatives == 0 {
        return Err(MetricError::OneClass);
    }
    let (mut true_positives, mut seen) = (0, 0);
    let mut curve = vec![(0.0, 0.0)];
    for tied in rows.chunk_by(|a, b| a.1 == b.1) {
        seen += tied.len();
        true_positives += tied.iter().filter(|row| row.0).count();
        let false_positives = seen - true_positives;
        curve.push((
            false_positives as f64 / negatives as f64,
            true_positives as f64 / positives as f64,
        ));
    }
    Ok(curve)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::roc_auc::roc_auc;

    #[test]
    fn constant_scores_give_more_than_one_half() {
        let score = weighted_auc(&[true, false], &[0.3, 0.3], &WeightedAuc::default()).unwrap();
        assert!((score - 0.82 / 1.4).abs() < 1e-15);
    }

    #[test]
    fn perfect_is_one_and_reversed_is_zero() {
        let truth = [true, true, false];
        let parameters = WeightedAuc::default();
        assert_eq!(weighted_auc(&truth, &[3.0, 2.0, 1.0], &parameters), Ok(1.0));
        assert_eq!(weighted_auc(&truth, &[1.0, 2.0, 3.0], &parameters), Ok(0.0));
    }

    #[test]
    fn rejects_silly_bands() {
        for (ends, weights) in [
            (vec![], vec![]),
            (vec![0.5], vec![1.0]),
            (vec![0.6, 0.4, 1.0], vec![1.0, 1.0, 1.0]),
            (vec![0.4, 1.0], vec![1.0]),
            (vec![0.4, 1.0], vec![0.0, 0.0]),
            (vec![0.4, 1.0], vec![f64::NAN, 1.0]),
            (vec![f64::NAN, 1.0], vec![1.0, 1.0]),
        ] {
            let parameters = WeightedAuc {
                band_ends: ends,
                band_weights: weights,
            };
            let error = weighted_auc(&[true, false], &[0.3, 0.3], &parameters).unwrap_err();
            assert!(
                matches!(error, MetricError::Parameter { .. }),
                "{parameters:?}"
            );
        }
    }

    proptest! {
        #[test]
        fn with_one_weight_it_is_the_plain_area(
            rows in prop::collection::vec((any::<bool>(), 0_u8..9), 2..60)
        ) {
            let truth: Vec<bool> = rows.iter().map(|row| row.0).collect();
            let scores: Vec<f64> = rows.iter().map(|row| f64::from(row.1)).collect();
            let even = WeightedAuc { band_weights: vec![1.0, 1.0], ..WeightedAuc::default() };
            match (weighted_auc(&truth, &scores, &even), roc_auc(&truth, &scores)) {
                (Ok(weighted), Ok(plain)) => prop_assert!((weighted - plain).abs() < 1e-12),
                (weighted, plain) => prop_assert_eq!(weighted, plain),
            }
        }
    }
}
