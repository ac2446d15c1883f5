//! How good predictions are: the competition's metric and a finer one.

/// Returns the area under the ROC curve of `scores`.
///
/// The probability that a random photo with a cactus gets a higher score than a random photo
/// without one; equal scores count one half. Computed from ranks (Mann-Whitney U), range 0 to 1,
/// higher is better. `None` if one of the two classes does not occur.
pub(crate) fn roc_auc(labels: &[bool], scores: &[f64]) -> Option<f64> {
    let mut order: Vec<usize> = (0..labels.len().min(scores.len())).collect();
    order.sort_unstable_by(|&a, &b| scores[a].total_cmp(&scores[b]));

    let positives = order.iter().filter(|&&i| labels[i]).count();
    let negatives = order.len() - positives;
    if positives == 0 || negatives == 0 {
        return None;
    }

    // Twice the number of pairs in the right order, kept whole so that no rounding creeps in.
    let mut twice_right: u128 = 0;
    let mut negatives_below: u128 = 0;
    for tied in order.chunk_by(|&a, &b| scores[a] == scores[b]) {
        let tied_positives = tied.iter().filter(|&&i| labels[i]).count() as u128;
        let tied_negatives = tied.len() as u128 - tied_positives;
        twice_right += tied_positives * (2 * negatives_below + tied_negatives);
        negatives_below += tied_negatives;
    }
    Some(twice_right as f64 / (2 * positives as u128 * negatives as u128) as f64)
}

/// Returns the mean logarithmic loss of `logits`, in nats, lower is better.
///
/// The AUC of a thousand photos has only a few different values near 1; this one still tells two
/// good models apart. 0 for no photos.
pub(crate) fn log_loss(labels: &[bool], logits: &[f64]) -> f64 {
    let sum: f64 = labels
        .iter()
        .zip(logits)
        .map(|(&label, &logit)| {
            let wrong = if label { -logit } else { logit };
            // ln(1 + exp(wrong)) without overflow.
            wrong.max(0.0) + (-wrong.abs()).exp().ln_1p()
        })
        .sum();
    sum / labels.len().max(1) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn auc_of_a_perfect_order_is_one() {
        assert_eq!(
            roc_auc(&[false, true, false, true], &[0.1, 0.8, 0.2, 0.9]),
            Some(1.0)
        );
    }

    #[test]
    fn auc_counts_ties_as_half() {
        assert_eq!(roc_auc(&[false, true], &[0.5, 0.5]), Some(0.5));
        // Pairs: (0.4, 0.4) half, (0.4, 0.9) right, (0.6, 0.4) wrong, (0.6, 0.9) right.
        assert_eq!(
            roc_auc(&[false, true, false, true], &[0.4, 0.4, 0.6, 0.9]),
            Some(0.625)
        );
    }

    #[test]
    fn auc_of_one_class_is_undefined() {
        assert_eq!(roc_auc(&[true, true], &[0.1, 0.2]), None);
        assert_eq!(roc_auc(&[], &[]), None);
    }

    #[test]
    fn auc_agrees_with_counting_all_pairs() {
        let mut random = crate::random::Random::new(5, 0);
        let labels: Vec<bool> = (0..200).map(|_| random.below(4) == 0).collect();
        let scores: Vec<f64> = (0..200).map(|_| random.below(30) as f64).collect();
        let (mut right, mut pairs) = (0.0, 0.0);
        for i in (0..200).filter(|&i| labels[i]) {
            for j in (0..200).filter(|&j| !labels[j]) {
                pairs += 1.0;
                right += if scores[i] == scores[j] {
                    0.5
                } else {
                    f64::from(scores[i] > scores[j])
                };
            }
        }
        assert_eq!(roc_auc(&labels, &scores), Some(right / pairs));
    }

    #[test]
    fn log_loss_survives_extreme_logits() {
        assert!((log_loss(&[true, false], &[0.0, 0.0]) - 2_f64.ln()).abs() < 1e-12);
        assert_eq!(log_loss(&[true, false], &[1e6, -1e6]), 0.0);
        assert_eq!(log_loss(&[true], &[-1e6]), 1e6);
        assert_eq!(log_loss(&[], &[]), 0.0);
    }
}
