//! Logarithmic loss of probabilities, binary and over classes.
//!
//! Formula: binary `-mean(y ln p + (1 - y) ln(1 - p))`, over classes `-mean(ln p_{i, y_i})`.
//! Both `p` and `1 - p` are clipped to `[eps, 1 - eps]`, so a completely wrong row costs `-ln eps`
//! (36.04365338911714 at 2.220446049250313e-16). Range 0 to `-ln eps`, lower is better; a perfect
//! prediction gives about `eps`, not 0.
//! Edge cases: rows are not rescaled to add up to 1 unless `rescale` is set.
//! Definition: as `log_loss` of scikit-learn, whose clipping is the machine epsilon of a double.

use serde::{Deserialize, Serialize};

use crate::error::{MetricError, Side};
use crate::input::{check_epsilon, check_lengths, check_probabilities};
use crate::sum::mean;

/// Parameters of [`log_loss`].
#[derive(Debug, Clone, Copy, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct LogLoss {
    /// Width of the clipping, from 0 (none; a wrong certainty then costs infinity) to below 0.5.
    pub epsilon: f64,
}

impl Default for LogLoss {
    fn default() -> Self {
        Self {
            epsilon: f64::EPSILON,
        }
    }
}

/// Parameters of [`multi_class_log_loss`].
#[derive(Debug, Clone, Copy, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct MultiClassLogLoss {
    /// Width of the clipping, from 0 (none; a wrong certainty then costs infinity) to below 0.5.
    pub epsilon: f64,
    /// Whether each row is divided by its sum before clipping; values then need not be below 1.
    pub rescale: bool,
}

impl Default for MultiClassLogLoss {
    fn default() -> Self {
        Self {
            epsilon: f64::EPSILON,
            rescale: false,
        }
    }
}

/// Returns the mean logarithmic loss of `predicted`, the probabilities that a row is positive.
///
/// # Errors
///
/// Fails when the lengths differ, there are no rows, or a prediction is not within 0 to 1.
pub fn log_loss(
    truth: &[bool],
    predicted: &[f64],
    parameters: LogLoss,
) -> Result<f64, MetricError> {
    check_epsilon(parameters.epsilon)?;
    check_lengths(truth.len(), predicted.len())?;
    check_probabilities(Side::Prediction, predicted)?;
    let rows = truth.iter().zip(predicted);
    let losses: Vec<f64> = rows
        .map(|(truth, p)| loss_of(if *truth { *p } else { 1.0 - p }, parameters.epsilon))
        .collect();
    Ok(mean(&losses))
}

/// Cost of having given the right class the probability `p`; never `-0.0`.
fn loss_of(p: f64, epsilon: f64) -> f64 {
    0.0 - p.clamp(epsilon, 1.0 - epsilon).ln()
}

/// Returns the mean logarithmic loss over classes.
///
/// `truth` holds the true class of each row as the place of its column; `predicted` one column of
/// probabilities per class.
///
/// # Errors
///
/// Fails when a column has another length than the truth, a true class has no column, or a
/// prediction is not within 0 to 1 (with `rescale`: negative, infinite, or a row of zeros).
pub fn multi_class_log_loss(
    truth: &[usize],
    predicted: &[&[f64]],
    parameters: MultiClassLogLoss,
) -> Result<f64, MetricError> {
    check_epsilon(parameters.epsilon)?;
    for (column, values) in predicted.iter().enumerate() {
        check_lengths(truth.len(), values.len())
            .and_then(|()| check_column(values, parameters.rescale))
            .map_err(|error| error.in_column(column))?;
    }
    check_lengths(truth.len(), truth.len())?;
    if let Some(row) = truth.iter().position(|class| *class >= predicted.len()) {
        let (value, expected) = (truth[row] as f64, "the place of a predicted column");
        return Err(MetricError::OutOfRange {
            side: Side::Truth,
            row,
            value,
            expected,
        });
    }
    let losses = (0..truth.len())
        .map(|row| {
            let right = predicted[truth[row]][row];
            let share = if parameters.rescale {
                right / row_sum(predicted, row)?
            } else {
                right
            };
            Ok(loss_of(share, parameters.epsilon))
        })
        .collect::<Result<Vec<f64>, _>>()?;
    Ok(mean(&losses))
}

