//! F-beta score of masks, averaged over images.
//!
//! Formula: `(1 + b^2) P R / (b^2 P + R)` with `P = |A & B| / |B|` and `R = |A & B| / |A|` of the true
//! mask `A` and the predicted `B`; below 1, `b` makes precision weigh more than recall. Range 0 to 1,
//! higher is better. Edge cases: 0 when no pixel is right, even if both masks are empty.
//! Definition: van Rijsbergen (1979); `b` is 0.5 in the 2023 ink-detection challenge.

use serde::{Deserialize, Serialize};

use crate::error::MetricError;
use crate::input::check_lengths;
use crate::mask::Mask;
use crate::sum::mean;

/// Parameters of [`mean_f_beta`].
#[derive(Debug, Clone, Copy, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct FBeta {
    /// How much more recall weighs than precision, above 0.
    pub beta: f64,
}

/// Returns the mean over images of the F-beta score.
///
/// # Errors
///
/// Fails when the lengths differ, there are no images, or `beta` is not above 0.
pub fn mean_f_beta(
    truth: &[Mask],
    predicted: &[Mask],
    parameters: FBeta,
) -> Result<f64, MetricError> {
    let square = parameters.beta * parameters.beta;
    if !(parameters.beta > 0.0 && square.is_finite()) {
        return Err(MetricError::Parameter {
            name: "beta",
            reason: "expected a number above 0",
        });
    }
    check_lengths(truth.len(), predicted.len())?;
    let pairs = truth.iter().zip(predicted);
    let scores: Vec<f64> = pairs
        .map(|(truth, predicted)| {
            let shared = truth.shared_area(predicted) as f64;
            if shared == 0.0 {
                return 0.0;
            }
            let precision = shared / predicted.area() as f64;
            let recall = shared / truth.area() as f64;
            (1.0 + square) * precision * recall / (square * precision + recall)
        })
        .collect();
    Ok(mean(&scores))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn score(from: u64, to: u64, beta: f64) -> f64 {
        let mask = |from, to| Mask::from_run(from..to);
        mean_f_beta(&[mask(0, 100)], &[mask(from, to)], FBeta { beta }).unwrap()
    }

    #[test]
    fn small_beta_prefers_precision() {
        assert_eq!(score(0, 100, 0.5), 1.0);
        assert!(score(0, 50, 0.5) > score(0, 200, 0.5));
        assert!(score(0, 50, 2.0) < score(0, 200, 2.0));
        assert_eq!(score(200, 300, 0.5), 0.0);
    }

    #[test]
    fn rejects_a_silly_beta() {
        for beta in [0.0, -1.0, f64::NAN, f64::INFINITY] {
            assert!(mean_f_beta(&[Mask::full(1)], &[Mask::full(1)], FBeta { beta }).is_err());
        }
    }
}
