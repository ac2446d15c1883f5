//! Precision of one mask per image at rising limits of overlap.
//!
//! Formula: mean over images of the share of the limits 0.5, 0.55, ... 0.95 that
//! `IoU = |A & B| / |A or B|` exceeds. An image whose true mask is empty scores 1 for an empty
//! prediction and 0 for any other. Range 0 to 1, higher is better.
//! Edge cases: a limit has to be exceeded, not met. An empty prediction for a true mask scores 0;
//! the published program instead takes it for the whole image (`empty-is-full`).
//! Definition: the measure of the 2018 salt-identification challenge.

use serde::{Deserialize, Serialize};

use crate::error::MetricError;
use crate::input::check_lengths;
use crate::mask::Mask;
use crate::sum::mean;

/// Number of limits.
const LIMITS: u32 = 10;

/// Parameters of [`mean_mask_precision`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, Serialize)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct MaskPrecision {
    /// Whether an empty prediction for a true mask is taken for the whole image.
    pub empty_is_full: bool,
}

/// Returns the mean precision over images of `pixels` pixels each.
///
/// # Errors
///
/// Fails when the lengths differ or there are no images.
pub fn mean_mask_precision(
    truth: &[Mask],
    predicted: &[Mask],
    pixels: u64,
    parameters: MaskPrecision,
) -> Result<f64, MetricError> {
    check_lengths(truth.len(), predicted.len())?;
    let whole = Mask::full(pixels);
    let pairs = truth.iter().zip(predicted);
    let scores: Vec<f64> = pairs
        .map(|(truth, predicted)| {
            if truth.is_empty() {
                return f64::from(predicted.is_empty());
            }
            let as_whole = parameters.empty_is_full && predicted.is_empty();
            precision(truth, if as_whole { &whole } else { predicted })
        })
        .collect();
    Ok(mean(&scores))
}

fn precision(truth: &Mask, predicted: &Mask) -> f64 {
    let shared = truth.shared_area(predicted);
    let union = truth.area() - shared + predicted.area();
    let overlap = shared as f64 / union as f64;
    // The limits as NumPy's `arange(0.5, 1, 0.05)` has them, to the last bit.
    let step = 0.55 - 0.5;
    let passed = (0..LIMITS)
        .filter(|limit| overlap > 0.5 + f64::from(*limit) * step)
        .count();
    passed as f64 / f64::from(LIMITS)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn score(truth: u64, predicted: u64, empty_is_full: bool) -> f64 {
        let mask = |pixels| Mask::full(pixels);
        let parameters = MaskPrecision { empty_is_full };
        mean_mask_precision(&[mask(truth)], &[mask(predicted)], 100, parameters).unwrap()
    }

    #[test]
    fn limits_have_to_be_exceeded() {
        for (predicted, expected) in [
            (50, 0.0),
            (51, 0.1),
            (55, 0.1),
            (56, 0.2),
            (95, 0.9),
            (96, 1.0),
        ] {
            assert_eq!(score(100, predicted, false), expected, "{predicted}");
        }
    }

    #[test]
    fn empty_truth_wants_an_empty_prediction() {
        assert_eq!(score(0, 0, false), 1.0);
        assert_eq!(score(0, 1, false), 0.0);
    }

    #[test]
    fn empty_prediction_is_the_whole_image_only_when_told() {
        assert_eq!(score(100, 0, true), 1.0);
        assert_eq!(score(100, 0, false), 0.0);
    }
}
