//! Area under the receiver operating characteristic curve.
//!
//! Formula: the share of pairs (positive row, negative row) in which the positive row has the higher
//! score, a tie counting one half. Range 0 to 1, higher is better, 0.5 for constant scores.
//! Edge cases: pairs are counted in whole numbers, so the only rounding is the final division; scores
//! that differ in the last bit are different; `-0.0` equals `0.0`. A truth of one class has no AUC.
//! Definition: the probability form of the area (Hanley et al., 1982); equals the trapezoid rule
//! that `roc_auc_score` of scikit-learn uses.

use crate::columns::column_mean;
use crate::error::{MetricError, Side};
use crate::input::{check_finite, check_lengths};

/// Returns the area under the ROC curve of `scores` for the positive rows of `truth`.
///
/// Scores may be any finite numbers; only their order counts.
///
/// # Errors
///
/// Fails when the lengths differ, a score is missing or infinite, or the truth has one class only.
pub fn roc_auc(truth: &[bool], scores: &[f64]) -> Result<f64, MetricError> {
    check_lengths(truth.len(), scores.len())?;
    check_finite(Side::Prediction, scores)?;
    area(truth.iter().copied().zip(scores.iter().copied()).collect())
}

/// Returns the area for pairs of label and score, which it sorts; scores must not be NaN.
pub(crate) fn area(mut rows: Vec<(bool, f64)>) -> Result<f64, MetricError> {
    rows.sort_unstable_by(|a, b| a.1.total_cmp(&b.1));
    let (mut positives, mut negatives, mut half_wins) = (0_u64, 0_u64, 0_u128);
    for tied in rows.chunk_by(|a, b| a.1 == b.1) {
        let positive = tied.iter().filter(|row| row.0).count() as u64;
        let negative = tied.len() as u64 - positive;
        half_wins += u128::from(positive) * u128::from(2 * negatives + negative);
        positives += positive;
        negatives += negative;
    }
    if positives == 0 || negatives == 0 {
        return Err(MetricError::OneClass);
    }
    let pairs = u128::from(positives) * u128::from(negatives);
    Ok(half_wins as f64 / (2 * pairs) as f64)
}

/// Returns the plain mean of [`roc_auc`] over columns.
///
/// # Errors
///
/// Fails as [`roc_auc`] does for any column, and when the numbers of columns differ.
pub fn mean_column_roc_auc(truth: &[&[bool]], scores: &[&[f64]]) -> Result<f64, MetricError> {
    column_mean(truth, scores, |truth, scores| roc_auc(truth, scores))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn counts_ordered_pairs() {
        let truth = [false, false, true, true];
        assert_eq!(roc_auc(&truth, &[0.1, 0.4, 0.35, 0.8]), Ok(0.75));
        assert_eq!(roc_auc(&truth, &[0.1, 0.2, 0.3, 0.4]), Ok(1.0));
        assert_eq!(roc_auc(&truth, &[4.0, 3.0, 2.0, -1e300]), Ok(0.0));
    }

    #[test]
    fn ties_count_one_half() {
        assert_eq!(roc_auc(&[false, true, true], &[0.5, 0.5, 0.5]), Ok(0.5));
        assert_eq!(roc_auc(&[false, true], &[-0.0, 0.0]), Ok(0.5));
        assert_eq!(roc_auc(&[false, true, true], &[0.5, 0.5, 0.6]), Ok(0.75));
    }

    #[test]
    fn scores_that_differ_in_the_last_bit_are_no_tie() {
        assert_eq!(roc_auc(&[false, true], &[0.3, 0.1 + 0.2]), Ok(1.0));
    }

    #[test]
    fn rejects_one_class_and_bad_scores() {
        assert_eq!(
            roc_auc(&[true, true], &[0.1, 0.2]),
            Err(MetricError::OneClass)
        );
        assert_eq!(roc_auc(&[], &[]), Err(MetricError::Empty));
        let missing = MetricError::NotANumber {
            side: Side::Prediction,
            row: 1,
        };
        assert_eq!(roc_auc(&[true, false], &[0.1, f64::NAN]), Err(missing));
        let infinite = MetricError::Infinite {
            side: Side::Prediction,
            row: 0,
        };
        assert_eq!(
            roc_auc(&[true, false], &[f64::INFINITY, 0.0]),
            Err(infinite)
        );
    }

    #[test]
    fn averages_columns_and_names_the_one_without_two_classes() {
        let truth: [&[bool]; 2] = [&[false, true], &[true, false]];
        let scores: [&[f64]; 2] = [&[0.0, 1.0], &[0.5, 0.5]];
        assert_eq!(mean_column_roc_auc(&truth, &scores), Ok(0.75));
        let broken: [&[bool]; 2] = [&[false, true], &[true, true]];
        let error = mean_column_roc_auc(&broken, &scores).unwrap_err();
        assert_eq!(error.column(), Some(1));
        assert!(error.blames_truth());
    }

    proptest! {
        #[test]
        fn equals_the_count_over_all_pairs(
            rows in prop::collection::vec((any::<bool>(), 0_u8..6), 2..60)
        ) {
            let truth: Vec<bool> = rows.iter().map(|row| row.0).collect();
            let scores: Vec<f64> = rows.iter().map(|row| f64::from(row.1)).collect();
            let (mut halves, mut pairs) = (0, 0);
            for (_, positive) in rows.iter().filter(|row| row.0) {
                for (_, negative) in rows.iter().filter(|row| !row.0) {
                    pairs += 2;
                    halves += i32::from(positive > negative) + i32::from(positive >= negative);
                }
            }
            match roc_auc(&truth, &scores) {
                Ok(area) => prop_assert_eq!(area, f64::from(halves) / f64::from(pairs)),
                Err(error) => prop_assert_eq!(error, MetricError::OneClass),
            }
        }
    }
}
