//! Each study weighs the same; within it, the row of the whole patient weighs seven times a vertebra's.

use mlebench_core::grade::input::{Input, Problem, cells};
use mlebench_metrics::weighted_log_loss;

/// Weight of the row `patient_overall`; every vertebra has 1.
const OVERALL: f64 = 7.0;

pub(crate) fn grade(input: &Input<'_>) -> Result<f64, Problem> {
    let pair = input.single()?;
    let kinds = input.answer("prediction_type")?;
    let weights: Vec<f64> = cells(&kinds)
        .map(|kind| if kind == "patient_overall" { OVERALL } else { 1.0 })
        .collect();
    Ok(weighted_log_loss(
        &pair.true_flags()?,
        &pair.predicted_numbers(),
        &weights,
        &input.groups()?,
        input.parameters()?,
    )?)
}
