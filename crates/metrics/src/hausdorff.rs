//! Dice coefficient of slices combined with the Hausdorff distance of volumes.
//!
//! Formula: `0.4 * mean Dice + 0.6 * (1 - mean distance)`. Dice is averaged over masks, pairs of empty
//! ones left out. The distance of two volumes is the symmetric Hausdorff distance between the sets of
//! their voxels, each axis divided by its length in the true volume, divided by `sqrt(3)`; it is
//! averaged over volumes, pairs of empty ones left out. Range about 0 to 1, higher is better.
//! Edge cases: one volume empty, or the predicted one more than ten times as large as the true one,
//! counts as distance 1. Definition: the measure of the 2022 gastrointestinal-tract challenge.
//!
//! Distances are exact: a separable transform (Felzenszwalb and Huttenlocher, 2012) gives each voxel
//! the squared distance to the nearest one of the other set, in time linear in the box around both.

use serde::{Deserialize, Serialize};

use crate::dice::dice;
use rayon::prelude::*;

use crate::error::{MetricError, Side};
use crate::input::check_lengths;
use crate::mask::Mask;
use crate::sum::mean;
use crate::volume::{Volume, Voxel, farthest};

/// Parameters of [`dice_hausdorff`].
#[derive(Debug, Clone, Copy, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct DiceHausdorff {
    /// Weight of the Dice part.
    pub dice_weight: f64,
    /// Weight of the distance part.
    pub hausdorff_weight: f64,
    /// How many times as many voxels as the truth a volume may have before its distance is 1.
    pub largest_ratio: u64,
}

impl Default for DiceHausdorff {
    fn default() -> Self {
        Self {
            dice_weight: 0.4,
            hausdorff_weight: 0.6,
            largest_ratio: 10,
        }
    }
}

/// Masks and the volumes that they make up.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Segmentation<'a> {
    /// One mask per slice and class.
    pub masks: &'a [Mask],
    /// One volume per scan.
    pub volumes: &'a [Volume],
}

/// Returns the weighted sum of both parts.
///
/// # Errors
///
/// Fails when the numbers of masks or volumes differ, or all are empty on both sides.
pub fn dice_hausdorff(
    truth: &Segmentation<'_>,
    predicted: &Segmentation<'_>,
    parameters: DiceHausdorff,
) -> Result<f64, MetricError> {
    check_lengths(truth.masks.len(), predicted.masks.len())?;
    check_lengths(truth.volumes.len(), predicted.volumes.len())?;
    let masks = truth.masks.iter().zip(predicted.masks);
    let overlaps: Vec<f64> = masks
        .filter_map(|(truth, predicted)| dice(truth, predicted))
        .collect();
    // Collected in the order of the scans, whatever the number of threads.
    let volumes = truth.volumes.par_iter().zip(predicted.volumes);
    let distances: Vec<f64> = volumes
        .filter_map(|(truth, predicted)| {
            normalised_hausdorff(truth, predicted, parameters.largest_ratio)
        })
        .collect();
    if overlaps.is_empty() || distances.is_empty() {
        return Err(MetricError::Undefined {
            // Another prediction would have a score.
            side: Side::Prediction,
            reason: "all masks are empty on both sides",
        });
    }
    let (overlap, distance) = (mean(&overlaps), mean(&distances));
    Ok(parameters.dice_weight * overlap + parameters.hausdorff_weight * (1.0 - distance))
}

/// Distance of two volumes from 0 to about 1, `None` if both are empty.
fn normalised_hausdorff(truth: &Volume, predicted: &Volume, largest_ratio: u64) -> Option<f64> {
    let (true_size, predicted_size) = (truth.size(), predicted.size());
    match (true_size, predicted_size) {
        (0, 0) => return None,
        (0, _) | (_, 0) => return Some(1.0),
        _ => {}
    }
    if u128::from(predicted_size) > u128::from(true_size) * u128::from(largest_ratio) {
        return Some(1.0);
    }
    let spacing = truth.lengths().map(|length| 1.0 / length as f64);
    let (from, to): (Vec<Voxel>, Vec<Voxel>) = (truth.voxels(), predicted.voxels());
    if from == to {
        return Some(0.0);
    }
    let distance = farthest(&from, &to, spacing).max(farthest(&to, &from, spacing));
    Some(distance / 3.0_f64.sqrt())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A volume of `slices` slices of 4 by 4 with one pixel set in slice `z`.
    fn pixel(slices: usize, z: usize, pixel: u64) -> Volume {
        let mut masks = vec![Mask::default(); slices];
        masks[z] = Mask::from_run(pixel..pixel + 1);
        Volume::new(masks, 4, 4)
    }

    #[test]
    fn the_same_volume_is_at_no_distance() {
        assert_eq!(
            normalised_hausdorff(&pixel(3, 1, 5), &pixel(3, 1, 5), 10),
            Some(0.0)
        );
    }

    #[test]
    fn axes_are_divided_by_their_true_length() {
        let along_slices = normalised_hausdorff(&pixel(2, 0, 5), &pixel(2, 1, 5), 10).unwrap();
        assert!((along_slices - 0.5 / 3.0_f64.sqrt()).abs() < 1e-15);
        let along_rows = normalised_hausdorff(&pixel(2, 0, 5), &pixel(2, 0, 6), 10).unwrap();
        assert!((along_rows - 0.25 / 3.0_f64.sqrt()).abs() < 1e-15);
    }

    #[test]
    fn empty_and_bloated_volumes_are_far() {
        let empty = Volume::new(vec![Mask::default()], 4, 4);
        let full = Volume::new(vec![Mask::full(16)], 4, 4);
        assert_eq!(normalised_hausdorff(&empty, &empty, 10), None);
        assert_eq!(normalised_hausdorff(&full, &empty, 10), Some(1.0));
        assert_eq!(normalised_hausdorff(&empty, &full, 10), Some(1.0));
        assert_eq!(normalised_hausdorff(&pixel(1, 0, 0), &full, 10), Some(1.0));
        assert!(normalised_hausdorff(&pixel(1, 0, 0), &full, 16).unwrap() < 1.0);
    }

    #[test]
    fn nothing_on_both_sides_is_undefined() {
        let (masks, volumes) = (
            [Mask::default()],
            [Volume::new(vec![Mask::default()], 4, 4)],
        );
        let nothing = Segmentation {
            masks: &masks,
            volumes: &volumes,
        };
        assert!(dice_hausdorff(&nothing, &nothing, DiceHausdorff::default()).is_err());
        let (masks, volumes) = ([Mask::full(16)], [Volume::new(vec![Mask::full(16)], 4, 4)]);
        let all = Segmentation {
            masks: &masks,
            volumes: &volumes,
        };
        assert_eq!(
            dice_hausdorff(&all, &all, DiceHausdorff::default()),
            Ok(1.0)
        );
        assert_eq!(
            dice_hausdorff(&all, &nothing, DiceHausdorff::default()),
            Ok(0.0)
        );
    }
}
