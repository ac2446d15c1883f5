//! Kullback-Leibler divergence of predicted from true distributions.
//!
//! Formula: `(1 / n) * sum_i sum_k p_ik ln(p_ik / q_ik)` with `p` the true counts of a row divided by
//! their sum, and `q` the prediction clipped to `[eps, 1 - eps]`; terms with `p = 0` are left out.
//! Range about 0 to infinity, lower is better; a perfect one-sided row gives `eps`, not 0.
//! Edge cases: a column may escape the clipping, and then a 0 where the truth has weight costs
//! infinity. Definition: the measure of the 2024 harmful-brain-activity challenge.

use serde::{Deserialize, Serialize};

use crate::error::{MetricError, Side};
use crate::input::{check_epsilon, check_finite, check_lengths};
use crate::sum::mean;

/// Parameters of [`kl_divergence`].
#[derive(Debug, Clone, Copy, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct KlDivergence {
    /// Width of the clipping, from 0 (none) to below 0.5.
    pub epsilon: f64,
    /// Whether the term of a missing prediction is left out instead of being an error.
    pub skip_missing: bool,
}

impl Default for KlDivergence {
    fn default() -> Self {
        Self {
            epsilon: 1e-15,
            skip_missing: false,
        }
    }
}

/// One class: its column of true counts and its column of predictions.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct KlColumn<'a> {
    /// True counts or shares, none negative.
    pub truth: &'a [f64],
    /// Predicted shares.
    pub predicted: &'a [f64],
    /// Whether the prediction is clipped. The published program leaves columns of whole numbers
    /// alone.
    pub clipped: bool,
}

/// Returns the mean divergence over rows.
///
/// # Errors
///
/// Fails when lengths differ, there are no rows or columns, a prediction is infinite, negative or
/// missing, or a row of the truth has no weight.
pub fn kl_divergence(
    columns: &[KlColumn<'_>],
    parameters: KlDivergence,
) -> Result<f64, MetricError> {
    check_epsilon(parameters.epsilon)?;
    let rows = columns.first().map_or(0, |column| column.truth.len());
    for (index, column) in columns.iter().enumerate() {
        check_column(column, rows, parameters).map_err(|error| error.in_column(index))?;
    }
    check_lengths(rows, rows)?;
    let losses = (0..rows)
        .map(|row| {
            let total: f64 = columns.iter().map(|column| column.truth[row]).sum();
            if total <= 0.0 {
                let expected = "counts that add up to more than 0";
                let side = Side::Truth;
                return Err(MetricError::OutOfRange {
                    side,
                    row,
                    value: total,
                    expected,
                });
            }
            Ok(columns
                .iter()
                .map(|column| term(column, row, total, parameters.epsilon))
                .sum())
        })
        .collect::<Result<Vec<f64>, _>>()?;
    Ok(mean(&losses))
}

fn term(column: &KlColumn<'_>, row: usize, total: f64, epsilon: f64) -> f64 {
    let (p, q) = (column.truth[row] / total, column.predicted[row]);
    if p == 0.0 || q.is_nan() {
        return 0.0;
    }
    let q = if column.clipped {
        q.clamp(epsilon, 1.0 - epsilon)
    } else {
        q
    };
    p * (p / q).ln()
}

fn check_column(
    column: &KlColumn<'_>,
    rows: usize,
    parameters: KlDivergence,
) -> Result<(), MetricError> {
    check_lengths(rows, column.truth.len())?;
    check_lengths(rows, column.predicted.len())?;
    check_finite(Side::Truth, column.truth)?;
    check_not_negative(Side::Truth, column.truth)?;
    for (row, value) in column.predicted.iter().enumerate() {
        let side = Side::Prediction;
        if value.is_infinite() {
            return Err(MetricError::Infinite { side, row });
        }
        if value.is_nan() && !parameters.skip_missing {
            return Err(MetricError::NotANumber { side, row });
        }
    }
    check_not_negative(Side::Prediction, column.predicted)
}

fn check_not_negative(side: Side, values: &[f64]) -> Result<(), MetricError> {
    match values.iter().position(|value| *value < 0.0) {
        Some(row) => {
            let (value, expected) = (values[row], "no negative number");
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
    use super::*;

    fn columns<'a>(truth: &'a [Vec<f64>], predicted: &'a [Vec<f64>]) -> Vec<KlColumn<'a>> {
        let pairs = truth.iter().zip(predicted);
        pairs
            .map(|(truth, predicted)| KlColumn {
                truth,
                predicted,
                clipped: true,
            })
            .collect()
    }

    #[test]
    fn equal_distributions_diverge_by_nothing() {
        let (truth, predicted) = ([vec![3.0], vec![1.0]], [vec![0.75], vec![0.25]]);
        let score = kl_divergence(&columns(&truth, &predicted), KlDivergence::default());
        assert_eq!(score, Ok(0.0));
    }

    #[test]
    fn even_shares_against_certainty_cost_the_logarithm_of_two() {
        let (truth, predicted) = ([vec![5.0], vec![0.0]], [vec![0.5], vec![0.5]]);
        let score = kl_divergence(&columns(&truth, &predicted), KlDivergence::default());
        assert_eq!(score, Ok(std::f64::consts::LN_2));
    }

    #[test]
    fn an_unclipped_zero_costs_infinity() {
        let (truth, predicted) = ([vec![5.0], vec![0.0]], [vec![0.0], vec![1.0]]);
        let mut columns = columns(&truth, &predicted);
        let clipped = kl_divergence(&columns, KlDivergence::default()).unwrap();
        assert!((clipped - 1e15_f64.ln()).abs() < 1e-12);
        columns[0].clipped = false;
        assert_eq!(
            kl_divergence(&columns, KlDivergence::default()),
            Ok(f64::INFINITY)
        );
    }

    #[test]
    fn missing_predictions_are_errors_unless_skipped() {
        let (truth, predicted) = ([vec![1.0], vec![1.0]], [vec![f64::NAN], vec![1.0]]);
        let columns = columns(&truth, &predicted);
        let error = kl_divergence(&columns, KlDivergence::default()).unwrap_err();
        assert_eq!((error.column(), error.row()), (Some(0), Some(0)));
        let skipping = KlDivergence {
            skip_missing: true,
            ..KlDivergence::default()
        };
        assert!((kl_divergence(&columns, skipping).unwrap() - 0.5 * 0.5_f64.ln()).abs() < 1e-12);
    }

    #[test]
    fn rejects_negative_shares_and_truths_without_weight() {
        let (truth, predicted) = ([vec![0.0], vec![0.0]], [vec![0.5], vec![0.5]]);
        let error = kl_divergence(&columns(&truth, &predicted), KlDivergence::default());
        assert!(error.unwrap_err().blames_truth());
        let (truth, predicted) = ([vec![1.0], vec![0.0]], [vec![-0.5], vec![1.5]]);
        let error = kl_divergence(&columns(&truth, &predicted), KlDivergence::default());
        assert!(!error.unwrap_err().blames_truth());
        assert_eq!(
            kl_divergence(&[], KlDivergence::default()),
            Err(MetricError::Empty)
        );
    }
}
