//! Mean angle between directions.
//!
//! Formula: mean of `arccos(u . v)` in radians, with `u` and `v` the unit vectors of the true and the
//! predicted azimuth and zenith, the product clipped to -1 to 1. Range 0 to pi, lower is better.
//! Edge cases: angles of any size are allowed. A perfect prediction gives about 1e-9, not 0, because
//! the cosine is flat there. Definition: the measure of the 2023 neutrino-direction challenge.

use crate::error::{MetricError, Side};
use crate::input::{check_finite, check_lengths};
use crate::sum::mean;

/// Directions as two columns of angles in radians.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Directions<'a> {
    /// Angle around the vertical axis.
    pub azimuth: &'a [f64],
    /// Angle from the vertical axis.
    pub zenith: &'a [f64],
}

impl Directions<'_> {
    fn check(&self, side: Side) -> Result<(), MetricError> {
        check_lengths(self.azimuth.len(), self.zenith.len())?;
        check_finite(side, self.azimuth).map_err(|error| error.in_column(0))?;
        check_finite(side, self.zenith).map_err(|error| error.in_column(1))
    }
}

/// Returns the mean angle in radians.
///
/// # Errors
///
/// Fails when the lengths differ, there are no rows, or an angle is missing or infinite; column 0 is
/// the azimuth, 1 the zenith.
pub fn mean_angular_error(
    truth: &Directions<'_>,
    predicted: &Directions<'_>,
) -> Result<f64, MetricError> {
    check_lengths(truth.azimuth.len(), predicted.azimuth.len())?;
    truth.check(Side::Truth)?;
    predicted.check(Side::Prediction)?;
    let angles: Vec<f64> = (0..truth.azimuth.len())
        .map(|row| {
            let (azimuth_1, zenith_1) = (truth.azimuth[row].sin_cos(), truth.zenith[row].sin_cos());
            let (azimuth_2, zenith_2) = (
                predicted.azimuth[row].sin_cos(),
                predicted.zenith[row].sin_cos(),
            );
            let horizontal = azimuth_1.1 * azimuth_2.1 + azimuth_1.0 * azimuth_2.0;
            let product = zenith_1.0 * zenith_2.0 * horizontal + zenith_1.1 * zenith_2.1;
            product.clamp(-1.0, 1.0).acos()
        })
        .collect();
    Ok(mean(&angles))
}

#[cfg(test)]
mod tests {
    use std::f64::consts::{FRAC_PI_2, PI, TAU};

    use super::*;

    fn angle(truth: (f64, f64), predicted: (f64, f64)) -> f64 {
        let truth = Directions {
            azimuth: &[truth.0],
            zenith: &[truth.1],
        };
        let predicted = Directions {
            azimuth: &[predicted.0],
            zenith: &[predicted.1],
        };
        mean_angular_error(&truth, &predicted).unwrap()
    }

    #[test]
    fn measures_angles() {
        assert!((angle((0.0, FRAC_PI_2), (FRAC_PI_2, FRAC_PI_2)) - FRAC_PI_2).abs() < 1e-15);
        assert!((angle((0.3, 0.0), (2.0, PI)) - PI).abs() < 1e-7);
        assert!(angle((1.0, 1.2), (1.0 + TAU, 1.2)) < 1e-7);
    }

    #[test]
    fn names_the_bad_angle() {
        let good = Directions {
            azimuth: &[0.0],
            zenith: &[0.0],
        };
        let bad = Directions {
            azimuth: &[0.0],
            zenith: &[f64::NAN],
        };
        let error = mean_angular_error(&good, &bad).unwrap_err();
        assert_eq!(
            (error.column(), error.row(), error.blames_truth()),
            (Some(1), Some(0), false)
        );
    }
}
