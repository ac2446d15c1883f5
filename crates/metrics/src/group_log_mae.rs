//! Mean over groups of the logarithm of the mean absolute error.
//!
//! Formula: `(1 / G) * sum_g ln(max(MAE_g, floor))`. Range `ln floor` to infinity, lower is better.
//! Edge cases: with `floor = 0` a group without any error gives minus infinity, and so does the mean.
//! Definition: the measure of the 2019 scalar-coupling challenge, which promises a floor of 1e-9.

use serde::{Deserialize, Serialize};

use crate::error::MetricError;
use crate::groups::by_group;
use crate::input::{check_finite_pair, check_lengths};
use crate::sum::mean;

/// Parameters of [`group_log_mae`].
#[derive(Debug, Clone, Copy, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct GroupLogMae {
    /// Least mean absolute error of a group that counts, 0 for none.
    pub floor: f64,
}

impl Default for GroupLogMae {
    fn default() -> Self {
        Self { floor: 1e-9 }
    }
}

/// Returns the mean over groups of the logarithm of the group's mean absolute error.
///
/// `groups` names the group of each row. May be minus infinity when `floor` is 0.
///
/// # Errors
///
/// Fails when the lengths differ, there are no rows, a value is missing or infinite, or the floor is
/// negative.
pub fn group_log_mae<G: Ord>(
    truth: &[f64],
    predicted: &[f64],
    groups: &[G],
    parameters: GroupLogMae,
) -> Result<f64, MetricError> {
    let floor = parameters.floor;
    if !(floor >= 0.0 && floor.is_finite()) {
        return Err(MetricError::Parameter {
            name: "floor",
            reason: "expected 0 or more",
        });
    }
    check_finite_pair(truth, predicted)?;
    check_lengths(groups.len(), predicted.len())?;
    let mut logarithms = Vec::new();
    for rows in by_group(groups) {
        let errors: Vec<f64> = rows
            .iter()
            .map(|row| (truth[*row] - predicted[*row]).abs())
            .collect();
        logarithms.push(mean(&errors).max(floor).ln());
    }
    Ok(mean(&logarithms))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn averages_logarithms_over_groups() {
        let (truth, predicted) = ([0.0; 4], [1.0, 1.0, 1.0, 10.0]);
        let score = group_log_mae(
            &truth,
            &predicted,
            &["a", "a", "a", "b"],
            GroupLogMae::default(),
        );
        assert_eq!(score, Ok(10.0_f64.ln() / 2.0));
    }

    #[test]
    fn the_floor_keeps_a_perfect_group_finite() {
        let perfect = group_log_mae(&[1.0], &[1.0], &[0], GroupLogMae::default());
        assert_eq!(perfect, Ok(1e-9_f64.ln()));
        let bare = group_log_mae(
            &[1.0, 2.0],
            &[1.0, 9.0],
            &[0, 1],
            GroupLogMae { floor: 0.0 },
        );
        assert_eq!(bare, Ok(f64::NEG_INFINITY));
    }

    #[test]
    fn rejects_a_negative_floor_and_missing_groups() {
        assert!(group_log_mae(&[1.0], &[1.0], &[0], GroupLogMae { floor: -1.0 }).is_err());
        assert!(group_log_mae(&[1.0, 2.0], &[1.0, 2.0], &[0], GroupLogMae::default()).is_err());
    }
}
