//! Percentiles of great-circle distances, averaged over tracks.
//!
//! Formula: mean over tracks of the mean of the 50th and the 95th percentile of
//! `d = 2 r asin(sqrt(sin^2(df/2) + cos f1 cos f2 sin^2(dl/2)))`, with latitudes `f`, longitudes `l` and
//! `r` = 6,371,000 m. Percentiles interpolate linearly between the sorted distances. Range 0 to half
//! the Earth's circumference in metres, lower is better.
//! Edge cases: coordinates of any size are allowed. Definition: the measure of the 2022
//! smartphone-positioning challenge.

use serde::{Deserialize, Serialize};

use crate::error::{MetricError, Side};
use crate::groups::by_group;
use crate::input::{check_finite, check_lengths};
use crate::sum::mean;

/// Mean radius of the Earth in metres.
const EARTH_RADIUS: f64 = 6_371_000.0;

/// Parameters of [`haversine_percentiles`].
#[derive(Debug, Clone, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct HaversinePercentiles {
    /// Percentiles to average, each within 0 to 100, at least one.
    pub percentiles: Vec<f64>,
}

impl Default for HaversinePercentiles {
    fn default() -> Self {
        Self {
            percentiles: vec![50.0, 95.0],
        }
    }
}

/// Places as two columns of degrees.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Places<'a> {
    /// Degrees north of the equator.
    pub latitude: &'a [f64],
    /// Degrees east of Greenwich.
    pub longitude: &'a [f64],
}

impl Places<'_> {
    fn check(&self, side: Side) -> Result<(), MetricError> {
        check_lengths(self.latitude.len(), self.longitude.len())?;
        check_finite(side, self.latitude).map_err(|error| error.in_column(0))?;
        check_finite(side, self.longitude).map_err(|error| error.in_column(1))
    }
}

/// Returns the mean over tracks of the mean percentile of the distances in metres.
///
/// # Errors
///
/// Fails when lengths differ, there are no rows, a coordinate is missing or infinite (column 0 is the
/// latitude, 1 the longitude), or a percentile is outside 0 to 100.
pub fn haversine_percentiles<G: Ord>(
    truth: &Places<'_>,
    predicted: &Places<'_>,
    tracks: &[G],
    parameters: &HaversinePercentiles,
) -> Result<f64, MetricError> {
    let percentiles = &parameters.percentiles;
    if percentiles.is_empty() || !percentiles.iter().all(|p| (0.0..=100.0).contains(p)) {
        let reason = "expected numbers from 0 to 100, at least one";
        return Err(MetricError::Parameter {
            name: "percentiles",
            reason,
        });
    }
    check_lengths(truth.latitude.len(), predicted.latitude.len())?;
    check_lengths(tracks.len(), predicted.latitude.len())?;
    truth.check(Side::Truth)?;
    predicted.check(Side::Prediction)?;
    let mut scores = Vec::new();
    for rows in by_group(tracks) {
        let mut metres: Vec<f64> = rows
            .iter()
            .map(|row| {
                distance(
                    (truth.latitude[*row], truth.longitude[*row]),
                    (predicted.latitude[*row], predicted.longitude[*row]),
                )
            })
            .collect();
        metres.sort_unstable_by(f64::total_cmp);
        let values: Vec<f64> = percentiles
            .iter()
            .map(|p| percentile(&metres, *p))
            .collect();
        scores.push(mean(&values));
    }
    Ok(mean(&scores))
}

/// Distance in metres between two places in degrees.
fn distance(from: (f64, f64), to: (f64, f64)) -> f64 {
    let (latitude_1, latitude_2) = (from.0.to_radians(), to.0.to_radians());
    let north = (latitude_2 - latitude_1) / 2.0;
    let east = (to.1.to_radians() - from.1.to_radians()) / 2.0;
    let half_chord = north.sin().powi(2) + latitude_1.cos() * latitude_2.cos() * east.sin().powi(2);
    // Rounding may carry opposite places a little beyond 1.
    2.0 * EARTH_RADIUS * half_chord.clamp(0.0, 1.0).sqrt().asin()
}

/// Percentile of sorted values, at least one, interpolated linearly.
fn percentile(sorted: &[f64], percent: f64) -> f64 {
    let place = (sorted.len() - 1) as f64 * (percent / 100.0);
    let below = place.floor();
    let (low, high) = (sorted[below as usize], sorted[place.ceil() as usize]);
    let share = place - below;
    // Going from the nearer end keeps the result within the two values.
    if share < 0.5 {
        low + (high - low) * share
    } else {
        high - (high - low) * (1.0 - share)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quarter_around_the_equator() {
        let metres = distance((0.0, 0.0), (0.0, 90.0));
        assert!((metres - EARTH_RADIUS * std::f64::consts::FRAC_PI_2).abs() < 1e-6);
        assert!(
            (distance((90.0, 12.0), (-90.0, 70.0)) - EARTH_RADIUS * std::f64::consts::PI).abs()
                < 1.0
        );
        assert_eq!(distance((1.5, 2.5), (1.5, 2.5)), 0.0);
    }

    #[test]
    fn interpolates_percentiles() {
        let values = [1.0, 2.0, 3.0, 4.0];
        assert_eq!(percentile(&values, 0.0), 1.0);
        assert_eq!(percentile(&values, 50.0), 2.5);
        assert_eq!(percentile(&values, 100.0), 4.0);
        assert_eq!(percentile(&[7.0], 95.0), 7.0);
    }

    #[test]
    fn rejects_missing_coordinates_and_silly_percentiles() {
        let good = Places {
            latitude: &[0.0],
            longitude: &[0.0],
        };
        let bad = Places {
            latitude: &[0.0],
            longitude: &[f64::NAN],
        };
        let parameters = HaversinePercentiles::default();
        let error = haversine_percentiles(&good, &bad, &["t"], &parameters).unwrap_err();
        assert_eq!((error.column(), error.row()), (Some(1), Some(0)));
        for percentiles in [vec![], vec![101.0], vec![f64::NAN]] {
            let parameters = HaversinePercentiles { percentiles };
            assert!(haversine_percentiles(&good, &good, &["t"], &parameters).is_err());
        }
    }
}
