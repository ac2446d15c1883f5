//! Scores of answers that may be left open, where several may be right or none.
//!
//! Formula: a row is right if its answer is one of the right ones, or is left open where there is
//! none. `accuracy = right / n`; `F1 = 2 TP / (2 TP + FP + FN)` with `TP` right answers that are not
//! open, `FP` wrong answers, `FN` rows left open that have a right answer. Range 0 to 1, higher is
//! better. Edge cases: F1 is 0 when no answer is right; a wrong answer counts once, as false.
//! Definition: the F1 is the one that the task of the 2019 natural-questions challenge describes; its
//! published program in effect takes the accuracy.

use crate::error::MetricError;
use crate::input::check_lengths;

/// How each row came out.
#[derive(Debug, Clone, Copy, Default)]
struct Outcomes {
    right: u64,
    rightly_open: u64,
    wrong: u64,
    wrongly_open: u64,
}

fn outcomes<T: PartialEq, L: AsRef<[T]>>(
    truth: &[L],
    predicted: &[Option<T>],
) -> Result<Outcomes, MetricError> {
    check_lengths(truth.len(), predicted.len())?;
    let mut outcomes = Outcomes::default();
    for (truth, predicted) in truth.iter().zip(predicted) {
        let truth = truth.as_ref();
        *match predicted {
            Some(answer) if truth.contains(answer) => &mut outcomes.right,
            Some(_) => &mut outcomes.wrong,
            None if truth.is_empty() => &mut outcomes.rightly_open,
            None => &mut outcomes.wrongly_open,
        } += 1;
    }
    Ok(outcomes)
}

/// Returns the share of rows that are right; `truth` lists the right answers of each row.
///
/// # Errors
///
/// Fails when the lengths differ or there are no rows.
pub fn answer_accuracy<T: PartialEq, L: AsRef<[T]>>(
    truth: &[L],
    predicted: &[Option<T>],
) -> Result<f64, MetricError> {
    let outcomes = outcomes(truth, predicted)?;
    Ok((outcomes.right + outcomes.rightly_open) as f64 / truth.len() as f64)
}

/// Returns the F1 over rows; `truth` lists the right answers of each row.
///
/// # Errors
///
/// Fails when the lengths differ or there are no rows.
pub fn answer_f1<T: PartialEq, L: AsRef<[T]>>(
    truth: &[L],
    predicted: &[Option<T>],
) -> Result<f64, MetricError> {
    let outcomes = outcomes(truth, predicted)?;
    if outcomes.right == 0 {
        return Ok(0.0);
    }
    let twice = 2 * outcomes.right;
    Ok(twice as f64 / (twice + outcomes.wrong + outcomes.wrongly_open) as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn open_rows_count_for_accuracy_but_not_for_f1() {
        let truth = [vec!["1:2", "3:4"], vec![], vec!["YES"], vec![]];
        let predicted = [Some("3:4"), None, None, Some("NO")];
        assert_eq!(answer_accuracy(&truth, &predicted), Ok(0.5));
        assert_eq!(answer_f1(&truth, &predicted), Ok(0.5));
    }

    #[test]
    fn all_right_is_one_and_none_right_is_zero() {
        let truth = [vec![1], vec![]];
        assert_eq!(answer_f1(&truth, &[Some(1), None]), Ok(1.0));
        assert_eq!(answer_accuracy(&truth, &[Some(1), None]), Ok(1.0));
        assert_eq!(answer_f1(&truth, &[None, None]), Ok(0.0));
        assert_eq!(answer_accuracy(&truth, &[None, None]), Ok(0.5));
    }
}
