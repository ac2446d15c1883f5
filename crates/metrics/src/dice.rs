//! Dice coefficient of masks: over all pixels together, or averaged over images.
//!
//! Formula: `2 |A & B| / (|A| + |B|)`, global over the pixels of all images, or the mean of each
//! image's value. Range 0 to 1, higher is better.
//! Edge cases: two empty masks agree fully in the form by images; globally there is then nothing to
//! measure. Definition: Dice (1945); equals the F1 score of pixels.

use crate::error::{MetricError, Side};
use crate::input::check_lengths;
use crate::mask::Mask;
use crate::sum::mean;

/// Returns the Dice coefficient over the pixels of all images.
///
/// # Errors
///
/// Fails when the lengths differ, there are no images, or no pixel is set anywhere.
pub fn global_dice(truth: &[Mask], predicted: &[Mask]) -> Result<f64, MetricError> {
    check_lengths(truth.len(), predicted.len())?;
    let pairs = truth.iter().zip(predicted);
    let (mut shared, mut total) = (0_u128, 0_u128);
    for (truth, predicted) in pairs {
        shared += u128::from(truth.shared_area(predicted));
        total += u128::from(truth.area()) + u128::from(predicted.area());
    }
    if total == 0 {
        return Err(MetricError::Undefined {
            // Another prediction would have a score.
            side: Side::Prediction,
            reason: "no pixel is set on either side",
        });
    }
    Ok((2 * shared) as f64 / total as f64)
}

/// Returns the mean over images of the Dice coefficient; two empty masks count 1.
///
/// # Errors
///
/// Fails when the lengths differ or there are no images.
pub fn mean_dice(truth: &[Mask], predicted: &[Mask]) -> Result<f64, MetricError> {
    check_lengths(truth.len(), predicted.len())?;
    let pairs = truth.iter().zip(predicted);
    let scores: Vec<f64> = pairs
        .map(|(truth, predicted)| dice(truth, predicted).unwrap_or(1.0))
        .collect();
    Ok(mean(&scores))
}

/// Dice coefficient of two masks, `None` if both are empty.
pub(crate) fn dice(truth: &Mask, predicted: &Mask) -> Option<f64> {
    let total = u128::from(truth.area()) + u128::from(predicted.area());
    let shared = u128::from(truth.shared_area(predicted));
    (total > 0).then(|| (2 * shared) as f64 / total as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mask(from: u64, to: u64) -> Mask {
        Mask::from_run(from..to)
    }

    #[test]
    fn large_images_weigh_more_only_globally() {
        let (truth, predicted) = ([mask(0, 10), mask(0, 2)], [mask(0, 10), mask(2, 4)]);
        assert_eq!(global_dice(&truth, &predicted), Ok(20.0 / 24.0));
        assert_eq!(mean_dice(&truth, &predicted), Ok(0.5));
    }

    #[test]
    fn empty_masks_agree_but_have_no_global_value() {
        let empty = [Mask::default()];
        assert_eq!(mean_dice(&empty, &empty), Ok(1.0));
        assert!(global_dice(&empty, &empty).is_err());
        assert_eq!(mean_dice(&empty, &[mask(0, 1)]), Ok(0.0));
        assert_eq!(global_dice(&[mask(0, 1)], &empty), Ok(0.0));
    }
}