fn check_column(values: &[f64], rescale: bool) -> Result<(), MetricError> {
    if !rescale {
        return check_probabilities(Side::Prediction, values);
    }
    crate::input::check_finite(Side::Prediction, values)?;
    match values.iter().position(|value| *value < 0.0) {
        Some(row) => {
            let (side, value, expected) = (Side::Prediction, values[row], "no negative number");
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

fn row_sum(predicted: &[&[f64]], row: usize) -> Result<f64, MetricError> {
    let total: f64 = predicted.iter().map(|column| column[row]).sum();
    if total > 0.0 && total.is_finite() {
        return Ok(total);
    }
    let expected = "predictions of a row that add up to a positive number";
    Err(MetricError::OutOfRange {
        side: Side::Prediction,
        row,
        value: total,
        expected,
    })
}

/// Returns the true class of each row of one-hot columns.
///
/// # Errors
///
/// Fails, blaming the truth, when a row does not hold exactly one 1 and otherwise zeros.
pub fn classes_of_one_hot(columns: &[&[f64]]) -> Result<Vec<usize>, MetricError> {
    let rows = columns.first().map_or(0, |column| column.len());
    for (index, column) in columns.iter().enumerate() {
        check_lengths(rows, column.len()).map_err(|error| error.in_column(index))?;
    }
    let mut classes = vec![usize::MAX; rows];
    for (index, column) in columns.iter().enumerate() {
        for (row, value) in column.iter().enumerate() {
            let free = classes[row] == usize::MAX;
            if *value == 1.0 && free {
                classes[row] = index;
            } else if *value != 0.0 {
                return Err(not_one_hot(row, *value));
            }
        }
    }
    match classes.iter().position(|class| *class == usize::MAX) {
        Some(row) => Err(not_one_hot(row, 0.0)),
        None => Ok(classes),
    }
}

fn not_one_hot(row: usize, value: f64) -> MetricError {
    let expected = "exactly one 1 and otherwise zeros";
    MetricError::OutOfRange {
        side: Side::Truth,
        row,
        value,
        expected,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn completely_wrong_costs_the_logarithm_of_the_clipping() {
        let wrong = log_loss(&[true, false], &[0.0, 1.0], LogLoss::default());
        assert_eq!(wrong, Ok(36.043_653_389_117_15));
        let wide = log_loss(&[false], &[1.0], LogLoss { epsilon: 1e-15 });
        assert_eq!(wide, Ok(34.538_776_394_910_684));
    }

    #[test]
    fn perfect_costs_about_the_clipping() {
        let perfect = log_loss(&[true, false], &[1.0, 0.0], LogLoss::default()).unwrap();
        assert!((perfect - 2.2e-16).abs() < 1e-17);
        assert_eq!(log_loss(&[true], &[1.0], LogLoss { epsilon: 0.0 }), Ok(0.0));
        assert_eq!(
            log_loss(&[true], &[0.0], LogLoss { epsilon: 0.0 }),
            Ok(f64::INFINITY)
        );
    }

    #[test]
    fn one_half_costs_the_logarithm_of_two() {
        let score = log_loss(&[true, false], &[0.5, 0.5], LogLoss::default());
        assert_eq!(score, Ok(std::f64::consts::LN_2));
    }

    #[test]
    fn rescales_rows_when_told() {
        // Rows (2,1,1), (.2,.2,.6), (0,0,3) with classes 0, 2, 2.
        let predicted: [&[f64]; 3] = [&[2.0, 0.2, 0.0], &[1.0, 0.2, 0.0], &[1.0, 0.6, 3.0]];
        let parameters = MultiClassLogLoss {
            epsilon: 1e-15,
            rescale: true,
        };
        let score = multi_class_log_loss(&[0, 2, 2], &predicted, parameters).unwrap();
        assert!((score - 0.40132).abs() < 5e-6);
    }

    #[test]
    fn rejects_rows_of_zeros_and_negative_numbers_when_rescaling() {
        let parameters = MultiClassLogLoss {
            epsilon: 1e-15,
            rescale: true,
        };
        let zeros: [&[f64]; 2] = [&[0.5, 0.0], &[0.5, 0.0]];
        assert_eq!(
            multi_class_log_loss(&[0, 1], &zeros, parameters)
                .unwrap_err()
                .row(),
            Some(1)
        );
        let negative: [&[f64]; 2] = [&[0.5, -0.1], &[0.5, 1.0]];
        let error = multi_class_log_loss(&[0, 1], &negative, parameters).unwrap_err();
        assert_eq!((error.column(), error.row()), (Some(0), Some(1)));
    }

    #[test]
    fn rejects_what_is_no_probability() {
        assert_eq!(
            log_loss(&[true], &[1.5], LogLoss::default())
                .unwrap_err()
                .row(),
            Some(0)
        );
        assert!(log_loss(&[true], &[f64::NAN], LogLoss::default()).is_err());
        let columns: [&[f64]; 1] = [&[0.5]];
        let error = multi_class_log_loss(&[1], &columns, MultiClassLogLoss::default()).unwrap_err();
        assert!(error.blames_truth());
        assert!(multi_class_log_loss(&[], &[], MultiClassLogLoss::default()).is_err());
    }

    #[test]
    fn reads_one_hot_rows() {
        let columns: [&[f64]; 2] = [&[1.0, 0.0], &[0.0, 1.0]];
        assert_eq!(classes_of_one_hot(&columns), Ok(vec![0, 1]));
        let none: [&[f64]; 2] = [&[1.0, 0.0], &[0.0, 0.0]];
        assert_eq!(classes_of_one_hot(&none).unwrap_err().row(), Some(1));
        let both: [&[f64]; 2] = [&[1.0, 1.0], &[0.0, 1.0]];
        assert_eq!(classes_of_one_hot(&both).unwrap_err().row(), Some(1));
        let half: [&[f64]; 2] = [&[0.5, 1.0], &[0.5, 0.0]];
        assert!(classes_of_one_hot(&half).unwrap_err().blames_truth());
    }
}
