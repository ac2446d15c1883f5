//! Metrics averaged over columns.

use crate::error::MetricError;
use crate::input::check_lengths;
use crate::sum::mean;

/// Returns the plain mean of a metric over pairs of columns.
///
/// `truth` and `predicted` hold one slice per column, in the same order.
///
/// # Errors
///
/// Fails when the numbers of columns differ, when there is none, or when the metric fails on a
/// column; the error then names it ([`MetricError::InColumn`]).
pub fn column_mean<T, P>(
    truth: &[T],
    predicted: &[P],
    mut metric: impl FnMut(&T, &P) -> Result<f64, MetricError>,
) -> Result<f64, MetricError> {
    check_lengths(truth.len(), predicted.len())?;
    let pairs = truth.iter().zip(predicted).enumerate();
    let scores = pairs
        .map(|(column, (truth, predicted))| {
            metric(truth, predicted).map_err(|error| error.in_column(column))
        })
        .collect::<Result<Vec<f64>, _>>()?;
    Ok(mean(&scores))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mae::mean_absolute_error;

    #[test]
    fn averages_the_columns() {
        let truth: [&[f64]; 2] = [&[0.0, 0.0], &[1.0, 1.0]];
        let predicted: [&[f64]; 2] = [&[1.0, 1.0], &[4.0, 4.0]];
        let score = column_mean(&truth, &predicted, |t, p| mean_absolute_error(t, p));
        assert_eq!(score, Ok(2.0));
    }

    #[test]
    fn names_the_broken_column() {
        let truth: [&[f64]; 2] = [&[0.0], &[1.0]];
        let predicted: [&[f64]; 2] = [&[1.0], &[f64::NAN]];
        let error = column_mean(&truth, &predicted, |t, p| mean_absolute_error(t, p)).unwrap_err();
        assert_eq!((error.column(), error.row()), (Some(1), Some(0)));
    }
}
