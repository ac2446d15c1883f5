//! One class or text for each row.

use mlebench_data::table::Column;
use mlebench_metrics as m;

use crate::grade::GradeError;
use crate::grade::input::{Input, Problem};
use crate::spec::ColumnKind;
use crate::submission::format;

pub(super) fn accuracy(input: &Input<'_>) -> Result<f64, Problem> {
    let pair = input.single()?;
    if pair.group.kind == ColumnKind::Text {
        let (truth, predicted) = (texts(&pair.truth), texts(pair.predicted));
        return Ok(m::accuracy(&truth, &predicted)?);
    }
    let (truth, predicted) = classes(input)?;
    Ok(m::accuracy(&truth, &predicted)?)
}

pub(super) fn top_1_error(input: &Input<'_>) -> Result<f64, Problem> {
    let pair = input.single()?;
    let first = |text: &str, _: usize| format::leading_whole_number(text).map(Some);
    let truth = input.read_truth(&pair, || None, first)?;
    let predicted = input.read(&pair, || None, first)?;
    Ok(m::top_1_error(&truth, &predicted)?)
}

pub(super) fn macro_f1(input: &Input<'_>) -> Result<f64, Problem> {
    let (truth, predicted) = classes(input)?;
    Ok(m::macro_f1(&truth, &predicted)?)
}

pub(super) fn matthews_correlation(input: &Input<'_>) -> Result<f64, Problem> {
    let (truth, predicted) = classes(input)?;
    Ok(m::matthews_correlation(&truth, &predicted)?)
}

pub(super) fn quadratic_weighted_kappa(input: &Input<'_>) -> Result<f64, Problem> {
    let (truth, predicted) = classes(input)?;
    Ok(m::quadratic_weighted_kappa(
        &truth,
        &predicted,
        input.parameters()?,
    )?)
}

fn classes(input: &Input<'_>) -> Result<(Vec<i64>, Vec<i64>), GradeError> {
    let pair = input.single()?;
    Ok((pair.true_classes()?, pair.predicted_classes()))
}

/// Cells as text; a missing one equals nothing but another missing one.
fn texts(column: &Column) -> Vec<Option<std::borrow::Cow<'_, str>>> {
    (0..column.len())
        .map(|row| (!column.is_missing(row)).then(|| column.cell_text(row)))
        .collect()
}
