//! Spearman rank correlation, and its mean over columns.
//!
//! Formula: the Pearson correlation of the ranks, ties sharing the mean of theirs. Range -1 to 1,
//! higher is better.
//! Edge cases: undefined when either side is constant; infinite values rank at the ends; `-0.0`
//! equals `0.0`. Definition: Spearman (1904), as `spearmanr` of SciPy.

use crate::columns::column_mean;
use crate::error::{MetricError, Side};
use crate::input::{check_lengths, check_numbers};
use crate::pearson::pearson;

/// Returns the Spearman rank correlation of two columns.
///
/// Ties share the mean of their ranks; infinite values rank at the ends.
///
/// # Errors
///
/// Fails when the lengths differ, a value is missing, or a side is constant.
pub fn spearman(truth: &[f64], predicted: &[f64]) -> Result<f64, MetricError> {
    check_lengths(truth.len(), predicted.len())?;
    check_numbers(Side::Truth, truth)?;
    check_numbers(Side::Prediction, predicted)?;
    pearson(&average_ranks(truth), &average_ranks(predicted))
}

/// Returns the plain mean of [`spearman`] over columns.
///
/// # Errors
///
/// Fails as [`spearman`] does for any column, and when the numbers of columns differ.
pub fn mean_column_spearman(truth: &[&[f64]], predicted: &[&[f64]]) -> Result<f64, MetricError> {
    column_mean(truth, predicted, |truth, predicted| {
        spearman(truth, predicted)
    })
}

/// Ranks from 1, ties sharing the mean of theirs; values must not be NaN.
fn average_ranks(values: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_unstable_by(|a, b| values[*a].total_cmp(&values[*b]));
    let mut ranks = vec![0.0; values.len()];
    let mut before = 0;
    for tied in order.chunk_by(|a, b| values[*a] == values[*b]) {
        let rank = before as f64 + f64::midpoint(tied.len() as f64, 1.0);
        for row in tied {
            ranks[*row] = rank;
        }
        before += tied.len();
    }
    ranks
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_share_ties_and_take_infinities() {
        let ranks = average_ranks(&[2.0, f64::INFINITY, 2.0, -0.0, 0.0, f64::NEG_INFINITY]);
        assert_eq!(ranks, [4.5, 6.0, 4.5, 2.5, 2.5, 1.0]);
        let score = spearman(&[1.0, 2.0, 3.0], &[0.0, 1.0, f64::INFINITY]).unwrap();
        assert!((score - 1.0).abs() < 1e-15);
    }

    #[test]
    fn missing_values_are_named() {
        assert_eq!(
            spearman(&[1.0, 2.0], &[1.0, f64::NAN]).unwrap_err().row(),
            Some(1)
        );
    }

    #[test]
    fn a_constant_column_is_named() {
        let truth: [&[f64]; 2] = [&[0.0, 1.0], &[1.0, 0.0]];
        let predicted: [&[f64]; 2] = [&[0.0, 3.0], &[0.5, 0.5]];
        assert_eq!(
            mean_column_spearman(&truth, &predicted)
                .unwrap_err()
                .column(),
            Some(1)
        );
        assert_eq!(mean_column_spearman(&truth, &truth), Ok(1.0));
    }
}
