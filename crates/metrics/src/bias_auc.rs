//! ROC areas of a toxicity score overall and around mentions of identities.
//!
//! Formula: `0.25 * AUC + 0.25 * (M(subgroup) + M(BPSN) + M(BNSP))` with the power mean
//! `M(a) = (mean of a^p)^(1/p)`, `p = -5`, over identities of three areas: among the rows that mention
//! the identity (subgroup); among its harmless rows and the toxic rows of others (BPSN); among its
//! toxic rows and the harmless rows of others (BNSP). Range 0 to 1, higher is better.
//! Edge cases: an area of 0 makes its power mean 0.
//! Definition: Borkan et al. (2019), as in the 2019 unintended-bias challenge. Its published program
//! cuts predictions at 0.5 before taking areas, so that only classes count, a missing one being
//! harmless; and an area of 0 is an error. `published-slips` keeps that.

use serde::{Deserialize, Serialize};

use crate::error::{MetricError, Side};
use crate::input::{check_finite, check_lengths};
use crate::roc_auc::area;
use crate::sum::mean;

/// Parameters of [`bias_auc`].
#[derive(Debug, Clone, Copy, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct BiasAuc {
    /// Exponent of the power means, not 0; below 0 the worst identities weigh most.
    pub power: f64,
    /// Weight of the overall area; the three power means share the rest.
    pub overall_weight: f64,
    /// Whether the published program's slips are kept.
    pub published_slips: bool,
}

impl Default for BiasAuc {
    fn default() -> Self {
        Self {
            power: -5.0,
            overall_weight: 0.25,
            published_slips: false,
        }
    }
}

/// Returns the weighted sum of the overall area and the three power means.
///
/// `identities` holds one column per identity: whether the row mentions it.
///
/// # Errors
///
/// Fails when lengths differ, there are no identities, a score is missing or infinite, an area has one
/// class only (the column is the identity), or a parameter makes no sense.
pub fn bias_auc(
    truth: &[bool],
    scores: &[f64],
    identities: &[&[bool]],
    parameters: BiasAuc,
) -> Result<f64, MetricError> {
    parameters.check()?;
    check_lengths(truth.len(), scores.len())?;
    if identities.is_empty() {
        return Err(MetricError::Empty);
    }
    let scores: Vec<f64> = if parameters.published_slips {
        scores
            .iter()
            .map(|score| f64::from(*score >= 0.5))
            .collect()
    } else {
        check_finite(Side::Prediction, scores)?;
        scores.to_vec()
    };
    let overall = part(truth, &scores, |_| true)?;
    let (mut subgroup, mut bpsn, mut bnsp) = (Vec::new(), Vec::new(), Vec::new());
    for (column, identity) in identities.iter().enumerate() {
        check_lengths(truth.len(), identity.len()).map_err(|error| error.in_column(column))?;
        let named = |error: MetricError| error.in_column(column);
        subgroup.push(part(truth, &scores, |row| identity[row]).map_err(named)?);
        bpsn.push(part(truth, &scores, |row| identity[row] != truth[row]).map_err(named)?);
        bnsp.push(part(truth, &scores, |row| identity[row] == truth[row]).map_err(named)?);
    }
    let mut bias = 0.0;
    for areas in [subgroup, bpsn, bnsp] {
        bias += parameters.power_mean(&areas)? / 3.0;
    }
    let weight = parameters.overall_weight;
    Ok(weight * overall + (1.0 - weight) * bias)
}

/// Area among the rows that pass.
fn part(truth: &[bool], scores: &[f64], keep: impl Fn(usize) -> bool) -> Result<f64, MetricError> {
    area(
        (0..truth.len())
            .filter(|row| keep(*row))
            .map(|row| (truth[row], scores[row]))
            .collect(),
    )
}

impl BiasAuc {
    fn check(&self) -> Result<(), MetricError> {
        if self.power == 0.0 || !self.power.is_finite() {
            let reason = "expected a number other than 0";
            return Err(MetricError::Parameter {
                name: "power",
                reason,
            });
        }
        if !(0.0..=1.0).contains(&self.overall_weight) {
            let reason = "expected a number from 0 to 1";
            return Err(MetricError::Parameter {
                name: "overall-weight",
                reason,
            });
        }
        Ok(())
    }

    fn power_mean(&self, areas: &[f64]) -> Result<f64, MetricError> {
        if self.power < 0.0 && areas.contains(&0.0) {
            if self.published_slips {
                let reason = "an identity's area is 0, whose negative power is infinite";
                return Err(MetricError::Undefined {
                    side: Side::Prediction,
                    reason,
                });
            }
            return Ok(0.0);
        }
        let powers: Vec<f64> = areas.iter().map(|area| area.powf(self.power)).collect();
        Ok(mean(&powers).powf(1.0 / self.power))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TRUTH: [bool; 6] = [true, false, true, false, true, false];
    const GROUP: [bool; 6] = [true, true, false, false, false, false];
    const CLEAN: BiasAuc = BiasAuc {
        power: -5.0,
        overall_weight: 0.25,
        published_slips: false,
    };
    const PUBLISHED: BiasAuc = BiasAuc {
        published_slips: true,
        ..CLEAN
    };

    fn close(score: Result<f64, MetricError>, expected: f64) -> bool {
        (score.unwrap() - expected).abs() < 1e-12
    }

    #[test]
    fn perfect_is_one_and_constant_one_half() {
        let scores = [0.9, 0.1, 0.8, 0.2, 0.7, 0.3];
        assert!(close(bias_auc(&TRUTH, &scores, &[&GROUP], CLEAN), 1.0));
        assert!(close(bias_auc(&TRUTH, &[0.3; 6], &[&GROUP], CLEAN), 0.5));
    }

    #[test]
    fn only_the_published_form_cuts_at_one_half() {
        let scores = [0.4, 0.1, 0.3, 0.2, 0.45, 0.15];
        assert!(close(bias_auc(&TRUTH, &scores, &[&GROUP], PUBLISHED), 0.5));
        assert!(close(bias_auc(&TRUTH, &scores, &[&GROUP], CLEAN), 1.0));
        let missing = [f64::NAN, 0.1, 0.9, 0.2, 0.9, 0.2];
        assert!(bias_auc(&TRUTH, &missing, &[&GROUP], PUBLISHED).is_ok());
        assert_eq!(
            bias_auc(&TRUTH, &missing, &[&GROUP], CLEAN)
                .unwrap_err()
                .row(),
            Some(0)
        );
    }

    #[test]
    fn an_area_of_zero_is_an_error_only_in_the_published_form() {
        let scores = [0.1, 0.9, 0.8, 0.2, 0.7, 0.3];
        assert!(bias_auc(&TRUTH, &scores, &[&GROUP], PUBLISHED).is_err());
        assert!(bias_auc(&TRUTH, &scores, &[&GROUP], CLEAN).unwrap() < 0.7);
    }

    #[test]
    fn names_the_identity_without_two_classes() {
        let one_row = [true, false, false, false, false, false];
        let error = bias_auc(&TRUTH, &[0.5; 6], &[&GROUP, &one_row], CLEAN).unwrap_err();
        assert_eq!((error.column(), error.blames_truth()), (Some(1), true));
        assert!(bias_auc(&TRUTH, &[0.5; 6], &[], CLEAN).is_err());
        let silly = BiasAuc {
            power: 0.0,
            ..CLEAN
        };
        assert!(bias_auc(&TRUTH, &[0.5; 6], &[&GROUP], silly).is_err());
    }
}
