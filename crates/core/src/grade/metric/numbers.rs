//! Numbers: one column, several columns averaged, and pairs of columns that mean something together.

use std::borrow::Cow;

use mlebench_data::table::Column;
use mlebench_metrics::{self as m, Directions, MetricError, Places};

use crate::grade::input::{Input, Pair, Problem};
use crate::grade::metric::slices;

/// A metric over several columns.
type ColumnMetric = fn(&[&[f64]], &[&[f64]]) -> Result<f64, MetricError>;

/// One list of cells for each column.
type Columns<'p> = Vec<Cow<'p, [f64]>>;

pub(super) fn single(
    input: &Input<'_>,
    metric: fn(&[f64], &[f64]) -> Result<f64, MetricError>,
) -> Result<f64, Problem> {
    let pair = input.single()?;
    Ok(metric(&pair.true_numbers()?, &pair.predicted_numbers())?)
}

pub(super) fn columns(input: &Input<'_>, metric: ColumnMetric) -> Result<f64, Problem> {
    let pairs = input.pairs()?;
    let (truth, predicted) = all(&pairs)?;
    Ok(metric(&slices(&truth), &slices(&predicted))?)
}

/// A column of text that passed the checks is scored by the alphabetical rank of its cells.
pub(super) fn mean_column_spearman(input: &Input<'_>) -> Result<f64, Problem> {
    let pairs = input.pairs()?;
    let (truth, mut predicted) = all(&pairs)?;
    for (values, pair) in predicted.iter_mut().zip(&pairs) {
        if input.spec.compat.text_ranks && matches!(pair.predicted, Column::Text(_)) {
            *values = Cow::Owned(alphabetical_places(pair.predicted));
        }
    }
    Ok(m::mean_column_spearman(
        &slices(&truth),
        &slices(&predicted),
    )?)
}

pub(super) fn group_log_mae(input: &Input<'_>) -> Result<f64, Problem> {
    let pair = input.single()?;
    Ok(m::group_log_mae(
        &pair.true_numbers()?,
        &pair.predicted_numbers(),
        &input.groups()?,
        input.parameters()?,
    )?)
}

/// The second column is the confidence, which has no truth; a missing one that passed the checks is 0.
pub(super) fn laplace_log_likelihood(input: &Input<'_>) -> Result<f64, Problem> {
    let pairs = input.pairs()?;
    let [value, confidence] = pairs.as_slice() else {
        return Err(input.misfit("it takes a value and its confidence").into());
    };
    let confidence: Vec<f64> = confidence
        .predicted_numbers()
        .iter()
        .map(|value| if value.is_nan() { 0.0 } else { *value })
        .collect();
    Ok(m::laplace_log_likelihood(
        &value.true_numbers()?,
        &value.predicted_numbers(),
        &confidence,
        input.parameters()?,
    )?)
}

pub(super) fn mean_angular_error(input: &Input<'_>) -> Result<f64, Problem> {
    let pairs = input.pairs()?;
    let (truth, predicted) = all(&pairs)?;
    match (truth.as_slice(), predicted.as_slice()) {
        ([azimuth, zenith], [found_azimuth, found_zenith]) => {
            let truth = Directions { azimuth, zenith };
            let predicted = Directions {
                azimuth: found_azimuth,
                zenith: found_zenith,
            };
            Ok(m::mean_angular_error(&truth, &predicted)?)
        }
        _ => Err(input.misfit("it takes azimuth and zenith").into()),
    }
}

pub(super) fn haversine_percentiles(input: &Input<'_>) -> Result<f64, Problem> {
    let pairs = input.pairs()?;
    let (truth, predicted) = all(&pairs)?;
    match (truth.as_slice(), predicted.as_slice()) {
        ([latitude, longitude], [found_latitude, found_longitude]) => {
            let truth = Places {
                latitude,
                longitude,
            };
            let predicted = Places {
                latitude: found_latitude,
                longitude: found_longitude,
            };
            Ok(m::haversine_percentiles(
                &truth,
                &predicted,
                &input.groups()?,
                &input.parameters()?,
            )?)
        }
        _ => Err(input.misfit("it takes latitude and longitude").into()),
    }
}

fn all<'p>(pairs: &'p [Pair<'_>]) -> Result<(Columns<'p>, Columns<'p>), Problem> {
    let truth = pairs.iter().map(Pair::true_numbers);
    Ok((
        truth.collect::<Result<_, _>>()?,
        pairs.iter().map(Pair::predicted_numbers).collect(),
    ))
}

/// Place of each text among the distinct ones, sorted by code points; missing stays missing.
fn alphabetical_places(column: &Column) -> Vec<f64> {
    let mut rows: Vec<usize> = (0..column.len()).collect();
    rows.sort_by(|a, b| column.compare(*a, *b));
    let mut places = vec![f64::NAN; column.len()];
    let mut place = 0.0;
    for same in rows.chunk_by(|a, b| column.compare(*a, *b).is_eq()) {
        for row in same.iter().filter(|row| !column.is_missing(**row)) {
            places[*row] = place;
        }
        place += 1.0;
    }
    places
}
