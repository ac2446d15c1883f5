//! Cohen's kappa with quadratic weights.
//!
//! Formula: `1 - sum_ij w_ij O_ij / sum_ij w_ij E_ij` with `w_ij = (i - j)^2`, `O` the table of true
//! and predicted labels and `E` the table expected if the two were independent. Range -1 to 1, higher
//! is better; a constant prediction gives 0.
//! Edge cases: when only one label occurs at all, nothing can disagree and kappa is undefined.
//! Definition: Cohen (1968). `i` and `j` are the labels' values; with `weights = "rank"` they are
//! their ranks among the labels that occur on either side, as `cohen_kappa_score` of scikit-learn
//! does, so a label that nobody uses shrinks distances.

use serde::{Deserialize, Serialize};

use crate::error::{MetricError, Side};
use crate::label_counts::{LabelCount, label_counts};

/// Parameters of [`quadratic_weighted_kappa`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, Serialize)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct QuadraticWeightedKappa {
    /// What the distance between two labels is.
    pub weights: KappaWeights,
}

/// What the distance between two labels is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum KappaWeights {
    /// The difference of their values.
    #[default]
    Value,
    /// The difference of their ranks among the labels that occur in truth or prediction.
    Rank,
}

/// Labels are at most this large, so that sums of squares stay exact.
const LARGEST_VALUE: i64 = 1 << 31;

/// Returns the quadratically weighted kappa of whole-number labels.
///
/// # Errors
///
/// Fails when the lengths differ, there are no rows, only one label occurs, or (by value) a label is
/// beyond 2^31 in size.
pub fn quadratic_weighted_kappa(
    truth: &[i64],
    predicted: &[i64],
    parameters: QuadraticWeightedKappa,
) -> Result<f64, MetricError> {
    let counts = label_counts(truth, predicted)?;
    let by_value = parameters.weights == KappaWeights::Value;
    if by_value {
        check_size(Side::Truth, truth)?;
        check_size(Side::Prediction, predicted)?;
    }
    let labels = counts.keys().enumerate();
    let places: Vec<(i64, i128)> = labels
        .map(|(rank, label)| {
            let place = if by_value {
                i128::from(**label)
            } else {
                rank as i128
            };
            (**label, place)
        })
        .collect();
    // Every label is in the list, so the search always finds it.
    let find = |label: i64| places[places.partition_point(|entry| entry.0 < label)].1;
    let rows = truth.iter().zip(predicted);
    let observed: i128 = rows.map(|(t, p)| (find(*t) - find(*p)).pow(2)).sum();
    let sides = places.iter().map(|entry| entry.1).zip(counts.values());
    let expected = expected_disagreement(sides);
    if expected == 0 {
        return Err(MetricError::Undefined {
            // Another prediction would have a score.
            side: Side::Prediction,
            reason: "only one label occurs",
        });
    }
    Ok(1.0 - (observed as f64 * truth.len() as f64) / expected as f64)
}

/// Sum over all pairs of a true and a predicted row of the squared distance of their labels.
fn expected_disagreement<'a>(labels: impl Iterator<Item = (i128, &'a LabelCount)>) -> i128 {
    // Squares multiply out, so the moments of both sides suffice.
    let (mut n, mut truth, mut predicted) = (0, [0; 2], [0; 2]);
    for (place, count) in labels {
        let (t, p) = (i128::from(count.truth), i128::from(count.predicted));
        n += t;
        truth = [truth[0] + t * place, truth[1] + t * place * place];
        predicted = [predicted[0] + p * place, predicted[1] + p * place * place];
    }
    n * truth[1] - 2 * truth[0] * predicted[0] + n * predicted[1]
}

fn check_size(side: Side, labels: &[i64]) -> Result<(), MetricError> {
    let allowed = -LARGEST_VALUE..=LARGEST_VALUE;
    match labels.iter().position(|label| !allowed.contains(label)) {
        Some(row) => {
            let (value, expected) = (labels[row] as f64, "a whole number of at most 2^31 in size");
            Err(MetricError::OutOfRange {
                side,
                row,
                value,
                expected,
            })
        }
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const RANK: QuadraticWeightedKappa = QuadraticWeightedKappa {
        weights: KappaWeights::Rank,
    };
    const VALUE: QuadraticWeightedKappa = QuadraticWeightedKappa {
        weights: KappaWeights::Value,
    };

    #[test]
    fn agreement_is_one_and_a_constant_is_zero() {
        for parameters in [RANK, VALUE] {
            assert_eq!(
                quadratic_weighted_kappa(&[0, 1, 4], &[0, 1, 4], parameters),
                Ok(1.0)
            );
            assert_eq!(
                quadratic_weighted_kappa(&[0, 1, 4], &[1, 1, 1], parameters),
                Ok(0.0)
            );
        }
    }

    #[test]
    fn ranks_bring_distant_labels_together() {
        let (truth, predicted) = ([0, 1, 2, 3, 4], [0, 1, 2, 3, 100]);
        let rank = quadratic_weighted_kappa(&truth, &predicted, RANK).unwrap();
        let value = quadratic_weighted_kappa(&truth, &predicted, VALUE).unwrap();
        assert!(rank > 0.9 && value < 0.1, "{rank} {value}");
    }

    #[test]
    fn is_undefined_for_a_single_label() {
        assert!(matches!(
            quadratic_weighted_kappa(&[3, 3], &[3, 3], RANK),
            Err(MetricError::Undefined { .. })
        ));
    }

    #[test]
    fn huge_labels_are_ranked_or_rejected() {
        let (truth, predicted) = ([i64::MIN, 0], [i64::MAX, 0]);
        assert!(quadratic_weighted_kappa(&truth, &predicted, RANK).is_ok());
        let error = quadratic_weighted_kappa(&truth, &predicted, VALUE).unwrap_err();
        assert!(error.blames_truth());
    }

    proptest! {
        #[test]
        fn equals_the_sum_over_the_table(
            rows in prop::collection::vec((-3_i64..4, -3_i64..4), 2..40)
        ) {
            let truth: Vec<i64> = rows.iter().map(|row| row.0).collect();
            let predicted: Vec<i64> = rows.iter().map(|row| row.1).collect();
            let observed: i64 = rows.iter().map(|(t, p)| (t - p).pow(2)).sum();
            let expected: i64 = truth
                .iter()
                .flat_map(|t| predicted.iter().map(move |p| (t - p).pow(2)))
                .sum();
            if let Ok(kappa) = quadratic_weighted_kappa(&truth, &predicted, VALUE) {
                let by_table = 1.0 - observed as f64 * rows.len() as f64 / expected as f64;
                prop_assert!((kappa - by_table).abs() < 1e-12);
                prop_assert!((-1.0..=1.0).contains(&kappa));
            } else {
                prop_assert_eq!(expected, 0);
            }
        }
    }
}
