//! Mean average precision over the first `k` guesses.
//!
//! Formula: mean over rows of `(1 / min(m, k)) * sum_{j <= k} hit_j * hits_{<= j} / j`, where `m` is
//! the number of distinct true labels and `hit_j` is 1 if guess `j` is true and was not made before.
//! Range 0 to 1, higher is better.
//! Edge cases: a row without true labels scores 0; repeated guesses take a place but count once;
//! repeated true labels count once. Definition: the measure Kaggle calls MAP@K.

use std::num::NonZeroUsize;

use serde::{Deserialize, Serialize};

use crate::error::MetricError;
use crate::input::check_lengths;
use crate::sum::mean;

/// Parameters of [`map_at_k`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct MapAtK {
    /// Number of guesses that count, at least 1.
    pub k: NonZeroUsize,
}

/// Returns the mean average precision of one ordered list of guesses per row.
///
/// # Errors
///
/// Fails when the lengths differ or there are no rows.
pub fn map_at_k<T: Ord, L: AsRef<[T]>>(
    truth: &[L],
    predicted: &[L],
    parameters: MapAtK,
) -> Result<f64, MetricError> {
    check_lengths(truth.len(), predicted.len())?;
    let rows = truth.iter().zip(predicted);
    let scores: Vec<f64> = rows
        .map(|(t, p)| average_precision(t.as_ref(), p.as_ref(), parameters.k.get()))
        .collect();
    Ok(mean(&scores))
}

fn average_precision<T: Ord>(truth: &[T], guesses: &[T], k: usize) -> f64 {
    let mut labels: Vec<&T> = truth.iter().collect();
    labels.sort_unstable();
    labels.dedup();
    if labels.is_empty() {
        return 0.0;
    }
    let best = labels.len().min(k);
    let mut found = vec![false; labels.len()];
    let (mut hits, mut score) = (0_u32, 0.0);
    for (place, guess) in guesses.iter().take(k).enumerate() {
        if let Ok(index) = labels.binary_search(&guess)
            && !std::mem::replace(&mut found[index], true)
        {
            hits += 1;
            score += f64::from(hits) / (place + 1) as f64;
        }
    }
    score / best as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(k: usize) -> MapAtK {
        MapAtK {
            k: NonZeroUsize::new(k).unwrap(),
        }
    }

    #[test]
    fn one_true_label_scores_the_reciprocal_of_its_place() {
        for (place, score) in [(0, 1.0), (1, 0.5), (2, 1.0 / 3.0), (4, 0.2), (5, 0.0)] {
            let mut guesses = vec![0; 6];
            guesses[place] = 7;
            assert_eq!(map_at_k(&[vec![7]], &[guesses], at(5)), Ok(score));
        }
    }

    #[test]
    fn repeated_guesses_take_a_place_but_count_once() {
        assert_eq!(
            map_at_k(&[vec!["a", "b"]], &[vec!["a", "a", "b"]], at(5)),
            Ok(0.833_333_333_333_333_3)
        );
    }

    #[test]
    fn repeated_true_labels_count_once() {
        assert_eq!(map_at_k(&[vec!["a", "a"]], &[vec!["a"]], at(12)), Ok(1.0));
    }

    #[test]
    fn more_true_labels_than_guesses_can_still_be_perfect() {
        assert_eq!(map_at_k(&[vec![1, 2, 3]], &[vec![2, 3]], at(2)), Ok(1.0));
    }

    #[test]
    fn rows_without_truth_score_zero() {
        assert_eq!(
            map_at_k(&[vec![], vec![1]], &[vec![1], vec![1]], at(3)),
            Ok(0.5)
        );
    }

    #[test]
    fn rejects_zero_guesses_when_read() {
        assert!(serde_json::from_str::<MapAtK>(r#"{"k":0}"#).is_err());
        assert!(serde_json::from_str::<MapAtK>(r#"{"k":5,"x":1}"#).is_err());
        assert_eq!(serde_json::from_str::<MapAtK>(r#"{"k":5}"#).unwrap(), at(5));
    }
}
