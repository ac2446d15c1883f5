//! Probabilities and scores of yes or no, and of classes with a column each.

use std::borrow::Cow;

use mlebench_data::table::Column;
use mlebench_metrics::{self as m, KlColumn};

use crate::grade::GradeError;
use crate::grade::input::{Input, Pair, Problem};
use crate::grade::metric::slices;

/// One list of cells for each column.
type Columns<'p> = Vec<Cow<'p, [f64]>>;

pub(super) fn roc_auc(input: &Input<'_>) -> Result<f64, Problem> {
    let pair = input.single()?;
    Ok(m::roc_auc(&pair.true_flags()?, &pair.predicted_numbers())?)
}

pub(super) fn mean_column_roc_auc(input: &Input<'_>) -> Result<f64, Problem> {
    let pairs = input.pairs()?;
    let (truth, predicted) = (each(&pairs, Pair::true_flags)?, predicted(&pairs));
    Ok(m::mean_column_roc_auc(
        &slices(&truth),
        &slices(&predicted),
    )?)
}

pub(super) fn label_ranking_average_precision(input: &Input<'_>) -> Result<f64, Problem> {
    let pairs = input.pairs()?;
    let (truth, predicted) = (each(&pairs, Pair::true_flags)?, predicted(&pairs));
    Ok(m::label_ranking_average_precision(
        &slices(&truth),
        &slices(&predicted),
    )?)
}

pub(super) fn weighted_auc(input: &Input<'_>) -> Result<f64, Problem> {
    let pair = input.single()?;
    Ok(m::weighted_auc(
        &pair.true_flags()?,
        &pair.predicted_numbers(),
        &input.parameters()?,
    )?)
}

/// The truth and the identities are cut at one half, and a missing one counts as below.
pub(super) fn bias_auc(input: &Input<'_>) -> Result<f64, Problem> {
    let pair = input.single()?;
    let above = |values: &[f64]| values.iter().map(|value| *value >= 0.5).collect();
    let truth: Vec<bool> = above(&pair.true_numbers()?);
    let identities: Vec<Vec<bool>> = input
        .role("identity")?
        .iter()
        .map(|column| above(&column.as_f64().unwrap_or_default()))
        .collect();
    Ok(m::bias_auc(
        &truth,
        &pair.predicted_numbers(),
        &slices(&identities),
        input.parameters()?,
    )?)
}

pub(super) fn log_loss(input: &Input<'_>) -> Result<f64, Problem> {
    let pair = input.single()?;
    Ok(m::log_loss(
        &pair.true_flags()?,
        &pair.predicted_numbers(),
        input.parameters()?,
    )?)
}

pub(super) fn multi_class_log_loss(input: &Input<'_>) -> Result<f64, Problem> {
    let pairs = input.pairs()?;
    let truth = each(&pairs, Pair::true_numbers)?;
    let classes = m::classes_of_one_hot(&slices(&truth))?;
    let predicted = predicted(&pairs);
    Ok(m::multi_class_log_loss(
        &classes,
        &slices(&predicted),
        input.parameters()?,
    )?)
}

pub(super) fn probabilistic_f1(input: &Input<'_>) -> Result<f64, Problem> {
    let pair = input.single()?;
    Ok(m::probabilistic_f1(
        &pair.true_flags()?,
        &pair.predicted_numbers(),
        input.parameters()?,
    )?)
}

pub(super) fn kl_divergence(input: &Input<'_>) -> Result<f64, Problem> {
    let pairs = input.pairs()?;
    let truth = each(&pairs, Pair::true_numbers)?;
    let predicted = predicted(&pairs);
    let unclipped = input.spec.compat.whole_columns_unclipped;
    let columns: Vec<KlColumn<'_>> = pairs
        .iter()
        .zip(truth.iter().zip(&predicted))
        .map(|(pair, (truth, predicted))| KlColumn {
            truth,
            predicted,
            clipped: !(unclipped && matches!(pair.predicted, Column::Int(_) | Column::UInt(_))),
        })
        .collect();
    Ok(m::kl_divergence(&columns, input.parameters()?)?)
}

fn each<'p, 'a, T>(
    pairs: &'p [Pair<'a>],
    values: impl Fn(&'p Pair<'a>) -> Result<T, GradeError>,
) -> Result<Vec<T>, GradeError> {
    pairs.iter().map(values).collect()
}

fn predicted<'p>(pairs: &'p [Pair<'_>]) -> Columns<'p> {
    pairs.iter().map(Pair::predicted_numbers).collect()
}
