//! Label-weighted label-ranking average precision.
//!
//! Formula: mean over all true pairs of row and label of
//! `#{true labels of the row scored >= it} / #{labels of the row scored >= it}`.
//! Range above 0 to 1, higher is better.
//! Edge cases: ties get the worst rank; rows without true labels drop out.
//! Definition: the measure of the 2019 sound-tagging challenge; equals
//! `label_ranking_average_precision_score` of scikit-learn weighted by true labels per row.

use crate::error::{MetricError, Side};
use crate::input::{check_finite, check_lengths};

/// Returns the average precision over pairs of row and label; one column per label.
///
/// # Errors
///
/// Fails when lengths differ, a score is missing or infinite, or no label is true.
pub fn label_ranking_average_precision(
    truth: &[&[bool]],
    scores: &[&[f64]],
) -> Result<f64, MetricError> {
    check_lengths(truth.len(), scores.len())?;
    let rows = truth[0].len();
    for (column, (labels, values)) in truth.iter().zip(scores).enumerate() {
        check_lengths(rows, labels.len())
            .and_then(|()| check_lengths(rows, values.len()))
            .and_then(|()| check_finite(Side::Prediction, values))
            .map_err(|error| error.in_column(column))?;
    }
    let (mut total, mut pairs) = (0.0, 0_u64);
    let mut labels: Vec<(f64, bool)> = Vec::with_capacity(truth.len());
    for row in 0..rows {
        labels.clear();
        labels.extend(
            scores
                .iter()
                .zip(truth)
                .map(|(score, truth)| (score[row], truth[row])),
        );
        labels.sort_unstable_by(|a, b| b.0.total_cmp(&a.0));
        let (mut right, mut seen, mut precision) = (0, 0, 0.0);
        for tied in labels.chunk_by(|a, b| a.0 == b.0) {
            let true_here = tied.iter().filter(|label| label.1).count();
            right += true_here;
            seen += tied.len();
            precision += true_here as f64 * right as f64 / seen as f64;
        }
        total += precision;
        pairs += right as u64;
    }
    if pairs == 0 {
        return Err(MetricError::OneClass);
    }
    Ok(total / pairs as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn averages_over_true_labels() {
        // Row 0: labels at ranks 1 and 3 of 3; row 1: one label at rank 2.
        let truth: [&[bool]; 3] = [&[true, false], &[false, true], &[true, false]];
        let scores: [&[f64]; 3] = [&[0.9, 0.5], &[0.5, 0.3], &[0.1, 0.2]];
        let score = label_ranking_average_precision(&truth, &scores).unwrap();
        assert!((score - (1.0 + 2.0 / 3.0 + 0.5) / 3.0).abs() < 1e-15);
    }

    #[test]
    fn ties_get_the_worst_rank() {
        let truth: [&[bool]; 2] = [&[true], &[false]];
        let scores: [&[f64]; 2] = [&[0.5], &[0.5]];
        assert_eq!(label_ranking_average_precision(&truth, &scores), Ok(0.5));
    }

    #[test]
    fn rows_without_labels_drop_out() {
        let truth: [&[bool]; 2] = [&[true, false], &[false, false]];
        let scores: [&[f64]; 2] = [&[0.9, 0.1], &[0.5, 0.3]];
        assert_eq!(label_ranking_average_precision(&truth, &scores), Ok(1.0));
        let none: [&[bool]; 2] = [&[false, false], &[false, false]];
        assert_eq!(
            label_ranking_average_precision(&none, &scores),
            Err(MetricError::OneClass)
        );
    }

    #[test]
    fn names_column_and_row_of_a_missing_score() {
        let truth: [&[bool]; 2] = [&[true, false], &[false, false]];
        let scores: [&[f64]; 2] = [&[0.9, 0.1], &[0.5, f64::NAN]];
        let error = label_ranking_average_precision(&truth, &scores).unwrap_err();
        assert_eq!((error.column(), error.row()), (Some(1), Some(1)));
    }
}
