//! Kendall correlation of orders, pooled over lists.
//!
//! Formula: `1 - 4 * sum_i S_i / sum_i n_i (n_i - 1)` with `S_i` the number of swaps of neighbours that
//! turn the predicted order of list `i` into the true one, and `n_i` its length. Range -1 (all
//! reversed) to 1, higher is better; a random order gives about 0.
//! Edge cases: undefined when no list has two items. Definition: Kendall (1938), pooled as in the 2022
//! notebook-ordering challenge.

use crate::error::{MetricError, Side};
use crate::input::check_lengths;

/// Returns the pooled correlation of true and predicted orders of the same items.
///
/// # Errors
///
/// Fails when the numbers of lists or of items in one differ, an item repeats or is unknown, or no
/// list has two items.
pub fn kendall_tau<T: Ord, L: AsRef<[T]>>(
    truth: &[L],
    predicted: &[L],
) -> Result<f64, MetricError> {
    check_lengths(truth.len(), predicted.len())?;
    let (mut swaps, mut most) = (0_u128, 0_u128);
    for (row, (truth, predicted)) in truth.iter().zip(predicted).enumerate() {
        let (truth, predicted) = (truth.as_ref(), predicted.as_ref());
        let mut places = true_places(truth, predicted, row)?;
        let mut spare = places.clone();
        swaps += u128::from(sort_counting_swaps(&mut places, &mut spare));
        let n = truth.len() as u128;
        most += n * n.saturating_sub(1);
    }
    if most == 0 {
        return Err(MetricError::Undefined {
            side: Side::Truth,
            reason: "no list has two items",
        });
    }
    Ok(1.0 - 4.0 * swaps as f64 / most as f64)
}

/// Place in the true order of each predicted item.
fn true_places<T: Ord>(truth: &[T], predicted: &[T], row: usize) -> Result<Vec<u32>, MetricError> {
    if truth.len() != predicted.len() {
        return Err(MetricError::LengthMismatch {
            truth: truth.len(),
            predicted: predicted.len(),
        });
    }
    let mut sorted: Vec<(&T, u32)> = truth.iter().zip(0..).collect();
    sorted.sort_unstable();
    if sorted.windows(2).any(|pair| pair[0].0 == pair[1].0) {
        return Err(MetricError::RepeatedItem {
            side: Side::Truth,
            row,
        });
    }
    let mut seen = vec![false; truth.len()];
    let items = predicted.iter().enumerate();
    items
        .map(|(place, item)| {
            let Ok(index) = sorted.binary_search_by(|entry| entry.0.cmp(item)) else {
                return Err(MetricError::UnknownItem { row, place });
            };
            if std::mem::replace(&mut seen[index], true) {
                return Err(MetricError::RepeatedItem {
                    side: Side::Prediction,
                    row,
                });
            }
            Ok(sorted[index].1)
        })
        .collect()
}

/// Sorts by merging and returns the number of pairs that stood in the wrong order.
fn sort_counting_swaps(values: &mut [u32], spare: &mut [u32]) -> u64 {
    let n = values.len();
    if n < 2 {
        return 0;
    }
    let half = n / 2;
    let (left, right) = values.split_at_mut(half);
    let mut swaps = sort_counting_swaps(left, &mut spare[..half]);
    swaps += sort_counting_swaps(right, &mut spare[half..]);
    let (mut i, mut j) = (0, 0);
    for slot in spare.iter_mut() {
        if j == right.len() || (i < half && left[i] <= right[j]) {
            *slot = left[i];
            i += 1;
        } else {
            // The item jumps over all that is left of the first half.
            swaps += (half - i) as u64;
            *slot = right[j];
            j += 1;
        }
    }
    values.copy_from_slice(spare);
    swaps
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn right_order_is_one_and_reversed_is_minus_one() {
        assert_eq!(
            kendall_tau(&[vec!["a", "b", "c"]], &[vec!["a", "b", "c"]]),
            Ok(1.0)
        );
        assert_eq!(
            kendall_tau(&[vec!["a", "b", "c"]], &[vec!["c", "b", "a"]]),
            Ok(-1.0)
        );
    }

    #[test]
    fn long_lists_weigh_more() {
        let truth = [vec![1, 2], vec![1, 2, 3]];
        assert_eq!(
            kendall_tau(&truth, &[vec![2, 1], vec![1, 2, 3]]),
            Ok(1.0 - 4.0 / 8.0)
        );
    }

    #[test]
    fn rejects_other_items() {
        let truth = [vec!["a", "b"]];
        let unknown = MetricError::UnknownItem { row: 0, place: 1 };
        assert_eq!(kendall_tau(&truth, &[vec!["a", "z"]]), Err(unknown));
        let repeated = MetricError::RepeatedItem {
            side: Side::Prediction,
            row: 0,
        };
        assert_eq!(kendall_tau(&truth, &[vec!["a", "a"]]), Err(repeated));
        assert!(kendall_tau(&truth, &[vec!["a"]]).is_err());
        assert!(
            kendall_tau(&[vec!["a", "a"]], &truth)
                .unwrap_err()
                .blames_truth()
        );
        assert!(kendall_tau(&[vec!["a"]], &[vec!["a"]]).is_err());
    }

    proptest! {
        #[test]
        fn counts_every_inverted_pair(order in Just((0_u32..40).collect::<Vec<_>>()).prop_shuffle()) {
            let truth: Vec<u32> = (0..40).collect();
            let pairs = (0..40).flat_map(|i| (i + 1..40).map(move |j| (i, j)));
            let inverted = pairs.filter(|(i, j)| order[*i] > order[*j]).count();
            let expected = 1.0 - 4.0 * inverted as f64 / (40.0 * 39.0);
            prop_assert_eq!(kendall_tau(&[truth], &[order]), Ok(expected));
        }
    }
}
